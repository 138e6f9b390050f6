//! Starting and ending engines: start failures, crashes, child processes.

use std::time::Duration;

use chuhe::arena::control::GoParameters;
use chuhe::arena::{EngineSpec, FaultKind, RunningEngine, TimeControl};
use chuhe::board::{Board, Color};
use chuhe::rules::Game;

use crate::fakes;

/// The timeout for answers that are expected, long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// The timeout for answers that never come.
const SHORT: Duration = Duration::from_millis(500);

/// Starts an engine that must refuse, and returns the detail of the fault.
fn refusal(spec: &EngineSpec, response_timeout: Duration) -> String {
    let fault = RunningEngine::start(spec, response_timeout)
        .err()
        .expect("no start");
    assert_eq!(fault.kind, FaultKind::StartFailure);
    fault.detail
}

#[test]
fn start_failure_has_the_reason() {
    let missing = EngineSpec {
        command: "no/such/engine".into(),
        ..fakes::engine("greedy")
    };
    assert!(refusal(&missing, PATIENCE).starts_with("no/such/engine: "));
    assert_eq!(
        refusal(&fakes::engine("silent"), SHORT),
        "hang: no ucciok in 0.5 s; it may speak another protocol: proto=uci or proto=xboard"
    );
    let detail = refusal(&fakes::engine("short_lived"), PATIENCE);
    assert!(detail.contains("exit status: 0"), "{detail}");
}

/// Engines as shell scripts, for what the fake engines cannot do.
#[cfg(unix)]
mod scripts {
    use std::fs;
    use std::thread;

    use super::*;
    use crate::process::make_fifo;

    fn script(text: &str) -> EngineSpec {
        EngineSpec {
            command: "sh".into(),
            args: vec!["-c".to_owned(), text.to_owned()],
            ..fakes::engine("greedy")
        }
    }

    #[test]
    fn engine_that_closes_its_input_has_crashed() {
        let text = "read a; echo ucciok; read a; exec <&-; echo readyok; sleep 600";
        let mut engine = RunningEngine::start(&script(text), PATIENCE).unwrap();
        let fault = engine.new_game().unwrap_err();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.contains("it is still running"), "{fault}");
        assert!(!engine.is_usable());
    }

    #[test]
    fn crash_has_exit_code_and_standard_error() {
        let text = "read a; echo one >&2; echo two >&2; exit 7";
        let detail = refusal(&script(text), PATIENCE);
        assert!(
            detail.contains("7") && detail.contains("one / two"),
            "{detail}"
        );
    }

    /// The same as for an engine that only ends: which of its pipes is noticed first is chance.
    #[test]
    fn engine_that_closes_its_input_and_ends_has_crashed() {
        let text = "read a; exec <&-; echo ucciok; sleep 0.1; exit 7";
        let detail = refusal(&script(text), PATIENCE);
        assert!(
            detail.contains("after 'isready': exit status: 7"),
            "{detail}"
        );
    }

    /// The child keeps the engine's output open.
    #[test]
    fn engine_that_ends_before_its_child_has_crashed() {
        let text = "read a; echo ucciok; read a; sleep 600 & exit 7";
        // The whole time is waited for.
        let detail = refusal(&script(text), Duration::from_secs(5));
        assert!(detail.contains("exit status: 7"), "{detail}");
    }

    /// A script may start a child, which must be killed with it however it ends. The child holds the FIFO open.
    #[test]
    fn children_of_an_engine_are_killed_at_each_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fifo");
        make_fifo(&path);
        let (fifo, silence) = (path.display(), "<&3 >&3 2>&3");
        let handshake = "read a; echo ucciok; read a; echo readyok";
        for ending in ["exit 7", "read a; exit", "wait"] {
            let child = format!("exec 3>'{fifo}'; sleep 601 {silence} &");
            let engine = script(&format!("{child} {handshake}; {ending}"));
            // Opens when the script does, and ends when nothing has it open for writing.
            let closed = thread::spawn({
                let path = path.clone();
                move || fs::read(path).unwrap()
            });
            let engine = RunningEngine::start(&engine, PATIENCE).unwrap();
            engine.quit();
            assert_eq!(closed.join().unwrap(), b"", "{ending}");
        }
    }
}

/// A position line that is longer than the buffer of a pipe.
#[test]
fn engine_that_does_not_read_its_input_hangs_within_its_time() {
    let mut game = Game::new(Board::startpos());
    for mv in ["a0a1", "a9a8", "a1a0", "a8a9"].iter().cycle().take(40_000) {
        game.play(mv.parse().unwrap()).unwrap();
    }
    let response_timeout = Duration::from_secs(5);
    let mut engine = RunningEngine::start(&fakes::engine("deaf"), response_timeout).unwrap();
    engine.new_game().unwrap();
    let parameters = GoParameters {
        control: TimeControl::MoveTime(100),
        side: Color::Red,
        left: [Duration::ZERO; 2],
    };
    let fault = engine.go(&game, &parameters, SHORT).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Hang);
    assert!(!engine.is_usable());
}
