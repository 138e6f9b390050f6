//! Boot, idle, thinking: what follows from what.
//!
//! ```text
//!              ucci                 go ...
//!    Boot ------------->  Idle  ------------->  Thinking
//!     |                 ^  |  ^                  |  |
//!     |            ucci '--'  '------------------'  |
//!     | quit        | quit       bestmove           | quit
//!     v             v            nobestmove         v
//!    (the end)  (the end)                       (the end)
//! ```
//!
//! [`Machine::step`] takes what happened and returns what is to be done, in order. It never waits: the
//! driver does, and comes back with the next thing that happened.
//!
//! Three rules hold everywhere. A line that makes no sense, or none at this time, is answered by
//! one message and changes nothing. Each `go` that is accepted is answered by one `bestmove` or
//! `nobestmove`, unless the program is told to quit. A search on the opponent's time is not
//! answered before `ponderhit` or `stop`, however soon it ends.

use super::command::{Command, Go, Prefix, Setup};
use super::manners::Manners;
use super::options::{Effect, OptionError, Options};
use super::response::{Response, forced_end};
use crate::board::{Board, Move};
use crate::rules::Game;
use crate::search::score::{Meaning, meaning};
use crate::search::{Bound, Event, Limits, Line, Outcome, Request, Settings};

/// What can happen.
#[derive(Clone, Debug)]
pub enum Input {
    /// The GUI asks for something.
    Command(Command),
    /// The GUI said something that is no command; why.
    Nonsense(String),
    /// The search has news.
    Search(Event),
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
    /// Have the engine forget the game before.
    Forget,
    /// Start a search.
    Start(Box<Request>),
    /// Ask the search to end; its answer will come as an event.
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
    /// Before the first `ucci`.
    Boot,
    /// Waiting for something to do.
    Idle,
    /// A search is under way.
    Thinking(Thinking),
}

/// What is to be remembered while the engine thinks.
#[derive(Clone, Debug)]
struct Thinking {
    /// It is the opponent's time: no answer may be given.
    pondering: bool,
    /// It was told to stop.
    stopped: bool,
    /// It was stopped while pondering: the answer is for a move that was not played.
    missed: bool,
    /// The opponent offers a draw.
    draw_offered: bool,
    /// Nothing but a command is sure to end it.
    endless: bool,
    /// The answer, when it came before it may be given.
    held: Option<Outcome>,
    /// The best variation that was last told.
    variation: Vec<Move>,
    /// The forced end that was last told of.
    told: Meaning,
}

impl Thinking {
    /// Tells a line; whether with its rank, says `ranked`.
    fn tell(&mut self, line: Line, ranked: bool) -> Vec<Action> {
        let mut actions = Vec::new();
        let (elapsed, nodes) = (line.elapsed, line.nodes);
        if line.rank <= 1 {
            actions.push(say(Response::Progress { elapsed, nodes }));
            let means = meaning(line.score);
            if means != self.told {
                actions.extend(forced_end(means).map(message));
                self.told = means;
            }
            self.variation.clone_from(&line.pv);
        }
        actions.push(say(Response::Variation { line, ranked }));
        actions
    }
}

/// The state machine between GUI and search. See the [module](self) for its rules.
///
/// ```
/// use chuhe::protocol::{Action, Command, Input, Machine, Response};
/// let mut machine = Machine::new();
/// machine.step(Input::Command(Command::Hello));
/// let actions = machine.step(Input::Command(Command::Stop));
/// assert!(matches!(actions[..], [Action::Say(Response::NoBestMove)]));
/// ```
#[derive(Clone, Debug)]
pub struct Machine {
    state: State,
    options: Options,
    game: Game,
    banned: Vec<Move>,
    manners: Manners,
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
            options: Options::default(),
            game: Game::new(Board::startpos()),
            banned: Vec::new(),
            manners: Manners::default(),
            ending: false,
        }
    }

    /// The options as they are.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Whether the machine wants to hear from the GUI now. With `batch` on it does not while it
    /// thinks, so that a file of commands can be piped in; but a search that only a command can end
    /// needs one. After a `stop` the answer comes at once, and what is said meanwhile waits for it:
    /// not every GUI does.
    pub fn is_listening(&self) -> bool {
        match &self.state {
            State::Boot | State::Idle => true,
            State::Thinking(thinking) if thinking.stopped => false,
            State::Thinking(thinking) => {
                !self.options.batch || thinking.endless || thinking.pondering
            }
        }
    }

    /// What follows from what happened.
    pub fn step(&mut self, input: Input) -> Vec<Action> {
        match (&mut self.state, input) {
            (State::Boot, Input::Command(Command::Hello)) => {
                self.state = State::Idle;
                vec![say(Response::Introduction)]
            }
            (State::Boot, Input::Command(Command::Quit)) => farewell(),
            (State::Boot, Input::Command(_) | Input::Nonsense(_)) => {
                vec![message("this engine speaks UCCI: say 'ucci' first")]
            }
            (_, Input::Nonsense(why)) => vec![message(why)],
            (State::Idle, Input::Command(command)) => self.obey(command),
            (State::Thinking(_), Input::Command(command)) => self.interrupt(command),
            (State::Thinking(_), Input::Search(event)) => self.hear(event),
            // The end was said already, or there was no beginning.
            (State::Boot | State::Idle, Input::Search(_)) => Vec::new(),
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
            Command::Stop => vec![say(Response::NoBestMove)],
            Command::PonderHit { .. } => vec![message("ponderhit: there is no search to tell")],
            Command::Probe(setup) => probe(setup),
            Command::Hello => vec![say(Response::Introduction)],
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
                self.unless_held(Action::Stop)
            }
            Command::PonderHit { draw } if thinking.pondering => {
                thinking.pondering = false;
                thinking.draw_offered = draw;
                self.unless_held(Action::PonderHit)
            }
            Command::PonderHit { .. } => {
                vec![message(
                    "ponderhit: the search is not on the opponent's time",
                )]
            }
            Command::Quit => farewell(),
            Command::Hello
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
        let mut actions = Vec::new();
        match self.options.set(name, value) {
            Ok(Effect::NewGame) => {
                self.manners = Manners::default();
                actions.push(Action::Forget);
            }
            Ok(Effect::Changed) => {
                let settings = self.options.settings();
                if settings != before {
                    actions.push(Action::Configure(settings));
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

    fn go(&mut self, go: Go) -> Vec<Action> {
        if go.depth == Some(0) {
            let board = self.game.board().clone();
            return vec![Action::Evaluate(board), say(Response::NoBestMove)];
        }
        let limits = go.limits(self.options.use_milliseconds);
        let pondering = go.prefix == Prefix::Ponder;
        self.state = State::Thinking(Thinking {
            pondering,
            stopped: false,
            missed: false,
            draw_offered: go.prefix == Prefix::Draw,
            endless: limits == Limits::default(),
            held: None,
            variation: Vec::new(),
            told: Meaning::Evaluation(0),
        });
        let request = Request {
            game: self.game.clone(),
            limits,
            ponder: pondering,
            banned: self.banned.clone(),
            multipv: self.options.lines,
        };
        let mut actions = Vec::new();
        self.trace(&mut actions, || {
            let (fen, banned) = (request.game.board().to_fen(), request.banned.len());
            format!("thinking on {fen}, {banned} moves banned, {limits:?}")
        });
        actions.push(Action::Start(Box::new(request)));
        actions
    }

    /// News from the search.
    fn hear(&mut self, event: Event) -> Vec<Action> {
        let State::Thinking(thinking) = &mut self.state else {
            return Vec::new();
        };
        match event {
            // UCCI has no word for a bound, and a bound told as a score misleads.
            Event::Line(Line {
                bound: Bound::Lower | Bound::Upper,
                ..
            }) => Vec::new(),
            Event::Line(line) => thinking.tell(line, self.options.lines > 1),
            Event::CurrentMove { mv, .. } => vec![say(Response::CurrentMove(mv))],
            Event::Finished(outcome) if thinking.pondering => {
                thinking.held = Some(outcome);
                Vec::new()
            }
            Event::Finished(outcome) => self.answer(outcome),
        }
    }

    /// Gives the answer and goes back to idle.
    fn answer(&mut self, outcome: Outcome) -> Vec<Action> {
        let mut actions = Vec::new();
        let State::Thinking(mut thinking) = std::mem::replace(&mut self.state, State::Idle) else {
            return actions;
        };
        let Outcome { elapsed, nodes, .. } = outcome;
        // The search ended on a bound. As a score it would mislead while the search goes on, but
        // who reads the variation is to find the move that is played.
        if !outcome.pv.is_empty() && outcome.pv != thinking.variation {
            let line = Line {
                depth: outcome.depth,
                rank: 1,
                score: outcome.score,
                nodes,
                elapsed,
                pv: outcome.pv,
                ..Line::default()
            };
            actions.extend(thinking.tell(line, self.options.lines > 1));
        }
        actions.push(say(Response::Progress { elapsed, nodes }));
        let board = self.game.board();
        actions.push(say(match outcome.best {
            None => Response::NoBestMove,
            Some(mv) => Response::BestMove {
                mv,
                ponder: outcome
                    .ponder
                    .filter(|&ponder| self.options.ponder && leaves_a_reply(board, mv, ponder)),
                // The opponent did not play the move that this one answers: nothing is said with
                // it.
                gesture: if thinking.missed {
                    None
                } else {
                    let offered = thinking.draw_offered;
                    self.manners
                        .gesture(board, outcome.score, offered, &self.options)
                },
            },
        }));
        if self.ending {
            actions.push(Action::Quit);
        }
        actions
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

/// Whether we have a move left after these two. Where the expected answer ends the game there is
/// nothing to ponder on, and some GUIs would wait for a best move that cannot come.
fn leaves_a_reply(board: &Board, mv: Move, ponder: Move) -> bool {
    let mut board = board.clone();
    for mv in [mv, ponder] {
        if !board.is_legal_move(mv) {
            return false;
        }
        let _ = board.make(mv);
    }
    board.has_legal_move()
}

#[cfg(test)]
mod tests;
