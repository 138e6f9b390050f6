//! Dialects: how an engine is spoken to in each protocol.

mod info;
mod interface;
mod offered;
pub mod options;
pub(crate) mod ucci;
pub(crate) mod uci;
pub(crate) mod xboard;

pub use interface::{Dialect, Heard};
pub use offered::{Offered, Protocol};
pub use ucci::Ucci;
pub use uci::Uci;
pub use xboard::XBoard;
