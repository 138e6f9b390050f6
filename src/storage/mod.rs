//! Layer 1: files that survive crashes.

pub(crate) mod atomic_file;
pub(crate) mod journal;
pub(crate) mod run_lock;

pub use atomic_file::AtomicFile;
pub use journal::{Journal, JournalReader};
pub use run_lock::RunLock;
