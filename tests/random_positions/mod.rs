//! Positions to test on, the same in every run: from random games, and pieces thrown at random.

// Each test binary that includes this uses its own part of it.
#![allow(dead_code)]

use chuhe::board::{Board, Color, Piece, PieceKind, Square};

/// SplitMix64: short, seeded, good enough to choose moves with.
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

/// Every position of a game of random moves from the start, `plies` long at most.
///
/// One time in three a capture is chosen where there is one, so that games thin out.
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

/// A position with the generals and `pieces` others where they may stand, either side to move.
///
/// `near` draws the other pieces towards its square's rank and file, where exchanges happen. The kinds are thrown
/// too, and a third rook spoils the throw: with more than 23 pieces that takes long, and near 30 for
/// ever. [`crowded`] fills the board.
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
        let side = ["w", "b"][random.below(2)];
        // Generals that face, a general en prise or a third rook: throw again.
        if let Ok(board) = Board::from_fen(&format!("{} {side} - - 0 1", placement(&cells))) {
            return board;
        }
    }
}

/// A position with the generals and `pieces` of the other thirty that a game begins with, either
/// side to move.
pub fn crowded(random: &mut Random, pieces: usize) -> Board {
    loop {
        let mut cells = [None; Square::COUNT];
        let mut rest = Vec::new();
        for piece in Square::all().filter_map(|square| Board::startpos().piece_at(square)) {
            match piece.kind() {
                PieceKind::General => while !place(random, &mut cells, piece, None) {},
                _ => rest.push(piece),
            }
        }
        for _ in 0..pieces {
            let piece = rest.swap_remove(random.below(rest.len()));
            place(random, &mut cells, piece, None);
        }
        let side = ["w", "b"][random.below(2)];
        // Generals that face or one en prise: throw again.
        if let Ok(board) = Board::from_fen(&format!("{} {side} - - 0 1", placement(&cells))) {
            return board;
        }
    }
}

fn place(
    random: &mut Random,
    cells: &mut [Option<Piece>; Square::COUNT],
    piece: Piece,
    near: Option<Square>,
) -> bool {
    for _ in 0..200 {
        let square = Square::from_index(random.below(Square::COUNT)).unwrap();
        let drawn = near.is_none_or(|near| {
            near.file().abs_diff(square.file()) <= 2
                || near.rank() == square.rank()
                || random.below(4) == 0
        });
        let free = cells[square.index()].is_none();
        if drawn && free && piece.kind().may_stand(piece.color(), square) {
            cells[square.index()] = Some(piece);
            return true;
        }
    }
    false
}

fn placement(cells: &[Option<Piece>; Square::COUNT]) -> String {
    let rank_text = |rank: u8| -> String {
        (0..Square::FILES)
            .map(|file| match cells[Square::new(file, rank).index()] {
                Some(piece) => piece.letter().to_string(),
                None => "1".to_owned(),
            })
            .collect()
    };
    let ranks: Vec<String> = (0..Square::RANKS).rev().map(rank_text).collect();
    ranks.join("/")
}
