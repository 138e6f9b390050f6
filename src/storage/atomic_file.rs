//! Atomic file: readers see the old contents or all of the new ones, also after a crash.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{RunLock, regular_file};

/// A file that is written under a temporary name in the folder of its path and renamed to the path by [`AtomicFile::commit`]. If it
/// is dropped before that, the temporary file is removed, and an older file at the path stays.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    path: PathBuf,
    /// Keeps other runs from writing the file. `None` if it was created by [`write`], which takes no lock.
    _lock: Option<RunLock>,
}

impl AtomicFile {
    /// Creates the temporary file and locks `path` against other runs. An older file at the path stays until the commit.
    ///
    /// # Errors
    /// If `path` is a folder, a pipe or a device, another run writes it, or the temporary file cannot be created.
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let lock = RunLock::of_output(path)?;
        AtomicFile::create_with_lock(path, lock)
    }

    fn create_with_lock(path: &Path, lock: Option<RunLock>) -> io::Result<AtomicFile> {
        // Through a symbolic link the file that it leads to is replaced, not the link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if path.exists() {
            regular_file::check(&path)?;
        }
        let folder = parent_folder(&path);
        let mut prefix = path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        // Unlike `tempfile_in`, this gives the file the mode of any new file, and an error lacks its random name.
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(".part")
            .make_in(folder, |path| {
                File::options().write(true).create_new(true).open(path)
            })?;
        Ok(AtomicFile {
            file,
            path,
            _lock: lock,
        })
    }

    /// Writes the file to the disk and renames it to its path.
    ///
    /// # Errors
    /// If the file cannot be written or renamed. Then an older file at the path stays.
    pub fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.path)?;
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The error of the named file would have its random name.
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file atomically, without locking it.
///
/// # Errors
/// If `fill` fails, `path` is a folder, a pipe or a device, or the file cannot be written. Then an older file at the path stays.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<AtomicFile>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(AtomicFile::create_with_lock(path, None)?);
    fill(&mut out)?;
    let file = out.into_inner().map_err(IntoInnerError::into_error)?;
    file.commit()
}

/// Returns the folder of a file.
pub fn parent_folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Removes the temporary files that killed runs have left in a folder, if their names begin with one of `beginnings`.
///
/// # Errors
/// If the folder cannot be read, or a file cannot be removed.
pub fn remove_temporary_files(folder: &Path, beginnings: &[&str]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_ours = beginnings.iter().any(|begin| name.starts_with(begin));
        if is_ours && name.ends_with(".part") && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let entries = || fs::read_dir(folder.path()).unwrap().count();
        let path = folder.path().join("a");
        write(&path, |out| out.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let failed = write(&path, |out| {
            out.write_all(b"two")?;
            Err(io::Error::other("the disk is full"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert_eq!(entries(), 1);
        // A folder cannot be replaced.
        let inner = folder.path().join("b");
        fs::create_dir(&inner).unwrap();
        assert!(write(&inner, |out| out.write_all(b"three")).is_err());
        assert_eq!(entries(), 2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // Nor can a device, and a link is followed.
            let error = write(Path::new("/dev/null"), |out| out.write_all(b"four"));
            assert_eq!(error.unwrap_err().kind(), io::ErrorKind::InvalidInput);
            let link = folder.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            write(&link, |out| out.write_all(b"five")).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"five");
            assert!(link.is_symlink());
            let plain = folder.path().join("plain");
            fs::write(&plain, "").unwrap();
            let mode = |path| fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(&path), mode(&plain));
        }
    }
}
