//! `chuhe solve` with files, run as a user or a script runs it.

mod faults;
mod formats;
mod puzzles;
mod resume;
mod shards;

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/process.rs"]
mod process;

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use process::{chuhe, ended, objects, scratch, scratch_file};

/// Mates of one to three moves in all input formats, with a byte order mark, comments and an empty line.
const PUZZLES: &str = "\u{feff}# A heading
3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1 dm 1; id \"two rooks\"; c0 \"kept; through\";

2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - dm 3; id \"three\";
position fen 3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1 moves e0e1 d9d8 e1e0 d8d9
go mate 1
3k5/9/R8/9/9/9/9/9/9/1R2K4 w # a comment
";

/// Runs `chuhe solve` with one job, a small table and a node limit that suffices, so that it is repeatable, unless the arguments
/// say otherwise.
fn solve(args: &[&str]) -> Command {
    let mut command = chuhe();
    command.arg("solve");
    for (option, value) in [("--jobs", "1"), ("--hash", "8"), ("--nodes", "2000000")] {
        let is_limited = option == "--nodes" && args.contains(&"--depth");
        if !is_limited && !args.contains(&option) {
            command.args([option, value]);
        }
    }
    command.args(args);
    command
}

/// Standard output of a run that ends with this exit code.
fn output(args: &[&str], code: i32) -> String {
    ended(&mut solve(args), code).0
}

/// The JSON lines of the puzzles of a file, with further options.
fn jsonl(path: &str, options: &str) -> String {
    let options = Vec::from_iter(options.split_whitespace());
    output(&[&[path, "--json"], &options[..]].concat(), 0)
}

/// The results of a file in another format.
fn rewritten(results: &str, format: &str) -> String {
    let args = ["solve", "--from-results", results, "--format", format];
    ended(chuhe().args(args), 0).0
}

/// Standard error of a run that ends with this exit code.
fn stderr_of(args: &[&str], code: i32) -> String {
    ended(&mut solve(args), code).1
}

/// The results of JSON lines, sorted by file and line, without the fields that differ between runs.
fn results(text: &str) -> Vec<Value> {
    let mut results = objects(text);
    for result in &mut results {
        let fields = result.as_object_mut().expect("an object");
        fields.remove("ms");
        fields.remove("nodes");
        if let Some(audit) = fields.get_mut("audit").and_then(Value::as_object_mut) {
            audit.remove("nodes");
        }
    }
    let place = |result: &Value| (result["file"].to_string(), result["line"].as_u64());
    results.sort_by_key(place);
    results
}

/// The values of a field of all results.
fn column(results: &[Value], name: &str) -> Vec<Value> {
    results.iter().map(|result| result[name].clone()).collect()
}

/// The values of the fields of a result with these names, as an array.
fn fields(result: &Value, names: &str) -> Value {
    names.split(' ').map(|name| result[name].clone()).collect()
}

/// Writes a file with `copies` copies of the mates in up to `moves` moves of `positions/mates.epd`.
fn many(name: &str, moves: u32, copies: usize) -> String {
    let mates = Path::new(env!("CARGO_MANIFEST_DIR")).join("positions/mates.epd");
    let text = std::fs::read_to_string(mates).expect("a file of the repository");
    let short = |line: &&str| (1..=moves).any(|n| line.contains(&format!("dm {n};")));
    let lines: Vec<&str> = text.lines().filter(short).collect();
    scratch_file(name, (lines.join("\n") + "\n").repeat(copies))
}
