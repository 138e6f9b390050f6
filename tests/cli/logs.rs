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
