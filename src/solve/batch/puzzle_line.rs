//! The parser of an input line.
//!
//! An input can mix three formats: EPD (a FEN and operations), a bare FEN with or without a comment, and the batch files of
//! UCCI engines, in which a `go` follows a `position`.

use std::time::Duration;

use super::puzzle::{Puzzle, PuzzleError, PuzzleLimits};
use crate::board::{Board, epd};
use crate::games::move_list;
use crate::rules::Game;

/// The meaning of an input line.
#[derive(Clone, Debug)]
pub enum PuzzleLine {
    /// An empty line, a comment, or a protocol command other than `position` and `go`.
    Nothing,
    /// A `go` with its limits, or its error; a `banmoves` with moves, which no puzzle may have, is also an error.
    Go(Result<PuzzleLimits, String>),
    /// A `position`, which a `go` may follow.
    Position(Result<Puzzle, PuzzleError>),
    /// A FEN or EPD.
    Puzzle(Result<Puzzle, PuzzleError>),
}

/// Parses a line.
///
/// ```
/// use chuhe::solve::batch::puzzle_line::{PuzzleLine, read};
/// let PuzzleLine::Puzzle(Ok(puzzle)) = read("4k4/9/9/9/9/9/9/9/4A4/3K5 b dm 2; # to be checked") else {
///     panic!("a puzzle");
/// };
/// assert_eq!(puzzle.operand("dm"), Some("2"));
/// assert!(matches!(read("go depth 5"), PuzzleLine::Go(Ok(go)) if go.depth == Some(5)));
/// assert!(matches!(read("go depth 0"), PuzzleLine::Go(Ok(go)) if go.depth == Some(1)));
/// ```
pub fn read(text: &str) -> PuzzleLine {
    let (number, text) = numbered(text);
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        // Of the other protocol commands only `position` and `go` count.
        None
        | Some(
            "ucci" | "uci" | "setoption" | "isready" | "ucinewgame" | "stop" | "quit" | "ponderhit",
        ) => PuzzleLine::Nothing,
        Some("banmoves") => match words.next() {
            Some(_) => {
                let what = "puzzles are solved without banned moves; leave out 'banmoves'";
                PuzzleLine::Go(Err(what.to_owned()))
            }
            None => PuzzleLine::Nothing,
        },
        Some("go") => PuzzleLine::Go(go(words)),
        Some("position") => PuzzleLine::Position(position(number, words)),
        Some("startpos") => PuzzleLine::Position(position(number, text.split_ascii_whitespace())),
        Some(_) if text.starts_with("{\"") => PuzzleLine::Puzzle(Err(PuzzleError::ResultLine)),
        Some(_) => PuzzleLine::Puzzle(puzzle(number, text)),
    }
}

/// Parses a FEN or EPD. The name or else the number before it is its `id`, unless an operation is.
fn puzzle(number: &str, text: &str) -> Result<Puzzle, PuzzleError> {
    let start = placement(text).ok_or(PuzzleError::NoFen)?;
    let (prefix, text) = text.split_at(start);
    let name = name(prefix)
        .ok_or_else(|| PuzzleError::Prefix(prefix.trim().chars().take(80).collect()))?;
    let (fen, operations) = epd::split(text);
    let board = Board::from_fen(&fen)?;
    let puzzle = Puzzle {
        operations,
        ..Puzzle::new(Game::new(board))
    };
    Ok(named(puzzle, if name.is_empty() { number } else { name }))
}

/// The number or label with which a line begins, and the text after it without comment. It is the value of a header `FEN`.
fn numbered(text: &str) -> (&str, &str) {
    // Some editors begin a file with a byte order mark.
    let text = without_comment(text.trim_start_matches('\u{feff}').trim());
    let (number, text) = split_label(text).unwrap_or_else(|| split_number(text));
    (number, header_value(text))
}

/// The puzzle with the operation `id`, unless that is empty or the puzzle has one.
fn named(mut puzzle: Puzzle, id: &str) -> Puzzle {
    if !id.is_empty() && puzzle.operand("id").is_none() {
        puzzle.operations.push(("id".to_owned(), id.to_owned()));
    }
    puzzle
}

/// The `id` of an invalid line or cell, by which its author finds it: the operation, or the name or number before the FEN.
#[cfg(feature = "cli")]
pub(super) fn id_of_invalid(text: &str) -> Option<String> {
    let (number, text) = numbered(text);
    let prefix = &text[..placement(text).unwrap_or(0)];
    let (_, operations) = epd::split(text);
    let mut ids = [epd::find(&operations, "id"), name(prefix), Some(number)]
        .into_iter()
        .flatten();
    ids.find(|id| !id.is_empty()).map(str::to_owned)
}

/// The marks that may follow a number or a name.
const MARKS: [char; 8] = [':', '：', '.', '．', '。', '、', '=', '】'];

/// The number or name in square brackets before a position, and the text after it.
fn split_label(text: &str) -> Option<(&str, &str)> {
    let (label, after) = text.strip_prefix('[')?.split_once(']')?;
    let after = after.trim_start().trim_start_matches(MARKS).trim_start();
    let mut words = after.split(is_end_of_word);
    let has_position = after.starts_with("startpos") || words.any(has_ranks);
    (has_position && !label.contains('"')).then_some((label.trim(), after))
}

/// The number with which a line begins, as `12.`, `12)`, `（12）` or `（十二）`, and the text after it.
fn split_number(text: &str) -> (&str, &str) {
    let bracketed = text.strip_prefix(['(', '（', '【']);
    let rest = bracketed.unwrap_or(text);
    let is_numeral =
        |found: char| bracketed.is_some() && "零〇一二三四五六七八九十百千".contains(found);
    let end = rest.find(|found: char| !is_digit(found) && !is_numeral(found));
    let (number, after) = rest.split_at(end.unwrap_or(rest.len()));
    let is_mark = |found: char| MARKS.contains(&found) || [')', '）'].contains(&found);
    match !number.is_empty() && after.starts_with(is_mark) {
        true => (number, after.trim_start_matches(is_mark).trim_start()),
        false => ("", text),
    }
}

fn is_end_of_word(character: char) -> bool {
    character.is_whitespace() || MARKS.contains(&character) || is_enclosed(character)
}

/// True for a number in a circle or in brackets.
fn is_enclosed(character: char) -> bool {
    ('①'..='⒛').contains(&character)
}

/// True for a number of a collection: digits, a number in a circle or in brackets, or a word such as 第三题.
fn is_number(word: &str) -> bool {
    word.chars()
        .all(|letter| is_digit(letter) || is_enclosed(letter))
        || word.starts_with('第') && !word.contains(char::is_whitespace)
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit() || ('０'..='９').contains(&character)
}

/// The value of the PGN header `[FEN "..."]`, nothing for another header, and any other text as it is.
fn header_value(text: &str) -> &str {
    let Some(header) = text.strip_prefix('[') else {
        return text;
    };
    let (name, value) = header.split_once('"').unwrap_or_default();
    let is_fen = name.trim().eq_ignore_ascii_case("fen");
    let value = value.split('"').next().filter(|_| is_fen);
    value.unwrap_or_default()
}

/// The offset of the ranks of a FEN: the first word with eight or more, else the first with a `/`.
fn placement(text: &str) -> Option<usize> {
    let words = text.split(is_end_of_word).filter(|word| word.contains('/'));
    let mut complete = words.clone().filter(|word| is_placement(word));
    let word = complete.next().or_else(|| words.clone().next())?;
    Some(word.as_ptr() as usize - text.as_ptr() as usize)
}

/// True for a word that may be the ranks of a FEN, also if there are too few.
fn has_ranks(word: &str) -> bool {
    let is_part = |byte: u8| byte == b'/' || byte.is_ascii_alphanumeric();
    is_placement(word)
        || word.contains('/')
            && word.bytes().all(is_part)
            && word.contains(|letter: char| letter.is_ascii_alphabetic())
            && word.contains(is_digit)
}

/// True for a text with a word of eight or more ranks.
#[cfg(feature = "cli")]
pub(super) fn has_placement(text: &str) -> bool {
    text.split(is_end_of_word).any(is_placement)
}

/// True for a word with eight or more ranks.
fn is_placement(word: &str) -> bool {
    word.matches('/').count() >= 7
}

/// The name in the text before a FEN, which ends in a mark such as a colon, without the word `fen` after it. Empty if there is
/// none. `None` for other text.
fn name(prefix: &str) -> Option<&str> {
    let mut prefix = prefix.trim();
    loop {
        let name = prefix.trim_end_matches(MARKS).trim_end();
        let at = name.len().checked_sub(3);
        let (before, word) = at
            .and_then(|at| name.split_at_checked(at))
            .unwrap_or_default();
        if word.eq_ignore_ascii_case("fen")
            && (before.is_empty() || before.ends_with(is_end_of_word))
        {
            prefix = before.trim();
            continue;
        }
        return match name {
            // A label, as `fen`.
            "局面" => Some(""),
            _ if name.len() < prefix.len() => Some(name.trim_start_matches('【')),
            _ => Some(prefix).filter(|prefix| is_number(prefix)),
        };
    }
}

/// The line up to the first `#` outside quotation marks that is at its start or follows white space.
pub(super) fn without_comment(text: &str) -> &str {
    let mut is_after_gap = true;
    let comment = epd::find_unquoted(text, |character| {
        let gap = std::mem::replace(&mut is_after_gap, character.is_whitespace());
        character == '#' && gap
    });
    comment.map_or(text, |start| text[..start].trim_end())
}

/// Parses the rest of a `position`: `fen <fen> | startpos`, then `moves <move>...`. The number before it is its `id`.
fn position<'a>(
    number: &str,
    mut words: impl Iterator<Item = &'a str>,
) -> Result<Puzzle, PuzzleError> {
    let kind = words.next().unwrap_or_default();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let board = match (kind, fen.is_empty()) {
        ("startpos", true) => Board::startpos(),
        ("fen", _) => Board::from_fen(&fen.join(" "))?,
        ("startpos", false) => {
            return Err(PuzzleError::NoPosition(format!("startpos {}", fen[0])));
        }
        _ => return Err(PuzzleError::NoPosition(kind.to_owned())),
    };
    let mut puzzle = Puzzle::new(Game::new(board));
    move_list::play(&mut puzzle.game, &Vec::from_iter(words))?;
    Ok(named(puzzle, number))
}

/// Words of a `go` besides its limits, which may have numbers. They are skipped.
const GO_WORDS: &str = "infinite ponder draw increment movestogo opptime oppincrement oppmovestogo \
    wtime btime winc binc rtime rinc perft";

/// Parses the limits of a `go`.
fn go<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<PuzzleLimits, String> {
    let mut limits = PuzzleLimits::default();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            let what = "puzzles are solved with all moves; leave out 'searchmoves'";
            return Err(what.to_owned());
        }
        if !["depth", "nodes", "movetime", "time", "mate"].contains(&word) {
            if GO_WORDS.split(' ').any(|known| known == word) || word.parse::<f64>().is_ok() {
                continue;
            }
            return Err(format!("go: unknown word '{word}'"));
        }
        let found = words.next().unwrap_or_default();
        if found == "infinite" {
            continue;
        }
        let amount: u64 = found
            .parse()
            .map_err(|_| format!("go {word}: expected a whole number, found '{found}'"))?;
        // As in UCI, a depth of 0 counts as 1, the least that can be searched.
        let plies = u32::try_from(amount.max(1)).unwrap_or(u32::MAX);
        match word {
            "nodes" => limits.nodes = Some(amount),
            "depth" => limits.depth = Some(plies),
            "mate" => limits.depth = Some(plies.saturating_mul(2).saturating_sub(1)),
            _ => limits.time = Some(Duration::from_millis(amount)),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5 b";

    fn error(text: &str) -> String {
        match read(text) {
            PuzzleLine::Puzzle(Err(error)) | PuzzleLine::Position(Err(error)) => error.to_string(),
            PuzzleLine::Go(Err(error)) => error,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn fen_is_read_in_the_forms_of_collections() {
        for (text, id) in [
            ("12. FEN", Some("12")),
            ("12)FEN", Some("12")),
            ("12、FEN", Some("12")),
            ("5． FEN", Some("5")),
            ("（３） FEN", Some("３")),
            ("[4] FEN", Some("4")),
            ("[ 第4题 ]：fen FEN c0 \"x\";", Some("第4题")),
            ("Puzzle [12]: FEN", Some("Puzzle [12]")),
            ("（一）FEN", Some("一")),
            ("(十二) FEN", Some("十二")),
            ("（三打祝家庄）: FEN", Some("（三打祝家庄）")),
            ("⑤FEN", Some("⑤")),
            ("12 FEN", Some("12")),
            ("③ FEN", Some("③")),
            ("第三题 FEN", Some("第三题")),
            ("fen FEN", None),
            ("FEN: FEN", None),
            ("[FEN \"FEN\"]", None),
            ("3. fen FEN", Some("3")),
            ("马后炮： FEN", Some("马后炮")),
            ("2. 红先/胜 :FEN c0 \"a/b\";", Some("红先/胜")),
            ("【双车错】fen=FEN", Some("双车错")),
            ("局面FEN：FEN", Some("局面FEN")),
            ("局面： FEN", None),
            ("Griffen: FEN", Some("Griffen")),
            ("7. FEN；id “八；九”；", Some("八；九")),
            ("FEN id “第 #3 题”; # comment", Some("第 #3 题")),
        ] {
            let (head, tail) = text.rsplit_once("FEN").unwrap();
            let line = read(&format!("{head}{FEN}{tail}"));
            let PuzzleLine::Puzzle(Ok(puzzle)) = line else {
                panic!("{text}: {line:?}");
            };
            assert!(puzzle.game.board().to_fen().starts_with(FEN), "{text}");
            assert_eq!(puzzle.operand("id"), id, "{text}");
        }
        for text in ["4. startpos", "[4] startpos", "4) position startpos"] {
            let id = Some("4");
            assert!(
                matches!(read(text), PuzzleLine::Position(Ok(puzzle)) if puzzle.operand("id") == id)
            );
        }
        for line in [
            "[Event \"x\"]",
            "[Event \"x] 1/2\"]",
            "[红先/胜]",
            "[1] 双车错",
            "[2024.01.01]",
            "[Result] 1/2-1/2",
            "[第一章] 车/马/炮",
        ] {
            assert!(matches!(read(line), PuzzleLine::Nothing), "{line}");
        }
        // Deeper than a recursion could go.
        let line = "fen ".repeat(200_000) + FEN;
        assert!(matches!(read(&line), PuzzleLine::Puzzle(Ok(_))));
    }

    #[cfg(feature = "cli")]
    #[test]
    fn invalid_lines_have_an_id() {
        for (text, id) in [
            ("[7] 4k4/9/9/9/9/9/9/9 w", Some("7")),
            ("12. 4k4/9 w", Some("12")),
            ("马后炮：4k4/9 w id \"8\";", Some("8")),
            ("马后炮：4k4/9 w", Some("马后炮")),
            ("[9] position fen 4k4/9/9/9/9/9/9/9 w", Some("9")),
            ("rubbish", None),
        ] {
            assert_eq!(id_of_invalid(text).as_deref(), id, "{text}");
        }
    }

    #[test]
    fn comments_are_removed_except_within_quotation_marks() {
        for text in ["", "   ", "# 4k4/9 w", "\u{feff}# first", "ucci", "quit"] {
            assert!(matches!(read(text), PuzzleLine::Nothing), "{text}");
        }
        let line = read(&format!("{FEN} c0 \"no # here\"; # but here"));
        let is_kept = |puzzle: &Puzzle| puzzle.operand("c0") == Some("no # here");
        assert!(matches!(line, PuzzleLine::Puzzle(Ok(puzzle)) if is_kept(&puzzle)));
    }

    #[test]
    fn batch_files_are_read() {
        let fen = format!("position fen {FEN} - - 0 1");
        for (text, moves) in [("position startpos moves h2e2 h9g7", 2), (&fen, 0)] {
            let is_read = |puzzle: &Puzzle| puzzle.game.moves().len() == moves;
            assert!(matches!(read(text), PuzzleLine::Position(Ok(puzzle)) if is_read(&puzzle)));
        }
        let clocks = format!(
            "go {} -5 mate 3 nodes 1000 infinite",
            GO_WORDS.replace(' ', " 9 ")
        );
        let PuzzleLine::Go(Ok(go)) = read(&clocks) else {
            panic!("a go");
        };
        assert_eq!((go.depth, go.nodes, go.time), (Some(5), Some(1000), None));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, what) in [
            (
                "rubbish",
                "expected a FEN, ten ranks separated by /, or startpos",
            ),
            (
                "红先胜 4k4/9/9/9/9/9/9/9/4A4/3K5 w",
                "'红先胜' stands before the FEN: end a name with a colon, or leave it out",
            ),
            ("一：4k4/9 w", "the FEN has 2 ranks, a board has 10"),
            ("[7] 4k4/9 w", "the FEN has 2 ranks, a board has 10"),
            (
                "position 4k4/9 w",
                "'position': expected 'fen' or 'startpos', found '4k4/9'",
            ),
            (
                "position startpos h2e2",
                "'position': expected 'fen' or 'startpos', found 'startpos h2e2'",
            ),
            (
                "position startpos moves h2e2 zz",
                "move 2 of the list: 'zz' is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)",
            ),
            (
                "position startpos moves h2e2 a0a1",
                "move 2 of the list, a0a1, is not legal for black",
            ),
            ("go tim 5", "go: unknown word 'tim'"),
            (
                "go searchmoves h2e2 depth 3",
                "puzzles are solved with all moves; leave out 'searchmoves'",
            ),
            (
                "{\"line\":1}",
                "a result in JSON, not a puzzle; `chuhe solve --from-results FILE` writes results in another format",
            ),
            (
                "go depth deep",
                "go depth: expected a whole number, found 'deep'",
            ),
        ] {
            assert_eq!(error(text), what);
        }
        assert!(error("4k4/9/9/9/9/9/9/9/9/4K4 w").contains("face each other on file e"));
    }
}
