//! Files: atomic writes, append-only journals, locks of output files, and checks that a file is regular. Layer 1 of
//! `docs/architecture.md`.

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
pub use journal::{Journal, JournalReader, line_error};
#[cfg(feature = "cli")]
pub use run_lock::RunLock;
