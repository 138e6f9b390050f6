//! Replays the transcripts of `docs/ucci.md` and `docs/uci.md`, and compares those of the Chinese pages with them.
//!
//! A block of lines that begin with `>` (the GUI) and `<` (the engine) is a transcript; it begins
//! after the handshake, unless it shows one or is marked `boot`. Times may differ, and so may how full
//! the table is and the answer of a search that a time or a command ends. `info` lines of a search may be left out.

use std::fs;
use std::path::Path;

use chuhe::board::Move;

use crate::harness::Engine;

#[test]
fn ucci_page_matches_the_program() {
    replay_page("docs/ucci.md", Engine::ucci);
}

#[test]
fn uci_page_matches_the_program() {
    replay_page("docs/uci.md", Engine::uci);
}

#[test]
fn chinese_pages_have_the_same_transcripts() {
    for page in ["docs/ucci", "docs/uci"] {
        let [english, chinese] = ["md", "zh-CN.md"].map(|ending| {
            let text = read_page(&format!("{page}.{ending}"));
            blocks(&text).map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(english, chinese, "{page}");
    }
}

pub fn read_page(page: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap()
}

/// The fenced blocks of a page, in order.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    text.split("```").skip(1).step_by(2)
}

fn replay_page(page: &str, greeted: fn() -> Engine) {
    let text = read_page(page);
    let blocks: Vec<Vec<&str>> = blocks(&text)
        .map(|block| block.lines().collect())
        .filter(|block: &Vec<&str>| block.get(1).is_some_and(|line| line.starts_with('>')))
        .collect();
    assert!(blocks.len() >= 10, "{} transcripts found", blocks.len());
    for block in blocks {
        let engine = match (block[0], block[1]) {
            ("boot", _) | (_, "> ucci" | "> uci") => Engine::start(),
            _ => greeted(),
        };
        replay(engine, &block[1..]);
    }
}

fn replay(mut engine: Engine, block: &[&str]) {
    let mut ends_by_time = false;
    for line in block {
        match line.split_at_checked(2) {
            Some(("> ", line)) => {
                if line.starts_with("go") {
                    let is_fixed = |word| line.contains(word) && !line.contains("infinite");
                    ends_by_time = !["depth", "nodes", "mate"].into_iter().any(is_fixed);
                }
                engine.send(line);
            }
            Some(("< ", output)) => loop {
                let received = engine.read_line();
                if comparable(&received, ends_by_time) == comparable(output, ends_by_time) {
                    break;
                }
                let passing = ["info time ", "info depth ", "info currmove ", "info nodes "];
                let passing = passing.iter().any(|start| received.starts_with(start));
                assert!(
                    passing,
                    "expected: {output}\nreceived: {received}\nin {block:#?}"
                );
            },
            _ => panic!("neither input nor output: {line}"),
        }
    }
    if block.contains(&"< bye") || block.contains(&"> quit") {
        assert!(engine.wait_for_exit().is_empty(), "{block:#?}");
    } else {
        let rest = engine.quit();
        let bye = rest.is_empty() || rest == ["bye"];
        assert!(bye, "more than is output in {block:#?}: {rest:?}");
    }
}

/// A line without what may differ: times, how full the table is, and the answer of a search that a time or a command ends.
fn comparable(line: &str, ends_by_time: bool) -> String {
    // The best move is any move; a search that is stopped at once has none to ponder on.
    if ends_by_time && let Some(answer) = line.strip_prefix("bestmove ") {
        let (mv, rest) = answer.split_at(answer.find(' ').unwrap_or(answer.len()));
        let is_answer =
            mv.parse::<Move>().is_ok() && (rest.is_empty() || rest.starts_with(" ponder "));
        return if is_answer { "bestmove" } else { line }.to_owned();
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if words[0] == "info" && ["time", "nps", "hashfull"].contains(&words[index - 1]) {
            words[index] = "T";
        }
    }
    words.join(" ")
}
