//! The header of a file of positions: format version and generation settings.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0 to 7 | the letters `CHUHEPOS` |
//! | 8 to 11 | the version, 2 |
//! | 12 | 1 for shuffled |
//! | 13 | λ of TD(λ), in hundredths |
//! | 14, 15 | 0 |
//! | 16 to 23 | nodes per move |
//! | 24 to 31 | the seed |
//! | 32 to 35 | hash table of a game, MiB |
//! | 36 to 39 | the upper half of the checksum of the network that played; 0 for the piece-square tables |

use std::io::{self, Read};

use crate::config::difference::differences;
use crate::eval::Evaluator;
use crate::eval::network::Network;

/// Bytes of a header.
pub const LENGTH: usize = 40;

const MAGIC: &[u8; 8] = b"CHUHEPOS";
const VERSION: u32 = 2;

/// The content of a header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// True if the positions are shuffled.
    pub shuffled: bool,
    /// How the positions were generated.
    pub provenance: Provenance,
}

/// The settings that determine the positions of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// Nodes per move.
    pub nodes: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// Hash table of each game, MiB.
    pub hash_mib: u32,
    /// The [`network_id`] of the network that played; 0 for the piece-square tables.
    pub network: u32,
    /// λ of TD(λ), in hundredths.
    pub trace: u8,
}

/// The number that identifies a network in a header: the upper half of its checksum, but never 0.
pub fn network_id(network: &Network) -> u32 {
    ((network.checksum() >> 32) as u32).max(1)
}

impl Header {
    /// The header as bytes.
    ///
    /// ```
    /// use chuhe::train::header::{Header, LENGTH, Provenance};
    /// let provenance = Provenance { nodes: 1_500, seed: 7, hash_mib: 2, network: 0, trace: 85 };
    /// let header = Header { shuffled: true, provenance };
    /// let bytes = header.to_bytes();
    /// assert_eq!(bytes.len(), LENGTH);
    /// assert_eq!(Header::read(&mut &bytes[..]).unwrap(), header);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let made = &self.provenance;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([u8::from(self.shuffled), made.trace, 0, 0]);
        bytes.extend(made.nodes.to_le_bytes());
        bytes.extend(made.seed.to_le_bytes());
        bytes.extend(made.hash_mib.to_le_bytes());
        bytes.extend(made.network.to_le_bytes());
        bytes
    }

    /// Reads a header.
    ///
    /// # Errors
    /// If the input cannot be read, or does not begin with a header of this version.
    pub fn read(input: &mut impl Read) -> io::Result<Header> {
        let invalid = |fault: String| io::Error::new(io::ErrorKind::InvalidData, fault);
        let mut bytes = [0; LENGTH];
        input
            .read_exact(&mut bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => invalid(format!(
                    "not a file of positions: it ends within its first {LENGTH} bytes"
                )),
                _ => error,
            })?;
        if !bytes.starts_with(MAGIC) {
            let fault = "not a file of positions: it does not begin with CHUHEPOS";
            return Err(invalid(fault.to_owned()));
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        let version = word(8);
        if version != VERSION {
            return Err(invalid(format!(
                "version {version} of the format (byte 8), this program reads version {VERSION}"
            )));
        }
        let long = |at| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        Ok(Header {
            shuffled: bytes[12] & 1 == 1,
            provenance: Provenance {
                nodes: long(16),
                seed: long(24),
                hash_mib: word(32),
                network: word(36),
                trace: bytes[13],
            },
        })
    }
}

impl Provenance {
    /// Each setting that differs, with both values.
    pub fn differences(&self, now: &Provenance) -> Vec<String> {
        let settings = |of: &Provenance| {
            [
                ("--nodes", of.nodes.to_string()),
                ("--seed", of.seed.to_string()),
                ("--hash", of.hash_mib.to_string()),
                ("--trace", of.trace.to_string()),
                ("--evalfile", of.player()),
            ]
        };
        differences(&settings(self), &settings(now))
    }

    /// The name of the player in a table.
    pub fn player(&self) -> String {
        match self.network {
            0 => Evaluator::Tables.to_string(),
            id => format!("network {id:08x}"),
        }
    }
}
