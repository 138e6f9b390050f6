//! `docs/rules.md`: its pictures show the positions of its commands, and its table the verdicts.

use std::fs;
use std::path::Path;

use crate::process::chuhe;

#[test]
fn every_picture_shows_the_position_of_the_command_below_it() {
    let text = rule_book();
    let mut pictures = 0;
    for part in text.split("<img src=\"").skip(1) {
        let (path, below) = part.split_once('"').expect("a path");
        let (_, command) = below.split_once("--fen \"").expect("a command");
        let (fen, _) = command.split_once('"').expect("a FEN");
        let output = chuhe()
            .args(["show", "--svg", "--fen", fen])
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{fen}");
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("docs")
            .join(path);
        let picture = fs::read(&path).expect("a picture");
        assert!(picture == output.stdout, "{path:?} shows another position");
        pictures += 1;
    }
    assert_eq!(pictures, 5);
}

fn rule_book() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    fs::read_to_string(path).expect("the rule book")
}

/// The table lists positions that pyffish judges otherwise.
#[test]
fn disagreements_with_pyffish_are_judged_as_documented() {
    let text = rule_book();
    let rows: Vec<[&str; 3]> = text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, _, _, _, example, verdicts, _] = cells[..] else {
                return None;
            };
            let (fen, cycle) = example.strip_prefix('`')?.split_once("`, `")?;
            let (ours, _) = verdicts.split_once(", ")?;
            Some([fen, cycle.trim_end_matches('`'), ours])
        })
        .collect();
    assert!(rows.len() >= 10, "{} rows", rows.len());
    for [fen, cycle, ours] in rows {
        let verdict = super::default_verdict(fen, &[cycle; 2].join(" "));
        assert_eq!(verdict.outcome.name(), ours, "{fen}");
    }
}
