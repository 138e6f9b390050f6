//! A position, its score and its game's result in 32 bytes, and files of them.
//!
//! A file begins with a [`header`](super::header). What follows are records of 32 bytes and nothing else:
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 27 | 32 squares of 7 bits, least bit first: for red, then black, for each kind K A B N R C P as many as a game begins with; 127 for a piece that is gone |
//! | 28, 29 | the score for red, a signed number of 16 bits, least byte first |
//! | 30 | the result for red in bits 0 and 1 (0 lost, 1 drawn, 2 won); bit 2 set when black moves |
//! | 31 | how many plies into the game, 255 for more |
//!
//! A run that was killed leaves at most one record cut; everything before it is whole.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::header::{Header, HeaderError};
use crate::board::{Board, Color, PieceKind, Square};
use crate::eval::Score;

/// Bytes of a record.
pub const RECORD: usize = 32;

const GONE: u8 = 127;

/// How a game ended, for red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black won.
    Loss,
    /// Nobody won.
    Draw,
    /// Red won.
    Win,
}

impl GameResult {
    /// All of them, in the order of their codes.
    pub const ALL: [GameResult; 3] = [GameResult::Loss, GameResult::Draw, GameResult::Win];

    /// What red got: 0, a half or 1.
    pub const fn points(self) -> f32 {
        match self {
            GameResult::Loss => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Win => 1.0,
        }
    }

    /// Who won, if anybody did.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::Red) => GameResult::Win,
            Some(Color::Black) => GameResult::Loss,
            None => GameResult::Draw,
        }
    }
}

/// A position and what is known of it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The position. Its counters are not kept.
    pub board: Board,
    /// What a search said, or it and those of later plies ([`super::td_lambda`]), in centipawns for red; within 16 bits.
    pub score: Score,
    /// How its game ended.
    pub result: GameResult,
    /// Plies played before it, 255 for more.
    pub ply: u8,
}

/// A sample as it is stored.
pub type Record = [u8; RECORD];

/// What is wrong with a file of positions.
#[derive(Debug, Error)]
pub enum Error {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, or written by another version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// It ends within a record.
    #[error(
        "cut off at byte {0}, within a record; the command that makes it mends it with --resume"
    )]
    Truncated(u64),
    /// A record holds no position.
    #[error("record {number} (byte {offset}) holds no position: {fault}")]
    Record {
        /// Which one, from 0.
        number: u64,
        /// Where it begins.
        offset: u64,
        /// What is wrong with it.
        fault: String,
    },
}

/// The record of a sample.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::train::packed::{GameResult, Sample, pack, unpack};
/// let sample = Sample { board: Board::startpos(), score: 12, result: GameResult::Win, ply: 0 };
/// let back = unpack(&pack(&sample)).unwrap();
/// assert_eq!(back.board.to_fen(), sample.board.to_fen());
/// assert_eq!((back.score, back.result), (12, GameResult::Win));
/// ```
pub fn pack(sample: &Sample) -> Record {
    let mut record = [0; RECORD];
    let mut slot = 0;
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            let mut squares = sample.board.pieces(color, kind);
            for _ in 0..kind.max_count() {
                let code = squares.next().map_or(GONE, |square| square.index() as u8);
                put(&mut record, slot, code);
                slot += 1;
            }
        }
    }
    let score = sample.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    record[28..30].copy_from_slice(&score.to_le_bytes());
    record[30] = sample.result as u8 | u8::from(sample.board.side() == Color::Black) << 2;
    record[31] = sample.ply;
    record
}

/// What a record says beside who stands where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The side to move.
    pub side: Color,
    /// What a search said, centipawns for red.
    pub score: Score,
    /// How the game ended.
    pub result: GameResult,
}

/// The end of a record; what is no result counts as a draw.
pub fn head(record: &Record) -> Head {
    let result = GameResult::ALL.get(usize::from(record[30] & 3));
    Head {
        side: match record[30] & 4 {
            0 => Color::Red,
            _ => Color::Black,
        },
        score: i16::from_le_bytes([record[28], record[29]]).into(),
        result: result.copied().unwrap_or(GameResult::Draw),
    }
}

/// The 32 squares of a record, in its order of pieces; above 89 for a piece that is gone.
pub fn squares(record: &Record) -> impl Iterator<Item = u8> {
    (0..32).map(|slot| get(record, slot))
}

/// The sample of a record.
///
/// # Errors
/// When it holds no position; what is wrong with it is said.
pub fn unpack(record: &Record) -> Result<Sample, String> {
    let mut cells = [None; Square::COUNT];
    let mut codes = squares(record);
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            for _ in 0..kind.max_count() {
                let code = codes.next().unwrap_or(GONE);
                if code == GONE {
                    continue;
                }
                let cell = cells
                    .get_mut(usize::from(code))
                    .ok_or_else(|| format!("square {code} of 0 to 89"))?;
                if cell.is_some() {
                    return Err(format!("two pieces on square {code}"));
                }
                *cell = Some(crate::board::Piece::new(color, kind));
            }
        }
    }
    if record[30] & 3 == 3 {
        return Err("result 3 of 0 to 2".to_owned());
    }
    let Head {
        side,
        score,
        result,
    } = head(record);
    let side = if side == Color::Red { 'w' } else { 'b' };
    let board = Board::from_fen(&fen(&cells, side)).map_err(|error| error.to_string())?;
    Ok(Sample {
        board,
        score,
        result,
        ply: record[31],
    })
}

/// Whether a record holds pieces on squares, all on squares of their own, both generals among them, and a result. It is much
/// quicker than [`unpack`], which looks at the position as well.
///
/// # Errors
/// With what is wrong.
pub fn check(record: &Record) -> Result<(), String> {
    let mut taken = 0u128;
    for (slot, code) in squares(record).enumerate() {
        match code {
            GONE if slot % 16 == 0 => return Err("a general is missing".to_owned()),
            GONE => {}
            0..90 if taken >> code & 1 == 1 => return Err(format!("two pieces on square {code}")),
            0..90 => taken |= 1 << code,
            _ => return Err(format!("square {code} of 0 to 89")),
        }
    }
    match record[30] & 3 {
        3 => Err("result 3 of 0 to 2".to_owned()),
        _ => Ok(()),
    }
}

fn fen(cells: &[Option<crate::board::Piece>; Square::COUNT], side: char) -> String {
    let mut text = String::with_capacity(80);
    for rank in (0..Square::RANKS).rev() {
        let mut empty = 0;
        for file in 0..Square::FILES {
            match cells[Square::new(file, rank).index()] {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text.push(char::from(b'0' + empty));
                        empty = 0;
                    }
                    text.push(piece.letter());
                }
            }
        }
        if empty > 0 {
            text.push(char::from(b'0' + empty));
        }
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(side);
    text
}

fn put(record: &mut Record, slot: usize, code: u8) {
    let (byte, shift) = (slot * 7 / 8, slot * 7 % 8);
    let word = u16::from(code) << shift;
    record[byte] |= word as u8;
    if shift > 1 {
        record[byte + 1] |= (word >> 8) as u8;
    }
}

fn get(record: &Record, slot: usize) -> u8 {
    let (byte, shift) = (slot * 7 / 8, slot * 7 % 8);
    let word = u16::from_le_bytes([record[byte], record[byte + 1]]);
    (word >> shift) as u8 & 0x7f
}

/// Reads a file of positions, one after another.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    header: Header,
    number: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// When it cannot be read or is something else.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Reader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads from anything.
    ///
    /// # Errors
    /// When the header is that of something else.
    pub fn new(mut input: R) -> Result<Reader<R>, Error> {
        let header = Header::read(&mut input)?;
        Ok(Reader {
            input,
            header,
            number: 0,
        })
    }

    /// What the file says of itself.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The next record, `None` at the end.
    ///
    /// # Errors
    /// When it cannot be read, or the file ends within it.
    pub fn next_record(&mut self) -> Result<Option<Record>, Error> {
        let mut record = [0; RECORD];
        let mut filled = 0;
        while filled < RECORD {
            match self.input.read(&mut record[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::Io(error)),
            }
        }
        match filled {
            0 => Ok(None),
            RECORD => {
                self.number += 1;
                Ok(Some(record))
            }
            _ => Err(Error::Truncated(self.offset() + filled as u64)),
        }
    }

    /// The next record, once it has been seen that it holds a position; `None` at the end.
    ///
    /// # Errors
    /// When it cannot be read, holds none, or the file ends within it.
    pub fn next_checked(&mut self) -> Result<Option<Record>, Error> {
        let offset = self.offset();
        let record = self.next_record()?;
        if let Some(record) = &record {
            check(record).map_err(|fault| Error::Record {
                number: self.number - 1,
                offset,
                fault,
            })?;
        }
        Ok(record)
    }

    fn offset(&self) -> u64 {
        self.header.length() as u64 + self.number * RECORD as u64
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Sample, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.offset();
        let record = self.next_record().transpose()?;
        Some(record.and_then(|record| {
            unpack(&record).map_err(|fault| Error::Record {
                number: self.number - 1,
                offset,
                fault,
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples() -> Vec<Sample> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut samples = Vec::new();
        for game in 0..20 {
            let mut board = Board::startpos();
            for ply in 0..120 {
                let moves = board.legal_moves();
                let Some(&mv) = random.choice(&moves) else {
                    break;
                };
                let _ = board.make(mv);
                samples.push(Sample {
                    board: board.clone(),
                    score: random.i32(-30_000..30_000),
                    result: GameResult::ALL[game % 3],
                    ply,
                });
            }
        }
        samples
    }

    fn bytes(samples: &[Sample]) -> Vec<u8> {
        let mut bytes = Vec::new();
        Header::default().write(&mut bytes).unwrap();
        for sample in samples {
            bytes.extend_from_slice(&pack(sample));
        }
        bytes
    }

    #[test]
    fn what_is_packed_comes_back() {
        let samples = samples();
        let bytes = bytes(&samples);
        let reader = Reader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header(), Header::default());
        let back: Vec<Sample> = reader.map(Result::unwrap).collect();
        assert_eq!(back.len(), samples.len());
        for (one, other) in samples.iter().zip(&back) {
            assert_eq!(one.board.key(), other.board.key());
            assert_eq!(
                (one.score, one.result, one.ply),
                (other.score, other.result, other.ply)
            );
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = bytes(&samples()[..3]);
        let fault = |bytes: &[u8]| {
            Reader::new(bytes)
                .and_then(|reader| reader.collect::<Result<Vec<_>, _>>())
                .unwrap_err()
                .to_string()
        };
        assert!(fault(b"short").contains("ends within its first 40 bytes"));
        assert!(fault(b"something else altogether").contains("does not begin with CHUHEPOS"));
        let mut newer = good.clone();
        newer[8] = 9;
        assert!(fault(&newer).starts_with("version 9"));
        let cut = fault(&good[..good.len() - 5]);
        assert!(cut.starts_with("cut off at byte 107"), "{cut}");
        for (at, value, words) in [(16 + 32, 0x7e, "record 1"), (16 + 30, 3, "result 3 of")] {
            let mut broken = good.clone();
            broken[at] = value;
            let said = fault(&broken);
            assert!(said.contains(words), "{said}");
        }
    }

    #[test]
    fn the_quick_look_refuses_nothing_that_is_a_position() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut refused = 0;
        for seed in 0..40 {
            let mut board = Board::startpos();
            let mut lots = fastrand::Rng::with_seed(seed);
            for _ in 0..lots.usize(..120) {
                let moves = board.legal_moves();
                let Some(&mv) = lots.choice(&moves) else {
                    break;
                };
                let _ = board.make(mv);
            }
            let mut record = pack(&Sample {
                board,
                score: 7,
                result: GameResult::Draw,
                ply: 3,
            });
            assert_eq!(check(&record), Ok(()));
            record[random.usize(..RECORD - 1)] ^= 1 << random.u8(..8);
            if check(&record).is_err() {
                refused += 1;
                assert!(unpack(&record).is_err());
            }
        }
        assert!(refused > 10, "{refused}");
    }

    #[test]
    fn no_bytes_make_it_panic() {
        let mut random = fastrand::Rng::with_seed(9);
        for _ in 0..20_000 {
            let mut record: Record = pack(&Sample {
                board: Board::startpos(),
                score: 0,
                result: GameResult::Draw,
                ply: 0,
            });
            for _ in 0..random.usize(1..4) {
                record[random.usize(..RECORD)] = random.u8(..);
            }
            let _ = unpack(&record);
        }
    }
}
