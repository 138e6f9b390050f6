//! Files of cases: position, cycle and winner.

use std::path::Path;
use std::process::Command;

/// How many cases a file holds, all of which must come out as they say; `None` without the file.
fn agree(path: &str, rules: &str) -> Option<usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if !path.exists() {
        return None;
    }
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(["judge", "--rules", rules])
        .arg(&path)
        .output()
        .expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{}: {text}", path.display());
    let count = text.split(' ').next().and_then(|count| count.parse().ok());
    Some(count.expect("a count"))
}

#[test]
fn asian_cases() {
    assert!(agree("positions/rules_asian.tsv", "asian") >= Some(20));
}

#[test]
fn chinese_cases() {
    assert!(agree("positions/rules_chinese.tsv", "chinese") >= Some(25));
}

#[test]
fn simple_cases() {
    assert!(agree("positions/rules_simple.tsv", "simple") >= Some(10));
}

/// The diagrams of the rule book, where they lie beside the checkout.
#[test]
fn the_rule_books_diagrams() {
    match agree("../shared/cases/repetition.tsv", "asian") {
        Some(count) => assert_eq!(count, 79),
        None => println!("skipped: the diagrams are not here"),
    }
}
