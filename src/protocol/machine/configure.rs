//! `setoption`: changes options, and opens the files that they name.

use std::mem;
use std::path::Path;

use super::action::Action;
use super::state::Machine;
use crate::endgame::EndgameTables;
use crate::eval::Evaluator;
use crate::protocol::adjudication::Adjudicator;
use crate::protocol::options::{Effect, OptionError, Options};

impl Machine {
    pub(super) fn set_option(&mut self, name: &str, value: &str) {
        let before = self.options.clone();
        match self.options.set(name, value) {
            Ok(Effect::NewGame) => {
                self.adjudicator = Adjudicator::default();
                self.emit(Action::Clear);
            }
            Ok(Effect::Clear) => self.emit(Action::Clear),
            Ok(Effect::Changed) => {
                // A file that is named again may have changed. An empty name that stays empty has no effect.
                let names_file = |option: &str, old: &str, new: &str| {
                    name.eq_ignore_ascii_case(option) && (old, new) != ("", "")
                };
                let after = &self.options;
                let opens_books = names_file("bookfiles", &before.book_files, &after.book_files);
                let opens_log = names_file("Debug Log File", &before.log_file, &after.log_file);
                let loads_network = names_file("evalfile", &before.eval_file, &after.eval_file);
                let loads_endings = names_file("endings", &before.endings, &after.endings);
                // What became of a file is reported when it has been opened.
                if !(opens_log || loads_network || loads_endings) {
                    self.debug_message(|| format!("option {name} is now {value}"));
                }
                self.configure(&before);
                if opens_books {
                    self.emit(Action::OpenBooks(self.options.book_files.clone()));
                }
                // The names of the log and of the network change when their files have been opened.
                if opens_log {
                    let file = mem::replace(&mut self.options.log_file, before.log_file);
                    self.emit(Action::OpenLog(file));
                }
                if loads_network {
                    let file = mem::replace(&mut self.options.eval_file, before.eval_file);
                    match file.is_empty() {
                        true => self.network_loaded(file, Ok(Evaluator::default())),
                        false => self.emit(Action::LoadNetwork(file)),
                    }
                }
                if loads_endings {
                    let folder = mem::replace(&mut self.options.endings, before.endings);
                    match folder.is_empty() {
                        true => self.endings_loaded(folder, Ok(Default::default())),
                        false => self.emit(Action::LoadEndings(folder)),
                    }
                }
            }
            // GUIs set options of other engines.
            Err(unknown @ OptionError::Unknown(_)) => self.debug_message(|| unknown.to_string()),
            Err(error) => self.message(error),
        }
    }

    /// Uses a network that was read, or the embedded one if `file` is empty. After an error nothing changes.
    pub(super) fn network_loaded(&mut self, file: String, read: Result<Evaluator, String>) {
        const EMBEDDED: &str = "the embedded network";
        match read {
            Ok(evaluator) => {
                let before = self.options.clone();
                let name = match file.is_empty() {
                    true => EMBEDDED.to_owned(),
                    false => evaluator.to_string(),
                };
                (self.options.eval_file, self.options.evaluator) = (file, evaluator);
                self.configure(&before);
                self.message(format!("evalfile: {name}"));
            }
            Err(error) => {
                let stays = match self.options.eval_file.is_empty() {
                    true => EMBEDDED,
                    false => "the previous network",
                };
                self.message(format!("evalfile: {error}; {stays} stays"));
            }
        }
    }

    /// Uses the endgame tables that were read from a folder. After an error nothing changes.
    pub(super) fn endings_loaded(
        &mut self,
        folder: String,
        read: Result<(EndgameTables, Vec<String>), String>,
    ) {
        match read {
            Ok((tables, errors)) => {
                let before = self.options.clone();
                errors.into_iter().for_each(|error| self.message(error));
                self.message(match tables.iter().count() {
                    0 if !folder.is_empty() => {
                        let none = EndgameTables::none_in(Path::new(&folder));
                        format!("endings: {folder}: {none}")
                    }
                    1 => "endings: 1 table".to_owned(),
                    count => format!("endings: {count} tables"),
                });
                (self.options.endings, self.options.tables) = (folder, tables);
                self.configure(&before);
            }
            Err(error) => self.message(format!("endings: {error}; nothing changes")),
        }
    }

    /// Passes the settings to the engine if they have changed.
    fn configure(&mut self, before: &Options) {
        let settings = self.options.settings();
        if settings != before.settings() {
            self.emit(Action::Configure(settings));
        }
    }
}
