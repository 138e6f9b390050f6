//! Rule case files: position, cycle and winner.

use std::path::Path;
use std::process::Command;

/// Asserts that all cases of a file are judged as it says. Returns their number, or `None` if the file does not exist.
fn assert_agree(path: &str, rules: &str) -> Option<usize> {
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
fn asian_cases_are_judged_as_the_rule_book_says() {
    assert!(assert_agree("positions/rules_asian.tsv", "asian") >= Some(20));
}

#[test]
fn chinese_cases_are_judged_as_the_rule_book_says() {
    assert!(assert_agree("positions/rules_chinese.tsv", "chinese") >= Some(25));
}

#[test]
fn simple_cases_are_judged_as_their_rules_say() {
    assert!(assert_agree("positions/rules_simple.tsv", "simple") >= Some(10));
}

/// The diagrams of the rule book are outside the repository and need not exist.
#[test]
fn diagrams_of_the_rule_book_are_judged_as_it_says() {
    match assert_agree("../shared/cases/repetition.tsv", "asian") {
        Some(count) => assert_eq!(count, 79),
        None => println!("skipped: the diagrams are not here"),
    }
}
