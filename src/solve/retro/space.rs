//! All placements of some pieces, numbered.
//!
//! One piece is the *runner*, the one with the most squares: its squares are the bits of a word. The placements of all
//! others are numbered: the pair of generals, then each group of like pieces of one side, of which some may be captured. A board
//! and its mirror image are the same, so the pairs of generals are those with the first of them on the left half.

use std::collections::HashMap;

use arrayvec::ArrayVec;

use super::words::{GONE, Word, bit, mirrored, squares, word};
use crate::board::{Board, Color, PieceKind, Square, leapers};

/// The most states of a group.
const MOST_STATES: usize = 8_000;
/// The most groups: more have too many placements in any case.
const MOST_GROUPS: usize = 8;
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
                let highest = states[fewer].last().copied();
                for square in squares(allowed).filter(|&square| highest < Some(square)) {
                    let mut state = states[fewer].clone();
                    state.push(square);
                    states.push(state);
                    if states.len() > MOST_STATES {
                        return None;
                    }
                }
            }
            first = last;
        }
        let words: Vec<Word> = states
            .iter()
            .map(|state| word(state.iter().copied()))
            .collect();
        let by_squares: HashMap<Word, u16> = words.iter().copied().zip(0..).collect();
        let number = |word: Word| by_squares.get(&word).copied().unwrap_or(NONE);
        let mut next = vec![NONE; states.len() * count * (GONE + 1)];
        for (index, state) in states.iter().enumerate() {
            for (piece, &at) in state.iter().enumerate() {
                let others = words[index] & !bit(at);
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
            next,
            mirror: words.iter().map(|&word| number(mirrored(word))).collect(),
            states,
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
    pub number: usize,
    /// The first number with these generals.
    pub first: usize,
    /// The generals, red's first.
    pub generals: [Square; 2],
    /// The state of each group.
    pub states: ArrayVec<u16, MOST_GROUPS>,
    /// The pieces of the groups.
    pub pieces: ArrayVec<Standing, MOST_PIECES>,
    /// The squares that are taken.
    pub occupied: Word,
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

/// The number of a pair of squares in the palaces.
fn in_palaces(generals: [Square; 2]) -> usize {
    let [red, black] =
        generals.map(|at| usize::from(at.file() - 3) * 3 + usize::from(at.rank() % 7));
    9 * red + black
}

/// Where a piece can ever come to stand, from one square; mirrored squares as well.
fn reach(color: Color, kind: PieceKind, from: Square) -> Word {
    if kind != PieceKind::Pawn {
        return word(Square::all().filter(|&square| kind.may_stand(color, square)));
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
                let count = board.count(color, kind) as usize;
                if count > 0 && kind != PieceKind::General {
                    let reached = board.pieces(color, kind).map(|at| reach(color, kind, at));
                    kinds.push((color, kind, count, reached.fold(0, |all, one| all | one)));
                }
            }
        }
        let (place, &(color, kind, _, allowed)) = kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| !matches!(kind.1, PieceKind::Advisor | PieceKind::Elephant))
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
            (0..=count).map(|some| choose(squares, some)).sum()
        });
        let size = counts.fold(PAIRS, usize::saturating_mul);
        if size > most || kinds.len() > MOST_GROUPS {
            return None;
        }
        let (mut groups, mut stride) = (Vec::new(), 1);
        for (color, kind, count, allowed) in kinds.into_iter().filter(|kind| kind.2 > 0) {
            let mut group = Group::new(color, kind, count, allowed)?;
            group.stride = stride;
            stride *= group.states.len();
            groups.push(group);
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
        for red in palace(Color::Red) {
            for black in palace(Color::Black) {
                if red.file() < 4 || red.file() == 4 && black.file() <= 4 {
                    let number = self.pairs.len() as u16;
                    self.pairs.push([red, black]);
                    self.pair_of[in_palaces([red.mirrored(), black.mirrored()])] = (number, true);
                }
            }
        }
        for (&pair, number) in self.pairs.iter().zip(0..) {
            self.pair_of[in_palaces(pair)] = (number, false);
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
            let mirror = || group.mirror[usize::from(state)];
            let state = if mirrored { mirror() } else { state };
            number + usize::from(state) * group.stride
        });
        (number, mirrored)
    }

    /// The first number of a pair of generals, and whether it is that of the mirror image.
    #[inline]
    pub fn first_of(&self, generals: [Square; 2]) -> (usize, bool) {
        let (pair, mirrored) = self.pair_of[in_palaces(generals)];
        (usize::from(pair) * self.stride, mirrored)
    }

    /// The memory that the groups take.
    pub fn bytes(&self) -> usize {
        let bytes = |group: &Group| 2 * group.next.len() + 64 * group.states.len();
        self.groups.iter().map(bytes).sum()
    }

    /// The placement with this number. `None` where two pieces would stand on a square.
    pub fn place(&self, number: usize) -> Option<Placement> {
        let pair = number / self.stride;
        let generals = self.pairs[pair];
        let mut rest = number % self.stride;
        let mut placement = Placement {
            number,
            first: number - rest,
            generals,
            states: ArrayVec::new(),
            pieces: ArrayVec::new(),
            occupied: bit(generals[0]) | bit(generals[1]),
        };
        for (group, index) in self.groups.iter().zip(0..) {
            let state = rest % group.states.len();
            rest /= group.states.len();
            for (&square, piece) in group.states[state].iter().zip(0..) {
                if placement.occupied & bit(square) != 0 {
                    return None;
                }
                placement.occupied |= bit(square);
                placement.pieces.push(Standing {
                    group: index,
                    piece,
                    square,
                });
            }
            placement.states.push(state as u16);
        }
        Some(placement)
    }

    /// Where a board stands: the number of the placement, and the bit of the runner. `None` where it is none of them.
    pub fn find(&self, board: &Board) -> Option<(usize, usize)> {
        let Runner { color, kind, .. } = self.runner;
        let runner = board.set_of(color, kind).first();
        let mut states: ArrayVec<u16, MOST_GROUPS> = ArrayVec::new();
        for group in &self.groups {
            let mut pieces = word(board.set_of(group.color, group.kind).iter());
            if (group.color, group.kind) == (color, kind) {
                pieces &= !runner.map_or(0, bit);
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
