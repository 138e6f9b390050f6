//! The engine: keeps settings and tables, starts searches, and passes on their events.

use std::fmt;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, scope};

use super::control::{Control, NO_STOP};
use super::lag::Lag;
use super::level::Level;
use super::report::{Bound, Event, SearchResult};
use super::request::Request;
use super::resources::hash_size;
use super::score::WIN_BOUND;
use super::settings::Settings;
use super::strength_limit;
use super::threads;
use super::transposition::TranspositionTable;
use super::worker::SearchMemory;
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::host::{HAS_THREADS, spawn};

/// The entry of the transposition table for a position, as [`Engine::probe`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Probe {
    /// The best move, if one is stored and legal.
    pub best: Option<Move>,
    /// A lower bound of the score, and the depth in plies of the search that found it.
    pub lower: Option<(Score, u32)>,
    /// An upper bound of the score, and the depth in plies of the search that found it.
    pub upper: Option<(Score, u32)>,
}

/// The engine: settings, transposition table and history tables.
pub struct Engine {
    settings: Settings,
    table: Arc<TranspositionTable>,
    /// Locked while a search runs; its threads share it.
    memory: Arc<Mutex<SearchMemory>>,
    /// The lag of recent answers, shared with running searches.
    lag: Arc<Lag>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Engine");
        text.field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// Creates an engine and allocates its tables.
    pub fn new(settings: Settings) -> Engine {
        let table = Arc::new(TranspositionTable::new(hash_size(settings.hash_mib)));
        Engine {
            settings,
            table,
            memory: Arc::default(),
            lag: Arc::default(),
        }
    }

    /// Returns the current settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the actual size of the transposition table in MiB, which may differ from [`Settings::hash_mib`].
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Changes the settings between searches. New techniques, evaluator or rules clear all tables; a new hash size clears the
    /// transposition table.
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        let new = &self.settings;
        if old.hash_mib != new.hash_mib {
            // The old table is freed first: the memory may not suffice for both.
            self.table = Arc::new(TranspositionTable::new(0));
            self.table = Arc::new(TranspositionTable::new(hash_size(new.hash_mib)));
        }
        if (old.techniques, &old.evaluator, old.rules)
            != (new.techniques, &new.evaluator, new.rules)
        {
            self.clear();
        }
    }

    /// Clears the transposition table and the history tables, for a new game, after a running search has ended.
    pub fn clear(&self) {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        self.table.clear();
        *memory = SearchMemory::default();
    }

    /// Looks a position up in the transposition table; may be called while a search runs.
    pub fn probe(&self, board: &Board) -> Probe {
        let Some(entry) = self.table.probe(board.key(), 0) else {
            return Probe::default();
        };
        let bound = (entry.has_score() && !entry.is_by_rule())
            .then_some((entry.score, entry.depth.max(0) as u32));
        Probe {
            best: entry.mv.filter(|&mv| board.is_legal_move(mv)),
            lower: bound.filter(|_| entry.bound != Bound::Upper),
            upper: bound.filter(|_| entry.bound != Bound::Lower),
        }
    }

    /// Returns access to the mates in the transposition table; may be used while a search runs.
    pub fn mate_hints(&self) -> MateHints {
        MateHints(self.table.clone())
    }

    /// The static evaluation of a position, for the side to move.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.settings.evaluator.evaluate(board)
    }

    /// Starts a search in threads of its own. `events` is called from one of them; its last call is [`Event::Finished`].
    ///
    /// The new search begins only after a running one has ended, unless a level weakens one of the two: that search has tables of
    /// its own.
    ///
    /// # Panics
    /// If no thread can be started, as on WebAssembly without the feature `wasm`.
    pub fn start(
        &mut self,
        mut request: Request,
        mut events: impl FnMut(Event) + Send + 'static,
    ) -> RunningSearch {
        let engine = self.for_request(&mut request);
        let control = Control::new(&request, &engine.settings, &engine.lag, &NO_STOP);
        let control = Arc::new(control);
        let inner = control.clone();
        let run = move || drop(engine.run(&request, &inner, &mut events));
        let thread = spawn(threads::builder(), run).expect("the system can start a thread");
        RunningSearch { control, thread }
    }

    /// Searches and waits for the end. Returns the result.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::rules::Game;
    /// use chuhe::search::{Engine, Limits, Request, Settings, score::MATE};
    /// let mut engine = Engine::new(Settings::with_hash_mib(1));
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// let limits = Limits::of_depth(4);
    /// let result = engine.search(Request::new(Game::new(board), limits), |_| {});
    /// assert_eq!((result.best, result.score), ("b0d0".parse().ok(), MATE - 1));
    /// ```
    pub fn search(&mut self, request: Request, events: impl FnMut(Event) + Send) -> SearchResult {
        self.search_until(request, &NO_STOP, events)
    }

    /// Searches and waits for the end. After another thread sets `stop`, each thread ends within 1,024 nodes, but not before the
    /// first iteration, and the result so far is returned.
    pub fn search_until(
        &mut self,
        mut request: Request,
        stop: &AtomicBool,
        mut events: impl FnMut(Event) + Send,
    ) -> SearchResult {
        let engine = self.for_request(&mut request);
        let control = Control::new(&request, &engine.settings, &engine.lag, stop);
        let mut run = || engine.run(&request, &control, &mut events);
        if !HAS_THREADS {
            return run();
        }
        // The search needs a larger stack than the calling thread may have.
        scope(|scope| {
            let thread = threads::builder().spawn_scoped(scope, run);
            let thread = thread.expect("the system can start a thread");
            thread.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }

    /// Searches in the calling thread, which needs a stack of [`STACK_SIZE`](super::STACK_SIZE) bytes. It avoids the cost of
    /// starting a thread, which matters for many short searches. It is for engines of full strength: [`Settings::level`] limits
    /// nothing. The natural limit applies to a game that has passed it too.
    pub fn search_here(&mut self, request: &Request) -> SearchResult {
        let control = Control::new(request, &self.settings, &self.lag, &NO_STOP);
        self.run(request, &control, &mut |_| {})
    }

    /// Returns the engine for a search. It shares the tables of this one, unless a level weakens the search: its tables are then
    /// new, so that an earlier search at full strength does not help it. A game that goes on after the natural limit is searched
    /// without one.
    fn for_request(&self, request: &mut Request) -> Engine {
        let lag = self.lag.clone();
        let mut engine = match strength_limit::weaken(&self.settings, request) {
            Some(weak) => Engine {
                lag,
                ..Engine::new(weak)
            },
            None => Engine {
                settings: Settings {
                    level: Level::FULL,
                    ..self.settings.clone()
                },
                table: self.table.clone(),
                memory: self.memory.clone(),
                lag,
            },
        };
        let rules = &mut engine.settings.rules;
        if rules.limit_reached(request.game.board().quiet_plies()) {
            rules.move_limit = 0;
        }
        engine
    }

    fn run(
        &self,
        request: &Request,
        control: &Control,
        events: &mut (dyn FnMut(Event) + Send),
    ) -> SearchResult {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let shared = (&self.settings, &*self.table, control);
        threads::search(request, shared, &memory, events)
    }
}

/// A running search. Dropping it stops the search and waits for the end. With the feature `wasm` nothing waits: the search ends
/// in the queue of background work.
#[derive(Debug)]
pub struct RunningSearch {
    control: Arc<Control<'static>>,
    thread: Option<JoinHandle<()>>,
}

impl RunningSearch {
    /// Stops the search, which then reports the best line found so far.
    pub fn stop(&self) {
        self.control.stop_by_caller();
    }

    /// Starts the clock, since the opponent played the expected move. The time spent pondering does not count.
    pub fn ponderhit(&self) {
        self.control.ponderhit();
    }

    /// Records that the answer was sent just now. If it was late, later searches of the engine reserve more time.
    pub fn record_lag(&self) {
        self.control.record_lag();
    }

    /// Waits for the end of the search.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for RunningSearch {
    fn drop(&mut self) {
        self.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A forced win or loss in the transposition table, by mate or by rule. It is not proved, since the search prunes and reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateHint {
    /// The side to move wins.
    Wins,
    /// The side to move loses.
    Loses,
}

/// Access to the mates in an engine's transposition table. The answers change as the table does, which stays allocated as long
/// as this exists.
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
/// let limits = Limits::of_depth(8);
/// let result = engine.search(Request::new(Game::new(board.clone()), limits), |_| ());
/// assert_eq!(hints.of(board.key()), Some(MateHint::Wins));
/// let _ = board.make(result.best.expect("a move"));
/// assert_eq!(hints.of(board.key()), Some(MateHint::Loses));
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
#[derive(Clone, Debug)]
pub struct MateHints(Arc<TranspositionTable>);

impl MateHints {
    /// Returns the mate stored for the position with this key ([`Board::key`](crate::board::Board::key)).
    #[inline]
    pub fn of(&self, key: u64) -> Option<MateHint> {
        let entry = self.0.probe(key, 0)?;
        match entry.bound {
            Bound::Exact | Bound::Lower if entry.score >= WIN_BOUND => Some(MateHint::Wins),
            Bound::Exact | Bound::Upper if entry.score <= -WIN_BOUND => Some(MateHint::Loses),
            _ => None,
        }
    }
}
