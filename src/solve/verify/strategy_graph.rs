//! A strategy as a graph: the cycles that the defender can choose, what the rules say of them, and the longest lines.
//!
//! A positional strategy answers a position the same way every time, so a defender who comes back to one can do so for
//! ever. Positions that lead back to each other form a group (a strongly connected component). *Every* cycle in it must be lost
//! for the defender:
//!
//! - each reply that stays in the group gives check, and there is no cycle on which the winner gives check with
//!   every move as well: perpetual check by one side, under all rules; or
//! - there is one cycle only, and the rules judge it so, for example as a perpetual chase.

use std::collections::HashSet;

use crate::board::{Board, Move};
use crate::rules::repetition::winner;
use crate::rules::{HistoryEntry, Repetition};

/// Steps of the search for the longest line through a group: enough for any that was met.
const STEPS: u32 = 100_000;
/// The longest line searched in a group, in moves of the winner.
const LONGEST: u32 = 120;

/// A position with the winner to move.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// What the winner plays.
    pub mv: Move,
    pub checks: bool,
    pub replies: Vec<Reply>,
    /// The earliest position known to be on a cycle with it; `None` once its group is complete.
    pub earliest: Option<usize>,
    /// The winner's moves to the end, against the longest defence that repeats no position.
    pub moves: u32,
    /// Its group: the place of one of the positions in it.
    group: usize,
}

/// A reply of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solve) struct Reply {
    pub mv: Move,
    pub checks: bool,
    /// The index of the position that it leads to.
    pub to: usize,
}

/// All positions of a strategy with the winner to move.
#[derive(Debug, Default)]
pub(super) struct StrategyGraph {
    pub nodes: Vec<Node>,
    /// Whether the defender can come back to a position anywhere.
    pub has_cycles: bool,
}

impl StrategyGraph {
    /// Adds a position with the move of the winner; its group is open.
    pub fn add(&mut self, mv: Move, checks: bool) -> usize {
        let place = self.nodes.len();
        self.nodes.push(Node {
            mv,
            checks,
            replies: Vec::new(),
            earliest: Some(place),
            moves: 0,
            group: usize::MAX,
        });
        place
    }

    /// Judges a group of several positions; `board` is the first of them. An error holds the moves from there that end in a cycle
    /// which the defender does not lose.
    pub fn judge(
        &mut self,
        group: &[usize],
        board: &Board,
        rules: Repetition,
    ) -> Result<(), Vec<Move>> {
        self.has_cycles = true;
        let members: HashSet<usize> = group.iter().copied().collect();
        let within = |place: usize| {
            let replies = self.nodes[place].replies.iter();
            replies.filter(|reply| members.contains(&reply.to))
        };
        if group.iter().all(|&place| within(place).count() == 1) {
            let cycle = self.cycle(group[0], group[0], &members);
            return match is_lost(board.clone(), &cycle, rules) {
                true => Ok(()),
                false => Err(cycle),
            };
        }
        for &place in group {
            if let Some(reply) = within(place).find(|reply| !reply.checks) {
                let mut moves = self.path(group[0], place, &members);
                moves.extend([self.nodes[place].mv, reply.mv]);
                moves.extend(self.path(reply.to, place, &members));
                return Err(moves);
            }
        }
        // Positions where the winner checks, without those from which it cannot go on checking in the group.
        let mut checking = members.clone();
        checking.retain(|&place| self.nodes[place].checks);
        loop {
            let ends = |place: &usize| !within(*place).any(|reply| checking.contains(&reply.to));
            let Some(end) = checking.iter().copied().find(|place| ends(place)) else {
                break;
            };
            checking.remove(&end);
        }
        // The least, so that every run reports the same fault.
        let Some(&place) = checking.iter().min() else {
            return Ok(());
        };
        let mut moves = self.path(group[0], place, &members);
        moves.extend(self.cycle(place, place, &checking));
        Err(moves)
    }

    /// The shortest path from one position to another through these, as moves of both sides; empty to itself.
    fn path(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        match from == to {
            true => Vec::new(),
            false => self.cycle(from, to, through),
        }
    }

    /// The same with one move at least: from a position to itself, a cycle.
    fn cycle(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        // Each position reached with the one before it and the reply that led to it.
        let mut reached: Vec<(usize, Option<(usize, Move)>)> = vec![(from, None)];
        let mut next = 0;
        let mut last = None;
        while last.is_none() && next < reached.len() {
            let (place, _) = reached[next];
            for reply in &self.nodes[place].replies {
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
        while let Some((index, reply)) = last {
            let (place, before) = reached[index];
            moves.extend([reply, self.nodes[place].mv]);
            last = before;
        }
        moves.reverse();
        moves
    }

    /// Measures the lines from every position of a group. Those from the groups that it leads to must be measured already.
    pub fn measure(&mut self, group: &[usize]) {
        for &place in group {
            self.nodes[place].group = group[0];
            self.nodes[place].earliest = None;
        }
        for &place in group {
            self.nodes[place].moves = self.longest(place).0;
        }
    }

    /// The longest line from a position through its group: its length to the end, and the replies as far as the first that
    /// leaves the group, if one does.
    fn longest(&self, place: usize) -> (u32, Vec<Reply>) {
        let mut search = Search {
            graph: self,
            start: place,
            steps: 0,
            replies: Vec::new(),
            best: (0, Vec::new()),
        };
        search.go_on(place);
        search.best
    }

    /// The line of the longest defence from a position on.
    pub fn line(&self, mut place: usize) -> Vec<Move> {
        let mut line = vec![self.nodes[place].mv];
        loop {
            let group = self.nodes[place].group;
            let (_, replies) = self.longest(place);
            for reply in replies {
                line.extend([reply.mv, self.nodes[reply.to].mv]);
                place = reply.to;
            }
            if self.nodes[place].group == group {
                return line;
            }
        }
    }
}

/// Whether a cycle, played from a position, is lost for the defender.
fn is_lost(mut board: Board, cycle: &[Move], rules: Repetition) -> bool {
    let mut history = Vec::with_capacity(cycle.len());
    for &mv in cycle {
        let _ = board.make(mv);
        history.push(HistoryEntry::of(&board, Some(mv)));
    }
    winner(&board, &history, rules) == Some(board.side())
}

/// The search for the longest line through a group: no position twice.
struct Search<'p> {
    graph: &'p StrategyGraph,
    start: usize,
    steps: u32,
    replies: Vec<Reply>,
    best: (u32, Vec<Reply>),
}

impl Search<'_> {
    fn go_on(&mut self, place: usize) {
        let graph = self.graph;
        let node = &graph.nodes[place];
        let so_far = 1 + self.replies.len() as u32;
        // Of equals the first counts, so that the line is the same in every run.
        if so_far > self.best.0 {
            self.best = (so_far, self.replies.clone());
        }
        for &reply in &node.replies {
            self.steps += 1;
            let next = &graph.nodes[reply.to];
            let is_known = |to| to == self.start || self.replies.iter().any(|done| done.to == to);
            if next.group != node.group {
                if so_far + next.moves > self.best.0 {
                    self.best = (so_far + next.moves, self.replies.clone());
                    self.best.1.push(reply);
                }
            } else if self.steps < STEPS && so_far < LONGEST && !is_known(reply.to) {
                self.replies.push(reply);
                self.go_on(reply.to);
                self.replies.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each position with whether the winner checks there, and the replies: whether they check, and where they lead.
    type Nodes<'a> = &'a [(bool, &'a [(bool, usize)])];

    /// A graph with arbitrary moves.
    fn graph(nodes: Nodes) -> StrategyGraph {
        let mut graph = StrategyGraph::default();
        let mv = "a9a8".parse().expect("a move");
        for (place, &(checks, replies)) in nodes.iter().enumerate() {
            graph.add(mv, checks);
            let reply = |&(checks, to)| Reply { mv, checks, to };
            graph.nodes[place].replies = replies.iter().map(reply).collect();
        }
        graph
    }

    #[test]
    fn the_defender_is_lost_if_every_cycle_is() {
        // Two cycles through the first position; the case is the second cycle.
        let judged = |winner_checks: [bool; 2], reply_checks: bool| {
            let nodes: Nodes = &[
                (winner_checks[0], &[(true, 1), (true, 2)]),
                (winner_checks[0], &[(true, 0)]),
                (winner_checks[1], &[(reply_checks, 0)]),
            ];
            let verdict = graph(nodes).judge(&[0, 1, 2], &Board::startpos(), Repetition::Asian);
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
    fn the_longest_line_repeats_no_position_and_leaves_the_group_late() {
        // 0 and 1 lead to each other; 1 leads on to 2, which ends after a reply.
        let mut graph = graph(&[
            (false, &[(true, 1), (false, 3)]),
            (false, &[(true, 0), (false, 2)]),
            (true, &[(false, 3)]),
            (true, &[]),
        ]);
        for group in [&[3][..], &[2], &[0, 1]] {
            graph.measure(group);
        }
        let moves: Vec<u32> = graph.nodes.iter().map(|node| node.moves).collect();
        assert_eq!(moves, [4, 3, 2, 1]);
        assert_eq!([graph.line(0).len(), graph.line(1).len()], [7, 5]);
    }
}
