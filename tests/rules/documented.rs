//! `docs/rules.md`: its commands print what it shows, and its pictures show the commands' positions.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn every_command_prints_its_documented_output() {
    let text = rule_book();
    let (mut commands, mut picture) = (0, None);
    for (index, part) in text.split("```").enumerate() {
        if index % 2 == 0 {
            picture = part
                .split_once("<img src=\"")
                .and_then(|(_, rest)| rest.split_once('"'))
                .map(|(path, _)| format!("docs/{path}"));
        } else if let Some(body) = part.strip_prefix("console\n") {
            commands += 1;
            let (command, shown) = body.split_once('\n').expect("a command and its output");
            let args = words(command);
            assert_eq!(chuhe(&args[1..]), shown, "{command}");
            if let Some(path) = picture.take() {
                assert_shows_position(&path, &args);
            }
        }
    }
    assert!(commands >= 12, "{commands} commands found");
}

/// The picture is the one that `chuhe show --svg` draws of the command's position.
fn assert_shows_position(path: &str, args: &[String]) {
    let at = args.iter().position(|arg| arg == "--fen");
    let fen = args[at.expect("a picture belongs to a FEN") + 1].clone();
    let drawn = chuhe(&["show".into(), "--svg".into(), "--fen".into(), fen]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    assert!(
        fs::read_to_string(&path).expect("a picture") == drawn,
        "{path:?} shows another position"
    );
}

/// The words of a command line, without quotation marks.
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
