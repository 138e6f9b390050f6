//! Moves of the pieces that step: general, advisor, elephant, horse and pawn.
//!
//! For each square the tables list where such a piece may go on an otherwise empty board, and
//! for elephant and horse the square (eye, leg) that must be empty for it.

use super::{Color, PieceKind, Square};

/// Up to `N` steps from a square.
#[derive(Clone, Copy)]
pub struct Steps<T: Copy, const N: usize> {
    items: [T; N],
    len: u8,
}

impl<T: Copy, const N: usize> Steps<T, N> {
    const fn none(filler: T) -> Steps<T, N> {
        Steps {
            items: [filler; N],
            len: 0,
        }
    }

    const fn push(&mut self, step: T) {
        self.items[self.len as usize] = step;
        self.len += 1;
    }

    /// The steps.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }
}

/// A step that needs another square to be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockableStep {
    /// Where the step ends.
    pub to: Square,
    /// The horse's leg or the elephant's eye.
    pub block: Square,
}

const CORNER: Square = Square::new(0, 0);
const NO_STEP: BlockableStep = BlockableStep {
    to: CORNER,
    block: CORNER,
};

const ORTHOGONAL: [(i8, i8); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
/// Each jump of a horse with its leg, both as files and ranks from where it stands.
pub const HORSE: [((i8, i8), (i8, i8)); 8] = [
    ((-1, -2), (0, -1)),
    ((1, -2), (0, -1)),
    ((-2, -1), (-1, 0)),
    ((2, -1), (1, 0)),
    ((-2, 1), (-1, 0)),
    ((2, 1), (1, 0)),
    ((-1, 2), (0, 1)),
    ((1, 2), (0, 1)),
];

/// Steps of a piece that nothing blocks, for red and black, from each square it may stand on.
const fn plain_steps<const N: usize>(
    kind: PieceKind,
    directions: &[(i8, i8)],
) -> [[Steps<Square, N>; Square::COUNT]; 2] {
    let mut table = [[Steps::none(CORNER); Square::COUNT]; 2];
    let mut c = 0;
    while c < 2 {
        let color = Color::ALL[c];
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::at(index);
            let mut d = 0;
            while d < directions.len() {
                let (files, ranks) = directions[d];
                let forward = if matches!(color, Color::Red) {
                    ranks
                } else {
                    -ranks
                };
                if let Some(to) = from.offset(files, forward)
                    && kind.may_stand(color, from)
                    && kind.may_stand(color, to)
                    && (files == 0 || !matches!(kind, PieceKind::Pawn) || from.crossed(color))
                {
                    table[c][index].push(to);
                }
                d += 1;
            }
            index += 1;
        }
        c += 1;
    }
    table
}

static GENERAL: [[Steps<Square, 4>; Square::COUNT]; 2] =
    plain_steps(PieceKind::General, &ORTHOGONAL);
static ADVISOR: [[Steps<Square, 4>; Square::COUNT]; 2] = plain_steps(PieceKind::Advisor, &DIAGONAL);
static PAWN: [[Steps<Square, 3>; Square::COUNT]; 2] =
    plain_steps(PieceKind::Pawn, &[(0, 1), (-1, 0), (1, 0)]);

static ELEPHANT: [[Steps<BlockableStep, 4>; Square::COUNT]; 2] = {
    let mut table = [[Steps::none(NO_STEP); Square::COUNT]; 2];
    let mut c = 0;
    while c < 2 {
        let color = Color::ALL[c];
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::at(index);
            let mut d = 0;
            while d < 4 {
                let (files, ranks) = DIAGONAL[d];
                if let Some(to) = from.offset(2 * files, 2 * ranks)
                    && let Some(block) = from.offset(files, ranks)
                    && PieceKind::Elephant.may_stand(color, from)
                    && PieceKind::Elephant.may_stand(color, to)
                {
                    table[c][index].push(BlockableStep { to, block });
                }
                d += 1;
            }
            index += 1;
        }
        c += 1;
    }
    table
};

/// Horse jumps from each square; `arriving` takes the leg as seen from the square jumped to.
const fn horse_steps(arriving: bool) -> [Steps<BlockableStep, 8>; Square::COUNT] {
    let mut table = [Steps::none(NO_STEP); Square::COUNT];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::at(index);
        let mut d = 0;
        while d < 8 {
            let ((files, ranks), (leg_files, leg_ranks)) = HORSE[d];
            if let Some(to) = square.offset(files, ranks)
                && let Some(block) = (if arriving {
                    to.offset(-leg_files, -leg_ranks)
                } else {
                    square.offset(leg_files, leg_ranks)
                })
            {
                table[index].push(BlockableStep { to, block });
            }
            d += 1;
        }
        index += 1;
    }
    table
}

static HORSE_FROM: [Steps<BlockableStep, 8>; Square::COUNT] = horse_steps(false);
static HORSE_TO: [Steps<BlockableStep, 8>; Square::COUNT] = horse_steps(true);

/// For each pair of squares the leg of a horse jumping from the first to the second; 255 for none.
static HORSE_LEG: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[u8::MAX; Square::COUNT]; Square::COUNT];
    let from_table = horse_steps(false);
    let mut index = 0;
    while index < Square::COUNT {
        let steps = &from_table[index];
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

/// Where a general may step, inside its palace.
#[inline]
pub fn general(color: Color, from: Square) -> &'static [Square] {
    GENERAL[color.index()][from.index()].as_slice()
}

/// Where an advisor may step, inside its palace.
#[inline]
pub fn advisor(color: Color, from: Square) -> &'static [Square] {
    ADVISOR[color.index()][from.index()].as_slice()
}

/// Where an elephant may go on its own side of the river, with the eye of each.
#[inline]
pub fn elephant(color: Color, from: Square) -> &'static [BlockableStep] {
    ELEPHANT[color.index()][from.index()].as_slice()
}

/// Where a horse may jump, with the leg of each.
#[inline]
pub fn horse(from: Square) -> &'static [BlockableStep] {
    HORSE_FROM[from.index()].as_slice()
}

/// From where a horse could jump **to** this square: `to` is where it stands, `block` its leg
/// there.
#[inline]
pub fn horse_sources(target: Square) -> &'static [BlockableStep] {
    HORSE_TO[target.index()].as_slice()
}

/// The leg of a horse's jump, or `None` when a horse does not jump so.
#[inline]
pub fn horse_leg(from: Square, to: Square) -> Option<Square> {
    Square::from_index(HORSE_LEG[from.index()][to.index()] as usize)
}

/// Where a pawn may step: forward, and sideways once across the river.
#[inline]
pub fn pawn(color: Color, from: Square) -> &'static [Square] {
    PAWN[color.index()][from.index()].as_slice()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn horse_tables_agree() {
        for from in Square::all() {
            for step in horse(from) {
                assert_eq!(horse_leg(from, step.to), Some(step.block));
                assert!(horse_sources(step.to).contains(&BlockableStep {
                    to: from,
                    block: step.block
                }));
            }
        }
        let total: usize = Square::all().map(|s| horse(s).len()).sum();
        let total_sources: usize = Square::all().map(|s| horse_sources(s).len()).sum();
        assert_eq!((total, total_sources), (508, 508));
    }

    #[test]
    fn steps_stay_where_the_piece_may_stand() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(general(Color::Red, square("e0")).len(), 3);
        assert_eq!(general(Color::Black, square("e8")).len(), 4);
        assert_eq!(advisor(Color::Red, square("e1")).len(), 4);
        assert_eq!(elephant(Color::Red, square("e2")).len(), 4);
        assert_eq!(elephant(Color::Red, square("c4")).len(), 2);
        assert_eq!(pawn(Color::Red, square("a3")), [square("a4")]);
        assert_eq!(pawn(Color::Red, square("e5")).len(), 3);
        assert_eq!(pawn(Color::Red, square("a9")), [square("b9")]);
        assert_eq!(pawn(Color::Black, square("e4")).len(), 3);
    }
}
