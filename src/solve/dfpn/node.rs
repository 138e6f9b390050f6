//! Proof and disproof numbers (phi and delta), and how the numbers of a node follow from those of its children.
//!
//! Phi is the number that is zero if the side to move reaches its goal: the proof number where the attacker moves, the disproof
//! number where the defender moves. Delta is the other one.

use crate::board::Move;

/// The number of a node that is proved or disproved.
pub(super) const INFINITE: u32 = u32::MAX;

/// The side to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Attacker,
    Defender,
}

impl Role {
    pub const fn other(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// The proof and disproof numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    /// Leaves to prove for a proof: 0 if it is proved, [`INFINITE`] if it is disproved.
    pub proof: u32,
    /// Leaves to disprove for a disproof. For a proved or disproved position it holds the plies of the proof instead, 0 for a
    /// disproof.
    pub disproof: u32,
    /// The earliest ancestor that the result depends on because of a repetition, in plies from the root. `None` for a
    /// result that holds on every path.
    pub depends_on: Option<u16>,
}

impl ProofNumbers {
    /// Disproved on every path.
    pub const LOST: ProofNumbers = ProofNumbers::open(INFINITE, 0);

    /// Neither proved nor disproved.
    pub const fn open(proof: u32, disproof: u32) -> ProofNumbers {
        ProofNumbers {
            proof,
            disproof,
            depends_on: None,
        }
    }

    /// Proved, with a mate in `plies`.
    pub const fn won(plies: u32) -> ProofNumbers {
        ProofNumbers::open(0, plies)
    }

    /// The same numbers of a node at `ply`, which depend on an ancestor. A node does not depend on itself or on its descendants.
    pub fn depending_on(self, ancestor: Option<u16>, ply: usize) -> ProofNumbers {
        ProofNumbers {
            depends_on: ancestor.filter(|&ancestor| usize::from(ancestor) < ply),
            ..self
        }
    }

    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub const fn is_lost(self) -> bool {
        self.proof == INFINITE
    }

    pub const fn is_known(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// Phi and delta of a node where `role` moves.
    pub const fn phi_delta(self, role: Role) -> (u32, u32) {
        match role {
            Role::Attacker => (self.proof, self.disproof),
            Role::Defender => (self.disproof, self.proof),
        }
    }

    const fn is_success_of(self, role: Role) -> bool {
        match role {
            Role::Attacker => self.is_won(),
            Role::Defender => self.is_lost(),
        }
    }
}

/// A move of a node, and the numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub mv: Move,
    pub numbers: ProofNumbers,
}

/// The state of a node, which follows from its children.
pub(super) enum NodeState {
    /// Proved or disproved, with the attacker's move that proves it.
    Known(ProofNumbers, Option<Move>),
    Open(OpenNode),
}

/// An open node: its numbers, and what the thresholds of its best child depend on.
pub(super) struct OpenNode {
    pub numbers: ProofNumbers,
    /// The most proving child.
    pub best: usize,
    /// Delta of the second best child.
    pub second: u32,
    /// The number of open children besides the best.
    pub others: u32,
}

/// Combines the numbers of all children of a node at `ply` where `role` moves.
pub(super) fn combine(children: &[Child], role: Role, ply: usize) -> NodeState {
    let (mut best, mut second) = (None::<(usize, u32)>, INFINITE);
    let (mut open, mut hardest, mut plies) = (0, 0, 0);
    let mut depends_on = None::<u16>;
    let mut success = None::<Child>;
    for (index, child) in children.iter().enumerate() {
        let numbers = child.numbers;
        if numbers.is_success_of(role) {
            // A result that holds on every path is preferred to one that depends on this path, then the shorter one.
            let rank = |numbers: ProofNumbers| (numbers.depends_on.is_some(), numbers.disproof);
            if success.is_none_or(|other| rank(numbers) < rank(other.numbers)) {
                success = Some(*child);
            }
        } else if numbers.is_known() {
            plies = plies.max(numbers.disproof + 1);
            depends_on = earliest(depends_on, numbers.depends_on);
        } else {
            let (phi, delta) = numbers.phi_delta(role);
            open += 1;
            hardest = hardest.max(delta);
            match best {
                Some((_, least)) if least <= phi => second = second.min(phi),
                _ => {
                    second = best.map_or(INFINITE, |(_, least)| least);
                    best = Some((index, phi));
                }
            }
        }
    }
    match (success, best) {
        (Some(child), _) => {
            let (numbers, mv) = match role {
                Role::Attacker => (
                    ProofNumbers::won(child.numbers.disproof + 1),
                    Some(child.mv),
                ),
                Role::Defender => (ProofNumbers::LOST, None),
            };
            NodeState::Known(numbers.depending_on(child.numbers.depends_on, ply), mv)
        }
        (None, None) => {
            let numbers = match role {
                Role::Attacker => ProofNumbers::LOST,
                Role::Defender => ProofNumbers::won(plies),
            };
            NodeState::Known(numbers.depending_on(depends_on, ply), None)
        }
        (None, Some((best, phi))) => {
            let others = open - 1;
            let delta = weak_sum(hardest, others);
            NodeState::Open(OpenNode {
                numbers: match role {
                    Role::Attacker => ProofNumbers::open(phi, delta),
                    Role::Defender => ProofNumbers::open(delta, phi),
                },
                best,
                second,
                others,
            })
        }
    }
}

/// The weak sum of numbers: the largest, plus one for each of the others.
fn weak_sum(largest: u32, others: u32) -> u32 {
    largest.saturating_add(others).min(INFINITE - 2)
}

/// The threshold for the best child: a quarter above the number of the second best.
pub(super) fn above(second: u32) -> u32 {
    second.saturating_add(1 + second / 4).min(INFINITE - 1)
}

/// The earlier of two ancestors: a result that depends on both depends on the longer part of the path.
fn earliest(a: Option<u16>, b: Option<u16>) -> Option<u16> {
    [a, b].into_iter().flatten().min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_finite_and_a_node_does_not_depend_on_itself() {
        assert_eq!(weak_sum(3, 2), 5);
        assert!(weak_sum(INFINITE - 2, 100) < INFINITE - 1);
        assert_eq!(above(8), 11);
        assert_eq!(above(INFINITE), INFINITE - 1);
        assert_eq!(
            ProofNumbers::LOST.depending_on(Some(4), 4),
            ProofNumbers::LOST
        );
        let won = ProofNumbers::won(2).depending_on(Some(3), 4);
        assert_eq!(won.depends_on, Some(3));
        assert_eq!(earliest(Some(2), Some(5)), Some(2));
        assert_eq!(earliest(None, Some(5)), Some(5));
    }
}
