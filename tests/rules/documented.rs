//! The commands of `docs/rules.md` print what it says, and its diagrams are theirs.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_command_prints_what_is_told() {
    let text = rule_book();
    let (mut commands, mut diagram) = (0, Vec::new());
    for block in text.split("```").skip(1).step_by(2) {
        let (language, body) = block.split_once('\n').expect("a block has lines");
        match language {
            "text" if body.starts_with(|first: char| first.is_ascii_digit()) => {
                diagram = body.lines().collect();
            }
            "console" => {
                commands += 1;
                let (command, told) = body.split_once('\n').expect("a command and its output");
                let args = words(command);
                assert_eq!(chuhe(&args[1..]), told, "{command}");
                drawn(&args, &std::mem::take(&mut diagram));
            }
            _ => {}
        }
    }
    assert!(commands >= 12, "{commands} commands found");
}

/// The lines of a diagram are lines of the command's position.
fn drawn(args: &[String], diagram: &[&str]) {
    if let Some(at) = args.iter().position(|arg| arg == "--fen") {
        let board = chuhe(&[
            "show".into(),
            "--ascii".into(),
            "--fen".into(),
            args[at + 1].clone(),
        ]);
        let board: Vec<&str> = board.lines().collect();
        for line in diagram {
            assert!(board.contains(line), "{line} is not on {}", args[at + 1]);
        }
    }
}

/// The words of a command line, quotes taken off.
fn words(command: &str) -> Vec<String> {
    let command = command.strip_prefix("$ ").expect("a command");
    let quoted = command.split('"').enumerate();
    quoted
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_ascii_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}

fn chuhe(args: &[String]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_chuhe"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn rule_book() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    fs::read_to_string(path).expect("the rule book")
}

/// Where pyffish judges otherwise, we judge as the table says.
#[test]
fn the_table_of_disagreements_holds_on_our_side() {
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
        let verdict = super::usual(fen, &[cycle; 2].join(" "));
        assert_eq!(verdict.outcome.name(), ours, "{fen}");
    }
}
