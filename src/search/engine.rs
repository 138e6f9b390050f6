//! The engine as its users see it: settings in, a search started, events out.

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::claims::Claims;
use super::control::Control;
use super::report::{Bound, Event, Outcome};
use super::resources::{hash_size, thread_count};
use super::time::Budget;
use super::transposition::Table;
use super::worker::Memory;
use super::{Limits, Techniques, threads};
use crate::board::{Board, Move};
use crate::eval::network::{Network, embedded};
use crate::eval::{Accumulator, Evaluator, Knowledge, Score};
use crate::rules::{Game, RuleSet};

/// How much of its time the engine rests: UCCI's `idle`, for machines that do other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Idle {
    /// It never rests.
    #[default]
    None,
    /// It rests a little.
    Small,
    /// About half of the time.
    Medium,
    /// Most of the time.
    Large,
}

impl Idle {
    /// How long to rest each time the search looks up, every thousand nodes or so.
    pub(super) fn rest(self) -> Option<Duration> {
        match self {
            Idle::None => None,
            Idle::Small => Some(Duration::from_micros(250)),
            Idle::Medium => Some(Duration::from_micros(1_000)),
            Idle::Large => Some(Duration::from_micros(4_000)),
        }
    }
}

/// What stays the same from search to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the hash table, MiB; 0 lets the engine decide by the machine.
    pub hash_mib: usize,
    /// Number of threads; 0 takes what the machine has.
    pub threads: usize,
    /// The techniques in use.
    pub techniques: Techniques,
    /// How much the evaluation knows, where no network scores.
    pub knowledge: Knowledge,
    /// The network that scores positions, if one does; usually the one in the program, if one is.
    pub network: Option<Arc<Network>>,
    /// What a draw is worth less than nothing to the engine's side: positive avoids draws.
    pub contempt: Score,
    /// Moves that score within so much of the best are chosen among at random; 0 plays the best.
    pub randomness: Score,
    /// Time kept back from each move for the way to the GUI.
    pub overhead: Duration,
    /// How much the engine rests.
    pub idle: Idle,
    /// The rules the game is played by.
    pub rules: RuleSet,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 0,
            threads: 1,
            techniques: Techniques::ALL,
            knowledge: Knowledge::Full,
            network: embedded(),
            contempt: 0,
            randomness: 0,
            overhead: Duration::from_millis(10),
            idle: Idle::None,
            rules: RuleSet::default(),
        }
    }
}

/// How many lines a search may be asked to report; no position has more moves.
pub const LINES: RangeInclusive<i64> = 1..=128;

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
    /// How many best lines to report, see [`LINES`].
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

/// The engine: its settings, its hash table and what it has learnt about move order.
#[derive(Debug)]
pub struct Engine {
    settings: Settings,
    table: Arc<Table>,
    /// One for each thread; lent to the search that runs.
    memory: Arc<Mutex<Memory>>,
}

impl Engine {
    /// An engine with an empty table.
    pub fn new(settings: Settings) -> Engine {
        let table = Arc::new(Table::new(hash_size(settings.hash_mib)));
        Engine {
            settings,
            table,
            memory: Arc::default(),
        }
    }

    /// The settings in force.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The size of the hash table, MiB: what was asked for, or what the engine decided.
    pub fn hash_mib(&self) -> usize {
        self.table.mib()
    }

    /// Changes the settings between searches. A new hash size empties the table, and so does a
    /// change in what scores mean (techniques, knowledge, network, rules).
    pub fn set(&mut self, settings: Settings) {
        let old = std::mem::replace(&mut self.settings, settings);
        if old.hash_mib != self.settings.hash_mib {
            // The old table goes first: both at once may be more than the machine has.
            self.table = Arc::new(Table::new(0));
            self.table = Arc::new(Table::new(hash_size(self.settings.hash_mib)));
        }
        if old.techniques != self.settings.techniques
            || old.knowledge != self.settings.knowledge
            || old.network != self.settings.network
            || old.rules != self.settings.rules
        {
            self.clear();
        }
    }

    /// Forgets everything learnt: for a new game.
    pub fn clear(&self) {
        self.table.clear();
        *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = Memory::default();
    }

    /// What the hash table knows of a position; may be called while a search runs.
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

    /// The mates that it has seen; may be asked while a search runs.
    pub fn claims(&self) -> Claims {
        Claims::new(self.table.clone())
    }

    /// The static evaluation of a position by the network, or where there is none with the present `knowledge`,
    /// from the mover's view.
    pub fn evaluate(&self, board: &Board) -> Score {
        if let Some(network) = &self.settings.network {
            return network.evaluate(board);
        }
        Evaluator::new(self.settings.knowledge).evaluate(board, &Accumulator::of(board))
    }

    /// Starts a search in threads of its own. `events` is called from one of them; its last
    /// call is [`Event::Finished`].
    ///
    /// A search that is still running goes first: the new one begins when it has ended.
    ///
    /// # Panics
    /// When the machine grants not a single thread.
    pub fn start(
        &mut self,
        request: Request,
        mut events: impl FnMut(Event) + Send + 'static,
    ) -> RunningSearch {
        let settings = self.settings.clone();
        let control = Arc::new(control(&request, &settings));
        let (table, memory) = (self.table.clone(), self.memory.clone());
        let inner = control.clone();
        let run = move || {
            let memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
            let outcome =
                threads::search(&request, &settings, &table, &inner, &memory, &mut events);
            drop(memory);
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
    /// assert_eq!(outcome.best, Some("b0b9".parse().unwrap()));
    /// assert_eq!(outcome.score, MATE - 1);
    /// ```
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

    /// Searches in the thread that calls, and returns its answer: for many short searches, of which each would be done before
    /// a thread is begun. The thread wants a stack of [`STACK_SIZE`](super::STACK_SIZE).
    pub fn search_here(&mut self, request: &Request) -> Outcome {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        threads::search(
            request,
            &self.settings,
            &self.table,
            &control(request, &self.settings),
            &memory,
            &mut |_| {},
        )
    }
}

/// What a search is begun with to tell it when to end.
fn control(request: &Request, settings: &Settings) -> Control {
    Control::new(
        thread_count(settings.threads),
        Budget::of(&request.limits, settings.overhead),
        request.limits.nodes,
        request.ponder,
        request.limits.wait_for_stop,
    )
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
        self.control.tell_stop();
    }

    /// The opponent played the expected move: from now on the clock runs. What was spent
    /// pondering is free.
    pub fn ponderhit(&self) {
        self.control.tell_ponderhit();
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
