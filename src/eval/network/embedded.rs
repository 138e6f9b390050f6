//! The network in the program: what plays where no file is given.
//!
//! Its file stands beside this one; how it was made is told in `docs/measurements/network.md`. Another takes its place, and nothing
//! else need be changed. A program whose terms have changed cannot read it any more, and then the terms play until a
//! network has been trained anew; a test says so.

use std::sync::{Arc, OnceLock};

use super::Network;

/// The file, or none, where none is to be shipped.
const FILE: Option<&[u8]> = Some(include_bytes!("chuhe.nnue"));

/// The network in the program, if there is one. It is read once, in a few milliseconds; copies share it.
///
/// ```
/// use chuhe::eval::Evaluator;
/// use chuhe::eval::network::embedded;
/// assert_eq!(Evaluator::default(), Evaluator::of_network(embedded()));
/// ```
pub fn embedded() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let read = || FILE.and_then(|bytes| Network::from_bytes(bytes).ok().map(Arc::new));
    NETWORK.get_or_init(read).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_read() {
        let read = FILE.map(|bytes| Network::from_bytes(bytes).map_err(|fault| fault.to_string()));
        assert!(!matches!(read, Some(Err(_))), "{read:?}");
        assert_eq!(embedded().is_some(), FILE.is_some());
    }
}
