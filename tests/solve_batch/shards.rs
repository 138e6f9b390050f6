//! Shards, jobs and pieces of a file give the same results as one run.

use crate::{many, objects, output, results};

#[test]
fn two_shards_give_the_results_of_one_run() {
    let input = many("shards.epd", 4, 1);
    let run = |more: &[&str]| {
        output(
            &[&[input.as_str(), "--format", "jsonl"][..], more].concat(),
            0,
        )
    };
    let whole = run(&["--unique"]);
    let parts = [
        run(&["--unique", "--shard", "1/2"]),
        run(&["--unique", "--shard", "2/2"]),
    ];
    assert_ne!(parts[0], parts[1]);
    assert_eq!(results(&parts.concat()), results(&whole));
}

#[test]
fn three_jobs_in_order_give_the_results_of_one_job() {
    let input = many("jobs.epd", 4, 1);
    let run = |more: &[&str]| {
        output(
            &[&[input.as_str(), "--format", "jsonl"][..], more].concat(),
            0,
        )
    };
    let one = run(&[]);
    let mut command = crate::chuhe();
    let args = [
        "solve",
        &input,
        "--format",
        "jsonl",
        "--nodes",
        "2000000",
        "--jobs",
        "3",
        "--ordered",
    ];
    let three = String::from_utf8(command.args(args).output().unwrap().stdout).unwrap();
    let lines: Vec<u64> = objects(&three)
        .iter()
        .map(|result| result["line"].as_u64().unwrap())
        .collect();
    assert!(lines.is_sorted());
    assert_eq!(results(&three), results(&one));
}

#[test]
fn a_piece_of_a_file_keeps_its_line_numbers() {
    let input = many("piece.epd", 2, 1);
    let text = std::fs::read_to_string(&input).unwrap();
    let rest: String = text
        .lines()
        .skip(5)
        .map(|line| format!("{line}\n"))
        .collect();
    let piece = crate::file("piece-rest.epd", &rest);
    let whole = output(&[&input, "--format", "jsonl"], 0);
    let part = output(&[&piece, "--format", "jsonl", "--first-line", "6"], 0);
    assert_eq!(results(&part), results(&whole)[5..]);
}
