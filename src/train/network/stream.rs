//! Streams the positions of training files in a random order, so that they need not fit into memory.
//!
//! An epoch reads blocks of consecutive positions from all files, in random order. Each *window* of blocks is shuffled in
//! memory, while the training uses the one before. Because complete files are shuffled, a block is a random sample of its
//! file. The order depends on the seed alone.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use fastrand::Rng;

use crate::train::error::TrainError;
use crate::train::header;
use crate::train::packed::{PackedSample, RECORD_BYTES};
use crate::train::reader::SampleReader;

/// The number of positions in a block, but for the last one of a file.
const BLOCK_RECORDS: u64 = 1 << 16;
/// The number of blocks in a window, which has 128 MiB at most. With 2 the tests have several windows.
const WINDOW: usize = if cfg!(test) { 2 } else { 64 };

/// Positions in files.
#[derive(Clone, Debug)]
pub struct PositionFiles {
    files: Vec<PositionFile>,
}

/// A file of positions.
#[derive(Clone, Debug)]
struct PositionFile {
    path: PathBuf,
    records: u64,
}

/// Consecutive records of a file.
#[derive(Clone, Copy, Debug)]
struct Block<'a> {
    file: &'a PositionFile,
    /// The index of the first record.
    first: u64,
    records: u64,
}

impl PositionFiles {
    /// Checks all records of these files.
    ///
    /// # Errors
    /// If one cannot be read or holds something else.
    pub fn open(paths: &[PathBuf]) -> Result<PositionFiles, TrainError> {
        let files = paths.iter().map(|path| {
            let wrong = |error| TrainError::wrong(path, &error);
            let mut reader = SampleReader::open(path).map_err(wrong)?;
            for record in reader.checked() {
                record.map_err(wrong)?;
            }
            Ok(PositionFile {
                path: path.clone(),
                records: reader.records,
            })
        });
        let files = files.collect::<Result<_, _>>()?;
        Ok(PositionFiles { files })
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.files.iter().map(|file| file.records as usize).sum()
    }

    /// All positions, window by window, in an order that depends on the seed. A window is a random sample. A window that cannot be
    /// read is an error.
    pub fn windows(
        &self,
        seed: u64,
    ) -> impl Iterator<Item = Result<Vec<PackedSample>, TrainError>> {
        let mut random = Rng::with_seed(seed);
        let blocks = self.files.iter().flat_map(|file| {
            let starts = (0..file.records).step_by(BLOCK_RECORDS as usize);
            starts.map(move |first| Block {
                file,
                first,
                records: BLOCK_RECORDS.min(file.records - first),
            })
        });
        let mut blocks: Vec<Block> = blocks.collect();
        random.shuffle(&mut blocks);
        (0..blocks.len()).step_by(WINDOW).map(move |first| {
            let end = blocks.len().min(first + WINDOW);
            let mut window = read(&blocks[first..end])?;
            random.shuffle(&mut window);
            Ok(window)
        })
    }
}

/// Reads blocks.
fn read(blocks: &[Block]) -> Result<Vec<PackedSample>, TrainError> {
    let count = blocks.iter().map(|block| block.records as usize).sum();
    let mut window = vec![[0; RECORD_BYTES]; count];
    let mut rest = &mut window[..];
    for block in blocks {
        let (records, others) = rest.split_at_mut(block.records as usize);
        let path = &block.file.path;
        let offset = header::LENGTH as u64 + block.first * RECORD_BYTES as u64;
        read_at(path, offset, records.as_flattened_mut())
            .map_err(|error| TrainError::wrong(path, &error))?;
        rest = others;
    }
    Ok(window)
}

fn read_at(path: &Path, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::train::header::Header;
    use std::fs;

    /// Writes a file of these records.
    pub fn write(path: &Path, records: &[PackedSample]) {
        let bytes = [&Header::default().to_bytes(), records.as_flattened()].concat();
        fs::write(path, bytes).unwrap();
    }

    /// Records that a checked file cannot hold, with a number each.
    fn numbered(numbers: std::ops::Range<u32>) -> Vec<PackedSample> {
        numbers
            .map(|number| {
                let mut record = [0; RECORD_BYTES];
                record[..4].copy_from_slice(&number.to_le_bytes());
                record
            })
            .collect()
    }

    #[test]
    fn an_epoch_visits_every_position_once_in_an_order_of_its_seed() {
        let folder = tempfile::tempdir().unwrap();
        let counts = [3 * BLOCK_RECORDS + 5, 1, 2 * BLOCK_RECORDS];
        let mut first = 0;
        let mut files = Vec::new();
        for records in counts {
            let path = folder.path().join(records.to_string());
            write(&path, &numbered(first..first + records as u32));
            first += records as u32;
            files.push(PositionFile { path, records });
        }
        let files = PositionFiles { files };
        assert_eq!(files.count(), first as usize);
        let epoch = |seed| {
            let windows = files.windows(seed);
            windows.flat_map(Result::unwrap).collect::<Vec<_>>()
        };
        let (one, other) = (epoch(1), epoch(2));
        assert!(one == epoch(1) && one != other);
        let mut sorted = one;
        sorted.sort_unstable_by_key(|record| u32::from_le_bytes(record[..4].try_into().unwrap()));
        assert!(sorted == numbered(0..first));
        // A file that has become shorter is an error with its name.
        fs::write(&files.files[2].path, b"").unwrap();
        let faults: Vec<TrainError> = files.windows(3).filter_map(Result::err).collect();
        let name = (2 * BLOCK_RECORDS).to_string();
        assert!(!faults.is_empty());
        assert!(faults.iter().all(|fault| fault.to_string().contains(&name)));
    }
}
