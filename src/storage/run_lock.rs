//! A lock file that only one process holds.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use same_file::Handle;

/// A lock that the process holds as long as this value lives. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct RunLock {
    file: File,
    path: PathBuf,
}

impl RunLock {
    /// Takes the lock at `path`; returns `None` if it is held already. A file system without locks counts as unlocked.
    ///
    /// # Errors
    /// If `path` is a link, which may lead to a file elsewhere, or cannot be opened.
    pub fn acquire(path: &Path) -> io::Result<Option<RunLock>> {
        if path.is_symlink() {
            let path = path.display();
            let text = format!("its lock file {path} is a link; remove the link");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
        }
        loop {
            let mut options = OpenOptions::new();
            // An existing file is not changed. Opened for both, a pipe does not block.
            options.read(true).write(true).create(true).truncate(false);
            let file = options.open(path)?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(None);
            }
            // The last holder may have removed the file before it was locked here.
            let is_there = match Handle::from_path(path) {
                Ok(there) => there == Handle::from_file(file.try_clone()?)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => false,
                Err(error) => return Err(error),
            };
            if is_there {
                let path = path.to_owned();
                return Ok(Some(RunLock { file, path }));
            }
        }
    }

    /// Takes the lock of an output file, a hidden file beside it; `None` for a device or a pipe, which several may write.
    ///
    /// # Errors
    /// [`io::ErrorKind::ResourceBusy`] if the lock is held already.
    pub fn of_output(path: &Path) -> io::Result<Option<RunLock>> {
        if path.metadata().is_ok_and(|old| !old.is_file()) {
            return Ok(None);
        }
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(".lock");
        let lock = RunLock::acquire(&path.with_file_name(name))?;
        Ok(Some(lock.ok_or_else(held)?))
    }
}

/// The error of an output that another run holds.
pub(super) fn held() -> io::Error {
    let text = "another run writes it; wait for its end, or choose another file";
    io::Error::new(io::ErrorKind::ResourceBusy, text)
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // A file that holds something was there before. Removed while it is still locked, so that no other run's is removed.
        if self.file.metadata().is_ok_and(|file| file.len() == 0) {
            let _ = fs::remove_file(&self.path);
        }
        // Closing the file is not enough: a process that another thread is starting has a copy of it until it runs its program.
        let _ = self.file.unlock();
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
        assert!(!path.exists());
        fs::write(&path, "a text").unwrap();
        let held = RunLock::acquire(&path).unwrap().unwrap();
        let _copy = held.file.try_clone().unwrap();
        drop(held);
        drop(RunLock::acquire(&path).unwrap().unwrap());
        assert_eq!(fs::read(&path).unwrap(), b"a text");
    }

    #[cfg(unix)]
    #[test]
    fn lock_that_is_a_link_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let (path, target) = (folder.path().join("lock"), folder.path().join("target"));
        std::os::unix::fs::symlink(&target, &path).unwrap();
        let error = RunLock::acquire(&path).unwrap_err();
        assert!(error.to_string().contains("is a link"), "{error}");
        assert!(!target.exists());
    }

    #[test]
    fn lock_of_an_output_is_one_for_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let held = RunLock::of_output(&path).unwrap();
        let error = RunLock::of_output(&folder.path().join("./a.jsonl")).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        drop(held);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        #[cfg(unix)]
        {
            fs::write(&path, "").unwrap();
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            let _held = RunLock::of_output(&path).unwrap();
            assert!(RunLock::of_output(&link).is_err());
            assert!(
                RunLock::of_output(Path::new("/dev/null"))
                    .unwrap()
                    .is_none()
            );
        }
    }

    #[test]
    fn lock_is_never_held_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let holders = std::sync::atomic::AtomicU32::new(0);
        let taken = std::thread::scope(|scope| {
            let take = || {
                let mut taken = 0;
                for _ in 0..300 {
                    if let Some(_lock) = RunLock::acquire(&path).unwrap() {
                        use std::sync::atomic::Ordering::SeqCst;
                        assert_eq!(holders.fetch_add(1, SeqCst), 0);
                        std::thread::yield_now();
                        holders.fetch_sub(1, SeqCst);
                        taken += 1;
                    }
                }
                taken
            };
            let threads = [(); 4].map(|()| scope.spawn(take));
            threads
                .map(|thread| thread.join().unwrap())
                .iter()
                .sum::<u32>()
        });
        assert!(taken > 0);
    }
}
