//! Floor 5: UCCI and UCI. A stub: the protocol comes with its own work.

use std::process::ExitCode;

/// The protocol loop: what a GUI talks to. Returns when the GUI quits.
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
