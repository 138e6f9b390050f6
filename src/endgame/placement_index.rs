//! The index of an endgame's positions: numbers all placements of its pieces.
//!
//! One piece, the *bitboard piece*, is not numbered: its squares are the bits of a bitboard. It is the one with the most
//! squares. The number of a placement combines the pair of generals and the state of each group of like pieces of one side, of
//! which some may be captured. Of a pair of generals and its mirror image only one counts, which is 45 pairs of 81: those with
//! red's general on the left half, or on the middle file with black's on the left half or the middle. So a board and its mirror
//! image have the same number, unless both generals are on the middle file.

use arrayvec::ArrayVec;

use super::bitboard::{Bitboard, CAPTURED, ROW, bit, bitboard, mirrored};
use super::group::Group;
use super::material::Material;
use crate::board::{Board, Color, PieceKind, Square, leapers};

/// The most states of a group.
const MAX_STATES: usize = 8_000;
/// The most groups. Boards with more have too many placements in any case.
pub(super) const MAX_GROUPS: usize = 8;
/// The most pieces besides the bitboard piece and the generals.
const MAX_PIECES: usize = 12;
/// The number of pairs of generals, without mirror images.
const PAIRS: usize = 45;

/// The piece whose squares are bits: positions are computed for all of them at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BitboardPiece {
    pub color: Color,
    pub kind: PieceKind,
    /// The squares that it can reach, and [`CAPTURED`].
    pub allowed: Bitboard,
}

/// A piece of a group on its square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPiece {
    pub group: u8,
    /// Its index in the group's state.
    pub piece: u8,
    pub square: Square,
}

/// A placement of all pieces but the bitboard piece.
#[derive(Debug)]
pub(crate) struct Placement {
    pub number: usize,
    /// The lowest number with these generals.
    pub first: usize,
    /// The generals, red's first.
    pub generals: [Square; 2],
    /// The state of each group.
    pub states: ArrayVec<u16, MAX_GROUPS>,
    /// The pieces of the groups.
    pub pieces: ArrayVec<PlacedPiece, MAX_PIECES>,
    /// The squares of all pieces.
    pub occupied: Bitboard,
}

/// Numbers the placements of the pieces of a board, and of those that remain after captures.
#[derive(Debug)]
pub(crate) struct PlacementIndex {
    pub groups: Vec<Group>,
    pub bitboard_piece: BitboardPiece,
    /// The pairs of generals without mirror images, red's general first.
    pairs: Vec<[Square; 2]>,
    /// For each pair, by [`in_palaces`], its number and whether that is the number of its mirror image.
    pair_of: [(u16, bool); 81],
    /// The number of placements of the groups, which is the factor of a pair in the number of a placement.
    stride: usize,
    /// The memory of the groups, in bytes, roughly.
    pub bytes: usize,
}

/// The binomial coefficient.
fn choose(from: usize, some: usize) -> usize {
    (0..some).fold(1, |choices, chosen| {
        choices * (from - chosen.min(from)) / (chosen + 1)
    })
}

/// A number from 0 to 80 for a pair of squares in the palaces.
fn in_palaces(generals: [Square; 2]) -> usize {
    let [red, black] =
        generals.map(|at| usize::from(at.file() - 3) * 3 + usize::from(at.rank() % 7));
    9 * red + black
}

/// The pairs of generals, and by [`in_palaces`] the number of each pair or of its mirror image, which is then marked.
fn number_pairs() -> (Vec<[Square; 2]>, [(u16, bool); 81]) {
    let palace = |color: Color| Square::all().filter(move |square| square.is_in_palace(color));
    let (mut pairs, mut pair_of) = (Vec::new(), [(0, false); 81]);
    for red in palace(Color::Red) {
        for black in palace(Color::Black) {
            if red.file() < 4 || red.file() == 4 && black.file() <= 4 {
                let number = pairs.len() as u16;
                pairs.push([red, black]);
                // With both generals on the middle file the mirror image is the pair itself.
                pair_of[in_palaces([red.mirrored(), black.mirrored()])] = (number, true);
                pair_of[in_palaces([red, black])] = (number, false);
            }
        }
    }
    (pairs, pair_of)
}

/// The squares that a piece can ever reach from a square or from its mirror image.
fn reach(color: Color, kind: PieceKind, from: Square) -> Bitboard {
    if kind != PieceKind::Pawn {
        return all_squares(color, kind);
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

/// The pieces of a kind and colour: how many there are, and the squares that they can reach.
type Kinds = ArrayVec<(Color, PieceKind, usize, Bitboard), 12>;

/// The kinds of pieces without the generals; `None` if there are too many pieces.
fn kinds(
    count: impl Fn(Color, PieceKind) -> usize,
    allowed: impl Fn(Color, PieceKind) -> Bitboard,
) -> Option<Kinds> {
    let mut kinds = Kinds::new();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let count = count(color, kind);
            if count > 0 && kind != PieceKind::General {
                kinds.push((color, kind, count, allowed(color, kind)));
            }
        }
    }
    let pieces: usize = kinds.iter().map(|kind| kind.2).sum();
    (pieces <= MAX_PIECES + 1).then_some(kinds)
}

/// Determines the bitboard piece, and removes it from `kinds`. `None` if there are only generals, advisors and elephants.
fn take_bitboard_piece(kinds: &mut Kinds) -> Option<BitboardPiece> {
    let (chosen, &(color, kind, _, allowed)) = kinds
        .iter()
        .enumerate()
        .filter(|(_, kind)| !matches!(kind.1, PieceKind::Advisor | PieceKind::Elephant))
        .max_by_key(|(_, (_, _, count, allowed))| (allowed.count_ones(), *count == 1))?;
    // The other pieces of its kind form a group.
    kinds[chosen].2 -= 1;
    Some(BitboardPiece {
        color,
        kind,
        allowed: allowed | 1 << CAPTURED,
    })
}

/// The number of states of a group of up to `count` pieces.
fn states(count: usize, allowed: Bitboard) -> usize {
    let squares = allowed.count_ones() as usize;
    (0..=count).map(|some| choose(squares, some)).sum()
}

/// The number of placements of kinds without the bitboard piece, and the memory of their index in bytes. `None` if there are more
/// groups, states of a group or placements than can be numbered.
fn size(kinds: &Kinds) -> Option<(usize, usize)> {
    if kinds.len() > MAX_GROUPS {
        return None;
    }
    let (mut placements, mut bytes) = (PAIRS, 0);
    for &(_, _, count, allowed) in kinds {
        let states = states(count, allowed);
        if states > MAX_STATES {
            return None;
        }
        placements = placements.checked_mul(states)?;
        bytes += states * (2 * count * ROW + 64);
    }
    Some((placements, bytes))
}

/// All squares on which a piece may stand.
fn all_squares(color: Color, kind: PieceKind) -> Bitboard {
    bitboard(Square::all().filter(|&square| kind.may_stand(color, square)))
}

impl PlacementIndex {
    /// The index for a board; `None` if it has more than `most` placements, or only generals, advisors and elephants.
    pub fn of(board: &Board, most: usize) -> Option<PlacementIndex> {
        let count = |color, kind| board.count(color, kind) as usize;
        let allowed = |color, kind| {
            let reached = board.pieces(color, kind).map(|at| reach(color, kind, at));
            reached.fold(0, |all, one| all | one)
        };
        PlacementIndex::new(kinds(count, allowed)?, most)
    }

    /// The index for the pieces of a material on all squares; `None` if it has only generals, advisors and elephants, or too many
    /// pieces.
    pub fn of_material(material: &Material) -> Option<PlacementIndex> {
        let count = |color, kind| material.count(color, kind);
        PlacementIndex::new(kinds(count, all_squares)?, usize::MAX)
    }

    /// The number of placements of [`PlacementIndex::of_material`], and the memory of the index in bytes, without making it. `None`
    /// if it cannot be made.
    pub fn size_of_material(material: &Material) -> Option<(usize, usize)> {
        let count = |color, kind| material.count(color, kind);
        let mut kinds = kinds(count, all_squares)?;
        take_bitboard_piece(&mut kinds)?;
        size(&kinds)
    }

    fn new(mut kinds: Kinds, most: usize) -> Option<PlacementIndex> {
        let bitboard_piece = take_bitboard_piece(&mut kinds)?;
        // Counted first, since nearly every board has too many placements.
        let (placements, bytes) = size(&kinds)?;
        if placements > most {
            return None;
        }
        let (mut groups, mut stride) = (Vec::new(), 1);
        for (color, kind, count, allowed) in kinds.into_iter().filter(|kind| kind.2 > 0) {
            let mut group = Group::new(color, kind, count, allowed);
            group.stride = stride;
            stride *= group.states.len();
            groups.push(group);
        }
        let (pairs, pair_of) = number_pairs();
        let index = PlacementIndex {
            groups,
            bitboard_piece,
            pairs,
            pair_of,
            stride,
            bytes,
        };
        debug_assert_eq!(index.len(), placements);
        Some(index)
    }

    /// The number of placements.
    pub fn len(&self) -> usize {
        self.stride * self.pairs.len()
    }

    /// The number of a placement with these states. `first` is the lowest number with the same generals.
    #[inline]
    pub fn number(&self, first: usize, states: &[u16]) -> usize {
        let groups = self.groups.iter().zip(states);
        groups.fold(first, |number, (group, &state)| {
            number + usize::from(state) * group.stride
        })
    }

    /// The number of a placement after the state of a group has changed.
    #[inline]
    pub fn changed(&self, number: usize, group: usize, from: u16, to: u16) -> usize {
        let stride = self.groups[group].stride;
        number + usize::from(to) * stride - usize::from(from) * stride
    }

    /// The number of the mirror image of a placement, whose lowest number with the mirrored generals is `first`.
    #[inline]
    pub fn mirrored_number(&self, first: usize, states: &[u16]) -> usize {
        let groups = self.groups.iter().zip(states);
        groups.fold(first, |number, (group, &state)| {
            number + usize::from(group.mirror[usize::from(state)]) * group.stride
        })
    }

    /// The lowest number with a pair of generals, and whether it is that of the mirror image.
    #[inline]
    pub fn first_of(&self, generals: [Square; 2]) -> (usize, bool) {
        let (pair, mirrored) = self.pair_of[in_palaces(generals)];
        (usize::from(pair) * self.stride, mirrored)
    }

    /// The placement with this number. `None` if two pieces would stand on one square.
    pub fn placement(&self, number: usize) -> Option<Placement> {
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
                placement.pieces.push(PlacedPiece {
                    group: index,
                    piece,
                    square,
                });
            }
            placement.states.push(state as u16);
        }
        Some(placement)
    }

    /// The squares of the bitboard piece for which a placement is the one that [`PlacementIndex::find`] returns. With another
    /// piece of its kind, a board has a second placement, in which the two are exchanged.
    pub fn found_squares(&self, here: &Placement) -> Bitboard {
        let is_like = |piece: &&PlacedPiece| {
            let group = &self.groups[usize::from(piece.group)];
            (group.color, group.kind) == (self.bitboard_piece.color, self.bitboard_piece.kind)
        };
        let like = here.pieces.iter().filter(is_like);
        let lowest = like.map(|piece| piece.square).min();
        lowest.map_or(!0, |square| bit(square) - 1)
    }

    /// The number of a board's placement, and the bit of its bitboard piece. `None` if the board is not in the index.
    pub fn find(&self, board: &Board) -> Option<(usize, usize)> {
        let generals = Color::ALL.map(|color| board.general(color));
        self.find_sets(generals, |color, kind| bitboard(board.pieces(color, kind)))
    }

    /// As [`PlacementIndex::find`], for the squares of the generals, red's first, and of the other pieces.
    pub fn find_sets(
        &self,
        generals: [Square; 2],
        set: impl Fn(Color, PieceKind) -> Bitboard,
    ) -> Option<(usize, usize)> {
        let (first, is_mirrored) = self.first_of(generals);
        let set = |color, kind| match is_mirrored {
            true => mirrored(set(color, kind)),
            false => set(color, kind),
        };
        let BitboardPiece { color, kind, .. } = self.bitboard_piece;
        let like = set(color, kind);
        let mut number = first;
        for group in &self.groups {
            let pieces = match (group.color, group.kind) == (color, kind) {
                true => like & like.wrapping_sub(1),
                false => set(group.color, group.kind),
            };
            number += usize::from(*group.by_squares.get(&pieces)?) * group.stride;
        }
        let bit = match like {
            0 => CAPTURED,
            _ => like.trailing_zeros() as usize,
        };
        Some((number, bit))
    }
}
