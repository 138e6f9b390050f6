//! Layer 1: files that survive crashes.
//!
//! | module | contents |
//! |---|---|
//! | [`atomic_file`] | a file that appears complete or not at all |
//! | [`journal`] | an append-only file of lines or records |
//! | [`run_lock`] | a lock that keeps a second run out of a folder |

pub mod atomic_file;
pub mod journal;
pub mod run_lock;

pub use atomic_file::AtomicFile;
pub use journal::{Journal, JournalReader};
pub use run_lock::RunLock;
