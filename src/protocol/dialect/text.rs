//! The text of responses, in UCCI and in UCI.

use std::fmt::Write;
use std::time::Duration;

use crate::board::Move;
use crate::eval::Score;
use crate::protocol::adjudication::Adjudication;
use crate::protocol::command::Protocol;
use crate::protocol::options::{Kind, OPTIONS, Options, Spec};
use crate::protocol::response::Response;
use crate::protocol::wdl::Wdl;
use crate::search::bench::Speed;
use crate::search::score::{ScoreKind, ScoreText, WIN_BOUND, classify};
use crate::search::{Bound, Probe, PvLine};
use Protocol::{Ucci, Uci};

/// The longest message, in characters. Some GUIs read into a buffer of a thousand.
const MAX_MESSAGE: usize = 240;

impl Protocol {
    /// Returns the lines of a response, without the last line break; empty if the protocol cannot express it.
    ///
    /// ```
    /// use chuhe::protocol::{Protocol, Response};
    /// let none = Response::NoBestMove { over: false };
    /// assert_eq!(Protocol::Ucci.text(&none), "nobestmove");
    /// assert_eq!(Protocol::Uci.text(&none), "bestmove (none)");
    /// ```
    pub fn text(self, response: &Response) -> String {
        match (response, self) {
            (Response::Introduction, _) => introduction(self),
            (Response::ReadyOk, _) => "readyok".to_owned(),
            // In UCI each variation contains these numbers; only the totals get a line.
            (Response::Progress { last: false, .. }, Uci) => String::new(),
            (Response::Progress { elapsed, nodes, .. }, Uci) => {
                format!("info {}", work(*nodes, *elapsed, ""))
            }
            (Response::Progress { elapsed, nodes, .. }, Ucci) => {
                format!("info time {} nodes {nodes}", elapsed.as_millis())
            }
            (Response::Variation { line, wdl, .. }, Uci) => uci_variation(line, *wdl),
            (Response::Variation { line, ranked, .. }, Ucci) => ucci_variation(line, *ranked),
            (Response::StaticScore { score, mv }, _) => {
                let score = match self {
                    Uci => uci_score(*score),
                    Ucci => score.to_string(),
                };
                let variation = mv.map_or(String::new(), |mv| format!(" pv {mv}"));
                format!("info depth 0 score {score}{variation}")
            }
            (Response::CurrentMove { depth, mv, number }, Uci) => {
                format!("info depth {depth} currmove {mv} currmovenumber {number}")
            }
            (Response::CurrentMove { mv, .. }, Ucci) => format!("info currmove {mv}"),
            (Response::ForcedResult(score), _) => match (classify(*score), self) {
                // The score of UCI is a mate already.
                (ScoreKind::Mate(_), Uci) => String::new(),
                (ScoreKind::Rule(plies), _) => {
                    let moves = (plies.abs() + 1) / 2;
                    message(self, &format!("{} in {moves}", ScoreText(*score)))
                }
                _ => message(self, &ScoreText(*score).to_string()),
            },
            (Response::Message(text), _) => message(self, &ascii(text)),
            (
                Response::BestMove {
                    mv,
                    ponder,
                    adjudication,
                },
                _,
            ) => {
                let ponder = moves_after(" ponder", ponder.as_slice());
                let adjudication = match (adjudication, self) {
                    (None, _) | (_, Uci) => "",
                    (Some(Adjudication::Draw), Ucci) => " draw",
                    (Some(Adjudication::Resign), Ucci) => " resign",
                };
                format!("bestmove {mv}{ponder}{adjudication}")
            }
            (Response::NoBestMove { .. }, Ucci) => "nobestmove".to_owned(),
            // Adapters conclude from the score whether the game is lost or drawn.
            (Response::NoBestMove { over: true }, Uci) => {
                "info depth 0 score mate 0\nbestmove (none)".to_owned()
            }
            (Response::NoBestMove { over: false }, Uci) => "bestmove (none)".to_owned(),
            (Response::Console(text), _) => text.clone(),
            (Response::PopHash(probe), Ucci) => pop_hash(probe),
            (Response::Bye, Ucci) => "bye".to_owned(),
            (Response::PopHash(_) | Response::Bye, Uci) => String::new(),
        }
    }
}

/// `cp N`, or `mate N` in moves of the winner, negative for the loser. A win by the repetition rules is not a mate and
/// is reported as a score beyond all others, 30000 minus the plies to it.
fn uci_score(score: Score) -> String {
    match classify(score) {
        ScoreKind::Evaluation(score) => format!("cp {score}"),
        ScoreKind::Mate(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        ScoreKind::Mate(plies) => format!("mate {}", plies / 2),
        ScoreKind::Rule(plies) => format!("cp {}", plies.signum() * (WIN_BOUND - plies.abs())),
    }
}

fn uci_variation(line: &PvLine, wdl: Option<Wdl>) -> String {
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let wdl = wdl.map_or(String::new(), |wdl| {
        format!(" wdl {} {} {}", wdl.win, wdl.draw, wdl.loss)
    });
    let (depth, seldepth, rank) = (line.depth, line.seldepth, line.rank.max(1));
    let score = uci_score(line.score);
    let hashfull = format!(" hashfull {}", line.hashfull);
    let work = work(line.nodes, line.elapsed, &hashfull);
    let pv = moves_after(" pv", &line.pv);
    format!(
        "info depth {depth} seldepth {seldepth} multipv {rank} score {score}{bound}{wdl} {work}{pv}"
    )
}

fn work(nodes: u64, elapsed: Duration, between: &str) -> String {
    let nps = Speed { nodes, elapsed }.per_second();
    let time = elapsed.as_millis();
    format!("nodes {nodes} nps {nps}{between} time {time}")
}

/// The line of a variation in UCCI; empty for a bound, which UCCI cannot express. The depth comes first: clients recognize the
/// line by it.
fn ucci_variation(line: &PvLine, ranked: bool) -> String {
    let rank = match (line.bound, ranked) {
        (Bound::Lower | Bound::Upper, _) => return String::new(),
        (Bound::Exact, true) => format!(" multipv {}", line.rank),
        (Bound::Exact, false) => String::new(),
    };
    let pv = moves_after(" pv", &line.pv);
    format!("info depth {}{rank} score {}{pv}", line.depth, line.score)
}

fn pop_hash(probe: &Probe) -> String {
    let bound = |name, bound: Option<(Score, u32)>| match bound {
        Some((score, depth)) => format!(" {name} {score} depth {depth}"),
        None => String::new(),
    };
    let best = moves_after(" bestmove", probe.best.as_slice());
    let lower = bound("lowerbound", probe.lower);
    let upper = bound("upperbound", probe.upper);
    format!("pophash{best}{lower}{upper}")
}

fn message(protocol: Protocol, text: &str) -> String {
    match protocol {
        Ucci => format!("info message {text}"),
        Uci => format!("info string {text}"),
    }
}

/// The message in printable ASCII, since old GUIs read GB18030, new ones UTF-8. A message that is too long loses its middle:
/// its end has the reason of an error.
fn ascii(message: &str) -> String {
    let mut text = String::new();
    for letter in message.chars() {
        match letter {
            ' '..='~' => text.push(letter),
            _ => text.extend(letter.escape_default()),
        }
    }
    if text.len() > MAX_MESSAGE {
        const GAP: &str = "...";
        let half = (MAX_MESSAGE - GAP.len()) / 2;
        text.replace_range(half..text.len() - half, GAP);
    }
    text
}

/// A word and the moves after it; empty without moves.
fn moves_after(word: &str, moves: &[Move]) -> String {
    let mut text = String::new();
    for mv in moves {
        let word = if text.is_empty() { word } else { "" };
        let _ = write!(text, "{word} {mv}");
    }
    text
}

fn introduction(protocol: Protocol) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (id, option, end) = match protocol {
        Ucci => (
            format!("id name Chuhe\nid version {version}\nid copyright MIT or Apache-2.0"),
            "option",
            "ucciok",
        ),
        Uci => (format!("id name Chuhe {version}"), "option name", "uciok"),
    };
    let mut text = format!("{id}\nid author the Chuhe authors\n");
    let lines = OPTIONS
        .iter()
        .filter_map(|spec| option_line(protocol, option, spec));
    #[cfg(feature = "tuning")]
    let lines = lines.chain(crate::protocol::options::tuning::lines(option));
    text.extend(lines.map(|line| line + "\n"));
    text + end
}

fn option_line(protocol: Protocol, start: &str, option: &Spec) -> Option<String> {
    let name = option.name_in(protocol)?;
    let mut defaults = Options::default();
    let (kind, default, values) = match &option.kind {
        Kind::Button(_) => ("button", None, String::new()),
        Kind::Check(field) => {
            let default = field(&mut defaults).to_string();
            ("check", Some(default), String::new())
        }
        Kind::Text(field) => ("string", Some(field(&mut defaults).clone()), String::new()),
        Kind::Spin { range, get, .. } => {
            let values = format!(" min {} max {}", range.start(), range.end());
            ("spin", Some(get(&defaults).to_string()), values)
        }
        Kind::Combo { get, .. } => {
            let words = option.words_in(protocol);
            let default = words[get(&defaults)];
            // The default comes first: uci2wb ignores `default`, and XBoard then sets the first word.
            let others = words.iter().filter(|&&word| word != default);
            let words: Vec<&str> = std::iter::once(&default).chain(others).copied().collect();
            let values = format!(" var {}", words.join(" var "));
            ("combo", Some(default.to_owned()), values)
        }
    };
    let default = match (default.as_deref(), protocol) {
        (None, _) | (Some(""), Ucci) => String::new(),
        // UCI's word for an empty text: a line must not end in a blank.
        (Some(""), Uci) => " default <empty>".to_owned(),
        (Some(default), _) => format!(" default {default}"),
    };
    Some(match protocol {
        Ucci => format!("{start} {name} type {kind}{values}{default}"),
        Uci => format!("{start} {name} type {kind}{default}{values}"),
    })
}
