//! All placements of some pieces, numbered.
//!
//! One piece is the *runner*, the one with the most squares: its squares are the bits of a word. The placements of all
//! others are numbered: the pair of generals, then each group of like pieces of one side (a captured piece is one that
//! stands nowhere, so that the numbers hold all that captures can lead to). A board and its mirror image are
//! the same, so the pairs of generals are those with the first of them on the left half.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::words::{BOARD, GONE, Word, bit, mirrored, squares, word};
use crate::board::leapers;
use crate::board::{Board, Color, PieceKind, Square};

/// The most states of a group, and the most pieces in one.
const MOST_STATES: usize = 8_000;
/// The most groups: more have too many placements in any case.
pub(super) const MOST_GROUPS: usize = 8;
/// The most pieces but the runner and the generals.
const MOST_PIECES: usize = 12;
/// Pairs of generals, without mirror images.
const PAIRS: usize = 45;
/// No state: a square that the piece cannot stand on, or that one of its group stands on.
const NONE: u16 = u16::MAX;

/// Like pieces of one side, without the runner.
#[derive(Debug)]
pub(super) struct Group {
    pub color: Color,
    pub kind: PieceKind,
    /// How many there are at most.
    count: usize,
    /// Where they stand, for each state.
    states: Vec<ArrayVec<Square, 5>>,
    /// For each state and each of its pieces the state with that piece on another square, or (behind the squares) captured.
    next: Vec<u16>,
    /// The state mirrored left to right.
    mirror: Vec<u16>,
    /// The state by the squares.
    by_squares: HashMap<Word, u16>,
    /// What a state is worth in the number of a placement.
    pub stride: usize,
}

impl Group {
    /// The placements of up to `count` pieces on these squares. `None` where they are too many.
    fn new(color: Color, kind: PieceKind, count: usize, allowed: Word) -> Option<Group> {
        let mut states: Vec<ArrayVec<Square, 5>> = vec![ArrayVec::new()];
        let mut first = 0;
        for _ in 0..count {
            let last = states.len();
            for fewer in first..last {
                for square in squares(allowed) {
                    if states[fewer].last().is_none_or(|&highest| highest < square) {
                        let mut state = states[fewer].clone();
                        state.push(square);
                        states.push(state);
                        if states.len() > MOST_STATES {
                            return None;
                        }
                    }
                }
            }
            first = last;
        }
        let of = |state: &ArrayVec<Square, 5>| state.iter().fold(0, |word, &at| word | bit(at));
        let by_squares: HashMap<Word, u16> = states
            .iter()
            .enumerate()
            .map(|(number, state)| (of(state), number as u16))
            .collect();
        let number = |word: Word| by_squares.get(&word).copied().unwrap_or(NONE);
        let mut next = vec![NONE; states.len() * count * (GONE + 1)];
        let mut mirror = Vec::with_capacity(states.len());
        for (index, state) in states.iter().enumerate() {
            mirror.push(number(mirrored(of(state))));
            for (piece, &at) in state.iter().enumerate() {
                let others = of(state) & !bit(at);
                let row = (index * count + piece) * (GONE + 1);
                next[row + GONE] = number(others);
                for square in squares(allowed & !others) {
                    next[row + square.index()] = number(others | bit(square));
                }
            }
        }
        Some(Group {
            color,
            kind,
            count,
            states,
            next,
            mirror,
            by_squares,
            stride: 0,
        })
    }

    /// The state with one of its pieces on another square, [`GONE`] for captured.
    #[inline]
    pub fn next(&self, state: u16, piece: usize, square: usize) -> u16 {
        let next = self.next[(usize::from(state) * self.count + piece) * (GONE + 1) + square];
        debug_assert!(next != NONE);
        next
    }

    #[inline]
    pub fn mirror(&self, state: u16) -> u16 {
        self.mirror[usize::from(state)]
    }
}

/// The piece that is worked on at once on all of its squares.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runner {
    pub color: Color,
    pub kind: PieceKind,
    /// Where it can come to stand; with [`GONE`].
    pub allowed: Word,
}

/// A piece of a group on its square.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub group: u8,
    /// Which of the group it is.
    pub piece: u8,
    pub square: Square,
}

/// A placement of all pieces but the runner.
#[derive(Debug)]
pub(super) struct Placement {
    /// Its number.
    pub number: usize,
    /// The first number with these generals.
    pub first: usize,
    /// The generals, red's first.
    pub generals: [Square; 2],
    /// The state of each group.
    pub states: ArrayVec<u16, MOST_GROUPS>,
    /// All others.
    pub pieces: ArrayVec<Standing, MOST_PIECES>,
    /// The squares that are taken.
    pub occupied: Word,
}

impl Placement {
    /// An empty placement, to be filled by [`Space::place`].
    pub fn new() -> Placement {
        let corner = Square::new(0, 0);
        Placement {
            number: 0,
            first: 0,
            generals: [corner; 2],
            states: ArrayVec::new(),
            pieces: ArrayVec::new(),
            occupied: 0,
        }
    }
}

/// The placements of the pieces of a board, and of what captures leave of them.
#[derive(Debug)]
pub(super) struct Space {
    pub groups: Vec<Group>,
    pub runner: Runner,
    /// The pairs of generals that are counted, red's first.
    pairs: Vec<[Square; 2]>,
    /// For all pairs, by squares in the palaces: the number, and whether it is that of the mirror image.
    pair_of: [(u16, bool); 81],
    /// How many placements the groups have.
    stride: usize,
}

/// The binomial coefficient.
fn choose(from: usize, some: usize) -> usize {
    (0..some).fold(1, |choices, chosen| {
        choices * (from - chosen.min(from)) / (chosen + 1)
    })
}

/// The number of a square in its palace.
fn in_palace(square: Square) -> usize {
    let rank = usize::from(square.rank());
    usize::from(square.file() - 3) * 3 + if rank < 3 { rank } else { rank - 7 }
}

/// Where a piece can ever come to stand, from one square; mirrored squares as well.
fn reach(color: Color, kind: PieceKind, from: Square) -> Word {
    if kind != PieceKind::Pawn {
        return squares(BOARD)
            .filter(|&square| kind.may_stand(color, square))
            .fold(0, |word, square| word | bit(square));
    }
    let mut reached = 0;
    let mut open = vec![from, from.mirrored()];
    while let Some(square) = open.pop() {
        if reached & bit(square) == 0 {
            reached |= bit(square);
            open.extend(leapers::pawn(color, square));
        }
    }
    reached
}

impl Space {
    /// The space of a board; `None` where it has more than so many placements without the runner, or no piece that could
    /// be the runner.
    pub fn of(board: &Board, most: usize) -> Option<Space> {
        if board.occupied().len() as usize > MOST_PIECES + 3 {
            return None;
        }
        let mut kinds: ArrayVec<(Color, PieceKind, usize, Word), 12> = ArrayVec::new();
        for color in Color::ALL {
            for kind in PieceKind::ALL {
                let pieces = word(board.set_of(color, kind));
                if pieces != 0 && kind != PieceKind::General {
                    let allowed = squares(pieces).fold(0, |all, at| all | reach(color, kind, at));
                    kinds.push((color, kind, pieces.count_ones() as usize, allowed));
                }
            }
        }
        let runs = |kind| !matches!(kind, PieceKind::Advisor | PieceKind::Elephant);
        let (place, &(color, kind, _, allowed)) = kinds
            .iter()
            .enumerate()
            .filter(|(_, (_, kind, _, _))| runs(*kind))
            .max_by_key(|(_, (_, _, count, allowed))| (allowed.count_ones(), *count == 1))?;
        let runner = Runner {
            color,
            kind,
            allowed: allowed | 1 << GONE,
        };
        // The others of its kind are a group, as if they were of another.
        kinds[place].2 -= 1;
        // Counted first, since nearly every board has too many.
        let counts = kinds.iter().map(|&(_, _, count, allowed)| {
            let squares = allowed.count_ones() as usize;
            (1..=count).fold(1, |sum, some| sum + choose(squares, some))
        });
        let size = counts.fold(PAIRS, |size, count| size.saturating_mul(count));
        if size > most || kinds.len() > MOST_GROUPS {
            return None;
        }
        let mut groups = Vec::new();
        for (color, kind, count, allowed) in kinds {
            if count > 0 {
                groups.push(Group::new(color, kind, count, allowed)?);
            }
        }
        let mut stride = 1;
        for group in &mut groups {
            group.stride = stride;
            stride *= group.states.len();
        }
        let mut space = Space {
            groups,
            runner,
            pairs: Vec::new(),
            pair_of: [(0, false); 81],
            stride,
        };
        space.number_pairs();
        debug_assert_eq!(space.len(), size);
        Some(space)
    }

    fn number_pairs(&mut self) {
        let palace = |color: Color| Square::all().filter(move |square| square.in_palace(color));
        let place = |[red, black]: [Square; 2]| 9 * in_palace(red) + in_palace(black);
        for red in palace(Color::Red) {
            for black in palace(Color::Black) {
                if red.file() < 4 || red.file() == 4 && black.file() <= 4 {
                    let number = self.pairs.len() as u16;
                    self.pairs.push([red, black]);
                    self.pair_of[place([red.mirrored(), black.mirrored()])] = (number, true);
                }
            }
        }
        for (number, &pair) in self.pairs.iter().enumerate() {
            self.pair_of[place(pair)] = (number as u16, false);
        }
    }

    /// How many placements there are without the runner.
    pub fn len(&self) -> usize {
        self.stride * self.pairs.len()
    }

    /// The number of a placement, and whether it is that of the mirror image.
    #[inline]
    pub fn number(&self, generals: [Square; 2], states: &[u16]) -> (usize, bool) {
        let (first, mirrored) = self.first_of(generals);
        let groups = self.groups.iter().zip(states);
        let number = groups.fold(first, |number, (group, &state)| {
            let state = if mirrored { group.mirror(state) } else { state };
            number + usize::from(state) * group.stride
        });
        (number, mirrored)
    }

    /// The first number of a pair of generals, and whether it is that of the mirror image.
    #[inline]
    pub fn first_of(&self, [red, black]: [Square; 2]) -> (usize, bool) {
        let (pair, mirrored) = self.pair_of[9 * in_palace(red) + in_palace(black)];
        (usize::from(pair) * self.stride, mirrored)
    }

    /// The memory that the groups take.
    pub fn bytes(&self) -> usize {
        let groups = self.groups.iter();
        groups
            .map(|group| 2 * group.next.len() + 64 * group.states.len())
            .sum()
    }

    /// Makes a placement the one with this number. False where two pieces would stand on a square.
    pub fn place(&self, number: usize, placement: &mut Placement) -> bool {
        let pair = number / self.stride;
        let generals = self.pairs[pair];
        placement.number = number;
        placement.first = pair * self.stride;
        placement.generals = generals;
        placement.states.clear();
        placement.pieces.clear();
        placement.occupied = bit(generals[0]) | bit(generals[1]);
        let mut rest = number - placement.first;
        for (index, group) in self.groups.iter().enumerate() {
            let state = rest % group.states.len();
            rest /= group.states.len();
            for (piece, &square) in group.states[state].iter().enumerate() {
                if placement.occupied & bit(square) != 0 {
                    return false;
                }
                placement.occupied |= bit(square);
                placement.pieces.push(Standing {
                    group: index as u8,
                    piece: piece as u8,
                    square,
                });
            }
            placement.states.push(state as u16);
        }
        true
    }

    /// Where a board stands: the number of the placement, and the bit of the runner. `None` where it is none of them.
    pub fn find(&self, board: &Board) -> Option<(usize, usize)> {
        let runners = board.set_of(self.runner.color, self.runner.kind);
        let runner = runners.first();
        let mut states: ArrayVec<u16, MOST_GROUPS> = ArrayVec::new();
        for group in &self.groups {
            let mut pieces = word(board.set_of(group.color, group.kind));
            if (group.color, group.kind) == (self.runner.color, self.runner.kind)
                && let Some(square) = runner
            {
                pieces &= !bit(square);
            }
            states.push(*group.by_squares.get(&pieces)?);
        }
        let generals = Color::ALL.map(|color| board.general(color));
        let (number, mirrored) = self.number(generals, &states);
        let bit = match runner {
            None => GONE,
            Some(square) if mirrored => square.mirrored().index(),
            Some(square) => square.index(),
        };
        Some((number, bit))
    }
}
