//! The format of network files, and the embedded network.
//!
//! | bytes | contents |
//! |---|---|
//! | 0 to 7 | the letters `CHUHENET` |
//! | 8 to 11 | the version of the format, 5 |
//! | 12 to 35 | the shape: buckets, rows of a bucket, hidden neurons of a perspective, neurons of the second and of the third layer, heads |
//! | 36 to 39 | centipawns for an output of 1 |
//! | 40 to 47 | the checksum of the following bytes (FNV-1a, 64 bits) |
//! | from 48 | rows, biases, weights of each head (16 bits each), biases of each head (32 bits) |
//!
//! Numbers are little-endian and signed where they can be negative.

use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use thiserror::Error;

use super::Network;
use super::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use super::shape::{
    BIAS_LIMIT, HEADS, HIDDEN, Head, PRODUCTS, ROW_LIMIT, SECOND, THIRD, WEIGHT_LIMIT,
};
use crate::fnv::fnv;
use crate::storage::regular_file;

const MAGIC: &[u8; 8] = b"CHUHENET";
/// The version of the format.
const VERSION: u32 = 5;
/// The number of bytes before the weights.
const HEADER: usize = 48;
/// The shape of this program's networks: names and sizes.
const SHAPE: [(&str, u32); 6] = [
    ("buckets", BUCKETS as u32),
    ("rows of a bucket", ROWS_PER_BUCKET as u32),
    ("hidden neurons", HIDDEN as u32),
    ("neurons of the second layer", SECOND as u32),
    ("neurons of the third layer", THIRD as u32),
    ("heads", HEADS as u32),
];
/// The number of 16-bit weights.
const SHORTS: usize =
    (ROWS + BUCKETS) * HIDDEN + HEADS * (PRODUCTS * SECOND + SECOND * THIRD + THIRD);
/// The size of a file in bytes.
const SIZE: usize = HEADER + 2 * SHORTS + 4 * HEADS * (SECOND + THIRD + 1);

/// The reason why a file is not a network of this program.
#[derive(Debug, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Another kind of file.
    #[error("not a network: it does not begin with CHUHENET (byte 0)")]
    Foreign,
    /// Another version of the format.
    #[error("version {0} of the format (byte 8), this program reads version {VERSION}")]
    Version(u32),
    /// Another shape of network: what differs, its size in the file, its size in this program, and the offset.
    #[error("made for {1} {0} (byte {3}), this program's networks have {2}")]
    Shape(&'static str, u32, u32, usize),
    /// The file ends at this byte.
    #[error("cut off at byte {0}, a network has {SIZE} bytes")]
    Short(usize),
    /// The file is longer than a network.
    #[error("more behind byte {SIZE}, where a network ends")]
    Long,
    /// The checksum of the weights differs from the one in the header.
    #[error("damaged: the checksum is {found:016x}, byte 40 says {stated:016x}")]
    Checksum {
        /// The checksum of the weights.
        found: u64,
        /// The checksum in the header.
        stated: u64,
    },
    /// A number outside its range: the offset, the number and the range.
    #[error("the number at byte {0} is {1}, not {2}")]
    Number(usize, i32, &'static str),
}

impl Network {
    /// The checksum of the network's weights, as in the header of its file.
    pub fn checksum(&self) -> u64 {
        fnv(&self.numbers())
    }

    /// The weights as the bytes of a file.
    fn numbers(&self) -> Vec<u8> {
        let rows = self.rows.iter().chain(&self.biases).map(|row| &row.0[..]);
        let weights = self.heads.iter().flat_map(Head::weights);
        let mut bytes = Vec::with_capacity(SIZE);
        for part in rows.chain(weights) {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        let biases = self.heads.iter().flat_map(Head::biases).flatten();
        bytes.extend(biases.flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Returns the network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let numbers = self.numbers();
        let mut bytes = Vec::with_capacity(SIZE);
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(SHAPE.into_iter().flat_map(|(_, size)| size.to_le_bytes()));
        bytes.extend(self.scale.to_le_bytes());
        bytes.extend(fnv(&numbers).to_le_bytes());
        bytes.extend(numbers);
        bytes
    }

    /// Reads a network from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a network of this program.
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
            return Err(NetworkError::Short(bytes.len()));
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        if word(8) != VERSION {
            return Err(NetworkError::Version(word(8)));
        }
        for (place, (what, expected)) in SHAPE.into_iter().enumerate() {
            let offset = 12 + 4 * place;
            let found = word(offset);
            if found != expected {
                return Err(NetworkError::Shape(what, found, expected, offset));
            }
        }
        match bytes.len() {
            SIZE => {}
            length @ ..SIZE => return Err(NetworkError::Short(length)),
            _ => return Err(NetworkError::Long),
        }
        let stated = u64::from(word(40)) | u64::from(word(44)) << 32;
        let found = fnv(&bytes[HEADER..]);
        if found != stated {
            return Err(NetworkError::Checksum { found, stated });
        }
        let mut network = Network::zero();
        network.scale = word(36) as i32;
        if !(1..=100_000).contains(&network.scale) {
            return Err(NetworkError::Number(36, network.scale, "1 to 100000"));
        }
        // Sums of numbers beyond the limits could overflow.
        let (numbers, biases) = bytes[HEADER..].split_at(2 * SHORTS);
        let mut shorts = (HEADER..).step_by(2).zip(numbers.as_chunks::<2>().0);
        let rows = network.rows.iter_mut().chain(&mut network.biases);
        let rows = rows.map(|row| (&mut row.0[..], ROW_LIMIT, "-1023 to 1023"));
        let weights = network.heads.iter_mut().flat_map(Head::weights_mut);
        let weights = weights.map(|part| (part, WEIGHT_LIMIT, "-3071 to 3071"));
        for (part, limit, range) in rows.chain(weights) {
            for (number, (offset, &bytes)) in part.iter_mut().zip(&mut shorts) {
                *number = i16::from_le_bytes(bytes);
                let read = i32::from(*number);
                if read.abs() > limit {
                    return Err(NetworkError::Number(offset, read, range));
                }
            }
        }
        let offsets = (HEADER + 2 * SHORTS..).step_by(4);
        let longs = offsets.zip(biases.as_chunks::<4>().0);
        let biases = network.heads.iter_mut().flat_map(Head::biases_mut);
        for (bias, (offset, &bytes)) in biases.flatten().zip(longs) {
            *bias = i32::from_le_bytes(bytes);
            if bias.unsigned_abs() > BIAS_LIMIT as u32 {
                return Err(NetworkError::Number(offset, *bias, "within 500000000"));
            }
        }
        Ok(network)
    }

    /// Reads a network file.
    ///
    /// # Errors
    /// If the file cannot be read, is not a regular file, or is not a network of this program.
    pub fn read(path: &Path) -> Result<Network, NetworkError> {
        // One byte more than the size suffices to detect longer files.
        let mut bytes = Vec::new();
        let file = regular_file::open(path)?;
        file.take(SIZE as u64 + 1).read_to_end(&mut bytes)?;
        Network::from_bytes(&bytes)
    }
}

/// The file of the embedded network; `docs/measurements/network.md` describes its training.
#[cfg(not(all(target_family = "wasm", feature = "wasm")))]
const FILE: &[u8] = include_bytes!("chuhe.nnue");
/// JavaScript passes the file to [`set_embedded`].
#[cfg(all(target_family = "wasm", feature = "wasm"))]
const FILE: &[u8] = &[];

static NETWORK: OnceLock<Arc<Network>> = OnceLock::new();

/// Returns the embedded network. It is read once, in a few milliseconds.
///
/// # Panics
/// If `chuhe.nnue` was replaced before the build by a file that is not a network of this program.
///
/// ```
/// use chuhe::eval::Evaluator;
/// use chuhe::eval::network::embedded;
/// assert_eq!(Evaluator::default(), Evaluator::Network(embedded()));
/// ```
pub fn embedded() -> Arc<Network> {
    let read = || match Network::from_bytes(FILE) {
        Ok(network) => Arc::new(network),
        Err(error) => panic!("src/eval/network/chuhe.nnue: {error}"),
    };
    NETWORK.get_or_init(read).clone()
}

/// Sets the network that [`embedded`] returns, before its first call.
#[cfg(all(target_family = "wasm", feature = "wasm"))]
pub(crate) fn set_embedded(network: Arc<Network>) {
    let _ = NETWORK.set(network);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_round_trip() {
        assert_eq!(embedded().to_bytes(), FILE);
        let network = Network::random(4);
        let bytes = network.to_bytes();
        assert_eq!(bytes.len(), SIZE);
        assert!(Network::from_bytes(&bytes).unwrap() == network);
    }

    #[test]
    fn errors_name_the_fault_and_its_offset() {
        let error = |bytes: &[u8]| Network::from_bytes(bytes).unwrap_err().to_string();
        let good = Network::random(4).to_bytes();
        for (offset, value, message) in [
            (0, b'X', "not a network"),
            (8, 7, "version 7"),
            (12, 9, "made for 9 buckets (byte 12)"),
            (20, 255, "made for 767 hidden neurons (byte 20)"),
            (43, !good[43], "damaged: the checksum is "),
            (1000, !good[1000], "damaged"),
            (39, 0x80, "the number at byte 36 is -"),
        ] {
            let mut bytes = good.clone();
            bytes[offset] = value;
            assert!(error(&bytes).starts_with(message), "{message}");
        }
        assert!(error(&[]).starts_with("not a network"));
        assert!(error(&good[..20]).starts_with("cut off at byte 20, a network has"));
        assert!(error(&good[..SIZE - 1]).contains("cut off at byte"));
        let longer = [&good[..], &[0]].concat();
        let message = format!("more behind byte {SIZE}, where a network ends");
        assert_eq!(error(&longer), message);
        let mut too_large = Network::random(4);
        too_large.biases[1].0[2] = -1024;
        let offset = HEADER + 2 * ((ROWS + 1) * HIDDEN + 2);
        let message = format!("the number at byte {offset} is -1024, not -1023 to 1023");
        assert_eq!(error(&too_large.to_bytes()), message);
        let mut too_large = Network::random(4);
        too_large.heads[0].second[0][3] = 9000;
        let message = error(&too_large.to_bytes());
        assert!(message.contains("is 9000, not -3071 to 3071"), "{message}");
        let mut too_large = Network::random(4);
        too_large.heads[7].output_bias = i32::MIN;
        let message = error(&too_large.to_bytes());
        let last = format!("the number at byte {} is -2147483648", SIZE - 4);
        assert!(message.starts_with(&last), "{message}");
    }
}
