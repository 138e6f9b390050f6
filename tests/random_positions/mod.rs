//! Pseudo-random positions, the same in every run: from random games, and of randomly placed pieces.

// Each test crate uses some of them.
#![allow(dead_code)]

use chuhe::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};

/// The SplitMix64 pseudo-random number generator; the field is its state.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// All positions of a game of random moves from the start, at most `plies` long.
///
/// One time in three a capture is chosen if there is one, so that endgames occur.
pub fn playout(random: &mut Random, plies: usize) -> Vec<Board> {
    let mut board = Board::startpos();
    let mut positions = vec![board.clone()];
    for _ in 0..plies {
        let mut moves = board.legal_moves();
        if moves.is_empty() {
            break;
        }
        if random.below(3) == 0 && moves.iter().any(|mv| board.piece_at(mv.to()).is_some()) {
            moves.retain(|mv| board.piece_at(mv.to()).is_some());
        }
        let _ = board.make(moves[random.below(moves.len())]);
        positions.push(board.clone());
    }
    positions
}

/// A position with the generals and `pieces` other pieces of random kinds on squares where they may stand, with a random side
/// to move.
///
/// With `near` most pieces are placed on its rank or near its file, where exchanges happen. A position with too many pieces of
/// a kind is discarded. So more than 23 pieces take long, and about 30 never end; use [`crowded`] then.
pub fn scattered(random: &mut Random, pieces: usize, near: Option<Square>) -> Board {
    loop {
        let mut cells = [None; Square::COUNT];
        for color in Color::ALL {
            let general = Piece::new(color, PieceKind::General);
            while !place(random, &mut cells, general, None) {}
        }
        for _ in 0..pieces {
            let color = Color::ALL[random.below(2)];
            let kind = PieceKind::ALL[1 + random.below(6)];
            place(random, &mut cells, Piece::new(color, kind), near);
        }
        if let Some(board) = build(random, &cells) {
            return board;
        }
    }
}

/// A position with the generals and at most `pieces` (up to 30) of the other pieces of the initial position, with a random side
/// to move.
pub fn crowded(random: &mut Random, pieces: usize) -> Board {
    let start = Board::startpos();
    loop {
        let mut cells = [None; Square::COUNT];
        let mut rest = Vec::new();
        for piece in Square::all().filter_map(|square| start.piece_at(square)) {
            match piece.kind() {
                PieceKind::General => while !place(random, &mut cells, piece, None) {},
                _ => rest.push(piece),
            }
        }
        for _ in 0..pieces {
            let piece = rest.swap_remove(random.below(rest.len()));
            place(random, &mut cells, piece, None);
        }
        if let Some(board) = build(random, &cells) {
            return board;
        }
    }
}

/// Places a piece on a random free square where it may stand, within 200 attempts. Returns false if no attempt succeeds.
fn place(
    random: &mut Random,
    cells: &mut [Option<Piece>; Square::COUNT],
    piece: Piece,
    near: Option<Square>,
) -> bool {
    for _ in 0..200 {
        let square = Square::from_index(random.below(Square::COUNT)).unwrap();
        let is_near = near.is_none_or(|near| {
            near.file().abs_diff(square.file()) <= 2
                || near.rank() == square.rank()
                || random.below(4) == 0
        });
        let is_free = cells[square.index()].is_none();
        if is_near && is_free && piece.kind().may_stand(piece.color(), square) {
            cells[square.index()] = Some(piece);
            return true;
        }
    }
    false
}

/// The position of these pieces with a random side to move; `None` if it is illegal: facing generals, a general en prise, or a
/// third rook.
fn build(random: &mut Random, cells: &[Option<Piece>; Square::COUNT]) -> Option<Board> {
    let mut builder = BoardBuilder::default();
    builder.side(Color::ALL[random.below(2)]);
    // In the order of a FEN, so that the FEN gives the same order of moves.
    for rank in (0..Square::RANKS).rev() {
        for file in 0..Square::FILES {
            let square = Square::new(file, rank);
            if let Some(piece) = cells[square.index()] {
                builder.place(piece, square).ok()?;
            }
        }
    }
    builder.build().ok()
}
