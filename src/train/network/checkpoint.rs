//! Checkpoints: the state of network training as a file, from which training is resumed.
//!
//! | bytes | content, little-endian |
//! |---|---|
//! | 0 to 7 | the letters `CHUHECKP` |
//! | 8 to 15 | the version and the number of parameters |
//! | 16 to 23 | epochs and steps done |
//! | 24 to 31 | the steepness `k` |
//! | from 32 | the parameters, Adam's means and Adam's squares, 32 bits each |

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;

use super::optimizer::Adam;
use super::params::{NetworkParams, SIZE};
use super::quantise::dequantise;
use crate::eval::network::Network;
use crate::storage::atomic_file;
use crate::train::steepness::K_RANGE;

const MAGIC: &[u8; 8] = b"CHUHECKP";
const VERSION: u32 = 3;
const HEADER: usize = 32;
const LENGTH: usize = HEADER + 3 * 4 * SIZE;

/// The state of a training after an epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingState {
    /// The parameters.
    pub params: NetworkParams,
    /// The state of the optimizer.
    pub adam: Adam,
    /// The number of epochs done.
    pub epochs: u32,
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
}

impl TrainingState {
    /// The state before the first epoch.
    pub fn new(params: NetworkParams, k: f64) -> TrainingState {
        TrainingState {
            params,
            adam: Adam::zero(),
            epochs: 0,
            k,
        }
    }
}

/// Writes a checkpoint.
///
/// # Errors
/// If it cannot be written. The old file is kept then.
pub fn write(state: &TrainingState, path: &Path) -> io::Result<()> {
    atomic_file::write(path, |out| {
        out.write_all(MAGIC)?;
        for word in [VERSION, SIZE as u32, state.epochs, state.adam.steps] {
            out.write_all(&word.to_le_bytes())?;
        }
        out.write_all(&state.k.to_le_bytes())?;
        let Adam { mean, square, .. } = &state.adam;
        for number in state.params.0.iter().chain(mean).chain(square) {
            out.write_all(&number.to_le_bytes())?;
        }
        Ok(())
    })
}

/// Reads a checkpoint.
///
/// # Errors
/// If it cannot be read, or is not a checkpoint of this version ([`io::ErrorKind::InvalidData`]).
pub fn read(path: &Path) -> io::Result<TrainingState> {
    parse(&fs::read(path)?).map_err(|fault| io::Error::new(io::ErrorKind::InvalidData, fault))
}

fn parse(bytes: &[u8]) -> Result<TrainingState, String> {
    if !bytes.starts_with(MAGIC) {
        return Err("not a checkpoint: it does not begin with CHUHECKP".to_owned());
    }
    let found = bytes.len();
    let wrong_length = || format!("{found} bytes long, a checkpoint has {LENGTH}");
    if found < HEADER {
        return Err(wrong_length());
    }
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
    for (offset, expected) in [(8, VERSION), (12, SIZE as u32)] {
        let found = word(offset);
        if found != expected {
            return Err(format!(
                "made by another version (byte {offset} is {found}, expected {expected})"
            ));
        }
    }
    if found != LENGTH {
        return Err(wrong_length());
    }
    let k = f64::from_bits(u64::from(word(24)) | u64::from(word(28)) << 32);
    if !K_RANGE.contains(&k) {
        return Err(format!("the steepness at byte 24 is {k}"));
    }
    let numbers = bytes[HEADER..].as_chunks().0.iter();
    let mut numbers = numbers.map(|&bytes| f32::from_le_bytes(bytes));
    if let Some(index) = numbers.clone().position(|number| !number.is_finite()) {
        let offset = HEADER + 4 * index;
        return Err(format!("the number at byte {offset} is not finite"));
    }
    let mut take = || numbers.by_ref().take(SIZE).collect::<Vec<f32>>();
    Ok(TrainingState {
        params: NetworkParams(take()),
        adam: Adam {
            mean: take(),
            square: take(),
            steps: word(20),
        },
        epochs: word(16),
        k,
    })
}

/// Reads the parameters that a training begins from (`--start`), from a checkpoint or a network.
///
/// Those of a checkpoint are exact, those of a network quantised. The state of the optimizer is not read, because the training
/// positions are different.
///
/// # Errors
/// If the file cannot be read, or is neither a network nor a checkpoint of this version.
pub fn read_start(path: &Path) -> io::Result<NetworkParams> {
    let mut letters = Vec::new();
    File::open(path)?.take(8).read_to_end(&mut letters)?;
    match &letters[..] {
        b"CHUHECKP" => read(path).map(|state| state.params),
        b"CHUHENET" => {
            let network = Network::read(path).map_err(io::Error::other)?;
            Ok(dequantise(&network))
        }
        _ => Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "neither a network nor a checkpoint: it begins with neither CHUHENET nor CHUHECKP",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_is_read_back_and_errors_have_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut state = TrainingState::new(NetworkParams::random(3), 0.0035);
        state.epochs = 7;
        state.adam.steps = 99;
        state.adam.mean[5] = 0.25;
        write(&state, &path).unwrap();
        assert!(read(&path).unwrap() == state);
        assert!(read_start(&path).unwrap() == state.params);
        let bytes = fs::read(&path).unwrap();
        let changed = |at: usize, to: &[u8]| {
            let mut bytes = bytes.clone();
            bytes[at..at + to.len()].copy_from_slice(to);
            bytes
        };
        for (bytes, expected) in [
            (b"nothing".to_vec(), "not a checkpoint"),
            (bytes[..20].to_vec(), "20 bytes long"),
            (bytes[..500].to_vec(), "500 bytes long"),
            (changed(8, &[1]), "made by another version (byte 8 is 1"),
            (
                changed(HEADER + 8, &f32::NAN.to_le_bytes()),
                "the number at byte 40 is not finite",
            ),
            (changed(24, &[0; 8]), "the steepness at byte 24 is 0"),
        ] {
            fs::write(&path, bytes).unwrap();
            let fault = read(&path).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{expected}: {fault}");
        }
    }
}
