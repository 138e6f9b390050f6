//! Reads files of packed positions: a [`header`](super::header), then [records](super::packed) of 32 bytes and nothing else.
//!
//! A run that was killed leaves at most the last record incomplete. A [`DataSummary`] holds statistics of a file.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::iter;
use std::path::Path;

use super::header::{self, Header};
use super::packed::{PackedSample, RECORD_BYTES, TrainingSample, check, unpack};
use crate::eval::Score;
use crate::eval::network::shape::{HEADS, head_index};

/// Reads a file of positions record by record.
#[derive(Debug)]
pub struct SampleReader<R> {
    input: R,
    /// The header of the file.
    pub header: Header,
    /// The number of complete records that were read.
    pub records: u64,
}

impl SampleReader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read or does not begin with a header.
    pub fn open(path: &Path) -> io::Result<Self> {
        SampleReader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> SampleReader<R> {
    /// Reads from any byte stream that begins with a header.
    ///
    /// # Errors
    /// If it cannot be read or does not begin with a header.
    pub fn new(mut input: R) -> io::Result<SampleReader<R>> {
        Ok(SampleReader {
            header: Header::read(&mut input)?,
            input,
            records: 0,
        })
    }

    /// The number of bytes of the header and of the complete records that were read.
    pub fn offset(&self) -> u64 {
        header::LENGTH as u64 + self.records * RECORD_BYTES as u64
    }

    /// The records, each after [`check`]. One is an error if it cannot be read or fails the check, or the file ends within it
    /// ([`io::ErrorKind::UnexpectedEof`]).
    pub fn checked(&mut self) -> impl Iterator<Item = io::Result<PackedSample>> {
        let checked = |record: &PackedSample| check(record).map(|()| *record);
        iter::from_fn(move || self.next_as(checked).transpose())
    }

    /// The next record, converted by `parse`; `None` at the end.
    fn next_as<T>(
        &mut self,
        parse: impl Fn(&PackedSample) -> Result<T, String>,
    ) -> io::Result<Option<T>> {
        let (offset, number) = (self.offset(), self.records);
        let mut record = [0; RECORD_BYTES];
        let mut input = self.input.by_ref().take(RECORD_BYTES as u64);
        let filled = io::copy(&mut input, &mut &mut record[..])?;
        let fault = match filled as usize {
            0 => return Ok(None),
            RECORD_BYTES => {
                self.records += 1;
                let parsed = parse(&record).map(Some);
                return parsed.map_err(|fault| {
                    let fault =
                        format!("record {number} (byte {offset}) holds no position: {fault}");
                    io::Error::new(io::ErrorKind::InvalidData, fault)
                });
            }
            _ => format!(
                "cut off at byte {}, within a record; `chuhe learn data --resume` continues the file",
                offset + filled
            ),
        };
        Err(io::Error::new(io::ErrorKind::UnexpectedEof, fault))
    }
}

impl<R: Read> Iterator for SampleReader<R> {
    type Item = io::Result<TrainingSample>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_as(unpack).transpose()
    }
}

/// The upper ends of the classes of absolute scores, in centipawns. A last class holds the larger ones.
pub const SCORES: [Score; 6] = [50, 100, 200, 400, 800, 1_600];

/// Statistics of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataSummary {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions whose game red lost, drew and won.
    pub results: [u64; 3],
    /// The number of positions by absolute score, see [`SCORES`].
    pub scores: [u64; SCORES.len() + 1],
    /// The number of positions of each head of a network (`head_index`), those with the fewest pieces first.
    pub heads: [u64; HEADS],
}

impl DataSummary {
    /// Counts a position.
    pub fn add(&mut self, sample: &TrainingSample) {
        self.positions += 1;
        self.results[usize::from(sample.result.red_half_points())] += 1;
        let size = sample.score.abs();
        self.scores[SCORES.iter().filter(|&&end| size > end).count()] += 1;
        self.heads[head_index(sample.board.slots_on_board().count_ones())] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::board::test_games::random_game;
    use crate::train::packed::{RESULTS, pack, sample};

    fn samples() -> Vec<TrainingSample> {
        let mut random = fastrand::Rng::with_seed(5);
        let mut samples = Vec::new();
        for game in 0..20 {
            for (ply, board) in (0..).zip(random_game(&mut random, 120)) {
                samples.push(TrainingSample {
                    board,
                    score: random.i32(-30_000..30_000),
                    result: RESULTS[game % 3],
                    ply,
                });
            }
        }
        samples
    }

    fn bytes(samples: &[TrainingSample]) -> Vec<u8> {
        let records: Vec<PackedSample> = samples.iter().map(pack).collect();
        [&Header::default().to_bytes(), records.as_flattened()].concat()
    }

    #[test]
    fn packed_samples_are_read_back() {
        let samples = samples();
        let bytes = bytes(&samples);
        let reader = SampleReader::new(&bytes[..]).unwrap();
        assert_eq!(reader.header, Header::default());
        let back: Vec<TrainingSample> = reader.map(Result::unwrap).collect();
        assert_eq!(back.len(), samples.len());
        let content = |of: &TrainingSample| (of.board.key(), of.score, of.result, of.ply);
        for (one, other) in samples.iter().zip(&back) {
            assert_eq!(content(one), content(other));
        }
    }

    #[test]
    fn errors_have_the_reason_and_the_record() {
        let good = bytes(&samples()[..3]);
        let changed = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            bytes
        };
        for (bytes, expected) in [
            (b"short".to_vec(), "ends within its first 40 bytes"),
            (
                b"something else altogether, but just as long".to_vec(),
                "does not begin with CHUHEPOS",
            ),
            (
                changed(8, 1),
                "version 1 of the format (byte 8), this program reads version 2",
            ),
            (good[..good.len() - 5].to_vec(), "cut off at byte 131"),
            (changed(header::LENGTH + 32, 0x7e), "record 1"),
            (changed(header::LENGTH + 30, 3), "result 3 of"),
        ] {
            let read =
                SampleReader::new(&bytes[..]).and_then(Iterator::collect::<io::Result<Vec<_>>>);
            let fault = read.unwrap_err().to_string();
            assert!(fault.contains(expected), "{expected}: {fault}");
        }
    }

    #[test]
    fn each_position_counts_once_in_each_statistic() {
        let mut summary = DataSummary::default();
        for (result, score) in RESULTS.into_iter().zip([-51, 0, 9_000]) {
            let start = sample(&Board::startpos());
            summary.add(&TrainingSample {
                score,
                result,
                ..start
            });
        }
        assert_eq!(summary.positions, 3);
        assert_eq!(summary.results, [1, 1, 1]);
        assert_eq!(summary.scores, [1, 1, 0, 0, 0, 0, 1]);
        assert_eq!(summary.heads, [0, 0, 0, 0, 0, 0, 0, 3]);
    }
}
