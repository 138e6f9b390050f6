//! The network in the program: what plays where no file is given.
//!
//! To ship one, put its file beside this one and name it here:
//!
//! ```text
//! const FILE: Option<&[u8]> = Some(include_bytes!("chuhe.nnue"));
//! ```
//!
//! A test reads it, so that what cannot be read is not shipped.

use std::sync::{Arc, OnceLock};

use super::Network;

/// The file; none is shipped yet.
const FILE: Option<&[u8]> = None;

/// The network in the program, if there is one. It is read once, in a few milliseconds; copies share it.
///
/// ```
/// use chuhe::eval::network::embedded;
/// use chuhe::search::Settings;
/// assert_eq!(Settings::default().network, embedded());
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
