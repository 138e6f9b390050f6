//! The result of a position in an endgame table.

use std::fmt;

/// The result of a position with the best play of both sides, from the view of the side to move. Moves before the position and the
/// natural limit do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndgameResult {
    /// The side to move mates in this number of plies, which is odd and the shortest against the longest defence.
    Mates(u32),
    /// The side to move is mated in this number of plies, which is even; 0 if it has no legal move.
    Mated(u32),
    /// The side to move has no mate, but wins: the opponent can only give perpetual check.
    WinsByRule,
    /// The side to move is not mated, but loses: it can only give perpetual check.
    LosesByRule,
    /// Neither side wins by mate or by the opponent's perpetual check. A perpetual chase may still lose: no table decides that.
    Draw,
}

/// The longest mate in a table, in plies.
pub(super) const MAX_STORED_PLIES: u32 = 250;
/// The bytes of results without a mate. A mate in n plies has the byte n + 1.
const DRAW: u8 = 0;
const LOSES_BY_RULE: u8 = 252;
const WINS_BY_RULE: u8 = 253;

impl EndgameResult {
    /// The byte of the result in a table.
    pub(super) fn byte(self) -> u8 {
        match self {
            EndgameResult::Mates(plies) | EndgameResult::Mated(plies) => plies as u8 + 1,
            EndgameResult::WinsByRule => WINS_BY_RULE,
            EndgameResult::LosesByRule => LOSES_BY_RULE,
            EndgameResult::Draw => DRAW,
        }
    }

    /// The result with a byte; `None` if no result has it.
    pub(super) fn of_byte(byte: u8) -> Option<EndgameResult> {
        let plies = u32::from(byte.wrapping_sub(1));
        match byte {
            DRAW => Some(EndgameResult::Draw),
            LOSES_BY_RULE => Some(EndgameResult::LosesByRule),
            WINS_BY_RULE => Some(EndgameResult::WinsByRule),
            _ if plies > MAX_STORED_PLIES => None,
            _ if plies % 2 == 1 => Some(EndgameResult::Mates(plies)),
            _ => Some(EndgameResult::Mated(plies)),
        }
    }

    /// The result of the move that led to a position with this result, for the side that moved.
    pub fn before_move(self) -> EndgameResult {
        match self {
            EndgameResult::Mates(plies) => EndgameResult::Mated(plies + 1),
            EndgameResult::Mated(plies) => EndgameResult::Mates(plies + 1),
            EndgameResult::WinsByRule => EndgameResult::LosesByRule,
            EndgameResult::LosesByRule => EndgameResult::WinsByRule,
            EndgameResult::Draw => EndgameResult::Draw,
        }
    }

    /// The result of a position, from those after its moves. Of mates the fastest counts, of losses the slowest.
    pub(super) fn best(after: impl Iterator<Item = EndgameResult>) -> EndgameResult {
        let moves = after.map(EndgameResult::before_move);
        let best = moves.max_by_key(|result| result.rank());
        best.unwrap_or(EndgameResult::Mated(0))
    }

    /// Orders the results from the worst to the best for the side to move.
    pub(super) fn rank(self) -> (u8, i32) {
        match self {
            EndgameResult::Mated(plies) => (0, plies as i32),
            EndgameResult::LosesByRule => (1, 0),
            EndgameResult::Draw => (2, 0),
            EndgameResult::WinsByRule => (3, 0),
            EndgameResult::Mates(plies) => (4, -(plies as i32)),
        }
    }

    /// The name in JSON: `mate`, `mated`, `wins-by-rule`, `loses-by-rule` or `draw`.
    pub fn name(self) -> &'static str {
        match self {
            EndgameResult::Mates(_) => "mate",
            EndgameResult::Mated(_) => "mated",
            EndgameResult::WinsByRule => "wins-by-rule",
            EndgameResult::LosesByRule => "loses-by-rule",
            EndgameResult::Draw => "draw",
        }
    }

    /// The winner's moves to the mate; `None` without a mate.
    pub fn moves(self) -> Option<u32> {
        match self {
            EndgameResult::Mates(plies) | EndgameResult::Mated(plies) => Some(plies.div_ceil(2)),
            _ => None,
        }
    }
}

/// As text: `mate in 13`, `mated in 4`, `wins by rule`, `loses by rule` or `draw`. Mates are counted in the winner's moves.
impl fmt::Display for EndgameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.moves().unwrap_or(0);
        match self {
            EndgameResult::Mates(_) => write!(f, "mate in {moves}"),
            EndgameResult::Mated(_) => write!(f, "mated in {moves}"),
            EndgameResult::WinsByRule => f.write_str("wins by rule"),
            EndgameResult::LosesByRule => f.write_str("loses by rule"),
            EndgameResult::Draw => f.write_str("draw"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_round_trip() {
        let results: Vec<_> = (0..=u8::MAX).map(EndgameResult::of_byte).collect();
        for (byte, result) in (0..=u8::MAX).zip(&results) {
            assert!(result.is_none_or(|result| result.byte() == byte));
        }
        assert_eq!(results.iter().flatten().count(), 254);
        assert_eq!(results[2], Some(EndgameResult::Mates(1)));
    }

    #[test]
    fn fastest_win_and_slowest_loss_count() {
        use EndgameResult::{Draw, LosesByRule, Mated, Mates, WinsByRule};
        for (after, before) in [
            (vec![], Mated(0)),
            (vec![Mates(3), Mates(7)], Mated(8)),
            (vec![Mates(3), WinsByRule], LosesByRule),
            (vec![Mates(3), WinsByRule, Draw], Draw),
            (vec![Draw, LosesByRule], WinsByRule),
            (vec![LosesByRule, Mated(4), Mated(2)], Mates(3)),
        ] {
            assert_eq!(EndgameResult::best(after.into_iter()), before);
        }
    }
}
