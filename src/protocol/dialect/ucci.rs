//! UCCI 3.0.

use std::time::Duration;

use super::ascii::moves_after;
use super::parse::{ParseError, Words, amount, count, go_limit, moves, setup};
use super::protocol::Protocol;
use super::shared::{Customs, Dialect};
use crate::board::Move;
use crate::eval::Score;
use crate::protocol::command::{Command, Go, Prefix};
use crate::protocol::wdl::Wdl;
use crate::search::score::Meaning;
use crate::search::{Bound, Line, Probe};

/// The dialect of UCCI.
pub struct Ucci;

const CUSTOMS: Customs = Customs {
    protocol: Protocol::Ucci,
    name: "UCCI",
    identification: concat!(
        "id name Chuhe\nid version ",
        env!("CARGO_PKG_VERSION"),
        "\nid copyright MIT or Apache-2.0\nid author the Chuhe authors\n"
    ),
    introduction_end: "ucciok",
    option_start: "option",
    message_start: "info message",
    draw: " draw",
    resign: " resign",
    bye: "bye",
    answers_stop_in_idle: true,
    always_names_ponder_move: false,
    reports_bounds: false,
};

impl Dialect for Ucci {
    fn customs(&self) -> &'static Customs {
        &CUSTOMS
    }

    fn parse(&self, mut words: Words) -> Result<Option<Command>, ParseError> {
        Ok(Some(match words.next().unwrap_or_default() {
            "ucci" => Command::Hello(Protocol::Ucci),
            "setoption" => parse_option(words)?,
            "banmoves" => Command::BanMoves(moves(words)?),
            "go" => Command::Go(parse_go(words)?),
            "ponderhit" => parse_ponder_hit(words)?,
            "probe" => Command::Probe(setup("probe", words)?),
            _ => return Ok(None),
        }))
    }

    fn score(&self, score: Score) -> String {
        score.to_string()
    }

    fn progress(&self, elapsed: Duration, nodes: u64, _: bool) -> String {
        format!("info time {} nodes {nodes}", elapsed.as_millis())
    }

    fn variation(&self, line: &Line, ranked: bool, _: Option<Wdl>) -> String {
        // There is no word for a bound.
        if line.bound != Bound::Exact {
            return String::new();
        }
        // The depth comes first: clients know the line by it.
        let rank = match ranked {
            true => format!(" multipv {}", line.rank),
            false => String::new(),
        };
        let pv = moves_after(" pv", &line.pv);
        format!("info depth {}{rank} score {}{pv}", line.depth, line.score)
    }

    fn current_move(&self, _: u32, mv: Move, _: usize) -> String {
        format!("info currmove {mv}")
    }

    fn announces(&self, _: Meaning) -> bool {
        true
    }

    fn no_best_move(&self, _: bool) -> &'static str {
        "nobestmove"
    }

    fn probe(&self, probe: &Probe) -> String {
        let bound = |name, bound| match bound {
            Some((score, depth)) => format!(" {name} {score} depth {depth}"),
            None => String::new(),
        };
        let best = moves_after(" bestmove", probe.best.as_slice());
        let lower = bound("lowerbound", probe.lower);
        let upper = bound("upperbound", probe.upper);
        format!("pophash{best}{lower}{upper}")
    }

    fn option_end(&self, default: Option<&str>, values: &str) -> String {
        match default {
            None | Some("") => values.to_owned(),
            Some(default) => format!("{values} default {default}"),
        }
    }
}

/// `<name> [<value>]`. UCI's `name <name> value <value>` is understood too: the PyPI package `cchess` sends it to
/// engines of either protocol, and no option is called `name`.
fn parse_option(mut words: Words) -> Result<Command, ParseError> {
    let mut name = words.next().ok_or_else(ParseError::no_option)?;
    let mut values = words.clone();
    if name == "name" {
        name = words.next().ok_or_else(ParseError::no_option)?;
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

fn parse_ponder_hit(mut words: Words) -> Result<Command, ParseError> {
    match words.next() {
        None => Ok(Command::PonderHit { draw: false }),
        Some("draw") => Ok(Command::PonderHit { draw: true }),
        Some(word) => Err(ParseError::unknown_word("ponderhit", word)),
    }
}

/// `[ponder|draw] [infinite] [depth D] [nodes N] [time T [movestogo M] [increment I] [opptime
/// ...]]`.
///
/// The protocol allows one mode at a time, but `uci2wb` gives a clock and a depth together; then
/// each limit holds. It also says UCI's `movetime`.
fn parse_go(mut words: Words) -> Result<Go, ParseError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let prefix = match word {
            "ponder" => Prefix::Ponder,
            "draw" => Prefix::Draw,
            _ => Prefix::Plain,
        };
        match word {
            "ponder" | "draw" if go.prefix != Prefix::Plain && go.prefix != prefix => {
                let why = "go has either 'ponder' or 'draw', not both";
                return Err(ParseError::Invalid(why.to_owned()));
            }
            "ponder" | "draw" => go.prefix = prefix,
            "infinite" => {}
            "time" => go.time = amount(word, &mut words)?,
            "increment" => go.increment = amount(word, &mut words)?,
            // The opponent's clock is not used, but it must be one.
            "opptime" | "oppincrement" => drop(amount(word, &mut words)?),
            "oppmovestogo" => drop(count(word, &mut words)?),
            _ if go_limit(&mut go, word, &mut words)? => {}
            _ => return Err(ParseError::unknown_word("go", word)),
        }
    }
    let needs_clock = match (go.increment, go.moves_to_go) {
        (Some(_), _) => "increment",
        (None, Some(_)) => "movestogo",
        (None, None) => return Ok(go),
    };
    match go.time {
        Some(_) => Ok(go),
        None => Err(ParseError::Invalid(format!(
            "go {needs_clock} wants a 'time' beside it"
        ))),
    }
}
