//! Reads the parameters that a training begins from (`--start`): those of a checkpoint or a network.
//!
//! A checkpoint has them exactly; a network has them quantised, with the shared rows already added to those of the buckets. The
//! state of the optimizer is not taken over, because the positions are others.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::checkpoint::{self, CheckpointError};
use super::params::{BIASES, FIRST_HEAD, Params};
use crate::eval::network::features::BUCKETS;
use crate::eval::network::{Base, HEADS, HIDDEN, Hidden, Network, NetworkError, ONE, OUTPUT_ONE};

/// Why a training cannot begin from a file.
#[derive(Debug, Error)]
pub enum StartError {
    /// It is not a valid checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// It is not a valid network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It is neither.
    #[error("neither a network nor a checkpoint: it begins with neither CHUHENET nor CHUHECKP")]
    Foreign,
}

/// Reads the parameters of a checkpoint or a network, and what that network is added to.
///
/// # Errors
/// When the file cannot be read or is of another kind.
pub fn read(path: &Path) -> Result<(Params, Base), StartError> {
    let mut letters = Vec::new();
    let opened = File::open(path).map_err(NetworkError::Io)?;
    let mut first = opened.take(8);
    first.read_to_end(&mut letters).map_err(NetworkError::Io)?;
    match &letters[..] {
        b"CHUHECKP" => {
            let state = checkpoint::read(path)?;
            Ok((state.params, state.base))
        }
        b"CHUHENET" => {
            let network = Network::read(path)?;
            Ok((dequantise(&network), network.base))
        }
        _ => Err(StartError::Foreign),
    }
}

/// Undoes [quantisation](super::quantise()).
pub fn dequantise(network: &Network) -> Params {
    let mut params = Params::zero();
    let fractions = |whole: &[i16; HIDDEN], one: i32| whole.map(|n| f32::from(n) / one as f32);
    for (row, Hidden(whole)) in network.rows.iter().enumerate() {
        *params.row_mut(row) = fractions(whole, ONE);
    }
    for bucket in 0..BUCKETS {
        *params.row_mut(BIASES + bucket) = fractions(&network.biases[bucket].0, ONE);
    }
    for head in 0..HEADS {
        for view in 0..2 {
            let row = params.row_mut(FIRST_HEAD + 2 * head + view);
            *row = fractions(&network.heads[head].0[view], OUTPUT_ONE);
        }
        let bias = network.head_biases[head] as f32 / (ONE * OUTPUT_ONE) as f32;
        *params.head_bias_mut(head) = bias;
    }
    params
}

#[cfg(test)]
mod tests {
    use super::super::quantise;
    use super::*;

    #[test]
    fn dequantise_is_the_inverse_of_quantise() {
        let network = quantise(&Params::random(6), 400, Base::Nothing);
        assert!(quantise(&dequantise(&network), 400, Base::Nothing) == network);
    }

    #[test]
    fn only_checkpoints_and_networks_are_read() {
        let folder = std::env::temp_dir().join(format!("chuhe-start-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        let network = quantise(&Params::random(7), 400, Base::Nothing);
        std::fs::write(&path, network.to_bytes()).unwrap();
        assert!(read(&path).unwrap() == (dequantise(&network), Base::Nothing));
        let state = super::super::state::State::of(Params::random(8), 0.004, Base::Terms);
        checkpoint::write(&state, &path).unwrap();
        assert!(read(&path).unwrap() == (state.params, Base::Terms));
        std::fs::write(&path, b"CHUHE").unwrap();
        let fault = read(&path).unwrap_err().to_string();
        assert!(fault.starts_with("neither a network nor a checkpoint"));
        let fault = read(&folder.join("b")).unwrap_err().to_string();
        assert!(!fault.is_empty());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
