//! The command `go` of UCI.

use super::parse::{Words, limit, perft, small_count, time};
use crate::board::Color;
use crate::protocol::command::{Command, Go};

/// Parses the words of a `go`. Unknown words are skipped, as the protocol demands; the state machine reports the first.
pub fn parse_go(mut words: Words) -> Result<Command, String> {
    let mut go = Go {
        in_milliseconds: true,
        ..Go::default()
    };
    let (red, black) = (Color::Red.index(), Color::Black.index());
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.limits.wait_for_stop = true,
            "wtime" => go.time[red] = time(word, &mut words)?,
            "btime" => go.time[black] = time(word, &mut words)?,
            "winc" => go.increment[red] = time(word, &mut words)?,
            "binc" => go.increment[black] = time(word, &mut words)?,
            "mate" => {
                go.limits.mate = small_count(word, &mut words)?.map(|moves| moves.max(1));
            }
            "searchmoves" => {
                while let Some(mv) = words.clone().next().and_then(|word| word.parse().ok()) {
                    go.search_moves.push(mv);
                    words.next();
                }
            }
            // As in Stockfish.
            "perft" => return Ok(Command::Console(perft(words)?)),
            _ if limit(&mut go, word, &mut words)? => {}
            _ => {
                go.unknown_word.get_or_insert_with(|| word.to_owned());
            }
        }
    }
    // Depth 0 requests a move as well.
    go.limits.depth = go.limits.depth.map(|depth| depth.max(1));
    Ok(Command::Go(go))
}
