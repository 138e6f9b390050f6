//! The text of each response.

use std::time::Duration;

use super::*;
use crate::board::Move;
use crate::protocol::manners::Gesture;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, Meaning, RULE_WIN};
use crate::search::{Bound, Line, Probe};
use Protocol::{Ucci, Uci};

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn variation(line: Line, ranked: bool, wdl: Option<Wdl>) -> Response {
    Response::Variation { line, ranked, wdl }
}

fn best_move(ponder: Option<&str>, gesture: Option<Gesture>) -> Response {
    Response::BestMove {
        mv: mv("a0a1"),
        ponder: ponder.map(mv),
        gesture,
    }
}

/// A variation with a number for everything.
fn line() -> Line {
    Line {
        depth: 9,
        seldepth: 14,
        rank: 2,
        score: -31,
        bound: Bound::Exact,
        nodes: 3_000,
        elapsed: Duration::from_millis(1_500),
        hashfull: 17,
        pv: vec![mv("h2e2"), mv("h9g7")],
    }
}

fn assert_texts(protocol: Protocol, texts: &[(Response, &str)]) {
    for (response, expected) in texts {
        assert_eq!(protocol.text(response), *expected);
    }
}

#[test]
fn each_response_has_its_text_in_ucci() {
    let progress = Response::Progress {
        elapsed: Duration::from_micros(1_999),
        nodes: 77,
        last: false,
    };
    let current = Response::CurrentMove {
        depth: 3,
        mv: mv("a0a1"),
        number: 2,
    };
    let probe = Probe {
        best: Some(mv("b2e2")),
        lower: Some((12, 8)),
        upper: Some((-3, 7)),
    };
    let texts = [
        (Response::ReadyOk, "readyok"),
        (progress, "info time 1 nodes 77"),
        (
            variation(line(), false, None),
            "info depth 9 score -31 pv h2e2 h9g7",
        ),
        (
            variation(line(), true, None),
            "info depth 9 multipv 2 score -31 pv h2e2 h9g7",
        ),
        (
            variation(Line::default(), false, None),
            "info depth 0 score 0",
        ),
        (Response::StaticScore(12), "info depth 0 score 12"),
        (current, "info currmove a0a1"),
        (
            Response::ForcedEnd(Meaning::Mate(3)),
            "info message mate in 2",
        ),
        (best_move(Some("a9a8"), None), "bestmove a0a1 ponder a9a8"),
        (
            best_move(Some("a9a8"), Some(Gesture::Draw)),
            "bestmove a0a1 ponder a9a8 draw",
        ),
        (
            best_move(None, Some(Gesture::Resign)),
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
    assert_texts(Ucci, &texts);
}

#[test]
fn each_response_has_its_text_in_uci() {
    let upper = Line {
        bound: Bound::Upper,
        ..line()
    };
    let texts = [
        (Response::ReadyOk, "readyok"),
        (
            variation(upper, false, Some(Wdl::of(-31))),
            "info depth 9 seldepth 14 multipv 2 score cp -31 upperbound wdl 173 616 211 \
             nodes 3000 nps 2000 hashfull 17 time 1500 pv h2e2 h9g7",
        ),
        (
            best_move(Some("a9a8"), Some(Gesture::Resign)),
            "bestmove a0a1 ponder a9a8",
        ),
        (Response::NoBestMove { over: false }, "bestmove (none)"),
        (
            Response::NoBestMove { over: true },
            "info depth 0 score mate 0\nbestmove (none)",
        ),
        (
            Response::Message("no \u{70ae}".into()),
            r"info string no \u{70ae}",
        ),
        (Response::ForcedEnd(Meaning::Mate(3)), ""),
        (
            Response::ForcedEnd(Meaning::Rule(-4)),
            "info string loses by rule in 2",
        ),
        (Response::Bye, ""),
    ];
    assert_texts(Uci, &texts);
}

#[test]
fn uci_scores_count_moves_to_mate() {
    for (value, expected) in [
        (-31, "cp -31"),
        (MATE - 1, "mate 1"),
        (MATE - 5, "mate 3"),
        (-MATE, "mate 0"),
        (2 - MATE, "mate -1"),
        (6 - MATE, "mate -3"),
        (RULE_WIN - 4, "cp 29996"),
        (4 - RULE_WIN, "cp -29996"),
    ] {
        assert_eq!(Uci.dialect().score(value), expected);
    }
}

#[test]
fn the_introduction_is_what_guis_expect() {
    for (protocol, first, last, options) in [
        (
            Ucci,
            "id name Chuhe\nid version ",
            "\nucciok",
            [
                "option usemillisec type check default false",
                "option hashsize type spin min 0 max 65536 default 0",
                "option style type combo var normal var solid var risky default normal",
                "option newgame type button",
            ],
        ),
        (
            Uci,
            "id name Chuhe ",
            "\nuciok",
            [
                "option name Hash type spin default 0 min 0 max 65536",
                "option name Clear Hash type button",
                "option name Repetition Rule type combo default AsianRule var AsianRule var ChineseRule var AllowChase",
                "option name UCI_Variant type combo default xiangqi var xiangqi",
            ],
        ),
    ] {
        let text = protocol.text(&Response::Introduction);
        let lines: Vec<&str> = text.lines().collect();
        assert!(text.starts_with(first) && text.ends_with(last), "{text}");
        for option in options {
            assert!(lines.contains(&option), "{option}");
        }
        // uci2wb refuses an engine of UCCI that has it.
        assert_eq!(text.to_lowercase().contains("uci_variant"), protocol == Uci);
        for line in &lines {
            assert!(line.len() < 200 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        }
        if protocol == Uci {
            assert!(lines[1].starts_with("id author "));
            // cchess gives up after fifty.
            assert!(lines.len() < 45);
        }
    }
}

#[test]
fn messages_are_ascii_in_one_short_line() {
    let message = |text: &str| Ucci.text(&Response::Message(text.to_owned()));
    assert_eq!(message("a\tb\r\nc\0"), r"info message a\tb\r\nc\u{0}");
    assert_eq!(message("\u{fffd}"), r"info message \u{fffd}");
    let long = message(&"\u{1f600}".repeat(10_000));
    assert!(long.is_ascii() && long.len() < 280 && long.ends_with("..."));
}
