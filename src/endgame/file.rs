//! The format of files of endgame tables.
//!
//! | bytes | contents |
//! |---|---|
//! | 0 to 7 | the letters `CHUHEEGT` |
//! | 8 to 11 | the version of the format, 1 |
//! | 12 to 25 | the number of pieces of each kind, in the order K A B N R C P: of the first side, then of the second |
//! | 26 to 27 | zero |
//! | 28 to 31 | the number of blocks |
//! | 32 to 39 | the number of entries |
//! | 40 to 47 | the checksum of the following bytes (FNV-1a, 64 bits) |
//! | from 48 | the length of each block in the file, 32 bits each |
//! | then | the blocks, compressed by Deflate (RFC 1951), each of 65536 entries, the last of the rest |
//!
//! Numbers are little-endian. An entry is a byte: 0 for a draw and for what is no position, n + 1 for a mate in n plies (n is odd
//! if the side to move mates, even if it is mated), 252 if the side to move loses by perpetual check, 253 if it wins by that of
//! the opponent. Entries are in the order of [`super::table`] and [`super::placement_index`], with the first side as red.

use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::blocks::{BLOCK, Blocks};
use super::material::Material;
use super::placement_index::PlacementIndex;
use super::table::{EndgameTable, entries};
use crate::board::PieceKind;
use crate::fnv::fnv;
use crate::storage::regular_file;

const MAGIC: &[u8; 8] = b"CHUHEEGT";
/// The version of the format.
const VERSION: u32 = 1;
/// The number of bytes before the lengths of the blocks.
const HEADER: usize = 48;
/// The most bytes of a file that is read.
const MAX_BYTES: u64 = 1 << 34;

/// The reason why a file is not an endgame table of this program.
#[derive(Debug, Error)]
pub enum TableFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Another kind of file.
    #[error("not an endgame table: it does not begin with CHUHEEGT (byte 0)")]
    Foreign,
    /// Another version of the format.
    #[error(
        "version {0} of the format (byte 8), this program reads version {VERSION}; make the table again"
    )]
    Version(u32),
    /// The counts of pieces are not those of a table.
    #[error("damaged: the numbers of pieces are not those of a table (byte 12)")]
    Material,
    /// The file ends at this byte, before the blocks, which begin at the second one.
    #[error("cut off at byte {0}, within the header of {1} bytes")]
    Header(usize, usize),
    /// The file ends at this byte.
    #[error("cut off at byte {0}, the table has {1} bytes")]
    Short(usize, usize),
    /// The file is longer than the table, which ends at this byte.
    #[error("more behind byte {0}, where the table ends")]
    Long(usize),
    /// The number of blocks or entries: the offset, the number and what is expected.
    #[error("damaged: the number at byte {0} is {1}, not {2}")]
    Number(usize, u64, u64),
    /// The checksum of the blocks differs from the one in the header.
    #[error("damaged: the checksum is {found:016x}, byte 40 says {stated:016x}")]
    Checksum {
        /// The checksum of the blocks.
        found: u64,
        /// The checksum in the header.
        stated: u64,
    },
}

impl EndgameTable {
    /// Returns the table as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = &self.blocks.compressed;
        let lengths = blocks
            .iter()
            .map(|block| (block.len() as u32).to_le_bytes());
        let mut body: Vec<u8> = lengths.flatten().collect();
        body.extend(blocks.iter().flatten());
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(self.material.counts().iter().flatten());
        bytes.extend([0; 2]);
        bytes.extend((blocks.len() as u32).to_le_bytes());
        bytes.extend((entries(self.placements.len()) as u64).to_le_bytes());
        bytes.extend(fnv(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Reads a table from the bytes of a file.
    ///
    /// # Errors
    /// If they are not a table of this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<EndgameTable, TableFileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(TableFileError::Foreign);
        }
        if bytes.len() < HEADER {
            return Err(TableFileError::Header(bytes.len(), HEADER));
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if word(8) != VERSION {
            return Err(TableFileError::Version(word(8)));
        }
        let counts = [12, 19].map(|at| PieceKind::ALL.map(|kind| bytes[at + kind.index()]));
        let material = Material::from_bytes(counts).filter(|_| bytes[26..28] == [0; 2]);
        let material = material.ok_or(TableFileError::Material)?;
        let size = PlacementIndex::size_of_material(&material);
        let (placements, _) = size.ok_or(TableFileError::Material)?;
        let expected = (placements as u64).saturating_mul(entries(1) as u64);
        if long(32) != expected {
            return Err(TableFileError::Number(32, long(32), expected));
        }
        let count = expected.div_ceil(BLOCK as u64);
        if u64::from(word(28)) != count {
            return Err(TableFileError::Number(28, word(28).into(), count));
        }
        let first = HEADER.saturating_add(4 * count as usize);
        if bytes.len() < first {
            return Err(TableFileError::Header(bytes.len(), first));
        }
        let lengths = (HEADER..first).step_by(4).map(|at| word(at) as usize);
        let end = lengths.clone().fold(first, usize::saturating_add);
        match bytes.len() {
            length if length < end => return Err(TableFileError::Short(length, end)),
            length if length > end => return Err(TableFileError::Long(end)),
            _ => {}
        }
        let (found, stated) = (fnv(&bytes[HEADER..]), long(40));
        if found != stated {
            return Err(TableFileError::Checksum { found, stated });
        }
        let mut rest = &bytes[first..];
        let blocks = lengths.map(|length| {
            let (block, behind) = rest.split_at(length);
            rest = behind;
            block.to_vec()
        });
        let blocks = Blocks::new(blocks.collect());
        EndgameTable::new(material, blocks).ok_or(TableFileError::Material)
    }

    /// Reads the file of a table.
    ///
    /// # Errors
    /// If the file cannot be read, is not a regular file, or is not a table of this program.
    pub fn read(path: &Path) -> Result<EndgameTable, TableFileError> {
        let mut bytes = Vec::new();
        let file = regular_file::open(path)?;
        file.take(MAX_BYTES).read_to_end(&mut bytes)?;
        EndgameTable::from_bytes(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_fault_and_its_offset() {
        let table = EndgameTable::make("KPvK".parse().unwrap(), &mut || Ok(()), &mut |_, _| {});
        let good = table.unwrap().to_bytes();
        let error = |bytes: &[u8]| EndgameTable::from_bytes(bytes).unwrap_err().to_string();
        for (offset, value, message) in [
            (0, b'X', "not an endgame table"),
            (8, 7, "version 7 of the format (byte 8)"),
            (12, 2, "damaged: the numbers of pieces"),
            (26, 1, "damaged: the numbers of pieces"),
            (28, 200, "damaged: the number at byte 28 is 200, not 1"),
            (32, 1, "damaged: the number at byte 32"),
            (
                good.len() - 1,
                !good[good.len() - 1],
                "damaged: the checksum is",
            ),
            (40, !good[40], "damaged: the checksum is"),
        ] {
            let mut bytes = good.clone();
            bytes[offset] = value;
            let found = error(&bytes);
            assert!(found.starts_with(message), "{message}: {found}");
        }
        let length = good.len();
        for (cut, whole) in [
            (8, "within the header of 48 bytes"),
            (47, "within the header of 48 bytes"),
            (48, "within the header of 52 bytes"),
            (51, "within the header of 52 bytes"),
            (52, &format!("the table has {length} bytes")),
            (length - 1, &format!("the table has {length} bytes")),
        ] {
            let message = format!("cut off at byte {cut}, {whole}");
            assert_eq!(error(&good[..cut]), message);
        }
        assert!(error(&[]).starts_with("not an endgame table"));
        let longer = [&good[..], &[0]].concat();
        let message = format!("more behind byte {length}, where the table ends");
        assert_eq!(error(&longer), message);
    }
}
