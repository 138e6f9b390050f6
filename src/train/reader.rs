//! Reads files of packed positions: a [`header`](super::header), then [records](super::packed) of 32 bytes and nothing else.
//!
//! A run that was killed leaves at most one record incomplete, the last one. A [`Summary`] shows whether a file is fit to learn
//! from.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use super::header::Header;
use super::packed::{RECORD, Record, Sample, check, unpack};
use crate::eval::{FULL_PHASE, Score, phase};

/// Reads a file of positions record by record.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// The header of the file.
    pub header: Header,
    /// Complete records that were read.
    pub records: u64,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// When the file cannot be read or is of another kind.
    pub fn open(path: &Path) -> io::Result<Self> {
        Reader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads from any byte stream that begins with a header.
    pub fn new(mut input: R) -> io::Result<Reader<R>> {
        Ok(Reader {
            header: Header::read(&mut input)?,
            input,
            records: 0,
        })
    }

    /// Bytes of the header and of the complete records that were read.
    pub fn offset(&self) -> u64 {
        self.header.length() as u64 + self.records * RECORD as u64
    }

    /// The next record, after [`check`]; `None` at the end.
    ///
    /// # Errors
    /// When it cannot be read or fails the check, or the file ends within it ([`io::ErrorKind::UnexpectedEof`]).
    pub fn next_checked(&mut self) -> io::Result<Option<Record>> {
        self.next_as(|record| check(record).map(|()| *record))
    }

    fn next_as<T>(
        &mut self,
        parse: impl Fn(&Record) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        let (offset, number) = (self.offset(), self.records);
        let mut record = [0; RECORD];
        let mut input = self.input.by_ref().take(RECORD as u64);
        let filled = io::copy(&mut input, &mut &mut record[..])?;
        let fault = match filled as usize {
            0 => return Ok(None),
            RECORD => {
                self.records += 1;
                let parsed = parse(&record).map(Some);
                return parsed.map_err(|fault| {
                    let place = format!("record {number} (byte {offset})");
                    let fault = format!("{place} holds no position: {fault}");
                    io::Error::new(io::ErrorKind::InvalidData, fault)
                });
            }
            _ => format!(
                "cut off at byte {}, within a record; the command that makes it mends it with --resume",
                offset + filled
            ),
        };
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, fault))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Sample>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_as(unpack).transpose()
    }
}

/// Upper ends of the classes of scores, in centipawns for either side; a last class holds those beyond.
pub const SCORES: [Score; 6] = [50, 100, 200, 400, 800, 1_600];

/// The number of classes of phases.
const PHASES: usize = 8;

/// Counts over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All positions.
    pub positions: u64,
    /// Lost, drawn and won by red.
    pub results: [u64; 3],
    /// By the size of the score, see [`SCORES`].
    pub scores: [u64; SCORES.len() + 1],
    /// By phase, the emptiest boards first.
    pub phases: [u64; PHASES],
}

impl Summary {
    /// Counts a position.
    pub fn add(&mut self, sample: &Sample) {
        self.positions += 1;
        self.results[sample.result as usize] += 1;
        let size = sample.score.abs();
        self.scores[SCORES.iter().filter(|&&end| size > end).count()] += 1;
        let phase = phase(&sample.board).min(FULL_PHASE - 1) as usize;
        self.phases[phase * PHASES / FULL_PHASE as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::train::packed::{GameResult, pack, sample};
    use crate::train::test_games::random_game;

    fn samples() -> Vec<Sample> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut samples = Vec::new();
        for game in 0..20 {
            for (ply, board) in (0..).zip(random_game(&mut random, 120)) {
                samples.push(Sample {
                    board,
                    score: random.i32(-30_000..30_000),
                    result: GameResult::ALL[game % 3],
                    ply,
                });
            }
        }
        samples
    }

    fn bytes(samples: &[Sample]) -> Vec<u8> {
        let records: Vec<Record> = samples.iter().map(pack).collect();
        [&Header::default().to_bytes(), records.as_flattened()].concat()
    }

    #[test]
    fn packed_samples_are_read_back() {
        let samples = samples();
        let bytes = bytes(&samples);
        let reader = Reader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header, Header::default());
        let back: Vec<Sample> = reader.map(Result::unwrap).collect();
        assert_eq!(back.len(), samples.len());
        let content = |of: &Sample| (of.board.key(), of.score, of.result, of.ply);
        for (one, other) in samples.iter().zip(&back) {
            assert_eq!(content(one), content(other));
        }
    }

    #[test]
    fn errors_name_the_fault_and_its_place() {
        let good = bytes(&samples()[..3]);
        let changed = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            bytes
        };
        for (bytes, want) in [
            (b"short".to_vec(), "ends within its first 40 bytes"),
            (
                b"something else altogether".to_vec(),
                "does not begin with CHUHEPOS",
            ),
            (changed(8, 9), "version 9"),
            (good[..good.len() - 5].to_vec(), "cut off at byte 107"),
            (changed(16 + 32, 0x7e), "record 1"),
            (changed(16 + 30, 3), "result 3 of"),
        ] {
            let read = Reader::new(&bytes[..]).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let fault = read.unwrap_err().to_string();
            assert!(fault.contains(want), "{want}: {fault}");
        }
    }

    #[test]
    fn every_position_is_in_one_class_of_each_kind() {
        let mut summary = Summary::default();
        for (result, score) in GameResult::ALL.into_iter().zip([-51, 0, 9_000]) {
            let start = sample(&Board::startpos());
            summary.add(&Sample {
                score,
                result,
                ..start
            });
        }
        assert_eq!(summary.positions, 3);
        assert_eq!(summary.results, [1, 1, 1]);
        assert_eq!(summary.scores, [1, 1, 0, 0, 0, 0, 1]);
        assert_eq!(summary.phases, [0, 0, 0, 0, 0, 0, 0, 3]);
    }
}
