//! Networks as files.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | the letters `CHUHENET` |
//! | 8 to 11 | the version of the format |
//! | 12 to 27 | what the network must be like to be read: buckets, rows of a bucket, hidden numbers, heads |
//! | 28 to 31 | centipawns for an output of 1 |
//! | 32 to 39 | the terms that it is added to, by their [`fingerprint`]; 0 where it scores alone |
//! | 40 to 47 | the checksum of all that follows (FNV-1a, 64 bits) |
//! | from 48 | rows, biases, heads (16 bits each), biases of the heads (32 bits) |
//!
//! Numbers are signed where they can be below zero, least byte first.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use super::{Base, HEADS, HIDDEN, Network, OUTPUT_LIMIT};
use crate::eval::fingerprint;
use crate::fnv::fnv;

/// The letters that a file begins with.
const MAGIC: &[u8; 8] = b"CHUHENET";
/// The version of the format.
pub const VERSION: u32 = 2;
/// Bytes before the numbers.
const HEADER: usize = 48;
/// What a network must be like.
const SHAPE: [(&str, u32); 4] = [
    ("buckets", BUCKETS as u32),
    ("rows of a bucket", ROWS_PER_BUCKET as u32),
    ("hidden numbers", HIDDEN as u32),
    ("heads", HEADS as u32),
];
/// Numbers of 16 bits.
const SHORTS: usize = (ROWS + BUCKETS + 2 * HEADS) * HIDDEN;
/// Bytes of a file.
pub const SIZE: usize = HEADER + 2 * SHORTS + 4 * HEADS;

/// Why a file is no network for this program.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// It is something else.
    #[error("not a network: it does not begin with CHUHENET (byte 0)")]
    Foreign,
    /// Another program's format.
    #[error("version {0} of the format (byte 8), this program reads version {VERSION}")]
    Version(u32),
    /// A network of another shape.
    #[error("made for {found} {what} (byte {offset}), this program's networks have {want}")]
    Shape {
        /// What is different.
        what: &'static str,
        /// How many the file says.
        found: u32,
        /// How many it should.
        want: u32,
        /// Where it says so.
        offset: usize,
    },
    /// It is too short.
    #[error("cut off at byte {found}, a network has {SIZE} bytes")]
    Short {
        /// How long it is.
        found: usize,
    },
    /// It is too long.
    #[error("more behind byte {SIZE}, where a network ends")]
    Long,
    /// It mends terms that are not this program's.
    #[error("made for other terms (byte 32 is {found:016x}, this program's are {want:016x})", want = fingerprint())]
    Terms {
        /// Which.
        found: u64,
    },
    /// It was changed or damaged.
    #[error("damaged: the checksum is {found:016x}, byte 40 says {said:016x}")]
    Checksum {
        /// What the numbers give.
        found: u64,
        /// What the file says.
        said: u64,
    },
    /// A number that no training gives.
    #[error("the number at byte {offset} is {value}, wanted {want}")]
    Number {
        /// Where it stands.
        offset: usize,
        /// What it is.
        value: i32,
        /// What it may be.
        want: &'static str,
    },
}

impl Network {
    /// What its numbers come to; in a file it tells whether they are whole.
    pub fn checksum(&self) -> u64 {
        fnv(&self.numbers())
    }

    /// The numbers, as a file has them.
    fn numbers(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SIZE);
        let mut put = |numbers: &[i16]| {
            for number in numbers {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
        };
        for row in self.rows.iter().chain(&self.biases) {
            put(&row.0);
        }
        for head in &self.heads {
            put(head.0.as_flattened());
        }
        for bias in self.head_biases {
            bytes.extend_from_slice(&bias.to_le_bytes());
        }
        bytes
    }

    /// The network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers();
        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        for (_, size) in SHAPE {
            bytes.extend_from_slice(&size.to_le_bytes());
        }
        bytes.extend_from_slice(&self.scale.to_le_bytes());
        bytes.extend_from_slice(&self.base.mark().to_le_bytes());
        bytes.extend_from_slice(&fnv(&numbers).to_le_bytes());
        bytes.extend_from_slice(&numbers);
        bytes
    }

    /// The network of a file's bytes.
    ///
    /// # Errors
    /// What is wrong with them, and where.
    ///
    /// ```
    /// use chuhe::eval::network::Network;
    /// let network = Network::zero();
    /// let bytes = network.to_bytes();
    /// assert!(Network::from_bytes(&bytes).unwrap() == network);
    /// let error = Network::from_bytes(&bytes[..1000]).unwrap_err();
    /// assert!(error.to_string().starts_with("cut off at byte 1000"));
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if !bytes.starts_with(MAGIC) {
            return Err(NetworkError::Foreign);
        }
        if bytes.len() < HEADER {
            let found = bytes.len();
            return Err(NetworkError::Short { found });
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        for (place, (what, want)) in SHAPE.into_iter().enumerate() {
            let offset = 12 + 4 * place;
            let found = word(offset);
            if found != want {
                return Err(NetworkError::Shape {
                    what,
                    found,
                    want,
                    offset,
                });
            }
        }
        match bytes.len() {
            SIZE => {}
            found @ ..SIZE => return Err(NetworkError::Short { found }),
            _ => return Err(NetworkError::Long),
        }
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        let said = long(40);
        let found = fnv(&bytes[HEADER..]);
        if found != said {
            return Err(NetworkError::Checksum { found, said });
        }
        let mut network = Network::zero();
        network.base = Base::of_mark(long(32)).map_err(|found| NetworkError::Terms { found })?;
        network.scale = word(28) as i32;
        if !(1..=100_000).contains(&network.scale) {
            return Err(NetworkError::Number {
                offset: 28,
                value: network.scale,
                want: "1 to 100000",
            });
        }
        let (numbers, biases) = bytes[HEADER..].split_at(2 * SHORTS);
        let mut shorts = numbers
            .as_chunks::<2>()
            .0
            .iter()
            .map(|&pair| i16::from_le_bytes(pair));
        let mut take = |to: &mut [i16]| {
            for (number, read) in to.iter_mut().zip(&mut shorts) {
                *number = read;
            }
        };
        for row in network.rows.iter_mut().chain(&mut network.biases) {
            take(&mut row.0);
        }
        for head in &mut network.heads {
            take(head.0.as_flattened_mut());
        }
        for (bias, &read) in network.head_biases.iter_mut().zip(biases.as_chunks().0) {
            *bias = i32::from_le_bytes(read);
        }
        network.check_heads()?;
        Ok(network)
    }

    /// Larger weights of the last sum would not fit into the registers.
    fn check_heads(&self) -> Result<(), NetworkError> {
        let weights = self.heads.iter().flat_map(|head| head.0.as_flattened());
        for (place, &weight) in weights.enumerate() {
            if i32::from(weight).abs() > OUTPUT_LIMIT {
                return Err(NetworkError::Number {
                    offset: HEADER + 2 * ((ROWS + BUCKETS) * HIDDEN + place),
                    value: weight.into(),
                    want: "-127 to 127",
                });
            }
        }
        Ok(())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or what is wrong with it and where.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        // A byte more than there may be tells that it is too long: what has no end is not read to it.
        let mut bytes = Vec::new();
        File::open(path)?
            .take(SIZE as u64 + 1)
            .read_to_end(&mut bytes)?;
        Network::from_bytes(&bytes)
    }
}

impl Base {
    /// The number that stands for it in files.
    pub fn mark(self) -> u64 {
        match self {
            Base::Nothing => 0,
            Base::Terms => fingerprint(),
        }
    }

    /// What a number in a file stands for.
    ///
    /// # Errors
    /// The number, when it stands for other terms than this program's.
    pub fn of_mark(mark: u64) -> Result<Base, u64> {
        match mark {
            0 => Ok(Base::Nothing),
            mark if mark == fingerprint() => Ok(Base::Terms),
            mark => Err(mark),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_comes_back() {
        for base in [Base::Nothing, Base::Terms] {
            let network = Network {
                base,
                ..Network::random(4)
            };
            let bytes = network.to_bytes();
            assert_eq!(bytes.len(), SIZE);
            assert!(Network::from_bytes(&bytes).unwrap() == network);
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let good = Network::random(4).to_bytes();
        let changed = |at: usize, value: u8| {
            let mut bytes = good.clone();
            bytes[at] = value;
            Network::from_bytes(&bytes).unwrap_err().to_string()
        };
        assert!(changed(0, b'X').starts_with("not a network"));
        assert!(changed(8, 7).starts_with("version 7"));
        assert!(changed(12, 9).starts_with("made for 9 buckets (byte 12)"));
        assert!(changed(1000, !good[1000]).starts_with("damaged"));
        assert!(changed(33, 5).starts_with("made for other terms (byte 32 is 0000000000000500"));
        assert!(changed(31, 0x80).starts_with("the number at byte 28 is -"));
        let cut = |length: usize| {
            Network::from_bytes(&good[..length])
                .unwrap_err()
                .to_string()
        };
        assert!(cut(0).starts_with("not a network"));
        assert!(cut(20).starts_with("cut off at byte 20, a network has"));
        assert!(cut(SIZE - 1).contains("cut off at byte"));
        let mut longer = good.clone();
        longer.push(0);
        let said = Network::from_bytes(&longer).unwrap_err().to_string();
        assert_eq!(
            said,
            format!("more behind byte {SIZE}, where a network ends")
        );
        let mut loud = Network::random(4);
        loud.heads[0].0[0][3] = 500;
        let said = Network::from_bytes(&loud.to_bytes())
            .unwrap_err()
            .to_string();
        assert!(said.contains("is 500, wanted -127 to 127"), "{said}");
    }
}
