//! Output files: complete or not changed, never an input, and written by one run at a time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;

#[cfg(unix)]
use super::process::{interrupt, make_fifo, program, scratch};
use super::{arguments, chuhe, input_error_of, run, scratch_folder};

/// A new folder with `game.pgn`, whose comment makes every output longer than a kilobyte, and `puzzle.epd`.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(scratch_folder(name));
    fs::create_dir(&folder).unwrap();
    let comment = "a long comment ".repeat(100);
    fs::write(folder.join("game.pgn"), format!("1. h2e2 {{{comment}}} *")).unwrap();
    fs::write(folder.join("puzzle.epd"), "3k5/9/R8/9/9/9/9/9/9/1R2K4 w\n").unwrap();
    folder
}

/// Commands that write the file which replaces `{}`.
const WRITERS: [&str; 8] = [
    "convert game.pgn {} --to pgn --force",
    "analyze game.pgn --nodes 50 --format pgn --force --out {}",
    "analyze game.pgn --nodes 50 --format html --force --out {}",
    "show --force --svg {}",
    "show --force --png {}",
    "openings --count 8 --nodes 100 --force --out {}",
    "solve puzzle.epd --format html --force --out {}",
    "book make game.pgn --from pgn --force --out {}",
];

fn entries(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

/// Runs a command in a folder.
fn run_in(folder: &Path, args: &[&str]) -> Output {
    let output = chuhe().current_dir(folder).args(args).output();
    output.expect("the program starts")
}

#[test]
fn existing_output_is_replaced_only_with_force() {
    let folder = folder("existing_output");
    let out = folder.join("old");
    for command in WRITERS {
        fs::write(&out, "the old contents").unwrap();
        let unforced = command.replace(" --force", "");
        let refused = run_in(&folder, &arguments(&unforced, &["old"]));
        let stderr = String::from_utf8_lossy(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{command}: {stderr}");
        assert!(stderr.contains("old: it exists already; "), "{stderr}");
        assert_eq!(fs::read(&out).unwrap(), b"the old contents", "{command}");
        let written = run_in(&folder, &arguments(command, &["old"]));
        assert_eq!(written.status.code(), Some(0), "{command}");
        assert_ne!(fs::read(&out).unwrap(), b"the old contents", "{command}");
        // The two inputs and the output: nothing is left beside it.
        assert_eq!(entries(&folder), 3, "{command}");
    }
}

#[test]
fn file_with_the_name_of_standard_output_is_no_output() {
    let folder = folder("dash_output");
    fs::write(folder.join("-"), "the old contents").unwrap();
    for command in [
        "openings --count 1 --nodes 100",
        "convert game.pgn - --to pgn",
        "analyze game.pgn --nodes 50 --format pgn --out -",
        "show --svg -",
        "book make game.pgn --from pgn --out -",
    ] {
        let output = run_in(&folder, &arguments(command, &[]));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {stderr}");
        assert!(!output.stdout.is_empty(), "{command}");
    }
    assert_eq!(fs::read(folder.join("-")).unwrap(), b"the old contents");
}

/// Neither the temporary file nor the lock is left.
#[cfg(unix)]
#[test]
fn control_c_ends_openings_and_leaves_the_old_file() {
    let folder = folder("openings_stopped");
    fs::write(folder.join("old"), "the old contents").unwrap();
    let before = entries(&folder);
    let log = scratch("openings_stopped.log");
    let command = "openings --count 100000 --nodes 100 --force --out old --log {}";
    let mut child = chuhe()
        .current_dir(&folder)
        .args(arguments(command, &[&log]))
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A line of the log for each opening.
    while !fs::read_to_string(&log).is_ok_and(|text| text.contains("made=2 "))
        && child.try_wait().unwrap().is_none()
    {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    interrupt(&child);
    let ended = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("error: stopped after ") && stderr.ends_with(" openings\n"),
        "{stderr}"
    );
    assert_eq!(fs::read(folder.join("old")).unwrap(), b"the old contents");
    assert_eq!(entries(&folder), before);
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn full_disk_leaves_the_old_file() {
    let folder = folder("full_disk");
    let out = folder.join("old");
    fs::write(&out, "the old contents").unwrap();
    let before = entries(&folder);
    for command in WRITERS {
        let output = program("sh")
            .args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_chuhe"))
            .args(arguments(command, &["old"]))
            .current_dir(&folder)
            .output()
            .expect("a shell");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {stderr}");
        assert!(stderr.starts_with("error: "), "{command}: {stderr}");
        assert!(stderr.contains("old: "), "{command}: {stderr}");
        assert_eq!(fs::read(&out).unwrap(), b"the old contents", "{command}");
        assert_eq!(entries(&folder), before, "{command}");
    }
}

#[test]
fn input_is_no_output_by_any_path() {
    let folder = folder("hard_link");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    fs::hard_link(path("game.pgn"), path("link.pgn")).unwrap();
    fs::hard_link(path("puzzle.epd"), path("link.epd")).unwrap();
    let (game, game_link) = (path("game.pgn"), path("link.pgn"));
    let (puzzle, puzzle_link) = (path("puzzle.epd"), path("link.epd"));
    for args in [
        &["convert", &game, &game_link][..],
        &["convert", &game, &game],
        &["convert", &game, &path("./game.pgn")],
        &["analyze", &game, "--nodes", "9", "--out", &game_link],
        &["solve", &puzzle, "--force", "--out", &puzzle_link],
    ] {
        let error = input_error_of(args);
        assert!(error.contains("it is the input"), "{args:?}: {error}");
    }
    assert!(
        fs::read_to_string(&game)
            .unwrap()
            .starts_with("1. h2e2 {a long")
    );
    assert!(fs::read_to_string(&puzzle).unwrap().starts_with("3k5/"));
}

#[test]
fn output_is_written_by_one_run_at_a_time() {
    let folder = folder("one_run");
    fs::write(folder.join("old"), "the old contents").unwrap();
    let held = File::create(folder.join(".old.lock")).unwrap();
    held.lock().unwrap();
    // The lock may be left from a run that was killed.
    let free = File::create(folder.join(".new.lock")).unwrap();
    let engine = |name| format!("name={name} cmd='{}'", env!("CARGO_BIN_EXE_chuhe"));
    let engines = [engine("a"), engine("b")];
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/positions/openings.epd");
    let journals = [
        "solve puzzle.epd --format jsonl --force --out {}",
        "solve puzzle.epd --format csv --resume --out {}",
        "learn data --positions 1 --nodes 10 --force --out {}",
        "learn data --positions 1 --nodes 10 --resume --out {}",
        "match --nodes 9 --games 2 --force --jsonl {} --openings {} --engine {} --engine {}",
    ];
    for command in WRITERS.into_iter().chain(journals) {
        let values = ["old", openings, &engines[0], &engines[1]];
        let output = run_in(&folder, &arguments(command, &values));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command}: {stderr}");
        let what = "cannot write old: another run writes it";
        assert!(stderr.contains(what), "{command}: {stderr}");
        assert_eq!(fs::read(folder.join("old")).unwrap(), b"the old contents");
    }
    drop(free);
    let output = run_in(&folder, &["show", "--svg", "new"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!folder.join(".new.lock").exists());
}

/// Makes a named pipe in a folder.
#[cfg(unix)]
fn named_pipe(folder: &Path) -> PathBuf {
    let pipe = folder.join("pipe");
    make_fifo(&pipe);
    pipe
}

/// The program does not open the pipe to compare it with its input, because that waits for the other end.
#[cfg(unix)]
#[test]
fn named_pipe_is_an_output() {
    let folder = folder("pipe_output");
    let pipe = named_pipe(&folder);
    let reader = std::thread::spawn(move || fs::read(pipe).unwrap());
    let args = ["convert", "game.pgn", "pipe", "--to", "pgn", "--force"];
    let output = run_in(&folder, &args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    let read = reader.join().unwrap();
    assert_eq!(
        read,
        run_in(&folder, &["convert", "game.pgn", "-", "--to", "pgn"]).stdout
    );
}

#[cfg(unix)]
#[test]
fn pipe_is_no_log() {
    let folder = folder("pipe_log");
    let pipe = named_pipe(&folder);
    let output = run(&["--log", pipe.to_str().unwrap(), "show"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.contains("a pipe or a device, not a regular file"),
        "{stderr}"
    );
}
