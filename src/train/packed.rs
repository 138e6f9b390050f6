//! Packed positions: a position, its score and the result of its game in 32 bytes.
//!
//! | bytes | content |
//! |---|---|
//! | 0 to 27 | 32 squares of 7 bits, least significant bit first: for red, then black, for each kind K A B N R C P as many as a game begins with; 127 for a captured piece |
//! | 28, 29 | the score for red, signed, 16 bits, little-endian |
//! | 30 | the result for red in bits 0 and 1 (0 lost, 1 drawn, 2 won); bit 2 set when black is to move |
//! | 31 | the ply in the game, 255 for more |

use std::iter;

use crate::arena::GameResult;
use crate::board::{
    Board, BoardBuilder, Color, Piece, PieceKind, PositionError, Square, slot_piece,
};
use crate::eval::Score;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;
/// Bytes of the squares of one side.
const SIDE_BYTES: usize = 14;
/// The square code of a captured piece.
const CAPTURED: u8 = 127;

/// The results in the order of their codes.
pub(crate) const RESULTS: [GameResult; 3] = [GameResult::Black, GameResult::Draw, GameResult::Red];

/// A position with its score and the result of its game.
#[derive(Clone, Debug)]
pub struct TrainingSample {
    /// The position. Its move counters are not stored.
    pub board: Board,
    /// The search score, mixed with those of later plies by TD(λ), in centipawns for red; 16 bits.
    pub score: Score,
    /// The result of its game.
    pub result: GameResult,
    /// The number of plies before it in its game, 255 for more.
    pub ply: u8,
}

/// A sample in packed form.
pub type PackedSample = [u8; RECORD_BYTES];

/// Packs a sample.
///
/// ```
/// use chuhe::arena::GameResult;
/// use chuhe::board::Board;
/// use chuhe::train::packed::{TrainingSample, pack, unpack};
/// let sample = TrainingSample { board: Board::startpos(), score: 12, result: GameResult::Red, ply: 0 };
/// let back = unpack(&pack(&sample)).unwrap();
/// assert_eq!(back.board.to_fen(), sample.board.to_fen());
/// assert_eq!((back.score, back.result), (12, GameResult::Red));
/// ```
pub fn pack(sample: &TrainingSample) -> PackedSample {
    let mut record = [0; RECORD_BYTES];
    let halves = record.chunks_exact_mut(SIDE_BYTES);
    for (color, bytes) in Color::ALL.into_iter().zip(halves) {
        let codes = PieceKind::ALL.into_iter().flat_map(|kind| {
            let squares = sample.board.pieces(color, kind);
            let codes = squares.map(|square| square.index() as u8);
            codes.chain(iter::repeat(CAPTURED)).take(kind.max_count())
        });
        let bits = (codes.enumerate()).fold(0, |bits, (slot, code)| {
            bits | u128::from(code) << (7 * slot)
        });
        bytes.copy_from_slice(&bits.to_le_bytes()[..SIDE_BYTES]);
    }
    let score = sample.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    record[28..30].copy_from_slice(&score.to_le_bytes());
    record[30] =
        sample.result.red_half_points() | u8::from(sample.board.side() == Color::Black) << 2;
    record[31] = sample.ply;
    record
}

/// The side to move, the score for red and the result of a record, without its pieces. An invalid result counts as a draw.
pub fn labels(record: &PackedSample) -> (Color, Score, GameResult) {
    let side = match record[30] & 4 {
        0 => Color::Red,
        _ => Color::Black,
    };
    let score = i16::from_le_bytes([record[28], record[29]]);
    let result = RESULTS.get(usize::from(record[30] & 3));
    (side, score.into(), *result.unwrap_or(&GameResult::Draw))
}

/// The 32 square codes of a record, in the order of the slots.
fn codes(record: &PackedSample) -> impl Iterator<Item = u8> {
    record[..2 * SIDE_BYTES]
        .chunks_exact(SIDE_BYTES)
        .flat_map(|side| {
            let mut bytes = [0; 16];
            bytes[..SIDE_BYTES].copy_from_slice(side);
            let bits = u128::from_le_bytes(bytes);
            (0..16usize).map(move |slot| (bits >> (7 * slot)) as u8 & 0x7f)
        })
}

/// The pieces of a record on their squares. A code that is not a square counts as a captured piece.
pub fn pieces(record: &PackedSample) -> impl Iterator<Item = (Piece, Square)> {
    let pieces = (0..).map(slot_piece).zip(codes(record));
    pieces.filter_map(|(piece, code)| Some((piece, Square::from_index(code.into())?)))
}

/// Unpacks a record.
///
/// # Errors
/// If it holds no legal position; the text says why.
pub fn unpack(record: &PackedSample) -> Result<TrainingSample, String> {
    check(record)?;
    let (side, score, result) = labels(record);
    let mut builder = BoardBuilder::default();
    for (piece, square) in pieces(record) {
        let placed = builder.place(piece, square);
        placed.map_err(|error| error.to_string())?;
    }
    builder.side(side);
    let board = builder.build().map_err(|error| error.to_string())?;
    Ok(TrainingSample {
        board,
        score,
        result,
        ply: record[31],
    })
}

/// Checks that a record holds both generals, each piece on its own square and where it may stand, and a valid result. It is much
/// faster than [`unpack`], which also checks that the position is legal.
///
/// # Errors
/// If it does not; the text says what is wrong.
pub fn check(record: &PackedSample) -> Result<(), String> {
    let mut occupied = 0u128;
    for (piece, code) in (0..).map(slot_piece).zip(codes(record)) {
        match Square::from_index(code.into()) {
            None if code != CAPTURED => return Err(format!("square {code} of 0 to 89")),
            None if piece.kind() == PieceKind::General => {
                return Err("a general is missing".to_owned());
            }
            None => {}
            Some(_) if occupied >> code & 1 == 1 => {
                return Err(format!("two pieces on square {code}"));
            }
            Some(square) if !piece.kind().may_stand(piece.color(), square) => {
                return Err(PositionError::Misplaced(piece, square).to_string());
            }
            Some(_) => occupied |= 1 << code,
        }
    }
    match record[30] & 3 {
        3 => Err("result 3 of 0 to 2".to_owned()),
        _ => Ok(()),
    }
}

/// A position with a score of 0, from the beginning of a game that red won.
#[cfg(test)]
pub fn sample(board: &Board) -> TrainingSample {
    TrainingSample {
        board: board.clone(),
        score: 0,
        result: GameResult::Red,
        ply: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::test_games::random_game;

    #[test]
    fn check_accepts_every_position_that_unpack_accepts() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut refused = 0;
        for _ in 0..40 {
            let plies = random.u8(..120);
            let board = random_game(&mut random, plies).pop();
            let mut record = pack(&sample(&board.unwrap_or_else(Board::startpos)));
            assert_eq!(check(&record), Ok(()));
            record[random.usize(..RECORD_BYTES - 1)] ^= 1 << random.u8(..8);
            if check(&record).is_err() {
                refused += 1;
                assert!(unpack(&record).is_err());
            }
        }
        assert!(refused > 10, "{refused}");
    }

    #[test]
    fn check_refuses_a_piece_where_it_can_never_stand() {
        let mut record = pack(&sample(&Board::startpos()));
        // The lowest 7 bits are the square of red's general.
        record[0] = record[0] & 0x80 | 45;
        let expected = "red general on a5: it can never stand there";
        assert_eq!(check(&record), Err(expected.to_owned()));
    }

    #[test]
    fn unpack_never_panics() {
        let mut random = fastrand::Rng::with_seed(9);
        let start = pack(&sample(&Board::startpos()));
        for _ in 0..20_000 {
            let mut record = start;
            for _ in 0..random.usize(1..4) {
                record[random.usize(..RECORD_BYTES)] = random.u8(..);
            }
            let _ = unpack(&record);
        }
    }
}
