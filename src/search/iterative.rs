//! Iterative deepening: depth 1, 2, 3, ... until time is up.
//!
//! **Idea** (Slate & Atkin 1977). The cost of all shallower iterations together is small beside the last, and they repay it:
//! their table entries and histories order the next one, their scores centre its window, and whenever time runs out there is a
//! move to play, that of the last iteration that found one.

use web_time::Instant;

use super::report::{Bound, Event, Line};
use super::request::Limits;
use super::score::{self, MAX_PLY, Meaning};
use super::time::scaled;
use super::worker::Worker;
use crate::eval::Score;

/// Deepest iteration.
pub const MAX_DEPTH: u32 = 100;

const _: () = assert!((MAX_DEPTH as usize) < MAX_PLY);

impl Worker<'_> {
    /// Deepens until a limit is reached. Finds `wanted` lines, at least 1, of which those beyond `reported` only serve
    /// `randomness`. Returns the lines of the deepest iteration, best first.
    pub(super) fn deepen(&mut self, limits: Limits, wanted: usize, reported: usize) -> Vec<Line> {
        let control = self.control;
        let mut lines: Vec<Line> = Vec::new();
        let mut stable = 0;
        let deepest = limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut depth = 0;
        while depth < deepest {
            depth += 1;
            // Helper threads skip some depths, each its own, so that they do not all do the same.
            if self.index > 0 && depth > 1 && skips(self.index, depth) && depth < deepest {
                continue;
            }
            let previous = std::mem::take(&mut lines);
            if let Some((reached, found)) = control.deepest.reaching(depth) {
                depth = reached;
                lines = found;
                self.root_depth = depth as i32;
                self.report_lines(&lines, reported);
            } else {
                self.root_depth = depth as i32;
                self.root_moves.begin();
                if self.iterate(wanted, &previous, &mut lines) {
                    self.report_lines(&lines, reported);
                    if control.threads() > 1 {
                        control.deepest.record(depth, &lines);
                    }
                } else if control.deepest.depth() >= depth && !control.is_stopped() {
                    // Another thread was faster; its lines are taken next.
                    self.stopped = false;
                    lines = previous;
                    depth -= 1;
                    continue;
                } else {
                    // What the stopped iteration did not reach stays as it was.
                    let is_new = |line: &Line| lines.iter().all(|known| known.pv[0] != line.pv[0]);
                    let older: Vec<Line> = previous.into_iter().filter(is_new).collect();
                    lines.extend(older);
                    rank(&mut lines);
                    break;
                }
            }
            let best = previous.first().zip(lines.first());
            let same = best.is_some_and(|(a, b)| a.pv[0] == b.pv[0]);
            stable = if same { stable + 1 } else { 0 };
            let fallen = best.map_or(0, |(a, b)| a.score - b.score);
            if self.index == 0 && self.is_enough(limits, &lines, stable, fallen) {
                break;
            }
        }
        // The others have nothing to add once the first thread has an answer, or any has reached the depth asked for.
        if self.index == 0 || depth == deepest {
            control.stop();
        }
        let reached = lines.first().map_or(0, |line| line.depth);
        match control.deepest.reaching(reached + 1) {
            Some((_, found)) => found,
            None => lines,
        }
    }

    /// Searches all lines to the iteration's depth. Returns false when it was stopped; `lines` then has what was found.
    fn iterate(&mut self, wanted: usize, previous: &[Line], lines: &mut Vec<Line>) -> bool {
        for rank in 1..=wanted.min(self.root_moves.len()) {
            self.seldepth = 0;
            let score = self.aspire(rank, previous.get(rank - 1).map(|line| line.score));
            if self.frames[0].pv.is_empty() {
                return false;
            }
            if self.stopped {
                // A best move found before the stop is better than the one it replaces; the moves not searched may be better.
                if rank == 1 {
                    lines.push(self.line(rank, self.root_moves.best_score, Bound::Lower));
                }
                return false;
            }
            let line = self.line(rank, score, Bound::Exact);
            self.root_moves.rank(line.pv[0]);
            lines.push(line);
        }
        // With several lines a later one may have come out better.
        lines.sort_by_key(|line| -line.score);
        rank(lines);
        let nodes = self.control.nodes().max(self.nodes);
        lines.iter_mut().for_each(|line| line.nodes = nodes);
        true
    }

    fn report_lines(&mut self, lines: &[Line], reported: usize) {
        if self.index == 0 {
            for line in lines.iter().take(reported) {
                (self.events)(Event::Line(line.clone()));
            }
        }
    }

    /// Whether there is no point in another iteration.
    fn is_enough(&self, limits: Limits, lines: &[Line], stable: u32, fallen: Score) -> bool {
        let Some(best) = lines.first() else {
            return true;
        };
        let depth = self.root_depth;
        let (mate, end) = match score::meaning(best.score) {
            Meaning::Mate(plies) => (Some(plies), Some(plies.abs())),
            Meaning::Rule(plies) => (None, Some(plies.abs())),
            Meaning::Evaluation(_) => (None, None),
        };
        let wanted = |plies| limits.mate.is_some_and(|moves| plies <= 2 * moves as i32);
        // A forced end that the depth covers will not get better; an analysis to a fixed depth goes on.
        let open_ended = limits.depth.is_none() && !limits.wait_for_stop && limits.mate.is_none();
        if mate.is_some_and(|plies| plies > 0 && wanted(plies))
            || limits.stop_on_mate && mate.is_some_and(|plies| plies > 0 || -plies <= depth)
            || open_ended && end.is_some_and(|plies| plies <= depth)
        {
            return true;
        }
        if self.control.is_pondering() {
            return false;
        }
        self.control.budget.soft.is_some_and(|soft| {
            let only_move = self.root_moves.len() == 1 && depth >= 6;
            let effort = self.root_moves.effort(best.pv[0]);
            only_move || self.control.spent(Instant::now()) >= scaled(soft, stable, fallen, effort)
        })
    }

    fn line(&self, rank: usize, score: Score, bound: Bound) -> Line {
        self.publish_nodes();
        Line {
            depth: self.root_depth as u32,
            seldepth: self.seldepth as u32,
            rank,
            score,
            bound,
            nodes: self.control.nodes(),
            elapsed: self.control.elapsed(),
            hashfull: self.table.fullness(),
            pv: self.frames[0].pv.to_vec(),
        }
    }

    /// Reports a bound from a search that fell outside its window, once it has taken a while.
    pub(super) fn report_line(&mut self, rank: usize, score: Score, bound: Bound) {
        let wanted = self.index == 0
            && rank == 1
            && self.control.elapsed().as_millis() >= 1000
            && !self.frames[0].pv.is_empty();
        if wanted {
            let line = self.line(rank, score, bound);
            (self.events)(Event::Line(line));
        }
    }
}

/// Numbers the lines in their order.
fn rank(lines: &mut [Line]) {
    for (index, line) in lines.iter_mut().enumerate() {
        line.rank = index + 1;
    }
}

/// Whether a helper thread leaves a depth to others: of every two, three, four, ... in turn.
fn skips(index: usize, depth: u32) -> bool {
    let size = 1 + (index as u32 - 1) / 2 % 4;
    let phase = index as u32 % 2 * size;
    ((depth + phase) / size) % 2 == 1
}
