//! Solves the three-priority parity game of mate and perpetual check.
//!
//! **Idea.** Chases aside, a mate with the rules of repetition is a parity game (Emerson & Jutla 1991) on a finite graph. The winner
//! wants to reach a mate, or an infinite play on which the defender checks with every move from some time on, and the winner
//! plays quiet moves again and again. A quiet reply has priority three, a quiet move of the winner that a check answers two, a check
//! that a check answers one. The winner wants the greatest priority that occurs for ever to be two. In a parity game the winner has a
//! positional strategy: one answer for each position.
//!
//! **How.** Three nested fixpoints, one for each priority. The won set grows by all positions from which one move leads into it
//! whatever the reply. Where that ends, the largest group is computed that can stay by quiet moves answered by checks, and reach
//! these by checks answered by checks: the defender loses every cycle in it. A position that drops out of a group
//! records the iteration. From there the defender has an escape to one that dropped out no later.

use crate::board::Move;
use crate::solve::verify::Reply;

/// A move of the winner, and all replies to it.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub mv: Move,
    pub checks: bool,
    pub replies: Vec<Reply>,
}

/// A position with the winner to move.
#[derive(Debug, Default)]
pub(super) struct Position {
    pub choices: Vec<Choice>,
    /// The winning move; `None` where none is known.
    pub chosen: Option<Move>,
    /// Where it is not won, the iteration in which it dropped out of the last groups.
    pub dropped: u32,
}

/// The game. A position is named by its index.
#[derive(Debug, Default)]
pub(super) struct ParityGame {
    pub positions: Vec<Position>,
}

impl ParityGame {
    /// A move that may be played in a position.
    pub fn choice(&self, place: usize, mv: Move) -> Option<&Choice> {
        let mut choices = self.positions[place].choices.iter();
        choices.find(|choice| choice.mv == mv)
    }

    /// Computes which positions are won. Those won before stay so.
    pub fn solve(&mut self) {
        loop {
            while self.add_won() {}
            if !self.add_group() {
                return;
            }
        }
    }

    fn is_won(&self, place: usize) -> bool {
        self.positions[place].chosen.is_some()
    }

    /// Adds the positions from which a move leads into the won set. Whether there were any.
    fn add_won(&mut self) -> bool {
        let found = self.found(|place| !self.is_won(place), |_, _| false);
        self.choose(&found)
    }

    /// Adds the largest group in which the defender loses every cycle. Whether there is one.
    fn add_group(&mut self) -> bool {
        let places = 0..self.positions.len();
        let mut group: Vec<bool> = places.clone().map(|place| !self.is_won(place)).collect();
        let mut round = 0;
        loop {
            // Those that can stay, directly or by checks answered by checks.
            let mut stay = vec![false; group.len()];
            let mut found = Vec::new();
            loop {
                let more = self.found(
                    |place| group[place] && !stay[place],
                    |choice, to| if choice.checks { stay[to] } else { group[to] },
                );
                if more.is_empty() {
                    break;
                }
                for &(place, _) in &more {
                    stay[place] = true;
                }
                found.extend(more);
            }
            if stay == group {
                return self.choose(&found);
            }
            for place in places.clone().filter(|&place| group[place] && !stay[place]) {
                self.positions[place].dropped = round;
            }
            group = stay;
            round += 1;
        }
    }

    /// Of the positions for which `asked` holds, those with a move after which every reply leads into the won set, or
    /// checks and leads to where it may.
    fn found(
        &self,
        asked: impl Fn(usize) -> bool,
        may: impl Fn(&Choice, usize) -> bool,
    ) -> Vec<(usize, Move)> {
        let wins = |choice: &&Choice| {
            let mut replies = choice.replies.iter();
            replies.all(|reply| self.is_won(reply.to) || reply.checks && may(choice, reply.to))
        };
        let move_of = |place: usize| Some(self.positions[place].choices.iter().find(wins)?.mv);
        (0..self.positions.len())
            .filter(|&place| asked(place))
            .filter_map(|place| Some((place, move_of(place)?)))
            .collect()
    }

    /// Sets winning moves. Whether there were any.
    fn choose(&mut self, found: &[(usize, Move)]) -> bool {
        for &(place, mv) in found {
            self.positions[place].chosen = Some(mv);
        }
        !found.is_empty()
    }

    /// The reply that escapes a move of a position that is not won, after [`ParityGame::solve`].
    pub fn escape(&self, place: usize, choice: &Choice) -> Option<Reply> {
        let dropped = self.positions[place].dropped + u32::from(choice.checks);
        let mut replies = choice.replies.iter();
        let out = replies.find(|reply| {
            let later = self.positions[reply.to].dropped >= dropped;
            !(self.is_won(reply.to) || reply.checks && later)
        });
        out.copied()
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

    /// A text for each position, with bars between its moves. A move is `+` if it checks, and for each reply the position that
    /// it leads to, followed by `+` if it checks.
    fn read(positions: &[&str]) -> Choices {
        let read = |(index, text): (usize, &str)| {
            let words = text
                .split(' ')
                .filter(|word| word.starts_with(char::is_numeric));
            let reply = |word: &str| (word.trim_matches('+').parse().unwrap(), word.ends_with('+'));
            let replies: Vec<_> = words.map(reply).collect();
            choice(index as u8, text.starts_with('+'), &replies)
        };
        let moves = |text: &&str| text.split(" | ").enumerate().map(read).collect();
        positions.iter().map(moves).collect()
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
    fn games_are_won_by_mate_and_by_perpetual_check_of_the_defender() {
        let cases: [(&str, &[&str], &str); 8] = [
            ("a cycle, and a mate", &["1 | 2", "0", "+"], "100"),
            ("the defender checks", &["0+"], "0"),
            ("nobody checks", &["0"], "-"),
            ("both check", &["+ 0+"], "-"),
            ("a quiet move in the cycle", &["+ 1+", "0+"], "00"),
            ("no quiet move in it", &["+ 1+", "+ 0+"], "--"),
            ("a quiet reply, won", &["1+ 2", "0+", "", "3"], "000-"),
            ("a quiet reply, open", &["1+ 3", "0+", "", "3"], "--0-"),
        ];
        for (name, positions, won) in cases {
            assert_eq!(chosen(&solved(read(positions))), won, "{name}");
        }
    }

    #[test]
    fn the_escape_leads_to_a_cycle_that_the_defender_does_not_lose() {
        let game = solved(read(&["1+", "0+ 2+", "+ 2+"]));
        let escape = |place: usize| {
            let choice = &game.positions[place].choices[0];
            game.escape(place, choice).unwrap().to
        };
        assert_eq!(escape(escape(0)), 2);
        assert_eq!(escape(2), 2);
    }

    #[test]
    fn a_move_added_later_may_win() {
        let mut game = solved(read(&["0", ""]));
        assert_eq!(chosen(&game), "-0");
        let added = choice(1, false, &[(1, false)]);
        game.positions[0].choices.push(added);
        game.solve();
        assert_eq!(chosen(&game), "10");
    }

    /// A game of up to five positions at random.
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

    /// Which places can be reached from which, by at least one of these steps.
    fn reached(places: usize, step: impl Fn(usize, usize) -> bool) -> Vec<Vec<bool>> {
        let row = |from| (0..places).map(|to| step(from, to)).collect();
        let mut reached: Vec<Vec<bool>> = (0..places).map(row).collect();
        for through in 0..places {
            for from in 0..places {
                for to in 0..places {
                    reached[from][to] |= reached[from][through] && reached[through][to];
                }
            }
        }
        reached
    }

    /// Whether a strategy wins from a place: it has a move wherever the defender can go, and the defender loses every cycle
    /// there.
    fn wins(strategy: &[Option<&Choice>], place: usize) -> bool {
        let replies = |from: usize| strategy[from].map_or(&[][..], |choice| &choice.replies);
        let leads = |from: usize, to: usize| replies(from).iter().any(|reply| reply.to == to);
        let all = reached(strategy.len(), leads);
        let checked = |from: usize, to: usize| {
            strategy[from].is_some_and(|choice| choice.checks) && leads(from, to)
        };
        let checks = reached(strategy.len(), checked);
        (0..strategy.len())
            .filter(|&at| at == place || all[place][at])
            .all(|at| {
                let quiet = |reply: &Reply| !reply.checks && (reply.to == at || all[reply.to][at]);
                strategy[at].is_some() && !checks[at][at] && !replies(at).iter().any(quiet)
            })
    }

    #[test]
    fn a_position_is_won_where_a_strategy_wins_and_the_escape_refutes_all_elsewhere() {
        let mut dice = fastrand::Rng::with_seed(90);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..3_000 {
            let choices = random(&mut dice);
            let game = solved(choices.clone());
            let move_of = |place: usize| game.choice(place, game.positions[place].chosen?);
            let chosen: Vec<_> = (0..choices.len()).map(move_of).collect();
            // The same move with the defender held to its escape.
            let held = |(place, choice): (usize, &Option<&Choice>)| {
                let mut choice = choice.cloned()?;
                if !game.is_won(place) {
                    let escape = game.escape(place, &choice);
                    choice.replies.retain(|reply| escape == Some(*reply));
                }
                Some(choice)
            };
            for place in 0..choices.len() {
                if game.is_won(place) {
                    won += 1;
                    assert!(wins(&chosen, place), "{place} of {choices:?}");
                    continue;
                }
                lost += 1;
                for strategy in &strategies(&choices) {
                    assert!(!wins(strategy, place), "{place} of {choices:?}");
                    let held: Vec<_> = strategy.iter().enumerate().map(held).collect();
                    let held: Vec<_> = held.iter().map(Option::as_ref).collect();
                    assert!(!wins(&held, place), "{place} of {choices:?}");
                }
            }
        }
        assert!(won > 1_000 && lost > 1_000, "{won} won, {lost} lost");
    }
}
