//! `setoption`, and what follows from it.

use super::action::Action;
use super::state::Machine;
use crate::eval::Evaluator;
use crate::protocol::manners::Manners;
use crate::protocol::options::{Effect, OptionError};
use crate::search::Settings;

impl Machine {
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Vec<Action> {
        let before = self.options.settings();
        let books = self.options.book_files.clone();
        let mut actions = Vec::new();
        match self.options.set(name, value) {
            Ok(Effect::NewGame) => {
                self.manners = Manners::default();
                actions.push(Action::Clear);
            }
            Ok(Effect::Clear) => actions.push(Action::Clear),
            Ok(Effect::Changed) => {
                actions.extend(self.configure(&before));
                if self.options.book_files != books {
                    actions.push(Action::OpenBooks(self.options.book_files.clone()));
                }
                if self.options.log_file != self.log_file {
                    actions.push(Action::OpenLog(self.options.log_file.clone()));
                }
                if self.options.eval_file != self.network_file {
                    actions.extend(self.change_network());
                }
                self.trace(&mut actions, || format!("option {name} is now {value}"));
            }
            // GUIs set what other engines have.
            Err(unknown @ OptionError::Unknown(_)) => {
                self.trace(&mut actions, || unknown.to_string());
            }
            Err(error) => actions.push(Action::message(error)),
        }
        actions
    }

    /// Another file of the network was named.
    fn change_network(&mut self) -> Vec<Action> {
        let file = self.options.eval_file.clone();
        if !file.is_empty() {
            return vec![Action::LoadNetwork(file)];
        }
        self.network_file = file;
        self.play_with(Evaluator::default(), "evalfile: the network in the program")
    }

    fn play_with(&mut self, evaluator: Evaluator, message: impl ToString) -> Vec<Action> {
        let before = self.options.settings();
        self.options.evaluator = evaluator;
        let configure = self.configure(&before).into_iter();
        configure.chain([Action::message(message)]).collect()
    }

    /// The network was read; if not, everything stays as it was.
    pub(super) fn network_loaded(&mut self, read: Result<Evaluator, String>) -> Vec<Action> {
        match read {
            Ok(evaluator) => {
                let message = format!("evalfile: {evaluator}");
                self.network_file.clone_from(&self.options.eval_file);
                self.play_with(evaluator, message)
            }
            Err(error) => {
                self.options.eval_file.clone_from(&self.network_file);
                let has_network = self.options.evaluator.has_network();
                let stays = match (self.network_file.as_str(), has_network) {
                    ("", false) => "the evaluation stays as it was",
                    ("", true) => "the network in the program stays",
                    _ => "the network before stays",
                };
                vec![Action::message(format!("evalfile: {error}; {stays}"))]
            }
        }
    }

    /// The log was opened; if not, the one before goes on.
    pub(super) fn log_opened(&mut self, opened: Result<(), String>) -> Vec<Action> {
        match opened {
            Ok(()) => {
                self.log_file.clone_from(&self.options.log_file);
                Vec::new()
            }
            Err(error) => {
                self.options.log_file.clone_from(&self.log_file);
                vec![Action::message(error)]
            }
        }
    }

    /// Passes the settings to the engine if they are not what they were.
    fn configure(&self, before: &Settings) -> Option<Action> {
        let settings = self.options.settings();
        (settings != *before).then_some(Action::Configure(settings))
    }
}
