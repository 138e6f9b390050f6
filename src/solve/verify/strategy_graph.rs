//! A strategy as a graph: the cycles that the defender can choose, who loses them by the rules, and the longest lines.
//!
//! A positional strategy plays the same move in a position every time, so a defender who can repeat a position once can repeat
//! it for ever. Positions that lead back to each other form a strongly connected component. *Every* cycle in it must be lost
//! for the defender:
//!
//! - each reply that stays in the component gives check, and there is no cycle on which the winner gives check with
//!   every move as well: perpetual check by one side, under all rules; or
//! - there is only one cycle, and the defender loses it by the rules, for example as a perpetual chase.

use std::collections::HashSet;

use crate::board::{Board, Color, Move};
use crate::rules::repetition::winner;
use crate::rules::{HistoryEntry, RepetitionRules};

/// The most steps of the search for the longest line through a component. After them the longest line found so far counts.
const MAX_STEPS: u32 = 100_000;
/// The longest line searched in a component, in moves of the winner.
const MAX_LINE_MOVES: u32 = 120;

/// A position with the winner to move.
#[derive(Clone, Debug)]
pub(in crate::solve) struct StrategyNode {
    /// The winner's move.
    pub mv: Move,
    /// True if that move gives check.
    pub checks: bool,
    pub replies: Vec<Reply>,
    /// The earliest position known to be on a cycle with it; `None` once its component is complete.
    pub earliest: Option<usize>,
    /// The winner's moves to the mate, against the longest defence that repeats no position.
    pub moves: u32,
    /// Its component, as the index of one of the positions in it.
    component: usize,
}

/// A reply of the defender, as an edge of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Reply {
    pub mv: Move,
    /// True if it gives check.
    pub checks: bool,
    /// The index of the position that it leads to.
    pub to: usize,
}

/// All positions of a strategy with the winner to move.
#[derive(Debug, Default)]
pub(in crate::solve) struct StrategyGraph {
    pub nodes: Vec<StrategyNode>,
    /// True if the defender can repeat a position.
    pub has_cycles: bool,
}

impl StrategyGraph {
    /// Adds a position with the move of the winner, and returns its index. Its component is not complete yet.
    pub fn add(&mut self, mv: Move, checks: bool) -> usize {
        let index = self.nodes.len();
        self.nodes.push(StrategyNode {
            mv,
            checks,
            replies: Vec::new(),
            earliest: Some(index),
            moves: 0,
            component: usize::MAX,
        });
        index
    }

    /// Judges a component of several positions; `board` is the first of them.
    ///
    /// # Errors
    /// The moves from `board` that end in a cycle which the defender does not lose.
    pub fn judge(
        &mut self,
        component: &[usize],
        board: &Board,
        rules: RepetitionRules,
    ) -> Result<(), Vec<Move>> {
        self.has_cycles = true;
        let members: HashSet<usize> = component.iter().copied().collect();
        let within = |index: usize| {
            let replies = self.nodes[index].replies.iter();
            replies.filter(|reply| members.contains(&reply.to))
        };
        if component.iter().all(|&index| within(index).count() == 1) {
            let cycle = self.cycle(component[0], component[0], &members);
            return match cycle_winner(board, &cycle, rules) == Some(board.side()) {
                true => Ok(()),
                false => Err(cycle),
            };
        }
        for &index in component {
            if let Some(reply) = within(index).find(|reply| !reply.checks) {
                let mut moves = self.path(component[0], index, &members);
                moves.extend([self.nodes[index].mv, reply.mv]);
                moves.extend(self.path(reply.to, index, &members));
                return Err(moves);
            }
        }
        // The positions where the winner gives check, reduced to those from which it can continue to within the component.
        let mut checking = members.clone();
        checking.retain(|&index| self.nodes[index].checks);
        let mut left = usize::MAX;
        while checking.len() < left {
            left = checking.len();
            let known = checking.clone();
            checking.retain(|&index| within(index).any(|reply| known.contains(&reply.to)));
        }
        // The lowest index, so that every run reports the same cycle.
        let Some(&first) = checking.iter().min() else {
            return Ok(());
        };
        // It may only lead to a cycle. As many steps as there are positions end on one.
        let next = |index: usize| within(index).find(|reply| checking.contains(&reply.to));
        let index = (0..checking.len()).fold(first, |index, _| {
            next(index).map_or(index, |reply| reply.to)
        });
        let mut moves = self.path(component[0], index, &members);
        moves.extend(self.cycle(index, index, &checking));
        Err(moves)
    }

    /// The shortest path from one position to another through these positions, as moves of both sides; empty from a position to itself.
    fn path(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        match from == to {
            true => Vec::new(),
            false => self.cycle(from, to, through),
        }
    }

    /// The same with at least one move: from a position to itself it is a cycle.
    fn cycle(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        // Each position reached, with the index in `reached` of the one before it and the reply from there.
        let mut reached: Vec<(usize, Option<(usize, Move)>)> = vec![(from, None)];
        let mut next = 0;
        let mut last = None;
        while last.is_none() && next < reached.len() {
            let (index, _) = reached[next];
            for reply in &self.nodes[index].replies {
                if reply.to == to {
                    last = Some((next, reply.mv));
                    break;
                }
                let new = reached.iter().all(|(known, _)| *known != reply.to);
                if new && through.contains(&reply.to) {
                    reached.push((reply.to, Some((next, reply.mv))));
                }
            }
            next += 1;
        }
        let mut moves = Vec::new();
        while let Some((step, reply)) = last {
            let (index, before) = reached[step];
            moves.extend([reply, self.nodes[index].mv]);
            last = before;
        }
        moves.reverse();
        moves
    }

    /// Completes a component and sets the length of the longest line from each of its positions. All components that it leads to must
    /// be complete.
    pub fn measure(&mut self, component: &[usize]) {
        for &index in component {
            self.nodes[index].component = component[0];
            self.nodes[index].earliest = None;
        }
        for &index in component {
            self.nodes[index].moves = self.longest(index).0;
        }
    }

    /// The longest line from a position: its length in moves of the winner to the mate, and the replies up to the first that leaves
    /// the component of the position.
    fn longest(&self, index: usize) -> (u32, Vec<Reply>) {
        let mut search = LineSearch {
            graph: self,
            start: index,
            steps: 0,
            replies: Vec::new(),
            best: (0, Vec::new()),
        };
        search.extend(index);
        search.best
    }

    /// The line of the longest defence from a position to the mate.
    pub fn line(&self, mut index: usize) -> Vec<Move> {
        let mut line = vec![self.nodes[index].mv];
        loop {
            let component = self.nodes[index].component;
            let (_, replies) = self.longest(index);
            for reply in replies {
                line.extend([reply.mv, self.nodes[reply.to].mv]);
                index = reply.to;
            }
            if self.nodes[index].component == component {
                return line;
            }
        }
    }
}

/// The winner of a cycle, played from `board`, by the rules of repetition.
pub(in crate::solve) fn cycle_winner(
    board: &Board,
    cycle: &[Move],
    rules: RepetitionRules,
) -> Option<Color> {
    let mut board = board.clone();
    let mut history = Vec::with_capacity(cycle.len());
    for &mv in cycle {
        let _ = board.make(mv);
        history.push(HistoryEntry::of(&board, Some(mv)));
    }
    winner(&board, &history, rules)
}

/// The search for the longest line through a component that repeats no position.
struct LineSearch<'p> {
    graph: &'p StrategyGraph,
    start: usize,
    steps: u32,
    replies: Vec<Reply>,
    best: (u32, Vec<Reply>),
}

impl LineSearch<'_> {
    fn extend(&mut self, index: usize) {
        let graph = self.graph;
        let node = &graph.nodes[index];
        let so_far = 1 + self.replies.len() as u32;
        // Among equally long lines the first counts, so that the line is the same in every run.
        if so_far > self.best.0 {
            self.best = (so_far, self.replies.clone());
        }
        for &reply in &node.replies {
            self.steps += 1;
            let next = &graph.nodes[reply.to];
            let is_known = |to| to == self.start || self.replies.iter().any(|done| done.to == to);
            if next.component != node.component {
                if so_far + next.moves > self.best.0 {
                    self.best = (so_far + next.moves, self.replies.clone());
                    self.best.1.push(reply);
                }
            } else if self.steps < MAX_STEPS && so_far < MAX_LINE_MOVES && !is_known(reply.to) {
                self.replies.push(reply);
                self.extend(reply.to);
                self.replies.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each position, whether the winner's move checks, and for each reply, whether it checks and its destination.
    type Nodes<'a> = &'a [(bool, &'a [(bool, usize)])];

    /// A graph with arbitrary moves.
    fn graph(nodes: Nodes) -> StrategyGraph {
        let mut graph = StrategyGraph::default();
        let mv = "a9a8".parse().expect("a move");
        for (index, &(checks, replies)) in nodes.iter().enumerate() {
            graph.add(mv, checks);
            let reply = |&(checks, to)| Reply { mv, checks, to };
            graph.nodes[index].replies = replies.iter().map(reply).collect();
        }
        graph
    }

    #[test]
    fn a_component_is_lost_if_the_defender_loses_every_cycle() {
        // Two cycles through the first position; the cases differ in the second cycle.
        let judged = |winner_checks: [bool; 2], reply_checks: bool| {
            let nodes: Nodes = &[
                (winner_checks[0], &[(true, 1), (true, 2)]),
                (winner_checks[0], &[(true, 0)]),
                (winner_checks[1], &[(reply_checks, 0)]),
            ];
            let verdict =
                graph(nodes).judge(&[0, 1, 2], &Board::startpos(), RepetitionRules::Asian);
            verdict.map_err(|moves| moves.len())
        };
        assert_eq!(judged([false, true], true), Ok(()));
        assert_eq!(judged([false, false], false), Err(6), "one quiet reply");
        assert_eq!(
            judged([true, false], true),
            Err(4),
            "both sides check on one"
        );
    }

    #[test]
    fn the_reported_cycle_is_one_if_the_first_position_only_leads_to_it() {
        let nodes: Nodes = &[
            (true, &[(true, 1)]),
            (true, &[(true, 2), (true, 3)]),
            (true, &[(true, 1)]),
            (false, &[(true, 0)]),
        ];
        let verdict = graph(nodes).judge(&[0, 1, 2, 3], &Board::startpos(), RepetitionRules::Asian);
        assert_eq!(verdict.map_err(|moves| moves.len()), Err(6));
    }

    #[test]
    fn the_longest_line_repeats_no_position_and_leaves_the_component_late() {
        // 0 and 1 lead to each other, 1 leads to 2, and 0 and 2 lead to 3, which is mate.
        let mut graph = graph(&[
            (false, &[(true, 1), (false, 3)]),
            (false, &[(true, 0), (false, 2)]),
            (true, &[(false, 3)]),
            (true, &[]),
        ]);
        for component in [&[3][..], &[2], &[0, 1]] {
            graph.measure(component);
        }
        let moves: Vec<u32> = graph.nodes.iter().map(|node| node.moves).collect();
        assert_eq!(moves, [4, 3, 2, 1]);
        assert_eq!([graph.line(0).len(), graph.line(1).len()], [7, 5]);
    }
}
