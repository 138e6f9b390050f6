//! Where a training begins that does not begin from chance: the numbers of one before.
//!
//! A checkpoint has them as they were; a network has them rounded to whole numbers, with the rows of the buckets and the shared
//! ones already summed. What the optimizer remembered is left behind, for other positions come now.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use thiserror::Error;

use super::checkpoint::{self, CheckpointError};
use super::model::{BIASES, FIRST_HEAD, Params};
use crate::eval::network::features::BUCKETS;
use crate::eval::network::{Base, HEADS, HIDDEN, Hidden, Network, NetworkError, ONE, OUTPUT_ONE};

/// Why a file is nothing to begin from.
#[derive(Debug, Error)]
pub enum StartError {
    /// It is no checkpoint.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// It is no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It is neither.
    #[error("neither a network nor a checkpoint: it begins with neither CHUHENET nor CHUHECKP")]
    Foreign,
}

/// The numbers of a file, a checkpoint or a network, and what that network is added to.
///
/// # Errors
/// When it cannot be read or is something else.
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
            Ok((of_network(&network), network.base))
        }
        _ => Err(StartError::Foreign),
    }
}

/// The numbers of a network as fractions.
pub fn of_network(network: &Network) -> Params {
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
        params.set_head_bias(head, bias);
    }
    params
}

#[cfg(test)]
mod tests {
    use super::super::quantise;
    use super::*;

    #[test]
    fn a_network_as_fractions_is_the_same_network() {
        let network = quantise(&Params::random(6), 400, Base::Nothing);
        assert!(quantise(&of_network(&network), 400, Base::Nothing) == network);
    }

    #[test]
    fn either_kind_of_file_will_do_and_nothing_else() {
        let folder = std::env::temp_dir().join(format!("chuhe-start-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        let network = quantise(&Params::random(7), 400, Base::Nothing);
        std::fs::write(&path, network.to_bytes()).unwrap();
        assert!(read(&path).unwrap() == (of_network(&network), Base::Nothing));
        let state = super::super::train::State::of(Params::random(8), 0.004, Base::Terms);
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
