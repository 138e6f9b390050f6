//! What a mined puzzle has beside its result: the game that it comes from, and its difficulty.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::columns::{counted, plies};

/// The game that a puzzle comes from. Texts are those of the game file, and may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceGame {
    /// The event.
    pub event: String,
    /// The date.
    pub date: String,
    /// The player with the red pieces.
    pub red: String,
    /// The player with the black pieces.
    pub black: String,
    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is unknown.
    pub result: String,
    /// The number of plies played before the position.
    pub ply: usize,
    /// The moves from there to the puzzle, in coordinates. Empty if the puzzle is the position of the game.
    pub continuation: Vec<String>,
}

/// On one line: control characters become blanks.
impl fmt::Display for SourceGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = |text: &str| text.replace(char::is_control, " ");
        let name = |name: &str| blank(if name.is_empty() { "?" } else { name });
        let (red, black) = (name(&self.red), name(&self.black));
        write!(f, "{red} - {black} {}", self.result)?;
        for text in [&self.event, &self.date] {
            if !text.is_empty() {
                write!(f, ", {}", blank(text))?;
            }
        }
        write!(f, ", after {}", plies(self.ply as u64))?;
        match self.continuation.is_empty() {
            true => Ok(()),
            false => write!(f, " and {}", self.continuation.join(" ")),
        }
    }
}

/// The difficulty of a puzzle. `docs/puzzles.md` has the formula of the rating.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The rating. It is not calibrated on people.
    pub rating: u32,
    /// The winner's moves in the solution.
    pub moves: u32,
    /// Those of them that neither capture nor give check.
    pub quiet_moves: u32,
    /// Those of them that lose material by the exchanges on their square.
    pub sacrifices: u32,
    /// The nodes after which the alpha-beta search plays the first move, and plays no other later.
    pub search_nodes: u64,
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = counted(self.moves.into(), "move");
        let quiet = counted(self.quiet_moves.into(), "quiet move");
        let sacrifices = counted(self.sacrifices.into(), "sacrifice");
        let nodes = self.search_nodes;
        write!(
            f,
            "rating {}: {moves}, {quiet}, {sacrifices}, {nodes} nodes",
            self.rating
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_with_line_breaks_is_one_line() {
        let source = SourceGame {
            event: "a\nsecond".to_owned(),
            red: "b\r\n".to_owned(),
            result: "*".to_owned(),
            ..SourceGame::default()
        };
        assert_eq!(source.to_string(), "b   - ? *, a second, after 0 plies");
    }
}
