//! Whole matches: written down, cut off, played on, and full of faults.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe::arena::{
    Control, FaultKind, Format, Output, RecordError, RecordFile, Session, SessionEnd, Settings,
    Standings, Terms, Tournament,
};
use chuhe::board::positions::{self, Entry};

use crate::{fakes, games};

const OPENINGS: [&str; 3] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1",
];

fn openings() -> Vec<Entry> {
    positions::read(&OPENINGS.join("\n")).unwrap()
}

fn settings(fakes: &[&str]) -> Settings {
    Settings {
        engines: fakes.iter().map(|fake| fakes::engine(fake)).collect(),
        format: Format::RoundRobin,
        terms: games::terms(),
    }
}

fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Plays a match, at most so many games of it.
fn session(path: &Path, settings: &Settings, games: u64, most: usize) -> Standings {
    let output = Output {
        record: Some(path.to_owned()),
        resume: true,
        ..Output::default()
    };
    let tournament = Tournament::new(settings.clone(), games, openings(), 2);
    let mut session = Session::open(tournament, output, None).unwrap();
    let stop = AtomicBool::new(false);
    let mut played = 0;
    let end = session.play(&stop, |_, _| {
        played += 1;
        stop.fetch_or(played >= most, Ordering::Relaxed);
    });
    let is_complete = session.standings().games() >= session.total();
    let expected = if is_complete {
        SessionEnd::Complete
    } else {
        SessionEnd::Stopped
    };
    assert_eq!(end.unwrap(), expected);
    session.standings().clone()
}

#[test]
fn a_match_that_was_cut_off_comes_out_as_one_that_was_not() {
    let settings = settings(&["greedy", "weak", "uci"]);
    let whole = session(&scratch("whole.jsonl"), &settings, 6, usize::MAX);
    assert_eq!(whole.games(), 18);

    let path = scratch("cut.jsonl");
    let cut = session(&path, &settings, 6, 5);
    assert!((5..18).contains(&cut.games()));
    // Killed while it wrote.
    let text = fs::read(&path).unwrap();
    fs::write(&path, &text[..text.len() - 10]).unwrap();
    let resumed = session(&path, &settings, 6, usize::MAX);
    assert_eq!(resumed, whole);
    // And there is nothing left to play.
    assert_eq!(session(&path, &settings, 6, usize::MAX), whole);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1 + 18);
}

#[test]
fn faults_are_survived_and_charged_to_who_committed_them() {
    for (fake, kind) in [
        ("crash", FaultKind::Crash),
        ("cheat", FaultKind::IllegalMove),
        ("nonsense", FaultKind::Nonsense),
    ] {
        let settings = settings(&["weak", fake]);
        let path = scratch(&format!("{fake}.jsonl"));
        let standings = session(&path, &settings, 6, usize::MAX);
        assert_eq!((standings.games(), standings.of(0).wins), (6, 6));
        assert_eq!(standings.of(0).pairs, [0, 0, 0, 0, 3]);
        assert_eq!(
            standings.faults[1].iter().collect::<Vec<_>>(),
            [(&kind, &6)]
        );
        assert!(standings.faults[0].is_empty());
        assert_eq!(standings.endings[kind.name()], 6);
    }
}

/// One of them from openings that are not the start, the other started anew for every game.
#[test]
fn engines_of_xboard_play_matches() {
    let settings = settings(&["xboard", "xboard_once"]);
    let path = scratch("xboard.jsonl");
    let standings = session(&path, &settings, 6, usize::MAX);
    assert_eq!((standings.games(), standings.of(0).wins), (6, 6));
    assert_eq!(standings.endings["resignation"], 6);
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_and_no_game() {
    let mut settings = settings(&["weak", "greedy"]);
    settings.engines[1].command = "no/such/engine".into();
    let tournament = Tournament::new(settings, 4, openings(), 2);
    assert_eq!(tournament.rehearse(|_, _| {}).unwrap_err().engine, "greedy");
    let stop = AtomicBool::new(false);
    let error = tournament
        .play(&HashSet::new(), &stop, |_| panic!("no game can be played"))
        .unwrap_err();
    assert_eq!(error.fault.kind, FaultKind::RefusedStart);
    assert!(
        error
            .to_string()
            .starts_with("greedy: refused-start: no/such/engine")
    );
}

#[test]
fn a_file_of_something_else_is_left_alone() {
    let settings = settings(&["weak", "greedy"]);
    let refusal = |path: &Path, settings: &Settings| {
        let before = fs::read(path).unwrap();
        let error = RecordFile::resume(path, settings).unwrap_err();
        assert_eq!(fs::read(path).unwrap(), before);
        error.to_string()
    };
    let path = scratch("else.jsonl");
    fs::write(&path, "my diary").unwrap();
    assert_eq!(refusal(&path, &settings), "it exists already");
    fs::write(&path, "my diary\n").unwrap();
    assert!(refusal(&path, &settings).starts_with("line 1: "));

    fs::remove_file(&path).unwrap();
    RecordFile::create(&path, &settings).unwrap();
    assert!(matches!(
        RecordFile::create(&path, &settings),
        Err(RecordError::Exists)
    ));
    let other = Settings {
        terms: Terms {
            control: Control::Depth(3),
            margin: 51,
            ..settings.terms.clone()
        },
        ..settings.clone()
    };
    let said = refusal(&path, &other);
    assert_eq!(
        said,
        "it holds a match with other settings: thinking: 100 nodes a move before, now depth 3; margin (ms): 50 before, now 51"
    );
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{{\"game\":0}}\n")).unwrap();
    assert!(refusal(&path, &settings).starts_with("line 2: missing field"));
    // A header that was cut off is begun again.
    fs::write(&path, &text[..20]).unwrap();
    assert!(RecordFile::resume(&path, &settings).unwrap().1.is_empty());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}
