//! The record of an audit: the cooks and duals of a puzzle, with field names that are the same in all versions.

use std::borrow::Cow;

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};

use crate::board::Board;
#[cfg(feature = "cli")]
use crate::columns::counted;
use crate::notation::Notation;
use crate::solve::{Alternative, Audit, AuditScope, AuditedPosition, Defect};

/// The result of an audit. Counts but `nodes` are of moves, over all examined positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditRecord {
    /// Which positions were examined.
    pub scope: AuditScope,
    /// The number of examined positions.
    pub positions: usize,
    /// The number of positions that were not examined, because there are too many.
    pub left_out: usize,
    /// The nodes of the audit, which are among those of the puzzle; 0 if the record does not have them.
    #[serde(default)]
    pub nodes: u64,
    /// Other first moves that mate as fast.
    pub cooks: usize,
    /// Later moves, but not last ones, that mate as fast.
    pub duals: usize,
    /// Other last moves, which mate at once.
    pub minor_duals: usize,
    /// Moves that mate more slowly.
    pub slower: usize,
    /// Moves of which it was not decided whether they mate as fast.
    pub undecided: usize,
    /// Moves that do not mate as fast, and of which it was not decided whether they mate more slowly.
    pub slower_undecided: usize,
    /// The positions with moves that mate as fast, that mate more slowly, or that were not decided.
    pub found: Vec<PositionRecord>,
}

/// A move in coordinates. An audit can hold 100,000 moves; this type stores each without a heap allocation.
pub type MoveText = ArrayString<4>;
/// A move in Chinese notation: four characters of three bytes.
pub type ChineseMoveText = ArrayString<12>;

/// The moves found in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionRecord {
    /// The moves from the puzzle to the position.
    pub line: Vec<MoveText>,
    /// The same in Chinese notation.
    pub line_zh: Vec<ChineseMoveText>,
    /// The move of the solution.
    pub key: MoveText,
    /// The moves to the mate after it, this one included.
    pub mate_in: u32,
    /// What `fast` moves are called here ([`Defect::name`]).
    pub kind: Cow<'static, str>,
    /// Moves that mate as fast.
    pub fast: Vec<MoveRecord>,
    /// Moves that mate more slowly.
    pub slower: Vec<MoveRecord>,
    /// Moves of which it was not decided whether they mate as fast.
    pub undecided: Vec<MoveRecord>,
}

/// A move of the winner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveText,
    /// The move in Chinese notation.
    pub zh: ChineseMoveText,
    /// The most moves to the mate, this one included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate_in: Option<u32>,
}

/// The name of a group of moves, and the moves of a position that are in it.
type MoveGroup<'a> = (&'a str, &'a [MoveRecord]);

impl AuditRecord {
    pub(super) fn new(board: &Board, audit: &Audit, scope: AuditScope) -> AuditRecord {
        let mut record = AuditRecord {
            scope,
            positions: audit.positions.len(),
            left_out: audit.left_out,
            nodes: audit.nodes,
            ..AuditRecord::default()
        };
        for position in &audit.positions {
            let found = PositionRecord::new(board, position);
            *match position.defect() {
                Defect::Cook => &mut record.cooks,
                Defect::Dual => &mut record.duals,
                Defect::MinorDual => &mut record.minor_duals,
            } += found.fast.len();
            record.slower += found.slower.len();
            record.undecided += found.undecided.len();
            let others = position.alternatives.iter();
            let undecided = others.filter(|(_, what)| *what == Alternative::SlowerUndecided);
            record.slower_undecided += undecided.count();
            if !found.groups().is_empty() {
                record.found.push(found);
            }
        }
        record
    }

    /// Drops the moves that mate more slowly from the record. Their number remains.
    pub(crate) fn drop_slower_moves(&mut self) {
        for position in &mut self.found {
            position.slower.clear();
        }
        self.found.retain(|position| !position.groups().is_empty());
    }
}

#[cfg(feature = "cli")]
impl AuditRecord {
    /// The counts in words.
    pub(super) fn summary(&self) -> String {
        let counts = [
            (self.cooks, "cook"),
            (self.duals, "dual"),
            (self.minor_duals, "minor dual"),
        ];
        let mut words: Vec<String> = (counts.into_iter())
            .map(|(count, noun)| match count {
                0 => format!("no {noun}"),
                _ => counted(count as u64, noun),
            })
            .collect();
        let more = [
            (self.slower, "slower"),
            (self.undecided, "undecided"),
            (self.slower_undecided, "not known to mate slower"),
        ];
        let more = more.into_iter().filter(|(count, _)| *count > 0);
        words.extend(more.map(|(count, what)| format!("{count} {what}")));
        if self.left_out > 0 {
            let positions = counted(self.left_out as u64, "position");
            words.push(format!("{positions} left out"));
        }
        let positions = counted(self.positions as u64, "position");
        format!("{positions}: {}", words.join(", "))
    }

    /// All moves in the group of this name, each as the line to it, joined by hyphens. `None` if there is none.
    pub(super) fn moves(&self, name: &str) -> Option<String> {
        let mut texts = Vec::new();
        for position in &self.found {
            let mut groups = position.groups().into_iter();
            let group = groups.find(|(known, _)| *known == name);
            for mv in group.map_or(&[][..], |(_, moves)| moves) {
                let line = [&position.line[..], std::slice::from_ref(&mv.mv)].concat();
                texts.push(line.join("-"));
            }
        }
        (!texts.is_empty()).then(|| texts.join(" "))
    }
}

impl PositionRecord {
    fn new(board: &Board, position: &AuditedPosition) -> PositionRecord {
        let line_zh = Notation::Chinese.write_line(board, &position.line);
        let mut record = PositionRecord {
            line: position.line.iter().map(text_of).collect(),
            line_zh: line_zh.iter().map(text_of).collect(),
            key: text_of(&position.mv),
            mate_in: position.mate_in,
            kind: position.defect().name().into(),
            ..PositionRecord::default()
        };
        let here = board.after_line(&position.line);
        for &(mv, what) in &position.alternatives {
            let (moves, mate_in) = match what {
                Alternative::Fast(length) => (&mut record.fast, Some(length)),
                Alternative::Slower(length) => (&mut record.slower, Some(length)),
                Alternative::Undecided => (&mut record.undecided, None),
                Alternative::SlowerUndecided => continue,
            };
            moves.push(MoveRecord {
                mv: text_of(&mv),
                zh: text_of(&Notation::Chinese.write(&here, mv)),
                mate_in,
            });
        }
        record
    }

    /// The groups that have moves, the defects first.
    fn groups(&self) -> Vec<MoveGroup<'_>> {
        let groups: [MoveGroup<'_>; 3] = [
            (&self.kind, &self.fast),
            ("slower", &self.slower),
            ("undecided", &self.undecided),
        ];
        let with_moves = groups.into_iter().filter(|(_, moves)| !moves.is_empty());
        with_moves.collect()
    }

    /// The groups that have moves: the name of each, and its moves as `text` writes them. The slower ones have their lengths, which
    /// `translate` translates.
    #[cfg(feature = "cli")]
    pub(super) fn lists(
        &self,
        text: fn(&MoveRecord) -> &str,
        translate: fn(&str) -> String,
    ) -> Vec<(&str, String)> {
        let groups = self.groups().into_iter();
        let lists = groups.map(|(name, moves)| {
            let moves = moves.iter().map(|mv| match mv.mate_in {
                Some(length) if name == "slower" => {
                    let length = translate(&format!("mate ≤ {length}"));
                    format!("{}{}", text(mv), translate(&format!(" ({length})")))
                }
                _ => text(mv).to_owned(),
            });
            (name, Vec::from_iter(moves).join(", "))
        });
        lists.collect()
    }
}

/// The text of a move.
fn text_of<const BYTES: usize>(mv: &impl ToString) -> ArrayString<BYTES> {
    ArrayString::from(&mv.to_string()).expect("the text of a move has no more bytes")
}

#[cfg(all(test, feature = "cli"))]
mod tests {
    use super::*;

    #[test]
    fn a_single_position_is_not_in_the_plural() {
        let record = AuditRecord {
            positions: 1,
            left_out: 1,
            duals: 2,
            ..AuditRecord::default()
        };
        let counts = "1 position: no cook, 2 duals, no minor dual, 1 position left out";
        assert_eq!(record.summary(), counts);
    }
}
