//! Compressed entries of a table, in blocks.

use std::sync::OnceLock;

use miniz_oxide::{deflate, inflate};

/// The number of entries of a block.
pub(super) const BLOCK: usize = 1 << 16;
/// The level of compression.
const LEVEL: u8 = 6;

/// Compressed entries. A block is decompressed when one of its entries is read, and kept.
#[derive(Debug)]
pub(super) struct Blocks {
    pub compressed: Vec<Vec<u8>>,
    plain: Vec<OnceLock<Vec<u8>>>,
}

impl Blocks {
    /// The blocks with these compressed bytes.
    pub fn new(compressed: Vec<Vec<u8>>) -> Blocks {
        Blocks {
            plain: compressed.iter().map(|_| OnceLock::new()).collect(),
            compressed,
        }
    }

    /// Compresses entries.
    pub fn compress(entries: &[u8]) -> Blocks {
        let blocks = entries.chunks(BLOCK);
        let compressed = blocks.map(|block| deflate::compress_to_vec(block, LEVEL));
        Blocks::new(compressed.collect())
    }

    /// An entry; `None` if its block is damaged.
    pub fn get(&self, entry: usize) -> Option<u8> {
        let (block, within) = (entry / BLOCK, entry % BLOCK);
        let plain = self.plain.get(block)?.get_or_init(|| {
            let bytes = &self.compressed[block];
            inflate::decompress_to_vec_with_limit(bytes, BLOCK).unwrap_or_default()
        });
        plain.get(within).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn block_that_cannot_be_decompressed_has_no_entries() {
        let blocks = Blocks::new(vec![vec![0xff; 9]]);
        assert_eq!((blocks.get(0), blocks.get(BLOCK)), (None, None));
    }

    #[test]
    fn entries_are_read_from_their_blocks() {
        let entries: Vec<u8> = (0..BLOCK + 3).map(|at| (at % 251) as u8).collect();
        let blocks = Blocks::compress(&entries);
        for at in [0, BLOCK - 1, BLOCK, BLOCK + 2] {
            assert_eq!(blocks.get(at), Some(entries[at]));
        }
        assert_eq!(blocks.get(BLOCK + 3), None);
    }
}
