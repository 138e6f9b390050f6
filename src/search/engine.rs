//! The engine: takes settings and requests, starts searches, reports events.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::control::Control;
use super::report::{Bound, Event, Outcome};
use super::request::Request;
use super::resources::{HAS_THREADS, hash_size};
use super::score::{Meaning, meaning};
use super::settings::Settings;
use super::threads;
use super::transposition::Table;
use super::worker::Memory;
use crate::board::{Board, Move};
use crate::eval::Score;

/// How often a search that another thread may stop reads its flag.
const STOP_POLL: Duration = Duration::from_millis(20);

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

/// The engine: its settings, its hash table and what it has learnt about move order.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    table: Arc<Table>,
    /// Locked by the running search; its threads share it.
    memory: Arc<Mutex<Memory>>,
}

impl Engine {
    pub fn new(settings: Settings) -> Engine {
        let table = Arc::new(Table::new(hash_size(settings.hash_mib)));
        Engine {
            settings,
            table,
            memory: Arc::default(),
        }
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of the hash table, MiB: what was asked for, or what the engine decided.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Changes the settings between searches. A new hash size, new techniques, evaluator or rules empty the table.
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let new = &self.settings;
        if old.hash_mib != new.hash_mib {
            // The old table goes first: both at once may be more than the machine has.
            self.table = Arc::new(Table::new(0));
            self.table = Arc::new(Table::new(hash_size(new.hash_mib)));
        }
        if (old.techniques, &old.evaluator, old.rules)
            != (new.techniques, &new.evaluator, new.rules)
        {
            self.clear();
        }
    }

    /// Clears the table and everything learnt: for a new game.
    pub fn clear(&self) {
        self.table.clear();
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = Memory::default();
    }

    /// Looks a position up in the hash table; may be called while a search runs.
    pub fn probe(&self, board: &Board) -> Probe {
        let Some(entry) = self.table.probe(board.key(), 0) else {
            return Probe::default();
        };
        let bound = Some((entry.score, entry.depth.max(0) as u32)).filter(|_| entry.has_score());
        Probe {
            best: entry.mv.filter(|&mv| board.is_legal_move(mv)),
            lower: bound.filter(|_| entry.bound != Bound::Upper),
            upper: bound.filter(|_| entry.bound != Bound::Lower),
        }
    }

    /// The mates that it has seen; may be used while a search runs.
    pub fn mate_hints(&self) -> MateHints {
        MateHints(self.table.clone())
    }

    /// The static evaluation of a position, for the side to move.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.settings.evaluator.evaluate(board)
    }

    /// Starts a search in threads of its own. `events` is called from one of them; its last call is [`Event::Finished`].
    ///
    /// A search that is still running goes first: the new one begins when it has ended.
    ///
    /// # Panics
    /// When the machine grants not a single thread, as on WebAssembly.
    pub fn start(
        &mut self,
        request: Request,
        mut events: impl FnMut(Event) + Send + 'static,
    ) -> RunningSearch {
        let control = Arc::new(Control::new(&request, &self.settings));
        let inner = control.clone();
        let engine = Engine {
            settings: self.settings.clone(),
            table: self.table.clone(),
            memory: self.memory.clone(),
        };
        let run = move || {
            let outcome = engine.run(&request, &inner, &mut events);
            events(Event::Finished(outcome));
        };
        let thread = threads::builder()
            .spawn(run)
            .expect("the machine grants a thread");
        RunningSearch {
            control,
            thread: Some(thread),
        }
    }

    /// Searches and waits for the end.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::rules::Game;
    /// use chuhe::search::{Engine, Limits, Request, Settings, score::MATE};
    /// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// let limits = Limits { depth: Some(4), ..Limits::default() };
    /// let outcome = engine.search(Request::new(Game::new(board), limits), |_| {});
    /// assert_eq!((outcome.best, outcome.score), ("b0b9".parse().ok(), MATE - 1));
    /// ```
    pub fn search(
        &mut self,
        request: Request,
        events: impl FnMut(Event) + Send + 'static,
    ) -> Outcome {
        self.search_until(request, &AtomicBool::new(false), events)
    }

    /// Searches and waits for the end, which comes soon after another thread sets `stop`, with the outcome so far.
    pub fn search_until(
        &mut self,
        request: Request,
        stop: &AtomicBool,
        mut events: impl FnMut(Event) + Send + 'static,
    ) -> Outcome {
        if !HAS_THREADS {
            let control = Control::new(&request, &self.settings);
            let outcome = self.run(&request, &control, &mut events);
            events(Event::Finished(outcome.clone()));
            return outcome;
        }
        let (sender, receiver) = channel();
        let search = self.start(request, move |event| {
            if let Event::Finished(outcome) = &event {
                let _ = sender.send(outcome.clone());
            }
            events(event);
        });
        let outcome = loop {
            match receiver.recv_timeout(STOP_POLL) {
                Ok(outcome) => break outcome,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => search.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Outcome::default(),
            }
        };
        search.wait();
        outcome
    }

    /// Searches in the calling thread, which needs a stack of [`STACK_SIZE`](super::STACK_SIZE): for many short searches, each
    /// of which would be done before a thread is started.
    pub fn search_here(&mut self, request: &Request) -> Outcome {
        let control = Control::new(request, &self.settings);
        self.run(request, &control, &mut |_| {})
    }

    fn run(
        &self,
        request: &Request,
        control: &Control,
        events: &mut (dyn FnMut(Event) + Send),
    ) -> Outcome {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = (&self.settings, &*self.table, control);
        threads::search(request, shared, &memory, events)
    }
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
        self.control.stop_by_caller();
    }

    /// Starts the clock, since the opponent played the expected move. The time spent pondering does not count.
    pub fn ponderhit(&self) {
        self.control.ponderhit();
    }

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

/// A mate that a search has seen. It is not proved, since the search prunes and reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateHint {
    Mates,
    IsMated,
}

/// The mates in a search's hash table. It changes as the table does, and holds it.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::Game;
/// use chuhe::search::{Engine, Limits, MateHint, Request, Settings};
///
/// let mut board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut engine = Engine::new(Settings { hash_mib: 1, threads: 1, ..Settings::default() });
/// let hints = engine.mate_hints();
/// assert_eq!(hints.of(board.key()), None);
/// let limits = Limits { depth: Some(8), ..Limits::default() };
/// let outcome = engine.search(Request::new(Game::new(board.clone()), limits), |_| ());
/// assert_eq!(hints.of(board.key()), Some(MateHint::Mates));
/// let _ = board.make(outcome.best.expect("a move"));
/// assert_eq!(hints.of(board.key()), Some(MateHint::IsMated));
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateHints(Arc<Table>);

impl MateHints {
    /// The mate seen in the position with this key ([`Board::key`](crate::board::Board::key)).
    #[inline]
    pub fn of(&self, key: u64) -> Option<MateHint> {
        let entry = self.0.probe(key, 0).filter(|entry| entry.has_score())?;
        match meaning(entry.score) {
            Meaning::Mate(1..) if entry.bound != Bound::Upper => Some(MateHint::Mates),
            Meaning::Mate(..=0) if entry.bound != Bound::Lower => Some(MateHint::IsMated),
            _ => None,
        }
    }
}
