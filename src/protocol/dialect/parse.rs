//! Parses what both protocols share: options, positions, lists of moves, numbers, times, search limits.

use std::num::IntErrorKind;
use std::ops::RangeInclusive;
use std::str::SplitAsciiWhitespace;

use crate::board::{Board, Move};
use crate::protocol::command::{Command, Go};
use crate::protocol::console::{ConsoleCommand, MAX_PERFT_DEPTH};
use crate::rules::Game;

/// The words of a line that are still to be parsed.
pub type Words<'a> = SplitAsciiWhitespace<'a>;

/// The error of a `setoption` without a name.
const NO_OPTION: &str = "setoption: the name of the option is missing";

/// The error of an unknown word.
pub fn unknown_word(command: &str, word: &str) -> String {
    format!("{command}: unknown word '{word}'")
}

/// The error of a missing or wrong word.
fn unexpected(command: &str, expected: &str, found: &str) -> String {
    match found {
        "" => format!("{command}: expected {expected}"),
        _ => format!("{command}: expected {expected}, found '{found}'"),
    }
}

/// The first word of a text, empty if there is none, and the text after it.
pub fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_ascii_start();
    let end = text.find(|letter: char| letter.is_ascii_whitespace());
    text.split_at(end.unwrap_or(text.len()))
}

/// Parses `name NAME [value VALUE]`, either of any number of words, and `NAME [VALUE]`. GUIs send both forms in both protocols,
/// and no option is called `name`. A name of UCCI is one word, so that `name NAME VALUE` can be read, too. The blanks between the
/// words of VALUE are kept, since it may be the name of a file.
pub fn option(text: &str, is_uci: bool) -> Result<Command, String> {
    let (mut first, mut rest) = split_word(text);
    let has_value = text.split_ascii_whitespace().any(|word| word == "value");
    if !is_uci && first == "name" && !has_value {
        (first, rest) = split_word(rest);
    }
    let mut name = Vec::new();
    if first == "name" {
        loop {
            let (word, after) = split_word(rest);
            rest = after;
            if ["", "value"].contains(&word) {
                break;
            }
            name.push(word);
        }
    } else {
        name.push(first);
        while let ("value", after) = split_word(rest) {
            rest = after;
        }
    }
    let name = name.join(" ");
    if name.is_empty() {
        return Err(NO_OPTION.to_owned());
    }
    let value = rest.trim_ascii().to_owned();
    Ok(Command::SetOption { name, value })
}

/// Parses `{fen FEN|startpos} [moves MOVE...]` and plays the moves.
pub fn game(command: &str, mut words: Words) -> Result<Game, String> {
    let board = match words.next().unwrap_or_default() {
        "startpos" => match words.next() {
            None | Some("moves") => Board::startpos(),
            Some(word) => return Err(unknown_word(command, word)),
        },
        "fen" => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Board::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        other => return Err(unexpected(command, "'fen' or 'startpos'", other)),
    };
    let mut game = Game::new(board);
    for mv in moves(words)? {
        game.play(mv).map_err(|illegal| illegal.to_string())?;
    }
    Ok(game)
}

/// Parses a list of moves.
pub fn moves(words: Words) -> Result<Vec<Move>, String> {
    let parse = |(number, text): (usize, &str)| {
        let mv = text.parse::<Move>();
        mv.map_err(|error| format!("move {number} of the list: {error}"))
    };
    (1..).zip(words).map(parse).collect()
}

/// Parses the whole number after `go WORD`; `None` for `infinite`, which old GUIs send instead.
pub fn count(word: &str, words: &mut Words) -> Result<Option<u64>, String> {
    let found = words.next().unwrap_or_default();
    match found.parse::<u64>() {
        _ if found == "infinite" => Ok(None),
        Ok(number) => Ok(Some(number)),
        // A number that is too large becomes the largest.
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(Some(u64::MAX)),
        Err(_) => Err(unexpected(&format!("go {word}"), "a whole number", found)),
    }
}

/// Parses a number of 32 bits in the same way.
pub fn small_count(word: &str, words: &mut Words) -> Result<Option<u32>, String> {
    let number = count(word, words)?;
    Ok(number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
}

/// Parses the time after `go WORD`, in thousandths of its unit, since the unit may be the second.
pub fn time(word: &str, words: &mut Words) -> Result<Option<u64>, String> {
    let found = words.next().unwrap_or_default();
    match found.parse::<f64>() {
        _ if found == "infinite" => Ok(None),
        // A negative time becomes 0, and one that is too large the largest.
        Ok(time) if found.contains(|c: char| c.is_ascii_digit()) => {
            Ok(Some((time * 1000.0).round() as u64))
        }
        _ => Err(unexpected(&format!("go {word}"), "a time", found)),
    }
}

/// Parses a limit of both protocols into `go`; false if the word is not a limit.
pub fn limit(go: &mut Go, word: &str, words: &mut Words) -> Result<bool, String> {
    match word {
        "depth" => go.limits.depth = small_count(word, words)?,
        // A search of no nodes would return no move.
        "nodes" => go.limits.nodes = count(word, words)?.map(|nodes| nodes.max(1)),
        "movestogo" => go.moves_to_go = small_count(word, words)?,
        "movetime" => go.movetime = time(word, words)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses the depth after `perft`.
pub fn perft(words: Words) -> Result<ConsoleCommand, String> {
    let depth = depth("perft", words, 0..=MAX_PERFT_DEPTH)?;
    Ok(ConsoleCommand::Perft(depth))
}

/// Parses the depth after a command.
pub fn depth(command: &str, mut words: Words, range: RangeInclusive<u32>) -> Result<u32, String> {
    let found = words.next().unwrap_or_default();
    let depth = found.parse().ok().filter(|depth| range.contains(depth));
    let expected = format!("a depth from {} to {}", range.start(), range.end());
    depth.ok_or_else(|| unexpected(command, &expected, found))
}
