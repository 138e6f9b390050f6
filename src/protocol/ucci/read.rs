//! A line of UCCI to a command.

use crate::protocol::command::{Command, Go, Prefix};
use crate::protocol::face::Face;
use crate::protocol::script;
use crate::protocol::words::{Fault, Words, amount, count, moves, saturated, setup};

/// Reads a line. A blank one is no command and no fault.
///
/// # Errors
/// Every way to be wrong is a [`Fault`] of its own.
///
/// ```
/// use chuhe::protocol::{Command, ucci::read};
/// assert_eq!(read(" isready\t").unwrap(), Some(Command::IsReady));
/// assert_eq!(read("").unwrap(), None);
/// let fault = read("position startpos moves h2e2 9g7").unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "move 2 of the list, '9g7', is not a move: want four characters such as h2e2"
/// );
/// ```
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    Ok(Some(match first {
        "ucci" => Command::Hello(Face::Ucci),
        "isready" => Command::IsReady,
        "setoption" => read_option(words)?,
        "position" => Command::Position(setup("position", words)?),
        "banmoves" => Command::BanMoves(moves(words)?),
        "go" => Command::Go(read_go(words)?),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit {
            draw: read_draw(words)?,
        },
        "probe" => Command::Probe(setup("probe", words)?),
        "quit" => Command::Quit,
        word => match script::read(word, words)? {
            Some(script) => Command::Script(script),
            None => {
                return Err(Fault::UnknownCommand {
                    protocol: Face::Ucci.name(),
                    word: word.to_owned(),
                });
            }
        },
    }))
}

/// `<name> [<value>]`. UCI's `name <name> value <value>` is understood too: the PyPI package
/// `cchess` says it so to engines of either protocol, and no option is called `name`.
fn read_option(mut words: Words) -> Result<Command, Fault> {
    let mut name = words.next().ok_or(Fault::NoOption)?;
    let mut values = words.clone();
    if name == "name" {
        name = words.next().ok_or(Fault::NoOption)?;
        values = words.clone();
        if words.next() == Some("value") {
            values = words;
        }
    }
    Ok(Command::SetOption {
        name: name.to_owned(),
        value: values.collect::<Vec<_>>().join(" "),
    })
}

fn read_draw(mut words: Words) -> Result<bool, Fault> {
    match words.next() {
        None => Ok(false),
        Some("draw") => Ok(true),
        Some(word) => Err(Fault::UnknownWord {
            command: "ponderhit",
            word: word.to_owned(),
        }),
    }
}

/// `[ponder|draw] [infinite] [depth D] [nodes N] [time T [movestogo M] [increment I] [opptime
/// ...]]`.
///
/// The protocol allows one mode at a time, but `uci2wb` gives a clock and a depth together; then
/// each limit holds. It also says UCI's `movetime`.
fn read_go(mut words: Words) -> Result<Go, Fault> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "ponder" | "draw" => {
                let prefix = match word {
                    "ponder" => Prefix::Ponder,
                    _ => Prefix::Draw,
                };
                if go.prefix != Prefix::Plain && go.prefix != prefix {
                    return Err(Fault::PonderAndDraw);
                }
                go.prefix = prefix;
            }
            "infinite" => {}
            "depth" => go.depth = count("depth", &mut words)?.map(saturated),
            "nodes" => go.nodes = count("nodes", &mut words)?,
            "movestogo" => go.moves_to_go = count("movestogo", &mut words)?.map(saturated),
            "movetime" => go.movetime = amount("movetime", &mut words)?,
            "time" => go.time = amount("time", &mut words)?,
            "increment" => go.increment = amount("increment", &mut words)?,
            // The opponent's clock is of no use to us, but it must be one.
            "opptime" => drop(amount("opptime", &mut words)?),
            "oppincrement" => drop(amount("oppincrement", &mut words)?),
            "oppmovestogo" => drop(count("oppmovestogo", &mut words)?),
            _ => {
                return Err(Fault::UnknownWord {
                    command: "go",
                    word: word.to_owned(),
                });
            }
        }
    }
    match (go.time, go.increment, go.moves_to_go) {
        (None, Some(_), _) => Err(Fault::NoClock { word: "increment" }),
        (None, _, Some(_)) => Err(Fault::NoClock { word: "movestogo" }),
        _ => Ok(go),
    }
}

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
