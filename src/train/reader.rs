//! Reads files of packed positions: a [`header`](super::header), then [records](super::packed) of 32 bytes and nothing else.
//!
//! A run that was killed leaves at most one record incomplete, the last one.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use thiserror::Error;

use super::header::{Header, HeaderError};
use super::packed::{RECORD, Record, Sample, check, unpack};

/// An error in a file of positions.
#[derive(Debug, Error)]
pub enum Error {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another kind or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The file ends within a record.
    #[error(
        "cut off at byte {0}, within a record; the command that makes it mends it with --resume"
    )]
    Truncated(u64),
    /// A record holds no position.
    #[error("record {number} (byte {offset}) holds no position: {fault}")]
    Record {
        /// The number of the record, from 0.
        number: u64,
        /// The byte at which it begins.
        offset: u64,
        /// What is wrong.
        fault: String,
    },
}

/// Reads a file of positions record by record.
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
    /// When the file cannot be read or is of another kind.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Reader::new(BufReader::with_capacity(1 << 20, File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads from any byte stream.
    ///
    /// # Errors
    /// When the stream does not begin with a header of this program.
    pub fn new(mut input: R) -> Result<Reader<R>, Error> {
        let header = Header::read(&mut input)?;
        Ok(Reader {
            input,
            header,
            number: 0,
        })
    }

    /// The header of the file.
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

    /// The next record, after [`check`]; `None` at the end.
    ///
    /// # Errors
    /// When it cannot be read or fails the check, or the file ends within it.
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
    use crate::train::packed::{GameResult, pack};
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
        let mut bytes = Header::default().to_bytes();
        for sample in samples {
            bytes.extend_from_slice(&pack(sample));
        }
        bytes
    }

    #[test]
    fn packed_samples_are_read_back() {
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
    fn errors_name_the_fault_and_its_place() {
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
}
