//! The header of a file of positions: format version and generation settings.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0 to 7 | the letters `CHUHEPOS` |
//! | 8 to 11 | the version, 2 |
//! | 12 | 1 for shuffled |
//! | 13 | λ of [TD(λ)](super::td_lambda), in hundredths |
//! | 14, 15 | 0 |
//! | 16 to 23 | nodes a move |
//! | 24 to 31 | the seed |
//! | 32 to 35 | hash table of a game, MiB |
//! | 36 to 39 | the upper half of the checksum of the network that played; 0 for the hand-crafted evaluation |
//!
//! The header of version 1 ends at byte 16, without the settings.

use std::io::{self, Read};

use thiserror::Error;

use crate::eval::network::Network;

/// Bytes of a header as it is written now.
pub const LENGTH: usize = 40;
/// Bytes of a header of version 1.
const OLD_LENGTH: usize = 16;

const MAGIC: &[u8; 8] = b"CHUHEPOS";
const VERSION: u32 = 2;
const OLD_VERSION: u32 = 1;
/// The flag of a shuffled file.
const SHUFFLED: u32 = 1;

/// The content of a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// True if the positions are shuffled.
    pub shuffled: bool,
    /// The generation settings; `None` in a file of version 1.
    pub made: Option<Made>,
}

/// The settings that decide which positions a run makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Nodes a move.
    pub nodes: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// Hash table of each game, MiB.
    pub hash_mib: u32,
    /// The [`mark`] of the network that played; 0 for the hand-crafted evaluation.
    pub network: u32,
    /// λ of TD(λ), in hundredths.
    pub trace: u8,
}

/// The number of a network in a header: the upper half of its checksum, but never 0.
pub fn mark(network: &Network) -> u32 {
    ((network.checksum() >> 32) as u32).max(1)
}

/// Why a header cannot be read.
#[derive(Debug, Error)]
pub enum HeaderError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("not a file of positions: it does not begin with CHUHEPOS")]
    Foreign,
    /// The file ends within its header.
    #[error("not a file of positions: it ends within its first {LENGTH} bytes")]
    Short,
    /// The version is unknown.
    #[error("version {0} of the format, this program reads versions {OLD_VERSION} and {VERSION}")]
    Version(u32),
}

impl Header {
    /// Its length in bytes.
    pub const fn length(&self) -> usize {
        match self.made {
            Some(_) => LENGTH,
            None => OLD_LENGTH,
        }
    }

    /// The header as bytes.
    ///
    /// ```
    /// use chuhe::train::header::{Header, Made};
    /// let made = Some(Made { nodes: 1_500, seed: 7, hash_mib: 2, network: 0, trace: 85 });
    /// for header in [Header { shuffled: true, made }, Header { shuffled: false, made: None }] {
    ///     let bytes = header.to_bytes();
    ///     assert_eq!(bytes.len(), header.length());
    ///     assert_eq!(Header::read(&mut &bytes[..]).unwrap(), header);
    /// }
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let (version, trace) = match self.made {
            Some(made) => (VERSION, made.trace),
            None => (OLD_VERSION, 0),
        };
        let flags = if self.shuffled { SHUFFLED } else { 0 };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        bytes.extend((flags | u32::from(trace) << 8).to_le_bytes());
        if let Some(made) = &self.made {
            bytes.extend(made.nodes.to_le_bytes());
            bytes.extend(made.seed.to_le_bytes());
            bytes.extend(made.hash_mib.to_le_bytes());
            bytes.extend(made.network.to_le_bytes());
        }
        bytes
    }

    /// Reads a header.
    ///
    /// # Errors
    /// When the file is of another kind or version.
    pub fn read(input: &mut impl Read) -> Result<Header, HeaderError> {
        let mut bytes = [0; LENGTH];
        fill(input, &mut bytes[..OLD_LENGTH])?;
        let word =
            |bytes: &[u8], at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        if &bytes[..8] != MAGIC {
            return Err(HeaderError::Foreign);
        }
        let made = match word(&bytes, 8) {
            OLD_VERSION => None,
            VERSION => {
                fill(input, &mut bytes[OLD_LENGTH..])?;
                let long = |at| u64::from(word(&bytes, at)) | u64::from(word(&bytes, at + 4)) << 32;
                Some(Made {
                    nodes: long(16),
                    seed: long(24),
                    hash_mib: word(&bytes, 32),
                    network: word(&bytes, 36),
                    trace: bytes[13],
                })
            }
            other => return Err(HeaderError::Version(other)),
        };
        let shuffled = word(&bytes, 12) & SHUFFLED != 0;
        Ok(Header { shuffled, made })
    }
}

impl Made {
    /// Each setting that differs, with both values.
    pub fn differences(&self, now: &Made) -> Vec<String> {
        let settings = [
            ("--nodes", self.nodes, now.nodes),
            ("--seed", self.seed, now.seed),
            ("--hash", self.hash_mib.into(), now.hash_mib.into()),
            ("--trace", self.trace.into(), now.trace.into()),
        ];
        let other = settings
            .into_iter()
            .filter(|(_, before, now)| before != now);
        let mut different: Vec<String> = other
            .map(|(name, before, now)| format!("{name}: {before} before, now {now}"))
            .collect();
        if self.network != now.network {
            let [before, now] = [self, now].map(Made::player);
            different.push(format!("--evalfile: {before} before, now {now}"));
        }
        different
    }

    /// The name of the player.
    pub fn player(&self) -> String {
        match self.network {
            0 => "the terms".to_owned(),
            mark => format!("network {mark:08x}"),
        }
    }
}

fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<(), HeaderError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => HeaderError::Short,
        _ => HeaderError::Io(error),
    })
}
