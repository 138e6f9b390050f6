//! CBR, CBL, DhtmlXQ and text: round trips of random games, the forms that people paste, and damaged files.

use crate::ccbridge_files::{INDEX, RECORDS, SLOT, library, record};
use crate::games::{assert_same, random_game};
use crate::random_positions::Random;
use chuhe::board::Board;
use chuhe::games::{Encoding, GameFormat, GameTree, ccbridge, dhtmlxq, encoding, pgn, text};
use chuhe::notation::Notation;

/// The only game of a text.
fn one<E: std::fmt::Display>(games: Result<Vec<GameTree>, E>, text: &str) -> GameTree {
    let games = games.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let [game] = <[GameTree; 1]>::try_from(games).unwrap_or_else(|_| panic!("one game:\n{text}"));
    game
}

/// Returns the rows `text -> error` of a table, one per line.
fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.trim().lines().map(|row| {
        let (text, error) = row.split_once("->").expect(row);
        (text.trim(), error.trim())
    })
}

/// A game with comments and nested variations in few bytes.
fn sample() -> GameTree {
    let moves = "{开局} 1. 炮二平五 {中炮} 马８进７ (1... 炮８平５ {顺炮} 2. 马二进三 (2. 炮五进四 士４进５)) \
                 (1... 炮２平５) 2. 马二进三 1-0";
    one(
        pgn::read(&format!("[Red \"甲\"]\n[Event \"会\"]\n\n{moves}")),
        moves,
    )
}

#[test]
fn formats_are_detected_read_and_written() {
    let games = [sample()];
    for &format in GameFormat::READ {
        let bytes = format.to_bytes(&games, Notation::Chinese, Encoding::Gb18030);
        let is_written = GameFormat::WRITTEN.contains(&format);
        assert_eq!(bytes.is_ok(), is_written, "{format:?}");
        let Ok(bytes) = bytes else { continue };
        let found = GameFormat::of_file("file".as_ref(), &bytes, GameFormat::READ);
        assert_eq!(found, Some(format));
        let read = format.read(&bytes, None).unwrap();
        assert_eq!(read[0].main_line(), games[0].main_line());
    }
    // Text may begin as XQF does.
    for heading in ["XQBase 棋谱", "XQ"] {
        let text = format!("{heading}\n1. 炮二平五 马8进7\n");
        let found = GameFormat::of_file("file".as_ref(), text.as_bytes(), GameFormat::READ);
        assert_eq!(found, Some(GameFormat::Text), "{heading}");
    }
}

#[test]
fn random_games_round_trip() {
    let mut random = Random(17);
    let mut games = Vec::new();
    for number in 0..200 {
        let game = random_game(&mut random);
        let context = format!("game {number}");
        assert_same(&ccbridge::read(&record(&game)).unwrap(), &game, &context);
        for encoded in [Encoding::Utf8, Encoding::Gb18030] {
            let decode =
                |text: String| encoding::decode(&encoded.encode(&text).unwrap()).unwrap().0;
            let written = decode(dhtmlxq::write(&game, encoded));
            let found = one(dhtmlxq::read(&written), &written);
            assert_same(&found, &game, &written);
            assert_eq!(found.start, game.start, "{written}");
            let written = decode(text::write(&game, encoded));
            let found = one(text::read(&written), &written);
            assert_same(&found, &game, &written);
            assert_eq!(found.start, game.start, "{written}");
        }
        games.push(game);
    }
    for slots in [1, 128, 256] {
        let found = ccbridge::read_library(&library(&games, slots)).unwrap();
        assert_eq!(found.len(), games.len());
        for (found, game) in found.iter().zip(&games) {
            assert_same(found, game, "a game of a library");
        }
    }
    let texts: Vec<String> = games
        .iter()
        .map(|game| text::write(game, Encoding::Utf8))
        .collect();
    let found = text::read(&texts.join("\n")).unwrap();
    assert_eq!(found.len(), games.len());
    let texts: Vec<String> = games
        .iter()
        .map(|game| dhtmlxq::write(game, Encoding::Utf8))
        .collect();
    let found = dhtmlxq::read(&format!("<html>{}", texts.join("<br>"))).unwrap();
    for (found, game) in found.iter().zip(&games) {
        assert_same(found, game, "a game of a page");
    }
}

#[test]
fn big5_is_written_in_traditional_characters() {
    let mut game = one(pgn::read("[Red \"甲\"]\n\n1. 马二进三 马８进７ 1-0"), "");
    game.comment = "開始".to_owned();
    for (write, read) in [
        (
            dhtmlxq::write as fn(&GameTree, Encoding) -> String,
            (|text| dhtmlxq::read(text).unwrap()) as fn(&str) -> Vec<GameTree>,
        ),
        (text::write, |text| text::read(text).unwrap()),
    ] {
        let written = Encoding::Big5
            .encode(&write(&game, Encoding::Big5))
            .unwrap();
        let written = Encoding::Big5.decode(&written).unwrap();
        assert!(written.contains("紅勝"), "{written}");
        assert_same(&read(&written)[0], &game, &written);
    }
}

#[test]
fn a_library_has_games_of_several_slots() {
    let mut long = sample();
    long.comment = "长".repeat(3_000);
    let bytes = library(&[long.clone(), sample()], 3);
    assert_eq!(bytes.len(), INDEX + 3 * 276 + 4 * SLOT);
    let games = ccbridge::read_library(&bytes).unwrap();
    assert_eq!((games[0].comment == long.comment, games.len()), (true, 2));
    assert_eq!(games[1].line, sample().line);
}

#[test]
fn pasted_text_is_read() {
    let moves = ["h2e2", "h9g7", "h0g2", "i9h9"];
    for pasted in [
        "1.炮二平五马8进72.马二进三车9平8",
        "炮二平五 马８进７ 马二进三 车９平８",
        "１．炮二平五　馬８進７\n２．馬二進三　車９平８",
        "1、炮二平五，马8进7；马二进三，车９平８。",
        "标题: 甲 先胜 乙\r\n布局：中炮\r\n棋谱主人: 丙\r\n \r\n  1.炮二平五      马８进７  \r\n  2.马二进三      车９平８\r\n\r\n棋谱由 http://example.org/ 生成\r\n",
        "1. 炮二平五（红方架中炮，黑方可走马８进７）马８进７ 2. 马二进三【正着】 [又注] 车９平８！ 红胜。\n以下略\n",
        "1. 炮二平五 马８进７（1... 炮８平５ 2. 马二进三 和棋）2. 马二进三 车９平８ 和棋",
        "1. 炮二平五（炮二平六，稳健）马８进７（炮８平５、炮８平６均可）2. 马二进三 车９平８",
        "红方: 甲\n时间、地点: 2001 北京\n1. 炮二平五 马８进７ 2. 马二进三 车９平８",
        "[Event \"e\"]\n1. 炮二平五 马８进７ (1... b7e7!) (1... c8.5) 2. 马二进三 车９平８ 1-0",
    ] {
        let game = one(text::read(pasted), pasted);
        let found: Vec<String> = game.main_line().iter().map(ToString::to_string).collect();
        assert_eq!(found, moves[..found.len()], "{pasted}");
        assert!(found.len() > 1, "{pasted}");
    }
    let game = one(
        text::read("红方: 甲  黑方：乙 结果: 红方胜\n1. 炮二平五！（中炮）"),
        "",
    );
    assert_eq!(game.tag("Black"), Some("乙"));
    assert_eq!((game.tag("Red"), game.result()), (Some("甲"), "1-0"));
    assert_eq!(
        (&*game.line[0].comment, &game.line[0].nags[..]),
        ("中炮", &[1][..])
    );
    let text = "局面: 3k5/9/9/9/9/9/9/9/R8/5K3 b\n1. …… 将４进１ 2. 车九平八\n结果：黑方胜\n\n红方: 乙\n1.炮二平五";
    let games = text::read(text).unwrap();
    assert_eq!((games[0].line.len(), games[0].result()), (2, "0-1"));
    assert_eq!(games[1].tag("Red"), Some("乙"));
}

#[test]
fn positions_without_moves_are_games() {
    let fens = [
        "3k5/9/9/9/9/9/9/9/R8/5K3 w - - 0 1",
        "4k4/9/9/9/9/9/9/9/R8/5K3 b - - 0 1",
    ];
    let written = fens.map(|fen| {
        text::write(
            &GameTree::new(Board::from_fen(fen).unwrap()),
            Encoding::Utf8,
        )
    });
    let games = text::read(&written.join("\n")).unwrap();
    let starts: Vec<String> = games.iter().map(|game| game.start.to_fen()).collect();
    assert_eq!(starts, fens);
}

#[test]
fn several_tags_may_stand_on_a_line() {
    let game = "[Event \"a [b\"] x\"] [Red \"甲\"][Black \"乙\"]\n\n1. 炮二平五 *\n";
    let simple = game.replace(" [b\"] x", "");
    for game in [
        one(pgn::read(&simple), &simple),
        one(text::read(&simple), &simple),
    ] {
        let names = ["Event", "Red", "Black"].map(|name| game.tag(name));
        assert_eq!(names, [Some("a"), Some("甲"), Some("乙")]);
        assert_eq!((game.line.len(), &*game.comment), (1, ""));
    }
    let named = "红方: 甲\u{1}黑方: 乙\n\n1. 炮二平五 *\n";
    let named = text::write(&one(text::read(named), named), Encoding::Utf8);
    let found = one(text::read(&named), &named);
    assert_eq!(
        (found.tag("Red"), found.tag("Black")),
        (Some("甲 黑方: 乙"), None)
    );
    // A long line has one tag, so that lines of any length are read in linear time.
    let long = format!("红方: {}\n\n1. 炮二平五 *\n", "黑方: 乙 ".repeat(500));
    let found = one(text::read(&long), &long);
    assert_eq!(found.tag("Black"), None);
    assert!(found.tag("Red").is_some_and(|red| red.len() > 4_096));
    // A bracket within a value, and values with what ends a tag.
    for value in ["a\"] [b", "]  [b", "\"] [b"] {
        let mut game = GameTree::new(Board::startpos());
        game.set_tag("Event", value);
        let text = pgn::write(&game, Notation::Iccs);
        assert_eq!(one(pgn::read(&text), &text).tag("Event"), Some(value));
    }
    let game = one(pgn::read(game), game);
    assert_eq!(game.tag("Event"), Some("a [b\"] x"));
    assert_eq!(game.tag("Red"), Some("甲"));
}

#[test]
fn games_without_tags_or_numbers_follow_each_other() {
    let text = "C2.5 H8+7 1-0\nsome words\n以下略\n 欢迎访问《网》\nh2e2 b9c7 0-1\n炮二平五 *\n";
    for games in [pgn::read(text).unwrap(), text::read(text).unwrap()] {
        let found: Vec<_> = games
            .iter()
            .map(|game| (game.line.len(), game.result()))
            .collect();
        assert_eq!(found, [(2, "1-0"), (2, "0-1"), (1, "*")]);
    }
}

#[test]
fn result_after_the_moves_counts_where_the_tag_has_none() {
    for (tag, after, result) in [
        ("*", "1-0", "1-0"),
        ("红胜", "*", "1-0"),
        ("某", "0-1", "0-1"),
        ("1-0", "0-1", "1-0"),
        ("1-0", "*", "1-0"),
    ] {
        let text = format!("[Result \"{tag}\"]\n\n1. h2e2 h9g7 {after}\n");
        assert_eq!(one(pgn::read(&text), &text).result(), result, "{text}");
    }
}

#[test]
fn dhtmlxq_of_pages_is_read() {
    let moves = "[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]";
    let variations = "[DhtmlXQ_move_1_3_2]7967[/DhtmlXQ_move_1_3_2][DhtmlXQ_move_0_2_1]1242[/DhtmlXQ_move_0_2_1]";
    let comments = "[DhtmlXQ_comment0]a||b &lt;c&gt; \\u70ae[/DhtmlXQ_comment0][DhtmlXQ_comment1_2]d[/DhtmlXQ_comment1_2]\
                    [DhtmlXQ_comment9]nowhere[/DhtmlXQ_comment9]";
    // Without the outer tags, with a tag that is closed by another name.
    let page = format!(
        "<div>[DhtmlXQ_red]甲&amp;乙[/DhtmlXQ_black]\n[DhtmlXQ_binit][/DhtmlXQ_binit]</div>\
        <script>var DhtmlXQ_movelist = '{moves}';</script>{variations}{comments}[DhtmlXQ_result]红胜[/DhtmlXQ_result]"
    );
    let game = one(dhtmlxq::read(&page), &page);
    assert_eq!((game.tag("Red"), game.result()), (Some("甲&乙"), "1-0"));
    assert_eq!(game.comment, "a\nb <c> 炮");
    let variation = &game.line[1].variations[0];
    assert_eq!((variation.len(), &*variation[0].comment), (2, "d"));
    // A page that repeats its game, and one with two.
    let block = format!("[DhtmlXQ]{moves}[/DhtmlXQ]");
    let repeated = format!("{block}<iframe name='[DhtmlXQiFrame]{moves}'>");
    assert_eq!(dhtmlxq::read(&repeated).unwrap().len(), 1);
    assert_eq!(dhtmlxq::read(&format!("{block}{block}")).unwrap().len(), 2);
    // The pieces of a colour may come in any order, and the first move determines the side.
    let binit = format!("{}49{}", "99".repeat(4), "99".repeat(11))
        + &format!("{}30{}", "99".repeat(4), "99".repeat(11));
    let black =
        format!("[DhtmlXQ_binit]{binit}[/DhtmlXQ_binit][DhtmlXQ_movelist]3031[/DhtmlXQ_movelist]");
    let game = one(dhtmlxq::read(&black), &black);
    assert!(game.start.to_fen().starts_with("3k5/9/9/9/9/9/9/9/9/4K4 b"));
}

#[test]
fn errors_name_the_byte() {
    let bytes = record(&sample());
    let mut illegal = bytes.clone();
    illegal[RECORDS + 4 + 4 + 6 + 2] = 0;
    let mut long = bytes.clone();
    long[RECORDS + 4..][..4].fill(0xff);
    let mut pieces = bytes.clone();
    pieces[2_120] = 0x25;
    for (bytes, error) in [
        (
            &b"XQ"[..],
            "byte 0: not a CBR file: it does not begin with 'CCBridge Record'",
        ),
        (
            &bytes[..100],
            "the game ends at byte 100, within the header",
        ),
        (
            &bytes[..RECORDS + 2],
            "the game ends at byte 2216, within a move",
        ),
        (
            &bytes[..RECORDS + 6],
            "the game ends at byte 2220, within the length of a comment",
        ),
        (
            &bytes[..RECORDS + 9],
            "the game ends at byte 2223, within a comment",
        ),
        (&illegal, "byte 2228: the move from a9 to e2 is not legal"),
        (
            &pieces,
            "byte 2120: the pieces form no valid position: black general on a9: it can never stand there",
        ),
    ] {
        assert_eq!(ccbridge::read(bytes).unwrap_err().to_string(), error);
    }
    assert!(
        ccbridge::read(&long)
            .unwrap_err()
            .to_string()
            .ends_with("within a comment")
    );
    let bytes = library(&[sample()], 1);
    // The number of entries of the index is not used, as by cchess.
    let mut entries = bytes.clone();
    entries[60..64].fill(0xff);
    assert_eq!(ccbridge::read_library(&entries).unwrap().len(), 1);
    let mut empty = bytes.clone();
    empty[INDEX + 276] = 0;
    for (bytes, error) in [
        (
            &b"XQ"[..],
            "byte 0: not a CBL file: it does not begin with 'CCBridgeLibrary'",
        ),
        (
            &bytes[..100],
            "the file ends at byte 100, within the header",
        ),
        (
            &bytes[..70_000],
            "the file ends at byte 70000, within a slot",
        ),
        (&empty, "byte 66624: no game in the library"),
    ] {
        assert_eq!(
            ccbridge::read_library(bytes).unwrap_err().to_string(),
            error
        );
    }
    let table = "
        -> byte 0: no game in the file: expected a tag such as [DhtmlXQ_movelist]
        甲[DhtmlXQ] -> byte 3: the tag that begins here is never closed
        [DhtmlXQ][DhtmlXQ_red -> byte 9: the tag that begins here is never closed
        [DhtmlXQ_red -> byte 12: no game in the file: expected a tag such as [DhtmlXQ_movelist]
        [DhtmlXQ_red]a[DhtmlXQ_black]b[/DhtmlXQ_black] -> byte 0: the tag that begins here is never closed
        [DhtmlXQ_movelist]77x7[/DhtmlXQ_movelist] -> byte 20: 'x' is not a digit of a square
        [DhtmlXQ_movelist]774[/DhtmlXQ_movelist] -> byte 18: expected two digits for each square
        [DhtmlXQ_movelist]7747706[/DhtmlXQ_movelist] -> byte 18: expected two digits for each square
        [DhtmlXQ_movelist]774770[/DhtmlXQ_movelist] -> byte 18: expected two squares for each move
        [DhtmlXQ_movelist]77477792[/DhtmlXQ_movelist] -> byte 22: the move from h2 to 92 is not legal
        [DhtmlXQ_binit]7747[/DhtmlXQ_binit] -> byte 15: expected the squares of 32 pieces
        [DhtmlXQ_fen]9 w[/DhtmlXQ_fen] -> byte 13: the pieces form no valid position: the FEN has 1 rank, a board has 10
        [DhtmlXQ_move_0_1_1]7747[/DhtmlXQ_move_0_1_1] -> byte 0: 'move_0_1_1' names no ply at which a variation can begin
        [DhtmlXQ_move_1_1_1]7747[/DhtmlXQ_move_1_1_1] -> byte 0: 'move_1_1_1' names no ply at which a variation can begin
        [DhtmlXQ_move_x]7747[/DhtmlXQ_move_x] -> byte 0: 'move_x' names no ply at which a variation can begin
    ";
    for (text, error) in rows(table) {
        assert_eq!(
            dhtmlxq::read(text).unwrap_err().to_string(),
            error,
            "{text}"
        );
    }
    let table = "
        -> line 1, column 1: no game in the file
        hello: world -> line 1, column 1: 'hello:' is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)
        1. ... 马8进7 -> line 1, column 8: dots as in '1...' say that black moves, but red is to move; check the FEN, or remove the dots
        1.炮二平五】 -> line 1, column 7: '】' is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)
        1.炮二平五（未完 -> line 1, column 7: the comment that begins here is never closed
        1.炮二平五马三进四 -> line 1, column 7: '马三进四': black has no horse on its file 3
    ";
    for (text, error) in rows(table) {
        assert_eq!(text::read(text).unwrap_err().to_string(), error, "{text}");
    }
}

#[test]
fn errors_in_utf16_without_a_mark_name_the_byte() {
    let text = "[DhtmlXQ_movelist]7x[/DhtmlXQ_movelist]";
    let utf16 = Encoding::Utf16.encode(text).unwrap();
    let error = GameFormat::DhtmlXq.read(&utf16[2..], Some(Encoding::Utf16));
    let error = error.unwrap_err();
    assert!(error.starts_with("byte 38: "), "{error}");
}

/// `tests/corpus` changes bytes, too.
#[test]
fn truncated_files_are_refused() {
    let game = sample();
    let bytes = record(&game);
    for end in 0..bytes.len() {
        let error = ccbridge::read(&bytes[..end]).unwrap_err().to_string();
        assert!(error.contains("byte"), "{error}");
    }
    let bytes = library(&[game.clone(), game.clone()], 1);
    for end in 0..bytes.len() {
        // Two whole games, or one, are left at the end of a slot.
        let is_whole = end == INDEX + 276 + SLOT;
        let games = ccbridge::read_library(&bytes[..end]);
        assert_eq!(games.is_ok(), is_whole, "{end}");
    }
    let page = dhtmlxq::write(&game, Encoding::Utf8);
    for end in 0..page.len() - 1 {
        let text = String::from_utf8_lossy(&page.as_bytes()[..end]);
        assert!(dhtmlxq::read(&text).is_err(), "{end}");
    }
}

/// Counts, lengths and nesting of hostile files use little memory, time and stack.
#[test]
fn hostile_files_are_refused() {
    let start = record(&GameTree::new(Board::startpos()));
    // Each move has an alternative, and the lines never end.
    let bytes = [&start[..RECORDS], &[2, 0, 64, 67].repeat(100_000)].concat();
    assert!(ccbridge::read(&bytes).is_err());
    // Each variation begins at the second move of the one before it: red's and black's rooks go up and down.
    let plies = ["8988", "8081", "8889", "8180"];
    let mut page = format!(
        "[DhtmlXQ_movelist]{}[/DhtmlXQ_movelist]",
        plies[..2].concat()
    );
    for number in 1..1_000 {
        let (line, ply) = (number - 1, number + 1);
        let moves = [plies[number % 4], plies[(number + 1) % 4]].concat();
        page += &format!(
            "[DhtmlXQ_move_{line}_{ply}_{number}]{moves}[/DhtmlXQ_move_{line}_{ply}_{number}]"
        );
    }
    let error = dhtmlxq::read(&page).unwrap_err().to_string();
    assert!(
        error.ends_with("variations are nested more than 64 deep"),
        "{error}"
    );
    let name = format!("move_0_{}_{}", u32::MAX, u32::MAX);
    let page =
        format!("[DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][DhtmlXQ_{name}]7747[/DhtmlXQ_{name}]");
    assert!(dhtmlxq::read(&page).is_err());
    assert!(text::read(&"炮二平五（炮八平五".repeat(1_000)).is_err());
    let blank = "\n".repeat(200_000);
    assert!(text::read(&format!("炮二平五 *{blank}")).is_ok());
    assert!(text::read(&"（".repeat(100_000)).is_err());
    assert!(text::read(&"1".repeat(100_000)).is_err());
}

#[test]
fn other_text_around_a_game_is_skipped() {
    for text in [
        "[友谊赛]\n1.炮二平五 马8进7",
        "[他说\"好\"]\n1.炮二平五 马8进7",
        "红方: 甲\n1.炮二平五 马8进7 红胜\n结果：红胜",
        "1.炮二平五 马8进7 红胜\n作者: 乙\n[完]",
        "1.炮二平五 马8进7\n作者: 乙",
    ] {
        let games = chuhe::games::text::read(text).unwrap();
        let lengths: Vec<usize> = games.iter().map(|game| game.main_line().len()).collect();
        assert_eq!(lengths, [2], "{text}");
    }
    let page = "<script>'[DhtmlXQ_' + name + '[DhtmlXQ_]'</script>\
        [DhtmlXQ][DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist][/DhtmlXQ]";
    let games = dhtmlxq::read(page).unwrap();
    assert_eq!((games.len(), games[0].main_line().len()), (1, 2));
}

#[test]
fn comments_before_and_between_tags_belong_to_their_game() {
    let check = |game: &GameTree, comment: &str| {
        let tags = ["Red", "Black"].map(|name| game.tag(name));
        assert_eq!(tags, [Some("甲"), Some("乙")], "{comment}");
        let found = (&*game.comment, game.line.len(), game.result());
        assert_eq!(found, (comment, 2, "1-0"));
    };
    for (header, comment) in [
        ("[Red \"甲\"]\n{广东}\n[Black \"乙\"]\n", "广东"),
        ("{notes}\n[Red \"甲\"]\n[Black \"乙\"]\n", "notes"),
        ("; by x\n[Red \"甲\"]\n[Black \"乙\"]\n", "by x"),
    ] {
        let text = format!("{header}\n1. 炮二平五 马8进7 1-0\n");
        for read in [pgn::read, text::read] {
            check(&one(read(&text), &text), comment);
        }
    }
    for (header, comment) in [
        ("红方：甲\n【广东】\n黑方：乙\n【湖北】\n", "广东\n湖北"),
        ("【转帖】\n红方：甲\n黑方：乙\n", "转帖"),
    ] {
        let text = format!("{header}结果：红胜\n1. 炮二平五 马8进7\n");
        check(&one(text::read(&text), &text), comment);
    }
}

#[test]
fn signs_after_a_result_are_left_out() {
    for result in ["红胜！", "1-0!", "红方胜！！", "红胜?"] {
        for text in [
            format!("1. 炮二平五 马8进7 {result}\n"),
            format!("[Result \"{result}\"]\n\n1. 炮二平五 马8进7\n"),
        ] {
            for read in [pgn::read, text::read] {
                let game = one(read(&text), &text);
                assert!(game.line[1].nags.is_empty(), "{text}");
                assert_eq!((game.line.len(), game.result()), (2, "1-0"), "{text}");
            }
        }
    }
    let text = "结果：红胜！\n1. 炮二平五 马8进7\n";
    assert_eq!(one(text::read(text), text).result(), "1-0");
}

#[test]
fn characters_of_no_width_are_blanks() {
    let text = "红方：甲\u{200b}\n\u{2060}结果：红胜\u{200b}\n\n\
        1.\u{200b}炮二平五\u{200b}马8进7（\u{200d}1... 炮8平5） 2.\u{200c}马二进三\n";
    let game = one(text::read(text), text);
    assert_eq!((game.tag("Red"), game.result()), (Some("甲"), "1-0"));
    assert_eq!((game.line.len(), game.line[1].variations.len()), (3, 1));
    let text = "1. h2e2\u{200b} h9g7\u{2060} 1-0\u{200b}\n";
    let game = one(pgn::read(text), text);
    assert_eq!((game.line.len(), game.result()), (2, "1-0"));
}

#[test]
fn tags_below_the_moves_of_a_text_belong_to_their_game() {
    let second = "标题: 二\n红方: 李四\n\n1. 炮八平五 马8进7\n";
    for (below, author) in [
        ("作者: 张三\n结果: 红胜\n", Some("张三")),
        ("\n作者: 张三\n棋谱主人: 丙\n结果: 红胜\n", Some("张三")),
        ("日期: 2001\n评注: 丙\n结果: 红胜\n", None),
        ("结果: 红胜\n作者: 张三\n", None),
        ("红胜\n作者: 张三\n", None),
        ("[Author \"张三\"]\n[Result \"1-0\"]\n", Some("张三")),
        ("（红胜）\n", None),
        ("【紅勝】\n", None),
    ] {
        let first = format!("标题: 一\n红方: 王五\n\n1. 炮二平五 马8进7\n{below}");
        let game = one(text::read(&first), &first);
        assert_eq!(
            (game.result(), game.tag("Author")),
            ("1-0", author),
            "{first}"
        );
        let both = format!("{first}\n{second}");
        let games = text::read(&both).unwrap();
        let found = games.iter().map(|game| {
            let tag = |name| game.tag(name);
            (tag("Title"), tag("Red"), tag("Author"), game.result())
        });
        let expected = [
            (Some("一"), Some("王五"), author, "1-0"),
            (Some("二"), Some("李四"), None, "*"),
        ];
        assert_eq!(Vec::from_iter(found), expected, "{both}");
    }
    // Lines that lead to the names of the next game, or to its first move, are its own.
    for header in [
        "日期: 2001\n红方: 李四\n\n",
        "日期: 2001\n\n",
        "\u{feff}日期: 2001\n\n",
    ] {
        for end in ["\n", "\n和棋\n\n"] {
            for mv in ["1. 炮八平五", "1 炮八平五", "炮八平五", "b2e2"] {
                let both = format!("1. 炮二平五 马8进7{end}{header}{mv}\n红胜\n");
                let games = text::read(&both).unwrap();
                let dates: Vec<_> = games.iter().map(|game| game.tag("Date")).collect();
                assert_eq!(dates, [None, Some("2001")], "{both}");
                assert_eq!(games[1].result(), "1-0", "{both}");
            }
        }
    }
    let both = "1.炮二平五 马8进7\n作者: 张三\nFEN: 3k5/9/9/9/9/9/9/9/R8/5K3 w\n1. 车九平六\n";
    let games = text::read(both).unwrap();
    let lengths: Vec<_> = games.iter().map(|game| game.line.len()).collect();
    assert_eq!(lengths, [2, 1]);
}

#[test]
fn tags_at_the_end_of_a_text_belong_to_its_last_game() {
    let text = "1. 炮二平五 马8进7\n赛事：甲级联赛\n红方：甲；黑方：乙\n结果：红胜\n";
    let game = one(text::read(text), text);
    let tags = ["Event", "Red", "Black"].map(|name| game.tag(name).unwrap());
    assert_eq!(tags, ["甲级联赛", "甲", "乙"]);
    assert_eq!((game.line.len(), game.result()), (2, "1-0"));
    // A FEN among them is not the start of the game.
    let text = "1. 炮二平五 马8进7\n局面：3k5/9/9/9/9/9/9/9/R8/5K3 w\n红方：甲\n";
    let game = one(text::read(text), text);
    assert_eq!((game.line.len(), game.tag("Red")), (2, Some("甲")));
    assert_eq!(game.start, Board::startpos());
    let text = "[红方 \"甲\"]\n[結果 \"黑胜\"]\n炮二平五";
    let game = one(text::read(text), text);
    assert_eq!((game.tag("Red"), game.result()), (Some("甲"), "0-1"));
    // Not in quadratic time.
    let text = "1. 炮二平五\n".to_owned() + &"红方：甲\n".repeat(100_000);
    assert_eq!(one(text::read(&text), "many tags").tag("Red"), Some("甲"));
    let text = "红：甲 黑：乙\n炮二平五";
    let game = one(text::read(text), text);
    let players = (game.tag("Red"), game.tag("Black"));
    assert_eq!(players, (Some("甲"), Some("乙")));
    // Moves are no names.
    for moves in [
        "红：炮二平五 黑：马8进7",
        "红：1.炮二平五",
        "红：h2e2 黑：h9g7",
    ] {
        assert!(text::read(moves).is_err(), "{moves}");
    }
}

#[test]
fn a_game_of_a_text_without_a_result_ends_before_move_1() {
    let text = "1. 炮二平五 马8进7\n2. 马二进三\n1. ... 马8进7\n";
    assert!(text::read(text).is_err());
    let text = "1. 炮二平五 马8进7 (\n1. 炮八平五\n) 2. 马二进三\n\n1. 兵七进一\n1.炮八平五";
    let games = text::read(text).unwrap();
    let lengths: Vec<_> = games.iter().map(|game| game.line.len()).collect();
    assert_eq!(lengths, [3, 1, 1]);
}

#[test]
fn move_1_in_any_form_begins_a_game_of_a_text() {
    let check = |text: &str| {
        let games = text::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let lengths: Vec<_> = games.iter().map(|game| game.line.len()).collect();
        assert_eq!(lengths, [3, 2], "{text}");
    };
    for end in [
        "\n",
        "\n\n",
        "\n\n第 2 局\n",
        " 红胜\n\n",
        "\n红胜\n1 局\n(1) 中炮对屏风马\n",
        "\n红胜\n\n1 兵七进一是仙人指路\n1 h2e2 is a good move\n\n",
    ] {
        for first in ["1.", "１．", "1。", "1·", "1 ", "1", "（1）", "(１) "] {
            let second = first.replace(['1', '１'], "2");
            let game = format!("{first}炮二平五 马8进7\n{second}马二进三");
            check(&format!("{game}{end}{first}炮八平五 马8进7\n"));
        }
        for first in ["1 ", "（1）"] {
            let game = format!("{first}h2e2 h9g7\nh0g2");
            for moves in [
                "b2e2! h9g7",
                "b2e2,h9g7",
                "b2e2、h9g7。",
                "b2e2(好) h9g7",
                "b2e2{x}h9g7 红胜。",
            ] {
                check(&format!("{game}{end}{first}{moves}\n"));
            }
        }
    }
}

#[test]
fn variations_of_a_text_may_have_dots_apart_from_their_number_and_signs() {
    for variation in [
        "1. ... 炮8平5 2. 马二进三",
        "1. …… 炮8平5 2. 马二进三",
        "1 ... 炮8平5 2 马二进三",
        "1... h7e7! 2. h0g2",
        "1... C8.5?! 2. H2+3?",
    ] {
        let text = format!("1. 炮二平五 马8进7 ({variation}) 2. 马二进三 *\n");
        let game = one(text::read(&text), &text);
        let moves = game.line[1].variations.iter().flatten();
        let moves = moves.map(|node| node.mv.to_string());
        assert_eq!(Vec::from_iter(moves), ["h7e7", "h0g2"], "{text}");
    }
    let text = "1. 炮二平五 马8进7 2. 马二进三 (2. 兵七进一 2. ... 马2进3) *\n";
    let game = one(text::read(text), text);
    assert_eq!(game.line[2].variations[0].len(), 2);
}

#[test]
fn captions_and_bracketed_numbers_of_a_text_are_no_results_or_comments() {
    let fen = "局面: 4k4/9/4c4/9/9/9/9/7C1/9/3K5 w\n";
    for (text, moves) in [
        (format!("{fen}红先胜\n1. 炮二平五"), 1),
        ("第一局\n红先和\n炮二平五 马8进7".to_owned(), 2),
        ("（1）炮二平五 马8进7 （2）马二进三".to_owned(), 3),
        ("1. 炮二平五\n红先胜".to_owned(), 1),
    ] {
        let game = one(text::read(&text), &text);
        let result = if text.ends_with("红先胜") {
            "1-0"
        } else {
            "*"
        };
        assert_eq!((game.line.len(), game.result()), (moves, result), "{text}");
        assert!(game.line.iter().all(|node| node.comment.is_empty()));
    }
    // The caption of the next game is not the result of the one before.
    let text = format!("{fen}1. 炮二平五\n\n红先和\n{fen}1. 炮二平五\n\n红先胜\n");
    let games = text::read(&text).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].result(), games[1].result()), ("*", "1-0"));
    // Above an empty line it is.
    let game = "红方: 甲\n1. 炮二平五 马8进7\n\n";
    let games = text::read(&format!("{game}先胜\n\n{game}先负\n")).unwrap();
    assert_eq!((games[0].result(), games[1].result()), ("1-0", "0-1"));
}

#[test]
fn signs_after_a_move_of_a_text_end_before_the_next_move() {
    for pasted in [
        "1.炮二平五！马8进72.马二进三！？车9平8?!",
        "1.炮二平五!马8进7 2.马二进三!?车9平8？！",
    ] {
        let game = one(text::read(pasted), pasted);
        let nags: Vec<_> = game.line.iter().map(|node| &node.nags[..]).collect();
        assert_eq!(nags, [&[1][..], &[], &[5], &[6]], "{pasted}");
    }
}

#[test]
fn headings_before_the_first_game_of_a_text_are_skipped() {
    for heading in [
        "第1局\n",
        "《橘中秘》\n\n  王天一 先胜 郑惟桐\n",
        "\u{3000}全国赛 第二轮\r\n\r\n",
        "棋谱主人: 丙\n红方: 甲\n",
    ] {
        for number in ["1.", ""] {
            let text = format!("{heading}{number}炮二平五 马8进7");
            let game = one(text::read(&text), &text);
            assert_eq!((game.line.len(), game.result()), (2, "*"), "{text}");
        }
    }
    // What may be a part of the game is not skipped.
    for (line, error) in [
        ("第1局 炮二平五\n", "line 1, column 1: '第1局'"),
        ("h2e2x h9g7\n", "line 1, column 1: 'h2e2x'"),
        ("第 1. 局\n", "line 1, column 1: '第'"),
        ("好棋（中炮）\n", "line 1, column 1: '好棋'"),
        ("第1局\n第2局", "line 1, column 1: '第1局'"),
        ("炮二平吾\n马8进7", "line 1, column 1: "),
    ] {
        let text = match line.ends_with('\n') {
            true => format!("{line}1.炮二平五 马8进7"),
            false => line.to_owned(),
        };
        let found = text::read(&text).unwrap_err().to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    let text = "{开局}\n1.炮二平五";
    assert_eq!(one(text::read(text), text).comment, "开局");
}

#[test]
fn headings_between_tags_and_moves_and_between_games_of_a_text_are_skipped() {
    let (tags, heading) = ("红方: 甲\n黑方: 乙\n", "第一局 当头炮夹马局\n");
    for number in ["1. ", ""] {
        let text = format!("{tags}\n{heading}{number}炮二平五 马8进7");
        let game = one(text::read(&text), &text);
        let found = (game.tag("Black"), game.line.len());
        assert_eq!(found, (Some("乙"), 2), "{text}");
    }
    let first = "1. 炮二平五 马8进7\n2. 马二进三 ……\n";
    for (next, result) in [
        (format!("\n\u{3000}{heading}"), "*"),
        (format!("\n{heading}{tags}"), "*"),
        (format!("\n{heading}\n{tags}\n又名\n"), "*"),
        (format!("\n红胜。\n\n{heading}"), "1-0"),
    ] {
        let text = format!("{first}{next}1. 炮八平五\n");
        let games = text::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let lengths: Vec<_> = games.iter().map(|game| game.line.len()).collect();
        assert_eq!((&lengths[..], games[0].result()), (&[3, 1][..], result));
    }
    // A typing error is still one.
    for text in [
        format!("{first}\n炮八平吾\n1. 炮八平五"),
        format!("{first}\n{heading}3. 车一平二"),
        format!("{first}{heading}1. 炮八平五"),
        format!("{first}\n{heading}\u{3000}1. 炮八平五"),
        format!("{first}\n{heading}1. …… 马8进7"),
        format!("{tags}3k5/9/9/9/9/9/9/9/C8/4K2C1 w\n1. 炮二平五"),
        "1. …… \n马8进7".to_owned(),
        format!("{tags}\n炮八平吾\n马8进7"),
    ] {
        assert!(text::read(&text).is_err(), "{text}");
    }
}

#[test]
fn html_entities_and_line_breaks_of_dhtmlxq_are_read() {
    let fen = "3k5/9/9/9/9/9/9/9/R8/5K3&#32;b&nbsp;-&nbsp;-&nbsp;0&nbsp;1";
    let page = format!(
        "[DhtmlXQ_red]&#30002;&#x7532;&#X4e59;&#39;&middot;&hellip;&mdash;[/DhtmlXQ_red]\
         [DhtmlXQ_black]&amp;#39; &unknown; &#x110000; &; & \\u0026lt; &#128512;[/DhtmlXQ_black]\
         [DhtmlXQ_fen]{fen}[/DhtmlXQ_fen]\
         [DhtmlXQ_comment0]a<br>b<br/>c<BR />d||e \\u003cbr>[/DhtmlXQ_comment0]"
    );
    let game = one(dhtmlxq::read(&page), &page);
    assert_eq!(game.tag("Red"), Some("甲甲乙'·…—"));
    assert_eq!(
        game.tag("Black"),
        Some("&#39; &unknown; &#x110000; &; & &lt; 😀")
    );
    assert_eq!(game.start.to_fen(), "3k5/9/9/9/9/9/9/9/R8/5K3 b - - 0 1");
    assert_eq!(game.comment, "a\nb\nc\nd\ne <br>");
}
