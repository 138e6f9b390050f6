//! Errors of `chuhe solve`: invalid lines, unreadable files, wrong options, failed output.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::time::Duration;

use chuhe::games::Encoding;
use serde_json::json;

use crate::{
    PUZZLES, chuhe, ended, fields, jsonl, many, objects, output, results, scratch, scratch_file,
    solve, stderr_of,
};

#[test]
fn invalid_lines_are_reported_and_the_batch_continues() {
    let bad = "4k4/9 w; id \"short\";
4k4/9/9/9/9/9/9/9/9/4K4 w
4k4/9/9/9/9/9/9/9/r8/3r1K3 w
4k4/9/9/9/9/9/9/9/9/3K5 w
3k5/9/3P5/9/9/9/9/9/4R4/4K4 b
4k4/9/9/9/9/9/9/9/4R4/3K5 w
position startpos moves h2e2 h9h1
position fen
go depth x
3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 300 200
";
    let path = scratch_file("bad.epd", bad);
    let results = objects(&jsonl(&path, ""));
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
            "the game is over, drawn: only the two generals are left",
            "the game is over, red has won: stalemate: the side to move has no legal move, and loses",
            "red is to move and could capture the general from e1",
            "move 2 of the list, h9h1, is not legal for black",
            "the FEN is empty",
        ]
    );
    assert_eq!(results.len(), 9);
    for (index, result) in results.iter().enumerate() {
        // The move counters of the last puzzle are ignored.
        let status = if index == 8 { "mate" } else { "invalid" };
        assert_eq!(result["status"], status, "{result}");
    }
    assert_eq!(fields(&results[0], "id fen"), json!(["short", null]));
    assert_eq!([&results[6]["line"], &results[8]["line"]], [7, 10]);

    let stderr = stderr_of(&[&path, "--format", "jsonl", "--strict"], 1);
    assert_eq!(stderr, "error: 8 of 9 puzzles are not solved\n");
}

#[test]
fn a_game_with_an_error_is_invalid_and_the_others_are_solved() {
    const FEN: &str = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w";
    let game = |name: &str, fen: &str, moves: &str| {
        format!("[Event \"{name}\"]\n[FEN \"{fen}\"]\n\n{moves} *\n\n")
    };
    let games = [
        game("one", FEN, "1. b0b8"),
        game("two", FEN, "1. a0a9"),
        game("three", "4k4/9 w", ""),
        game("four", FEN, ""),
    ];
    let path = scratch_file("bad-games.pgn", games.concat());
    // The format is seen by its first bytes, too.
    let torn = ["torn.xqf", "torn.bin"].map(|name| scratch_file(name, "XQ\u{12}\0"));
    let results = results(&output(&[&path, &torn[0], &torn[1], "--json"], 0));
    let found = results.iter().map(|result| {
        let text = |name: &str| result[name].as_str().unwrap_or_default();
        (result["line"].as_u64().unwrap(), text("id"), text("error"))
    });
    let found = Vec::from_iter(found);
    assert_eq!(
        found[..2],
        [
            (1, "one", ""),
            (2, "", "game 2: line 9, column 4: a0a9 is not legal for red")
        ]
    );
    let fen = "game 3: line 12, column 1: the FEN tag: the FEN has 2 ranks, a board has 10";
    assert_eq!(found[2..4], [(3, "", fen), (4, "four", "")]);
    assert!(found[4].2.starts_with("game 1: "), "{:?}", found[4]);
    assert_eq!((found[5], found.len()), (found[4], 6));
}

#[test]
fn an_unreadable_file_is_reported_before_the_first_puzzle_is_solved() {
    let good = scratch_file("readable.epd", PUZZLES);
    let text = stderr_of(&[&good, &scratch("no-such.epd")], 2);
    assert!(text.contains("no-such.epd: No such file"), "{text}");
    let text = stderr_of(&[env!("CARGO_TARGET_TMPDIR")], 2);
    assert!(text.contains("is a directory"), "{text}");
}

#[test]
fn an_existing_file_is_not_overwritten() {
    let path = scratch_file("kept.epd", PUZZLES);
    for extension in ["jsonl", "html", "epd"] {
        let old = scratch_file(&format!("kept.{extension}-old.{extension}"), "another file");
        let text = stderr_of(&[&path, "--out", &old], 2);
        assert!(text.contains("it exists already"), "{text}");
        assert_eq!(std::fs::read_to_string(&old).unwrap(), "another file");
        assert_eq!(output(&[&path, "--out", &old, "--force"], 0), "");
        let new = std::fs::read_to_string(&old).unwrap();
        assert!(new.contains("two rooks") && !new.contains("another file"));
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_batch_with_an_error() {
    let path = scratch_file("full.epd", PUZZLES);
    for format in ["jsonl", "csv", "table", "html"] {
        let text = stderr_of(&[&path, "--format", format, "--out", "/dev/full"], 1);
        assert!(
            text.contains("/dev/full: cannot write the results: No space left on device"),
            "{text}"
        );
    }
}

#[test]
fn a_closed_output_pipe_ends_the_batch_while_input_remains() {
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
    // Results are written as they are found, before the end of the input.
    output.read_line(&mut line).unwrap();
    assert!(line.contains("\"mate_in\":1"), "{line}");
    drop(output);
    // More than one puzzle, because a process that another test starts at this moment may hold the output open for an instant.
    while child.try_wait().unwrap().is_none() {
        let _ = writeln!(input, "{puzzle}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let status = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&status.stderr);
    assert_eq!((status.status.code(), &*text), (Some(0), ""));
}

#[test]
fn input_without_any_puzzle_is_an_error() {
    for text in ["", "# a comment\n\n", "rubbish\n4k4/9 w\n"] {
        let message = stderr_of(&[&scratch_file("no-puzzle.epd", text)], 2);
        assert!(message.contains("no line of the input is a valid puzzle"));
    }
    for (encoding, text, hint) in [
        (
            Encoding::Big5,
            "第一題 無\n",
            "(read as GB18030, but it may be Big5: --from-encoding big5)",
        ),
        (
            Encoding::Utf16,
            "第一題 無\n",
            "(it may be UTF-16: --from-encoding utf-16)",
        ),
        // Also valid Big5.
        (
            Encoding::Gb18030,
            "第一题 无\n",
            "no line of the input is a valid puzzle",
        ),
        (
            Encoding::Gb18030,
            "第一題 無\n",
            "no line of the input is a valid puzzle",
        ),
    ] {
        let bytes = encoding.encode(text).unwrap();
        let bytes = bytes.strip_prefix(b"\xff\xfe").unwrap_or(&bytes);
        let path = scratch("no-puzzle-encoding.epd");
        std::fs::write(&path, bytes).unwrap();
        let message = stderr_of(&[&path], 2);
        assert!(message.trim_end().ends_with(hint), "{message}");
    }
    for begin in [&b"PK\x03\x04\0"[..], b"\xd0\xcf\x11\xe0\xa1"] {
        let path = scratch("no-puzzle.xls");
        std::fs::write(&path, begin).unwrap();
        let message = stderr_of(&[&path], 2);
        let hint = "(a ZIP archive, spreadsheet or document; save it as CSV or text)\n";
        assert!(message.ends_with(hint), "{message}");
    }
    // A part of a batch may be empty.
    let path = scratch_file("one-puzzle.epd", PUZZLES.lines().nth(1).unwrap());
    output(&[&path, "--shard", "2/2"], 0);
}

#[test]
fn stderr_is_empty_if_it_is_not_a_terminal() {
    let path = many("quiet.epd", 2, 1);
    let (stdout, stderr) = ended(&mut solve(&[&path, "--format", "jsonl"]), 0);
    assert!(stderr.is_empty() && !objects(&stdout).is_empty());
}
