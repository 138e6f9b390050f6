//! The commands of UCCI 3.0.

use super::parse::{NO_OPTION, Words, count, limit, moves, setup, time, unknown_word};
use crate::protocol::command::{Command, Go, Protocol};

/// Parses a command that differs from UCI's; `None` for others.
pub fn parse(mut words: Words) -> Result<Option<Command>, String> {
    Ok(Some(match words.next().unwrap_or_default() {
        "ucci" => Command::Greeting(Protocol::Ucci),
        "setoption" => parse_option(words)?,
        "banmoves" => Command::BanMoves(moves(words)?),
        "go" => Command::Go(parse_go(words)?),
        "ponderhit" => match words.next() {
            Some("draw") => Command::PonderHit { draw: true },
            // The clock must start, whatever else the line says.
            _ => Command::PonderHit { draw: false },
        },
        "probe" => Command::Probe(setup("probe", words)?),
        _ => return Ok(None),
    }))
}

/// Parses `NAME [VALUE]`, and UCI's `name NAME value VALUE`: the PyPI package `cchess` sends it to engines of either
/// protocol, and no option is called `name`.
fn parse_option(mut words: Words) -> Result<Command, String> {
    let mut name = words.next().ok_or(NO_OPTION)?;
    let mut values = words.clone();
    if name == "name" {
        name = words.next().ok_or(NO_OPTION)?;
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

/// Parses `[ponder|draw] [infinite] [depth D] [nodes N] [time T [movestogo M] [increment I] [opptime ...]]`.
///
/// The protocol allows one mode at a time, but `uci2wb` gives a clock and a depth together; then each limit holds. It also
/// sends UCI's `movetime`.
fn parse_go(mut words: Words) -> Result<Go, String> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "draw" => go.draw_offered = true,
            "infinite" => {}
            "time" => go.time = [time(word, &mut words)?; 2],
            "increment" => go.increment = [time(word, &mut words)?; 2],
            // The opponent's clock is checked and not used.
            "opptime" | "oppincrement" => drop(time(word, &mut words)?),
            "oppmovestogo" => drop(count(word, &mut words)?),
            _ if limit(&mut go, word, &mut words)? => {}
            _ => return Err(unknown_word("go", word)),
        }
        if go.ponder && go.draw_offered {
            return Err("go: 'ponder' and 'draw' exclude each other".to_owned());
        }
    }
    let needs_clock = match (go.increment[0], go.moves_to_go) {
        (Some(_), _) => "increment",
        (None, Some(_)) => "movestogo",
        (None, None) => return Ok(go),
    };
    match go.time[0] {
        Some(_) => Ok(go),
        None => Err(format!("go {needs_clock}: 'time' is missing")),
    }
}
