//! The transcripts of `docs/ucci.md` happen as they are told.
//!
//! A block of lines that begin with `>` (the GUI) and `<` (the engine) is a transcript; it begins
//! after the handshake, unless it shows one. Moves and numbers may differ, for the search that
//! found them will; and what a search tells while it runs need not be told in full.

use std::fs;
use std::path::Path;

use chuhe::board::Move;

use crate::harness::Engine;

#[test]
fn every_transcript_happens() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ucci.md");
    let text = fs::read_to_string(path).unwrap();
    let blocks: Vec<Vec<&str>> = text
        .split("```")
        .skip(1)
        .step_by(2)
        .map(|block| block.lines().skip(1).collect())
        .filter(|block: &Vec<&str>| block.first().is_some_and(|line| line.starts_with('>')))
        .collect();
    assert!(blocks.len() >= 10, "{} transcripts found", blocks.len());
    for block in blocks {
        replay(&block);
    }
}

fn replay(block: &[&str]) {
    let mut engine = match block[0] {
        "> ucci" => Engine::boot(),
        _ => Engine::idle(),
    };
    for line in block {
        match line.split_at_checked(2) {
            Some(("> ", said)) => engine.say(said),
            Some(("< ", told)) => loop {
                let heard = engine.hear();
                if shape(&heard) == shape(told) {
                    break;
                }
                let passing = ["info time ", "info depth ", "info currmove "];
                let passing = passing.iter().any(|start| heard.starts_with(start));
                assert!(passing, "told: {told}\nheard: {heard}\nin {block:#?}");
            },
            _ => panic!("neither said nor told: {line}"),
        }
    }
    if block.contains(&"< bye") {
        assert!(engine.end().is_empty(), "{block:#?}");
    } else {
        let rest = engine.quit();
        assert_eq!(rest, ["bye"], "more than is told in {block:#?}");
    }
}

/// A line without the numbers and moves that may differ.
fn shape(line: &str) -> String {
    if line.starts_with("option") || line.starts_with("info message") {
        return line.to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let word = if word.parse::<Move>().is_ok() {
            "MOVE"
        } else if word.parse::<i64>().is_ok() {
            "NUMBER"
        } else {
            word
        };
        if word != "MOVE" || words.last() != Some(&"MOVE") {
            words.push(word);
        }
    }
    words.join(" ")
}
