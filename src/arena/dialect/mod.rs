//! How to speak to an engine: what differs from protocol to protocol, and nothing else.

pub mod features;
mod info;
mod interface;
mod offered;
pub mod options;
pub mod ucci;
pub mod uci;
pub mod xboard;

pub use interface::{Best, Dialect, Heard};
pub use offered::{Offered, Protocol};
pub use ucci::Ucci;
pub use uci::Uci;
pub use xboard::XBoard;
