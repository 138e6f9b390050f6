//! Where the log goes: never to standard output.

use crate::{bad, chuhe, good, scratch};

#[test]
fn the_log_never_reaches_standard_output() {
    let plain = good(&["show"]);
    let output = chuhe()
        .env("CHUHE_LOG", "trace")
        .arg("show")
        .output()
        .expect("the program starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), plain);
    assert!(String::from_utf8_lossy(&output.stderr).contains("show"));

    let path = scratch("chuhe.log");
    let name = path.to_str().expect("UTF-8");
    assert_eq!(good(&["show", "--log", name]), plain);
    assert_eq!(good(&["--log", name, "show"]), plain);
    let log = std::fs::read_to_string(&path).expect("a log");
    assert_eq!(log.lines().count(), 2, "{log}");
    assert!(!log.contains('\u{1b}'));
}

/// The device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once_and_disturbs_nothing() {
    use std::io::Write;
    use std::process::Stdio;

    let mut child = chuhe()
        .env("CHUHE_LOG", "trace")
        .args(["--log", "/dev/full"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let commands = "ucci\nsetoption batch on\ngo depth 3\nisready\nquit\n";
    let stdin = child.stdin.take();
    let written = stdin.map(|mut stdin| stdin.write_all(commands.as_bytes()));
    assert!(matches!(written, Some(Ok(()))));
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("\nbestmove "), "{said}");
    assert!(said.ends_with("\nreadyok\nbye\n"), "{said}");
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert_eq!(complaints.lines().count(), 1, "{complaints}");
    assert!(complaints.starts_with("warning: cannot write the log /dev/full: "));
}

#[test]
fn a_log_that_cannot_be_is_told() {
    let complaint = bad(&["--log", "/nonexistent/chuhe.log", "show"]);
    assert!(complaint.starts_with("error: cannot open the log /nonexistent/chuhe.log: "));
    let output = chuhe()
        .env("CHUHE_LOG", "chuhe=loud")
        .arg("show")
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: CHUHE_LOG: "));
}
