//! Game files: round trips of random games, files of other programs, and damaged files.
//!
//! `SAMPLES=DIR cargo test --test library -- --ignored games::` writes games as XQF, CBR, CBL and DhtmlXQ and their moves in
//! ICCS, which `tests/clients/games.py` compares with what cchess reads.

use std::{env, fs};

use crate::ccbridge_files;
use crate::random_positions::{Random, scattered};
use chuhe::board::Board;
use chuhe::games::{
    Encoding, GameLine, GameNode, GameTree, ccbridge, dhtmlxq, encoding, pgn, text, xqf,
};
use chuhe::notation::Notation;

/// A line of random moves with random comments and variations.
fn random_line(random: &mut Random, mut board: Board, plies: usize, depth: usize) -> GameLine {
    let mut line = GameLine::new();
    for ply in 0..plies {
        let moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mut node = GameNode::new(moves[random.below(moves.len())]);
        if random.below(8) == 0 {
            let comments = ["好棋", "bad", "两行\n在此", "（括号）"];
            node.comment = comments[random.below(comments.len())].to_owned();
        }
        // A variation of the first move of a variation is written as a variation of the main move.
        let may_vary = depth == 0 || ply > 0;
        while depth < 3 && may_vary && moves.len() > 3 && random.below(12) == 0 {
            let plies = 1 + random.below(6);
            let variation = random_line(random, board.clone(), plies, depth + 1);
            node.variations.push(variation);
        }
        let _ = board.make(node.mv);
        line.push(node);
    }
    line
}

pub fn random_game(random: &mut Random) -> GameTree {
    let start = match random.below(3) {
        0 => loop {
            let pieces = 4 + random.below(16);
            let board = scattered(random, pieces, None);
            // An XQF file without moves does not reliably store the side to move.
            if board.has_legal_move() {
                break board;
            }
        },
        _ => Board::startpos(),
    };
    let mut game = GameTree::new(start.clone());
    game.set_tag("Event", "随机对局");
    game.set_tag("Red", "甲");
    game.set_tag("Black", "乙 \"B\" \\");
    game.set_tag("Result", ["1-0", "0-1", "1/2-1/2", "*"][random.below(4)]);
    if random.below(2) == 0 {
        game.comment = "开始".to_owned();
    }
    let plies = 1 + random.below(90);
    game.line = random_line(random, start, plies, 0);
    game
}

/// Asserts that two games agree in everything that all formats store.
pub fn assert_same(found: &GameTree, game: &GameTree, context: &str) {
    assert_eq!(
        found.start.to_fen().split(" - ").next(),
        game.start.to_fen().split(" - ").next(),
        "{context}"
    );
    assert_eq!(found.comment, game.comment, "{context}");
    assert_eq!(found.line, game.line, "{context}");
    for name in ["Event", "Red", "Black", "Result"] {
        assert_eq!(found.tag(name), game.tag(name), "{context}");
    }
}

/// Converts a scrambled file of version 18 to an older scrambled version, 11 to 17. Only version 11 differs in more than the
/// version number: its list of pieces is not rotated.
fn of_version(newest: &[u8], version: u8) -> Vec<u8> {
    let mut bytes = newest.to_vec();
    bytes[2] = version;
    if version == 11 {
        let key = u32::from(bytes[13]);
        let rotation = (key * (54 * key * key + 221) + 1) % 32;
        bytes[16..48].rotate_right(rotation as usize);
    }
    bytes
}

#[test]
fn xqf_text_may_begin_as_a_byte_order_mark() {
    let mut game = GameTree::new(Board::startpos());
    // The bytes ef bb bf c6 in GB18030.
    game.comment = "锘科".to_owned();
    let bytes = xqf::write(&game, None).unwrap();
    assert!(bytes.windows(4).any(|bytes| bytes == b"\xef\xbb\xbf\xc6"));
    assert_eq!(xqf::read(&bytes).unwrap().comment, "锘科");
}

#[test]
fn line_ends_of_comments_are_not_doubled_in_xqf() {
    let mut game = GameTree::new(Board::startpos());
    game.comment = "a\r\nb\nc".to_owned();
    let bytes = xqf::write(&game, None).unwrap();
    assert_eq!(xqf::read(&bytes).unwrap().comment, "a\nb\nc");
}

#[test]
fn xqf_with_two_pieces_on_a_square_is_an_error() {
    let mut bytes = xqf::write(&GameTree::new(Board::startpos()), None).unwrap();
    // The squares of red's rook and horse on the left.
    bytes[17] = bytes[16];
    let error = xqf::read(&bytes).unwrap_err().to_string();
    let expected = "byte 16: the pieces form no valid position: \
        red horse on a0: a piece stands there already";
    assert_eq!(error, expected);
}

#[test]
fn older_scrambled_files_are_read() {
    let mut random = Random(11);
    for number in 0..50 {
        let game = random_game(&mut random);
        let seed = std::array::from_fn(|_| random.below(256) as u8);
        let newest = xqf::write(&game, Some(seed)).unwrap();
        for sum in [&newest[8..12], &newest[12..16]] {
            assert_eq!(
                sum.iter().map(|&byte| u32::from(byte)).sum::<u32>() % 256,
                0
            );
        }
        for version in 11..=18 {
            let found = xqf::read(&of_version(&newest, version));
            let found = found.unwrap_or_else(|error| panic!("{number}, {version}: {error}"));
            assert_same(&found, &game, &format!("game {number}, version {version}"));
        }
    }
}

#[test]
fn random_games_round_trip_in_pgn_and_xqf() {
    let mut random = Random(3);
    for number in 0..300 {
        let game = random_game(&mut random);
        for notation in Notation::ALL {
            for encoded in [Encoding::Utf8, Encoding::Gb18030] {
                let text = pgn::write(&game, notation);
                let bytes = encoded.encode(&text).unwrap();
                let (text, _) = encoding::decode(&bytes).unwrap();
                let games = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(games.len(), 1);
                assert_same(&games[0], &game, &text);
            }
        }
        let seed = std::array::from_fn(|_| random.below(256) as u8);
        for seed in [None, Some(seed)] {
            let bytes = xqf::write(&game, seed).unwrap();
            let found = xqf::read(&bytes).unwrap_or_else(|error| panic!("{number}: {error}"));
            assert_same(&found, &game, &format!("game {number}, seed {seed:?}"));
        }
    }
}

#[test]
fn games_round_trip_in_big5_with_traditional_characters() {
    let mut random = Random(5);
    for _ in 0..200 {
        let mut game = random_game(&mut random);
        // Tags and comments are not converted, so their characters must be in Big5.
        game.set_tag("Event", "中國象棋");
        strip_comments(&mut game.line);
        game.comment = "開始".to_owned();
        for notation in Notation::ALL {
            let text = pgn::write_for(&game, notation, Encoding::Big5);
            let bytes = Encoding::Big5.encode(&text).unwrap();
            let text = Encoding::Big5.decode(&bytes).unwrap();
            let games = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(games.len(), 1);
            assert_same(&games[0], &game, &text);
        }
    }
}

fn strip_comments(line: &mut GameLine) {
    for node in line {
        node.comment.clear();
        node.before.clear();
        node.variations.iter_mut().for_each(strip_comments);
    }
}

#[test]
fn several_games_of_a_file_are_read_and_text_between_them_is_skipped() {
    let text = "\u{feff}[Game \"Chinese Chess\"]\n[Event \"一\"]\n[FEN \"\"]\n\n1. C2.5 h8+7\n2.H2+3! ; rest\n\
        % skipped\n 1-0\n=====\nread more at [nowhere]\n\n[Event \"二\"]\n\n1.炮二平五 $2 {a\nb} *\n\
        [Event \"三\"]\n1. H2-E2 (1. b2e2 h9g7) 1... H9-G7 *\n\n1. b2e2 *\n1.h2e2";
    let (text, _) = encoding::decode(text.as_bytes()).unwrap();
    let games = pgn::read(&text).unwrap();
    let events: Vec<_> = games
        .iter()
        .map(|game| game.tag("Event").unwrap_or_default())
        .collect();
    // A game may have no headers.
    assert_eq!(events, ["一", "二", "三", "", ""]);
    assert_eq!((games[0].line.len(), games[0].result()), (3, "1-0"));
    assert_eq!(games[0].line[2].nags, [1]);
    assert_eq!(
        (&*games[1].line[0].comment, &games[1].line[0].nags[..]),
        ("a\nb", &[2][..])
    );
    assert_eq!(games[2].line[0].variations[0].len(), 2);
}

#[test]
fn every_line_end_within_a_comment_becomes_a_line_feed() {
    let comment = "a\r\nb\r\r\nc\rd\n";
    let braces = format!("1. 炮二平五 {{{comment}}}\n*\n");
    let tags = "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n[DhtmlXQ_comment1]";
    let dhtmlxq_text = format!("[DhtmlXQ]\n{tags}{comment}[/DhtmlXQ_comment1]\n[/DhtmlXQ]\n");
    let games = [
        pgn::read(&braces).unwrap(),
        text::read(&braces).unwrap(),
        dhtmlxq::read(&dhtmlxq_text).unwrap(),
    ];
    for games in games {
        assert_eq!(games[0].line[0].comment, "a\nb\n\nc\nd");
    }
}

#[test]
fn games_after_a_game_with_an_error_are_read() {
    let game = |name: &str, moves: &str| format!("[Red \"{name}\"]\n[Event \"e\"]\n\n{moves}\n\n");
    let good = "1. 炮二平五 马８进７ 1-0";
    for (bad, what) in [
        ("1. 炮二平五 炮三平五 2. 马二进三 1-0", "line 9, column 9:"),
        (
            "1. 炮二平五 (1. 马二进三 炮三平五) 1-0",
            "line 9, column 18:",
        ),
        ("1. 炮二平五 (1. 马二进三 1-0", "line 11, column 1:"),
        ("1. 炮二平五 {a comment 1-0", "line 9, column 9:"),
        (
            "[FEN \"nonsense\"]\n[Round \"1\"]\n\n1. 炮二平五 1-0",
            "line 9, column 1:",
        ),
    ] {
        let text = [game("甲", good), game("乙", bad), game("丙", good)].concat();
        let games = pgn::read_each(&text);
        let names = games.iter().map(|game| game.as_ref().ok()?.tag("Red"));
        assert_eq!(
            Vec::from_iter(names),
            [Some("甲"), None, Some("丙")],
            "{bad}"
        );
        let error = games[1].as_ref().unwrap_err().to_string();
        assert!(error.starts_with(what), "{bad}: {error}");
        assert_eq!(pgn::read(&text).unwrap_err().to_string(), error, "{bad}");
    }
}

#[test]
fn games_that_are_only_tags_are_separate() {
    const FENS: [&str; 3] = [
        "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1",
        "3k5/R8/9/9/4r4/9/9/9/9/1R2K4 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/4A4/3K5 b - - 0 1",
    ];
    let tags = |number: usize, between: &str| {
        let (name, fen) = (["甲", "乙", "丙"][number], FENS[number]);
        match number {
            1 => format!("[FEN \"{fen}\"]{between}[Red \"{name}\"]"),
            _ => format!("[Event \"{number}\"]{between}[Red \"{name}\"]{between}[FEN \"{fen}\"]"),
        }
    };
    // The second game has no event. Without an empty line before it, its red player would belong to either game.
    for (between, end) in [("\n", "\n\n"), ("\r\n", "\r\n\r\n"), (" ", "\n\n")] {
        let text: String = (0..3).map(|number| tags(number, between) + end).collect();
        for games in [pgn::read(&text).unwrap(), text::read(&text).unwrap()] {
            let found = games.iter().map(|game| {
                let tag = |name| game.tag(name).unwrap_or_default();
                (tag("Event"), tag("Red"), game.start.to_fen())
            });
            let expected = [("0", "甲"), ("", "乙"), ("2", "丙")].iter().zip(FENS);
            let expected = expected.map(|(&(event, red), fen)| (event, red, fen.to_owned()));
            assert!(found.eq(expected), "{text}");
        }
    }
    let repeated = [0, 2, 0].map(|number| tags(number, "\n") + "\n").concat();
    assert_eq!(pgn::read(&repeated).unwrap().len(), 3);
    let broken = repeated.replace("1R2K4 w", "1R2K w");
    let games = pgn::read_each(&broken).into_iter();
    assert_eq!(
        Vec::from_iter(games.map(|game| game.is_ok())),
        [false, true, false]
    );
    // Empty lines between all tags of a game separate nothing.
    let spaced = tags(0, "\n\n") + "\n\n[Round \"7\"]\n\n1. 车八进八 1-0\n";
    let games = pgn::read(&spaced).unwrap();
    assert_eq!((games.len(), games[0].tag("Round")), (1, Some("7")));
    // One empty line is none between games if no other position follows, nor are repeated tags without a position.
    let gap = format!("[FEN \"{}\"]\n\n[Red \"甲\"]\n\n1. 车八进八 *\n", FENS[0]);
    let twice = "[Event \"a\"]\n[Event \"b\"]\n\n1. h2e2 *\n";
    for (text, tag, value) in [(gap.as_str(), "Red", "甲"), (twice, "Event", "b")] {
        for games in [pgn::read(text).unwrap(), text::read(text).unwrap()] {
            assert_eq!((games.len(), games[0].tag(tag)), (1, Some(value)), "{text}");
            assert_eq!(games[0].line.len(), 1, "{text}");
        }
    }
}

#[test]
fn games_after_an_unclosed_bracket_of_a_text_are_read() {
    for bracket in ["{", "（", "【"] {
        let text = format!(
            "赛事: 甲\n1. 炮二平五 {bracket}开\n红胜\n\n赛事: 乙\n1. 炮二平五\n红胜\n\n赛事: 丙\n1. 炮八平五 {bracket}\n红胜\n"
        );
        let games = text::read_each(&text).into_iter();
        assert_eq!(
            Vec::from_iter(games.map(|game| game.is_ok())),
            [false, true, false],
            "{text}"
        );
    }
}

#[test]
fn a_tag_that_is_not_closed_is_an_error_of_its_line() {
    let text =
        "[Red \"甲\"]\n[Event \"x\n[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\"]\n\n1. 车八进八 1-0\n";
    for error in [pgn::read(text).unwrap_err(), text::read(text).unwrap_err()] {
        assert_eq!(
            error.to_string(),
            "line 2, column 1: expected a tag such as [Event \"...\"]"
        );
    }
    let comment = "1. 炮二平五 [注 \"好\n棋] *";
    assert_eq!(
        text::read(comment).unwrap()[0].line[0].comment,
        "注 \"好\n棋"
    );
}

#[test]
fn comments_before_variations_are_kept() {
    let text = "1. h2e2 h9g7 ({instead} {of this} 1... b9c7 $2 2. h0g2 ({or} 2. b0c2 {so}) 2... h9g7) 2. h0g2 *";
    let games = pgn::read(text).unwrap();
    let variation = &games[0].line[1].variations[0];
    assert_eq!(variation[0].before, "instead\nof this");
    assert_eq!(variation[1].variations[0][0].before, "or");
    for notation in Notation::ALL {
        let written = pgn::write(&games[0], notation);
        assert_eq!(
            pgn::read(&written).unwrap()[0].line,
            games[0].line,
            "{written}"
        );
    }
    // XQF stores both comments after the move.
    let found = xqf::read(&xqf::write(&games[0], None).unwrap()).unwrap();
    let comment = &found.line[1].variations[0][1].variations[0][0].comment;
    assert_eq!(comment, "or\nso");
}

#[test]
fn comments_and_results_in_parentheses_are_kept() {
    for (text, comment) in [
        ("1. h2e2 h9g7 ({only} {this}) 2. h0g2 *", "only\nthis"),
        ("1. h2e2 h9g7 {a} () ({b}) 2. h0g2 *", "a\nb"),
        ("1. 炮二平五 马8进7 （红胜） 2. 马二进三 *", "红胜"),
    ] {
        let line = &pgn::read(text).unwrap()[0].line;
        assert_eq!((line.len(), &*line[1].comment), (3, comment), "{text}");
        assert!(line[1].variations.is_empty(), "{text}");
    }
    for (result, comment) in [("红胜！", "红胜！"), ("1-0", "1-0"), ("*", "")] {
        let text = format!("1. 炮二平五 马8进7 (1... 炮8平5 {result}) 2. 马二进三 *");
        for read in [pgn::read, text::read] {
            let node = &read(&text).unwrap()[0].line[1].variations[0][0];
            assert_eq!((&*node.comment, node.nags.len()), (comment, 0), "{text}");
        }
    }
}

#[test]
fn variations_without_moves_are_not_written() {
    let game = &pgn::read("1. h2e2 h9g7 (1... b7e7 2. h0g2) 2. h0g2 *").unwrap()[0];
    let mut with_empty = game.clone();
    for node in &mut with_empty.line {
        for inner in node.variations.iter_mut().flatten() {
            inner.variations.push(GameLine::new());
        }
        node.variations.insert(0, GameLine::new());
        node.variations.push(GameLine::new());
    }
    let written = |game: &GameTree| {
        let texts = [
            pgn::write(game, Notation::Iccs),
            text::write(game, Encoding::Utf8),
            dhtmlxq::write(game, Encoding::Utf8),
        ];
        (texts, xqf::write(game, None).unwrap())
    };
    assert_eq!(written(&with_empty), written(game));
}

#[test]
fn derived_tags_and_impossible_names_are_not_written() {
    let fen = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    let mut game = GameTree::new(Board::from_fen(fen).unwrap());
    for (name, value) in [
        ("fen", fen),
        ("Format", "ICCS"),
        ("Red \"]\n", "x"),
        ("Event", "会"),
    ] {
        game.set_tag(name, value);
    }
    game.line.push(GameNode::new("a7a8".parse().unwrap()));
    for games in [
        pgn::read(&pgn::write(&game, Notation::Wxf)).unwrap(),
        text::read(&text::write(&game, Encoding::Utf8)).unwrap(),
    ] {
        assert_eq!((games.len(), games[0].tag("Event")), (1, Some("会")));
        assert_eq!((&games[0].start, &games[0].line), (&game.start, &game.line));
        assert!(games[0].tags.iter().all(|(_, value)| value != "x"));
    }
}

#[test]
fn a_game_of_a_tree_ends_before_an_illegal_move() {
    let mut tree = GameTree::new(Board::startpos());
    let moves = ["h2e2", "e5e6", "h9g7"].map(|mv| GameNode::new(mv.parse().unwrap()));
    tree.line.extend(moves);
    assert_eq!(tree.game(usize::MAX).moves().len(), 1);
}

#[test]
fn errors_have_their_location() {
    for (text, error) in [
        ("", "line 1, column 1: no game in the file"),
        (
            "[Event]\n",
            "line 1, column 1: expected a tag such as [Event \"...\"]",
        ),
        (
            "[FEN \"9/9 w\"]\n",
            "line 1, column 1: the FEN tag: the FEN has 2 ranks, a board has 10",
        ),
        (
            "1. h2e2\n  a9a1",
            "line 2, column 3: a9a1 is not legal for black",
        ),
        (
            "1. h2e2 {so",
            "line 1, column 9: the comment that begins here is never closed",
        ),
        (
            "(1. h2e2)",
            "line 1, column 1: a variation must follow a move",
        ),
        ("1. h2e2 )", "line 1, column 9: ')' without a '('"),
        (
            "1. ... 马8进7 2. 炮二平五 *",
            "line 1, column 8: dots as in '1...' say that black moves, but red is to move; check the FEN, or remove the dots",
        ),
        (
            "[FEN \"4k4/9/9/9/9/9/9/9/9/R4K3 w\"]\n\n1...a0a1 *",
            "line 3, column 1: dots as in '1...' say that black moves, but red is to move; check the FEN, or remove the dots",
        ),
        (
            "1. h2e2 (1. b2e2",
            "line 1, column 17: the game ends before its variation is closed",
        ),
        (
            "1. xyz",
            "line 1, column 4: 'xyz' is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
        ),
    ] {
        assert_eq!(pgn::read(text).unwrap_err().to_string(), error, "{text}");
    }
    let bytes = xqf::write(&random_game(&mut Random(1)), None).unwrap();
    for (bytes, error) in [
        (&b"PK"[..], "not an XQF file: it does not begin with XQ"),
        (
            &bytes[..700],
            "the file ends at byte 700, within the header",
        ),
        (&bytes[..1026], "the file ends at byte 1026, within a move"),
    ] {
        assert_eq!(xqf::read(bytes).unwrap_err().to_string(), error);
    }
    for version in [19, 255] {
        let mut bytes = bytes.clone();
        bytes[2] = version;
        let error = format!("byte 2: version {version} of XQF; the newest that is known is 18");
        assert_eq!(xqf::read(&bytes).unwrap_err().to_string(), error);
    }
}

/// Nesting that would exhaust the stack without a limit. `tests/corpus` has other damage.
#[test]
fn nesting_beyond_the_limit_is_refused() {
    assert!(pgn::read(&"h2e2 (b2e2 ".repeat(1_000)).is_err());
    let mut bytes = xqf::write(&GameTree::new(Board::startpos()), None).unwrap();
    bytes.truncate(1024);
    bytes.extend([24, 32, 0xff, 0, 0, 0, 0, 0].repeat(100_000));
    assert!(xqf::read(&bytes).is_err());
}

/// A line with its comments and variations, as `tests/clients/games.py` writes it.
fn tree_text(line: &GameLine) -> String {
    let mut text = String::new();
    for node in line {
        text += &format!("{}{{{}}}", node.mv, node.comment);
        for variation in &node.variations {
            text += &format!("({})", tree_text(variation));
        }
    }
    text
}

#[test]
#[ignore = "writes files for another reader"]
fn write_samples() {
    let dir = std::path::PathBuf::from(env::var("SAMPLES").expect("SAMPLES=DIR"));
    fs::create_dir_all(&dir).unwrap();
    let mut random = Random(9);
    let mut games = Vec::new();
    for number in 0..50 {
        let mut game = random_game(&mut random);
        game.set_tag("Black", "乙");
        let moves: Vec<String> = game.main_line().iter().map(|mv| mv.to_string()).collect();
        let seed = std::array::from_fn(|_| random.below(256) as u8);
        let path = |end: &str| dir.join(format!("{number}.{end}"));
        fs::write(
            path("txt"),
            format!("{}\n{}\n", game.start.to_fen(), moves.join(" ")),
        )
        .unwrap();
        fs::write(path("10.xqf"), xqf::write(&game, None).unwrap()).unwrap();
        let newest = xqf::write(&game, Some(seed)).unwrap();
        for version in [11, 12, 15] {
            fs::write(
                path(&format!("{version}.xqf")),
                of_version(&newest, version),
            )
            .unwrap();
        }
        fs::write(path("18.xqf"), newest).unwrap();
        let record = ccbridge_files::record(&game);
        let found = ccbridge::read(&record).unwrap();
        let tree = format!("{{{}}}{}", found.comment, tree_text(&found.line));
        fs::write(path("tree"), tree).unwrap();
        fs::write(path("cbr"), record).unwrap();
        fs::write(path("ubb"), dhtmlxq::write(&game, Encoding::Utf8)).unwrap();
        games.push(game);
    }
    fs::write(
        dir.join("library.cbl"),
        ccbridge_files::library(&games, 128),
    )
    .unwrap();
}

/// The tag `name`, the number of moves and the result of each game.
fn found<'a>(games: &'a [GameTree], name: &str) -> Vec<(&'a str, usize, &'a str)> {
    let found = games.iter().map(|game| {
        let tag = game.tag(name).unwrap_or_default();
        (tag, game.line.len(), game.result())
    });
    found.collect()
}

#[test]
fn pgn_tags_after_an_empty_line_that_repeat_the_first_begin_a_game() {
    let text =
        "[Event \"a\"]\n[Black \"z\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Red \"x\"]\n\n1. h2e2 *";
    let games = pgn::read(text).unwrap();
    let expected = [("a", 0, "1-0"), ("b", 1, "*")];
    assert_eq!(found(&games, "Event"), expected);
    assert_eq!(
        (games[0].tag("Black"), games[1].tag("Black")),
        (Some("z"), None)
    );
}

#[test]
fn pgn_games_may_begin_with_blanks_or_with_any_form_of_number_one() {
    for second in [
        "  1. b2e2 *",
        "\t1、炮八平五 *",
        "１. 炮八平五 *",
        "１．炮八平五 *",
        "1．炮八平五 *",
        "1 炮八平五 *",
        "1 b2e2 *",
        "1 {x} b2e2 *",
        "炮八平五! *",
        "b2e2?! *",
        "　炮八平五 *",
        "  [Red \"x\"]\n  [Event \"e\"]\n\n  1. b2e2 *",
    ] {
        for read in [pgn::read, text::read] {
            let between = "more\n   [www.dpxq.com]\n1、本棋谱来自象棋网\n1 局\n（1）中炮局\n1 h2e2 is a good move\nC2.5, the central cannon, is popular\n";
            let games = read(&format!("1. h2e2 *\n{between}\n{second}\n")).unwrap();
            let lines: Vec<_> = games
                .iter()
                .map(|game| game.line[0].mv.to_string())
                .collect();
            assert_eq!(lines, ["h2e2", "b2e2"], "{second}");
            assert_eq!(
                games[1].tag("Event").is_some(),
                second.contains("Event"),
                "{second}"
            );
        }
    }
}

#[test]
fn byte_order_marks_between_games_are_blanks() {
    for end in ["*\n", "*", "\n", ""] {
        for (first, second) in [
            (
                "[Red \"甲\"]\n\n1. 炮二平五 ",
                "[Red \"乙\"]\n\n1. 炮八平五 *\n",
            ),
            ("红方: 甲\n\n1. 炮二平五 ", "红方: 乙\n\n1. 炮八平五 *\n"),
        ] {
            let text = format!("{first}{end}\u{feff}{second}");
            let readers = [text::read, pgn::read];
            let is_pgn = first.starts_with('[');
            for read in &readers[..1 + usize::from(is_pgn)] {
                let games = read(&text).unwrap_or_else(|error| panic!("{error}\n{text:?}"));
                let names: Vec<_> = games.iter().map(|game| game.tag("Red").unwrap()).collect();
                assert_eq!(names, ["甲", "乙"], "{text:?}");
                assert_eq!(games[1].line.len(), 1, "{text:?}");
            }
        }
    }
}

#[test]
fn chinese_numbers_and_results_of_pgn_are_read() {
    let games = pgn::read(
        "１．炮二平五！ 马8进7？！ 2．马二进三 红胜\n\n1. 炮二平五 (1. 炮八平五 黑胜) 和棋\n",
    )
    .unwrap();
    let expected = [("", 3, "1-0"), ("", 1, "1/2-1/2")];
    assert_eq!(found(&games, "Event"), expected);
    assert_eq!(games[1].line[0].variations[0].len(), 1);
    let nags: Vec<_> = games[0].line.iter().map(|node| &node.nags[..]).collect();
    assert_eq!(nags, [&[1][..], &[6], &[]]);
}

#[test]
fn glyphs_without_a_number_of_a_byte_are_left_out() {
    let games = pgn::read("1. h2e2 $300 $4 h9g7 $x *").unwrap();
    assert_eq!(
        (&games[0].line[0].nags[..], games[0].line[1].nags.len()),
        (&[4][..], 0)
    );
}

#[test]
fn a_repeated_tag_keeps_its_place_and_takes_the_last_value() {
    let text = "[Event \"1\"]\n[Red \"A\"]\n[Black \"B\"]\n[RED \"C\"]\n\n1. h2e2 *\n";
    let games = pgn::read(text).unwrap();
    let tags = games[0].tags.iter();
    let tags: Vec<_> = tags.map(|(name, value)| (&**name, &**value)).collect();
    assert_eq!(tags[..3], [("Event", "1"), ("Red", "C"), ("Black", "B")]);
    assert_eq!((games.len(), games[0].tag("red")), (1, Some("C")));
}

#[test]
fn a_comment_after_an_empty_line_ends_the_tags() {
    let text =
        "[Red \"A\"]\n[Black \"B\"]\n\n{not recorded}\n\n[Event \"2\"]\n[Red \"C\"]\n\n1. h2e2 *\n";
    let games = pgn::read(text).unwrap();
    assert_eq!(
        games.iter().map(|game| game.line.len()).collect::<Vec<_>>(),
        [0, 1]
    );
    assert_eq!(
        (&*games[0].comment, games[0].tag("Red")),
        ("not recorded", Some("A"))
    );
}

#[test]
fn signs_of_mixed_width_are_read_and_others_left_out() {
    for read in [pgn::read, text::read] {
        let line = &read("1. h2e2!!! h9g7!\u{ff1f} *").unwrap()[0].line;
        assert_eq!((line[0].nags.len(), &line[1].nags[..]), (0, &[5][..]));
    }
}

#[test]
fn a_sign_after_a_wxf_move_of_digits_is_a_glyph() {
    let text = "[FEN \"3k5/2P3P2/2P3P2/6P2/9/9/9/9/9/5K3 w\"]\n\n1. 33.2! *";
    let node = &pgn::read(text).unwrap()[0].line[0];
    assert_eq!(
        (node.mv.to_string(), &node.nags[..]),
        ("g7h7".to_owned(), &[1][..])
    );
}
