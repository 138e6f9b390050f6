//! Engines that do not get as far as a game, or do not leave when told to.

use std::time::Duration;

use chuhe::arena::{Engine, EngineSpec, FaultKind};

use crate::fakes;

/// For what is to come at once, on a busy machine too.
const PATIENCE: Duration = Duration::from_secs(20);
/// For what is never to come.
const SHORT: Duration = Duration::from_millis(500);

fn refusal(spec: &EngineSpec, patience: Duration) -> String {
    let fault = Engine::start(spec, patience).err().expect("no start");
    assert_eq!(fault.kind, FaultKind::RefusedStart);
    fault.detail
}

#[test]
fn who_cannot_be_started_is_told_with_the_reason() {
    let missing = EngineSpec {
        command: "no/such/engine".into(),
        ..fakes::engine("greedy")
    };
    assert!(refusal(&missing, PATIENCE).starts_with("no/such/engine: "));
    assert_eq!(
        refusal(&fakes::engine("mute"), SHORT),
        "hang: no ucciok in 0.5 s; it may speak another protocol: proto=uci or proto=xboard"
    );
    let detail = refusal(&fakes::engine("short_lived"), PATIENCE);
    assert!(detail.contains("exit status: 0"), "{detail}");
}

#[test]
fn a_banner_and_the_other_protocol_are_no_hindrance() {
    for fake in ["greedy", "uci"] {
        let mut engine = Engine::start(&fakes::engine(fake), PATIENCE).unwrap();
        engine.new_game().unwrap();
        assert!(engine.is_usable());
        engine.quit();
    }
}

/// What the fakes cannot do without help of the system: `sh` can.
#[cfg(unix)]
mod scripts {
    use super::*;

    fn script(text: &str) -> EngineSpec {
        EngineSpec {
            command: "sh".into(),
            args: vec!["-c".to_owned(), text.to_owned()],
            ..fakes::engine("greedy")
        }
    }

    #[test]
    fn who_does_not_listen_any_more_has_crashed() {
        let deaf = "read a; echo ucciok; read a; exec <&-; echo readyok; sleep 600";
        let mut engine = Engine::start(&script(deaf), PATIENCE).unwrap();
        let fault = engine.new_game().unwrap_err();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.contains("it still runs"), "{fault}");
        assert!(!engine.is_usable());
    }

    #[test]
    fn last_words_are_kept() {
        let text = "read a; echo one >&2; echo two >&2; exit 7";
        let detail = refusal(&script(text), PATIENCE);
        assert!(
            detail.contains("7") && detail.contains("one / two"),
            "{detail}"
        );
    }

    /// The child keeps the pipes open, and must go with its parent.
    #[test]
    fn what_an_engine_has_started_goes_with_it() {
        let text = "read a; echo ucciok; read a; echo readyok; sleep 601 & echo $! >&2; wait";
        let engine = Engine::start(&script(text), PATIENCE).unwrap();
        let before = std::time::Instant::now();
        engine.quit();
        assert!(before.elapsed() < PATIENCE);
    }
}
