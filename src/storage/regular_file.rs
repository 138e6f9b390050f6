//! Regular files: a folder, a pipe or a device is refused before it is opened, because a pipe may block for ever.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Opens a regular file for reading.
///
/// # Errors
/// If it cannot be opened, or is a folder, a pipe or a device.
pub fn open(path: &Path) -> io::Result<File> {
    check(path)?;
    File::open(path)
}

/// Opens a regular file to append to it, or creates it.
///
/// # Errors
/// If it cannot be opened or created, or is a folder, a pipe or a device.
#[cfg(feature = "protocol")]
pub fn append(path: &Path) -> io::Result<File> {
    match check(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::options().create(true).append(true).open(path),
    }
}

/// Returns true if the path leads to a pipe or a device.
#[cfg(feature = "cli")]
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Returns an error unless the path leads to a regular file. A missing file is [`io::ErrorKind::NotFound`].
pub fn check(path: &Path) -> io::Result<()> {
    let kind = match fs::metadata(path)? {
        data if data.is_file() => return Ok(()),
        data if data.is_dir() => "a folder",
        _ => "a pipe or a device",
    };
    let message = format!("{kind}, not a regular file");
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}
