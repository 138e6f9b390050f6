//! A run that is killed and resumed loses no result, and writes none twice or incomplete.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

#[cfg(unix)]
use crate::process::interrupt;
use crate::{
    PUZZLES, chuhe, column, many, output, results, rewritten, scratch, scratch_file, stderr_of,
};

/// The number of lines of a file, 0 if it does not exist.
fn line_count(path: &str) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count())
}

/// Starts a run into a file and kills it when the file has 12 lines.
fn kill_in_the_middle(input: &str, out: &str, jobs: &str) {
    let mut child = chuhe()
        .args([
            "solve", input, "--nodes", "2000000", "--hash", "8", "--jobs", jobs, "--out", out,
        ])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    while line_count(out) < 12 {
        let ended = child.try_wait().expect("a child process");
        assert!(ended.is_none(), "it ended before it could be killed");
        sleep(Duration::from_millis(2));
    }
    // On Unix this is kill -9.
    child.kill().expect("the process runs");
    child.wait().expect("the process ends");
}

#[test]
fn a_killed_run_resumes_without_losing_or_repeating_results() {
    let input = many("killed.epd", 4, 10);
    let count = fs::read_to_string(&input).unwrap().lines().count();
    for (extension, jobs) in [("jsonl", "2"), ("csv", "1")] {
        let out = scratch(&format!("killed.{extension}"));
        kill_in_the_middle(&input, &out, jobs);
        // A power cut can leave an incomplete line that ends within a character.
        let mut bytes = fs::read(&out).unwrap();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        bytes.truncate(whole);
        let before = bytes.clone();
        bytes.extend_from_slice(b"{\"id\":\"\xe8\xbd");
        fs::write(&out, &bytes).unwrap();

        output(&[&input, "--out", &out, "--resume", "--strict"], 0);
        let after = fs::read(&out).unwrap();
        assert!(after.starts_with(&before), "earlier results are kept");
        assert!(after.ends_with(b"\n"));
        let text = String::from_utf8(after).unwrap();
        let heading = usize::from(extension == "csv");
        assert_eq!(text.lines().count(), count + heading);
        if extension == "jsonl" {
            let lines = column(&results(&text), "line");
            assert_eq!(lines, Vec::from_iter(1..=count as u64));
        }
        // Another run finds nothing left to solve.
        output(&[&input, "--out", &out, "--resume"], 0);
        assert_eq!(fs::read_to_string(&out).unwrap(), text);
    }
}

#[test]
fn damaged_lines_are_skipped_and_their_puzzles_solved_again() {
    let input = scratch_file("damaged.epd", PUZZLES);
    for extension in ["jsonl", "csv"] {
        let out = scratch(&format!("damaged.{extension}"));
        output(&[&input, "--out", &out], 0);
        let text = fs::read_to_string(&out).unwrap();
        let count = text.lines().count();
        let heading = usize::from(extension == "csv");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // A power cut leaves zeros, a kill within a write half a line.
        lines[heading] = "\0".repeat(lines[heading].len());
        lines[heading + 1].truncate(20);
        let damaged = lines.join("\n") + "\n";
        fs::write(&out, &damaged).unwrap();

        let message = stderr_of(&[&input, "--out", &out, "--resume", "--strict"], 0);
        for line in [heading + 1, heading + 2] {
            let what = format!("line {line} is damaged and is skipped");
            assert!(message.contains(&what), "{message}");
        }
        let after = fs::read_to_string(&out).unwrap();
        assert!(after.starts_with(&damaged), "earlier lines are kept");
        assert_eq!(after.lines().count(), count + 2);
        // Another run finds nothing left to solve.
        stderr_of(&[&input, "--out", &out, "--resume"], 0);
        assert_eq!(fs::read_to_string(&out).unwrap(), after);
    }
}

#[test]
fn resume_names_the_byte_of_results_that_is_not_utf_8() {
    let input = scratch_file("gbk-input.epd", PUZZLES);
    let out = scratch("gbk-results.jsonl");
    fs::write(&out, b"{\"id\":\"\xcc\xe2\"}\n").unwrap();
    let message = stderr_of(&[&input, "--out", &out, "--resume"], 2);
    let what = "line 1 is not a result: the line is not UTF-8: byte 8 of it";
    assert!(message.contains(what), "{message}");
}

#[test]
fn resume_refuses_a_file_that_does_not_hold_results_of_this_input() {
    let input = scratch_file("resume.epd", PUZZLES);
    for (name, text, what) in [
        ("foreign.jsonl", "another text\n", "line 1 is not a result"),
        (
            "torn-foreign.jsonl",
            "a text without an end",
            "line 1 is not a result: it has no end",
        ),
        (
            "foreign.csv",
            "a,b\n",
            "line 1 is not a result: it is not the heading",
        ),
        (
            "other.jsonl",
            "{\"line\":2,\"fen\":\"other\",\"status\":\"mate\"}\n",
            "line 2: the results to resume have another position there; write to another file with --out",
        ),
        (
            "longer.jsonl",
            "{\"line\":99,\"fen\":\"other\",\"status\":\"mate\"}\n",
            "line 99: the results to resume have a puzzle there that the input lacks; write to another file",
        ),
        (
            "twice.jsonl",
            "{\"line\":2,\"fen\":\"a\",\"status\":\"mate\"}\n{\"line\":2,\"fen\":\"a\",\"status\":\"mate\"}\n",
            "line 2 is not a result: line 2 of the input is answered twice",
        ),
    ] {
        let path = scratch_file(name, text);
        let message = stderr_of(&[&input, "--out", &path, "--resume"], 2);
        assert!(message.contains(what), "{name}: {message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{name}");
    }
    for extension in ["html", "epd", "txt"] {
        let out = scratch(&format!("resumed.{extension}"));
        let message = stderr_of(&[&input, "--out", &out, "--resume"], 2);
        assert!(
            message.contains("--resume: only a jsonl or csv file can be continued"),
            "{message}"
        );
    }
}

#[test]
fn resume_names_the_game_that_has_another_position() {
    let game = "[FEN \"3k5/9/R8/9/9/9/9/9/9/1R2K4 w\"]\n\n*\n";
    let game = scratch_file("resumed-game.pgn", game);
    let lines = scratch_file("resumed-lines.epd", PUZZLES);
    for (inputs, file, place) in [
        (&[&game][..], String::new(), "error: game 1: the results "),
        (
            &[&game, &lines],
            format!("\"file\":\"{game}\","),
            "resumed-game.pgn, game 1: the results ",
        ),
    ] {
        let result = format!("{{{file}\"line\":1,\"fen\":\"other\",\"status\":\"mate\"}}\n");
        let out = scratch_file("resumed-game.jsonl", result);
        let inputs = Vec::from_iter(inputs.iter().map(|input| input.as_str()));
        let args = [&inputs[..], &["--out", &out, "--resume"]].concat();
        let message = stderr_of(&args, 2);
        assert!(message.contains(place), "{message}");
    }
}

#[test]
fn a_corrected_line_is_solved_and_its_invalid_result_replaced() {
    for extension in ["jsonl", "csv"] {
        let input = scratch_file("corrected.epd", format!("nonsense\n{PUZZLES}4k4/9 w\n"));
        let out = scratch(&format!("corrected.{extension}"));
        output(&[&input, "--out", &out], 0);
        let before = fs::read_to_string(&out).unwrap();
        // A line that is still invalid, but for another reason, and one that was deleted.
        scratch_file("corrected.epd", format!("4k4/9/9 w\n{PUZZLES}"));
        output(&[&input, "--out", &out, "--resume"], 0);
        let fen = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
        scratch_file("corrected.epd", format!("{fen}\n{PUZZLES}{fen}\n"));
        // All puzzles count as solved.
        output(&[&input, "--out", &out, "--resume", "--strict"], 0);
        let after = fs::read_to_string(&out).unwrap();
        assert!(after.starts_with(&before), "earlier results are kept");
        assert_eq!(after.lines().count(), before.lines().count() + 3);
        output(&[&input, "--out", &out, "--resume", "--strict"], 0);
        assert_eq!(fs::read_to_string(&out).unwrap(), after);
        if extension == "jsonl" {
            let results = results(&rewritten(&out, "jsonl"));
            assert_eq!(column(&results, "line"), [1, 3, 5, 6, 8, 9]);
        }
    }
}

#[test]
fn a_line_with_a_corrected_operation_is_solved() {
    let line = |mv| format!("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1 bm {mv};\n");
    let out = scratch("operation.jsonl");
    for (mv, expected) in [
        ("a7d8", &["invalid"][..]),
        ("a7d8", &["invalid"]),
        ("b0b8", &["invalid", "mate"]),
    ] {
        let input = scratch_file("operation.epd", format!("{PUZZLES}{}", line(mv)));
        let goal = ["--goal", "best", "--depth", "3"];
        output(
            &[&[&input, "--out", &out, "--resume"][..], &goal].concat(),
            0,
        );
        let results = results(&fs::read_to_string(&out).unwrap());
        let of_line = results.iter().filter(|result| result["line"] == 8);
        assert_eq!(
            Vec::from_iter(of_line.map(|result| &result["status"])),
            expected
        );
    }
}

#[test]
fn a_table_that_a_spreadsheet_wrote_again_is_resumed() {
    let input = scratch_file("spreadsheet.epd", PUZZLES);
    let out = scratch("spreadsheet.csv");
    output(&[&input, "--out", &out], 0);
    let text = fs::read_to_string(&out).unwrap();
    let rows: Vec<&str> = text.lines().take(3).collect();
    // Some quote every cell.
    for mark in ["", "\""] {
        let heading = rows[0].replace(',', &format!("{mark},{mark}"));
        let rest = rows[1..].join("\r\n");
        let saved = format!("\u{feff}{mark}{heading}{mark}\r\n{rest}\r\n");
        fs::write(&out, saved).unwrap();
        output(&[&input, "--out", &out, "--resume", "--strict"], 0);
        let after = fs::read_to_string(&out).unwrap();
        assert_eq!(after.lines().count(), text.lines().count());
    }
}

#[test]
fn a_byte_order_mark_before_json_lines_is_ignored() {
    let input = scratch_file("marked.epd", PUZZLES);
    let out = scratch("marked.jsonl");
    output(&[&input, "--out", &out], 0);
    let text = fs::read_to_string(&out).unwrap();
    let marked = format!("\u{feff}{text}");
    fs::write(&out, &marked).unwrap();
    // All lines have a result.
    let message = stderr_of(&[&input, "--out", &out, "--resume", "--strict"], 0);
    assert_eq!(message, "");
    assert_eq!(fs::read_to_string(&out).unwrap(), marked);
    assert_eq!(results(&rewritten(&out, "jsonl")), results(&text));
}

#[test]
fn strict_counts_unsolved_puzzles_of_earlier_runs() {
    let input = scratch_file("strict.epd", format!("nonsense\n{PUZZLES}"));
    let out = scratch_file("strict.jsonl", "");
    // An empty file is begun, not refused.
    output(&[&input, "--out", &out, "--resume"], 0);
    let message = stderr_of(&[&input, "--out", &out, "--resume", "--strict"], 1);
    assert_eq!(message, "error: 1 of 5 puzzles are not solved\n");
}

/// Starts a run into a file, and sends it SIGINT (Ctrl-C) when the file has `results` lines and the next puzzle is being solved.
#[cfg(unix)]
fn interrupted(input: &str, out: &str, results: usize) -> std::process::Output {
    let mut child = chuhe()
        .args(["solve", input, "--out", out, "--jobs", "1", "--hash", "8"])
        // More than can be searched in the time of a test.
        .args(["--nodes", "1000000000000"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while line_count(out) < results {
        let ended = child.try_wait().expect("a child process");
        assert!(ended.is_none(), "it ended before it could be interrupted");
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
    interrupt(&child);
    child.wait_with_output().expect("the process ends")
}

#[cfg(unix)]
#[test]
fn a_puzzle_that_was_interrupted_is_solved_by_the_next_run() {
    // No mate can be proved from the starting position.
    let easy = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    let endless = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let puzzles = [easy, easy, endless, easy].join("\n");
    let input = scratch_file("ctrl-c.epd", puzzles);
    for (extension, heading) in [("jsonl", 0), ("csv", 1)] {
        let out = scratch(&format!("ctrl-c.{extension}"));
        let ended = interrupted(&input, &out, 2 + heading);
        let message = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{message}");
        assert_eq!(
            message,
            "error: stopped after 2 puzzles; to continue, repeat the command with --resume, without --force\n"
        );
        let before = fs::read_to_string(&out).unwrap();
        assert!(before.ends_with('\n'));
        assert_eq!(before.lines().count(), 2 + heading);

        output(&[&input, "--out", &out, "--resume", "--nodes", "20000"], 0);
        let after = fs::read_to_string(&out).unwrap();
        assert!(after.starts_with(&before), "earlier results are kept");
        assert_eq!(after.lines().count(), 4 + heading);
        if extension == "jsonl" {
            let results = results(&after);
            assert_eq!(column(&results, "line"), [1, 2, 3, 4]);
            let statuses = ["mate", "mate", "unsolved", "mate"];
            assert_eq!(column(&results, "status"), statuses);
        }
    }
}
