//! The files of a match: its record, and its games as PGN.

use super::plan::Plan;
use crate::arena::pgn::{self, Heading};
use crate::arena::{GameRecord, PgnError, PgnFile, RecordError, RecordFile, Schedule, Tournament};
use crate::cli::Failure;

/// The files that a match is written to, as many of them as are wanted.
pub struct Files<'a> {
    plan: &'a Plan,
    schedule: Schedule,
    record: Option<RecordFile>,
    pgn: Option<PgnFile>,
}

impl<'a> Files<'a> {
    /// Opens them, and returns the games that were played before.
    ///
    /// # Errors
    /// When a file cannot be written or holds something else. No file is touched then but such as
    /// were empty or lacked something.
    pub fn open(
        plan: &'a Plan,
        tournament: &Tournament,
    ) -> Result<(Files<'a>, Vec<GameRecord>), Failure> {
        let mut files = Files {
            plan,
            schedule: plan.schedule(),
            record: None,
            pgn: None,
        };
        let mut before = Vec::new();
        if let Some(path) = &plan.jsonl {
            let opened = match plan.resume {
                true => RecordFile::resume(path, &plan.settings),
                false => RecordFile::create(path, &plan.settings).map(|file| (file, Vec::new())),
            };
            let wrong = |error: RecordError| {
                let hint = hint(matches!(error, RecordError::Exists), plan.resume);
                Failure::Input(format!("{}: {error}{hint}", path.display()))
            };
            let (file, games) = opened.map_err(wrong)?;
            for game in &games {
                tournament.check(game).map_err(wrong)?;
            }
            (files.record, before) = (Some(file), games);
        }
        if let Some(path) = &plan.pgn {
            let opened = match plan.resume {
                true => PgnFile::resume(path, &files.text(&before)),
                false => PgnFile::create(path),
            };
            let wrong = |error: PgnError| {
                let hint = match plan.jsonl {
                    Some(_) => hint(matches!(error, PgnError::Exists), plan.resume),
                    // Only a record says what has been played.
                    None => "",
                };
                Failure::Input(format!("{}: {error}{hint}", path.display()))
            };
            files.pgn = Some(opened.map_err(wrong)?);
        }
        Ok((files, before))
    }

    /// Adds a game: to the record first, from which the other file is mended if we are killed here.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let text = self.pgn.is_some().then(|| self.game(record));
        let unwritten = |path: &Option<std::path::PathBuf>, error| {
            let path = path.as_deref().unwrap_or("the file".as_ref());
            Failure::Work(format!(
                "{}: {error}; the games before this one are whole",
                path.display()
            ))
        };
        if let Some(file) = &mut self.record {
            file.add(record)
                .map_err(|error| unwritten(&self.plan.jsonl, error))?;
        }
        if let (Some(file), Some(text)) = (&mut self.pgn, text) {
            file.add(&text)
                .map_err(|error| unwritten(&self.plan.pgn, error))?;
        }
        Ok(())
    }

    fn text(&self, games: &[GameRecord]) -> String {
        games.iter().map(|record| self.game(record)).collect()
    }

    /// A game as PGN. Both games of an opening are one round.
    fn game(&self, record: &GameRecord) -> String {
        let fixture = self.schedule.fixture(record.game);
        let heading = Heading {
            event: &self.plan.event,
            round: fixture.pair + 1,
            opening: &self.plan.openings[fixture.opening].id,
            control: self.plan.settings.terms.control,
        };
        pgn::game(record, &heading)
    }
}

/// What there is to be done about a file that exists.
fn hint(exists: bool, resume: bool) -> &'static str {
    match exists && !resume {
        true => "; --resume goes on with it",
        false => "",
    }
}
