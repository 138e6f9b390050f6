//! Append-only journal with torn-tail recovery.
//!
//! Each record is written in one piece as soon as it is known. A crash leaves complete records and at most one torn record
//! behind them. A run that resumes reads the complete records, cuts the torn one off, and appends.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::warn;

use super::run_lock::{self, RunLock};

/// An append-only file of complete records.
#[derive(Debug)]
pub struct Journal {
    file: File,
    /// Bytes of complete records; `None` for a device or a pipe, which has no length.
    length: Option<u64>,
    /// Keeps other runs from writing the file.
    _lock: Option<RunLock>,
}

impl Journal {
    /// Begins a journal in a new or empty file, or on a device. A file that holds something is
    /// [`io::ErrorKind::AlreadyExists`]; one that another run writes is [`io::ErrorKind::ResourceBusy`].
    pub fn create(path: &Path) -> io::Result<Journal> {
        let journal = Journal::open(path)?;
        match journal.is_empty() {
            true => Ok(journal),
            false => Err(io::ErrorKind::AlreadyExists.into()),
        }
    }

    /// Begins a journal in place of the contents that a file may have.
    pub fn replace(path: &Path) -> io::Result<Journal> {
        let mut journal = Journal::open(path)?;
        journal.cut_after(0)?;
        Ok(journal)
    }

    /// Continues a journal at its end, or begins it where there is none.
    pub fn open(path: &Path) -> io::Result<Journal> {
        Journal::open_locked(path, RunLock::of_output(path)?)
    }

    fn open_locked(path: &Path, lock: Option<RunLock>) -> io::Result<Journal> {
        let file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let is_file = file.metadata()?.is_file();
        // Another run may write the file by another name. On Windows a lock would keep readers out, too.
        let can_lock = cfg!(unix) && is_file;
        if can_lock && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(run_lock::held());
        }
        // The other run may have written until the lock was taken.
        let length = is_file.then_some(file.metadata()?.len());
        let mut journal = Journal {
            file,
            length,
            _lock: lock,
        };
        journal.cut()?;
        Ok(journal)
    }

    /// Cuts off what follows the first `length` bytes.
    pub fn cut_after(&mut self, length: u64) -> io::Result<()> {
        self.length = self.length.map(|_| length);
        self.cut()
    }

    /// True before the first record.
    pub fn is_empty(&self) -> bool {
        self.length.unwrap_or(0) == 0
    }

    /// True for a plain file, false for a device or a pipe.
    pub fn is_plain_file(&self) -> bool {
        self.length.is_some()
    }

    /// Writes a record in one piece. After an error the records before it are still complete.
    pub fn append(&mut self, record: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(record) {
            // A full disk may have taken a part of it. Cutting a file short needs no space.
            self.cut()?;
            return Err(error);
        }
        self.length = self.length.map(|length| length + record.len() as u64);
        Ok(())
    }

    /// Writes a value as a line of JSON.
    pub fn append_json(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        self.append(&line)
    }

    /// Overwrites the beginning of the file: a header of fixed size. After an error the next record still goes to the end.
    pub fn overwrite_start(&mut self, header: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        let written = self.file.write_all(header);
        self.cut()?;
        written
    }

    /// Waits until all records are on the disk. Does nothing for a device.
    pub fn sync(&self) -> io::Result<()> {
        self.length.map_or(Ok(()), |_| self.file.sync_data())
    }

    /// Cuts off what follows the complete records, and goes to the end.
    fn cut(&mut self) -> io::Result<()> {
        if let Some(length) = self.length {
            self.file.set_len(length)?;
            self.file.seek(SeekFrom::Start(length))?;
        }
        Ok(())
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Closing the file is not enough: a process that another thread is starting has a copy of it until it runs its program.
        let _ = self.file.unlock();
    }
}

/// The text of an error in a line of JSON, without its location, which is counted from the beginning of that line.
pub fn line_error(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    text[..end].to_owned()
}

/// Reads the complete lines of a journal that is to be resumed. No other run can write it meanwhile.
pub struct JournalReader {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    line: Vec<u8>,
    number: u64,
    length: u64,
    skipped: Vec<(u64, String)>,
    lock: Option<RunLock>,
}

impl JournalReader {
    /// Opens a journal. A missing file, a device and a pipe read as an empty one.
    pub fn open(path: &Path) -> io::Result<JournalReader> {
        let lock = RunLock::of_output(path)?;
        let is_empty = match path.metadata() {
            Ok(file) => !file.is_file(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => true,
            Err(error) => return Err(error),
        };
        let reader: Box<dyn BufRead> = match is_empty {
            true => Box::new(io::empty()),
            false => Box::new(BufReader::new(File::open(path)?)),
        };
        Ok(JournalReader {
            path: path.to_owned(),
            reader,
            line: Vec::new(),
            number: 0,
            length: 0,
            skipped: Vec::new(),
            lock,
        })
    }

    /// The next complete line with its number, from 1, and its line end; `None` at the end or at a torn line.
    pub fn next_line(&mut self) -> io::Result<Option<(u64, &[u8])>> {
        self.line.clear();
        self.reader.read_until(b'\n', &mut self.line)?;
        if self.line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.number += 1;
        self.length += self.line.len() as u64;
        Ok(Some((self.number, &self.line)))
    }

    /// The length of the complete lines read, in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The number of complete lines read.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Skips the line last read, which a crash or a disk has damaged. The run that resumes warns of it.
    pub fn skip(&mut self, error: String) {
        self.skipped.push((self.number, error));
    }

    /// Parses the line last read. A line that is not JSON is [skipped](JournalReader::skip): `None`.
    ///
    /// # Errors
    /// If the line is JSON, but of no `T`.
    pub fn parse_or_skip<T: DeserializeOwned>(&mut self) -> serde_json::Result<Option<T>> {
        match serde_json::from_slice(&self.line) {
            Err(error) if !error.is_data() => {
                self.skip(line_error(&error));
                Ok(None)
            }
            parsed => parsed.map(Some),
        }
    }

    /// The first line that was skipped, and its error.
    pub fn first_skipped(&self) -> Option<&(u64, String)> {
        self.skipped.first()
    }

    /// True if the torn line at the end begins as `start` does, as far as it goes; also without one. A file of another kind may
    /// have no line end. It is called once [`next_line`](JournalReader::next_line) has returned `None`.
    pub fn torn_line_begins(&self, start: &[u8]) -> bool {
        let mut pairs = self.line.iter().zip(start);
        pairs.all(|(torn, start)| torn == start)
    }

    /// Continues the journal after the complete lines that were read.
    pub fn resume(self) -> io::Result<Journal> {
        let mut journal = Journal::open_locked(&self.path, self.lock)?;
        for (line, error) in self.skipped {
            let path = self.path.display();
            warn!("{path}: line {line} is damaged and is skipped: {error}");
        }
        journal.cut_after(self.length)?;
        Ok(journal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn torn_line_is_cut_off_on_resume() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let mut journal = Journal::create(&path).unwrap();
        assert!(journal.is_empty() && journal.is_plain_file());
        journal.append_json(&[1, 2]).unwrap();
        journal.append(b"two\n").unwrap();
        journal.sync().unwrap();
        journal.append(b"tor").unwrap();
        for error in [
            Journal::create(&path).err().unwrap(),
            JournalReader::open(&path).err().unwrap(),
        ] {
            assert_eq!(error.kind(), io::ErrorKind::ResourceBusy);
        }
        let link = folder.path().join("link.jsonl");
        fs::hard_link(&path, &link).unwrap();
        #[cfg(unix)]
        assert_eq!(
            Journal::open(&link).unwrap_err().kind(),
            io::ErrorKind::ResourceBusy
        );
        drop(journal);
        let error = Journal::create(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);

        let mut reader = JournalReader::open(&path).unwrap();
        assert_eq!(reader.next_line().unwrap(), Some((1, &b"[1,2]\n"[..])));
        assert_eq!(reader.next_line().unwrap(), Some((2, &b"two\n"[..])));
        assert_eq!(reader.next_line().unwrap(), None);
        assert_eq!(reader.number(), 2);
        assert!(reader.torn_line_begins(b"torn") && reader.torn_line_begins(b"to"));
        assert!(!reader.torn_line_begins(b"tear"));
        let mut journal = reader.resume().unwrap();
        assert!(!journal.is_empty());
        journal.append(b"three\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"[1,2]\ntwo\nthree\n");
    }

    /// A copy of the file, as a process that is being started has one, does not hold the lock any longer.
    #[test]
    fn copy_of_the_file_does_not_keep_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let journal = Journal::create(&path).unwrap();
        let _copy = journal.file.try_clone().unwrap();
        drop(journal);
        Journal::create(&path).unwrap();
    }

    #[test]
    fn missing_file_reads_as_empty() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none");
        let mut reader = JournalReader::open(&path).unwrap();
        assert_eq!(reader.next_line().unwrap(), None);
        assert!(!path.exists());
        assert!(reader.resume().unwrap().is_empty());
        assert!(path.exists());
    }

    #[test]
    fn header_is_overwritten_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        let mut journal = Journal::create(&path).unwrap();
        journal.append(b"HEAD12345").unwrap();
        journal.cut_after(8).unwrap();
        journal.overwrite_start(b"head").unwrap();
        journal.append(b"56").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"head123456");
    }

    /// A limit on the size of files stands for a full disk. This test runs itself again under the limit.
    #[cfg(unix)]
    #[test]
    fn failed_header_leaves_the_next_record_at_the_end() {
        const FILE: &str = "CHUHE_TEST_JOURNAL";
        if let Some(path) = std::env::var_os(FILE) {
            let mut journal = Journal::open(path.as_ref()).unwrap();
            journal.overwrite_start(b"head").unwrap_err();
            assert_eq!(journal.file.stream_position().unwrap(), 8);
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.bin");
        fs::write(&path, "HEAD1234").unwrap();
        let name = std::thread::current().name().unwrap().to_owned();
        let status = std::process::Command::new("sh")
            .args([
                "-c",
                "trap '' XFSZ; ulimit -f 0; exec \"$0\" --exact \"$1\"",
            ])
            .arg(std::env::current_exe().unwrap())
            .arg(name)
            .env(FILE, &path)
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.unwrap().success());
        assert_eq!(fs::read(&path).unwrap(), b"HEAD1234");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn device_has_no_length() {
        let mut journal = Journal::create(Path::new("/dev/null")).unwrap();
        // Several runs may write a device.
        Journal::create(Path::new("/dev/null")).unwrap();
        journal.append(b"a").unwrap();
        assert!(journal.is_empty() && !journal.is_plain_file());
        journal.sync().unwrap();
        let mut full = Journal::create(Path::new("/dev/full")).unwrap();
        assert!(full.append(b"a").is_err());
    }
}
