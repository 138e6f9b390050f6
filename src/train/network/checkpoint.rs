//! A training as a file, so that a run that was cut off can go on.
//!
//! The letters `CHUHECKP`, the version and the number of fractions (32 bits each), epochs and steps done (32 bits each), the
//! steepness (64 bits), what the network is added to (64 bits, as in [`crate::eval::network::file`]), then the numbers, the optimizer's means and its squares, 32 bits each; least byte first. It is
//! written beside its place and moved there when it is whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use super::model::{Params, SIZE};
use super::optimizer::Optimizer;
use super::train::State;
use crate::eval::network::Base;
use crate::storage::atomic_file;

const MAGIC: &[u8; 8] = b"CHUHECKP";
const VERSION: u32 = 2;
const HEADER: usize = 40;
const LENGTH: usize = HEADER + 3 * 4 * SIZE;

/// Why a file is no checkpoint for this program.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("not a checkpoint: it does not begin with CHUHECKP")]
    Foreign,
    /// It was written by a program whose format or network is another.
    #[error("made by another version (byte {offset} is {found}, wanted {want})")]
    Version {
        /// Where it says so.
        offset: usize,
        /// What it says.
        found: u32,
        /// What this program writes.
        want: u32,
    },
    /// It was trained on top of terms that are not this program's.
    #[error("made for other terms (byte 32 is {0:016x})")]
    Terms(u64),
    /// It holds what is no number.
    #[error("byte {0} begins what is no finite number")]
    Number(usize),
    /// It is too short or too long.
    #[error("{found} bytes long, a checkpoint has {LENGTH}")]
    Length {
        /// How long it is.
        found: usize,
    },
}

/// Writes a checkpoint.
///
/// # Errors
/// When it cannot be written; the one before is still there.
pub fn write(state: &State, path: &Path) -> Result<(), CheckpointError> {
    atomic_file::write(path, |out| {
        out.write_all(MAGIC)?;
        for word in [VERSION, SIZE as u32, state.epochs, state.optimizer.steps] {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&state.k.to_le_bytes())?;
        out.write_all(&state.base.mark().to_le_bytes())?;
        let Optimizer { mean, square, .. } = &state.optimizer;
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
/// When it cannot be read or is something else.
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
        optimizer: Optimizer {
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
    fn a_training_comes_back_or_the_fault_is_said() {
        let folder = std::env::temp_dir().join(format!("chuhe-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        let mut state = State {
            params: Params::random(3),
            optimizer: Optimizer::default(),
            epochs: 7,
            k: 0.0035,
            base: Base::Terms,
        };
        state.optimizer.steps = 99;
        state.optimizer.mean[5] = 0.25;
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
