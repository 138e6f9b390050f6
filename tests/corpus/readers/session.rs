//! Sessions with the protocol machine in one thread and without a clock, so that the same bytes give the same output.
//!
//! The engine searches few nodes, whatever limits a command sets. If the machine accepts input during a search, the end of
//! the search is delayed by one line, so that every command is also tested during a search.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use chuhe::book::{BUILTIN, BookList};
use chuhe::protocol::console::ConsoleCommand;
use chuhe::protocol::job::{Job, JobEvent, JobId};
use chuhe::protocol::lines::{InputLine, next_line};
use chuhe::protocol::{Action, Command, Input, Machine, Protocol, Response, dialect::parse_line};
use chuhe::search::{Engine, Limits, Request, Settings};
use chuhe::solve::{Budget, Goal, Solver};

/// Nodes of each search and each proof.
const NODES: u64 = 60;
/// Lines of a session; further ones are not read.
const LINES: usize = 200;
/// The maximum length of a mate to prove, in moves.
const MOVES: u32 = 3;

/// Runs a session in UCCI.
pub fn ucci(bytes: &[u8]) {
    run_session(Protocol::Ucci, bytes);
}

/// Runs a session in UCI.
pub fn uci(bytes: &[u8]) {
    run_session(Protocol::Uci, bytes);
}

thread_local! {
    /// Shared by all sessions, because allocating its table takes longer than most of them.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(settings(Settings::default())));
}

/// The requested settings, changed so that a search is small, fast and deterministic.
fn settings(requested: Settings) -> Settings {
    Settings {
        hash_mib: 1,
        threads: 1,
        randomness: 0,
        idle: Settings::default().idle,
        ..requested
    }
}

fn run_session(protocol: Protocol, mut bytes: &[u8]) {
    ENGINE.with_borrow_mut(|engine| {
        engine.set(settings(Settings::default()));
        engine.clear();
        let mut session = Session {
            machine: Machine::default(),
            protocol,
            engine,
            pending: VecDeque::new(),
            waits_for_stop: false,
            has_new_line: false,
            console_command_is_running: false,
            answers_due: 0,
            answers_given: 0,
            has_quit: false,
        };
        session.step(Input::Command(Command::Greeting(protocol)));
        for _ in 0..LINES {
            session.process_events();
            match next_line(&mut bytes).expect("reading from memory") {
                Some(InputLine {
                    text,
                    error: Some(error),
                }) if text.is_empty() => session.step(Input::Invalid(error)),
                Some(line) => session.receive(&line.text),
                None => break,
            }
            if session.has_quit {
                return;
            }
        }
        session.process_events();
        session.step(Input::End);
        session.process_events();
        assert!(
            session.has_quit,
            "the machine runs on after the end of input"
        );
        assert_eq!(
            session.answers_given, session.answers_due,
            "number of bestmove lines"
        );
    });
}

struct Session<'a> {
    machine: Machine,
    protocol: Protocol,
    engine: &'a mut Engine,
    /// Events of jobs that the machine has not received.
    pending: VecDeque<Input>,
    /// The search ends only at `stop` or `ponderhit`.
    waits_for_stop: bool,
    /// A line was received since the search began.
    has_new_line: bool,
    /// A console command is running.
    console_command_is_running: bool,
    /// Number of `bestmove` lines that are due, and of those written.
    answers_due: usize,
    answers_given: usize,
    has_quit: bool,
}

impl Session<'_> {
    fn receive(&mut self, line: &str) {
        self.has_new_line = true;
        match parse_line(Some(self.protocol), line) {
            Ok(Some(command)) => {
                let go = matches!(command, Command::Go(_));
                let idle = self.answers_due == self.answers_given;
                self.answers_due += usize::from(go && idle);
                // In UCCI, `stop` without a search is answered too, so that a GUI that miscounts does not wait. A stop that
                // ends a console command is not.
                let idle = idle && !self.console_command_is_running;
                let extra =
                    matches!(command, Command::Stop) && idle && self.protocol == Protocol::Ucci;
                self.answers_due += usize::from(extra);
                self.step(Input::Command(command));
            }
            Ok(None) => {}
            Err(fault) => {
                let input = Input::of_invalid_line(line, fault);
                let idle = self.answers_due == self.answers_given;
                self.answers_due += usize::from(idle && matches!(input, Input::InvalidGo(_)));
                self.step(input);
            }
        }
    }

    /// Passes pending events to the machine. The end of a search is held back until a line was received during the search.
    fn process_events(&mut self) {
        while let Some(next) = self.pending.front() {
            let end = matches!(next, Input::Job(_, event) if event.is_last());
            if end && self.waits_for_stop {
                let listening = self.machine.accepts_line();
                assert!(
                    listening,
                    "a search that waits for a stop needs a machine that accepts input"
                );
                return;
            }
            if end && self.machine.accepts_line() && !self.has_new_line {
                return;
            }
            if let Some(input) = self.pending.pop_front() {
                self.console_command_is_running &=
                    !matches!(input, Input::Job(_, JobEvent::Ended { .. }));
                self.step(input);
            }
        }
    }

    fn step(&mut self, input: Input) {
        let mut actions = VecDeque::from(self.machine.step(input));
        while let Some(action) = actions.pop_front() {
            if let Some(input) = self.act(action) {
                // As in the program, what follows from an action is done before the actions behind it.
                let behind = std::mem::replace(&mut actions, self.machine.step(input).into());
                actions.extend(behind);
            }
        }
    }

    /// Performs an action. Returns its result if that is an input of the state machine.
    fn act(&mut self, action: Action) -> Option<Input> {
        match action {
            // No files are read or written.
            Action::OpenBooks(files) => {
                let known = files.split(';').any(|name| name.trim() == BUILTIN);
                let (books, _) = BookList::open(if known { BUILTIN } else { "" });
                let faults = if known { Vec::new() } else { vec![files] };
                return Some(Input::Books(books, faults));
            }
            Action::OpenLog(file) => {
                return Some(Input::Log(file, Err("no log is written here".to_owned())));
            }
            Action::LoadNetwork(file) => return Some(Input::Network(file.clone(), Err(file))),
            Action::LoadEndings(folder) => {
                return Some(Input::Endings(folder.clone(), Err(folder)));
            }
            Action::Respond(response) => self.respond(&response),
            Action::Configure(requested) => self.engine.set(settings(requested)),
            Action::Clear => self.engine.clear(),
            Action::Start(id, Job::Search(request)) => self.search(id, *request),
            Action::Start(id, Job::Proof(moves, puzzle)) => {
                let goal = Goal::within(moves.min(MOVES));
                let budget = Budget {
                    time: None,
                    nodes: Some(puzzle.budget.nodes.map_or(NODES, |nodes| nodes.min(NODES))),
                };
                let mut solver = Solver::new(1, puzzle.rules);
                let solution = solver.solve(&puzzle.board, goal, budget, &AtomicBool::new(false));
                (self.waits_for_stop, self.has_new_line) = (false, false);
                self.pending
                    .push_back(Input::Job(id, JobEvent::Proved(solution)));
            }
            Action::Start(id, Job::MateVerification(plies, mate)) => {
                let mut solver = Solver::new(1, mate.rules);
                let (budget, never) = (Budget::of_nodes(NODES), AtomicBool::new(false));
                let (board, banned) = (&mate.board, &mate.banned);
                let holds = solver.verify_mate_score(board, plies, banned, budget, &never);
                (self.waits_for_stop, self.has_new_line) = (false, false);
                (self.pending).push_back(Input::Job(id, JobEvent::Verified(holds)));
            }
            Action::Start(id, Job::Console(mut task)) => {
                task.command = match task.command {
                    ConsoleCommand::Perft(depth) => ConsoleCommand::Perft(depth.min(1)),
                    // Its output is always the same.
                    _ => ConsoleCommand::Help,
                };
                let pending = &mut self.pending;
                let complete = task.run(&AtomicBool::new(false), |text| {
                    pending.push_back(Input::Job(id, JobEvent::Output(text)));
                });
                self.pending
                    .push_back(Input::Job(id, JobEvent::Ended { complete }));
                (
                    self.waits_for_stop,
                    self.has_new_line,
                    self.console_command_is_running,
                ) = (false, false, true);
            }
            Action::Stop | Action::PonderHit => self.waits_for_stop = false,
            Action::Probe(board) => {
                let found = self.engine.probe(&board);
                self.respond(&Response::PopHash(found));
            }
            Action::Evaluate(board, mv) => {
                let score = self.engine.evaluate(&board);
                self.respond(&Response::StaticScore { score, mv });
            }
            Action::Quit => self.has_quit = true,
        }
        None
    }

    fn search(&mut self, id: JobId, mut request: Request) {
        self.waits_for_stop = request.ponder || request.limits.wait_for_stop;
        self.has_new_line = false;
        request.ponder = false;
        request.limits = Limits {
            nodes: Some(request.limits.nodes.map_or(NODES, |nodes| nodes.min(NODES))),
            depth: request.limits.depth,
            stop_on_mate: request.limits.stop_on_mate,
            ..Limits::default()
        };
        let mut allowed = request.game.board().legal_moves().to_vec();
        allowed.retain(|mv| !request.banned.contains(mv));
        let (sender, events) = channel();
        let outcome = self.engine.search(request, move |event| {
            // The receiver outlives the search.
            let _ = sender.send(event);
        });
        match outcome.best {
            Some(best) => assert!(allowed.contains(&best), "{best} is not allowed"),
            None => assert!(allowed.is_empty(), "no move, though there are {allowed:?}"),
        }
        let event = |event| Input::Job(id, JobEvent::Search(event));
        self.pending.extend(events.iter().map(event));
    }

    fn respond(&mut self, response: &Response) {
        self.answers_given += usize::from(matches!(
            response,
            Response::BestMove { .. } | Response::NoBestMove { .. }
        ));
        let text = self.protocol.text(response);
        let printable = |letter: char| matches!(letter, ' '..='~' | '\n');
        assert!(text.chars().all(printable), "{text:?}");
        assert!(
            text.is_empty() || text.lines().all(|line| !line.is_empty()),
            "{text:?}"
        );
    }
}
