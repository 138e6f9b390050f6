//! Whole conversations with the protocol machine, in one thread and without a clock: the same bytes, the same answers.
//!
//! The engine is a real one, but whatever is asked for it gets few nodes. Its answer waits until one more line was
//! heard, where the machine listens while it thinks, so that every command is also said in the middle of a search.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;

use chuhe::book::{BUILTIN, Shelf};
use chuhe::protocol::job::{Job, JobEvent, JobId};
use chuhe::protocol::lines::{InputLine, next_line};
use chuhe::protocol::script::Script;
use chuhe::protocol::{Action, Command, Input, Machine, Protocol, Response, dialect::parse_line};
use chuhe::search::{Engine, Limits, Request, Settings};
use chuhe::solve::{Budget, Goal, Solver};

/// The nodes of a search, and of a proof.
const NODES: u64 = 60;
/// Lines of a conversation; the rest is not heard.
const LINES: usize = 200;
/// The longest mate that is looked for, in moves.
const MOVES: u32 = 3;

/// A conversation in UCCI.
pub fn ucci(bytes: &[u8]) {
    converse(Protocol::Ucci, bytes);
}

/// A conversation in UCI.
pub fn uci(bytes: &[u8]) {
    converse(Protocol::Uci, bytes);
}

thread_local! {
    /// Made once: a table of a mebibyte is more work than most conversations.
    static ENGINE: RefCell<Engine> = RefCell::new(Engine::new(settings(Settings::default())));
}

/// As they were asked for, but small, quick and the same every time.
fn settings(asked: Settings) -> Settings {
    Settings {
        hash_mib: 1,
        threads: 1,
        randomness: 0,
        idle: Settings::default().idle,
        ..asked
    }
}

fn converse(face: Protocol, mut bytes: &[u8]) {
    ENGINE.with_borrow_mut(|engine| {
        engine.set(settings(Settings::default()));
        engine.clear();
        let mut talk = Talk {
            machine: Machine::default(),
            face,
            engine,
            coming: VecDeque::new(),
            waits: false,
            heard: false,
            working: false,
            asked: 0,
            answered: 0,
            ended: false,
        };
        talk.happen(Input::Command(Command::Hello(face)));
        for _ in 0..LINES {
            talk.settle();
            match next_line(&mut bytes).expect("reading from memory") {
                Some(InputLine::Text(line)) => talk.hear(&line),
                Some(InputLine::TooLong) => talk.happen(Input::Invalid("too long".to_owned())),
                None => break,
            }
            if talk.ended {
                return;
            }
        }
        talk.settle();
        talk.happen(Input::End);
        talk.settle();
        assert!(talk.ended, "the input has ended, and the machine goes on");
        assert_eq!(talk.answered, talk.asked, "answers to so many searches");
    });
}

struct Talk<'a> {
    machine: Machine,
    face: Protocol,
    engine: &'a mut Engine,
    /// News of a search that have not been told yet.
    coming: VecDeque<Input>,
    /// The search ends only when told to.
    waits: bool,
    /// Something was heard since the search began.
    heard: bool,
    /// A command for scripts is at work.
    working: bool,
    /// Searches that were begun, and answers that were given.
    asked: usize,
    answered: usize,
    ended: bool,
}

impl Talk<'_> {
    fn hear(&mut self, line: &str) {
        self.heard = true;
        match parse_line(Some(self.face), line) {
            Ok(Some(command)) => {
                let go = matches!(command, Command::Go(_));
                let idle = self.asked == self.answered;
                self.asked += usize::from(go && idle);
                // A stop in idle is answered in UCCI, so that a GUI that lost count does not wait; one that ends a
                // work is none of these.
                let idle = idle && !self.working;
                let extra = matches!(command, Command::Stop) && idle && self.face == Protocol::Ucci;
                self.asked += usize::from(extra);
                self.happen(Input::Command(command));
            }
            Ok(None) => {}
            Err(fault) => self.happen(Input::Invalid(fault)),
        }
    }

    /// Lets the search tell what it has to tell. Its end comes a line later, where another line is listened to, so that
    /// every command is also said while thinking.
    fn settle(&mut self) {
        while let Some(next) = self.coming.front() {
            let end = matches!(next, Input::Job(_, event) if event.is_last());
            if end && self.waits {
                let listening = self.machine.is_listening();
                assert!(listening, "it waits for what it will not hear");
                return;
            }
            if end && self.machine.is_listening() && !self.heard {
                return;
            }
            if let Some(input) = self.coming.pop_front() {
                self.working &= !matches!(input, Input::Job(_, JobEvent::Ended { .. }));
                self.happen(input);
            }
        }
    }

    fn happen(&mut self, input: Input) {
        let mut actions = VecDeque::from(self.machine.step(input));
        while let Some(action) = actions.pop_front() {
            match action {
                Action::OpenBooks(files) => {
                    // No file of the machine that this runs on.
                    let known = files.split(';').any(|name| name.trim() == BUILTIN);
                    let (shelf, _) = Shelf::open(if known { BUILTIN } else { "" });
                    let faults = if known { Vec::new() } else { vec![files] };
                    actions.extend(self.machine.step(Input::Books(shelf, faults)));
                }
                // Nor is one written.
                Action::OpenLog(file) => {
                    let fault = Input::Log(file, Err("no log is written here".to_owned()));
                    actions.extend(self.machine.step(fault));
                }
                // As above; and a network made of bytes would be read by a reader of its own.
                Action::LoadNetwork(file) => {
                    let fault = Input::Network(file.clone(), Err(file));
                    actions.extend(self.machine.step(fault));
                }
                action => self.act(action),
            }
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Respond(response) => self.say(&response),
            Action::Configure(asked) => self.engine.set(settings(asked)),
            Action::Clear => self.engine.clear(),
            Action::Start(id, Job::Search(request)) => self.search(id, *request),
            Action::Start(id, Job::Proof(puzzle)) => {
                let goal = Goal {
                    max: Some(puzzle.moves.min(MOVES)),
                    shortest: false,
                    unique: false,
                };
                let budget = Budget {
                    time: None,
                    nodes: Some(puzzle.budget.nodes.map_or(NODES, |nodes| nodes.min(NODES))),
                };
                let mut solver = Solver::new(1, puzzle.rules);
                let solution = solver.solve(&puzzle.board, goal, budget, &AtomicBool::new(false));
                (self.waits, self.heard) = (false, false);
                self.coming
                    .push_back(Input::Job(id, JobEvent::Proved(solution)));
            }
            Action::Start(id, Job::Script(mut task)) => {
                task.script = match task.script {
                    Script::Perft(depth) => Script::Perft(depth.min(1)),
                    // It is the same whatever was said before.
                    _ => Script::Help,
                };
                let coming = &mut self.coming;
                let complete = task.perform(&AtomicBool::new(false), |text| {
                    coming.push_back(Input::Job(id, JobEvent::Output(text)));
                });
                self.coming
                    .push_back(Input::Job(id, JobEvent::Ended { complete }));
                (self.waits, self.heard, self.working) = (false, false, true);
            }
            Action::Stop | Action::PonderHit => self.waits = false,
            Action::Probe(board) => {
                let found = self.engine.probe(&board);
                self.say(&Response::PopHash(found));
            }
            Action::Evaluate(board) => {
                let score = self.engine.evaluate(&board);
                self.say(&Response::StaticScore(score));
            }
            Action::Quit => self.ended = true,
            // Done where the machine's answer can be waited for.
            Action::OpenBooks(_) | Action::OpenLog(_) | Action::LoadNetwork(_) => {}
        }
    }

    fn search(&mut self, id: JobId, mut request: Request) {
        self.waits = request.ponder || request.limits.wait_for_stop;
        self.heard = false;
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
            // The receiver lives as long as the search.
            let _ = sender.send(event);
        });
        match outcome.best {
            Some(best) => assert!(allowed.contains(&best), "{best} is not allowed"),
            None => assert!(allowed.is_empty(), "no move, though there are {allowed:?}"),
        }
        let event = |event| Input::Job(id, JobEvent::Search(event));
        self.coming.extend(events.iter().map(event));
    }

    fn say(&mut self, response: &Response) {
        self.answered += usize::from(matches!(
            response,
            Response::BestMove { .. } | Response::NoBestMove { .. }
        ));
        let text = self.face.text(response);
        let printable = |letter: char| matches!(letter, ' '..='~' | '\n');
        assert!(text.chars().all(printable), "{text:?}");
        assert!(
            text.is_empty() || text.lines().all(|line| !line.is_empty()),
            "{text:?}"
        );
    }
}
