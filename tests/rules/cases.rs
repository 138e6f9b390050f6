//! Rule case files: position, cycle and winner.

use std::path::Path;

use crate::process::chuhe;

/// The diagrams of the rule book are outside the repository and need not exist.
#[test]
fn diagrams_of_the_rule_book_are_judged_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/repetition.tsv");
    if !path.exists() {
        println!("skipped: the diagrams are not here");
        return;
    }
    let mut command = chuhe();
    command.args(["judge", "--rules", "asian"]).arg(&path);
    let output = command.output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("79 cases: "), "{text}");
}
