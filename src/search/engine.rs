//! The engine as its users see it: settings in, a search started, events out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Event, Limits, Line, Outcome, Techniques};
use crate::board::{Board, Move};
use crate::eval::{self, Knowledge, Score};
use crate::rules::Game;

/// What stays the same from search to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the hash table, MiB; 0 lets the engine decide by the machine.
    pub hash_mib: usize,
    /// Number of threads; 0 takes what the machine has.
    pub threads: usize,
    /// The techniques in use.
    pub techniques: Techniques,
    /// How much the evaluation knows.
    pub knowledge: Knowledge,
    /// What a draw is worth less than nothing to the engine's side: positive avoids draws.
    pub contempt: Score,
    /// Moves that score within so much of the best are chosen among at random; 0 plays the best.
    pub randomness: Score,
    /// Time kept back from each move for the way to the GUI.
    pub overhead: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 0,
            threads: 1,
            techniques: Techniques::ALL,
            knowledge: Knowledge::Full,
            contempt: 0,
            randomness: 0,
            overhead: Duration::from_millis(10),
        }
    }
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position, with the history that repetition needs.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// Whether to search in the opponent's time: limits of time do not count until
    /// [`RunningSearch::ponderhit`], and no answer is given before that or [`RunningSearch::stop`].
    pub ponder: bool,
    /// Moves not to be played at the root.
    pub banned: Vec<Move>,
    /// How many best lines to report, from 1.
    pub multipv: usize,
}

impl Request {
    /// A plain search of a position.
    pub fn new(game: Game, limits: Limits) -> Request {
        Request {
            game,
            limits,
            ponder: false,
            banned: Vec::new(),
            multipv: 1,
        }
    }
}

/// What the hash table holds on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Probe {
    /// The best move, if one is stored and legal.
    pub best: Option<Move>,
    /// The score is at least this, searched to this depth in plies.
    pub lower: Option<(Score, u32)>,
    /// The score is at most this, searched to this depth in plies.
    pub upper: Option<(Score, u32)>,
}

/// The engine: its settings and its hash table.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
}

impl Engine {
    /// An engine with an empty table.
    pub fn new(settings: Settings) -> Engine {
        Engine { settings }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings between searches. A new hash size empties the table.
    pub fn set(&mut self, settings: Settings) {
        self.settings = settings;
    }

    /// Forgets everything learnt: for a new game.
    pub fn clear(&mut self) {}

    /// What the hash table knows of a position; may be called while a search runs.
    pub fn probe(&self, _board: &Board) -> Probe {
        Probe::default()
    }

    /// The static evaluation of a position with the present `knowledge`, from the mover's view.
    pub fn evaluate(&self, board: &Board) -> Score {
        eval::placeholder(board)
    }

    /// Starts a search in threads of its own. `events` is called from one of them; its last
    /// call is [`Event::Finished`].
    pub fn start(
        &mut self,
        request: Request,
        mut events: impl FnMut(Event) + Send + 'static,
    ) -> RunningSearch {
        // PLACEHOLDER search: replaced by the real one, behind the same interface.
        let control = Arc::new(Control::default());
        control.pondering.store(request.ponder, Ordering::SeqCst);
        let inner = control.clone();
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let mut moves = request.game.board().legal_moves();
            moves.retain(|mv| !request.banned.contains(mv));
            let score = eval::placeholder(request.game.board());
            if let Some(&mv) = moves.first() {
                events(Event::Line(Line {
                    depth: 1,
                    rank: 1,
                    score,
                    pv: vec![mv],
                    ..Line::default()
                }));
            }
            let unlimited = request.limits == Limits::default() || request.limits.wait_for_stop;
            while !inner.stop.load(Ordering::SeqCst)
                && (inner.pondering.load(Ordering::SeqCst) || unlimited)
                && !moves.is_empty()
            {
                std::thread::sleep(Duration::from_millis(1));
            }
            events(Event::Finished(Outcome {
                best: moves.first().copied(),
                score,
                pv: moves.first().copied().into_iter().collect(),
                elapsed: start.elapsed(),
                ..Outcome::default()
            }));
        });
        RunningSearch {
            control,
            thread: Some(thread),
        }
    }

    /// Searches and waits for the end.
    pub fn search(
        &mut self,
        request: Request,
        events: impl FnMut(Event) + Send + 'static,
    ) -> Outcome {
        let (sender, receiver) = std::sync::mpsc::channel();
        let mut events = events;
        let search = self.start(request, move |event| {
            if let Event::Finished(outcome) = &event {
                let _ = sender.send(outcome.clone());
            }
            events(event);
        });
        search.wait();
        receiver.recv().unwrap_or_default()
    }
}

#[derive(Debug, Default)]
struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

/// A search under way. Dropping it stops the search and waits for it.
#[derive(Debug)]
pub struct RunningSearch {
    control: Arc<Control>,
    thread: Option<JoinHandle<()>>,
}

impl RunningSearch {
    /// Asks the search to end; it answers with the best it has.
    pub fn stop(&self) {
        self.control.stop.store(true, Ordering::SeqCst);
    }

    /// The opponent played the expected move: from now on the clock runs. What was spent
    /// pondering is free.
    pub fn ponderhit(&self) {
        self.control.pondering.store(false, Ordering::SeqCst);
    }

    /// Waits for the end.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stop();
            let _ = thread.join();
        }
    }
}
