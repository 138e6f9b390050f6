//! The built program as a process, and scratch files for it.
#![allow(dead_code)] // each test crate uses some of them

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use serde_json::Value;

/// The built program without input.
pub fn chuhe() -> Command {
    program(env!("CARGO_BIN_EXE_chuhe"))
}

/// A program without input. The environment of the tester must not matter.
pub fn program(path: &str) -> Command {
    let mut command = Command::new(path);
    command.stdin(Stdio::null());
    for name in ["CHUHE_LOG", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    for name in ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    command
}

/// Standard output and standard error of a run that ends with this exit code.
#[track_caller]
pub fn ended(command: &mut Command, code: i32) -> (String, String) {
    let output = command.output().expect("it starts");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
    assert_eq!(output.status.code(), Some(code), "{command:?}: {stderr}");
    (stdout, stderr)
}

/// The objects of JSON lines.
pub fn objects(text: &str) -> Vec<Value> {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object on each line"))
        .collect()
}

/// The path of a file for this test run alone, which does not exist yet.
pub fn scratch(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    path
}

/// Writes a file for this test run alone. Returns its path.
pub fn scratch_file(name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = scratch(name);
    std::fs::write(&path, contents).expect("written");
    path
}

/// Makes a named pipe (FIFO).
pub fn make_fifo(path: impl AsRef<OsStr>) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

/// Sends SIGINT (Ctrl-C) to a program.
#[cfg(unix)]
pub fn interrupt(program: &std::process::Child) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_child(program), Signal::INT).expect("it runs");
}
