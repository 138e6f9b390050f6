//! The commands of UCI, in the dialect that GUIs for xiangqi share (Cyclone): ranks from 0 to 9, and `fen ...` for
//! `position fen ...`.

use super::parse::{NO_OPTION, Words, limit, perft, setup, small_count, time};
use crate::board::{Color, Move};
use crate::protocol::command::{Command, Go, Protocol};

/// Parses a command that differs from UCCI's; `None` for others.
pub fn parse(mut words: Words) -> Result<Option<Command>, String> {
    let all = words.clone();
    // Some options of UCCI are commands in UCI.
    let option = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    Ok(Some(match words.next().unwrap_or_default() {
        "uci" => Command::Greeting(Protocol::Uci),
        "setoption" => parse_option(words)?,
        "ucinewgame" => option("newgame", ""),
        "debug" => option("debug", words.next().unwrap_or_default()),
        // Cyclone and uci2wb omit the word `position`.
        "fen" | "startpos" => Command::Position(setup("position", all)?),
        "go" => parse_go(words)?,
        "ponderhit" => Command::PonderHit { draw: false },
        _ => return Ok(None),
    }))
}

/// Parses `name NAME [value VALUE]`, either of any number of words, and UCCI's `NAME VALUE`.
fn parse_option(mut words: Words) -> Result<Command, String> {
    let first = words.next().ok_or(NO_OPTION)?;
    let is_value = |word: &&str| *word == "value";
    let (name, value): (Vec<&str>, Vec<&str>) = if first == "name" {
        let name = words.by_ref().take_while(|word| !is_value(word)).collect();
        (name, words.collect())
    } else {
        (vec![first], words.skip_while(is_value).collect())
    };
    if name.is_empty() {
        return Err(NO_OPTION.to_owned());
    }
    Ok(Command::SetOption {
        name: name.join(" "),
        value: value.join(" "),
    })
}

/// Parses the words of a `go`. Unknown words are skipped, as the protocol demands; the state machine reports them.
fn parse_go(mut words: Words) -> Result<Command, String> {
    let mut go = Go {
        in_milliseconds: true,
        ..Go::default()
    };
    let (red, black) = (Color::Red.index(), Color::Black.index());
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "wtime" => go.time[red] = time(word, &mut words)?,
            "btime" => go.time[black] = time(word, &mut words)?,
            "winc" => go.increment[red] = time(word, &mut words)?,
            "binc" => go.increment[black] = time(word, &mut words)?,
            "mate" => go.mate = small_count(word, &mut words)?.map(|moves| moves.max(1)),
            "searchmoves" => {
                let moves: &mut Vec<Move> = go.search_moves.get_or_insert_default();
                while let Some(mv) = words.clone().next().and_then(|word| word.parse().ok()) {
                    moves.push(mv);
                    words.next();
                }
            }
            // As in Stockfish.
            "perft" => return Ok(Command::Console(perft(words)?)),
            _ if limit(&mut go, word, &mut words)? => {}
            _ => go.unknown_words.push(word.to_owned()),
        }
    }
    // Depth 0 requests a move as well.
    go.depth = go.depth.map(|depth| depth.max(1));
    Ok(Command::Go(go))
}
