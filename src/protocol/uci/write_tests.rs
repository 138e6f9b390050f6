use super::*;
use crate::protocol::wdl::Wdl;
use crate::search::score::{MATE, RULE_WIN};

#[test]
fn scores_count_moves_to_mate() {
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
        assert_eq!(score(value), expected);
    }
}

#[test]
fn each_response_has_its_text() {
    let mv = |text: &str| text.parse().unwrap();
    let line = Line {
        depth: 9,
        seldepth: 14,
        rank: 2,
        score: -31,
        bound: Bound::Upper,
        nodes: 3_000,
        elapsed: Duration::from_millis(1_500),
        hashfull: 17,
        pv: vec![mv("h2e2"), mv("h9g7")],
    };
    let wdl = Some(Wdl::of(line.score));
    let ranked = false;
    for (response, expected) in [
        (Response::ReadyOk, "readyok"),
        (
            Response::Variation { line, ranked, wdl },
            "info depth 9 seldepth 14 multipv 2 score cp -31 upperbound wdl 173 616 211 \
             nodes 3000 nps 2000 hashfull 17 time 1500 pv h2e2 h9g7",
        ),
        (
            Response::BestMove {
                mv: mv("a0a1"),
                ponder: Some(mv("a9a8")),
                gesture: Some(crate::protocol::manners::Gesture::Resign),
            },
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
    ] {
        assert_eq!(text(&response), expected);
    }
}

#[test]
fn the_introduction_is_what_guis_expect() {
    let text = introduction();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("id name Chuhe ") && lines[1].starts_with("id author "));
    assert_eq!(lines.last(), Some(&"uciok"));
    // cchess gives up after fifty.
    assert!(lines.len() < 45);
    for expected in [
        "option name Hash type spin default 0 min 0 max 65536",
        "option name Clear Hash type button",
        "option name Repetition Rule type combo default AsianRule var AsianRule var ChineseRule var AllowChase",
        "option name UCI_Variant type combo default xiangqi var xiangqi",
    ] {
        assert!(lines.contains(&expected), "{expected}");
    }
    for line in lines {
        assert!(line.len() < 200 && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    }
}
