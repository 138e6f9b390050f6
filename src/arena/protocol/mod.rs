//! The messages of each engine protocol: UCCI, UCI and XBoard (CECP 2).

mod codec;
mod handshake;
mod info;
pub(super) mod options;
mod ucci;
mod uci;
mod xboard;

pub use codec::{ParsedLine, ProtocolCodec};
pub use handshake::{Announcement, EngineProtocol};
pub use ucci::Ucci;
pub use uci::Uci;
pub use xboard::XBoard;
