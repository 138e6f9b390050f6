//! The embedded network, used where no file is given.
//!
//! Its file is beside this one; how it was trained is in `docs/measurements/network.md`. If the hand-crafted evaluation
//! changes, the network cannot be read any more, a test fails, and the hand-crafted evaluation is used.

use std::sync::{Arc, OnceLock};

use super::Network;

const FILE: &[u8] = include_bytes!("chuhe.nnue");

/// The embedded network, or `None` if it is not for this program. It is read once, in a few milliseconds.
///
/// ```
/// use chuhe::eval::Evaluator;
/// use chuhe::eval::network::embedded;
/// assert_eq!(Evaluator::default(), Evaluator::of_network(embedded()));
/// ```
pub fn embedded() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let read = || Network::from_bytes(FILE).ok().map(Arc::new);
    NETWORK.get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_can_be_read() {
        let read = Network::from_bytes(FILE);
        assert!(read.is_ok() && embedded().is_some(), "{read:?}");
    }
}
