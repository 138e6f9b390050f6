//! Checkpoints: the state of a training as a file, so that an interrupted training can be resumed.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0 to 7 | the letters `CHUHECKP` |
//! | 8 to 15 | the version and the number of parameters |
//! | 16 to 23 | epochs and steps done |
//! | 24 to 31 | the steepness `k` |
//! | 32 to 39 | what the network is added to, as in [`crate::eval::network::file`] |
//! | from 40 | the parameters, Adam's means and Adam's squares, 32 bits each |

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use super::params::{Params, SIZE};
use super::state::State;
use crate::eval::network::Base;
use crate::storage::atomic_file;
use crate::train::adam::Adam;

const MAGIC: &[u8; 8] = b"CHUHECKP";
const VERSION: u32 = 2;
const HEADER: usize = 40;
const LENGTH: usize = HEADER + 3 * 4 * SIZE;

/// Why a checkpoint cannot be read or written.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is of another kind.
    #[error("not a checkpoint: it does not begin with CHUHECKP")]
    Foreign,
    /// The file has another version or another network's size.
    #[error("made by another version (byte {offset} is {found}, wanted {want})")]
    Version {
        /// The byte that says so.
        offset: usize,
        /// Its value.
        found: u32,
        /// The value of this program.
        want: u32,
    },
    /// The network was trained on top of another hand-crafted evaluation.
    #[error("made for other terms (byte 32 is {0:016x})")]
    Terms(u64),
    /// A parameter is not a finite number.
    #[error("byte {0} begins what is no finite number")]
    Number(usize),
    /// The file is too short or too long.
    #[error("{found} bytes long, a checkpoint has {LENGTH}")]
    Length {
        /// Its length.
        found: usize,
    },
}

/// Writes a checkpoint.
///
/// # Errors
/// When it cannot be written; the checkpoint before is kept.
pub fn write(state: &State, path: &Path) -> Result<(), CheckpointError> {
    atomic_file::write(path, |out| {
        out.write_all(MAGIC)?;
        for word in [VERSION, SIZE as u32, state.epochs, state.adam.steps] {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&state.k.to_le_bytes())?;
        out.write_all(&state.base.mark().to_le_bytes())?;
        let Adam { mean, square, .. } = &state.adam;
        for number in state.params.0.iter().chain(mean).chain(square) {
            out.write_all(&number.to_le_bytes())?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Reads a checkpoint.
///
/// # Errors
/// When it cannot be read or is of another kind.
pub fn read(path: &Path) -> Result<State, CheckpointError> {
    let bytes = fs::read(path)?;
    if !bytes.starts_with(MAGIC) {
        return Err(CheckpointError::Foreign);
    }
    let found = bytes.len();
    if found < HEADER {
        return Err(CheckpointError::Length { found });
    }
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
    for (offset, want) in [(8, VERSION), (12, SIZE as u32)] {
        let found = word(offset);
        if found != want {
            return Err(CheckpointError::Version {
                offset,
                found,
                want,
            });
        }
    }
    if found != LENGTH {
        return Err(CheckpointError::Length { found });
    }
    let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
    let k = f64::from_bits(long(24));
    let base = Base::of_mark(long(32)).map_err(CheckpointError::Terms)?;
    let number = |&bytes: &[u8; 4]| f32::from_le_bytes(bytes);
    let numbers = bytes[HEADER..].as_chunks().0;
    if let Some(place) = numbers.iter().position(|bytes| !number(bytes).is_finite()) {
        return Err(CheckpointError::Number(HEADER + 4 * place));
    }
    let mut numbers = numbers.iter().map(number);
    let mut take = || numbers.by_ref().take(SIZE).collect::<Vec<f32>>();
    Ok(State {
        params: Params(take()),
        adam: Adam {
            mean: take(),
            square: take(),
            steps: word(20),
        },
        epochs: word(16),
        k,
        base,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_back_and_errors_name_the_fault() {
        let folder = std::env::temp_dir().join(format!("chuhe-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        let mut state = State::of(Params::random(3), 0.0035, Base::Terms);
        state.epochs = 7;
        state.adam.steps = 99;
        state.adam.mean[5] = 0.25;
        write(&state, &path).unwrap();
        assert!(read(&path).unwrap() == state);
        let bytes = fs::read(&path).unwrap();
        let fault = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            read(&path).unwrap_err().to_string()
        };
        assert!(fault(b"nothing").starts_with("not a checkpoint"));
        assert!(fault(&bytes[..20]).starts_with("20 bytes long"));
        assert!(fault(&bytes[..500]).starts_with("500 bytes long"));
        let mut newer = bytes.clone();
        newer[8] = 1;
        assert!(fault(&newer).starts_with("made by another version (byte 8 is 1"));
        let mut other = bytes.clone();
        other[33] ^= 1;
        assert!(fault(&other).starts_with("made for other terms (byte 32 is"));
        let mut wild = bytes.clone();
        wild[HEADER + 8..HEADER + 12].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(fault(&wild), "byte 48 begins what is no finite number");
        fs::remove_dir_all(&folder).unwrap();
    }
}
