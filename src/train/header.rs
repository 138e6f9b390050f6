//! The header of a file of positions: what the file is, and by which settings it was made.
//!
//! | bytes | what |
//! |---|---|
//! | 0 to 7 | the letters `CHUHEPOS` |
//! | 8 to 11 | the version, 2 |
//! | 12 | 1 for shuffled |
//! | 13 | what is left of a score one ply before, in hundredths ([`super::td_lambda`]) |
//! | 14, 15 | 0 |
//! | 16 to 23 | nodes a move |
//! | 24 to 31 | the seed |
//! | 32 to 35 | hash table of a game, MiB |
//! | 36 to 39 | the upper half of the checksum of the network that played; 0 for the terms |
//!
//! Numbers have their least byte first. Files of version 1 end their header at byte 16: nothing is
//! known of how they were made.

use std::io::{self, Read, Write};

use thiserror::Error;

use crate::eval::network::Network;

/// Bytes of a header as it is written now.
pub const LENGTH: usize = 40;
/// Bytes of a header that says nothing of the settings.
const OLD_LENGTH: usize = 16;

const MAGIC: &[u8; 8] = b"CHUHEPOS";
const VERSION: u32 = 2;
const OLD_VERSION: u32 = 1;
/// The flag of a file whose order says nothing any more.
const SHUFFLED: u32 = 1;

/// What a header says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// Whether the order of the positions is of no meaning any more.
    pub shuffled: bool,
    /// How the positions were made; `None` in a file of version 1.
    pub made: Option<Made>,
}

/// The settings that decide which positions a run makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Made {
    /// Nodes a move.
    pub nodes: u64,
    /// What the random moves come from.
    pub seed: u64,
    /// Hash table of each game, MiB.
    pub hash_mib: u32,
    /// Which network played, by [`mark`]; 0 for the terms.
    pub network: u32,
    /// What is left of a score one ply before, in hundredths.
    pub trace: u8,
}

/// What tells in a header which network played: the upper half of its checksum, but never 0.
pub fn mark(network: &Network) -> u32 {
    ((network.checksum() >> 32) as u32).max(1)
}

/// What is wrong with a header.
#[derive(Debug, Error)]
pub enum HeaderError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is that of something else.
    #[error("not a file of positions: it does not begin with CHUHEPOS")]
    Foreign,
    /// It ends before its header does.
    #[error("not a file of positions: it ends within its first {LENGTH} bytes")]
    Short,
    /// It was written by another version.
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

    /// Writes it.
    ///
    /// ```
    /// use chuhe::train::header::{Header, Made};
    /// let made = Some(Made { nodes: 1_500, seed: 7, hash_mib: 2, network: 0, trace: 85 });
    /// for header in [Header { shuffled: true, made }, Header { shuffled: false, made: None }] {
    ///     let mut bytes = Vec::new();
    ///     header.write(&mut bytes).unwrap();
    ///     assert_eq!(bytes.len(), header.length());
    ///     assert_eq!(Header::read(&mut &bytes[..]).unwrap(), header);
    /// }
    /// ```
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let version = match self.made {
            Some(_) => VERSION,
            None => OLD_VERSION,
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend(version.to_le_bytes());
        let trace = self.made.map_or(0, |made| made.trace);
        let flags = if self.shuffled { SHUFFLED } else { 0 };
        bytes.extend((flags | u32::from(trace) << 8).to_le_bytes());
        if let Some(made) = &self.made {
            bytes.extend(made.nodes.to_le_bytes());
            bytes.extend(made.seed.to_le_bytes());
            bytes.extend(made.hash_mib.to_le_bytes());
            bytes.extend(made.network.to_le_bytes());
        }
        out.write_all(&bytes)
    }

    /// Reads one.
    ///
    /// # Errors
    /// When it is the header of something else.
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
    /// What is not the same, in words and with both values; nothing when all is.
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

    /// Who played, in words.
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
