//! One thread's search: its board, its stack of plies, its memory.
//!
//! Each technique is a method of [`Worker`] in its own file; here is what they share: moves, the start of a node, the end.

use std::sync::atomic::Ordering;

use arrayvec::ArrayVec;
use web_time::Instant;

use super::control::Control;
use super::correction::Corrections;
use super::history::{Histories, Step};
use super::killers::Killers;
use super::report::Event;
use super::resources::HAS_THREADS;
use super::root_moves::RootMoves;
use super::score::MAX_PLY;
use super::settings::Settings;
use super::techniques::Techniques;
use super::transposition::Table;
use crate::board::{Board, Move, NullUndo, Safety, Undo};
use crate::eval::{Evaluation, Score};
use crate::rules::{Game, HistoryEntry};

/// A variation: the moves from some ply on.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 2 }>;

#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Checkers and pins of the position.
    pub safety: Safety,
    /// The evaluation as computed; `None` in check.
    pub raw_eval: Option<Score>,
    /// The evaluation as corrected; `None` in check.
    pub static_eval: Option<Score>,
    /// The move played from here, for continuation history; `None` for a null move.
    pub step: Option<Step>,
    /// Whether a null move was played from here.
    pub passed: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// Whether the null move is forbidden here, because it failed to find a zugzwang.
    pub no_pass: bool,
    pub killers: Killers,
    /// The best variation found from here.
    pub pv: Variation,
    /// Whether the score depends on the game before the search: through a repetition that began there, or the natural limit.
    pub path_dependent: bool,
}

/// What is kept from search to search; the threads of a search share it.
#[derive(Debug, Default)]
pub struct Memory {
    histories: Histories,
    corrections: Corrections,
}

/// What all threads of a search read.
pub(super) type Shared<'a> = (&'a Settings, &'a Table, &'a Control);

pub(super) struct Worker<'a> {
    pub board: Board,
    pub history: Vec<HistoryEntry>,
    /// Where in `history` the root stands.
    pub root_index: usize,
    pub frames: Vec<Frame>,
    pub histories: &'a Histories,
    pub corrections: &'a Corrections,
    evaluation: Evaluation,
    pub techniques: Techniques,
    pub settings: &'a Settings,
    pub table: &'a Table,
    pub control: &'a Control,
    /// Which thread this is; 0 reports and watches the clock.
    pub index: usize,
    pub root_moves: RootMoves,
    pub root_depth: i32,
    /// No null move before this ply: a verification is under way.
    pub null_from_ply: usize,
    pub nodes: u64,
    pub seldepth: usize,
    pub stopped: bool,
    pub events: &'a mut (dyn FnMut(Event) + Send),
}

impl<'a> Worker<'a> {
    pub fn new(
        game: &Game,
        root_moves: RootMoves,
        index: usize,
        (settings, table, control): Shared<'a>,
        memory: &'a Memory,
        events: &'a mut (dyn FnMut(Event) + Send),
    ) -> Worker<'a> {
        let board = game.board().clone();
        let frame = Frame {
            safety: board.safety(),
            ..Frame::default()
        };
        // All that a search pushes is reserved here: nothing allocates from now on.
        let mut history = Vec::with_capacity(game.history().len() + MAX_PLY + 8);
        history.extend_from_slice(game.history());
        Worker {
            root_index: history.len() - 1,
            evaluation: Evaluation::new(&settings.evaluator, MAX_PLY + 3, &board),
            board,
            history,
            frames: vec![frame; MAX_PLY + 4],
            histories: &memory.histories,
            corrections: &memory.corrections,
            techniques: settings.techniques,
            settings,
            table,
            control,
            index,
            root_moves,
            root_depth: 0,
            null_from_ply: 0,
            nodes: 0,
            seldepth: 0,
            stopped: false,
            events,
        }
    }

    /// Plays a move from the position at `ply`, which becomes the one at `ply + 1`.
    #[inline]
    pub fn make(&mut self, ply: usize, mv: Move) -> Undo {
        self.table.prefetch(self.board.key_after(mv));
        let piece = self.board.piece_at(mv.from());
        let piece = piece.expect("a legal move moves a piece");
        let undo = self.board.make(mv);
        self.evaluation.make(&self.board, &undo);
        self.frames[ply].step = Some(Step { piece, to: mv.to() });
        self.frames[ply].passed = false;
        self.arrive(ply + 1, Some(mv));
        undo
    }

    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.history.pop();
        self.evaluation.undo();
        self.board.undo(undo);
    }

    pub fn make_null(&mut self, ply: usize) -> NullUndo {
        let undo = self.board.make_null();
        self.table.prefetch(self.board.key());
        self.frames[ply].step = None;
        self.frames[ply].passed = true;
        self.evaluation.make_null();
        self.arrive(ply + 1, None);
        undo
    }

    pub fn undo_null(&mut self, undo: NullUndo) {
        self.history.pop();
        self.evaluation.undo();
        self.board.undo_null(undo);
    }

    #[inline]
    fn arrive(&mut self, ply: usize, mv: Option<Move>) {
        let safety = self.board.safety();
        self.history.push(HistoryEntry {
            key: self.board.key(),
            in_check: safety.in_check(),
            mv,
        });
        self.frames[ply].safety = safety;
        self.nodes += 1;
    }

    /// Begins a node. Returns its score if the search is over, the rules decide, or the line is too long.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Option<Score> {
        self.clear_frame(ply);
        if self.must_stop() {
            return Some(0);
        }
        let decided = self.rule_score(ply);
        if decided.is_none() && ply >= MAX_PLY {
            return Some(self.static_eval(ply));
        }
        decided
    }

    /// Clears what the last search of a node at this ply left.
    #[inline]
    pub fn clear_frame(&mut self, ply: usize) {
        self.frames[ply].pv.clear();
        self.frames[ply].path_dependent = false;
        self.seldepth = self.seldepth.max(ply);
    }

    /// Sets the variation from `ply` to this move and the variation of its child.
    #[inline]
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        pv.extend(below[0].pv.iter().copied().take(room));
    }

    /// The steps one and two plies before the node.
    #[inline]
    pub fn before(&self, ply: usize) -> [Option<Step>; 2] {
        let step = |back| ply.checked_sub(back).and_then(|ply| self.frames[ply].step);
        [step(1), step(2)]
    }

    /// The evaluation of the position, whether or not it is quiet.
    #[inline]
    pub fn static_eval(&mut self, ply: usize) -> Score {
        debug_assert_eq!(self.evaluation.ply, ply);
        self.evaluation.score(&self.board)
    }

    /// Whether the search is over. Reads the clock every thousand nodes or so.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes & 0x3ff == 0 {
            self.check_limits();
        }
        if let Some(limit) = self.control.node_limit
            && self.control.threads() == 1
            && !self.control.is_pondering()
            && self.nodes >= limit
        {
            self.control.stop();
        }
        // The first iteration is always finished: there must be a move to play.
        if self.root_depth > 1 && self.control.is_stopped() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Publishes the node count, rests if the settings say so, and lets the first thread check the limits.
    fn check_limits(&mut self) {
        self.publish_nodes();
        if let Some(rest) = self.settings.idle.rest().filter(|_| HAS_THREADS) {
            std::thread::sleep(rest);
        }
        // An iteration that another thread has finished meanwhile is given up.
        if self.control.deepest.depth() >= self.root_depth as u32 && self.root_depth > 1 {
            self.stopped = true;
        }
        if self.index == 0 {
            self.control.check_limits(Instant::now());
        }
    }

    /// Adds the nodes of this thread to the total.
    pub fn publish_nodes(&self) {
        self.control.counters[self.index].store(self.nodes, Ordering::Relaxed);
    }
}
