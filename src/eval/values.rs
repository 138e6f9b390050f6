//! Every number of the evaluation: the source file that `chuhe tune fit` writes.
//!
//! Change numbers here by hand as you like, but not the layout: a test holds the file against what
//! the tuner would write. What the three shapes mean, and how a term finds its number, is told in
//! [`super::weight`]; how the numbers are fitted, in `docs/tuning.md`.
//!
//! The unit is a hundredth of a pawn or so: an uncrossed pawn is worth somewhat less than 100 and a
//! rook about ten. `(mg, eg)` is a value in the middlegame and in the endgame. Lists by kind are in
//! the order K A B N R C P.
//!
//! A table of squares is drawn from red's side, its top rank on top, and shows files a to e; the
//! other half is its mirror image, as the board is. The first board is the middlegame's, the second
//! the endgame's. Its numbers are added to the piece's value, so it is about zero where such a
//! piece usually stands. A piece that stays at home has no ranks beyond.

use super::weight::weights;

weights! {
    /// What the pieces are worth, by kind. The generals are never captured.
    ///
    /// A pawn's value is that of one which has not crossed; the crossing is in its table. Cannons
    /// fade as their screens vanish, horses gain as their legs come free.
    pairs PIECE_VALUES = [
             (0, 0),  (180, 170),  (180, 170),  (420, 450),
        (980, 1020),  (450, 430),    (70, 90),
    ];

    /// The right to move.
    pairs TEMPO = [(14, 6)];

    /// A rook's worth by the squares open to it, 0 to 17.
    pairs ROOK_MOBILITY = [
        (-30, -50), (-24, -40), (-18, -30), (-13, -22),  (-9, -15),   (-5, -9),
          (-2, -4),     (1, 1),     (4, 5),     (7, 9),    (9, 12),   (11, 15),
          (13, 18),   (15, 20),   (16, 22),   (17, 24),   (18, 25),   (19, 26),
    ];

    /// A horse's worth by the squares open to it, 0 to 8.
    pairs HORSE_MOBILITY = [
        (-46, -54), (-26, -32), (-10, -14),     (2, 0),     (9, 9),
          (14, 16),   (19, 22),   (23, 27),   (26, 31),
    ];

    /// A cannon's worth by the squares open to it, 0 to 17.
    pairs CANNON_MOBILITY = [
        (-26, -28), (-19, -20), (-14, -14), (-10, -10),   (-6, -6),   (-3, -3),
            (0, 0),     (2, 2),     (4, 4),     (6, 6),     (7, 8),     (8, 9),
           (9, 10),   (10, 11),   (11, 12),   (12, 13),   (12, 14),   (13, 15),
    ];

    /// Two crossed pawns side by side, each pair.
    pairs PAWNS_LINKED = [(14, 18)];

    /// Two crossed pawns one behind the other, each pair.
    pairs PAWNS_IN_FILE = [(3, 6)];

    /// A crossed pawn, for each advisor or elephant the enemy lacks.
    pairs PAWN_BEFORE_BARE_PALACE = [(5, 8)];

    /// A rook, horse or cannon that a pawn attacks.
    pairs OFFICER_ATTACKED_BY_PAWN = [(26, 22)];

    /// A rook that anything less than a rook attacks, guarded or not.
    pairs ROOK_ATTACKED_BY_LESSER = [(28, 22)];

    /// A piece attacked and unguarded, by its kind; the general's danger is counted elsewhere.
    pairs HANGING = [
          (0, 0),   (8, 8),   (8, 8), (24, 26),
        (22, 22), (24, 22),  (6, 12),
    ];

    /// An advisor missing, for each enemy rook.
    pairs ADVISOR_MISSING_AGAINST_ROOK = [(12, 12)];

    /// An advisor missing, for each enemy horse.
    pairs ADVISOR_MISSING_AGAINST_HORSE = [(8, 8)];

    /// An elephant missing, for each enemy rook.
    pairs ELEPHANT_MISSING_AGAINST_ROOK = [(5, 8)];

    /// An elephant missing, for each enemy cannon.
    pairs ELEPHANT_MISSING_AGAINST_CANNON = [(11, 8)];

    /// Both advisors missing, for each enemy rook, on top.
    pairs BARE_AGAINST_ROOK = [(14, 16)];

    /// A cannon, for each advisor or elephant of its own: a screen to come home to.
    pairs CANNON_WITH_SCREENS = [(0, 5)];

    /// A cannon on the general's file with nothing between.
    pairs HOLLOW_CANNON = [(70, 35)];

    /// The same, more for each rook that can join it.
    pairs HOLLOW_CANNON_WITH_ROOK = [(35, 25)];

    /// A cannon on the general's file with two pieces between.
    pairs CANNON_BINDS_FILE = [(26, 14)];

    /// One of those two being its own rook or cannon.
    pairs BATTERY = [(18, 10)];

    /// A cannon on the general's rank with nothing between.
    pairs HOLLOW_ON_RANK = [(22, 10)];

    /// A cannon on the general's rank with two pieces between.
    pairs CANNON_BINDS_RANK = [(20, 8)];

    /// A rook on the general's file or rank with one piece between.
    pairs ROOK_PINS = [(10, 10)];

    /// What so many units of danger cost; between two of them a share of both, and more than the
    /// last cost as much as the last.
    pairs DANGER = [
            (0, 0),     (0, 0),     (2, 1),     (4, 2),     (7, 4),    (11, 7),
          (16, 10),   (22, 14),   (29, 18),   (37, 23),   (46, 29),   (56, 36),
          (67, 43),   (79, 51),   (92, 60),  (106, 69),  (121, 79),  (137, 90),
        (154, 101), (172, 113), (190, 125), (209, 138), (228, 151), (248, 165),
    ];

    /// At home behind its guards, best on the middle file, or one step aside behind an advisor.
    /// Every step forward exposes it. In the endgame it may come up, and holds the middle file for
    /// its side.
    board TABLE_OF_GENERAL = [
        [  0,   0,   0, -44, -56],
        [  0,   0,   0, -26, -34],
        [  0,   0,   0,  -4,   0],
    ] [
        [  0,   0,   0, -12,  -6],
        [  0,   0,   0,  -4,   2],
        [  0,   0,   0,  -2,   6],
    ];

    /// The middle of the palace holds both advisors together; the upper corners leave the general
    /// bare.
    board TABLE_OF_ADVISOR = [
        [  0,   0,   0, -12,   0],
        [  0,   0,   0,   0,   6],
        [  0,   0,   0,   0,   0],
    ] [
        [  0,   0,   0,  -4,   0],
        [  0,   0,   0,   0,   4],
        [  0,   0,   0,   0,   0],
    ];

    /// The middle elephant guards its fellow on either side; on the edge it is out of the game, on
    /// the river it can be cut off.
    board TABLE_OF_ELEPHANT = [
        [  0,   0,  -6,   0,   0],
        [  0,   0,   0,   0,   0],
        [-14,   0,   0,   0,  12],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ] [
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
        [ -8,   0,   0,   0,   8],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ];

    /// Home squares are undeveloped and the centre of the palace traps it (and its general). It
    /// wants posts across the river towards the middle; c8 and g8 check a general at home from
    /// beside the palace, d7 and f7 from its corner, c7 and g7 are a step from both.
    board TABLE_OF_HORSE = [
        [-20, -12,  -4,  -4, -12],
        [-10,   2,  24,   6, -10],
        [ -2,  10,  22,  26,  12],
        [  2,  16,  18,  22,  20],
        [ -2,  14,  14,  20,  18],
        [ -4,   8,  12,  12,  14],
        [ -6,   3,   4,  10,   6],
        [-10,   0,   8,   6,   0],
        [-16,  -6,   0,  -4, -30],
        [-20, -10, -10,  -8, -18],
    ] [
        [-18, -10,  -4,  -2,  -6],
        [ -8,   2,  16,  10,   0],
        [ -2,   8,  16,  22,  14],
        [  0,  10,  16,  18,  18],
        [ -2,   8,  12,  16,  16],
        [ -4,   4,   8,  10,  12],
        [ -6,   0,   4,   6,   6],
        [-10,  -4,   0,   2,   2],
        [-14,  -8,  -4,  -4,  -8],
        [-18, -12, -10,  -8, -10],
    ];

    /// The corner is where it sleeps. Files d and f look into the palace, the river ranks (4 and 5)
    /// sweep the middle of the board, rank 6 is the line of the enemy's pawns, rank 8 cuts his
    /// palace.
    board TABLE_OF_ROOK = [
        [  4,   6,   4,  12,   8],
        [  8,  10,   8,  15,  18],
        [  6,   9,   7,  14,  14],
        [  8,  15,  12,  16,  16],
        [  6,  12,  10,  14,  14],
        [  4,  12,   9,  13,  13],
        [  0,   8,   4,  11,  10],
        [ -6,   6,   2,  10,   5],
        [ -4,   4,   4,  11,  -2],
        [-16,   5,   1,  10,  -8],
    ] [
        [  4,   6,   6,  10,   8],
        [  8,  10,  10,  14,  16],
        [  6,   8,   8,  12,  12],
        [  4,   7,   7,   9,   9],
        [  3,   6,   6,   8,   8],
        [  2,   4,   4,   6,   6],
        [  0,   2,   2,   4,   4],
        [ -2,   0,   0,   2,   2],
        [ -4,  -2,  -2,   2,   0],
        [ -8,  -4,  -2,   0,  -4],
    ];

    /// The middle cannon (e2) binds the general's file; on the enemy's back rank, away from the
    /// palace, it attacks along the rank. Close to his palace it has no room for a screen. In the
    /// endgame it is best at home, where its own guards are its screens.
    board TABLE_OF_CANNON = [
        [ 14,  12,   5,  -8, -12],
        [  6,   5,   0,  -8, -12],
        [  3,   2,   0,  -6,  -8],
        [  0,   3,   2,   2,   6],
        [  0,   2,   2,   2,  12],
        [  0,   2,   6,   3,  12],
        [  0,   0,   2,   3,  10],
        [  0,   2,   4,   8,  16],
        [  0,   2,   2,   4,   4],
        [ -2,   0,   2,   2,   2],
    ] [
        [  4,   4,   0,  -4,  -6],
        [  0,   0,  -2,  -6,  -6],
        [  0,   0,  -2,  -4,  -2],
        [  0,   0,   0,   0,   2],
        [  0,   0,   0,   0,   2],
        [  0,   0,   2,   2,   4],
        [  0,   0,   2,   2,   4],
        [  2,   2,   4,   6,   8],
        [  4,   4,   4,   6,   7],
        [  4,   4,   4,   8,   9],
    ];

    /// Crossing the river more than doubles a pawn; beside and in the palace it is worth half a
    /// horse in an attack; on the last rank it only moves sideways and is worth little more than at
    /// home. In the endgame a pawn that has not yet gone too far is worth most.
    board TABLE_OF_PAWN = [
        [-10,  -6,   0,  14,  20],
        [ 36,  58,  82, 110, 122],
        [ 42,  64,  90, 112, 116],
        [ 44,  60,  76,  88,  92],
        [ 34,  44,  54,  60,  66],
        [ -2,   0,   9,   0,  14],
        [ -4,   0,  -2,   0,   6],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ] [
        [-25, -20, -10,   0,   6],
        [ 20,  44,  66,  90,  96],
        [ 42,  66,  88, 102, 102],
        [ 50,  66,  80,  88,  86],
        [ 46,  56,  64,  68,  68],
        [  4,   0,   8,   0,  10],
        [ -4,   0,  -2,   0,   2],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
        [  0,   0,   0,   0,   0],
    ];

    /// Eighths of a unit of danger of a horse, a rook or a cannon that attacks palace squares, or
    /// of a cannon on the general's file.
    plain UNITS_OF_OFFICER = [
        16, 24, 16,
    ];

    /// Eighths of a unit when pawns attack palace squares, however many do.
    plain UNITS_OF_PAWN = [16];

    /// Eighths of a unit when a rook can give check on a square that nothing guards.
    plain UNITS_OF_ROOK_CHECK = [24];

    /// Eighths of a unit when a horse can.
    plain UNITS_OF_HORSE_CHECK = [24];

    /// Eighths of a unit when a cannon can.
    plain UNITS_OF_CANNON_CHECK = [16];

    /// Eighths of a unit, with two attackers near, for an empty palace square attacked and not
    /// guarded by an advisor or elephant.
    plain UNITS_OF_LOST_SQUARE = [8];

    /// Eighths of a unit, with two attackers near, for an advisor or elephant missing.
    plain UNITS_OF_MISSING_GUARD = [8];

    /// How much a score keeps, in 64ths, when force falls short by 0, 1, 2, 3, 4 or more.
    plain SCALE_BY_MARGIN = [
        64, 32, 22, 14,  8,
    ];

    /// So many 64ths more for each pawn that can still advance: it may yet become the force that
    /// lacks.
    plain SCALE_PER_PAWN = [5];

    /// How much a lone cannon without a screen of its own keeps, in 64ths.
    plain SCALE_HOPELESS = [4];
}
