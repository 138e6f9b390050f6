//! What goes wrong, and what is said of it.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::{PUZZLES, chuhe, complaint, file, many, objects, output, scratch};

#[test]
fn bad_lines_are_told_and_the_batch_goes_on() {
    let bad = "4k4/9 w; id \"short\";
4k4/9/9/9/9/9/9/9/9/4K4 w
4k4/9/9/9/9/9/9/9/r8/3r1K3 w
3k5/9/3P5/9/9/9/9/9/4R4/4K4 b
4k4/9/9/9/9/9/9/9/4R4/3K5 w
position startpos moves h2e2 h9h1
position fen
go depth x
3k5/9/R8/9/9/9/9/9/9/1R2K4 w
";
    let path = file("bad.epd", bad);
    let text = output(&[&path, "--format", "jsonl"], 0);
    let results = objects(&text);
    let errors: Vec<&str> = results
        .iter()
        .filter_map(|result| result["error"].as_str())
        .collect();
    assert_eq!(
        errors,
        [
            "the FEN has 2 ranks, a board has 10",
            "the generals face each other on file e with red to move",
            "the game is over, black has won: checkmate",
            "the game is over, red has won: stalemate: the side to move has no legal move, and loses",
            "red is to move and could capture the general from e1",
            "move 2 of the list, h9h1, is not legal for black",
            "the FEN is empty",
        ]
    );
    assert_eq!(results.len(), 8);
    for (index, result) in results.iter().enumerate() {
        let status = if index == 7 { "mate" } else { "invalid" };
        assert_eq!(result["status"], status, "{result}");
    }
    assert_eq!(
        (&results[0]["id"], &results[0]["fen"]),
        (&"short".into(), &().into())
    );
    assert_eq!(
        (&results[5]["line"], &results[7]["line"]),
        (&6.into(), &9.into())
    );

    let complaint = complaint(&[&path, "--format", "jsonl", "--strict"], 1);
    assert_eq!(complaint, "error: 7 of 8 puzzles are not solved\n");
}

#[test]
fn what_cannot_be_read_is_named_before_anything_is_done() {
    let good = file("readable.epd", PUZZLES);
    let nowhere = scratch("no-such.epd");
    let nowhere = nowhere.to_str().unwrap();
    let text = complaint(&[&good, nowhere], 2);
    assert!(text.contains("no-such.epd: No such file"), "{text}");
    let text = complaint(&[env!("CARGO_TARGET_TMPDIR")], 2);
    assert!(text.contains("is a directory"), "{text}");
}

#[test]
fn wrong_options_say_what_is_wanted() {
    let path = file("options.epd", PUZZLES);
    for (args, what) in [
        (
            ["--shard", "3/2"],
            "want a part and their number, such as 2/8",
        ),
        (
            ["--first-line", "0"],
            "want a whole number from 1 to 4294967296",
        ),
        (["--time", "-1"], "want a whole number from 1 to 86400000"),
        (["--goal", "win"], "possible values: mate, best, draw"),
        (["--depth", "101"], "want a whole number from 1 to 100"),
        (["--resume", "--strict"], "--out <FILE>"),
    ] {
        let text = complaint(&[&[path.as_str()][..], &args].concat(), 2);
        assert!(text.contains(what), "{args:?}: {text}");
    }
}

#[test]
fn results_are_not_written_over() {
    let path = file("kept.epd", PUZZLES);
    for ending in ["jsonl", "html", "epd"] {
        let old = file(
            &format!("kept.{ending}-old.{ending}"),
            "somebody needs this",
        );
        let text = complaint(&[&path, "--out", &old], 2);
        assert!(text.contains("it exists already"), "{text}");
        assert_eq!(
            std::fs::read_to_string(&old).unwrap(),
            "somebody needs this"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_it_with_a_clear_message() {
    let path = file("full.epd", PUZZLES);
    for format in ["jsonl", "csv", "table", "html"] {
        let text = complaint(&[&path, "--format", format, "--out", "/dev/full"], 2);
        assert!(
            text.contains("/dev/full: cannot write the results: No space left on device"),
            "{text}"
        );
    }
}

#[test]
fn a_reader_that_leaves_ends_it_though_the_input_goes_on() {
    let mut child = chuhe()
        .args([
            "solve", "-", "--jobs", "1", "--hash", "8", "--format", "jsonl",
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().unwrap();
    let puzzle = PUZZLES.lines().nth(1).unwrap();
    writeln!(input, "{puzzle}").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    // Results come as they are found, before the input is at its end.
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"mate_in\":1"), "{line}");
    drop(output);
    writeln!(input, "{puzzle}").unwrap();
    let status = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&status.stderr);
    assert_eq!(status.status.code(), Some(2), "{text}");
    assert!(
        text.contains("standard output: cannot write the results: Broken pipe"),
        "{text}"
    );
}

#[test]
fn nothing_but_results_is_written_in_a_pipe() {
    let path = many("quiet.epd", 2, 1);
    let out = crate::solve(&[&path, "--format", "jsonl"]);
    assert!(out.stderr.is_empty());
    assert!(!objects(&String::from_utf8(out.stdout).unwrap()).is_empty());
}
