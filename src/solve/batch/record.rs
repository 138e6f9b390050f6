//! The record of an answer: names and values that do not change, whatever the output format.

use serde::{Serialize, Serializer};

use super::tree;
use crate::board::epd::Operation;
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::notation::Notation;
use crate::search::score::{Meaning, meaning};
use crate::solve::Turn;

/// How a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A mate, proved.
    Mate,
    /// A best move, by the playing search.
    Best,
    /// A draw by the rules, or a position that the playing search scores as equal.
    Draw,
    /// No answer within the limits.
    #[default]
    Unsolved,
    /// No puzzle; `error` says what is wrong.
    Invalid,
}

impl Status {
    /// All of them.
    pub const ALL: [Status; 5] = [
        Status::Mate,
        Status::Best,
        Status::Draw,
        Status::Unsolved,
        Status::Invalid,
    ];

    /// Its name in output for programs, which does not change.
    pub const fn name(self) -> &'static str {
        ["mate", "best", "draw", "unsolved", "invalid"][self as usize]
    }
}

/// An answer. Moves are two squares, `h2e2`; see `docs/solve.md` for every field.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Record {
    /// The operation `id` of the line; empty without one.
    pub id: String,
    /// The file, where there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line of the input, from 1.
    pub line: u64,
    /// The position; `None` where the line has none.
    pub fen: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The winner's moves to the mate.
    pub mate_in: Option<u32>,
    /// Plies to the mate.
    pub plies: Option<u32>,
    /// The first move.
    pub key: Option<String>,
    /// The line: for a mate against the longest defence.
    pub pv: Vec<String>,
    /// The line in Chinese.
    pub pv_zh: Vec<String>,
    /// Whether no other first move mates as fast; `None` where it was not asked or not found out.
    pub unique: Option<bool>,
    /// Whether it is proved that no mate is shorter.
    pub shortest: bool,
    /// The longest length ruled out, in moves.
    pub no_mate_in: u32,
    /// Whether the answer is proved, and the proof was verified.
    pub verified: bool,
    /// Whether the mate depends on the rules of repetition: a defender who checks or chases for ever loses by them.
    pub repetition: bool,
    /// Who found it: `prover`, `search` or `rules`.
    pub by: Option<&'static str>,
    /// Which of the provers.
    pub prover: Option<&'static str>,
    /// The score of the playing search, for the side to move. A mate is left out, because it is not proved.
    #[serde(serialize_with = "score")]
    pub score: Option<Score>,
    /// Whether the first move is one of `bm` and none of `am`; `None` where the line has neither.
    pub right: Option<bool>,
    /// Positions searched.
    pub nodes: u64,
    /// Milliseconds it took.
    pub ms: u64,
    /// The operations of the line.
    #[serde(rename = "given", serialize_with = "given")]
    pub operations: Vec<Operation>,
    /// The answer to every defence, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "tree::json")]
    pub lines: Option<Turn>,
    /// What is wrong with the puzzle, or with us.
    pub error: Option<String>,
}

impl Record {
    /// Writes down a line of moves, in squares and in Chinese.
    pub(super) fn set_line(&mut self, board: &Board, pv: &[Move]) {
        self.pv = pv.iter().map(Move::to_string).collect();
        self.pv_zh = Notation::Chinese.write_line(board, pv);
    }
}

/// `{"cp":35}` or `{"rule":-4}`.
fn score<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
    match score.map(meaning) {
        Some(Meaning::Evaluation(value)) => serializer.collect_map([("cp", value)]),
        Some(Meaning::Rule(plies)) => serializer.collect_map([("rule", plies)]),
        Some(Meaning::Mate(_)) | None => serializer.serialize_none(),
    }
}

/// An object with a key for each operation but `id`; of two with one name the first.
fn given<S: Serializer>(operations: &[Operation], serializer: S) -> Result<S::Ok, S::Error> {
    let is_first = |index: usize, name: &String| {
        let mut before = operations[..index].iter();
        name != "id" && before.all(|(known, _)| known != name)
    };
    let named = operations.iter().enumerate();
    let first = named.filter(|(index, (name, _))| is_first(*index, name));
    serializer.collect_map(first.map(|(_, (name, operand))| (name, operand)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    #[test]
    fn names_do_not_change_and_a_mate_that_is_only_seen_is_not_claimed() {
        let mut record = Record {
            id: "a".to_owned(),
            line: 3,
            score: Some(-12),
            operations: [("dm", "3"), ("id", "a"), ("dm", "4")]
                .map(|(name, operand)| (name.to_owned(), operand.to_owned()))
                .to_vec(),
            ..Record::default()
        };
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            r#"{"id":"a","line":3,"fen":null,"status":"unsolved","mate_in":null,"plies":null,"key":null,"pv":[],"pv_zh":[],"unique":null,"shortest":false,"no_mate_in":0,"verified":false,"repetition":false,"by":null,"prover":null,"score":{"cp":-12},"right":null,"nodes":0,"ms":0,"given":{"dm":"3"},"error":null}"#
        );
        record.score = Some(MATE - 5);
        assert!(serde_json::to_value(&record).unwrap()["score"].is_null());
        for status in Status::ALL {
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(json, format!("\"{}\"", status.name()));
        }
    }
}
