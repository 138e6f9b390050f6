//! Endgame scaling: the score of the side ahead is reduced if its force may not suffice to win.
//!
//! Advisors and elephants cannot cross the river, and a full set of guards holds a lone rook. Force is counted in pawns: a rook
//! 4, a horse or cannon 2, a pawn 1 (0 on the last rank). To win, the surplus of force over the enemy's, plus one for several
//! attackers, must exceed the number of the enemy's guards. This agrees with the known results: rook against four guards is a
//! draw and against three a win, horse against one a win and against two a draw, horse and cannon against four a win, pawn
//! against none a win and against one a draw.

use super::values::{SCALE_BY_MARGIN, SCALE_LONE_CANNON, SCALE_PER_PAWN};
use super::weights::plain_value;
use crate::board::{Board, Color, PieceKind};

/// The scale that leaves a score unchanged: 64 of 64.
pub const FULL_SCALE: i32 = 64;

/// The force, in pawns, from which a score is not scaled.
const FORCE_ENOUGH: i32 = 8;

/// The winning chances of the side ahead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Chances {
    /// Enough force: the score is not scaled.
    #[default]
    Full,
    /// No attackers left.
    None,
    /// A lone cannon without a screen of its own.
    LoneCannon,
    /// Too little force to win easily.
    Short {
        /// How much is missing, as an index of [`SCALE_BY_MARGIN`].
        row: u8,
        /// The number of pawns that can still advance.
        pawns: u8,
    },
}

impl Chances {
    /// The factor of the score, in 64ths.
    #[inline(always)]
    pub fn scale(self) -> i32 {
        match self {
            Chances::Full => FULL_SCALE,
            Chances::None => 0,
            Chances::LoneCannon => plain_value(SCALE_LONE_CANNON.single()),
            Chances::Short { row, pawns } => {
                let kept = plain_value(SCALE_BY_MARGIN.at(row.into()));
                let more = plain_value(SCALE_PER_PAWN.single()) * i32::from(pawns);
                (kept + more).min(FULL_SCALE)
            }
        }
    }
}

/// Returns the factor of the score of the side `ahead`, in 64ths.
///
/// ```
/// use chuhe::board::{Board, Color};
/// use chuhe::eval::endgame::{FULL_SCALE, scale};
/// let of = |fen| scale(&Board::from_fen(fen).unwrap(), Color::Red);
/// assert_eq!(of("r3k4/9/9/9/9/9/9/9/9/R1CK1C3 w - - 0 1"), FULL_SCALE);
/// assert_eq!(of("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w - - 0 1"), 0);
/// // A rook wins against a bare general, but not against four guards.
/// let (bare, guarded) = ("4k4/9/9/9/9/9/9/9/9/3K4R w", "2bakab2/9/9/9/9/9/9/9/9/3K4R w");
/// assert!(of(bare) > of(guarded));
/// ```
#[inline(always)]
pub fn scale(board: &Board, ahead: Color) -> i32 {
    chances(board, ahead).scale()
}

/// Returns the winning chances of the side `ahead`.
#[inline(always)]
pub fn chances(board: &Board, ahead: Color) -> Chances {
    let count = |color, kind| board.count(color, kind) as i32;
    let guards = |color| count(color, PieceKind::Advisor) + count(color, PieceKind::Elephant);
    let minors = |color| count(color, PieceKind::Horse) + count(color, PieceKind::Cannon);
    let officers_force = |color| 4 * count(color, PieceKind::Rook) + 2 * minors(color);
    if officers_force(ahead) >= FORCE_ENOUGH {
        return Chances::Full;
    }
    let pawns = advanceable_pawns(board, ahead);
    let force = officers_force(ahead) + pawns;
    if force >= FORCE_ENOUGH {
        return Chances::Full;
    }
    let attackers = count(ahead, PieceKind::Rook) + minors(ahead) + pawns;
    if attackers == 0 {
        return Chances::None;
    }
    if attackers == 1 && count(ahead, PieceKind::Cannon) == 1 && guards(ahead) == 0 {
        return Chances::LoneCannon;
    }
    let resistance = officers_force(!ahead) + advanceable_pawns(board, !ahead);
    let margin = force - resistance + (attackers > 1) as i32 - guards(!ahead) - 1;
    Chances::Short {
        row: (-margin).clamp(0, SCALE_BY_MARGIN.count() as i32 - 1) as u8,
        pawns: pawns as u8,
    }
}

/// The number of pawns that are not on the last rank.
#[inline(always)]
fn advanceable_pawns(board: &Board, color: Color) -> i32 {
    let pawns = board.pieces(color, PieceKind::Pawn);
    pawns.filter(|pawn| pawn.relative_rank(color) < 9).count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn won_endgames_keep_more_of_the_score_than_drawn_ones() {
        let of = |fen: &str| scale(&Board::from_fen(fen).unwrap(), Color::Red);
        let won = [
            "2bakab2/9/9/9/9/9/9/9/9/3K2NC1 w - - 0 1", // horse and cannon against four guards
            "2baka3/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1",   // rook against three
            "3ak4/9/9/9/9/9/9/9/9/3K2N2 w - - 0 1",     // horse against one
        ];
        let drawn = [
            "2bakab2/9/9/9/9/9/9/9/9/3K2R2 w - - 0 1", // rook against four guards
            "3aka3/9/9/9/9/9/9/9/9/3K2N2 w - - 0 1",   // horse against two
            "4k4/9/9/9/9/9/9/9/9/3K2C2 w - - 0 1",     // cannon without a screen
            "r1bakab2/9/9/9/9/9/9/9/9/3K2RN1 w - - 0 1", // rook and horse against all
        ];
        for won in won {
            for drawn in drawn {
                assert!(of(won) > of(drawn), "{won} {drawn}");
            }
        }
        // A pawn wins against no guard and not against one.
        let pawn = "4k4/9/9/9/4P4/9/9/9/9/3K5 w - - 0 1";
        let guarded = "4k4/4a4/9/9/4P4/9/9/9/9/3K5 w - - 0 1";
        assert!(of(pawn) > of(guarded));
        // A cannon without a screen keeps little, and a middlegame is not scaled.
        assert!(of("4k4/9/9/9/9/9/9/9/9/3K2C2 w - - 0 1") <= 8);
        assert_eq!(of(crate::board::START_FEN), FULL_SCALE);
    }
}
