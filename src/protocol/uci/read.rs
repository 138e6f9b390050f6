//! A line of UCI to a command.

use crate::board::{Color, Move};
use crate::protocol::command::{Command, Go, Prefix};
use crate::protocol::face::Face;
use crate::protocol::script::{self, Script};
use crate::protocol::words::{Fault, Words, amount, count, saturated, setup};

/// Reads a line. A blank one is no command and no fault.
///
/// # Errors
/// Every way to be wrong is a [`Fault`] of its own.
///
/// ```
/// use chuhe::protocol::{Command, uci::read};
/// assert_eq!(read(" isready\t").unwrap(), Some(Command::IsReady));
/// let name = "Clear Hash".to_owned();
/// let value = String::new();
/// assert_eq!(read("setoption name Clear Hash").unwrap(), Some(Command::SetOption { name, value }));
/// let fault = read("go depth deep").unwrap_err();
/// assert_eq!(fault.to_string(), "go depth wants a whole number, not 'deep'");
/// ```
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let whole = line.split_ascii_whitespace();
    let mut words = whole.clone();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let option = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    Ok(Some(match first {
        "uci" => Command::Hello(Face::Uci),
        "isready" => Command::IsReady,
        "setoption" => read_option(words)?,
        // UCI has commands for what UCCI has options.
        "ucinewgame" => option("newgame", ""),
        "debug" => option("debug", words.next().unwrap_or_default()),
        "position" => Command::Position(setup("position", words)?),
        // Cyclone, and uci2wb in its name, leave the first word out.
        "fen" | "startpos" => Command::Position(setup("position", whole)?),
        "go" => read_go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit { draw: false },
        "quit" => Command::Quit,
        word => match script::read(word, words)? {
            Some(script) => Command::Script(script),
            None => {
                return Err(Fault::UnknownCommand {
                    protocol: Face::Uci.name(),
                    word: word.to_owned(),
                });
            }
        },
    }))
}

/// `name <name> [value <value>]`, either of any number of words. UCCI's `<name> <value>` is understood too.
fn read_option(mut words: Words) -> Result<Command, Fault> {
    let first = words.next().ok_or(Fault::NoOption)?;
    let is_value = |word: &&str| *word == "value";
    let (name, value): (Vec<&str>, Vec<&str>) = if first == "name" {
        let words: Vec<&str> = words.collect();
        let end = words.iter().position(is_value).unwrap_or(words.len());
        let value = words.get(end + 1..).unwrap_or_default();
        (words[..end].to_vec(), value.to_vec())
    } else {
        (vec![first], words.skip_while(is_value).collect())
    };
    if name.is_empty() {
        return Err(Fault::NoOption);
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

/// Words that are not known are passed over, as the protocol asks for; the machine tells of them.
fn read_go(mut words: Words) -> Result<Command, Fault> {
    let mut go = Go::default();
    let (red, black) = (Color::Red.index(), Color::Black.index());
    while let Some(word) = words.next() {
        let time = |word, words: &mut Words| {
            amount(word, words).map(|read| read.map(|amount| amount.in_milliseconds()))
        };
        match word {
            "ponder" => go.prefix = Prefix::Ponder,
            "infinite" => go.infinite = true,
            // Depth 0 asks for a move as well.
            "depth" => go.depth = count("depth", &mut words)?.map(|depth| saturated(depth).max(1)),
            "nodes" => go.nodes = count("nodes", &mut words)?,
            "mate" => go.mate = count("mate", &mut words)?.map(|moves| saturated(moves).max(1)),
            "movestogo" => go.moves_to_go = count("movestogo", &mut words)?.map(saturated),
            "movetime" => go.movetime = time("movetime", &mut words)?,
            "wtime" => go.clocks[red].0 = time("wtime", &mut words)?,
            "btime" => go.clocks[black].0 = time("btime", &mut words)?,
            "winc" => go.clocks[red].1 = time("winc", &mut words)?,
            "binc" => go.clocks[black].1 = time("binc", &mut words)?,
            "searchmoves" => {
                let moves: &mut Vec<Move> = go.only.get_or_insert_default();
                while let Some(mv) = words.clone().next().and_then(|word| word.parse().ok()) {
                    moves.push(mv);
                    words.next();
                }
            }
            // As Stockfish and its kin have it.
            "perft" => {
                return Ok(Command::Script(Script::Perft(script::depth(
                    "perft", words,
                )?)));
            }
            _ => go.unknown.push(word.to_owned()),
        }
    }
    Ok(Command::Go(go))
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
