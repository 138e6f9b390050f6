//! The command `go` of UCCI 3.0.

use super::parse::{Words, count, limit, time, unknown_word};
use crate::protocol::command::Go;

/// Parses `[ponder|draw] [infinite] [depth D] [nodes N] [time T [movestogo M] [increment I] [opptime ...]]`.
///
/// The protocol allows one mode at a time, but `uci2wb` gives a clock and a depth together; then each limit holds. It also
/// sends UCI's `movetime`.
pub fn parse_go(mut words: Words) -> Result<Go, String> {
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
