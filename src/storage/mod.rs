//! Layer 1: files that survive crashes.

pub mod atomic_file;
pub mod journal;
pub mod run_lock;

pub use atomic_file::AtomicFile;
pub use journal::{Journal, JournalReader};
pub use run_lock::RunLock;
