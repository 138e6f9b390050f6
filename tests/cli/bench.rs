//! `chuhe bench`: its signature, its JSON, its files.

use serde_json::{Value, json};

use crate::{MATED, arguments, is_score, names, objects, scratch_file, stdout_of};

/// Nodes of `chuhe bench`: the signature of the search. A change of what is searched changes it here.
const SIGNATURE: u64 = 697_710;

#[test]
fn bench_counts_the_nodes_of_the_signature() {
    let records = objects(&stdout_of(&["bench", "--json"]));
    let total = records.last().expect("a total");
    assert_eq!(total["nodes"], SIGNATURE);
}

#[test]
fn bench_in_json_adds_up() {
    let command = "bench --depth 1 --json --without lmr --without null-move --knowledge none";
    let records = objects(&stdout_of(&arguments(command, &[])));
    let (total, positions) = records.split_last().expect("records");
    assert!(positions.len() >= 35);
    for (index, position) in positions.iter().enumerate() {
        assert_eq!(names(position), "best fen id nodes number score type");
        assert_eq!(position["type"], "position");
        assert_eq!(position["number"], index + 1);
        assert!(position["best"].is_string());
        assert!(is_score(&position["score"]));
    }
    assert_eq!(
        names(total),
        "depth hash_mib knowledge nodes nps positions threads time_ms type without"
    );
    assert_eq!(total["type"], "total");
    assert_eq!(total["positions"], positions.len());
    assert_eq!(total["without"], json!(["lmr", "null-move"]));
    assert_eq!(total["knowledge"], "none");
    let sum: u64 = positions
        .iter()
        .filter_map(|position| position["nodes"].as_u64())
        .sum();
    assert_eq!(total["nodes"], sum);
}

#[test]
fn bench_takes_a_file() {
    let fen = "4ka3/4a4/9/9/2P6/9/9/4N4/9/3K5 w";
    let text = format!("# mine\n{fen}; id \"first\";\n\n{MATED}\n");
    let path = scratch_file("positions.epd", text);
    let args = ["bench", "--positions", &path, "--depth", "1"];
    let text = stdout_of(&args);
    assert!(text.contains("  first\n"), "{text}");
    let chinese = stdout_of(&[&["--lang", "zh"][..], &args[..]].concat());
    assert!(chinese.contains("       0 步被杀\n"), "{chinese}");
    let records = objects(&stdout_of(&[&args[..], &["--json"]].concat()));
    assert_eq!(records.len(), 3);
    assert_eq!(records[1]["best"], Value::Null);
}
