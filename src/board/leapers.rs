//! Moves of the leapers: general, advisor, elephant, horse and pawn.
//!
//! For each square the tables list the destinations of such a piece on an otherwise empty board. For elephant and
//! horse they also hold the square (eye, leg) that must be empty.

use super::{Color, PieceKind, Square, SquareSet};

/// Up to `N` steps from a square.
#[derive(Clone, Copy)]
struct Steps<T, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> Steps<T, N> {
    const fn push(&mut self, step: T) {
        self.items[self.len as usize] = step;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

/// The steps of a piece from each square.
type StepTable<T, const N: usize> = [Steps<T, N>; Square::COUNT];

const fn empty_table<T: Copy, const N: usize>(filler: T) -> StepTable<T, N> {
    let items = [filler; N];
    [Steps { items, len: 0 }; Square::COUNT]
}

/// A step that needs another square to be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockableStep {
    /// Where the step ends.
    pub to: Square,
    /// The horse's leg or the elephant's eye.
    pub block: Square,
}

/// Fills the unused places of the tables.
const CORNER: Square = Square::new(0, 0);
const NO_STEP: BlockableStep = BlockableStep {
    to: CORNER,
    block: CORNER,
};

pub(crate) const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
/// Each step of an elephant with its eye, both as files and ranks from its square.
const ELEPHANT_STEPS: [((i8, i8), (i8, i8)); 4] = [
    ((-2, -2), (-1, -1)),
    ((2, -2), (1, -1)),
    ((-2, 2), (-1, 1)),
    ((2, 2), (1, 1)),
];
/// Each jump of a horse with its leg, both as files and ranks from its square.
pub const HORSE_JUMPS: [((i8, i8), (i8, i8)); 8] = [
    ((-1, -2), (0, -1)),
    ((1, -2), (0, -1)),
    ((-2, -1), (-1, 0)),
    ((2, -1), (1, 0)),
    ((-2, 1), (-1, 0)),
    ((2, 1), (1, 0)),
    ((-1, 2), (0, 1)),
    ((1, 2), (0, 1)),
];

/// The steps of a general, advisor or pawn, which nothing blocks, for red and black. `directions` are those of red.
const fn unblockable<const N: usize>(
    kind: PieceKind,
    directions: [(i8, i8); N],
) -> [StepTable<Square, N>; 2] {
    let mut tables = [empty_table(CORNER); 2];
    let mut index = 0;
    while index < 2 * Square::COUNT {
        let side = index / Square::COUNT;
        let (color, from) = (
            Color::ALL[side],
            Square::from_valid_index(index % Square::COUNT),
        );
        let mut d = 0;
        while d < N {
            let (files, ranks) = directions[d];
            if let Some(to) = from.offset(files, if side == 0 { ranks } else { -ranks })
                && kind.may_stand(color, from)
                && kind.may_stand(color, to)
                && (files == 0 || !matches!(kind, PieceKind::Pawn) || from.is_across_river(color))
            {
                tables[side][from.index()].push(to);
            }
            d += 1;
        }
        index += 1;
    }
    tables
}

/// The steps of an elephant or horse, for red and black, each with its eye or leg.
const fn blockable<const N: usize>(
    kind: PieceKind,
    steps: [((i8, i8), (i8, i8)); N],
) -> [StepTable<BlockableStep, N>; 2] {
    let mut tables = [empty_table(NO_STEP); 2];
    let mut index = 0;
    while index < 2 * Square::COUNT {
        let side = index / Square::COUNT;
        let (color, from) = (
            Color::ALL[side],
            Square::from_valid_index(index % Square::COUNT),
        );
        let mut d = 0;
        while d < N {
            let ((files, ranks), (block_files, block_ranks)) = steps[d];
            if let Some(to) = from.offset(files, ranks)
                && let Some(block) = from.offset(block_files, block_ranks)
                && kind.may_stand(color, from)
                && kind.may_stand(color, to)
            {
                tables[side][from.index()].push(BlockableStep { to, block });
            }
            d += 1;
        }
        index += 1;
    }
    tables
}

static GENERAL: [StepTable<Square, 4>; 2] = unblockable(PieceKind::General, ORTHOGONAL);
static ADVISOR: [StepTable<Square, 4>; 2] = unblockable(PieceKind::Advisor, DIAGONAL);
static PAWN: [StepTable<Square, 3>; 2] = unblockable(PieceKind::Pawn, [(0, 1), (-1, 0), (1, 0)]);
static ELEPHANT: [StepTable<BlockableStep, 4>; 2] = blockable(PieceKind::Elephant, ELEPHANT_STEPS);
static HORSE_STEPS: StepTable<BlockableStep, 8> = blockable(PieceKind::Horse, HORSE_JUMPS)[0];

/// For each pair of squares the leg of a horse that jumps from the first to the second; 255 if none does.
static HORSE_LEG: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[u8::MAX; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let steps = &HORSE_STEPS[index];
        let mut i = 0;
        while i < steps.len as usize {
            let step = steps.items[i];
            table[index][step.to.index()] = step.block.index() as u8;
            i += 1;
        }
        index += 1;
    }
    table
};

/// The destinations of the pieces of each colour and kind from each square on an otherwise empty board; those of rooks and
/// cannons are all squares.
static REACH: [[[SquareSet; Square::COUNT]; 7]; 2] = {
    let mut table = [[[SquareSet::ALL; Square::COUNT]; 7]; 2];
    let mut index = 0;
    while index < 2 * Square::COUNT {
        let (side, from) = (index / Square::COUNT, index % Square::COUNT);
        let reach = &mut table[side];
        reach[PieceKind::General.index()][from] = set_of(GENERAL[side][from]);
        reach[PieceKind::Advisor.index()][from] = set_of(ADVISOR[side][from]);
        reach[PieceKind::Pawn.index()][from] = set_of(PAWN[side][from]);
        reach[PieceKind::Elephant.index()][from] = set_of_blockable(ELEPHANT[side][from]);
        reach[PieceKind::Horse.index()][from] = set_of_blockable(HORSE_STEPS[from]);
        index += 1;
    }
    table
};

const fn set_of<const N: usize>(steps: Steps<Square, N>) -> SquareSet {
    let (mut set, mut i) = (SquareSet::EMPTY, 0);
    while i < steps.len as usize {
        set.insert(steps.items[i]);
        i += 1;
    }
    set
}

const fn set_of_blockable<const N: usize>(steps: Steps<BlockableStep, N>) -> SquareSet {
    let (mut set, mut i) = (SquareSet::EMPTY, 0);
    while i < steps.len as usize {
        set.insert(steps.items[i].to);
        i += 1;
    }
    set
}

/// The destinations of a piece on an otherwise empty board, also if a leg or eye is blocked; all squares for rooks and cannons.
#[inline]
pub const fn reach(color: Color, kind: PieceKind, from: Square) -> SquareSet {
    REACH[color.index()][kind.index()][from.index()]
}

/// The destinations of a general, inside its palace.
#[inline]
pub fn general(color: Color, from: Square) -> &'static [Square] {
    GENERAL[color.index()][from.index()].as_slice()
}

/// The destinations of an advisor, inside its palace.
#[inline]
pub fn advisor(color: Color, from: Square) -> &'static [Square] {
    ADVISOR[color.index()][from.index()].as_slice()
}

/// The steps of an elephant on its own side of the river, each with its eye.
#[inline]
pub fn elephant(color: Color, from: Square) -> &'static [BlockableStep] {
    ELEPHANT[color.index()][from.index()].as_slice()
}

/// The jumps of a horse, each with its leg.
#[inline]
pub fn horse(from: Square) -> &'static [BlockableStep] {
    HORSE_STEPS[from.index()].as_slice()
}

/// The leg of a horse's jump between two squares, or `None` if no horse jumps so.
#[inline]
pub fn horse_leg(from: Square, to: Square) -> Option<Square> {
    Square::from_index(HORSE_LEG[from.index()][to.index()] as usize)
}

/// The destinations of a pawn: forward, and sideways once across the river.
#[inline]
pub fn pawn(color: Color, from: Square) -> &'static [Square] {
    PAWN[color.index()][from.index()].as_slice()
}
