//! Files that survive crashes, and files that cannot block. Layer 1.

#[cfg(feature = "cli")]
pub(crate) mod atomic_file;
#[cfg(feature = "cli")]
pub(crate) mod journal;
pub(crate) mod regular_file;
#[cfg(feature = "cli")]
pub(crate) mod run_lock;

#[cfg(feature = "cli")]
pub use atomic_file::AtomicFile;
#[cfg(feature = "cli")]
pub use journal::{Journal, JournalReader};
#[cfg(feature = "cli")]
pub use run_lock::RunLock;
