//! A response to lines of UCI.

use std::fmt::Write;
use std::time::Duration;

use crate::eval::Score;
use crate::protocol::ascii::{ascii, listed};
use crate::protocol::face::Face;
use crate::protocol::options::{Kind, OPTIONS, Options, Spec};
use crate::protocol::response::{Response, forced_end};
use crate::search::bench::Speed;
use crate::search::score::{Meaning, WIN_BOUND, meaning};
use crate::search::{Bound, Line};

/// The lines of a response, without the last line's end; empty where UCI has no word for it.
///
/// ```
/// use chuhe::protocol::{Response, uci::text};
/// use chuhe::search::{Line, score::MATE};
/// let line = Line { depth: 5, rank: 1, score: MATE - 5, pv: vec!["h2e2".parse().unwrap()], ..Line::default() };
/// let response = Response::Variation { line, ranked: false, wdl: None };
/// let expected = "info depth 5 seldepth 0 multipv 1 score mate 3 nodes 0 nps 0 hashfull 0 time 0 pv h2e2";
/// assert_eq!(text(&response), expected);
/// ```
pub fn text(response: &Response) -> String {
    match response {
        Response::Introduction => introduction(),
        Response::ReadyOk => "readyok".to_owned(),
        // Each variation has these numbers with it; the last word is worth a line.
        Response::Progress { last: false, .. } => String::new(),
        Response::Progress { elapsed, nodes, .. } => format!("info {}", work(*nodes, *elapsed, "")),
        Response::Variation { line, wdl, .. } => {
            let mut text = format!(
                "info depth {} seldepth {} multipv {} score {}",
                line.depth,
                line.seldepth,
                line.rank.max(1),
                score(line.score)
            );
            text += match line.bound {
                Bound::Exact => "",
                Bound::Lower => " lowerbound",
                Bound::Upper => " upperbound",
            };
            if let Some(wdl) = wdl {
                let _ = write!(text, " wdl {} {} {}", wdl.win, wdl.draw, wdl.loss);
            }
            let Line { nodes, elapsed, .. } = *line;
            let full = format!(" hashfull {}", line.hashfull);
            let _ = write!(text, " {}", work(nodes, elapsed, &full));
            text + &listed(" pv", &line.pv)
        }
        Response::StaticScore(value) => format!("info depth 0 score {}", score(*value)),
        Response::CurrentMove { depth, mv, number } => {
            format!("info depth {depth} currmove {mv} currmovenumber {number}")
        }
        // A mate is told with its score.
        Response::ForcedEnd(Meaning::Rule(plies)) => match forced_end(Meaning::Rule(*plies)) {
            Some(words) => format!("info string {words}"),
            None => String::new(),
        },
        Response::ForcedEnd(_) => String::new(),
        Response::Message(message) => format!("info string {}", ascii(message)),
        Response::Text(text) => text.clone(),
        Response::BestMove { mv, ponder, .. } => {
            format!("bestmove {mv}{}", listed(" ponder", ponder.as_slice()))
        }
        // Adapters tell by the score whether the game is lost or drawn.
        Response::NoBestMove { over: true } => {
            "info depth 0 score mate 0\nbestmove (none)".to_owned()
        }
        Response::NoBestMove { over: false } => "bestmove (none)".to_owned(),
        Response::PopHash(_) | Response::Bye => String::new(),
    }
}

/// `cp N`, or `mate N` in moves of the winner, negative for the loser. A win by the repetition rules is no mate and
/// is told as a score beyond all others, 30000 less the plies to it.
fn score(score: Score) -> String {
    match meaning(score) {
        Meaning::Evaluation(score) => format!("cp {score}"),
        Meaning::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Meaning::Mate(plies) => format!("mate {}", plies / 2),
        Meaning::Rule(plies) => format!("cp {}", plies.signum() * (WIN_BOUND - plies.abs())),
    }
}

fn work(nodes: u64, elapsed: Duration, between: &str) -> String {
    let nps = Speed { nodes, elapsed }.per_second();
    let time = elapsed.as_millis();
    format!("nodes {nodes} nps {nps}{between} time {time}")
}

fn introduction() -> String {
    let mut text = format!(
        "id name Chuhe {}\nid author the Chuhe authors\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in OPTIONS.iter().filter_map(option_line) {
        text += &line;
        text.push('\n');
    }
    #[cfg(feature = "tuning")]
    for line in crate::protocol::options::tuning::lines("option name") {
        text += &line;
        text.push('\n');
    }
    text + "uciok"
}

fn option_line(option: &Spec) -> Option<String> {
    let name = option.name_in(Face::Uci)?;
    let mut defaults = Options::default();
    let kind = match option.kind {
        Kind::Button { .. } => "button".to_owned(),
        Kind::Check { field } => format!("check default {}", field(&mut defaults)),
        Kind::Spin { min, max, get, .. } => {
            format!("spin default {} min {min} max {max}", get(&defaults))
        }
        // The protocol's word for no text: a line must not end in a blank.
        Kind::Text { field } => match field(&mut defaults).as_str() {
            "" => "string default <empty>".to_owned(),
            text => format!("string default {text}"),
        },
        Kind::Combo { get, .. } => {
            let words = option.words_in(Face::Uci);
            let default = words[get(&defaults)];
            // The default leads: uci2wb does not read it, and XBoard then sets what comes first.
            let others = words.iter().filter(|&&word| word != default);
            let words: Vec<&str> = std::iter::once(&default).chain(others).copied().collect();
            format!("combo default {default} var {}", words.join(" var "))
        }
    };
    Some(format!("option name {name} type {kind}"))
}

#[cfg(test)]
#[path = "write_tests.rs"]
mod tests;
