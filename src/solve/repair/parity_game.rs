//! Solves the three-priority parity game of mate and perpetual check.
//!
//! **Idea.** Chases aside, a mate with the rules of repetition is a parity game (Emerson & Jutla 1991) on a finite graph. The winner
//! wants to reach a mate, or an infinite play on which the defender checks with every move from some time on, and the winner
//! plays quiet moves again and again; for then the defender must deviate. A quiet reply has priority three, a quiet move of
//! the winner that a check answers two, a check that a check answers one. The winner wants the greatest priority that occurs for
//! ever to be two. In a parity game the winner has a positional strategy: one answer for each position.
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

/// The game: positions with the winner to move, each at its place.
#[derive(Debug, Default)]
pub(super) struct ParityGame {
    /// What the winner may play in each position.
    choices: Vec<Vec<Choice>>,
    /// The winning move; `None` where none is known.
    chosen: Vec<Option<Move>>,
    /// Of those that are not won, the iteration in which they dropped out of the last groups.
    dropped: Vec<u32>,
}

impl ParityGame {
    /// Adds a position; its place is the number of those before it.
    pub fn add(&mut self, choices: Vec<Choice>) {
        self.choices.push(choices);
        self.chosen.push(None);
        self.dropped.push(0);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.choices.len()
    }

    /// Adds a move to a position that lacks it.
    pub fn allow(&mut self, place: usize, choice: Choice) {
        self.choices[place].push(choice);
    }

    /// The winning move at a place; `None` where nothing wins.
    pub fn chosen(&self, place: usize) -> Option<Move> {
        self.chosen[place]
    }

    /// A move that may be played at a place.
    pub fn choice(&self, place: usize, mv: Move) -> Option<&Choice> {
        self.choices[place].iter().find(|choice| choice.mv == mv)
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

    /// Adds the positions from which a move leads into the won set. Whether there were any.
    fn add_won(&mut self) -> bool {
        let found = self.found(|place| self.chosen[place].is_none(), |_, _| false);
        self.take(&found)
    }

    /// Adds the largest group in which the defender loses every cycle. Whether there is one.
    fn add_group(&mut self) -> bool {
        let mut group: Vec<bool> = self.chosen.iter().map(Option::is_none).collect();
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
                return self.take(&found);
            }
            for place in 0..group.len() {
                if group[place] && !stay[place] {
                    self.dropped[place] = round;
                }
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
            replies.all(|reply| {
                self.chosen[reply.to].is_some() || reply.checks && may(choice, reply.to)
            })
        };
        (0..self.choices.len())
            .filter(|&place| asked(place))
            .filter_map(|place| Some((place, self.choices[place].iter().find(wins)?.mv)))
            .collect()
    }

    /// Adds winning moves. Whether there were any.
    fn take(&mut self, found: &[(usize, Move)]) -> bool {
        for &(place, mv) in found {
            self.chosen[place] = Some(mv);
        }
        !found.is_empty()
    }

    /// The reply that escapes a move at a place that is not won, after [`ParityGame::solve`].
    pub fn escape(&self, place: usize, choice: &Choice) -> Option<Reply> {
        let dropped = self.dropped[place];
        let mut replies = choice.replies.iter();
        let out = replies.find(|reply| {
            let later = if choice.checks {
                self.dropped[reply.to] > dropped
            } else {
                self.dropped[reply.to] >= dropped
            };
            self.chosen[reply.to].is_none() && !(reply.checks && later)
        });
        out.copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice: a move, whether it checks, and for each reply where it leads and whether it checks.
    fn choice(mv: &str, checks: bool, replies: &[(usize, bool)]) -> Choice {
        let mv = mv.parse().unwrap();
        let reply = |&(to, checks)| Reply { mv, checks, to };
        Choice {
            mv,
            checks,
            replies: replies.iter().map(reply).collect(),
        }
    }

    fn solved(choices: &[Vec<Choice>]) -> ParityGame {
        let mut game = ParityGame::default();
        for choices in choices {
            game.add(choices.clone());
        }
        game.solve();
        game
    }

    fn moves(choices: &[Vec<Choice>]) -> Vec<Option<String>> {
        let game = solved(choices);
        let chosen = (0..choices.len()).map(|place| game.chosen(place));
        chosen.map(|mv| mv.map(|mv| mv.to_string())).collect()
    }

    fn some(mv: &str) -> Option<String> {
        Some(mv.to_owned())
    }

    #[test]
    fn a_cycle_is_left_where_another_move_leads_to_mate() {
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
    fn only_a_defender_in_perpetual_check_is_lost() {
        let cycle = |winner, defender| [vec![choice("a0a1", winner, &[(0, defender)])]];
        assert_eq!(moves(&cycle(false, true)), [some("a0a1")]);
        assert_eq!(moves(&cycle(false, false)), [None]);
        // Both sides check: a draw.
        assert_eq!(moves(&cycle(true, true)), [None]);
    }

    #[test]
    fn checks_answered_by_checks_must_lead_to_a_quiet_move() {
        let choices = |last: bool| {
            [
                vec![choice("a0a1", true, &[(1, true)])],
                vec![choice("b0b1", last, &[(0, true)])],
            ]
        };
        assert_eq!(moves(&choices(false)), [some("a0a1"), some("b0b1")]);
        assert_eq!(moves(&choices(true)), [None, None]);
    }

    #[test]
    fn a_quiet_reply_must_lead_into_the_won_set() {
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
    fn where_it_is_not_won_the_defender_knows_the_escape() {
        // The second position leads to the third, whose cycle the defender does not lose.
        let choices = [
            vec![choice("a0a1", false, &[(1, true)])],
            vec![choice("b0b1", false, &[(0, true), (2, true)])],
            vec![choice("c0c1", true, &[(2, true)])],
        ];
        let game = solved(&choices);
        let mut place = 0;
        for _ in 0..2 {
            place = game.escape(place, &game.choices[place][0]).unwrap().to;
        }
        assert_eq!(place, 2);
        assert_eq!(
            game.escape(2, &game.choices[2][0]).map(|reply| reply.to),
            Some(2)
        );
    }

    #[test]
    fn a_move_added_later_may_win() {
        let mut game = solved(&[
            vec![choice("a0a1", false, &[(0, false)])],
            vec![choice("b0b1", false, &[])],
        ]);
        assert_eq!(game.chosen(0), None);
        game.allow(0, choice("a0a2", false, &[(1, false)]));
        game.solve();
        assert_eq!(game.chosen(0), some("a0a2").map(|mv| mv.parse().unwrap()));
    }

    /// A game of up to five positions at random.
    fn random(dice: &mut fastrand::Rng) -> Vec<Vec<Choice>> {
        let positions = dice.usize(1..=5);
        let mut choices = Vec::new();
        for _ in 0..positions {
            let mut here = Vec::new();
            for mv in ["a0a1", "a0a2"].iter().take(dice.usize(0..=2)) {
                let mut replies = Vec::new();
                for _ in 0..dice.usize(0..=2) {
                    replies.push((dice.usize(0..positions), dice.u8(0..4) > 0));
                }
                here.push(choice(mv, dice.bool(), &replies));
            }
            choices.push(here);
        }
        choices
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
    fn it_is_won_where_a_plan_wins_and_the_escape_leads_out_elsewhere() {
        let mut dice = fastrand::Rng::with_seed(90);
        let (mut won, mut lost) = (0, 0);
        for _ in 0..3_000 {
            let choices = random(&mut dice);
            let game = solved(&choices);
            let strategies = strategies(&choices);
            let chosen: Vec<_> = (0..choices.len())
                .map(|place| game.chosen(place).and_then(|mv| game.choice(place, mv)))
                .collect();
            for place in 0..choices.len() {
                if game.chosen(place).is_some() {
                    won += 1;
                    assert!(wins(&chosen, place), "{place} of {choices:?}");
                    continue;
                }
                lost += 1;
                for strategy in &strategies {
                    assert!(!wins(strategy, place), "{place} of {choices:?}");
                    // The same with the defender held to its escapes.
                    let held: Vec<_> = (strategy.iter().enumerate())
                        .map(|(place, choice)| {
                            let mut choice = choice.cloned()?;
                            if game.chosen(place).is_none() {
                                choice.replies.retain({
                                    let escape = game.escape(place, &choice);
                                    move |reply| escape == Some(*reply)
                                });
                            }
                            Some(choice)
                        })
                        .collect();
                    let held: Vec<_> = held.iter().map(Option::as_ref).collect();
                    assert!(!wins(&held, place), "{place} of {choices:?}");
                }
            }
        }
        assert!(won > 1_000 && lost > 1_000, "{won} won, {lost} lost");
    }
}
