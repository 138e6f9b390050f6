//! The worker: the state of one search thread.
//!
//! Each technique adds methods to [`Worker`] in its own file. This file contains what they share: making moves, beginning a node,
//! and stopping.

use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::control::Control;
use super::correction::Corrections;
use super::history::{Histories, PieceTo};
use super::killers::Killers;
use super::report::Event;
use super::root_moves::RootMoves;
use super::score::MAX_PLY;
use super::settings::Settings;
use super::techniques::Techniques;
use super::transposition::TranspositionTable;
use crate::board::{Board, CheckInfo, Move, NullUndo, Undo};
use crate::eval::{Evaluation, Evaluator, Score};
use crate::host::{HAS_THREADS, Instant, handle_messages};
use crate::rules::{Game, HistoryEntry};

/// A variation: a sequence of moves from some ply on.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 2 }>;

/// The data of one ply on the search stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Checkers and pins of the position.
    pub check_info: CheckInfo,
    /// The static evaluation before correction; `None` in check.
    pub raw_eval: Option<Score>,
    /// The static evaluation after correction; `None` in check.
    pub static_eval: Option<Score>,
    /// The move played from here, for continuation history; `None` for a null move.
    pub piece_to: Option<PieceTo>,
    /// The move played from here if it is quiet.
    pub quiet_move: Option<Move>,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// The killer moves of this ply.
    pub killers: Killers,
    /// The principal variation from here.
    pub pv: Variation,
    /// True if the score depends on the game before the search: through a repetition that began there, or the natural limit.
    pub path_dependent: bool,
}

/// The memory that is kept from search to search: history tables, which the threads of a search share, and stacks.
#[derive(Debug, Default)]
pub struct SearchMemory {
    histories: Histories,
    corrections: Corrections,
    /// The stacks of earlier searches, for the threads of the next one.
    stacks: Mutex<Vec<Stack>>,
}

/// The memory of a search thread for the game and the current line. Its capacity suffices for a search, which then allocates
/// nothing.
#[derive(Debug)]
struct Stack {
    /// The evaluator of `evaluation`.
    evaluator: Evaluator,
    positions: Vec<HistoryEntry>,
    frames: Vec<Frame>,
    evaluation: Evaluation,
}

impl SearchMemory {
    /// Returns a stack that begins at the end of `game`, from an earlier search if there is one.
    fn take_stack(&self, game: &Game, evaluator: &Evaluator) -> Stack {
        let board = game.board();
        // A search that was started before the evaluator changed may have left a stack for the old one.
        let kept = self.stacks().pop();
        let kept = kept.filter(|stack| stack.evaluator == *evaluator);
        let mut stack = kept.unwrap_or_else(|| Stack {
            evaluator: evaluator.clone(),
            positions: Vec::new(),
            frames: vec![Frame::default(); MAX_PLY + 4],
            evaluation: Evaluation::new(evaluator, MAX_PLY + 3, board),
        });
        stack.evaluation.begin(board);
        stack.frames.fill(Frame {
            check_info: board.check_info(),
            ..Frame::default()
        });
        stack.positions.clear();
        stack.positions.reserve(game.history().len() + MAX_PLY + 8);
        stack.positions.extend_from_slice(game.history());
        stack
    }

    fn stacks(&self) -> MutexGuard<'_, Vec<Stack>> {
        self.stacks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The settings, transposition table and control that all threads of a search share.
pub(super) type Shared<'a> = (&'a Settings, &'a TranspositionTable, &'a Control<'a>);

/// The state of one search thread.
pub(super) struct Worker<'a> {
    pub board: Board,
    /// The positions of the game and of the current line.
    pub positions: Vec<HistoryEntry>,
    /// The index of the root in `positions`.
    pub root_index: usize,
    /// The search stack, by ply.
    pub frames: Vec<Frame>,
    pub histories: &'a Histories,
    pub corrections: &'a Corrections,
    evaluation: Evaluation,
    pub techniques: Techniques,
    pub settings: &'a Settings,
    pub table: &'a TranspositionTable,
    pub control: &'a Control<'a>,
    /// The index of the thread. The first, 0, sends the events.
    pub index: usize,
    pub root_moves: RootMoves,
    /// The depth of the iteration, in plies.
    pub root_depth: i32,
    /// The first ply at which null moves are allowed, while a null move nearer the root is verified or its node is searched again
    /// without it; else 0.
    pub null_from_ply: usize,
    /// The nodes of this thread.
    pub nodes: u64,
    /// The largest ply reached in the iteration.
    pub seldepth: usize,
    /// True if the iteration is abandoned; results are invalid from then on.
    pub stopped: bool,
    pub events: &'a mut (dyn FnMut(Event) + Send),
}

impl<'a> Worker<'a> {
    pub fn new(
        game: &Game,
        root_moves: RootMoves,
        index: usize,
        (settings, table, control): Shared<'a>,
        memory: &'a SearchMemory,
        events: &'a mut (dyn FnMut(Event) + Send),
    ) -> Worker<'a> {
        let stack = memory.take_stack(game, &settings.evaluator);
        Worker {
            board: game.board().clone(),
            root_index: stack.positions.len() - 1,
            positions: stack.positions,
            frames: stack.frames,
            evaluation: stack.evaluation,
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

    /// Ends the search of this thread and keeps its stack in `memory` for the next search.
    pub fn end(self, memory: &SearchMemory) {
        memory.stacks().push(Stack {
            evaluator: self.settings.evaluator.clone(),
            positions: self.positions,
            frames: self.frames,
            evaluation: self.evaluation,
        });
    }

    /// Makes a move in the position at `ply`, which leads to `ply + 1`.
    #[inline]
    pub fn make(&mut self, ply: usize, mv: Move) -> Undo {
        let piece = self.board.piece_at(mv.from());
        let piece = piece.expect("a legal move moves a piece");
        self.frames[ply].quiet_move = self.board.is_empty(mv.to()).then_some(mv);
        let undo = self.board.make(mv);
        self.evaluation.make(&self.board, &undo);
        self.frames[ply].piece_to = Some(PieceTo { piece, to: mv.to() });
        self.record_position(ply + 1, Some(mv));
        undo
    }

    /// Takes back a move.
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        self.positions.pop();
        self.evaluation.undo();
        self.board.undo(undo);
    }

    /// Makes a null move in the position at `ply`, which leads to `ply + 1`.
    pub fn make_null(&mut self, ply: usize) -> NullUndo {
        let undo = self.board.make_null();
        self.table.prefetch(self.board.key());
        self.frames[ply].piece_to = None;
        self.frames[ply].quiet_move = None;
        self.evaluation.make_null();
        self.record_position(ply + 1, None);
        undo
    }

    /// Takes back a null move.
    pub fn undo_null(&mut self, undo: NullUndo) {
        self.positions.pop();
        self.evaluation.undo();
        self.board.undo_null(undo);
    }

    /// Records the position after a move or null move, which is at `ply`.
    #[inline]
    fn record_position(&mut self, ply: usize, mv: Option<Move>) {
        let check_info = self.board.check_info();
        self.positions.push(HistoryEntry {
            key: self.board.key(),
            in_check: check_info.in_check(),
            mv,
        });
        self.frames[ply].check_info = check_info;
        self.nodes += 1;
    }

    /// Begins a node. Returns its score if the search is stopped, the rules end the game, an endgame table has the
    /// position, or the line has [`MAX_PLY`] plies.
    #[inline]
    pub fn begin_node(&mut self, ply: usize) -> Option<Score> {
        self.clear_frame(ply);
        if self.must_stop() {
            return Some(0);
        }
        let decided = self.rule_score(ply).or_else(|| self.stored_score(ply));
        if decided.is_none() && ply >= MAX_PLY {
            return Some(self.raw_eval());
        }
        decided
    }

    /// Clears the frame of a ply for a new node, and updates the selective depth.
    #[inline]
    pub fn clear_frame(&mut self, ply: usize) {
        self.frames[ply].pv.clear();
        self.frames[ply].path_dependent = false;
        self.seldepth = self.seldepth.max(ply);
    }

    /// Sets the principal variation from `ply` to a move and the variation of its child.
    #[inline]
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let (here, below) = self.frames.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        pv.extend(below[0].pv.iter().copied().take(room));
    }

    /// Returns the moves one and two plies before the node, as piece and square.
    #[inline]
    pub fn previous_moves(&self, ply: usize) -> [Option<PieceTo>; 2] {
        let previous = |back| self.frames[ply.checked_sub(back)?].piece_to;
        [previous(1), previous(2)]
    }

    /// Computes the static evaluation of the current position, without correction.
    #[inline]
    pub fn raw_eval(&mut self) -> Score {
        self.evaluation.score(&self.board)
    }

    /// Returns true if the search is to stop. Checks the time every 1,024 nodes.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes & 0x3ff == 0 {
            self.check_limits();
        }
        if self.control.threads() == 1 && self.control.is_out_of_nodes(self.nodes) {
            self.control.stop();
        }
        // The first iteration is always finished, so that there is a move to play.
        if self.root_depth > 1 && self.control.is_stopped() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Publishes the node count, sleeps if [`Settings::idle`] says so, and checks the limits, as every thread does.
    #[cold]
    fn check_limits(&mut self) {
        self.publish_nodes();
        if HAS_THREADS && !self.settings.idle.is_zero() {
            std::thread::sleep(self.settings.idle);
        }
        // An iteration that another thread has finished is abandoned.
        if self.control.deepest.depth() >= self.root_depth as u32 && self.root_depth > 1 {
            self.stopped = true;
        }
        handle_messages();
        self.control.check_caller();
        self.control.check_limits(Instant::now());
    }

    /// Writes the node count of this thread where all threads can read it.
    pub fn publish_nodes(&self) {
        self.control.counters[self.index].store(self.nodes, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_kept_for_its_evaluator_only() {
        let game = Game::new(Board::from_fen("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1").unwrap());
        let memory = SearchMemory::default();
        for evaluator in [Evaluator::Material, Evaluator::Tables, Evaluator::Tables] {
            let mut stack = memory.take_stack(&game, &evaluator);
            let score = stack.evaluation.score(game.board());
            assert_eq!(score, evaluator.evaluate(game.board()));
            memory.stacks().push(stack);
        }
        assert_eq!(memory.stacks().len(), 1);
    }
}
