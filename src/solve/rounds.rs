//! A plan as a graph: which rounds the defender may take in it, what the rules say of them, and how long its lines are.
//!
//! A plan without memory answers a position the same way every time, so a defender who comes back to one can do so for
//! ever. Whether that saves it is for the rules of repetition to say. Positions that lead back to each other make a
//! group (a strongly connected component), and what is asked is that *every* way round in it, however the defender
//! strings rounds together, is lost for the defender:
//!
//! - each reply that stays in the group gives check, and there is no way round on which the winner gives check with
//!   every move as well: perpetual check by one side, under all rules; or
//! - there is one way round only, and the rules say so of it: this is how a perpetual chase is judged, which may not change
//!   its victim.

use std::collections::HashSet;

use crate::board::{Board, Move};
use crate::rules::repetition::{Ruling, ruling};
use crate::rules::{Past, Repetition};

/// Steps looked at for the longest line through a group: enough for any that was met.
const STEPS: u32 = 100_000;
/// The longest line looked at in a group, in moves of the winner.
const LONGEST: usize = 120;

/// A position with the winner to move.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    /// What the winner plays.
    pub mv: Move,
    /// Whether that gives check.
    pub checks: bool,
    /// All that the defender can do then.
    pub replies: Vec<Reply>,
    /// The earliest position known to be on a round with it; `None` once its group is complete.
    pub earliest: Option<usize>,
    /// The winner's moves to the end, against the longest defence that repeats no position.
    pub moves: u32,
    /// Which group it is of: the place of one of its positions.
    group: usize,
}

/// A reply of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reply {
    /// The move.
    pub mv: Move,
    /// Whether it gives check.
    pub checks: bool,
    /// The position that it leads to.
    pub to: usize,
}

impl Turn {
    pub fn new(mv: Move, checks: bool) -> Turn {
        Turn {
            mv,
            checks,
            replies: Vec::new(),
            earliest: None,
            moves: 0,
            group: usize::MAX,
        }
    }
}

/// All positions of a plan with the winner to move.
#[derive(Debug, Default)]
pub(super) struct Plan {
    turns: Vec<Turn>,
    has_rounds: bool,
}

impl Plan {
    /// Adds a position; its group is open.
    pub fn add(&mut self, mut turn: Turn) -> usize {
        let place = self.turns.len();
        turn.earliest = Some(place);
        self.turns.push(turn);
        place
    }

    /// Adds a reply to the move of a position.
    pub fn reply(&mut self, place: usize, reply: Reply) {
        self.turns[place].replies.push(reply);
    }

    /// Remembers the earliest position that one leads back to.
    pub fn leads_back(&mut self, place: usize, earliest: usize) {
        self.turns[place].earliest = Some(earliest);
    }

    pub fn turn(&self, place: usize) -> &Turn {
        &self.turns[place]
    }

    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether the defender can come back to a position anywhere.
    pub fn has_rounds(&self) -> bool {
        self.has_rounds
    }

    /// Judges a group of several positions; `board` is the first of them.
    ///
    /// # Errors
    /// Moves from the first position that come back to one, and do not lose for the defender.
    pub fn judge(
        &mut self,
        group: &[usize],
        board: &Board,
        rules: Repetition,
    ) -> Result<(), Vec<Move>> {
        self.has_rounds = true;
        let members: HashSet<usize> = group.iter().copied().collect();
        let within = |place: usize| {
            let replies = self.turns[place].replies.iter();
            replies.filter(|reply| members.contains(&reply.to))
        };
        if group.iter().all(|&place| within(place).count() == 1) {
            let round = self.round(group[0], group[0], &members);
            return match self.is_lost(board, &round, rules) {
                true => Ok(()),
                false => Err(round),
            };
        }
        for &place in group {
            if let Some(reply) = within(place).find(|reply| !reply.checks) {
                let mut moves = self.way(group[0], place, &members);
                moves.extend([self.turns[place].mv, reply.mv]);
                moves.extend(self.way(reply.to, place, &members));
                return Err(moves);
            }
        }
        // Positions where the winner checks, without those from which it cannot go on checking in the group.
        let mut checking = members.clone();
        checking.retain(|&place| self.turns[place].checks);
        loop {
            let ends = |place: &usize| !within(*place).any(|reply| checking.contains(&reply.to));
            let Some(end) = checking.iter().copied().find(|place| ends(place)) else {
                break;
            };
            checking.remove(&end);
        }
        // The least, so that the same fault is told in every run.
        let Some(&place) = checking.iter().min() else {
            return Ok(());
        };
        let mut moves = self.way(group[0], place, &members);
        moves.extend(self.round(place, place, &checking));
        Err(moves)
    }

    /// Whether a round, played from a position, is lost for the defender.
    fn is_lost(&self, board: &Board, round: &[Move], rules: Repetition) -> bool {
        let mut board = board.clone();
        let mut past = Vec::with_capacity(round.len());
        for &mv in round {
            let _ = board.make(mv);
            past.push(Past::of(&board, Some(mv)));
        }
        ruling(&board, &past, rules) == Ruling::Win
    }

    /// The shortest way from one position to another through these, as moves of both sides; empty to itself.
    fn way(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        match from == to {
            true => Vec::new(),
            false => self.round(from, to, through),
        }
    }

    /// The same with a move at least: to itself, a way round.
    fn round(&self, from: usize, to: usize, through: &HashSet<usize>) -> Vec<Move> {
        // Each position reached with the one before it and the reply that led to it.
        let mut reached: Vec<(usize, Option<(usize, Move)>)> = vec![(from, None)];
        let mut next = 0;
        let mut last = None;
        while last.is_none() && next < reached.len() {
            let (place, _) = reached[next];
            for reply in &self.turns[place].replies {
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
            moves.extend([reply, self.turns[place].mv]);
            last = before;
        }
        moves.reverse();
        moves
    }

    /// Measures the lines from every position of a group; those from the groups that it leads to are measured.
    pub fn measure(&mut self, group: &[usize]) {
        for &place in group {
            self.turns[place].group = group[0];
            self.turns[place].earliest = None;
        }
        for &place in group {
            self.turns[place].moves = self.longest(place).0;
        }
    }

    /// The longest line from a position through its group: its length to the end, and the replies as far as the first that
    /// leaves the group, if one does.
    fn longest(&self, place: usize) -> (u32, Vec<Reply>) {
        let mut search = Search {
            plan: self,
            steps: 0,
            line: vec![place],
            replies: Vec::new(),
            best: (0, Vec::new()),
        };
        search.go_on(place);
        search.best
    }

    /// The line of the longest defence from a position on.
    pub fn line(&self, mut place: usize) -> Vec<Move> {
        let mut line = vec![self.turns[place].mv];
        loop {
            let group = self.turns[place].group;
            let (_, replies) = self.longest(place);
            for reply in replies {
                line.extend([reply.mv, self.turns[reply.to].mv]);
                place = reply.to;
            }
            if self.turns[place].group == group {
                return line;
            }
        }
    }
}

/// The search for the longest line through a group: no position twice.
struct Search<'p> {
    plan: &'p Plan,
    steps: u32,
    line: Vec<usize>,
    replies: Vec<Reply>,
    best: (u32, Vec<Reply>),
}

impl Search<'_> {
    fn go_on(&mut self, place: usize) {
        let plan = self.plan;
        let turn = &plan.turns[place];
        let so_far = self.line.len() as u32;
        // Of equals the first counts, so that the line is the same in every run.
        if so_far > self.best.0 {
            self.best = (so_far, self.replies.clone());
        }
        for &reply in &turn.replies {
            self.steps += 1;
            let next = &plan.turns[reply.to];
            if next.group != turn.group {
                if so_far + next.moves > self.best.0 {
                    self.best = (so_far + next.moves, self.replies.clone());
                    self.best.1.push(reply);
                }
            } else if self.steps < STEPS
                && self.line.len() < LONGEST
                && !self.line.contains(&reply.to)
            {
                self.line.push(reply.to);
                self.replies.push(reply);
                self.go_on(reply.to);
                self.replies.pop();
                self.line.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    /// A plan of positions, each with whether the winner checks there, and the replies: whether they check, and where
    /// they lead. The moves mean nothing.
    fn plan(turns: &[(bool, &[(bool, usize)])]) -> Plan {
        let mut plan = Plan::default();
        let mv = |text: &str| text.parse::<Move>().expect("a move");
        for &(checks, _) in turns {
            plan.add(Turn::new(mv("a0a1"), checks));
        }
        for (place, (_, replies)) in turns.iter().enumerate() {
            for &(checks, to) in *replies {
                let mv = mv("a9a8");
                plan.reply(place, Reply { mv, checks, to });
            }
        }
        plan
    }

    /// What is said of the group of all positions.
    fn judged(turns: &[(bool, &[(bool, usize)])]) -> Result<(), usize> {
        let board = Board::from_fen(START_FEN).expect("a board");
        let group: Vec<usize> = (0..turns.len()).collect();
        let said = plan(turns).judge(&group, &board, Repetition::Asian);
        said.map_err(|moves| moves.len())
    }

    #[test]
    fn a_defender_who_checks_on_every_way_round_is_lost() {
        let all_check: [(bool, &[(bool, usize)]); 3] = [
            (false, &[(true, 1), (true, 2)]),
            (false, &[(true, 0)]),
            (true, &[(true, 0)]),
        ];
        assert_eq!(judged(&all_check), Ok(()));
    }

    #[test]
    fn one_quiet_reply_on_one_way_round_saves_it() {
        let quiet: [(bool, &[(bool, usize)]); 3] = [
            (false, &[(true, 1), (true, 2)]),
            (false, &[(true, 0)]),
            (false, &[(false, 0)]),
        ];
        assert_eq!(judged(&quiet), Err(6));
    }

    #[test]
    fn one_way_round_with_checks_by_both_sides_saves_it() {
        let both: [(bool, &[(bool, usize)]); 3] = [
            (true, &[(true, 1), (true, 2)]),
            (true, &[(true, 0)]),
            (false, &[(true, 0)]),
        ];
        assert_eq!(judged(&both), Err(4));
    }

    #[test]
    fn the_longest_line_repeats_nothing_and_leaves_the_group_late() {
        // 0 and 1 lead to each other; 1 leads on to 2, which ends after a reply.
        let mut plan = plan(&[
            (false, &[(true, 1), (false, 3)]),
            (false, &[(true, 0), (false, 2)]),
            (true, &[(false, 3)]),
            (true, &[]),
        ]);
        for group in [&[3][..], &[2], &[0, 1]] {
            plan.measure(group);
        }
        let moves: Vec<u32> = (0..4).map(|place| plan.turn(place).moves).collect();
        assert_eq!(moves, [4, 3, 2, 1]);
        assert_eq!(plan.line(0).len(), 7);
        assert_eq!(plan.line(1).len(), 5);
    }
}
