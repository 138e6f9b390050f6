//! The provers of draws: retrograde analysis of a small endgame, and df-pn over all moves.

use super::endgame::safe_strategy;
use super::verify::{VerifiedDraw, verify_draw};
use crate::board::{Board, Color};
use crate::rules::RepetitionRules;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::cannot_lose::cannot_lose;
use crate::solve::dfpn::ProofMode;
use crate::solve::retro::{Endgame, KnownMates};
use crate::solve::solution::ProverKind;
use crate::solve::strategy::{Strategy, after_line};
use crate::solve::workspace::{Tables, Workspace};

/// The nodes of a prover for the proof that the opponent holds the draw of a small endgame.
pub(in crate::solve) const HOLD_NODES: u64 = 300_000;

/// What is proved about a side.
#[derive(Debug)]
pub(in crate::solve) enum DrawOutcome {
    /// It holds at least a draw, by a strategy that the verifier has accepted.
    Draw(VerifiedDraw, ProverKind),
    /// It is mated within this number of the opponent's moves.
    Lost(u32),
    /// Neither was proved.
    Open,
}

/// Proves that a side holds at least a draw, or that it is mated in a small endgame. Without a node limit the search may not end.
///
/// # Errors
/// If the budget is spent.
pub(in crate::solve) fn prove(
    tables: &mut Tables,
    board: &Board,
    side: Color,
    meter: &mut Meter,
) -> Result<DrawOutcome, Stopped> {
    if tables.endings.probe(board).is_some() {
        let outcome = decide(&tables.endings, board, side, tables.rules.repetition, meter)?;
        if !matches!(outcome, DrawOutcome::Open) {
            return Ok(outcome);
        }
    }
    let left = meter.nodes_left().unwrap_or(u64::MAX);
    if let Some(endgame) = Endgame::of(board, tables.hash_mib << 20)
        && endgame.nodes() <= left / 2
    {
        let (rules, bytes) = (tables.rules.repetition, endgame.bytes());
        let analysis = || analyse_endgame(endgame, board, side, rules, meter);
        let outcome = tables.in_memory(bytes, analysis)?;
        if !matches!(outcome, DrawOutcome::Open) {
            return Ok(outcome);
        }
    }
    search(tables, board, side, meter)
}

/// Proves within `nodes` nodes that the opponent of the side to move holds at least a draw. What is proved is kept.
///
/// # Errors
/// If the budget is spent.
pub(in crate::solve) fn opponent_holds(work: &mut Workspace, nodes: u64) -> Result<bool, Stopped> {
    if !work.opponent_holds && work.board.has_legal_move() {
        let (tables, board) = (&mut *work.tables, &work.board);
        let prove = |meter: &mut Meter| prove(tables, board, !board.side(), meter);
        let outcome = work.meter.share(nodes, prove)?;
        work.opponent_holds = matches!(outcome, Some(DrawOutcome::Draw(..)));
    }
    Ok(work.opponent_holds)
}

/// Decides a small endgame by its distances to mate.
fn analyse_endgame(
    endgame: Endgame,
    board: &Board,
    side: Color,
    rules: RepetitionRules,
    meter: &mut Meter,
) -> Result<DrawOutcome, Stopped> {
    match endgame.solve_all(!side, meter)? {
        Some(distances) => decide(&distances, board, side, rules, meter),
        None => Ok(DrawOutcome::Open),
    }
}

/// Decides a position of an endgame by the known results of all positions.
fn decide(
    known: &impl KnownMates,
    board: &Board,
    side: Color,
    rules: RepetitionRules,
    meter: &mut Meter,
) -> Result<DrawOutcome, Stopped> {
    if board.side() == side
        && let Some(moves) = lost_in(known, board)
    {
        return Ok(DrawOutcome::Lost(moves));
    }
    let strategy = safe_strategy(known, turns_of(side, board), side, rules, meter)?;
    let verified = strategy.and_then(|strategy| {
        let verified = verify_draw(board, side, &strategy, rules).ok()?;
        Some(DrawOutcome::Draw(verified, ProverKind::Retrograde))
    });
    Ok(verified.unwrap_or(DrawOutcome::Open))
}

/// The opponent's moves within which the side to move is mated; `None` if it is not.
fn lost_in(known: &impl KnownMates, board: &Board) -> Option<u32> {
    let mut board = board.clone();
    let moves = board.legal_moves().into_iter();
    let mates = moves.map(|mv| board.after(mv, |board| known.mate_in(board)));
    mates.collect::<Option<Vec<u32>>>()?.into_iter().max()
}

/// Searches for the strategy by df-pn over all moves.
fn search(
    tables: &mut Tables,
    board: &Board,
    side: Color,
    meter: &mut Meter,
) -> Result<DrawOutcome, Stopped> {
    let mode = ProofMode::draw();
    let mut strategy = Strategy::default();
    for board in turns_of(side, board) {
        if cannot_lose(&board, side) {
            continue;
        }
        if !tables.dfpn.mates(&board, &mode, meter)? {
            return Ok(DrawOutcome::Open);
        }
        strategy.merge(tables.dfpn.strategy(&board, &mode, meter)?);
    }
    match verify_draw(board, side, &strategy, tables.rules.repetition) {
        Ok(verified) => Ok(DrawOutcome::Draw(verified, ProverKind::All)),
        Err(fault) => {
            tracing::debug!(%fault, "no positional strategy");
            Ok(DrawOutcome::Open)
        }
    }
}

/// The positions with `side` to move: the board, or those after each move of the opponent.
fn turns_of(side: Color, board: &Board) -> Vec<Board> {
    if board.side() == side {
        return vec![board.clone()];
    }
    let moves = board.legal_moves().into_iter();
    moves.map(|mv| after_line(board, &[mv])).collect()
}
