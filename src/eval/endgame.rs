//! Endgames: having more is not winning.
//!
//! Advisors and elephants cannot cross the river, so a side can be far ahead and have nothing to
//! win with; and a full set of guards holds a lone rook, let alone a horse or a pawn. The score of
//! the side that is ahead is scaled by whether its force is enough, counted in pawns' worth of
//! attack: a rook 4, a horse or cannon 2, a pawn 1 (none on the last rank).
//!
//! The rule behind the table: to win, the surplus of force over the enemy's, plus one for attackers
//! that are several, must exceed the guards he has left. It gives the known results for rook
//! against four guards (a draw) and three (a win), horse against one guard (a win) and two (a
//! draw), horse and cannon against four (a win), pawn against none (a win) and one (a draw).

use super::values::{SCALE_BY_MARGIN, SCALE_HOPELESS, SCALE_PER_PAWN};
use super::weights::number;
use crate::board::{Board, Color, PieceKind};

/// The scale that leaves a score as it is.
pub const FULL_SCALE: i32 = 64;

/// A side with so much force (a rook 4, a horse or cannon 2, a pawn 1) is not asked whether it can
/// win.
const FORCE_ENOUGH: i32 = 8;

/// What a side that is ahead can hope for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Chances {
    /// There is force enough.
    #[default]
    Full,
    /// Nothing that can attack is left.
    None,
    /// A lone cannon without anything of its own to shoot over.
    LoneCannon,
    /// Force falls short, or only just does not.
    Short {
        /// By how much, from 0; [`SCALE_BY_MARGIN`] has as many weights.
        row: u8,
        /// Pawns that can still advance.
        pawns: u8,
    },
}

impl Chances {
    /// How much of its score the side may keep, in 64ths.
    #[inline(always)]
    pub fn scale(self) -> i32 {
        match self {
            Chances::Full => FULL_SCALE,
            Chances::None => 0,
            Chances::LoneCannon => number(SCALE_HOPELESS.single()),
            Chances::Short { row, pawns } => {
                let kept = number(SCALE_BY_MARGIN.at(row.into()));
                let more = number(SCALE_PER_PAWN.single()) * i32::from(pawns);
                (kept + more).min(FULL_SCALE)
            }
        }
    }
}

/// How much of its score the side `ahead` may keep, in 64ths.
///
/// ```
/// use chuhe::board::{Board, Color};
/// use chuhe::eval::endgame::{FULL_SCALE, scale};
/// let of = |fen| scale(&Board::from_fen(fen).unwrap(), Color::Red);
/// assert_eq!(of("r3k4/9/9/9/9/9/9/9/9/R1CK1C3 w - - 0 1"), FULL_SCALE);
/// assert_eq!(of("3k5/9/9/9/9/9/9/9/4A4/2BAK1B2 w - - 0 1"), 0);
/// // A rook wins against a bare general, and not against all his guards.
/// let (bare, guarded) = ("4k4/9/9/9/9/9/9/9/9/3K4R w", "2bakab2/9/9/9/9/9/9/9/9/3K4R w");
/// assert!(of(bare) > of(guarded));
/// ```
#[inline(always)]
pub fn scale(board: &Board, ahead: Color) -> i32 {
    chances(board, ahead).scale()
}

/// What the side `ahead` can hope for.
#[inline(always)]
pub fn chances(board: &Board, ahead: Color) -> Chances {
    let side = |color| {
        let count = |kind| board.count(color, kind) as i32;
        let officers = (
            count(PieceKind::Rook),
            count(PieceKind::Horse),
            count(PieceKind::Cannon),
        );
        (
            officers,
            count(PieceKind::Advisor) + count(PieceKind::Elephant),
        )
    };
    let ((rooks, horses, cannons), screens) = side(ahead);
    let officers_force = 4 * rooks + 2 * (horses + cannons);
    if officers_force >= FORCE_ENOUGH {
        return Chances::Full;
    }
    let pawns = live_pawns(board, ahead);
    let force = officers_force + pawns;
    if force >= FORCE_ENOUGH {
        return Chances::Full;
    }
    let attackers = rooks + horses + cannons + pawns;
    if attackers == 0 {
        return Chances::None;
    }
    if attackers == 1 && cannons == 1 && screens == 0 {
        return Chances::LoneCannon;
    }
    let ((rooks, horses, cannons), guards) = side(!ahead);
    let resistance = 4 * rooks + 2 * (horses + cannons) + live_pawns(board, !ahead);
    let margin = force - resistance + (attackers > 1) as i32 - guards - 1;
    Chances::Short {
        row: (-margin).clamp(0, SCALE_BY_MARGIN.count() as i32 - 1) as u8,
        pawns: pawns as u8,
    }
}

/// Pawns that can still go forward.
#[inline(always)]
fn live_pawns(board: &Board, color: Color) -> i32 {
    board
        .pieces(color, PieceKind::Pawn)
        .filter(|square| square.relative_rank(color) < 9)
        .count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_endings() {
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
                assert!(
                    of(won) > of(drawn),
                    "{won} {} {drawn} {}",
                    of(won),
                    of(drawn)
                );
            }
        }
        // A pawn wins against none and not against one.
        let pawn = "4k4/9/9/9/4P4/9/9/9/9/3K5 w - - 0 1";
        let guarded = "4k4/4a4/9/9/4P4/9/9/9/9/3K5 w - - 0 1";
        assert!(of(pawn) > of(guarded));
        // Without a screen a cannon is next to nothing.
        assert!(of("4k4/9/9/9/9/9/9/9/9/3K2C2 w - - 0 1") <= 8);
    }

    #[test]
    fn a_middlegame_is_not_scaled() {
        assert_eq!(scale(&Board::startpos(), Color::Red), FULL_SCALE);
    }
}
