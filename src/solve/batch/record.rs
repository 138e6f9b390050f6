//! An answer in words that do not change: what is written, whatever the format.

use serde::{Serialize, Serializer, ser::SerializeMap};

use super::tree::Tree;
use crate::board::epd::Operation;
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::notation::Notation;
use crate::search::score::{Meaning, meaning};

/// How a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A mate, proved.
    Mate,
    /// A best move, by the playing search.
    Best,
    /// A draw, or what the playing search holds for one.
    Draw,
    /// No answer within the limits.
    #[default]
    Unsolved,
    /// No puzzle: what is wrong stands in `error`.
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

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Mate => "mate",
            Status::Best => "best",
            Status::Draw => "draw",
            Status::Unsolved => "unsolved",
            Status::Invalid => "invalid",
        }
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
    /// The longest mate that is proved not to be, in moves.
    pub no_mate_in: u32,
    /// Whether the answer is proved, and the proof was walked again.
    pub verified: bool,
    /// Whether the mate counts on the rules of repetition: a defender that checks or chases for ever loses by them.
    pub repetition: bool,
    /// Who found it: `prover`, `search` or `rules`.
    pub by: Option<&'static str>,
    /// Which of the provers.
    pub prover: Option<&'static str>,
    /// What the playing search thinks, for the side to move. A mate it sees is left out: it is not proved.
    #[serde(serialize_with = "score")]
    pub score: Option<Score>,
    /// Whether the first move is one of `bm` and none of `am`; `None` where the line says neither.
    pub right: Option<bool>,
    /// Positions looked at.
    pub nodes: u64,
    /// Milliseconds it took.
    pub ms: u64,
    /// What the line said of the puzzle.
    #[serde(rename = "given", serialize_with = "given")]
    pub operations: Vec<Operation>,
    /// The answer to every defence, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Tree>,
    /// What is wrong with the puzzle, or with us.
    pub error: Option<String>,
}

impl Record {
    /// Writes down a line of moves, in squares and in Chinese.
    pub(super) fn set_line(&mut self, board: &Board, pv: &[Move]) {
        self.pv = pv.iter().map(Move::to_string).collect();
        self.pv_zh = Notation::Chinese.write_line(board, pv);
    }

    /// What it is about: the position, or what is wrong with the line.
    pub fn about(&self) -> &str {
        let error = self.error.as_deref();
        self.fen.as_deref().or(error).unwrap_or_default()
    }
}

/// `{"cp":35}` or `{"rule":-4}`.
fn score<S: Serializer>(score: &Option<Score>, serializer: S) -> Result<S::Ok, S::Error> {
    let (unit, value) = match score.map(meaning) {
        Some(Meaning::Evaluation(value)) => ("cp", value),
        Some(Meaning::Rule(plies)) => ("rule", plies),
        Some(Meaning::Mate(_)) | None => return serializer.serialize_none(),
    };
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(unit, &value)?;
    map.end()
}

/// An object with a key for each operation but `id`; of two with one name the first.
fn given<S: Serializer>(operations: &[Operation], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (index, (name, operand)) in operations.iter().enumerate() {
        let known = operations[..index].iter().any(|(before, _)| before == name);
        if name != "id" && !known {
            map.serialize_entry(name, operand)?;
        }
    }
    map.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::MATE;

    #[test]
    fn names_do_not_change() {
        let record = Record {
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
        for status in Status::ALL {
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(json, format!("\"{}\"", status.name()));
        }
    }

    #[test]
    fn a_mate_that_is_only_seen_is_not_claimed() {
        let record = Record {
            score: Some(MATE - 5),
            ..Record::default()
        };
        let json = serde_json::to_value(&record).unwrap();
        assert!(json["score"].is_null());
    }
}
