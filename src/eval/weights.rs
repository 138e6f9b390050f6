//! Every number of the evaluation but the piece-square tables, which stand in [`super::tables`].
//!
//! The unit is a hundredth of a pawn or so: an uncrossed pawn is worth somewhat less than 100 and a
//! rook about ten. `s(mg, eg)` is a value in the middlegame and in the endgame.

use super::Tapered;

const fn s(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// What the pieces are worth, in the order K A B N R C P. The generals are never captured.
///
/// A pawn's value is that of one which has not crossed; the crossing is in its table. Cannons
/// fade as their screens vanish, horses gain as their legs come free.
pub const PIECE_VALUES: [Tapered; 7] = [
    s(0, 0),
    s(180, 170),
    s(180, 170),
    s(420, 450),
    s(980, 1020),
    s(450, 430),
    s(70, 90),
];

/// What each piece counts towards the phase, in the order K A B N R C P: what can attack.
/// Both sides' pieces together make [`super::FULL_PHASE`].
pub const PHASE_OF_KIND: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
