//! The EPD format: the puzzles with the operations of the input and the results.

use super::formatter::{RecordFormatter, located_error, score_text};
use crate::columns::plies;
use crate::solve::batch::audit_record::AuditRecord;
use crate::solve::batch::record::{NoMateReason, PuzzleRecord, PuzzleStatus};
use crate::solve::batch::tree;

/// EPD lines. An invalid line without a position becomes a comment.
pub struct Epd;

impl RecordFormatter for Epd {
    fn record(&self, record: &PuzzleRecord) -> String {
        let Some(fen) = &record.fen else {
            return format!("# {}\n", located_error(record));
        };
        let mut line = fen.clone();
        let mut add = |name: &str, operand: &str| {
            let operand = operand.replace('"', "'");
            let quoted = is_string(name) || operand.contains(UNQUOTED_ENDS);
            let mark = if quoted { "\"" } else { "" };
            line += &format!(" {name} {mark}{operand}{mark};");
        };
        if !record.id.is_empty() {
            add("id", &record.id);
        }
        let results = results(record);
        // Of an earlier run, whose `c9` begins with a status, the line, the audit and the variations are dropped, too.
        let is_status = |word: &str| PuzzleStatus::ALL.iter().any(|one| one.name() == word);
        let is_solved = record.operations.iter().any(|(name, operand)| {
            name == "c9" && operand.split(", ").next().is_some_and(is_status)
        });
        let is_earlier = |name: &str| is_solved && ["pv", "c7", "c8"].contains(&name);
        for (name, operand) in &record.operations {
            if !is_earlier(name) && !results.iter().any(|(result, _)| result == name) {
                add(name, operand);
            }
        }
        for (name, operand) in &results {
            add(name, operand);
        }
        line + "\n"
    }
}

/// The operations of the results, which replace those of the input with the same names.
fn results(record: &PuzzleRecord) -> Vec<(&'static str, String)> {
    let is_mate = record.status == PuzzleStatus::Mate;
    let mate_in = record.mate_in.filter(|_| is_mate);
    let has_key = record.operations.iter().any(|(known, _)| known == "bm");
    let is_key = record.unique == Some(true) && !has_key;
    let pv = Some(record.pv.join(" ")).filter(|pv| !pv.is_empty());
    let all = [
        ("dm", mate_in.map(|moves| moves.to_string())),
        ("bm", record.key.clone().filter(|_| is_key)),
        ("pv", pv),
        ("acn", Some(record.nodes.to_string())),
        ("acs", Some(record.ms.div_ceil(1000).to_string())),
        ("c5", record.source.as_ref().map(ToString::to_string)),
        ("c6", record.difficulty.as_ref().map(ToString::to_string)),
        ("c7", record.audit.as_ref().map(audit_text)),
        ("c8", record.lines.as_ref().map(tree::text)),
        ("c9", Some(findings(record))),
    ];
    let found = all.map(|(name, operand)| Some((name, operand?)));
    found.into_iter().flatten().collect()
}

/// Characters that would end an operand without quotation marks, or begin and end one with them.
const UNQUOTED_ENDS: [char; 5] = [';', '；', '#', '“', '”'];

/// True for the operations whose operands EPD requires to be quoted: `id`, and the comments `c0` to `c9`.
fn is_string(name: &str) -> bool {
    let number = name.strip_prefix('c').unwrap_or_default();
    name == "id" || number.len() == 1 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// The counts of an audit, and the lines to the moves that it found.
fn audit_text(audit: &AuditRecord) -> String {
    let names = ["cook", "dual", "minor dual", "slower", "undecided"];
    let moves = names.map(|name| Some(format!("; {name} {}", audit.moves(name)?)));
    audit.summary() + &moves.into_iter().flatten().collect::<String>()
}

/// The results that have no operation of their own, for the comment `c9`.
fn findings(record: &PuzzleRecord) -> String {
    let mut words = vec![record.status.name().to_owned()];
    let flags = [
        (record.verified, "verified"),
        (record.repetition, "by repetition"),
        (record.shortest, "shortest"),
        (record.unique == Some(true), "unique"),
        (record.unique == Some(false), "not unique"),
        (record.right == Some(true), "right"),
        (record.right == Some(false), "wrong"),
    ];
    words.extend((flags.iter().filter(|(holds, _)| *holds)).map(|(_, word)| (*word).to_owned()));
    words.extend(record.patterns_zh.iter().map(|pattern| pattern.to_string()));
    words.extend(score_text(record.score));
    words.extend(record.by.as_ref().map(|by| format!("by {by}")));
    if let (PuzzleStatus::Claimed, Some(moves)) = (record.status, record.mate_in) {
        words.push(format!("mate in {moves} not proved"));
    }
    if record.reason == Some(NoMateReason::Draw) {
        words.push("draw".to_owned());
    }
    let without_mate = [
        PuzzleStatus::Claimed,
        PuzzleStatus::None,
        PuzzleStatus::Unsolved,
    ];
    let has_length = without_mate.contains(&record.status);
    if has_length && record.no_mate_in > 0 {
        words.push(format!("no mate in {}", record.no_mate_in));
    }
    words.extend((record.holds_for).map(|depth| format!("no loss in {}", plies(depth.into()))));
    words.extend(record.lost_in.map(|moves| format!("mated in {moves}")));
    words.extend(record.error.clone());
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;
    use crate::solve::batch::puzzle_line::{PuzzleLine, read};

    #[test]
    fn operations_are_kept_and_results_added() {
        let operation = |(name, operand): (&str, &str)| (name.to_owned(), operand.to_owned());
        let operations = [
            ("dm", "3"),
            ("c9", "unsolved, no mate in 2"),
            ("c5", "mine"),
            ("pv", "a0a1"),
            ("c8", "a0a1"),
            ("c0", "a; b"),
        ]
        .map(operation);
        let mut record = PuzzleRecord {
            id: "x".to_owned(),
            line: 4,
            fen: Some("FEN w".to_owned()),
            status: PuzzleStatus::Mate,
            operations: operations.to_vec(),
            mate_in: Some(2),
            key: Some("h2e2".to_owned()),
            pv: vec!["h2e2".to_owned(), "e9d9".to_owned()],
            unique: Some(true),
            verified: true,
            nodes: 7,
            ms: 1001,
            ..PuzzleRecord::default()
        };
        assert_eq!(
            Epd.record(&record),
            "FEN w id \"x\"; c5 \"mine\"; c0 \"a; b\"; dm 2; bm h2e2; pv h2e2 e9d9; acn 7; acs 2; c9 \"mate, verified, unique\";\n"
        );
        let operations = [
            ("ce", "35"),
            ("note", "x # y"),
            ("hint", "“车；马”"),
            ("bm", "h2e2"),
        ];
        record.id = "a # b".to_owned();
        record.operations = operations.map(operation).to_vec();
        let line = Epd.record(&record);
        assert!(line.contains(" ce 35;"), "{line}");
        let PuzzleLine::Puzzle(Ok(puzzle)) = read(&line.replace("FEN w", START_FEN)) else {
            panic!("{line}");
        };
        assert_eq!(puzzle.operand("id"), Some("a # b"));
        assert_eq!(puzzle.operations[1..5], record.operations);
        (record.fen, record.error) = (None, Some("the FEN is empty".to_owned()));
        let line = Epd.record(&record);
        assert_eq!(line, "# line 4: the FEN is empty\n");
    }

    #[test]
    fn operations_that_no_earlier_run_wrote_are_kept_without_a_result() {
        let operations = [("pv", "a0a1"), ("c7", "A"), ("c8", "B"), ("c9", "C")];
        let operations = operations.map(|(name, operand)| (name.to_owned(), operand.to_owned()));
        let mut record = PuzzleRecord {
            fen: Some("FEN w".to_owned()),
            operations: operations.to_vec(),
            ..PuzzleRecord::default()
        };
        let end = "acn 0; acs 0; c9 \"unsolved\";\n";
        let line = Epd.record(&record);
        let expected = format!("FEN w pv a0a1; c7 \"A\"; c8 \"B\"; {end}");
        assert_eq!(line, expected);
        record.operations[3].1 = "unsolved, no mate in 2".to_owned();
        let line = Epd.record(&record);
        assert_eq!(line, format!("FEN w {end}"));
    }
}
