//! A match as a file of games, game by game, also when the match goes on after a cut.
//!
//! The file holds the games in the order in which they ended, just as the record of the match does, and
//! the same record always gives the same text. So what stands in the file of a match that was cut off is
//! the beginning of what should stand there, and what is missing, be it half a game, is added.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

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
    file: File,
}

impl PgnFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is something already, or the file cannot be written.
    pub fn create(path: &Path) -> Result<PgnFile, PgnError> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let there = file.metadata()?;
        if there.len() > 0 {
            return Err(PgnError::Exists);
        }
        if !there.is_file() {
            // What is no file may open and take nothing; an empty line is none of a game.
            file.write_all(b"\n")?;
        }
        Ok(PgnFile { file })
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
        let games = games.as_bytes();
        let same = games
            .iter()
            .zip(&there)
            .take_while(|(one, other)| one == other);
        let same = same.count();
        if same < there.len() {
            let lines = there[..same].iter().filter(|&&byte| byte == b'\n');
            let line = lines.count() + 1;
            return Err(PgnError::Different { line });
        }
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(&games[same..])?;
        file.sync_data()?;
        Ok(PgnFile { file })
    }

    /// Adds a game, so that it is there whatever happens next.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, game: &str) -> io::Result<()> {
        self.file.write_all(game.as_bytes())?;
        self.file.sync_data()
    }
}
