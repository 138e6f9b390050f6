//! One thread's search: its board, its stack of plies, its memory.
//!
//! The rooms beside this one ([`super::alpha_beta`], [`super::quiescence`], ...) are all methods of
//! [`Worker`]; here stands what they share: making and undoing moves together with what is kept per ply, the
//! questions they ask of the table and the rules, and when to stop.

use std::sync::atomic::Ordering;
use std::time::Instant;

use arrayvec::ArrayVec;

use super::control::Control;
use super::correction::Corrections;
use super::history::{Histories, Step};
use super::report::{Bound, Event};
use super::root::Root;
use super::score::{self, DRAW, INFINITY, MATE, MAX_PLY, RULE_WIN};
use super::settings::Settings;
use super::techniques::Techniques;
use super::transposition::{Entry, Table};
use crate::board::{Board, Move, Safety, Undo, make::NullUndo};
use crate::eval::network::Stack;
use crate::eval::{Accumulator, Evaluator, Knowledge, Score};
use crate::rules::{Game, Past, Ruling, cycle, repetition};

/// A line of moves from some ply on.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 2 }>;

/// What is kept for each ply of the line being searched.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// Checkers and pins of the position.
    pub safety: Safety,
    /// Material and tables of the position.
    pub sums: Accumulator,
    /// The evaluation as computed, and as corrected; `None` in check.
    pub raw_eval: Option<Score>,
    pub static_eval: Option<Score>,
    /// The move that leads on from here, for continuation history; `None` for a pass.
    pub step: Option<Step>,
    /// Whether what leads on from here is a pass.
    pub passed: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// Whether the pass is forbidden here: it has been found to lie.
    pub no_pass: bool,
    pub killers: [Option<Move>; 2],
    /// The best line found from here.
    pub pv: Variation,
    /// Whether the score found here leans on the game before the search: a repetition that began
    /// there, or the natural limit, may have decided it.
    pub leans_on_game: bool,
}

/// What is kept from search to search; the threads of a search share it.
#[derive(Debug, Default)]
pub struct Memory {
    pub(super) histories: Histories,
    pub(super) corrections: Corrections,
}

/// A thread's search.
pub(super) struct Worker<'a> {
    pub board: Board,
    pub past: Vec<Past>,
    /// Where in `past` the root stands.
    pub root_index: usize,
    pub frames: Vec<Frame>,
    pub histories: &'a Histories,
    pub corrections: &'a Corrections,
    pub evaluator: Evaluator,
    /// The network's sums along the line, where a network scores.
    pub network: Option<Stack>,
    pub techniques: Techniques,
    pub settings: &'a Settings,
    pub table: &'a Table,
    pub control: &'a Control,
    /// Which thread this is; 0 reports and watches the clock.
    pub index: usize,
    pub root: Root,
    /// Depth of the iteration.
    pub root_depth: i32,
    /// No null move before this ply: a verification is under way.
    pub null_from_ply: usize,
    pub nodes: u64,
    pub seldepth: usize,
    pub stopped: bool,
    pub events: &'a mut (dyn FnMut(Event) + Send),
}

/// What takes back a move of the search.
#[must_use]
pub(super) struct Unmake(Undo);

impl<'a> Worker<'a> {
    pub fn new(
        game: &Game,
        root: Root,
        index: usize,
        shared: (&'a Settings, &'a Table, &'a Control),
        memory: &'a Memory,
        events: &'a mut (dyn FnMut(Event) + Send),
    ) -> Worker<'a> {
        let (settings, table, control) = shared;
        let board = game.board().clone();
        let frame = Frame {
            safety: board.safety(),
            sums: Accumulator::of(&board),
            raw_eval: None,
            static_eval: None,
            step: None,
            passed: false,
            excluded: None,
            no_pass: false,
            killers: [None; 2],
            pv: Variation::new(),
            leans_on_game: false,
        };
        // A network that is added to the terms is added to all of them.
        let knowledge = match settings.network {
            Some(_) => Knowledge::Full,
            None => settings.knowledge,
        };
        let network = settings.network.clone().map(|network| {
            let mut stack = Stack::new(network, MAX_PLY + 3);
            stack.begin(&board);
            stack
        });
        // All that a search pushes is reserved here: nothing allocates from now on.
        let mut past = Vec::with_capacity(game.past().len() + MAX_PLY + 8);
        past.extend_from_slice(game.past());
        Worker {
            root_index: past.len() - 1,
            board,
            past,
            frames: vec![frame; MAX_PLY + 4],
            histories: &memory.histories,
            corrections: &memory.corrections,
            evaluator: Evaluator::new(knowledge),
            network,
            techniques: settings.techniques,
            settings,
            table,
            control,
            index,
            root,
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
    pub fn make(&mut self, ply: usize, mv: Move) -> Unmake {
        self.table.prefetch(self.board.key_after(mv));
        let piece = self
            .board
            .piece_at(mv.from())
            .expect("a legal move moves a piece");
        let undo = self.board.make(mv);
        let sums = self.frames[ply]
            .sums
            .after(piece, mv.from(), mv.to(), undo.captured());
        self.frames[ply].step = Some(Step { piece, to: mv.to() });
        self.frames[ply].passed = false;
        if let Some(network) = &mut self.network {
            network.make(ply, piece, mv, undo.captured(), &self.board);
        }
        self.arrive(ply + 1, Some(mv), sums);
        Unmake(undo)
    }

    #[inline]
    pub fn undo(&mut self, undo: Unmake) {
        self.past.pop();
        self.board.undo(undo.0);
    }

    /// Passes: the null move.
    pub fn pass(&mut self, ply: usize) -> NullUndo {
        debug_assert_eq!(self.why_not_pass(ply), None, "{:?}", self.board);
        let undo = self.board.make_null();
        self.table.prefetch(self.board.key());
        self.frames[ply].step = None;
        self.frames[ply].passed = true;
        if let Some(network) = &mut self.network {
            network.pass(ply);
        }
        self.arrive(ply + 1, None, self.frames[ply].sums);
        undo
    }

    pub fn unpass(&mut self, undo: NullUndo) {
        self.past.pop();
        self.board.undo_null(undo);
    }

    #[inline]
    fn arrive(&mut self, ply: usize, mv: Option<Move>, sums: Accumulator) {
        let safety = self.board.safety();
        self.past.push(Past {
            key: self.board.key(),
            in_check: safety.in_check(),
            mv,
        });
        let frame = &mut self.frames[ply];
        frame.safety = safety;
        frame.sums = sums;
        self.nodes += 1;
    }

    /// What every node begins with.
    #[inline]
    pub fn enter(&mut self, ply: usize) {
        self.frames[ply].pv.clear();
        self.frames[ply].leans_on_game = false;
        self.seldepth = self.seldepth.max(ply);
    }

    /// The line from `ply` is this move and what its child found.
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
        let terms = || self.evaluator.evaluate(&self.board, &self.frames[ply].sums);
        match &mut self.network {
            None => terms(),
            Some(stack) => {
                let own = stack.evaluate(ply, &self.board);
                stack.network().on_base(own, terms)
            }
        }
    }

    /// An evaluation corrected by what searches of like positions found.
    #[inline]
    pub fn corrected(&self, eval: Score) -> Score {
        if !self.techniques.correction {
            return eval;
        }
        (eval + self.corrections.of(&self.board)).clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// Lets the corrections learn, where the score says something about a quiet position.
    pub fn learn_correction(
        &mut self,
        ply: usize,
        depth: i32,
        score: Score,
        best: Option<Move>,
        bound: Bound,
    ) {
        let Some(eval) = self.frames[ply].static_eval else {
            return;
        };
        let quiet = best.is_none_or(|mv| self.board.is_empty(mv.to()));
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        };
        if self.techniques.correction && quiet && tells && !score::is_decisive(score) {
            self.corrections.learn(&self.board, depth, score, eval);
        }
    }

    /// Whether the mover's evaluation is better than two plies before.
    pub fn improving(&self, ply: usize) -> bool {
        let earlier = |back| {
            ply.checked_sub(back)
                .and_then(|ply| self.frames[ply].static_eval)
        };
        match (
            self.frames[ply].static_eval,
            earlier(2).or_else(|| earlier(4)),
        ) {
            (Some(now), Some(then)) => now > then,
            (Some(_), None) => true,
            (None, _) => false,
        }
    }

    /// The score of a position that the rules decide: a repetition, or the natural limit. What it
    /// leans on is noted.
    #[inline]
    pub fn rule_score(&mut self, ply: usize) -> Option<Score> {
        let quiet = self.board.quiet_plies();
        let rules = &self.settings.rules;
        let at_limit = rules.limit_reached(quiet);
        if quiet < 4 && !at_limit {
            return None;
        }
        // What comes once more need not come again where the game is drawn first.
        let root = if at_limit {
            cycle::AT_THE_BOARD
        } else {
            self.root_index
        };
        let Some(cycle) = cycle::find(&self.past, quiet, rules.occurrences, root) else {
            // Without a legal move, mated or not, the game is lost before it can be drawn.
            let drawn = at_limit && self.board.has_legal_move();
            self.frames[ply].leans_on_game |= drawn;
            return drawn.then(|| self.draw(ply));
        };
        let begins = self.past.len() - 1 - cycle.len();
        let ruling = repetition::ruling(&self.board, cycle, rules.repetition);
        self.frames[ply].leans_on_game = begins < self.root_index;
        Some(match ruling {
            Ruling::Win => RULE_WIN - ply as Score,
            Ruling::Loss => ply as Score - RULE_WIN,
            Ruling::Draw => self.draw(ply),
        })
    }

    /// A draw, as the engine's side at the root likes it.
    #[inline]
    pub fn draw(&self, ply: usize) -> Score {
        let contempt = self.settings.contempt;
        if ply.is_multiple_of(2) {
            DRAW - contempt
        } else {
            DRAW + contempt
        }
    }

    /// What the table knows of the position.
    #[inline]
    pub fn probe_table(&self, ply: usize) -> Option<Entry> {
        if self.techniques.transposition {
            self.table.probe(self.board.key(), ply)
        } else {
            None
        }
    }

    /// Stores what was found of a position; of a score that leans on the game before the search, the
    /// move alone: after the next move, or in another game, it may be wrong.
    #[inline]
    pub fn store_table(&self, ply: usize, mut entry: Entry) {
        if self.frames[ply].leans_on_game {
            entry = entry.without_score();
        }
        if self.techniques.transposition {
            self.table.store(self.board.key(), ply, entry);
        }
    }

    /// Whether an entry answers for a node of this depth and window.
    #[inline]
    pub fn table_cuts(&self, entry: &Entry, depth: i32, alpha: Score, beta: Score) -> bool {
        entry.depth >= depth
            // Near the natural limit a score says little about how the game ends.
            && !self.settings.rules.limit_reached(self.board.quiet_plies().saturating_add(20))
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
    }

    /// Whether the search is over; looks at the clock now and then.
    #[inline]
    pub fn must_stop(&mut self) -> bool {
        if self.nodes & 0x3ff == 0 {
            self.look_up();
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

    /// Publishes the node count, rests if asked to, and lets the first thread watch the limits.
    fn look_up(&mut self) {
        self.control.counters[self.index].store(self.nodes, Ordering::Relaxed);
        if let Some(rest) = self.settings.idle.rest() {
            std::thread::sleep(rest);
        }
        // What another thread has finished meanwhile is not worth finishing.
        if self.control.deepest.depth() >= self.root_depth as u32 && self.root_depth > 1 {
            self.stopped = true;
        }
        if self.index == 0 {
            self.control.check_limits(Instant::now());
        }
    }

    /// Tells which root move is being searched, once the search has taken a while.
    pub fn report_current_move(&mut self, depth: i32, mv: Move, number: usize) {
        if self.index == 0 && self.control.elapsed().as_millis() >= 1000 {
            (self.events)(Event::CurrentMove {
                depth: depth as u32,
                mv,
                number,
            });
        }
    }
}

const _: () = assert!(RULE_WIN - (MAX_PLY as Score) * 2 > MATE && RULE_WIN < INFINITY);
