//! Shards, jobs and pieces of a file give the same results as one run.

use crate::{jsonl, many, objects, results};

#[test]
fn two_shards_give_the_results_of_one_run() {
    let input = many("shards.epd", 3, 1);
    let whole = jsonl(&input, "--unique");
    let parts = ["1/2", "2/2"].map(|part| jsonl(&input, &format!("--unique --shard {part}")));
    assert_ne!(parts[0], parts[1]);
    assert_eq!(results(&parts.concat()), results(&whole));
}

#[test]
fn three_jobs_in_order_give_the_results_of_one_job() {
    let input = many("jobs.epd", 3, 1);
    let one = jsonl(&input, "");
    // The jobs share the table.
    let three = jsonl(&input, "--jobs 3 --hash 24 --ordered");
    assert!(objects(&three).is_sorted_by_key(|result| result["line"].as_u64()));
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
    let piece = crate::scratch_file("piece-rest.epd", rest);
    let whole = jsonl(&input, "");
    let part = jsonl(&piece, "--first-line 6");
    assert_eq!(results(&part), results(&whole)[5..]);
}
