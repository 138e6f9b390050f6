//! The recursion of df-pn, the same for attacker and defender.
//!
//! In terms of phi and delta both kinds of node are the same. The most proving child is the one with the least delta, and its
//! thresholds follow from those of the node and from the second best child. Phi of a node is the least delta of its children,
//! delta the weak sum of their phi. [`combine`] reads both numbers of a child from the parent's side.

use super::node::{INFINITE, NodeState, ProofNumbers, Role, above, combine};
use super::search::{DfpnSearch, MAX_PATH};
use crate::board::Move;
use crate::solve::budget::Stopped;

impl DfpnSearch<'_, '_> {
    /// Searches the position, the attacker to move, until it is proved or disproved. `mv` is the move before it.
    pub(super) fn prove(&mut self, mv: Option<Move>) -> Result<ProofNumbers, Stopped> {
        self.expand(Role::Attacker, mv, INFINITE - 1, INFINITE - 1)
    }

    /// Expands a node until its phi or delta reaches the threshold `phi` or `delta`. `mv` is the move before it.
    fn expand(
        &mut self,
        role: Role,
        mv: Option<Move>,
        phi: u32,
        delta: u32,
    ) -> Result<ProofNumbers, Stopped> {
        self.meter.count()?;
        let before = self.meter.nodes;
        let key = self.board.key() ^ self.salt;
        let ply = self.path.len();
        let is_long = role == Role::Defender || self.limit.is_some();
        if is_long && ply >= self.limit.unwrap_or(MAX_PATH) {
            return Ok(ProofNumbers::LOST.depending_on(Some(0), ply));
        }
        self.path.push(&self.board, mv);
        let first = self.solver.children.len();
        self.add_children(role);
        let (numbers, mv) = self.expand_children(role, first, ply, phi, delta)?;
        self.solver.children.truncate(first);
        self.path.pop();
        self.store(key, numbers, mv, self.meter.nodes - before);
        Ok(numbers)
    }

    /// Expands the children of a node, which are on the stack from `first` on. Returns the node's numbers, and the attacker's move
    /// if it proves the node.
    fn expand_children(
        &mut self,
        role: Role,
        first: usize,
        ply: usize,
        phi: u32,
        delta: u32,
    ) -> Result<(ProofNumbers, Option<Move>), Stopped> {
        loop {
            let open = match combine(&self.solver.children[first..], role, ply) {
                NodeState::Known(numbers, mv) => return Ok((numbers, mv)),
                NodeState::Open(open) => open,
            };
            let here = open.numbers.phi_delta(role);
            if here.0 >= phi || here.1 >= delta {
                return Ok((open.numbers, None));
            }
            let best = first + open.best;
            let mv = self.solver.children[best].mv;
            let undo = self.board.make(mv);
            let (phi, delta) = (
                phi.min(above(open.second)),
                delta.saturating_sub(open.others),
            );
            let numbers = self.expand(role.other(), Some(mv), delta, phi)?;
            self.board.undo(undo);
            self.solver.children[best].numbers = numbers;
            // Simulation ignores the limit.
            let simulates = role == Role::Defender && self.limit.is_none();
            if simulates && numbers.is_won() && open.others > 0 {
                self.simulate(first, best)?;
            }
        }
    }
}
