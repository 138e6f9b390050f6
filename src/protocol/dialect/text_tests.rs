//! The text of each response.

use std::time::Duration;

use super::*;
use crate::board::Move;
use crate::protocol::adjudication::Adjudication::{self, Draw, Resign};
use crate::protocol::response::Response;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, RULE_WIN};
use crate::search::{Bound, Probe, PvLine};

fn best_move(ponder: Option<&str>, adjudication: Option<Adjudication>) -> Response {
    let mv = |text: &str| text.parse().unwrap();
    Response::BestMove {
        mv: mv("a0a1"),
        ponder: ponder.map(mv),
        adjudication,
    }
}

#[test]
fn each_response_has_its_text_in_each_protocol() {
    let mv = |text: &str| text.parse::<Move>().unwrap();
    let progress = |last| Response::Progress {
        elapsed: Duration::from_micros(1_999),
        nodes: 77,
        last,
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
    let line = PvLine {
        depth: 9,
        seldepth: 14,
        rank: 2,
        score: -31,
        bound: Bound::Exact,
        nodes: 3_000,
        elapsed: Duration::from_millis(1_500),
        hashfull: 17,
        pv: vec![mv("h2e2"), mv("h9g7")],
    };
    let upper = PvLine {
        bound: Bound::Upper,
        ..line.clone()
    };
    let variation = |line: &PvLine, ranked, wdl| {
        let line = line.clone();
        Response::Variation { line, ranked, wdl }
    };
    let responses = [
        Response::ReadyOk,
        progress(false),
        progress(true),
        variation(&line, false, None),
        variation(&line, true, None),
        variation(&upper, false, Some(Wdl::of(-31))),
        variation(&PvLine::default(), false, None),
        Response::StaticScore {
            score: 12,
            mv: None,
        },
        Response::StaticScore {
            score: -3,
            mv: Some(mv("a0a1")),
        },
        current,
        Response::ForcedResult(MATE - 3),
        Response::ForcedResult(4 - RULE_WIN),
        best_move(Some("a9a8"), None),
        best_move(Some("a9a8"), Some(Draw)),
        best_move(None, Some(Resign)),
        Response::NoBestMove { over: false },
        Response::NoBestMove { over: true },
        Response::PopHash(Probe::default()),
        Response::PopHash(probe),
        Response::Message("no \u{70ae}".into()),
        Response::Bye,
    ];
    assert_eq!(TEXTS.lines().count(), responses.len() + 1);
    for (response, row) in responses.iter().zip(TEXTS.lines().skip(1)) {
        let texts = [Protocol::Ucci, Protocol::Uci].map(|protocol| protocol.text(response));
        let texts = texts.map(|text| match text.is_empty() {
            true => "-".to_owned(),
            false => text,
        });
        assert_eq!(texts.join(" => ").replace('\n', " / "), row);
    }
}

const TEXTS: &str = r"
readyok => readyok
info time 1 nodes 77 => -
info time 1 nodes 77 => info nodes 77 nps 38519 time 1
info depth 9 score -31 pv h2e2 h9g7 => info depth 9 seldepth 14 multipv 2 score cp -31 nodes 3000 nps 2000 hashfull 17 time 1500 pv h2e2 h9g7
info depth 9 multipv 2 score -31 pv h2e2 h9g7 => info depth 9 seldepth 14 multipv 2 score cp -31 nodes 3000 nps 2000 hashfull 17 time 1500 pv h2e2 h9g7
- => info depth 9 seldepth 14 multipv 2 score cp -31 upperbound wdl 67 837 96 nodes 3000 nps 2000 hashfull 17 time 1500 pv h2e2 h9g7
info depth 0 score 0 => info depth 0 seldepth 0 multipv 1 score cp 0 nodes 0 nps 0 hashfull 0 time 0
info depth 0 score 12 => info depth 0 score cp 12
info depth 0 score -3 pv a0a1 => info depth 0 score cp -3 pv a0a1
info currmove a0a1 => info depth 3 currmove a0a1 currmovenumber 2
info message mate in 2 => -
info message loses by rule in 2 => info string loses by rule in 2
bestmove a0a1 ponder a9a8 => bestmove a0a1 ponder a9a8
bestmove a0a1 ponder a9a8 draw => bestmove a0a1 ponder a9a8
bestmove a0a1 resign => bestmove a0a1
nobestmove => bestmove (none)
nobestmove => info depth 0 score mate 0 / bestmove (none)
pophash => -
pophash bestmove b2e2 lowerbound 12 depth 8 upperbound -3 depth 7 => -
info message no \u{70ae} => info string no \u{70ae}
bye => -";

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
        let text = Protocol::Uci.text(&Response::StaticScore {
            score: value,
            mv: None,
        });
        assert_eq!(text, format!("info depth 0 score {expected}"));
    }
}

#[test]
fn the_introduction_is_what_guis_expect() {
    for (protocol, table) in [
        (Protocol::Ucci, INTRODUCTION),
        (Protocol::Uci, UCI_INTRODUCTION),
    ] {
        let text = protocol.text(&Response::Introduction);
        let lines: Vec<&str> = text.lines().collect();
        let (start, end) = table.split_once("...").unwrap();
        assert!(text.starts_with(start.trim_start()), "{text}");
        let (options, end) = end.trim().rsplit_once('\n').unwrap();
        assert_eq!(lines.last(), Some(&end), "{text}");
        for option in options.lines() {
            assert!(lines.contains(&option), "{option}");
        }
        let uci = protocol == Protocol::Uci;
        // uci2wb refuses an engine of UCCI that has it.
        assert_eq!(text.to_lowercase().contains("uci_variant"), uci);
        for line in &lines {
            assert!(line.len() < 200 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
        }
        if uci {
            assert!(lines[1].starts_with("id author "));
            // cchess gives up after fifty.
            assert!(lines.len() < 45);
        }
    }
}

const INTRODUCTION: &str = "
id name Chuhe
id version ...
option usemillisec type check default false
option hashsize type spin min 0 max 65536 default 0
option style type combo var normal var solid var risky default normal
option newgame type button
ucciok
";

const UCI_INTRODUCTION: &str = "
id name Chuhe ...
option name Hash type spin default 0 min 0 max 65536
option name Clear Hash type button
option name Repetition Rule type combo default AsianRule var AsianRule var ChineseRule var AllowChase
option name UCI_Variant type combo default xiangqi var xiangqi
uciok
";

#[test]
fn messages_are_ascii_in_one_short_line() {
    let message = |text: &str| Protocol::Ucci.text(&Response::Message(text.to_owned()));
    assert_eq!(message("a\tb\r\nc\0"), r"info message a\tb\r\nc\u{0}");
    assert_eq!(message("\u{fffd}"), r"info message \u{fffd}");
    let long = message(&"\u{1f600}".repeat(10_000));
    assert!(long.is_ascii() && long.len() == "info message ".len() + 239 && long.contains("..."));
    let path = message(&format!("cannot read {}.dat: no file", "炮".repeat(40)));
    assert!(path.starts_with("info message cannot read ") && path.ends_with(".dat: no file"));
}
