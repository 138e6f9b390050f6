//! `chuhe analyze`: tables, JSON lines, games that are over.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::{MATED, STALEMATED, arguments, chuhe, is_score, names, objects, stdout_of};

#[test]
fn analyze_prints_a_table() {
    let text = stdout_of(&["analyze", "--depth", "3", "--moves", "h2e2", "h9g7"]);
    assert!(text.starts_with("depth  sel "), "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("best   ")),
        "{text}"
    );
    let command = "analyze --nodes 2000 --multipv 2 --threads 2";
    let text = stdout_of(&arguments(command, &[]));
    assert!(text.starts_with("depth  sel  no"), "{text}");
    stdout_of(&["analyze", "--time", "20", "--hash", "1"]);
}

#[test]
fn analyze_in_json_keeps_its_names() {
    let records = objects(&stdout_of(&["analyze", "--depth", "3", "--json"]));
    let (result, lines) = records.split_last().expect("records");
    assert!(!lines.is_empty());
    for line in lines {
        assert_eq!(
            names(line),
            "bound depth hashfull nodes nps pv rank score seldepth time_ms type"
        );
        assert_eq!(line["type"], "line");
        assert!(is_score(&line["score"]));
        assert!(line["pv"][0].is_string());
    }
    assert_eq!(
        names(result),
        "best depth nodes nps ponder pv score status time_ms type"
    );
    assert_eq!(result["type"], "result");
    assert_eq!(result["status"], "searched");
    assert_eq!(result["best"], result["pv"][0]);
}

/// A search that is cut short may have another best move than its last finished depth.
#[test]
fn result_repeats_the_last_line_of_the_first_rank() {
    let mut cut_short = 0;
    for nodes in ["100", "1000", "1700", "3000", "5000", "10000", "30000"] {
        for multipv in ["1", "3"] {
            let args = ["analyze", "--nodes", nodes, "--multipv", multipv];
            let records = objects(&stdout_of(&[&args[..], &["--json"]].concat()));
            let (result, lines) = records.split_last().expect("records");
            let last = lines
                .iter()
                .rfind(|line| line["rank"] == 1 && line["bound"] != "upper")
                .expect("a line of the first rank");
            for name in ["pv", "score", "depth"] {
                assert_eq!(result[name], last[name], "{name} after {nodes} nodes");
            }
            cut_short += u32::from(last["bound"] == "lower");
        }

        let text = stdout_of(&["analyze", "--nodes", nodes]);
        let (table, result) = text.split_once("\n\n").expect("a table and a result");
        let (_, line) = result.split_once("line   ").expect("a line of play");
        let last = table.lines().last().expect("a row");
        assert!(last.ends_with(&format!("  {}", line.trim_end())), "{text}");
    }
    assert!(cut_short > 0, "no search was cut short");
}

#[test]
fn a_mate_is_called_proved_if_it_is() {
    let args = ["analyze", "--nodes", "30000", "--fen"];
    let lone_horse = [&args[..], &["5k3/9/9/9/9/4N4/9/9/9/4K4 w"]].concat();
    assert!(stdout_of(&lone_horse).contains("\nscore  mate in 3, proved\n"));
    for (args, score) in [
        (&lone_horse[..], json!({"mate": 5, "proved": true})),
        (
            &[&args[..], &[STALEMATED]].concat(),
            json!({"mate": 0, "proved": true}),
        ),
    ] {
        let records = objects(&stdout_of(&[args, &["--json"]].concat()));
        assert_eq!(records.last().expect("a result")["score"], score);
    }
}

#[test]
fn analyze_says_when_the_game_is_over() {
    for (fen, text, status) in [
        (MATED, "red is mated and has lost\n", "mated"),
        (
            STALEMATED,
            "black has no legal move (stalemate) and has lost\n",
            "stalemated",
        ),
    ] {
        assert_eq!(stdout_of(&["analyze", "--fen", fen]), text);
        let records = objects(&stdout_of(&["analyze", "--json", "--fen", fen]));
        assert_eq!(records.len(), 1);
        assert_eq!(records[0]["status"], status);
        assert_eq!(records[0]["best"], Value::Null);
        assert_eq!(records[0]["score"]["mate"], 0);
    }
}

#[test]
fn lines_come_as_they_are_found() {
    let mut child = chuhe()
        .args(["analyze", "--time", "600000", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    let read = BufReader::new(stdout).read_line(&mut first);
    // The search has ten minutes: a line now means that nothing waits for its end.
    let _ = child.kill();
    let _ = child.wait();
    assert!(read.is_ok());
    assert_eq!(objects(&first)[0]["type"], "line");
}
