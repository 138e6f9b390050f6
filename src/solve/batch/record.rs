//! The record of a puzzle's result, whose field names and values are the same in all output formats and versions.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::audit_record::AuditRecord;
use super::mined::{Difficulty, SourceGame};
use crate::board::epd::Operation;
use crate::board::{Board, Move};
use crate::notation::Notation;
use crate::search::score::ScoreKind;
use crate::solve::StrategyTree;

/// The result of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleStatus {
    /// A mate, proved.
    Mate,
    /// A mate that the alpha-beta search claims, not proved within the limits.
    Claimed,
    /// A best move, by the alpha-beta search.
    Best,
    /// A draw by the rules, or the side to move is proved to hold at least a draw.
    Draw,
    /// The alpha-beta search sees no loss within `holds_for` plies; a draw was not proved within the limits.
    Holds,
    /// Disproved: there is no mate or, with the goal of a draw, the side to move is mated; `reason` says what is proved.
    None,
    /// No result within the limits.
    #[default]
    Unsolved,
    /// The line is not a puzzle; `error` says why.
    Invalid,
}

impl PuzzleStatus {
    /// All statuses.
    pub const ALL: [PuzzleStatus; 8] = [
        PuzzleStatus::Mate,
        PuzzleStatus::Claimed,
        PuzzleStatus::Best,
        PuzzleStatus::Draw,
        PuzzleStatus::Holds,
        PuzzleStatus::None,
        PuzzleStatus::Unsolved,
        PuzzleStatus::Invalid,
    ];

    /// Its name in machine-readable output, which does not change between versions.
    pub const fn name(self) -> &'static str {
        [
            "mate", "claimed", "best", "draw", "holds", "none", "unsolved", "invalid",
        ][self as usize]
    }
}

/// What is proved about a puzzle without a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoMateReason {
    /// There is no mate within the requested length.
    Length,
    /// There is no mate in up to 60 moves, and none by repetition.
    NoMate,
    /// In addition, the side to move holds a draw.
    Draw,
    /// The side to move is mated, whatever it plays. With the goal of a mate, there is no mate either.
    Mated,
}

impl NoMateReason {
    /// Its name in machine-readable output, which does not change between versions.
    pub const fn name(self) -> &'static str {
        ["length", "no-mate", "draw", "mated"][self as usize]
    }
}

/// The record of a puzzle and its result. Moves are in ICCS notation, as `h2e2`. `docs/solve.md` describes the fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleRecord {
    /// The operation `id` of the line; empty without one.
    pub id: String,
    /// The file name, if there are several sources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line number in the input, from 1.
    pub line: u64,
    /// The position; `None` if the line has none.
    pub fen: Option<String>,
    /// The result.
    pub status: PuzzleStatus,
    /// For a puzzle without a mate, what is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<NoMateReason>,
    /// For a side that is mated, the opponent's moves to that mate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_in: Option<u32>,
    /// For a position that holds, the depth in plies of the deepest search without a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds_for: Option<u32>,
    /// The winner's moves to the mate, proved or claimed.
    pub mate_in: Option<u32>,
    /// Plies to the mate.
    pub plies: Option<u32>,
    /// The first move.
    pub key: Option<String>,
    /// The principal variation; for a mate, the strategy against the longest defence. That of a claimed mate may end before it.
    pub pv: Vec<String>,
    /// The principal variation in Chinese notation.
    pub pv_zh: Vec<String>,
    /// The names of the mating patterns of the principal variation.
    pub patterns: Vec<Cow<'static, str>>,
    /// The Chinese names of these patterns.
    pub patterns_zh: Vec<Cow<'static, str>>,
    /// Whether no other first move mates as fast; `None` if that was not requested or not determined.
    pub unique: Option<bool>,
    /// True if it is proved that no mate is shorter.
    pub shortest: bool,
    /// The longest length ruled out, in moves; 0 if none is.
    pub no_mate_in: u32,
    /// True if the result is proved, and the proof was verified.
    pub verified: bool,
    /// True if the strategy uses the rules of repetition: a defender who checks or chases perpetually loses by them. For a draw,
    /// true if the opponent can repeat positions.
    pub repetition: bool,
    /// What found the result: `prover`, `search` or `rules`.
    pub by: Option<Cow<'static, str>>,
    /// The name of the prover ([`ProverKind::name`](crate::solve::ProverKind::name)).
    pub prover: Option<Cow<'static, str>>,
    /// The score of the alpha-beta search, from the side to move's view. A mate score is left out, because it is not proved.
    pub score: Option<ScoreKind>,
    /// Whether the first move is one of `bm` and none of `am`; `None` if the line has neither, without a first move, and with the goal
    /// of a mate.
    pub right: Option<bool>,
    /// Nodes searched.
    pub nodes: u64,
    /// The wall-clock time, in milliseconds.
    pub ms: u64,
    /// The EPD operations of the line but `id`.
    #[serde(
        rename = "given",
        serialize_with = "given",
        deserialize_with = "read_given"
    )]
    pub operations: Vec<Operation>,
    /// The strategy with all defences, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<StrategyTree>,
    /// The audit of the mate, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audit: Option<AuditRecord>,
    /// The game that the puzzle comes from, if it was mined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SourceGame>,
    /// The difficulty of a mined puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The error of an invalid puzzle. For another, why `lines` are left out, or the message of a bug in this program.
    pub error: Option<String>,
}

impl PuzzleRecord {
    /// Returns true if the side to move is proved to hold at least a draw, and may even win.
    #[cfg(feature = "cli")]
    pub(super) fn is_at_least_draw(&self) -> bool {
        self.status == PuzzleStatus::Draw && self.by.as_deref() != Some("rules")
    }

    /// Reads a line of JSON back.
    ///
    /// # Errors
    /// If it is not a record.
    pub fn from_json(line: &str) -> serde_json::Result<PuzzleRecord> {
        #[derive(Deserialize)]
        struct Required {
            #[expect(dead_code)]
            line: u64,
            #[expect(dead_code)]
            status: PuzzleStatus,
        }
        serde_json::from_str::<Required>(line)?;
        serde_json::from_str(line)
    }

    /// The position; `None` if the line has none.
    #[cfg(feature = "cli")]
    pub(crate) fn board(&self) -> Option<Board> {
        Board::from_fen(self.fen.as_deref()?).ok()
    }

    /// Removes the invalid records of lines that have a valid one, because they were corrected, and of others all but the last. The
    /// records are sorted by file and line.
    #[cfg(feature = "cli")]
    pub(crate) fn remove_corrected(records: &mut Vec<PuzzleRecord>) {
        records.dedup_by(|later, earlier| {
            let is_same_line = later.line == earlier.line && later.file == earlier.file;
            let is_corrected = is_same_line && earlier.status == PuzzleStatus::Invalid;
            if is_corrected {
                std::mem::swap(later, earlier);
            }
            is_corrected || is_same_line && later.status == PuzzleStatus::Invalid
        });
    }

    /// Sets the first move and the principal variation, in ICCS and in Chinese notation.
    pub(crate) fn set_line(&mut self, board: &Board, pv: &[Move]) {
        self.pv = pv.iter().map(Move::to_string).collect();
        self.key = self.pv.first().cloned();
        self.pv_zh = Notation::Chinese.write_line(board, pv);
    }
}

fn read_given<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<Operation>, D::Error> {
    Ok(Vec::from_iter(BTreeMap::deserialize(source)?))
}

/// Serializes operations as an object with a key for each of them. Of two with one name the first is used.
fn given<S: Serializer>(operations: &[Operation], serializer: S) -> Result<S::Ok, S::Error> {
    let mut names = HashSet::new();
    let first = operations
        .iter()
        .filter(|operation| names.insert(&operation.0));
    serializer.collect_map(first.map(|(name, operand)| (name, operand)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn field_names_are_fixed() {
        let record = PuzzleRecord {
            id: "a".to_owned(),
            line: 3,
            score: Some(ScoreKind::Evaluation(-12)),
            operations: [("dm", "3"), ("dm", "4")]
                .map(|(name, operand)| (name.to_owned(), operand.to_owned()))
                .to_vec(),
            ..PuzzleRecord::default()
        };
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            r#"{"id":"a","line":3,"fen":null,"status":"unsolved","mate_in":null,"plies":null,"key":null,"pv":[],"pv_zh":[],"patterns":[],"patterns_zh":[],"unique":null,"shortest":false,"no_mate_in":0,"verified":false,"repetition":false,"by":null,"prover":null,"score":{"cp":-12},"right":null,"nodes":0,"ms":0,"given":{"dm":"3"},"error":null}"#
        );
        for status in PuzzleStatus::ALL {
            let json = serde_json::to_string(&status).unwrap();
            assert_eq!(json, format!("\"{}\"", status.name()));
        }
        use NoMateReason::{Draw, Length, Mated, NoMate};
        for reason in [Length, NoMate, Draw, Mated] {
            let json = serde_json::to_string(&reason).unwrap();
            assert_eq!(json, format!("\"{}\"", reason.name()));
        }
    }
}
