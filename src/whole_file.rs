//! Floor 1: a file that is there whole, or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is written beside its place and moved there when it is whole: a reader sees the old one or the new one, and so
/// does who comes after a kill or a power cut. What was begun is removed when it is not ended, because the disk is full for
/// instance.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    part: PathBuf,
    path: PathBuf,
    moved: bool,
}

impl WholeFile {
    /// Begins a file; what is in its place stays there.
    ///
    /// # Errors
    /// When it cannot be written there, or a folder or a device has its name.
    pub fn begin(path: &Path) -> io::Result<WholeFile> {
        // A link stays one: what is written is the file that it leads to.
        let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let what = match fs::metadata(path) {
            Ok(there) if there.is_dir() => Some("it is a folder"),
            Ok(there) if !there.is_file() => Some("it is a device or a pipe, and no file"),
            _ => None,
        };
        if let Some(what) = what {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
        }
        let part = part_of(path);
        Ok(WholeFile {
            file: File::create(&part)?,
            part,
            path: path.to_owned(),
            moved: false,
        })
    }

    /// Puts it in its place. Nothing is to be written to it any more.
    ///
    /// # Errors
    /// When it cannot be written to the disk, or moved.
    pub fn finish(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        self.moved = true;
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if !self.moved {
            // What cannot be removed either is no worse than what is wrong already.
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Writes a whole file.
///
/// ```
/// use std::io::Write;
/// let path = std::env::temp_dir().join(format!("chuhe-whole-{}", std::process::id()));
/// chuhe::whole_file::write(&path, |out| out.write_all(b"all of it")).unwrap();
/// let failed = chuhe::whole_file::write(&path, |out| {
///     out.write_all(b"a part")?;
///     Err(std::io::Error::other("the disk is full"))
/// });
/// assert_eq!(failed.unwrap_err().to_string(), "the disk is full");
/// assert_eq!(std::fs::read(&path).unwrap(), b"all of it");
/// # std::fs::remove_file(&path).unwrap();
/// ```
///
/// # Errors
/// When it cannot be written or moved; what was there before is there still.
pub fn write(
    path: &Path,
    fill: impl FnOnce(&mut BufWriter<WholeFile>) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(WholeFile::begin(path)?);
    fill(&mut out)?;
    out.flush()?;
    out.get_mut().finish()
}

/// Where a file is written before it is moved to its place.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_stays_behind() {
        let folder = std::env::temp_dir().join(format!("chuhe-part-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a");
        write(&path, |out| out.write_all(b"one")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one");
        let fault = write(&path, |out| {
            out.write_all(b"two")?;
            Err(io::Error::other("no"))
        });
        assert!(fault.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        assert!(!part_of(&path).exists());
        // A folder is no place for a file.
        assert!(write(&folder, |out| out.write_all(b"three")).is_err());
        assert!(!part_of(&folder).exists());
        #[cfg(unix)]
        {
            // Nor is a device, and a link is none of its own.
            let fault = write(Path::new("/dev/null"), |out| out.write_all(b"four"));
            assert_eq!(fault.unwrap_err().kind(), io::ErrorKind::InvalidInput);
            let link = folder.join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            write(&link, |out| out.write_all(b"five")).unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"five");
            assert!(link.is_symlink());
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
