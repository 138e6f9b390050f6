//! The values of the weights of the hand-crafted evaluation. `chuhe tune fit` writes this file.
//!
//! `weight.rs` explains the three kinds of families (`pairs`, `board`, `plain`), `docs/tuning.md`
//! the fit. A test compares the layout with the one that the tuner writes.
//!
//! The unit is about a hundredth of a pawn; some families name another. `(mg, eg)` is a value in
//! the middlegame and in the endgame. Lists by kind are in the order K A B N R C P. A table of
//! squares is drawn from red's side, its top rank on top, and shows files a to e; the other half is
//! its mirror image. The first board is the middlegame's, the second the endgame's. Its numbers are
//! added to the piece's value.

use super::weight::weights;

weights! {
    /// The pieces' values, by kind. A pawn's is that of one before the river.
    pairs PIECE_VALUES = [
              (0, 0),     (66, 74),    (142, 71),   (452, 426),
        (1056, 1094),   (467, 326),     (81, 52),
    ];

    /// The right to move.
    pairs TEMPO = [(42, 5)];

    /// A rook, by the number of squares that it can safely go to, 0 to 17.
    pairs ROOK_MOBILITY = [
        (-61, -46), (-22, -78), (-18, -84), (-11, -40),   (-3, -9),    (12, 2),
          (21, 20),   (16, 36),   (24, 40),   (24, 42),   (15, 48),   (20, 45),
          (20, 57),   (29, 54),   (37, 47),   (39, 47),   (29, 43),   (37, 31),
    ];

    /// A horse, by the number of squares that it can safely go to, 0 to 8.
    pairs HORSE_MOBILITY = [
        (-42, -95), (-18, -52),   (-10, 1),    (5, 17),   (14, 23),
          (32, 24),   (38, 28),   (51, 29),   (81, 17),
    ];

    /// A cannon, by the number of squares that it can safely go to, 0 to 17.
    pairs CANNON_MOBILITY = [
        (-63, -26), (-27, -25), (-19, -23),  (-4, -26),  (-1, -13),   (6, -13),
          (8, -25),   (5, -16),   (10, -6),    (16, 0),    (12, 2),   (15, -3),
           (23, 5),   (18, 19),   (31, -1),   (19, 11),   (34, -4),     (2, 8),
    ];

    /// Two crossed pawns side by side, for each pair.
    pairs PAWNS_LINKED = [(49, 11)];

    /// Two crossed pawns one behind the other, for each pair.
    pairs PAWNS_IN_FILE = [(40, -79)];

    /// A crossed pawn, for each advisor or elephant the enemy lacks.
    pairs PAWN_BEFORE_BARE_PALACE = [(46, 39)];

    /// A rook, horse or cannon that a pawn attacks.
    pairs OFFICER_ATTACKED_BY_PAWN = [(85, 33)];

    /// A rook that a less valuable piece attacks, guarded or not.
    pairs ROOK_ATTACKED_BY_LESSER = [(49, 20)];

    /// A piece attacked and unguarded, by its kind; the general's danger has families of its own.
    pairs HANGING = [
          (0, 0),  (31, 2), (39, 12), (57, 57),
         (5, -8), (66, 54),  (5, 31),
    ];

    /// An advisor missing, for each enemy rook.
    pairs ADVISOR_MISSING_AGAINST_ROOK = [(74, 132)];

    /// An advisor missing, for each enemy horse.
    pairs ADVISOR_MISSING_AGAINST_HORSE = [(13, 41)];

    /// An elephant missing, for each enemy rook.
    pairs ELEPHANT_MISSING_AGAINST_ROOK = [(-2, 65)];

    /// An elephant missing, for each enemy cannon.
    pairs ELEPHANT_MISSING_AGAINST_CANNON = [(28, -7)];

    /// Both advisors missing, for each enemy rook, in addition.
    pairs NO_ADVISORS_AGAINST_ROOK = [(28, -12)];

    /// A cannon, for each advisor or elephant of its own, which can be its screen.
    pairs CANNON_WITH_SCREENS = [(7, 34)];

    /// A hollow cannon: one on the general's file with nothing between.
    pairs HOLLOW_CANNON = [(97, -36)];

    /// A hollow cannon, for each rook of its side, in addition.
    pairs HOLLOW_CANNON_WITH_ROOK = [(50, 25)];

    /// A cannon on the general's file with two pieces between.
    pairs CANNON_BINDS_FILE = [(24, 99)];

    /// One of those two is a rook or cannon of the cannon's side, in addition.
    pairs BATTERY = [(83, 27)];

    /// A cannon on the general's rank with nothing between.
    pairs HOLLOW_ON_RANK = [(57, -25)];

    /// A cannon on the general's rank with two pieces between.
    pairs CANNON_BINDS_RANK = [(18, 52)];

    /// A rook on the general's file or rank with one piece between.
    pairs ROOK_PINS = [(26, 8)];

    /// The cost of each number of whole units of danger.
    pairs DANGER = [
            (0, 0),     (0, 0),     (9, 0),    (11, 0),    (11, 0),    (11, 0),
           (11, 0),    (46, 1),    (46, 1),    (46, 1),    (46, 1),    (99, 1),
           (99, 1),   (99, 75),   (99, 75),  (132, 75),  (148, 78),  (151, 79),
         (166, 84),  (186, 99), (195, 123), (201, 132), (223, 139), (287, 220),
    ];

    /// Safest on the back rank; in the endgame it may step forward.
    board TABLE_OF_GENERAL = [
        [   0,    0,    0, -146, -119],
        [   0,    0,    0, -101,   -8],
        [   0,    0,    0,   16,   70],
    ] [
        [   0,    0,    0,  -41,   -9],
        [   0,    0,    0,   23,    2],
        [   0,    0,    0,    1,    3],
    ];

    /// Best in the middle of the palace.
    board TABLE_OF_ADVISOR = [
        [  0,   0,   0, -82,   0],
        [  0,   0,   0,   0,  18],
        [  0,   0,   0, -35,   0],
    ] [
        [  0,   0,   0, -77,   0],
        [  0,   0,   0,   0, -44],
        [  0,   0,   0, -62,   0],
    ];

    /// Best in the middle, where it guards the other elephant.
    board TABLE_OF_ELEPHANT = [
        [  0,   0, -41,   0,   0],
        [  0,   0,   0,   0,   0],
        [-45,   0,   0,   0,  46],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ] [
        [  0,   0, -54,   0,   0],
        [  0,   0,   0,   0,   0],
        [-63,   0,   0,   0, -65],
        [  0,   0,   0,   0,   0],
        [  0,   0, -59,   0,   0],
    ];

    /// Best across the river towards the middle; c8, g8, d7 and f7 check a general at home.
    board TABLE_OF_HORSE = [
        [ -7, -27,   1,  -2, -12],
        [-18, -13, 146,  24,  -6],
        [ 20,  29,  44,  96, 113],
        [ 36,  87,  51, 116,  22],
        [ 24,  30,  30,  68,  80],
        [  0, -19,  98,  29,  40],
        [-15, -46, -24,  12,  32],
        [-27, -19, -20,  36,  -4],
        [-53, -31, -42, -34, -19],
        [-37, -81, -87,  19, -33],
    ] [
        [  2,   3,  14,  15, -14],
        [-19,  33,  11,  34,  -3],
        [ 34,  28,  -3,   5,  66],
        [ -3,  26,  13,  13,  14],
        [ 22,  14,  39,  18,  14],
        [  6,  23,  38,  39,   1],
        [-15,  -8,  -3,  10,  33],
        [-25,   2,   1,  -1, -32],
        [-47, -28, -25, -35, -68],
        [-54, -14, -49, -22, -20],
    ];

    /// Worst in the corner; files d and f lead into the palace.
    board TABLE_OF_ROOK = [
        [-27,  -1,   2,  60,  31],
        [ 23,  55,  17,  72,  39],
        [-34,  24,  12,  27,  30],
        [-12,  31,  41,  29,   9],
        [-15,  41,  46,  10,  29],
        [-21,  34,  53,  43,  35],
        [-30,  30,  32,  24, -11],
        [-32,  25,  33,  16,  11],
        [-30,   7, -16,  -8, -30],
        [-54,  16, -22,  28,  14],
    ] [
        [ -4,   2,  -7,  -3,  38],
        [-46, -40, -23,  10,  43],
        [ 17,  -2,  21,  51,  54],
        [ 56,  27,  40,  43,  62],
        [ 34,   1,  41,  31,  40],
        [ 33,  31,  20,  28,  19],
        [ 55,  22,  47,  41,  48],
        [ -5, -39, -19,  14,  23],
        [-36, -26, -14, -18, -44],
        [-45, -67, -20, -43,  -1],
    ];

    /// Low near the enemy's palace, which has no room for a screen; at home its guards are screens.
    board TABLE_OF_CANNON = [
        [ 70,  24, -57, -66, -58],
        [ 33, -45, -17, -28, -24],
        [ 13, -40,  -5, -12, -79],
        [ 37,  -1,  26, -11, -23],
        [ 29, -32,   0, -39,  38],
        [  7,  -5,  25, -10,  34],
        [ 42, -30,  26,   6,   3],
        [ 45, -11,  35,  25,  33],
        [  8,   2,  49,   8,  51],
        [  0, -60,   6,  23,   5],
    ] [
        [  3,  -2,   9, -22, -41],
        [ 11,   6, -16, -29, -16],
        [ -1,  -7, -15,   0,   4],
        [ 22,  -3,   0, -10,   9],
        [-13,  14,  -1, -20,  -6],
        [ 38,   0,  10,  27,  12],
        [  1,   1, -11,  -9, -28],
        [ -7,  -9, -12,  27,  14],
        [ 38,   1,   3,  30, -34],
        [-16, -16, -49,  12,  -5],
    ];

    /// Best across the river near the palace; on the last rank it only moves sideways.
    board TABLE_OF_PAWN = [
        [-11,   3,  33,  30,  13],
        [ 50, 143, 157, 249, 118],
        [ 30, 107, 120, 166, 138],
        [-25,  52,  99, 137, 121],
        [ -1,  96,  43,  93,  86],
        [-36,   0,  -2,   0,   7],
        [-48,   0, -44,   0,  21],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ] [
        [  7,  49,  49,  15, -40],
        [ 41,   5,  18,  32,  26],
        [ 58,  58,  39, 103,  78],
        [ 39,  39,  57,  38,  49],
        [ 38, -33,  56,  39,  64],
        [ 22,   0,  31,   0,  60],
        [ 22,   0,  29,   0,  48],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ];

    /// Eighths of a unit of danger for a horse, rook or cannon that attacks the palace.
    plain UNITS_OF_OFFICER = [
        36, 30, 22,
    ];

    /// Eighths of a unit when any number of pawns attacks palace squares.
    plain UNITS_OF_PAWN = [37];

    /// Eighths of a unit when a rook can give check on a square that nothing guards.
    plain UNITS_OF_ROOK_CHECK = [67];

    /// Eighths of a unit when a horse can give check on a square that nothing guards.
    plain UNITS_OF_HORSE_CHECK = [58];

    /// Eighths of a unit when a cannon can give check on a square that nothing guards.
    plain UNITS_OF_CANNON_CHECK = [31];

    /// Eighths of a unit, with two attackers or more, for an attacked palace square without a piece
    /// of its own side on it or a guard that protects it.
    plain UNITS_OF_LOST_SQUARE = [9];

    /// Eighths of a unit, with two attackers or more, for each advisor or elephant missing.
    plain UNITS_OF_MISSING_GUARD = [7];

    /// The factor of a score in 64ths when force falls short by 0, 1, 2, 3, 4 or more.
    plain SCALE_BY_MARGIN = [
        37, 20, 13,  9,  9,
    ];

    /// 64ths added to the factor for each pawn that can still advance.
    plain SCALE_PER_PAWN = [16];

    /// The factor in 64ths for a lone cannon without a screen of its own.
    plain SCALE_LONE_CANNON = [2];
}
