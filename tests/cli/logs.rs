//! Where the log goes: never to standard output.

use crate::{chuhe, run_with_input, scratch, stdout_of};

#[test]
fn the_log_never_reaches_standard_output() {
    let plain = stdout_of(&["show"]);
    let output = chuhe()
        .env("CHUHE_LOG", "trace")
        .arg("show")
        .output()
        .expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), plain);
    assert!(String::from_utf8_lossy(&output.stderr).contains("show"));

    let path = scratch("chuhe.log");
    assert_eq!(stdout_of(&["show", "--log", &path]), plain);
    assert_eq!(stdout_of(&["--log", &path, "show"]), plain);
    let log = std::fs::read_to_string(&path).expect("a log");
    // Each of the two runs appends one line.
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(!log.contains('\u{1b}'));
}

#[test]
fn a_log_file_has_the_conversation_without_chuhe_log() {
    let path = scratch("conversation.log");
    let output = run_with_input(chuhe().args(["--log", &path]), "ucci\nisready\nquit\n");
    assert_eq!(output.status.code(), Some(0));
    let log = std::fs::read_to_string(&path).expect("a log");
    for line in ["chuhe::received: isready\n", "chuhe::sent: readyok\n"] {
        assert!(log.contains(line), "{log}");
    }
}

/// A limit on the size of files simulates a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_once_and_changes_nothing_else() {
    let path = scratch("full.log");
    let script = "trap '' XFSZ; ulimit -f 1; exec \"$0\" --log \"$1\"";
    let mut shell = crate::process::program("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_chuhe"), &path]);
    let commands = "ucci\nsetoption batch on\ngo depth 3\nisready\nquit\n";
    let output = run_with_input(shell.env("CHUHE_LOG", "trace"), commands);
    assert_eq!(output.status.code(), Some(0));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.contains("\nbestmove "), "{stdout}");
    assert!(stdout.ends_with("\nreadyok\nbye\n"), "{stdout}");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let warning = format!("warning: cannot write the log {path}: ");
    assert!(stderr.starts_with(&warning), "{stderr}");
}

#[test]
fn an_invalid_log_filter_is_a_usage_error() {
    let output = chuhe()
        .env("CHUHE_LOG", "chuhe=loud")
        .arg("show")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: CHUHE_LOG: "));
}
