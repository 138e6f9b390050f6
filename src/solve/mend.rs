//! One plan out of many lines.
//!
//! **Idea.** Proof numbers judge a repetition on the line on which it happens: "here the defender can only check for ever, and
//! loses". On another line to the same position the winner may have another answer, and a plan, which has one answer for
//! all lines, may then go round in a circle that nobody loses. But the positions of such a plan mostly hold a better one: of the moves
//! that stay among them, each position takes one that leads nearer to mate, or else one that leaves the defender no way but to check for ever.
//!
//! **How.** A set of won positions grows (a fixpoint in a fixpoint, as for co-Büchi games): by all from which one move
//! leads into it whatever the reply; and where that ends, by the largest group of positions in which the winner has
//! quiet moves after which every reply leads into the set, or gives check and stays in the group. Nobody can go round in such a
//! group without checking for ever, which loses (`rounds`).
//!
//! What comes out is a plan like any other: the walker has the last word ([`super::verify()`]).

use std::collections::{HashMap, HashSet};

use super::strategy::Strategy;
use crate::board::{Board, Move};

/// The largest plan looked at, in positions.
const LARGEST: usize = 30_000;

/// A move of the winner after which every reply leads to a position of the plan.
#[derive(Debug)]
struct Choice {
    mv: Move,
    checks: bool,
    replies: Vec<Reply>,
}

/// Where a reply leads, and whether it gives check.
#[derive(Clone, Copy, Debug)]
struct Reply {
    to: usize,
    checks: bool,
}

/// Another plan among the positions of one that does not hold. `None` if there is none, or the plan is too large.
pub(super) fn mended(board: &Board, plan: &Strategy) -> Option<Strategy> {
    let boards = positions(board, plan)?;
    let places: HashMap<u64, usize> = boards.iter().map(Board::key).zip(0..).collect();
    let choices: Vec<Vec<Choice>> = boards.iter().map(|board| choices(board, &places)).collect();
    let chosen = chosen(&choices);
    chosen[0]?;
    let mut mended = Strategy::new();
    for (board, mv) in boards.iter().zip(chosen) {
        if let Some(mv) = mv {
            mended.set(board, mv);
        }
    }
    Some(mended)
}

/// The positions of a plan with the winner to move, the first one first.
fn positions(board: &Board, plan: &Strategy) -> Option<Vec<Board>> {
    let mut boards = vec![board.clone()];
    let mut seen = HashSet::from([board.key()]);
    let mut next = 0;
    while let Some(board) = boards.get(next) {
        let mut board = board.clone();
        next += 1;
        let Some(mv) = plan.get(&board) else {
            continue;
        };
        let _ = board.make(mv);
        for reply in board.legal_moves() {
            let undo = board.make(reply);
            if seen.insert(board.key()) {
                boards.push(board.clone());
            }
            board.undo(undo);
        }
        if boards.len() > LARGEST {
            return None;
        }
    }
    Some(boards)
}

/// The moves that stay among the positions at these places.
fn choices(board: &Board, places: &HashMap<u64, usize>) -> Vec<Choice> {
    let mut board = board.clone();
    let mut choices = Vec::new();
    for mv in board.legal_moves() {
        let checks = board.gives_check(mv);
        let undo = board.make(mv);
        let replies = board.legal_moves().into_iter().map(|reply| {
            let to = *places.get(&board.key_after(reply))?;
            let checks = board.gives_check(reply);
            Some(Reply { to, checks })
        });
        let replies = replies.collect::<Option<Vec<Reply>>>();
        board.undo(undo);
        choices.extend(replies.map(|replies| Choice {
            mv,
            checks,
            replies,
        }));
    }
    choices
}

/// What each position is to play; none where it is not won.
fn chosen(choices: &[Vec<Choice>]) -> Vec<Option<Move>> {
    let mut chosen: Vec<Option<Move>> = vec![None; choices.len()];
    let nobody = vec![false; choices.len()];
    loop {
        while add(choices, &mut chosen, &nobody) {}
        // The largest group: all that are left, less those that cannot stay, until that is nobody.
        let mut group: Vec<bool> = chosen.iter().map(Option::is_none).collect();
        let mut shrinks = true;
        while shrinks {
            shrinks = false;
            for place in 0..choices.len() {
                if group[place] && winning(&choices[place], &chosen, &group).is_none() {
                    group[place] = false;
                    shrinks = true;
                }
            }
        }
        if !add(choices, &mut chosen, &group) {
            return chosen;
        }
    }
}

/// Adds the positions that win now, seen at once. Whether there were any.
fn add(choices: &[Vec<Choice>], chosen: &mut [Option<Move>], group: &[bool]) -> bool {
    let found: Vec<(usize, Move)> = (0..choices.len())
        .filter(|&place| chosen[place].is_none())
        .filter_map(|place| Some((place, winning(&choices[place], chosen, group)?)))
        .collect();
    for &(place, mv) in &found {
        chosen[place] = Some(mv);
    }
    !found.is_empty()
}

/// The first of the moves after which every reply leads to what is won, or gives check and stays in the group, which the winner
/// must not answer with check after check.
fn winning(choices: &[Choice], chosen: &[Option<Move>], group: &[bool]) -> Option<Move> {
    let wins = |choice: &&Choice| {
        let stays = |reply: &Reply| group[reply.to] && reply.checks && !choice.checks;
        let mut replies = choice.replies.iter();
        replies.all(|reply| chosen[reply.to].is_some() || stays(reply))
    };
    choices.iter().find(wins).map(|choice| choice.mv)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice: a move, whether it checks, and for each reply where it leads and whether it checks.
    fn choice(mv: &str, checks: bool, replies: &[(usize, bool)]) -> Choice {
        let replies = replies.iter().map(|&(to, checks)| Reply { to, checks });
        Choice {
            mv: mv.parse().unwrap(),
            checks,
            replies: replies.collect(),
        }
    }

    fn moves(choices: &[Vec<Choice>]) -> Vec<Option<String>> {
        let chosen = chosen(choices).into_iter();
        chosen.map(|mv| mv.map(|mv| mv.to_string())).collect()
    }

    fn some(mv: &str) -> Option<String> {
        Some(mv.to_owned())
    }

    #[test]
    fn a_circle_is_left_where_another_move_leads_to_mate() {
        let choices = [
            vec![
                choice("a0a1", false, &[(1, false)]),
                choice("a0a2", false, &[(2, false)]),
            ],
            vec![choice("b0b1", false, &[(0, false)])],
            vec![choice("c0c1", true, &[])],
        ];
        assert_eq!(moves(&choices), [some("a0a2"), some("b0b1"), some("c0c1")]);
    }

    #[test]
    fn a_defender_who_can_only_check_for_ever_is_lost_and_no_other() {
        let round = |winner, defender| [vec![choice("a0a1", winner, &[(0, defender)])]];
        assert_eq!(moves(&round(false, true)), [some("a0a1")]);
        assert_eq!(moves(&round(false, false)), [None]);
        // Both sides check: a draw.
        assert_eq!(moves(&round(true, true)), [None]);
    }

    #[test]
    fn what_leaves_the_checks_must_lead_to_what_is_won() {
        let choices = |quiet: usize| {
            [
                vec![choice("a0a1", false, &[(1, true), (quiet, false)])],
                vec![choice("b0b1", false, &[(0, true)])],
                vec![choice("c0c1", false, &[])],
                vec![choice("d0d1", false, &[(3, false)])],
            ]
        };
        let won = [some("a0a1"), some("b0b1"), some("c0c1"), None];
        assert_eq!(moves(&choices(2)), won);
        assert_eq!(moves(&choices(3)), [None, None, some("c0c1"), None]);
    }

    #[test]
    fn a_plan_without_a_way_out_stays_without_one() {
        let plan = |fen: &str| {
            let mut board = Board::from_fen(fen).unwrap();
            let start = board.clone();
            let mut plan = Strategy::new();
            plan.set(&board, "d1e1".parse().unwrap());
            for mv in ["d1e1", "e9d9"] {
                let _ = board.make(mv.parse().unwrap());
            }
            plan.set(&board, "e1d1".parse().unwrap());
            mended(&start, &plan)
        };
        assert_eq!(plan("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1"), None);
        // Without the pawn the rook need not check: next to the general it leaves no move.
        let better = plan("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1");
        assert_eq!(better.map(|plan| plan.len()), Some(2));
    }
}
