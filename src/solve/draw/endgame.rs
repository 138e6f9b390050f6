//! The strategy that holds a draw in a small endgame, from its distances to mate.

use std::collections::HashSet;

use super::verify::{is_offensive, turns_of};
use crate::board::{Board, Color, Move};
use crate::rules::RepetitionRules;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::cannot_lose::cannot_lose;
use crate::solve::retro::KnownMates;
use crate::solve::strategy::Strategy;

/// The most positions of a strategy.
const MAX_POSITIONS: usize = 250_000;

/// The strategy of `side`, which loses none of these positions by a known result: of its safe moves the first that is not
/// offensive, if possible one to a position that the strategy has met before. `None` if it has too many positions.
pub(super) fn safe_strategy(
    known: &impl KnownMates,
    mut open: Vec<Board>,
    side: Color,
    rules: RepetitionRules,
    meter: &mut Meter,
) -> Result<Option<Strategy>, Stopped> {
    let mut strategy = Strategy::default();
    // The keys of the positions with the opponent to move.
    let mut met: HashSet<u64> = HashSet::new();
    while let Some(mut board) = open.pop() {
        if cannot_lose(&board, side) || strategy.get(&board).is_some() {
            continue;
        }
        meter.count()?;
        let mut moves = board.legal_moves();
        moves.retain(|mv| board.after(*mv, |board| !known.is_won(board)));
        let is_new = |mv: &Move| !met.contains(&board.key_after(*mv));
        moves.sort_by_key(is_new);
        let is_quiet = |mv: &&Move| !is_offensive(&board, **mv, rules);
        let Some(&mv) = moves.iter().find(is_quiet).or(moves.first()) else {
            return Ok(None);
        };
        if strategy.moves.len() >= MAX_POSITIONS {
            return Ok(None);
        }
        strategy.set(&board, mv);
        met.insert(board.key_after(mv));
        let _ = board.make(mv);
        open.extend(turns_of(side, &board));
    }
    Ok(Some(strategy))
}
