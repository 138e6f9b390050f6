//! Files named in options: only regular files are opened, because a pipe or a device may block for ever.
#![cfg(unix)]

use crate::harness::Engine;
use crate::process::{make_fifo, scratch};

#[test]
fn pipes_and_devices_are_refused_without_blocking() {
    for uci in [false, true] {
        let mut engine = if uci { Engine::uci() } else { Engine::ucci() };
        // No process opens it.
        let fifo = scratch(&format!("fifo_{uci}"));
        make_fifo(&fifo);
        let mut options = vec![("evalfile", "evalfile: "), ("bookfiles", "cannot read ")];
        if uci {
            options.push(("Debug Log File", "cannot write the log "));
        }
        for (option, start) in options {
            for path in [&fifo, "/dev/stdin", "/dev/zero", "/dev/null"] {
                let message = engine.message(&match uci {
                    true => format!("setoption name {option} value {path}"),
                    false => format!("setoption {option} {path}"),
                });
                let expected = format!("{start}{path}: a pipe or a device, not a regular file");
                assert!(message.starts_with(&expected), "{message}");
            }
        }
        // Only UCCI has `bye`.
        let last = engine.quit().pop();
        assert_eq!(last, (!uci).then(|| "bye".to_owned()));
    }
}
