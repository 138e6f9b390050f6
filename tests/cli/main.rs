//! The built program, driven as a person or a script drives it.

mod analyze;
mod analyze_games;
mod bench;
mod bench_positions;
mod book;
mod convert;
mod documented;
mod endings;
mod files;
mod generate;
mod judge;
mod learn;
mod learn_data;
mod locale;
mod logs;
mod mistakes;
mod notation;
mod play;
mod server;
mod show;
mod terminal;
mod usage;

#[path = "../common/process.rs"]
mod process;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use process::{chuhe, ended, objects, scratch, scratch_file};

/// Red is mated: the rook checks from d0, and the other keeps rank 1.
const MATED: &str = "4k4/9/9/9/9/9/9/9/r8/3r1K3 w";
/// Black is not in check, and has no move.
const STALEMATED: &str = "3k5/9/3P5/9/9/9/9/9/4R4/4K4 b";

fn run(args: &[&str]) -> Output {
    chuhe().args(args).output().expect("the program starts")
}

/// Runs a command with this text as its standard input.
fn run_with_input(command: &mut Command, input: &str) -> Output {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::piped()).spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it reads");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// Returns the standard output of a run that must succeed, with nothing on standard error.
fn stdout_of(args: &[&str]) -> String {
    let (stdout, stderr) = ended(chuhe().args(args), 0);
    assert_eq!(stderr, "", "{args:?}");
    stdout
}

/// Returns the message about wrong input, which must be the only output.
fn input_error_of(args: &[&str]) -> String {
    let (stdout, stderr) = ended(chuhe().args(args), 2);
    assert_eq!(stdout, "", "{args:?}");
    stderr
}

/// The sorted names of an object, joined by blanks.
fn names(object: &Value) -> String {
    let mut names: Vec<&str> = object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect();
    names.sort_unstable();
    names.join(" ")
}

fn is_score(value: &Value) -> bool {
    matches!(names(value).as_str(), "cp" | "mate" | "rule")
}

/// The words of a command. Each `{}` stands for the next value.
fn arguments<'a>(command: &'a str, values: &[&'a str]) -> Vec<&'a str> {
    let mut values = values.iter();
    let words = command.split(' ').map(|word| match word {
        "{}" => *values.next().expect("a value"),
        _ => word,
    });
    words.collect()
}

/// The path of a folder for this test run alone, which does not exist yet.
fn scratch_folder(name: &str) -> String {
    let path = scratch(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}
