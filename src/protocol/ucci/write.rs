//! A response to lines of UCCI.

use crate::protocol::ascii::{ascii, listed};
use crate::protocol::face::Face;
use crate::protocol::manners::Gesture;
use crate::protocol::options::{Kind, OPTIONS, Options, Spec};
use crate::protocol::response::{Response, forced_end};
use crate::search::Bound;

/// The lines of a response, without the last line's end; empty where UCCI has no word for it.
///
/// ```
/// use chuhe::protocol::{Response, ucci::text};
/// let response = Response::BestMove { mv: "h2e2".parse().unwrap(), ponder: None, gesture: None };
/// assert_eq!(text(&response), "bestmove h2e2");
/// assert_eq!(text(&Response::Message("no 炮".to_owned())), r"info message no \u{70ae}");
/// ```
pub fn text(response: &Response) -> String {
    match response {
        Response::Introduction => introduction(),
        Response::ReadyOk => "readyok".to_owned(),
        Response::Progress { elapsed, nodes, .. } => {
            format!("info time {} nodes {nodes}", elapsed.as_millis())
        }
        // There is no word for a bound, and a bound told as a score misleads.
        Response::Variation { line, .. } if line.bound != Bound::Exact => String::new(),
        Response::Variation { line, ranked, .. } => {
            // The depth comes first: clients know the line by it.
            let mut text = format!("info depth {}", line.depth);
            if *ranked {
                text += &format!(" multipv {}", line.rank);
            }
            text += &format!(" score {}", line.score);
            text + &listed(" pv", &line.pv)
        }
        Response::StaticScore(score) => format!("info depth 0 score {score}"),
        Response::CurrentMove { mv, .. } => format!("info currmove {mv}"),
        Response::ForcedEnd(means) => match forced_end(*means) {
            Some(words) => format!("info message {words}"),
            None => String::new(),
        },
        Response::Message(message) => format!("info message {}", ascii(message)),
        Response::BestMove {
            mv,
            ponder,
            gesture,
        } => {
            let ponder = listed(" ponder", ponder.as_slice());
            let gesture = match gesture {
                None => "",
                Some(Gesture::Draw) => " draw",
                Some(Gesture::Resign) => " resign",
            };
            format!("bestmove {mv}{ponder}{gesture}")
        }
        Response::NoBestMove { .. } => "nobestmove".to_owned(),
        Response::Text(text) => text.clone(),
        Response::PopHash(probe) => {
            let bound = |name, bound| match bound {
                Some((score, depth)) => format!(" {name} {score} depth {depth}"),
                None => String::new(),
            };
            let best = listed(" bestmove", probe.best.as_slice());
            let (lower, upper) = (
                bound("lowerbound", probe.lower),
                bound("upperbound", probe.upper),
            );
            format!("pophash{best}{lower}{upper}")
        }
        Response::Bye => "bye".to_owned(),
    }
}

fn introduction() -> String {
    let mut text = format!(
        "id name Chuhe\nid version {}\nid copyright MIT or Apache-2.0\nid author the Chuhe authors\n",
        env!("CARGO_PKG_VERSION")
    );
    for line in OPTIONS.iter().filter_map(option_line) {
        text += &line;
        text.push('\n');
    }
    #[cfg(feature = "tuning")]
    for line in crate::protocol::options::tuning::lines("option") {
        text += &line;
        text.push('\n');
    }
    text + "ucciok"
}

fn option_line(option: &Spec) -> Option<String> {
    let name = option.name_in(Face::Ucci)?;
    let mut defaults = Options::default();
    Some(match option.kind {
        Kind::Button { .. } => format!("option {name} type button"),
        Kind::Check { field } => {
            format!("option {name} type check default {}", field(&mut defaults))
        }
        Kind::Text { field } => match field(&mut defaults).as_str() {
            "" => format!("option {name} type string"),
            text => format!("option {name} type string default {text}"),
        },
        Kind::Spin { min, max, get, .. } => {
            let default = get(&defaults);
            format!("option {name} type spin min {min} max {max} default {default}")
        }
        Kind::Combo { choices, get, .. } => {
            let default = choices[get(&defaults)];
            // The default leads: uci2wb does not read it, and XBoard then sets what comes first.
            let others = choices.iter().filter(|&&choice| choice != default);
            let choices: Vec<&str> = std::iter::once(&default).chain(others).copied().collect();
            format!(
                "option {name} type combo var {} default {default}",
                choices.join(" var ")
            )
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::search::score::Meaning;
    use crate::search::{Line, Probe};
    use std::time::Duration;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn each_response_has_its_text() {
        let line = Line {
            depth: 9,
            rank: 2,
            score: -31,
            pv: vec![mv("h2e2"), mv("h9g7")],
            ..Line::default()
        };
        let probe = Probe {
            best: Some(mv("b2e2")),
            lower: Some((12, 8)),
            upper: Some((-3, 7)),
        };
        let cases = [
            (Response::ReadyOk, "readyok"),
            (
                Response::Progress {
                    elapsed: Duration::from_micros(1_999),
                    nodes: 77,
                    last: false,
                },
                "info time 1 nodes 77",
            ),
            (
                Response::Variation {
                    line: line.clone(),
                    ranked: false,
                    wdl: None,
                },
                "info depth 9 score -31 pv h2e2 h9g7",
            ),
            (
                Response::Variation {
                    line,
                    ranked: true,
                    wdl: None,
                },
                "info depth 9 multipv 2 score -31 pv h2e2 h9g7",
            ),
            (
                Response::Variation {
                    line: Line::default(),
                    ranked: false,
                    wdl: None,
                },
                "info depth 0 score 0",
            ),
            (Response::StaticScore(12), "info depth 0 score 12"),
            (
                Response::CurrentMove {
                    depth: 3,
                    mv: mv("a0a1"),
                    number: 2,
                },
                "info currmove a0a1",
            ),
            (
                Response::ForcedEnd(Meaning::Mate(3)),
                "info message mate in 2",
            ),
            (
                Response::BestMove {
                    mv: mv("a0a1"),
                    ponder: Some(mv("a9a8")),
                    gesture: None,
                },
                "bestmove a0a1 ponder a9a8",
            ),
            (
                Response::BestMove {
                    mv: mv("a0a1"),
                    ponder: Some(mv("a9a8")),
                    gesture: Some(Gesture::Draw),
                },
                "bestmove a0a1 ponder a9a8 draw",
            ),
            (
                Response::BestMove {
                    mv: mv("a0a1"),
                    ponder: None,
                    gesture: Some(Gesture::Resign),
                },
                "bestmove a0a1 resign",
            ),
            (Response::NoBestMove { over: true }, "nobestmove"),
            (Response::PopHash(Probe::default()), "pophash"),
            (
                Response::PopHash(probe),
                "pophash bestmove b2e2 lowerbound 12 depth 8 upperbound -3 depth 7",
            ),
            (Response::Bye, "bye"),
        ];
        for (response, expected) in cases {
            assert_eq!(text(&response), expected);
        }
    }

    #[test]
    fn the_introduction_is_what_guis_expect() {
        let text = introduction();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "id name Chuhe");
        assert_eq!(lines.last(), Some(&"ucciok"));
        for expected in [
            "option usemillisec type check default false",
            "option hashsize type spin min 0 max 65536 default 0",
            "option style type combo var normal var solid var risky default normal",
            "option newgame type button",
        ] {
            assert!(lines.contains(&expected), "{expected}");
        }
        // uci2wb refuses an engine that has it.
        assert!(!text.to_lowercase().contains("uci_variant"));
        for line in lines {
            assert!(line.len() < 200 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        }
    }

    #[test]
    fn messages_are_ascii_in_one_short_line() {
        let message = |text: &str| super::text(&Response::Message(text.to_owned()));
        assert_eq!(message("a\tb\r\nc\0"), r"info message a\tb\r\nc\u{0}");
        assert_eq!(message("\u{fffd}"), r"info message \u{fffd}");
        let long = message(&"\u{1f600}".repeat(10_000));
        assert!(long.is_ascii() && long.len() < 280 && long.ends_with("..."));
    }
}
