//! The messages of each engine protocol: UCCI, UCI and XBoard (CECP 2).

mod handshake;
mod info;
mod interface;
pub mod options;
pub(crate) mod ucci;
pub(crate) mod uci;
pub(crate) mod xboard;

pub use handshake::{Announcement, EngineProtocol};
pub use interface::{Dialect, ParsedLine};
pub use ucci::Ucci;
pub use uci::Uci;
pub use xboard::XBoard;
