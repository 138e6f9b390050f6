//! A run that is killed and goes on: no line lost, doubled or cut.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::{PUZZLES, chuhe, complaint, file, many, output, results, scratch};

/// Starts a run into a file and kills it when that has some lines.
fn kill_in_the_middle(input: &str, out: &str, jobs: &str) {
    let mut child = chuhe()
        .args([
            "solve", input, "--nodes", "2000000", "--hash", "8", "--jobs", jobs, "--out", out,
        ])
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let lines = || fs::read(out).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    while lines() < 12 {
        let ended = child.try_wait().expect("a child");
        assert!(ended.is_none(), "it ended before it could be killed");
        sleep(Duration::from_millis(2));
    }
    // On Unix this is kill -9.
    child.kill().expect("a kill");
    child.wait().expect("its end");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let input = many("killed.epd", 4, 40);
    let count = fs::read_to_string(&input).unwrap().lines().count();
    for (ending, jobs) in [("jsonl", "2"), ("csv", "1")] {
        let path = scratch(&format!("killed.{ending}"));
        let out = path.to_str().unwrap();
        kill_in_the_middle(&input, out, jobs);
        // As a power cut might leave it: within a line, within a character.
        let mut bytes = fs::read(&path).unwrap();
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
        bytes.truncate(whole);
        let before = bytes.clone();
        bytes.extend_from_slice(b"{\"id\":\"\xe8\xbd");
        fs::write(&path, &bytes).unwrap();

        output(&[&input, "--out", out, "--resume", "--strict"], 0);
        let after = fs::read(&path).unwrap();
        assert!(after.starts_with(&before), "what was there is still there");
        assert!(after.ends_with(b"\n"));
        let text = String::from_utf8(after).unwrap();
        let heading = usize::from(ending == "csv");
        assert_eq!(text.lines().count(), count + heading);
        if ending == "jsonl" {
            let lines: Vec<u64> = results(&text)
                .iter()
                .map(|result| result["line"].as_u64().unwrap())
                .collect();
            assert_eq!(lines, (1..=count as u64).collect::<Vec<_>>());
        }
        // Once more there is nothing left to do.
        output(&[&input, "--out", out, "--resume"], 0);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn only_our_own_results_are_gone_on_with() {
    let input = file("resume.epd", PUZZLES);
    for (name, text, what) in [
        (
            "foreign.jsonl",
            "a text that somebody needs\n",
            "line 1 is no result",
        ),
        (
            "torn-foreign.jsonl",
            "a text without an end",
            "line 1 is no result: it has no end",
        ),
        (
            "foreign.csv",
            "a,b\n",
            "line 1 is no result: it is not the heading",
        ),
        (
            "other.jsonl",
            "{\"line\":2,\"fen\":\"other\",\"status\":\"mate\"}\n",
            "the input, line 2: the results to go on with have another position there",
        ),
        (
            "twice.jsonl",
            "{\"line\":2,\"fen\":\"a\",\"status\":\"mate\"}\n{\"line\":2,\"fen\":\"a\",\"status\":\"mate\"}\n",
            "line 2 is no result: line 2 of the input is answered twice",
        ),
    ] {
        let path = file(name, text);
        let told = complaint(&[&input, "--out", &path, "--resume"], 2);
        assert!(told.contains(what), "{name}: {told}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{name}");
    }
    for ending in ["html", "epd", "txt"] {
        let path = scratch(&format!("resumed.{ending}"));
        let told = complaint(&[&input, "--out", path.to_str().unwrap(), "--resume"], 2);
        assert!(
            told.contains("goes on with jsonl and csv, not with"),
            "{told}"
        );
    }
}

#[test]
fn strict_counts_what_earlier_runs_left_open() {
    let input = file("strict.epd", &format!("nonsense\n{PUZZLES}"));
    let path = scratch("strict.jsonl");
    let out = path.to_str().unwrap();
    output(&[&input, "--out", out], 0);
    let told = complaint(&[&input, "--out", out, "--resume", "--strict"], 1);
    assert_eq!(told, "error: 1 of 5 puzzles are not solved\n");
}

/// Starts a run into a file, and presses Ctrl-C once so many results are there and the next puzzle is under way.
#[cfg(unix)]
fn interrupt(input: &str, out: &str, results: usize) -> std::process::Output {
    use rustix::process::{Pid, Signal, kill_process};

    let child = chuhe()
        .args(["solve", input, "--out", out, "--jobs", "1", "--hash", "8"])
        // More than anybody waits for.
        .args(["--nodes", "1000000000000"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = || fs::read(out).map_or(0, |text| text.iter().filter(|&&b| b == b'\n').count());
    while lines() < results {
        sleep(Duration::from_millis(5));
    }
    sleep(Duration::from_millis(50));
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it listens");
    child.wait_with_output().expect("its end")
}

#[cfg(unix)]
#[test]
fn a_puzzle_that_ctrl_c_cuts_short_is_done_again() {
    // Nobody proves a mate from the first position of a game.
    let easy = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    let endless = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    let input = file(
        "ctrl-c.epd",
        &format!("{easy}\n{easy}\n{endless}\n{easy}\n"),
    );
    for (ending, heading) in [("jsonl", 0), ("csv", 1)] {
        let path = scratch(&format!("ctrl-c.{ending}"));
        let out = path.to_str().unwrap();
        let ended = interrupt(&input, out, 2 + heading);
        let told = String::from_utf8(ended.stderr).unwrap();
        assert_eq!(ended.status.code(), Some(1), "{told}");
        assert_eq!(told, "error: stopped after 2 puzzles\n");
        let before = fs::read_to_string(&path).unwrap();
        assert!(before.ends_with('\n'));
        assert_eq!(before.lines().count(), 2 + heading);

        output(&[&input, "--out", out, "--resume", "--nodes", "20000"], 0);
        let after = fs::read_to_string(&path).unwrap();
        assert!(after.starts_with(&before), "what was there is still there");
        assert_eq!(after.lines().count(), 4 + heading);
        if ending == "jsonl" {
            let done = results(&after);
            let told: Vec<_> = done
                .iter()
                .map(|result| {
                    (
                        result["line"].as_u64().unwrap(),
                        result["status"].as_str().unwrap(),
                    )
                })
                .collect();
            assert_eq!(
                told,
                [(1, "mate"), (2, "mate"), (3, "unsolved"), (4, "mate")]
            );
        }
    }
}
