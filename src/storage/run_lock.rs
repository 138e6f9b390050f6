//! A lock file that only one process holds.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

/// A lock that the process holds as long as this value lives. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct RunLock(
    // Held, never read.
    #[expect(dead_code)] File,
);

impl RunLock {
    /// Takes the lock at `path`; returns `None` if another process holds it. A file system without locks counts as unlocked.
    pub fn acquire(path: &Path) -> io::Result<Option<RunLock>> {
        let file = File::create(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(Some(RunLock(file))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_is_exclusive_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let held = RunLock::acquire(&path).unwrap();
        assert!(held.is_some());
        assert!(RunLock::acquire(&path).unwrap().is_none());
        drop(held);
        assert!(RunLock::acquire(&path).unwrap().is_some());
    }
}
