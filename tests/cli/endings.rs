//! Endgame tables: made, checked, probed, and used by other commands.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::{
    arguments, chuhe, input_error_of, names, objects, run, run_with_input, scratch_folder,
    stdout_of,
};

/// A rook mates a bare general.
const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w";

#[test]
fn tables_are_made_once_checked_and_probed() {
    let folder = scratch_folder("endings_made");
    let file = format!("{folder}/KRAvK.egt");
    let made = stdout_of(&["endings", "make", "KRAvK", "--out", &folder]);
    assert!(
        made.starts_with(&format!("{file}: ")) && made.ends_with(" s\n"),
        "{made}"
    );
    let bytes = fs::read(&file).unwrap();
    let again = stdout_of(&["endings", "make", "KvKRA", "--out", &folder]);
    assert_eq!(again, format!("{file}: complete already\n"));

    let checked = stdout_of(&["endings", "check", &file]);
    assert!(
        checked.contains(" positions agree with their successors: "),
        "{checked}"
    );
    let record = &objects(&stdout_of(&["endings", "check", "--json", &file]))[0];
    assert_eq!(
        names(record),
        "draw file longest loses_by_rule mate mated positions table wins_by_rule"
    );
    assert_eq!(record["table"], "KRAvK");

    let probed = stdout_of(&["endings", "probe", &folder, FEN]);
    let lines: Vec<&str> = probed.lines().collect();
    assert_eq!(lines[0], format!("position  {FEN} - - 0 1"));
    assert!(lines[1].starts_with("result    mate in "), "{probed}");
    let mate_in = lines[1].rsplit_once(' ').unwrap().1;
    assert!(
        lines[2].ends_with(&format!("  mate in {mate_in}")),
        "{probed}"
    );
    let record = &objects(&stdout_of(&["endings", "probe", "--json", &folder, FEN]))[0];
    assert_eq!(names(record), "fen mate_in moves result");
    assert_eq!(record["mate_in"].to_string(), mate_in);
    assert_eq!(record["moves"].as_array().unwrap().len(), lines.len() - 2);
    let chinese = stdout_of(&["--lang", "zh", "endings", "probe", &folder, FEN]);
    assert!(chinese.contains("结果      "), "{chinese}");

    // A damaged table is reported, and made again.
    fs::write(&file, &bytes[..bytes.len() - 1]).unwrap();
    let other = format!("{folder}/other.egt");
    fs::write(&other, &bytes[..20]).unwrap();
    let good = format!("{folder}/good.egt");
    fs::write(&good, &bytes).unwrap();
    let output = run(&["endings", "check", &file, &good, &other]);
    let error = String::from_utf8_lossy(&output.stderr);
    let errors = [
        format!(
            "error: {file}: cut off at byte {}, the table has {} bytes",
            bytes.len() - 1,
            bytes.len()
        ),
        format!("error: {other}: cut off at byte 20, within the header of 48 bytes"),
        "error: 2 of 3 files failed the check".to_owned(),
    ];
    assert_eq!(error.lines().collect::<Vec<_>>(), errors);
    assert_eq!(output.status.code(), Some(1));
    let checked = String::from_utf8_lossy(&output.stdout);
    assert!(checked.starts_with(&format!("{good}: ")), "{checked}");
    let output = run(&["endings", "make", "KRAvK", "--out", &folder]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("the table is made again"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read(&file).unwrap(), bytes);
    // So is the table of another material.
    run(&["endings", "make", "KPvK", "--out", &folder]);
    fs::copy(Path::new(&folder).join("KPvK.egt"), &file).unwrap();
    let output = run(&["endings", "make", "KRAvK", "--out", &folder]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("it is the table of KPvK"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[test]
fn killed_run_loses_only_the_table_being_made() {
    let folder = scratch_folder("endings_killed");
    let file = |name: &str| Path::new(&folder).join(name);
    let materials = ["KPvK", "KRPvKR"];
    let mut command = chuhe();
    command.args(["endings", "make", "--out", &folder]);
    let mut child = command
        .args(materials)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // The second table takes much longer than the first.
    while !file("KPvK.egt").exists() && child.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let files = fs::read_dir(&folder).unwrap();
    let names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert_eq!(names, ["KPvK.egt"]);
    let again = stdout_of(&["endings", "make", "KPvK", "--out", &folder]);
    assert!(again.ends_with("KPvK.egt: complete already\n"), "{again}");
}

#[test]
fn a_table_that_cannot_be_written_is_reported_before_it_is_made() {
    let folder = scratch_folder("endings_unwritable");
    // A folder is where the file should be.
    let file = Path::new(&folder).join("KRPvKR.egt");
    fs::create_dir_all(&file).unwrap();
    let output = run(&["endings", "make", "KPvK", "KRPvKR", "--out", &folder]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("error: cannot write"), "{error}");
    assert_eq!(output.status.code(), Some(1));
    assert!(!Path::new(&folder).join("KPvK.egt").exists());
}

#[test]
fn a_probe_names_the_table_that_it_needs() {
    let folder = scratch_folder("endings_wrong");
    stdout_of(&["endings", "make", "KPvK", "--out", &folder]);
    let error = input_error_of(&["endings", "probe", &folder, FEN]);
    let command = format!("; to make one: chuhe endings make KRAvK --out {folder}\n");
    assert!(error.ends_with(&command), "{error}");
    let large = "4kab2/4a4/4b4/9/9/9/9/9/9/RRCNK4 w";
    let error = input_error_of(&["endings", "probe", &folder, large]);
    assert!(
        error.contains("none can be made: KRRCNvKAABB needs "),
        "{error}"
    );
    let guards = "4k4/9/9/9/9/9/9/9/4A4/4KA3 w";
    let error = input_error_of(&["endings", "probe", &folder, guards]);
    assert!(
        error.ends_with("none can be made: no rook, cannon, horse or pawn: nobody can mate\n"),
        "{error}"
    );
}

#[test]
fn solver_answers_at_once_with_a_table() {
    let folder = scratch_folder("endings_solve");
    stdout_of(&["endings", "make", "KRAvK", "--out", &folder]);
    let command = "solve --fen {} --endings {} --json --unique --nodes 100000";
    let solved = stdout_of(&arguments(command, &[FEN, &folder]));
    let record = &objects(&solved)[0];
    assert_eq!(
        (&record["status"], &record["verified"]),
        (&"mate".into(), &true.into())
    );
    assert_eq!(
        (&record["shortest"], &record["prover"]),
        (&true.into(), &"retrograde".into())
    );
    assert_eq!(record["nodes"], 0);
}

#[test]
fn analysis_and_games_use_tables() {
    let folder = scratch_folder("endings_used");
    stdout_of(&["endings", "make", "KRAvK", "--out", &folder]);
    let probed = objects(&stdout_of(&["endings", "probe", "--json", &folder, FEN]));
    let mate_in = probed[0]["mate_in"].as_u64().unwrap();
    let command = "analyze --fen {} --depth 1 --json --endings {}";
    let records = objects(&stdout_of(&arguments(command, &[FEN, &folder])));
    let result = records.last().unwrap();
    assert_eq!(result["score"]["mate"], 2 * mate_in - 1);
    assert_eq!(result["score"]["proved"], true);

    let play = ["play", "--terminal", "--fen", FEN, "--endings", &folder];
    let output = run_with_input(chuhe().args(play), "hint\n");
    let text = String::from_utf8_lossy(&output.stdout);
    let mate = format!("score mate in {mate_in}\n");
    assert!(text.contains(&mate), "{text}");
    for command in [&["analyze"][..], &["play", "--terminal"], &["play"]] {
        let error = input_error_of(&[command, &["--endings", "no such"]].concat());
        assert!(error.starts_with("error: cannot read no such: "), "{error}");
    }
}
