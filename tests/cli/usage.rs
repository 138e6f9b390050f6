//! What all subcommands share: manuals, wrong input, exit codes, closed pipes; and the two short
//! ones.

use std::process::Stdio;

use crate::{MATED, STALEMATED, bad, chuhe, good, objects};

#[test]
fn every_help_is_a_manual() {
    for subcommand in [
        "perft", "eval", "bench", "analyze", "show", "judge", "match", "openings", "generate",
    ] {
        let help = good(&[subcommand, "--help"]);
        assert!(help.contains("Examples:"), "{subcommand}");
        assert!(
            help.contains(&format!("  chuhe {subcommand}")),
            "{subcommand}"
        );
        assert!(good(&["--help"]).contains(subcommand));
    }
    assert!(good(&["--help"]).contains("Exit codes:"));
    assert!(good(&["--version"]).starts_with("chuhe "));
}

#[test]
fn wrong_usage_is_told() {
    for args in [
        &["nonsense"][..],
        &["--nonsense"],
        &["perft"],
        &["perft", "x"],
        &["perft", "65"],
        &["perft", "-1"],
        &["perft", "1", "--threads", "1000"],
        &["eval", "--knowledge", "huge"],
        &["bench", "--depth", "0"],
        &["bench", "--hash", "65537"],
        &["analyze", "--time", "0"],
        &["analyze", "--time", "99999999999999999999"],
        &["analyze", "--nodes", "-1"],
        &["analyze", "--multipv", "0"],
        &["analyze", "--multipv", "129"],
        &["show", "--color", "sometimes"],
        &["openings", "--plies", "10..6"],
        &["openings", "--count", "0"],
    ] {
        assert!(bad(args).starts_with("error: "), "{args:?}");
    }
}

#[test]
fn a_number_that_is_none_is_told_with_what_was_wanted() {
    for (args, complaint) in [
        (
            &["analyze", "--depth", "deep"][..],
            "'deep' for '--depth <D>': want a whole number from 1 to 100",
        ),
        (
            &["analyze", "--depth", "-1"],
            "'-1' for '--depth <D>': want a whole number from 1 to 100",
        ),
        (
            &["analyze", "--nodes", "1.5"],
            "'1.5' for '--nodes <N>': want a whole number, 0 or more",
        ),
        (
            &["bench", "--threads", "all"],
            "'all' for '--threads <N>': want a whole number from 0 to 256",
        ),
        (
            &["perft", "-1"],
            "'-1' for '<DEPTH>': want a whole number from 0 to 64",
        ),
        (
            &["show", "--fen", "start"],
            "'start' for '--fen <FEN>': the FEN has 1 rank, a board has 10",
        ),
    ] {
        let said = bad(args);
        let first = said.lines().next().expect("a line");
        assert_eq!(first, format!("error: invalid value {complaint}"));
    }
}

#[test]
fn zero_lets_the_engine_decide() {
    let text = good(&[
        "bench",
        "--depth",
        "1",
        "--hash",
        "0",
        "--threads",
        "0",
        "--json",
    ]);
    let records = objects(&text);
    let total = records.last().expect("a total");
    assert!(total["hash_mib"].as_u64() >= Some(16), "{total}");
    assert!(total["threads"].as_u64() >= Some(1), "{total}");
    good(&["perft", "2", "--threads", "0"]);
    // As `go nodes 0` in the protocol: the first depth is always finished.
    assert!(good(&["analyze", "--hash", "0", "--nodes", "0"]).contains("best   "));
}

/// The help and the protocol name the same ranges.
#[test]
fn help_tells_the_ranges() {
    use chuhe::search::{iterative::MAX_DEPTH, request::LINES, resources::*};
    let help = good(&["analyze", "--help"]);
    let words = help.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        format!("in plies, up to {MAX_DEPTH}"),
        format!("best moves, up to {},", LINES.end()),
        format!("search with, up to {};", THREADS.end()),
        format!("in MiB, up to {};", HASH_MIB.end()),
    ] {
        assert!(words.contains(&told), "{told}: {help}");
    }
}

#[test]
fn a_bad_fen_is_named_everywhere() {
    for subcommand in [&["perft", "1"][..], &["eval"], &["analyze"], &["show"]] {
        let args = [subcommand, &["--fen", "4k4/9/9/9/9/9/9/4A4/9/3K5 w"]].concat();
        let complaint = bad(&args);
        assert!(complaint.contains("--fen"), "{complaint}");
        assert!(
            complaint.contains("red advisor on e2: it can never stand there"),
            "{complaint}"
        );
        assert!(bad(&[subcommand, &["--fen", ""]].concat()).contains("--fen"));
    }
}

#[test]
fn bad_moves_are_named() {
    for subcommand in ["analyze", "show"] {
        assert_eq!(
            bad(&[subcommand, "--moves", "h2e2 a9a1"]),
            "error: --moves: move 2 of the list, a9a1, is not legal for black\n"
        );
        let complaint = bad(&[subcommand, "--moves", "h2e2 i9i8 nonsense"]);
        assert!(complaint.contains("move 3 of the list"), "{complaint}");
        assert!(complaint.contains("nonsense"), "{complaint}");
        assert_eq!(bad(&[subcommand, "--moves", "马二进五"]).lines().count(), 1);
    }
}

#[test]
fn perft_counts() {
    let text = good(&["perft", "3"]);
    assert!(text.contains("nodes    79666\n"), "{text}");
    assert!(good(&["perft", "0", "--divide"]).starts_with("nodes    1\n"));
    assert!(good(&["perft", "3", "--threads", "2"]).contains("nodes    79666\n"));
    assert!(good(&["perft", "2", "--fen", MATED]).contains("nodes    0\n"));

    let text = good(&["perft", "2", "--divide", "--threads", "2"]);
    let moves: Vec<(&str, u64)> = text
        .lines()
        .map_while(|line| line.split_once(": "))
        .map(|(mv, nodes)| (mv, nodes.parse().expect("a count")))
        .collect();
    assert_eq!(moves.len(), 44);
    assert!(moves.is_sorted());
    assert_eq!(moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), 1_920);
    assert!(text.contains("nodes    1920\n"));
}

#[test]
fn eval_prints_a_table() {
    let text = good(&["eval"]);
    for word in ["term", "red mg", "black mg", "material", "for red, to move"] {
        assert!(text.contains(word), "{text}");
    }
    for level in ["none", "small", "medium", "large"] {
        good(&["eval", "--knowledge", level]);
    }
    assert!(good(&["eval", "--fen", STALEMATED]).contains("for black"));
}

#[test]
fn a_reader_that_leaves_is_no_fault() {
    let divide = &["perft", "3", "--divide"][..];
    let bench = &["bench", "--depth", "1", "--json"][..];
    let analyze = &["analyze", "--depth", "4", "--json"][..];
    for args in [divide, bench, analyze, &["show"]] {
        let mut child = chuhe()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Gone before the first line.
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(output.stderr.is_empty(), "{args:?}");
    }
}
