//! Boot, idle, thinking: what follows from what.
//!
//! ```text
//!           ucci or uci              go ...
//!    Boot ------------->  Idle  ------------->  Thinking
//!     |                 ^  |  ^                  |  |
//!     |        greeting '--'  '------------------'  |
//!     | quit        | quit       best move          | quit
//!     v             v            or none            v
//!    (the end)  (the end)                       (the end)
//! ```
//!
//! A fourth state, working, is that of a `perft` or `bench`: it ends by itself or by `stop`, and leads back to where it was
//! begun.
//!
//! Both protocols share it. What it knows of them is in [`Protocol`]: a few customs, no text.
//!
//! [`Machine::step`] takes what happened and returns what is to be done, in order. It never waits: the
//! driver does, and comes back with the next thing that happened.
//!
//! Three rules hold everywhere. A line that makes no sense, or none at this time, is answered by
//! one message and changes nothing. Each `go` that is accepted is answered by one best move or by
//! none, unless the program is told to quit. A search on the opponent's time is not
//! answered before `ponderhit` or `stop`, however soon it ends.

mod labour;
mod think;

use super::command::{Command, Setup};
use super::dialect::ParseError;
use super::dialect::protocol::Protocol;
use super::manners::Manners;
use super::options::{Effect, OptionError, Options};
use super::proof::Puzzle;
use super::response::Response;
use super::script::{Script, Task};
use super::work::Told;
use crate::board::{Board, Move};
use crate::book::Shelf;
use crate::eval::Evaluator;
use crate::rules::Game;
use crate::search::{Event, Request, Settings};
use crate::solve::Solution;
use labour::Labour;
use think::Thinking;

/// What can happen.
#[derive(Clone, Debug)]
pub enum Input {
    /// The GUI asks for something.
    Command(Command),
    /// The GUI said something that is no command; why.
    Nonsense(String),
    /// The search has news.
    Search(Event),
    /// The provers are done.
    Proved(Solution),
    /// A command for scripts at work has news.
    Work(Told),
    /// The opening books that were asked for, and what is wrong with those that are missing.
    Books(Shelf, Vec<String>),
    /// The log was opened that was asked for, or closed; if not, what is wrong.
    Log(Option<String>),
    /// The network that was asked for, or what is wrong with its file.
    Network(Result<Evaluator, String>),
    /// The GUI will say nothing more.
    End,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Action {
    /// Tell the GUI.
    Say(Response),
    /// Change the engine's settings.
    Configure(Settings),
    /// Open these opening books, and come back with them.
    OpenBooks(String),
    /// Write the conversation down in this file from now on, or nowhere, and come back with what came of it.
    OpenLog(String),
    /// Read the network of this file, and come back with it.
    LoadNetwork(String),
    /// Have the engine forget the game before.
    Forget,
    /// Start a search.
    Start(Box<Request>),
    /// Look for a mate; what is found will come as [`Input::Proved`].
    Prove(Box<Puzzle>),
    /// Give the proof up: nothing will come of it.
    GiveUp,
    /// Do what a command for scripts asks for, and tell the GUI.
    Perform(Box<Task>),
    /// Begin what a command for scripts asks for, which may take long; its lines and its end will come as
    /// [`Input::Work`].
    Work(Box<Task>),
    /// Ask the search, or the work, to end; its last word will come as an event.
    Stop,
    /// Tell the search that the clock runs from now on.
    PonderHit,
    /// Look the position up in the hash table, and tell the GUI.
    Probe(Board),
    /// Evaluate the position as it stands, and tell the GUI.
    Evaluate(Board),
    /// End the program, and any search with it.
    Quit,
}

/// Where the conversation stands.
#[derive(Clone, Debug)]
enum State {
    /// Before the greeting.
    Boot,
    /// Waiting for something to do.
    Idle,
    /// A search is under way.
    Thinking(Thinking),
    /// A command for scripts is at work.
    Working(Labour),
}

/// The state machine between GUI and search. See the [module](self) for its rules.
///
/// ```
/// use chuhe::protocol::{Action, Command, Protocol, Input, Machine, Response};
/// let mut machine = Machine::new();
/// machine.step(Input::Command(Command::Hello(Protocol::Ucci)));
/// let actions = machine.step(Input::Command(Command::Stop));
/// assert!(matches!(actions[..], [Action::Say(Response::NoBestMove { .. })]));
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    state: State,
    /// The protocol of the greeting; before it, whose words a person is told things in.
    face: Protocol,
    options: Options,
    /// The file of the network that plays, while another is being read.
    network_file: String,
    game: Game,
    banned: Vec<Move>,
    manners: Manners,
    /// The opening books, when they have been opened.
    shelf: Shelf,
    /// The log that is being written.
    log: String,
    /// The end of the input was seen: the answer under way is the last.
    ending: bool,
}

impl Default for Machine {
    fn default() -> Machine {
        Machine::new()
    }
}

impl Machine {
    /// A machine that has yet to be spoken to, with the starting position.
    pub fn new() -> Machine {
        Machine {
            state: State::Boot,
            face: Protocol::Ucci,
            options: Options::default(),
            network_file: String::new(),
            game: Game::new(Board::startpos()),
            banned: Vec::new(),
            manners: Manners::default(),
            shelf: Shelf::default(),
            log: String::new(),
            ending: false,
        }
    }

    /// The options as they are.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The protocol spoken, once there was a greeting.
    pub fn face(&self) -> Option<Protocol> {
        match &self.state {
            State::Boot => None,
            State::Working(labour) => Some(self.face).filter(|_| labour.greeted),
            State::Idle | State::Thinking(_) => Some(self.face),
        }
    }

    /// Whether the machine wants to hear from the GUI now. With `batch` on it does not while it
    /// thinks, so that a file of commands can be piped in; but a search that only a command can end
    /// needs one. After a `stop` the answer comes at once, and what is said meanwhile waits for it:
    /// not every GUI does.
    pub fn is_listening(&self) -> bool {
        match &self.state {
            State::Boot | State::Idle => true,
            State::Working(labour) => !self.options.batch && labour.is_listening(),
            State::Thinking(thinking) if thinking.stopped => false,
            State::Thinking(thinking) => {
                !self.options.batch || thinking.endless || thinking.pondering
            }
        }
    }

    /// What follows from what happened.
    pub fn step(&mut self, input: Input) -> Vec<Action> {
        match (&mut self.state, input) {
            (State::Boot, Input::Command(Command::Hello(face))) => {
                self.face = face;
                self.state = State::Idle;
                vec![say(Response::Introduction)]
            }
            // These mean the same in both protocols.
            (
                State::Boot,
                Input::Command(
                    command @ (Command::Position(_) | Command::Script(_) | Command::Quit),
                ),
            ) => self.obey(command),
            (State::Boot, Input::Command(_)) => vec![message(ParseError::NoGreeting)],
            (_, Input::Books(shelf, faults)) => {
                self.shelf = shelf;
                faults.into_iter().map(message).collect()
            }
            (_, Input::Log(None)) => {
                self.log.clone_from(&self.options.log_file);
                Vec::new()
            }
            (_, Input::Log(Some(fault))) => {
                self.options.log_file.clone_from(&self.log);
                vec![message(fault)]
            }
            (_, Input::Network(read)) => self.take_network(read),
            (State::Working(_), Input::Work(told)) => self.worked(told),
            (State::Working(_), input @ (Input::Command(_) | Input::Nonsense(_) | Input::End)) => {
                self.meanwhile(input)
            }
            (_, Input::Nonsense(why)) => vec![message(why)],
            (State::Idle, Input::Command(command)) => self.obey(command),
            (State::Thinking(_), Input::Command(command)) => self.interrupt(command),
            (State::Thinking(_), Input::Search(event)) => self.hear(event),
            (State::Thinking(_), Input::Proved(solution)) => self.proved(solution),
            // The end was said already, or there was no beginning.
            (_, Input::Search(_) | Input::Proved(_) | Input::Work(_)) => Vec::new(),
            (State::Boot | State::Idle, Input::End) => vec![Action::Quit],
            (State::Thinking(_), Input::End) => {
                self.ending = true;
                self.interrupt(Command::Stop)
            }
        }
    }

    /// A command in idle.
    fn obey(&mut self, command: Command) -> Vec<Action> {
        match command {
            Command::IsReady => vec![say(Response::ReadyOk)],
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position(setup) => match setup.game() {
                Ok(game) => {
                    self.game = game;
                    self.banned.clear();
                    Vec::new()
                }
                Err(illegal) => vec![message(illegal)],
            },
            Command::BanMoves(moves) => {
                self.banned = moves;
                Vec::new()
            }
            Command::Go(go) => self.go(go),
            // A GUI that lost count is not to wait for ever.
            Command::Stop if self.face.dialect().answers_stop_in_idle() => {
                vec![say(Response::NoBestMove { over: false })]
            }
            Command::Stop => Vec::new(),
            Command::PonderHit { .. } => vec![message("ponderhit: there is no search to tell")],
            Command::Probe(setup) => probe(setup),
            Command::Script(script) => self.perform(script),
            Command::Hello(_) => vec![say(Response::Introduction)],
            Command::Quit => farewell(),
        }
    }

    /// A command while thinking.
    fn interrupt(&mut self, command: Command) -> Vec<Action> {
        let State::Thinking(thinking) = &mut self.state else {
            return Vec::new();
        };
        match command {
            Command::IsReady => vec![say(Response::ReadyOk)],
            Command::Probe(setup) => probe(setup),
            Command::Stop => {
                thinking.stopped = true;
                thinking.missed |= thinking.pondering;
                thinking.pondering = false;
                thinking.waiting = false;
                match thinking.proving.take() {
                    Some(proving) => think::hurry(proving),
                    None => self.unless_held(Action::Stop),
                }
            }
            Command::PonderHit { draw } if thinking.pondering => {
                thinking.pondering = false;
                thinking.draw_offered = draw;
                match &mut thinking.proving {
                    // The search that may follow is on our time.
                    Some(proving) => {
                        proving.request.ponder = false;
                        Vec::new()
                    }
                    None if thinking.waiting && thinking.held.is_some() => Vec::new(),
                    None => self.unless_held(Action::PonderHit),
                }
            }
            Command::PonderHit { .. } => {
                vec![message(
                    "ponderhit: the search is not on the opponent's time",
                )]
            }
            Command::Quit => farewell(),
            Command::Script(script) if script.is_quick() => self.perform(script),
            Command::Hello(_)
            | Command::Script(_)
            | Command::SetOption { .. }
            | Command::Position(_)
            | Command::BanMoves(_)
            | Command::Go(_) => {
                vec![message(
                    "ignored while thinking: wait for bestmove, or say 'stop' first",
                )]
            }
        }
    }

    /// The answer, if it is waiting for leave to be given; else what makes the search give it.
    fn unless_held(&mut self, action: Action) -> Vec<Action> {
        let State::Thinking(thinking) = &mut self.state else {
            return Vec::new();
        };
        match thinking.held.take() {
            Some(outcome) => self.answer(outcome),
            None => vec![action],
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Vec<Action> {
        let before = self.options.settings();
        let books = self.options.book_files.clone();
        let mut actions = Vec::new();
        match self.options.set(name, value) {
            Ok(Effect::NewGame) => {
                self.manners = Manners::default();
                actions.push(Action::Forget);
            }
            Ok(Effect::Forgotten) => actions.push(Action::Forget),
            Ok(Effect::Changed) => {
                actions.extend(self.configure(before));
                if self.options.book_files != books {
                    actions.push(Action::OpenBooks(self.options.book_files.clone()));
                }
                if self.options.log_file != self.log {
                    actions.push(Action::OpenLog(self.options.log_file.clone()));
                }
                if self.options.eval_file != self.network_file {
                    actions.extend(self.change_network());
                }
                self.trace(&mut actions, || format!("option {name} is now {value}"));
            }
            // GUIs set what other engines have.
            Err(unknown @ OptionError::Unknown { .. }) => {
                self.trace(&mut actions, || unknown.to_string());
            }
            Err(fault) => actions.push(message(fault)),
        }
        actions
    }

    /// Another file of the network was named.
    fn change_network(&mut self) -> Vec<Action> {
        let file = self.options.eval_file.clone();
        if !file.is_empty() {
            return vec![Action::LoadNetwork(file)];
        }
        let before = self.options.settings();
        self.network_file = file;
        self.options.evaluator = Evaluator::default();
        let mut actions = self.configure(before);
        actions.push(message("evalfile: the network in the program"));
        actions
    }

    /// The network is there, or its file is none: then all stays as it was.
    fn take_network(&mut self, read: Result<Evaluator, String>) -> Vec<Action> {
        let before = self.options.settings();
        match read {
            Ok(evaluator) => {
                let told = format!("evalfile: {evaluator}");
                self.network_file = self.options.eval_file.clone();
                self.options.evaluator = evaluator;
                let mut actions = self.configure(before);
                actions.push(message(told));
                actions
            }
            Err(fault) => {
                self.options.eval_file = self.network_file.clone();
                let stays = match (
                    self.network_file.as_str(),
                    self.options.evaluator.has_network(),
                ) {
                    ("", false) => "the evaluation stays as it was",
                    ("", true) => "the network in the program stays",
                    _ => "the network before stays",
                };
                vec![message(format!("evalfile: {fault}; {stays}"))]
            }
        }
    }

    /// Has the engine know what the options mean now, if that is something else.
    fn configure(&self, before: Settings) -> Vec<Action> {
        let settings = self.options.settings();
        let changed = settings != before;
        changed
            .then_some(Action::Configure(settings))
            .into_iter()
            .collect()
    }

    /// A command for people and scripts.
    fn perform(&mut self, script: Script) -> Vec<Action> {
        let settings = self.options.settings();
        let task = Task {
            script,
            game: self.game.clone(),
            evaluator: settings.evaluator,
            rules: self.options.rule_set(),
        };
        match script.is_quick() {
            true => vec![Action::Perform(Box::new(task))],
            false => self.labour(task),
        }
    }

    /// A word about what is being done, for those who asked for it with `debug`.
    fn trace(&self, actions: &mut Vec<Action>, text: impl FnOnce() -> String) {
        if self.options.debug {
            actions.push(message(text()));
        }
    }
}

fn say(response: Response) -> Action {
    Action::Say(response)
}

fn message(text: impl ToString) -> Action {
    say(Response::Message(text.to_string()))
}

fn farewell() -> Vec<Action> {
    vec![say(Response::Bye), Action::Quit]
}

fn probe(setup: Setup) -> Vec<Action> {
    match setup.game() {
        Ok(game) => vec![Action::Probe(game.board().clone())],
        Err(illegal) => vec![message(illegal)],
    }
}

#[cfg(test)]
mod tests;
