//! A match as a file of games, game by game, also when the match goes on after a cut.
//!
//! The file holds the games in the order in which they ended, just as the record of the match does, and
//! the same record always gives the same text. So what stands in the file of a match that was cut off is
//! the beginning of what should stand there, and what is missing, be it half a game, is added.

use std::fs;
use std::io;
use std::path::Path;

use thiserror::Error;

use crate::storage::Journal;

/// What is wrong with a file of games.
#[derive(Debug, Error)]
pub enum PgnError {
    /// The system cannot.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is something already.
    #[error("it exists already")]
    Exists,
    /// What is in it is not what the match has played.
    #[error(
        "line {line}: it differs from what the match has played; take it away, and all games are written anew"
    )]
    Different {
        /// The first such line, from 1.
        line: usize,
    },
}

/// A file of games, to be added to.
#[derive(Debug)]
pub struct PgnFile {
    journal: Journal,
}

impl PgnFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is something already, or the file cannot be written.
    pub fn create(path: &Path) -> Result<PgnFile, PgnError> {
        let mut journal = Journal::create(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => PgnError::Exists,
            _ => error.into(),
        })?;
        if !journal.is_plain_file() {
            // What is no file may open and take nothing; an empty line is none of a game.
            journal.append(b"\n")?;
        }
        Ok(PgnFile { journal })
    }

    /// Goes on with a file, or begins it where there is none: adds what is missing of `games`, all that
    /// the match has played so far.
    ///
    /// # Errors
    /// When the file holds anything else, which is then left alone.
    pub fn resume(path: &Path, games: &str) -> Result<PgnFile, PgnError> {
        let there = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        let Some(missing) = games.as_bytes().strip_prefix(&there[..]) else {
            let pairs = there.iter().zip(games.as_bytes());
            let same = pairs.take_while(|(one, other)| one == other);
            let line = same.filter(|&(&byte, _)| byte == b'\n').count() + 1;
            return Err(PgnError::Different { line });
        };
        let journal = Journal::resume(path, there.len() as u64)?;
        let mut file = PgnFile { journal };
        file.write(missing)?;
        Ok(file)
    }

    /// Adds a game, so that it is there whatever happens next.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &str) -> io::Result<()> {
        self.write(game.as_bytes())
    }

    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.journal.append(text)?;
        self.journal.sync()
    }
}
