//! The squares that a single piece attacks, as sets, where other pieces can block it.
//!
//! The sets of elephants and horses are tables by square and by the occupied neighbours that can block them. Rooks and cannons
//! combine the words of [`sliders`]. [`leapers::reach`](crate::board::leapers::reach) has the sets of the other pieces.

use crate::board::{Board, Square, SquareSet, sliders};

/// The nine squares of each palace.
pub const PALACE: [SquareSet; 2] = [
    SquareSet::of_ranks(0, 3, 0b0_0011_1000),
    SquareSet::of_ranks(7, 3, 0b0_0011_1000),
];
/// Each side's half of the board.
pub const HOME: [SquareSet; 2] = [
    SquareSet::of_ranks(0, 5, 0x1ff),
    SquareSet::of_ranks(5, 5, 0x1ff),
];

/// A set of squares for each square.
type SquareTable = [SquareSet; Square::COUNT];
/// A set of squares for each square and each set of occupied neighbours; see [`neighbours`].
type BlockedTable = [[SquareSet; 16]; Square::COUNT];

/// Builds a [`SquareTable`] from an expression of the square.
macro_rules! square_table {
    (|$square:ident| $set:expr) => {{
        let mut table = [SquareSet::EMPTY; Square::COUNT];
        let mut index = 0;
        while index < Square::COUNT {
            let $square = Square::from_valid_index(index);
            table[index] = $set;
            index += 1;
        }
        table
    }};
}

/// Builds a [`BlockedTable`] from a function of the square and the occupied squares.
macro_rules! blocked_table {
    ($steps:ident) => {{
        let mut table = [[SquareSet::EMPTY; 16]; Square::COUNT];
        let mut index = 0;
        while index < 16 * Square::COUNT {
            let (square, bits) = (Square::from_valid_index(index / 16), index % 16);
            table[index / 16][bits] = $steps(square, neighbours(square, bits));
            index += 1;
        }
        table
    }};
}

static SQUARE: SquareTable = square_table!(|square| SquareSet::of(square));
static ELEPHANT: BlockedTable = blocked_table!(elephant_steps);
static HORSE: BlockedTable = blocked_table!(horse_steps);
static HORSE_SOURCES: BlockedTable = blocked_table!(horse_sources_of);
static LINES: SquareTable = square_table!(|square| {
    let rank = SquareSet::of_rank(square.rank(), 0x1ff);
    rank.union(FILES[square.file() as usize])
});
static FILES: [SquareSet; Square::FILES as usize] = {
    let mut files = [SquareSet::EMPTY; Square::FILES as usize];
    let mut file = 0;
    while file < Square::FILES {
        files[file as usize] = SquareSet::of_file(file, 0x3ff);
        file += 1;
    }
    files
};

/// The neighbours of a square whose bits are set: bit 0 to the left and on the left below, bit 1 below and on the left above,
/// bit 2 to the right and on the right below, bit 3 above and on the right above.
const fn neighbours(square: Square, bits: usize) -> SquareSet {
    const OFFSETS: [[(i8, i8); 2]; 4] = [
        [(-1, 0), (-1, -1)],
        [(0, -1), (-1, 1)],
        [(1, 0), (1, -1)],
        [(0, 1), (1, 1)],
    ];
    let (mut set, mut index) = (SquareSet::EMPTY, 0);
    while index < 8 {
        let (files, ranks) = OFFSETS[index / 2][index % 2];
        if bits >> (index / 2) & 1 != 0
            && let Some(square) = square.offset(files, ranks)
        {
            set.insert(square);
        }
        index += 1;
    }
    set
}

const fn elephant_steps(elephant: Square, occupied: SquareSet) -> SquareSet {
    let home = HOME[(elephant.rank() >= 5) as usize];
    let elephant = SquareSet::of(elephant);
    let left_down = elephant.shifted::<-1, -1>().difference(occupied);
    let right_down = elephant.shifted::<1, -1>().difference(occupied);
    let left_up = elephant.shifted::<-1, 1>().difference(occupied);
    let right_up = elephant.shifted::<1, 1>().difference(occupied);
    (left_down
        .shifted::<-1, -1>()
        .union(right_down.shifted::<1, -1>()))
    .union(left_up.shifted::<-1, 1>().union(right_up.shifted::<1, 1>()))
    .intersection(home)
}

const fn horse_steps(horse: Square, occupied: SquareSet) -> SquareSet {
    let horse = SquareSet::of(horse);
    let up = horse.shifted::<0, 1>().difference(occupied);
    let down = horse.shifted::<0, -1>().difference(occupied);
    let left = horse.shifted::<-1, 0>().difference(occupied);
    let right = horse.shifted::<1, 0>().difference(occupied);
    (up.shifted::<-1, 1>().union(up.shifted::<1, 1>()))
        .union(down.shifted::<-1, -1>().union(down.shifted::<1, -1>()))
        .union(left.shifted::<-1, -1>().union(left.shifted::<-1, 1>()))
        .union(right.shifted::<1, -1>().union(right.shifted::<1, 1>()))
}

/// A horse's leg is one diagonal step from the target, and the horse one orthogonal step beyond the leg.
const fn horse_sources_of(target: Square, occupied: SquareSet) -> SquareSet {
    let target = SquareSet::of(target);
    let left_down = target.shifted::<-1, -1>().difference(occupied);
    let right_down = target.shifted::<1, -1>().difference(occupied);
    let left_up = target.shifted::<-1, 1>().difference(occupied);
    let right_up = target.shifted::<1, 1>().difference(occupied);
    (left_down.union(right_down).shifted::<0, -1>())
        .union(left_up.union(right_up).shifted::<0, 1>())
        .union(left_down.union(left_up).shifted::<-1, 0>())
        .union(right_down.union(right_up).shifted::<1, 0>())
}

/// Returns the set of one square.
#[inline(always)]
pub fn square(square: Square) -> SquareSet {
    SQUARE[square.index()]
}

/// Returns the squares of the file and the rank of a square, with the square.
#[inline(always)]
pub fn lines(square: Square) -> SquareSet {
    LINES[square.index()]
}

/// Returns the squares of the file of a square.
#[inline(always)]
pub fn file(square: Square) -> SquareSet {
    FILES[square.file() as usize]
}

/// Returns the squares that an elephant attacks: two diagonal steps over each empty eye.
#[inline(always)]
pub fn elephant(from: Square, occupied: SquareSet) -> SquareSet {
    ELEPHANT[from.index()][occupied.diagonal_neighbours(from)]
}

/// Returns the squares that a horse attacks: two beyond each empty leg.
#[inline(always)]
pub fn horse(board: &Board, from: Square) -> SquareSet {
    let beside = board.rank_occupancy(from) << 1 >> from.file() & 0b101;
    let above_and_below = board.file_occupancy(from) << 1 >> from.rank() & 0b101;
    HORSE[from.index()][usize::from(beside | above_and_below << 1)]
}

/// Returns the squares from which a horse would attack `target`.
#[inline(always)]
pub fn horse_sources(target: Square, occupied: SquareSet) -> SquareSet {
    HORSE_SOURCES[target.index()][occupied.diagonal_neighbours(target)]
}

/// Returns the squares that a rook attacks: the empty ones along its file and rank, and the first piece in each direction.
#[inline(always)]
pub fn rook(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    let on_rank = sliders::rank_reach(file, board.rank_occupancy(from));
    let on_file = sliders::file_reach(rank, board.file_occupancy(from));
    SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file))
}

/// Returns the empty squares that a cannon can move to, and the pieces that it attacks: the second one in each direction.
#[inline(always)]
pub fn cannon(board: &Board, from: Square) -> SquareSet {
    let (file, rank) = (from.file(), from.rank());
    let (rank_word, file_word) = (board.rank_occupancy(from), board.file_occupancy(from));
    let on_rank = sliders::rank_reach(file, rank_word) & !rank_word
        | sliders::rank_cannon_targets(file, rank_word);
    let on_file = sliders::file_reach(rank, file_word) & !file_word
        | sliders::file_cannon_targets(rank, file_word);
    SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file))
}

/// Returns the squares from which a cannon would attack `target`: in each direction those beyond the first piece, up to and
/// including the second. `rook_reach` is the reach of a rook from the target.
#[inline(always)]
pub fn cannon_sources(board: &Board, target: Square, rook_reach: SquareSet) -> SquareSet {
    let (file, rank) = (target.file(), target.rank());
    // Removing the first piece in each direction reveals the squares up to the second.
    let beyond =
        |reach: fn(u8, u16) -> u16, place, line: u16| reach(place, line & !reach(place, line));
    let on_rank = beyond(sliders::rank_reach, file, board.rank_occupancy(target));
    let on_file = beyond(sliders::file_reach, rank, board.file_occupancy(target));
    let lines = SquareSet::of_rank(rank, on_rank).union(SquareSet::of_file(file, on_file));
    lines.difference(rook_reach)
}
