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

/// The right to move.
pub const TEMPO: Tapered = s(14, 6);

/// A rook's worth by the squares open to it, 0 to 17.
pub const ROOK_MOBILITY: [Tapered; 18] = [
    s(-30, -50),
    s(-24, -40),
    s(-18, -30),
    s(-13, -22),
    s(-9, -15),
    s(-5, -9),
    s(-2, -4),
    s(1, 1),
    s(4, 5),
    s(7, 9),
    s(9, 12),
    s(11, 15),
    s(13, 18),
    s(15, 20),
    s(16, 22),
    s(17, 24),
    s(18, 25),
    s(19, 26),
];

/// A horse's worth by the squares open to it, 0 to 8.
pub const HORSE_MOBILITY: [Tapered; 9] = [
    s(-46, -54),
    s(-26, -32),
    s(-10, -14),
    s(2, 0),
    s(9, 9),
    s(14, 16),
    s(19, 22),
    s(23, 27),
    s(26, 31),
];

/// A cannon's worth by the squares open to it, 0 to 17.
pub const CANNON_MOBILITY: [Tapered; 18] = [
    s(-26, -28),
    s(-19, -20),
    s(-14, -14),
    s(-10, -10),
    s(-6, -6),
    s(-3, -3),
    s(0, 0),
    s(2, 2),
    s(4, 4),
    s(6, 6),
    s(7, 8),
    s(8, 9),
    s(9, 10),
    s(10, 11),
    s(11, 12),
    s(12, 13),
    s(12, 14),
    s(13, 15),
];

/// Two crossed pawns side by side, each pair.
pub const PAWNS_LINKED: Tapered = s(14, 18);
/// Two crossed pawns one behind the other, each pair.
pub const PAWNS_IN_FILE: Tapered = s(3, 6);
/// A crossed pawn, for each advisor or elephant the enemy lacks.
pub const PAWN_BEFORE_BARE_PALACE: Tapered = s(5, 8);

/// A rook, horse or cannon that a pawn attacks.
pub const OFFICER_ATTACKED_BY_PAWN: Tapered = s(26, 22);
/// A rook that anything less than a rook attacks, guarded or not.
pub const ROOK_ATTACKED_BY_LESSER: Tapered = s(28, 22);
/// A piece attacked and unguarded, by its kind, K A B N R C P; the general's danger is counted
/// elsewhere.
pub const HANGING: [Tapered; 7] = [
    s(0, 0),
    s(8, 8),
    s(8, 8),
    s(24, 26),
    s(22, 22),
    s(24, 22),
    s(6, 12),
];

/// An advisor missing, for each enemy rook.
pub const ADVISOR_MISSING_AGAINST_ROOK: Tapered = s(12, 12);
/// An advisor missing, for each enemy horse.
pub const ADVISOR_MISSING_AGAINST_HORSE: Tapered = s(8, 8);
/// An elephant missing, for each enemy rook.
pub const ELEPHANT_MISSING_AGAINST_ROOK: Tapered = s(5, 8);
/// An elephant missing, for each enemy cannon.
pub const ELEPHANT_MISSING_AGAINST_CANNON: Tapered = s(11, 8);
/// Both advisors missing, for each enemy rook, on top.
pub const BARE_AGAINST_ROOK: Tapered = s(14, 16);
/// A cannon, for each advisor or elephant of its own: a screen to come home to.
pub const CANNON_WITH_SCREENS: Tapered = s(0, 5);

/// A cannon on the general's file with nothing between.
pub const HOLLOW_CANNON: Tapered = s(70, 35);
/// The same, more for each rook that can join it.
pub const HOLLOW_CANNON_WITH_ROOK: Tapered = s(35, 25);
/// A cannon on the general's file with two pieces between.
pub const CANNON_BINDS_FILE: Tapered = s(26, 14);
/// One of those two being its own rook or cannon.
pub const BATTERY: Tapered = s(18, 10);
/// A cannon on the general's rank with nothing between.
pub const HOLLOW_ON_RANK: Tapered = s(22, 10);
/// A cannon on the general's rank with two pieces between.
pub const CANNON_BINDS_RANK: Tapered = s(20, 8);
/// A rook on the general's file or rank with one piece between.
pub const ROOK_PINS: Tapered = s(10, 10);

/// Units of danger of a horse, rook or cannon that attacks palace squares (K A B N R C P), or of a
/// cannon on the general's file.
pub const UNITS_OF_OFFICER: [usize; 7] = [0, 0, 0, 2, 3, 2, 0];
/// Units when pawns attack palace squares, however many do.
pub const UNITS_OF_PAWN: usize = 2;
/// Units when a rook can give check on a square that nothing guards.
pub const UNITS_OF_ROOK_CHECK: usize = 3;
/// Units when a horse can.
pub const UNITS_OF_HORSE_CHECK: usize = 3;
/// Units when a cannon can.
pub const UNITS_OF_CANNON_CHECK: usize = 2;
/// Units, with two attackers near, for an empty palace square attacked and not guarded by an
/// advisor or elephant.
pub const UNITS_OF_LOST_SQUARE: usize = 1;
/// Units, with two attackers near, for an advisor or elephant missing.
pub const UNITS_OF_MISSING_GUARD: usize = 1;

/// What so many units of danger cost; more than the last cost as much as the last.
pub const DANGER: [Tapered; 24] = [
    s(0, 0),
    s(0, 0),
    s(2, 1),
    s(4, 2),
    s(7, 4),
    s(11, 7),
    s(16, 10),
    s(22, 14),
    s(29, 18),
    s(37, 23),
    s(46, 29),
    s(56, 36),
    s(67, 43),
    s(79, 51),
    s(92, 60),
    s(106, 69),
    s(121, 79),
    s(137, 90),
    s(154, 101),
    s(172, 113),
    s(190, 125),
    s(209, 138),
    s(228, 151),
    s(248, 165),
];

/// A side with so much force (a rook 4, a horse or cannon 2, a pawn 1) is not asked whether it can
/// win.
pub const FORCE_ENOUGH: i32 = 8;
/// How much a score keeps, in 64ths, when force falls short by 0, 1, 2, 3, 4 or more.
pub const SCALE_BY_MARGIN: [i32; 5] = [64, 32, 22, 14, 8];
/// So many 64ths more for each pawn that can still advance: it may yet become the force that lacks.
pub const SCALE_PER_PAWN: i32 = 5;
/// A lone cannon without a screen of its own.
pub const SCALE_HOPELESS: i32 = 4;
