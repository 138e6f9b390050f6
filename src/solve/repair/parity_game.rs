//! Solves the three-priority parity game of mate and perpetual check.
//!
//! **Idea.** Apart from perpetual chases, a mate with the rules of repetition is a parity game (Emerson & Jutla 1991) on a finite
//! graph. The goal of the winner is a mate, or an infinite play on which the defender gives check with every move from some time
//! on and the winner plays quiet moves again and again. A quiet reply has priority three, a quiet move of the winner to which the
//! reply is a check has two, a check to which the reply is a check has one. The winner wins an infinite play if two is the greatest
//! priority that occurs infinitely often. In a parity game the winner has a positional strategy.
//!
//! **How.** Three nested fixpoints, one for each priority. The won set grows by all positions with a move after which every reply
//! leads into it. When it no longer grows, the largest *region* is computed in which the defender loses every cycle: from each
//! position the winner can play a quiet move to which all replies are checks that stay in the region, or reach such a position by
//! checks to which all replies are checks. The region shrinks in iterations, and a position that drops out records the
//! iteration. From it the defender can escape to one that dropped out no later.

use crate::board::Move;
use crate::solve::verify::Reply;

/// A legal move of the winner, and all replies to it.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub mv: Move,
    /// True if the move gives check.
    pub checks: bool,
    pub replies: Vec<Reply>,
}

/// A position with the winner to move.
#[derive(Debug, Default)]
pub(super) struct Position {
    pub choices: Vec<Choice>,
    /// The winning move; `None` if the position is not won.
    pub chosen: Option<Move>,
    /// For a position that is not won, the iteration in which it dropped out of the last region.
    pub dropped: u32,
}

/// The game. Methods take positions by their index.
#[derive(Debug, Default)]
pub(super) struct ParityGame {
    pub positions: Vec<Position>,
}

impl ParityGame {
    /// The choice of a move in a position, if the game has it.
    pub fn choice(&self, index: usize, mv: Move) -> Option<&Choice> {
        let mut choices = self.positions[index].choices.iter();
        choices.find(|choice| choice.mv == mv)
    }

    /// Computes which positions are won. Positions that were won before remain won.
    pub fn solve(&mut self) {
        loop {
            while self.add_won() {}
            if !self.add_region() {
                return;
            }
        }
    }

    fn is_won(&self, index: usize) -> bool {
        self.positions[index].chosen.is_some()
    }

    /// Adds the positions with a move after which every reply leads into the won set. Returns whether there were any.
    fn add_won(&mut self) -> bool {
        let found = self.winning_moves(|index| !self.is_won(index), |_, _| false);
        self.choose(&found)
    }

    /// Adds the largest region in which the defender loses every cycle. Returns whether there is one.
    fn add_region(&mut self) -> bool {
        let indices = 0..self.positions.len();
        let mut region: Vec<bool> = indices.clone().map(|index| !self.is_won(index)).collect();
        let mut round = 0;
        loop {
            // The positions that can stay, directly or by checks to which all replies are checks.
            let mut stay = vec![false; region.len()];
            let mut found = Vec::new();
            loop {
                let more = self.winning_moves(
                    |index| region[index] && !stay[index],
                    |choice, to| if choice.checks { stay[to] } else { region[to] },
                );
                if more.is_empty() {
                    break;
                }
                for &(index, _) in &more {
                    stay[index] = true;
                }
                found.extend(more);
            }
            if stay == region {
                return self.choose(&found);
            }
            for index in indices
                .clone()
                .filter(|&index| region[index] && !stay[index])
            {
                self.positions[index].dropped = round;
            }
            region = stay;
            round += 1;
        }
    }

    /// The candidate positions with a move after which every reply leads into the won set, or is a check to an allowed position.
    fn winning_moves(
        &self,
        is_candidate: impl Fn(usize) -> bool,
        is_allowed: impl Fn(&Choice, usize) -> bool,
    ) -> Vec<(usize, Move)> {
        let wins = |choice: &&Choice| {
            let mut replies = choice.replies.iter();
            replies
                .all(|reply| self.is_won(reply.to) || reply.checks && is_allowed(choice, reply.to))
        };
        let move_of = |index: usize| Some(self.positions[index].choices.iter().find(wins)?.mv);
        (0..self.positions.len())
            .filter(|&index| is_candidate(index))
            .filter_map(|index| Some((index, move_of(index)?)))
            .collect()
    }

    /// Sets winning moves. Returns whether there were any.
    fn choose(&mut self, found: &[(usize, Move)]) -> bool {
        for &(index, mv) in found {
            self.positions[index].chosen = Some(mv);
        }
        !found.is_empty()
    }

    /// The defender's reply by which a move does not win, in a position that [`ParityGame::solve`] found not won.
    pub fn escape(&self, index: usize, choice: &Choice) -> Option<Reply> {
        let dropped = self.positions[index].dropped + u32::from(choice.checks);
        let mut replies = choice.replies.iter();
        let escape = replies.find(|reply| {
            let is_later = self.positions[reply.to].dropped >= dropped;
            !(self.is_won(reply.to) || reply.checks && is_later)
        });
        escape.copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    type Choices = Vec<Vec<Choice>>;

    fn choice(index: u8, checks: bool, replies: &[(usize, bool)]) -> Choice {
        let mv = Move::new(Square::new(0, 0), Square::new(0, 1 + index));
        let reply = |&(to, checks)| Reply { mv, checks, to };
        let replies = replies.iter().map(reply).collect();
        Choice {
            mv,
            checks,
            replies,
        }
    }

    fn solved(choices: Choices) -> ParityGame {
        let position = |choices| Position {
            choices,
            ..Position::default()
        };
        let positions = choices.into_iter().map(position).collect();
        let mut game = ParityGame { positions };
        game.solve();
        game
    }

    /// The index of the winning move of each position, `-` where there is none.
    fn chosen(game: &ParityGame) -> String {
        let index = |mv: Move| char::from(b'0' + mv.to().rank() - 1);
        let chosen = game.positions.iter().map(|position| position.chosen);
        chosen.map(|mv| mv.map_or('-', index)).collect()
    }

    #[test]
    fn a_move_that_is_added_later_can_win() {
        let mut game = solved(vec![
            vec![choice(0, false, &[(0, false)])],
            vec![choice(0, false, &[])],
        ]);
        assert_eq!(chosen(&game), "-0");
        let added = choice(1, false, &[(1, false)]);
        game.positions[0].choices.push(added);
        game.solve();
        assert_eq!(chosen(&game), "10");
    }

    /// A random game of up to five positions.
    fn random(dice: &mut fastrand::Rng) -> Choices {
        let positions = dice.usize(1..=5);
        let mut game = Vec::new();
        for _ in 0..positions {
            let mut here = Vec::new();
            for index in 0..dice.usize(0..=2) {
                let mut replies = Vec::new();
                for _ in 0..dice.usize(0..=2) {
                    replies.push((dice.usize(0..positions), dice.u8(0..4) > 0));
                }
                here.push(choice(index as u8, dice.bool(), &replies));
            }
            game.push(here);
        }
        game
    }

    /// All strategies: one move for every position that has one.
    fn strategies(choices: &[Vec<Choice>]) -> Vec<Vec<Option<&Choice>>> {
        let mut strategies = vec![vec![]];
        for here in choices {
            let moves: Vec<_> = match here.is_empty() {
                true => vec![None],
                false => here.iter().map(Some).collect(),
            };
            let with = |strategy: &Vec<_>, mv| [&strategy[..], &[mv]].concat();
            strategies = (strategies.iter())
                .flat_map(|strategy| moves.iter().map(move |&mv| with(strategy, mv)))
                .collect();
        }
        strategies
    }

    /// Which positions can be reached from which, by one step or more (transitive closure).
    fn reached(count: usize, step: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
        let row = |from| (0..count).map(|to| step(from, to)).collect();
        let mut reached: Vec<Vec<bool>> = (0..count).map(row).collect();
        for through in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reached[from][to] |= reached[from][through] && reached[through][to];
                }
            }
        }
        reached
    }

    /// Returns true if a strategy wins from a position: it has a move in every position that the defender can reach, and the
    /// defender loses every cycle.
    fn wins(strategy: &[Option<&Choice>], index: usize) -> bool {
        let replies = |from: usize| strategy[from].map_or(&[][..], |choice| &choice.replies);
        let leads = |from: usize, to: usize| replies(from).iter().any(|reply| reply.to == to);
        let all = reached(strategy.len(), leads);
        let checked = |from: usize, to: usize| {
            strategy[from].is_some_and(|choice| choice.checks) && leads(from, to)
        };
        let checks = reached(strategy.len(), checked);
        (0..strategy.len())
            .filter(|&at| at == index || all[index][at])
            .all(|at| {
                let quiet = |reply: &Reply| !reply.checks && (reply.to == at || all[reply.to][at]);
                strategy[at].is_some() && !checks[at][at] && !replies(at).iter().any(quiet)
            })
    }

    #[test]
    fn the_strategy_wins_in_won_positions_and_the_escape_refutes_all_strategies_in_others() {
        let mut dice = fastrand::Rng::with_seed(90);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..3_000 {
            let choices = random(&mut dice);
            let game = solved(choices.clone());
            let move_of = |index: usize| game.choice(index, game.positions[index].chosen?);
            let chosen: Vec<_> = (0..choices.len()).map(move_of).collect();
            // The same move with the escape as the defender's only reply.
            let only_escape = |(index, choice): (usize, &Option<&Choice>)| {
                let mut choice = choice.cloned()?;
                if !game.is_won(index) {
                    let escape = game.escape(index, &choice);
                    choice.replies.retain(|reply| escape == Some(*reply));
                }
                Some(choice)
            };
            for index in 0..choices.len() {
                if game.is_won(index) {
                    won += 1;
                    assert!(wins(&chosen, index), "{index} of {choices:?}");
                    continue;
                }
                lost += 1;
                for strategy in &strategies(&choices) {
                    assert!(!wins(strategy, index), "{index} of {choices:?}");
                    let escaped: Vec<_> = strategy.iter().enumerate().map(only_escape).collect();
                    let escaped: Vec<_> = escaped.iter().map(Option::as_ref).collect();
                    assert!(!wins(&escaped, index), "{index} of {choices:?}");
                }
            }
        }
        assert!(won > 1_000 && lost > 1_000, "{won} won, {lost} lost");
    }
}
