//! Whole matches: records, resume, faults, and errors of files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use chuhe::arena::{
    FaultKind, GameSettings, MatchFiles, MatchSettings, Session, SessionEnd, Standings,
    TimeControl, Tournament, TournamentFormat, open_record,
};
use chuhe::board::positions::{self, EpdPosition};

use crate::{fakes, games};

const OPENINGS: [&str; 3] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1",
    "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 0 1",
];

fn openings() -> Vec<EpdPosition> {
    positions::read(&OPENINGS.join("\n")).unwrap()
}

fn settings(fakes: &[&str]) -> MatchSettings {
    MatchSettings {
        engines: fakes.iter().map(|fake| fakes::engine(fake)).collect(),
        format: TournamentFormat::RoundRobin,
        game_settings: games::settings(),
    }
}

/// A path for a new file.
pub fn scratch(name: &str) -> PathBuf {
    crate::process::scratch(name).into()
}

/// Plays or resumes a match with `games` games for each pairing. Stops early after at least `most` new games.
fn session(path: &Path, settings: &MatchSettings, games: u64, most: usize) -> Standings {
    let output = MatchFiles {
        record: Some(path.to_owned()),
        resume: true,
        ..MatchFiles::default()
    };
    let tournament = Tournament::new(settings.clone(), games, openings(), 2);
    let mut session = Session::open(tournament, output, None).unwrap();
    let stop = AtomicBool::new(false);
    let mut played = 0;
    let end = session.play(&stop, |_, _| {
        played += 1;
        stop.fetch_or(played >= most, Ordering::Relaxed);
    });
    let is_complete = session.played() == session.total();
    let expected = if is_complete {
        SessionEnd::Complete
    } else {
        SessionEnd::Stopped
    };
    assert_eq!(end.unwrap(), expected);
    session.standings().clone()
}

#[test]
fn a_resumed_match_has_the_standings_of_an_uninterrupted_one() {
    let settings = settings(&["greedy", "weak", "uci"]);
    let whole = session(&scratch("whole.jsonl"), &settings, 6, usize::MAX);
    assert_eq!(whole.games(), 18);

    let path = scratch("cut.jsonl");
    let cut = session(&path, &settings, 6, 5);
    assert!(cut.games() >= 5);
    // As after a kill during the write of the fifth game, behind the line of the settings.
    let text = fs::read_to_string(&path).unwrap();
    let written: String = text.split_inclusive('\n').take(1 + 5).collect();
    fs::write(&path, &written[..written.len() - 10]).unwrap();
    let resumed = session(&path, &settings, 6, usize::MAX);
    assert_eq!(resumed, whole);
    // No game is missing now.
    assert_eq!(session(&path, &settings, 6, usize::MAX), whole);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1 + 18);
}

#[test]
fn faults_are_counted_for_the_engine_at_fault_and_the_match_goes_on() {
    for (fake, kind) in [
        ("crash", FaultKind::Crash),
        ("cheat", FaultKind::IllegalMove),
        ("invalid_answer", FaultKind::InvalidAnswer),
    ] {
        let settings = settings(&["weak", fake]);
        let path = scratch(&format!("{fake}.jsonl"));
        let standings = session(&path, &settings, 6, usize::MAX);
        assert_eq!((standings.games(), standings.counts_of(0).wins), (6, 6));
        assert_eq!(standings.counts_of(0).pairs, [0, 0, 0, 0, 3]);
        assert_eq!(
            standings.faults[1].iter().collect::<Vec<_>>(),
            [(&kind, &6)]
        );
        assert!(standings.faults[0].is_empty());
        assert_eq!(standings.terminations[kind.name()], 6);
    }
}

/// One engine plays all games, the other one is restarted for each.
#[test]
fn xboard_engines_play_a_match() {
    let settings = settings(&["xboard", "xboard_plays_one_game"]);
    let path = scratch("xboard.jsonl");
    let standings = session(&path, &settings, 6, usize::MAX);
    assert_eq!((standings.games(), standings.counts_of(0).wins), (6, 6));
    assert_eq!(standings.terminations["resignation"], 6);
}

#[cfg(unix)]
#[test]
fn a_wrong_option_is_refused_before_it_is_set() {
    let script = "read a; echo 'option hashsize type spin min 1 max 64'; echo ucciok; \
                  while read a; do case $a in isready) echo readyok;; *hashsize*) exit 3;; esac; done";
    let mut settings = settings(&["weak", "greedy"]);
    let engine = &mut settings.engines[1];
    engine.command = "sh".into();
    engine.args = vec!["-c".to_owned(), script.to_owned()];
    engine.options = vec![("hashsize".to_owned(), "65".to_owned())];
    let tournament = Tournament::new(settings, 2, openings(), 1);
    let error = tournament.check_engines(true, |_, _| {}).unwrap_err();
    let expected = "option hashsize=65: expected a whole number from 1 to 64";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_without_a_game() {
    let mut settings = settings(&["weak", "greedy"]);
    settings.engines[1].command = "no/such/engine".into();
    let tournament = Tournament::new(settings, 4, openings(), 2);
    let error = tournament.check_engines(true, |_, _| {}).unwrap_err();
    assert!(error.to_string().starts_with("greedy: "), "{error}");
    let stop = AtomicBool::new(false);
    let error = tournament
        .play(&HashSet::new(), &stop, |_| panic!("no game can be played"))
        .unwrap_err();
    assert_eq!(error.fault.kind, FaultKind::StartFailure);
    assert!(
        error
            .to_string()
            .starts_with("greedy: start-failure: no/such/engine")
    );
}

#[test]
fn a_file_with_other_content_is_refused_and_not_changed() {
    let settings = settings(&["weak", "greedy"]);
    let refusal = |path: &Path, settings: &MatchSettings| {
        let before = fs::read(path).unwrap();
        let error = open_record(path, settings).unwrap_err();
        assert_eq!(fs::read(path).unwrap(), before);
        error.to_string()
    };
    let path = scratch("else.jsonl");
    fs::write(&path, "my diary").unwrap();
    assert_eq!(refusal(&path, &settings), "it exists already");
    fs::write(&path, "my diary\n").unwrap();
    assert!(refusal(&path, &settings).starts_with("line 1, column "));

    fs::remove_file(&path).unwrap();
    open_record(&path, &settings).unwrap();
    let other = MatchSettings {
        game_settings: GameSettings {
            control: TimeControl::Depth(3),
            time_margin: 51,
            ..settings.game_settings.clone()
        },
        ..settings.clone()
    };
    let message = refusal(&path, &other);
    assert_eq!(
        message,
        "it holds a match with other settings: thinking: 100 nodes a move before, now depth 3; margin (ms): 50 before, now 51"
    );
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{{\"game\":0}}\n")).unwrap();
    let message = refusal(&path, &settings);
    assert!(message.starts_with("line 2, column 10: not a game of a match: missing field"));
    // The number of the line is that of the file.
    assert!(!message.contains(" at line "), "{message}");
    // A header that was cut off is written again.
    fs::write(&path, &text[..20]).unwrap();
    assert!(open_record(&path, &settings).unwrap().1.is_empty());
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

/// Games beyond a shortened match do not replace missing ones.
#[test]
fn a_shortened_match_is_complete_when_its_own_games_are_played() {
    let settings = settings(&["greedy", "weak"]);
    let path = scratch("shortened.jsonl");
    session(&path, &settings, 6, usize::MAX);
    // Keeps games 3 to 5, counted from 0.
    let text = fs::read_to_string(&path).unwrap();
    let kept = text.lines().filter(|line| {
        let early = ["0,", "1,", "2,"].map(|number| format!("{{\"game\":{number}"));
        !early.iter().any(|start| line.starts_with(start))
    });
    fs::write(
        &path,
        kept.map(|line| format!("{line}\n")).collect::<String>(),
    )
    .unwrap();
    let stop = AtomicBool::new(true);
    let files = MatchFiles {
        record: Some(path.clone()),
        resume: true,
        ..MatchFiles::default()
    };
    let tournament = Tournament::new(settings.clone(), 2, openings(), 2);
    let mut stopped = Session::open(tournament, files, None).unwrap();
    assert!(stopped.has_surplus_games());
    let end = stopped.play(&stop, |_, _| {}).unwrap();
    assert_eq!((end, stopped.played()), (SessionEnd::Stopped, 0));
    drop(stopped);
    let standings = session(&path, &settings, 2, usize::MAX);
    assert_eq!(standings.games(), 5);
}

#[test]
fn a_refused_pgn_file_leaves_no_record_behind() {
    let (record, pgn) = (scratch("refused.jsonl"), scratch("refused.pgn"));
    fs::write(&pgn, "my games\n").unwrap();
    for resume in [false, true] {
        let files = MatchFiles {
            record: Some(record.clone()),
            pgn: Some(pgn.clone()),
            resume,
            ..MatchFiles::default()
        };
        let tournament = Tournament::new(settings(&["greedy", "weak"]), 2, openings(), 2);
        let error = Session::open(tournament, files, None).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("refused.pgn: it exists already"),
            "{error}"
        );
        assert!(!record.exists());
        assert_eq!(fs::read_to_string(&pgn).unwrap(), "my games\n");
    }
}
