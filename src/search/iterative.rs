//! Iterative deepening: the root is searched to depth 1, 2, 3, ... until a limit is reached.
//!
//! **Idea** (Slate & Atkin 1977). All shallower iterations together cost little compared with the last. Their table entries and
//! histories order its moves, and their score is the centre of its window. Whenever time runs out, there is a move to play.
//!
//! **Drawback.** The last iteration is seldom finished; `search::time` limits what is lost.

use super::report::{Bound, Event, PvLine};
use super::request::{Limits, MAX_DEPTH};
use super::score::{self, ScoreKind};
use super::time::scaled_soft_limit;
use super::worker::Worker;
use crate::eval::Score;
use crate::host::Instant;

/// Plies that an open-ended search goes beyond the length of a mate, to find a shorter one.
const MATE_CHECK_DEPTH: i32 = 8;

impl Worker<'_> {
    /// Searches iteration after iteration until a limit is reached. Finds `line_count` lines, at least 1, and reports the first
    /// `reported`; the others are for the setting `randomness`. Returns the lines of the deepest iteration, best first.
    pub(super) fn deepen(
        &mut self,
        limits: Limits,
        line_count: usize,
        reported: usize,
    ) -> Vec<PvLine> {
        let control = self.control;
        let mut lines: Vec<PvLine> = Vec::new();
        // For how many iterations the best move has been the same.
        let mut stable = 0;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut depth = 0;
        // The deepest iteration whose lines are complete.
        let mut finished = 0;
        while depth < deepest {
            depth += 1;
            // Helper threads skip some depths, each thread others, so that they search different trees.
            if self.index > 0 && depth > 1 && skips_depth(self.index, depth) && depth < deepest {
                continue;
            }
            let previous = std::mem::take(&mut lines);
            let adopted = control.deepest.at_least(depth);
            // The node counts of the root moves are those of this thread, not of the lines that it adopts.
            let has_node_counts = adopted.is_none();
            if let Some((reached, found)) = adopted {
                depth = reached;
                lines = found;
                self.root_depth = depth as i32;
                self.report_lines(&lines, reported);
            } else {
                self.root_depth = depth as i32;
                self.root_moves.begin_iteration();
                if self.search_iteration(line_count, &previous, &mut lines) {
                    self.report_lines(&lines, reported);
                    if control.threads() > 1 {
                        control.deepest.record(depth, &lines);
                    }
                } else if control.deepest.depth() >= depth && !control.is_stopped() {
                    // Another thread has finished this depth; its lines are taken in the next turn.
                    self.stopped = false;
                    lines = previous;
                    depth -= 1;
                    continue;
                } else {
                    // Lines that the stopped iteration did not reach are kept from the one before.
                    let is_new =
                        |line: &PvLine| lines.iter().all(|known| known.pv[0] != line.pv[0]);
                    let older: Vec<PvLine> = previous.into_iter().filter(is_new).collect();
                    lines.extend(older);
                    number_lines(&mut lines);
                    break;
                }
            }
            finished = depth;
            let best = previous.first().zip(lines.first());
            let same = best.is_some_and(|(a, b)| a.pv[0] == b.pv[0]);
            stable = if same { stable + 1 } else { 0 };
            let score_drop = best.map_or(0, |(a, b)| a.score - b.score);
            if self.index == 0 {
                let effort = (lines.first().filter(|_| has_node_counts))
                    .map(|line| self.root_moves.node_share(line.pv[0]));
                if self.is_finished(limits, &lines, stable, score_drop, effort) {
                    break;
                }
            }
        }
        // The first thread has decided, or this one has reached the depth limit: the other threads are no longer needed.
        if self.index == 0 || depth == deepest {
            control.stop();
        }
        // Complete lines are better than those of a stopped iteration.
        let Some((_, found)) = control.deepest.at_least(finished + 1) else {
            return lines;
        };
        self.report_lines(&found, reported);
        found
    }

    /// Searches all lines to the iteration's depth. Returns false if it is stopped; `lines` then contains those found so far.
    fn search_iteration(
        &mut self,
        line_count: usize,
        previous: &[PvLine],
        lines: &mut Vec<PvLine>,
    ) -> bool {
        for rank in 1..=line_count.min(self.root_moves.len()) {
            self.seldepth = 0;
            let score = self.search_with_aspiration(rank, previous.get(rank - 1));
            if self.frames[0].pv.is_empty() {
                return false;
            }
            if self.stopped {
                // A best move found before the stop is better than the last iteration's. Its score is a lower bound, since the
                // moves that were not searched may be better. A forced loss as a lower bound says nothing.
                if rank == 1 && self.root_moves.best_score > -score::WIN_BOUND {
                    lines.push(self.line(rank, self.root_moves.best_score, Bound::Lower));
                }
                return false;
            }
            let line = self.line(rank, score, Bound::Exact);
            self.root_moves.skip_in_next_lines(line.pv[0]);
            lines.push(line);
        }
        // With several lines a later one may have a higher score.
        lines.sort_by_key(|line| -line.score);
        number_lines(lines);
        true
    }

    /// Reports the first `reported` lines with the numbers of the search so far; helper threads report nothing.
    fn report_lines(&mut self, lines: &[PvLine], reported: usize) {
        if self.index > 0 {
            return;
        }
        let (nodes, elapsed) = (self.control.nodes(), self.control.elapsed());
        let hashfull = self.table.fullness();
        for line in lines.iter().take(reported) {
            (self.events)(Event::Line(PvLine {
                nodes,
                elapsed,
                hashfull,
                ..line.clone()
            }));
        }
    }

    /// Returns true if no further iteration is needed: the score is decided, or the soft time limit is reached. `stable` is for
    /// how many iterations the best move has been the same, `score_drop` by how much the score fell in the last, `effort` the
    /// part of its nodes that were searched below the best move, if this thread has searched it.
    fn is_finished(
        &self,
        limits: Limits,
        lines: &[PvLine],
        stable: u32,
        score_drop: Score,
        effort: Option<f64>,
    ) -> bool {
        let Some(best) = lines.first() else {
            return true;
        };
        let depth = self.root_depth;
        let mate = match score::classify(best.score) {
            ScoreKind::Mate(plies) => Some(plies),
            // A deeper search may find a mate instead.
            ScoreKind::Rule(_) | ScoreKind::Evaluation(_) => None,
        };
        let is_short_enough = |plies: i32| {
            (limits.mate).is_some_and(|moves| plies.unsigned_abs() <= moves.saturating_mul(2))
        };
        // Pruning and reductions hide shorter mates, most of which a few more iterations find.
        let open_ended = limits.depth.is_none() && !limits.wait_for_stop && limits.mate.is_none();
        if mate.is_some_and(|plies| plies > 0 && is_short_enough(plies))
            || limits.stop_on_mate && mate.is_some_and(|plies| plies > 0 || -plies <= depth)
            || limits.stop_on_win && best.score >= score::WIN_BOUND
            || open_ended && mate.is_some_and(|plies| plies.abs() + MATE_CHECK_DEPTH <= depth)
        {
            return true;
        }
        if self.control.is_pondering() {
            return false;
        }
        self.control.budget.soft.is_some_and(|soft| {
            let only_move = self.root_moves.len() == 1 && depth >= 6;
            let now = Instant::now();
            let is_over = only_move
                || self.control.spent(now) >= scaled_soft_limit(soft, stable, score_drop, effort);
            if is_over {
                self.control.set_time_up(now);
            }
            is_over
        })
    }

    /// The current variation with its score as a line to report.
    fn line(&self, rank: usize, score: Score, bound: Bound) -> PvLine {
        self.publish_nodes();
        let mut pv = self.frames[0].pv.clone();
        self.extend_by_endings(&mut pv, score, bound);
        PvLine {
            depth: self.root_depth as u32,
            seldepth: self.seldepth as u32,
            rank,
            score,
            bound,
            nodes: self.control.nodes(),
            elapsed: self.control.elapsed(),
            hashfull: self.table.fullness(),
            pv: pv.to_vec(),
        }
    }

    /// Reports a bound from a search whose score is outside its window, after the first second.
    pub(super) fn report_line(&mut self, rank: usize, score: Score, bound: Bound) {
        let is_reported = self.index == 0
            && rank == 1
            && self.control.elapsed().as_millis() >= 1000
            && !self.frames[0].pv.is_empty();
        if is_reported {
            let line = self.line(rank, score, bound);
            (self.events)(Event::Line(line));
        }
    }
}

/// Sets the ranks of the lines by their order.
fn number_lines(lines: &mut [PvLine]) {
    for (index, line) in lines.iter_mut().enumerate() {
        line.rank = index + 1;
    }
}

/// Returns true if a helper thread skips a depth. Threads alternate between searching and skipping runs of one to four depths.
fn skips_depth(index: usize, depth: u32) -> bool {
    let run = 1 + (index as u32 - 1) / 2 % 4;
    let phase = index as u32 % 2 * run;
    ((depth + phase) / run) % 2 == 1
}
