//! The provers of draws: retrograde analysis of a small endgame, and df-pn over all moves.

use super::endgame::safe_strategy;
use super::verify::{turns_of, verify_draw};
use crate::board::{Board, Color};
use crate::endgame::{EndgameResult, EndgameTables};
use crate::rules::RepetitionRules;
use crate::solve::budget::{Meter, Stopped};
use crate::solve::cannot_lose::cannot_lose;
use crate::solve::dfpn::ProofMode;
use crate::solve::retro::{Endgame, KnownMates, shortest_mate};
use crate::solve::solution::{DrawSolution, DrawStatus, ProverKind};
use crate::solve::stored_endgames::strategy_by_rule;
use crate::solve::strategy::Strategy;
use crate::solve::workspace::{Tables, Workspace};

/// The nodes of a prover for the proof that the opponent holds the draw of a small endgame.
pub(in crate::solve) const HOLD_NODES: u64 = 300_000;

/// Proves that a side holds at least a draw, or that it is mated in a small endgame. Without a node limit the search may not end.
/// The solution is that of `side`, without nodes and time. It has a line of the position only if `side` is to move.
///
/// # Errors
/// If the budget is spent.
pub(in crate::solve) fn prove(
    tables: &mut Tables,
    board: &Board,
    side: Color,
    meter: &mut Meter,
) -> Result<DrawSolution, Stopped> {
    let (endings, rules) = (&tables.endings, tables.rules.repetition);
    if endings.probe(board).is_some() {
        if board.side() == side
            && let Some(strategy) = winning_strategy(endings, board)
            && let Some(won) = verified(board, side, &strategy, rules, ProverKind::Retrograde)
        {
            return Ok(won);
        }
        if let Some(decided) = decide(endings, board, side, rules, meter)? {
            return Ok(decided);
        }
    }
    let left = meter.nodes_left().unwrap_or(u64::MAX);
    if let Some(endgame) = Endgame::of(board, tables.hash_mib << 20)
        && endgame.nodes() <= left / 2
    {
        let bytes = endgame.bytes();
        let analysis = |meter: &mut Meter| match endgame.solve_all(!side, meter)? {
            Some(distances) => decide(&distances, board, side, rules, meter),
            None => Ok(None),
        };
        // The time that the analysis takes is not known before, and the search needs some too.
        let decided = meter.half_of_time(|meter| tables.in_memory(bytes, || analysis(meter)))?;
        if let Some(decided) = decided.flatten() {
            return Ok(decided);
        }
    }
    Ok(search(tables, board, side, meter)?.unwrap_or_default())
}

/// Proves within `nodes` nodes that a side holds at least a draw.
///
/// # Errors
/// If the budget is spent.
pub(in crate::solve) fn holds(
    work: &mut Workspace,
    side: Color,
    nodes: u64,
) -> Result<bool, Stopped> {
    let (tables, board) = (&mut *work.tables, &work.board);
    let prove = |meter: &mut Meter| prove(tables, board, side, meter);
    let solution = work.meter.share(nodes, prove)?;
    Ok(solution.is_some_and(|draw| draw.status == DrawStatus::Draw))
}

/// Proves within `nodes` nodes that the opponent of the side to move holds at least a draw. What is proved is kept.
///
/// # Errors
/// If the budget is spent.
pub(in crate::solve) fn opponent_holds(work: &mut Workspace, nodes: u64) -> Result<bool, Stopped> {
    if !work.opponent_holds && work.board.has_legal_move() {
        let opponent = !work.board.side();
        work.opponent_holds = holds(work, opponent, nodes)?;
    }
    Ok(work.opponent_holds)
}

/// The strategy with which the side to move wins, by mate or by perpetual check. `None` if it does not win by the endgame tables,
/// or the strategy has too many positions.
fn winning_strategy(endings: &EndgameTables, board: &Board) -> Option<Strategy> {
    match endings.probe(board)? {
        EndgameResult::Mates(plies) => {
            Some(shortest_mate(endings, board, plies.div_ceil(2)).strategy)
        }
        EndgameResult::WinsByRule => strategy_by_rule(endings, board),
        _ => None,
    }
}

/// Decides a position of an endgame by the known results of all positions. `None` if no strategy is found that holds.
fn decide(
    known: &impl KnownMates,
    board: &Board,
    side: Color,
    rules: RepetitionRules,
    meter: &mut Meter,
) -> Result<Option<DrawSolution>, Stopped> {
    if board.side() == side
        && let Some(moves) = lost_in(known, board)
    {
        return Ok(Some(DrawSolution {
            status: DrawStatus::Lost,
            lost_in: Some(moves),
            ..DrawSolution::default()
        }));
    }
    let strategy = safe_strategy(known, turns_of(side, board), side, rules, meter)?;
    let prover = ProverKind::Retrograde;
    Ok(strategy.and_then(|strategy| verified(board, side, &strategy, rules, prover)))
}

/// The solution with the strategy of a prover; `None` if it does not hold.
fn verified(
    board: &Board,
    side: Color,
    strategy: &Strategy,
    rules: RepetitionRules,
    prover: ProverKind,
) -> Option<DrawSolution> {
    match verify_draw(board, side, strategy, rules) {
        Ok(solution) => Some(DrawSolution {
            prover: Some(prover),
            ..solution
        }),
        Err(kind) => {
            tracing::debug!(fen = %board.to_fen(), ?prover, %kind, "no positional strategy");
            None
        }
    }
}

/// The opponent's moves within which the side to move is mated; `None` if it is not.
fn lost_in(known: &impl KnownMates, board: &Board) -> Option<u32> {
    let mut board = board.clone();
    let moves = board.legal_moves().into_iter();
    let mates = moves.map(|mv| board.after(mv, |board| known.mate_in(board)));
    mates.collect::<Option<Vec<u32>>>()?.into_iter().max()
}

/// Searches for the strategy by df-pn over all moves. `None` if none is found that holds.
fn search(
    tables: &mut Tables,
    board: &Board,
    side: Color,
    meter: &mut Meter,
) -> Result<Option<DrawSolution>, Stopped> {
    let mode = ProofMode::draw();
    let mut strategy = Strategy::default();
    for board in turns_of(side, board) {
        if cannot_lose(&board, side) {
            continue;
        }
        if !tables.dfpn.mates(&board, &mode, meter)? {
            return Ok(None);
        }
        strategy.merge(tables.dfpn.strategy(&board, &mode, meter)?);
    }
    let rules = tables.rules.repetition;
    Ok(verified(board, side, &strategy, rules, ProverKind::All))
}
