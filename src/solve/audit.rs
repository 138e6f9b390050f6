//! Audit of a proved mate: other moves of the winner that mate too (cooks and duals, 余着 and 双解).
//!
//! For every examined position and every other legal move of the winner there are two questions: does it mate as fast as the
//! strategy, and does it mate at all? The endgame tables answer both. Otherwise the first is answered by the search for the
//! shortest mate, the second by df-pn over all moves, whose proofs are verified. Mates that need a repetition do not count. A
//! move whose question is not answered within the budget is [`Alternative::Undecided`] or [`Alternative::SlowerUndecided`],
//! never left out.
//!
//! **Division of the budget.** Each move gets [`FAST_SHARE`] nodes for the first question. Each move not known to mate as fast
//! then gets [`SLOWER_SHARE`] nodes for the second. What is left goes to the moves whose first question is still open, in rounds
//! of doubled shares.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;

use super::budget::Stopped;
use super::dfpn::ProofMode;
use super::forcing::Forcing;
use super::solution::{ProverKind, Solution, Status};
use super::strategy::Strategy;
use super::verify::verified_graph;
use super::workspace::{Settled, Workspace};
use crate::board::{Board, Move};
use crate::endgame::EndgameResult;

/// Nodes of the first share of a move for the question whether it mates as fast.
const FAST_SHARE: u64 = 10_000;
/// Nodes of a move for the question whether it mates more slowly.
const SLOWER_SHARE: u64 = 2_000;
/// The most positions that are examined.
const MAX_POSITIONS: usize = 10_000;

/// Which positions of a proved mate are examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[cfg_attr(feature = "protocol", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "protocol", serde(rename_all = "lowercase"))]
pub enum AuditScope {
    /// The positions of the principal variation
    #[default]
    Main,
    /// The positions after every defence, at most 10,000
    All,
}

/// The result of an audit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Audit {
    /// The examined positions, those near the puzzle first.
    pub positions: Vec<AuditedPosition>,
    /// The number of positions that were not examined, because there are more than 10,000.
    pub left_out: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The wall-clock time of the work.
    pub elapsed: Duration,
}

/// A position with the winner to move, and what its other moves do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditedPosition {
    /// The moves from the puzzle to the position.
    pub line: Vec<Move>,
    /// The strategy's move.
    pub mv: Move,
    /// The winner's moves to the mate by the strategy.
    pub mate_in: u32,
    /// All other legal moves, in order of generation.
    pub alternatives: Vec<(Move, Alternative)>,
}

/// What another move of the winner does. Lengths are in moves of the winner, this one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// It mates within this length, at most that of the strategy: a cook or a dual.
    Fast(u32),
    /// It mates within this length, but not as fast as the strategy.
    Slower(u32),
    /// It does not mate as fast, and no slower mate was found. If the endgame tables have the position after it, there is none.
    SlowerUndecided,
    /// Whether it mates as fast was not decided.
    Undecided,
}

/// The kind of a move, other than the strategy's, that mates as fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Defect {
    /// Another first move.
    Cook,
    /// Another move after the first.
    Dual,
    /// Another last move, which mates at once.
    MinorDual,
}

impl Defect {
    /// Its name in machine-readable output, which does not change between versions.
    pub const fn name(self) -> &'static str {
        match self {
            Defect::Cook => "cook",
            Defect::Dual => "dual",
            Defect::MinorDual => "minor dual",
        }
    }
}

impl Audit {
    /// Whether no other first move mates as fast; `None` if that was not decided.
    pub fn unique(&self) -> Option<bool> {
        let alternatives = &self.positions.first()?.alternatives;
        let has =
            |wanted: fn(&Alternative) -> bool| alternatives.iter().any(|(_, what)| wanted(what));
        match has(|what| matches!(what, Alternative::Fast(_))) {
            true => Some(false),
            false => (!has(|what| *what == Alternative::Undecided)).then_some(true),
        }
    }
}

impl AuditedPosition {
    /// What another move is called that mates as fast here.
    pub fn defect(&self) -> Defect {
        match (self.line.is_empty(), self.mate_in) {
            (true, _) => Defect::Cook,
            (false, 1) => Defect::MinorDual,
            (false, _) => Defect::Dual,
        }
    }
}

/// Audits the mate in `work`. A mate by repetition has no positions to examine, because it has no length.
pub(super) fn audit(mut work: Workspace, solution: &Solution, scope: AuditScope) -> Audit {
    let board = work.board.clone();
    let mut audit = Audit::default();
    if solution.status == Status::Mate && !solution.by_repetition {
        (audit.positions, audit.left_out) = match scope {
            AuditScope::Main => (principal_positions(solution), 0),
            AuditScope::All => all_positions(&work, &solution.strategy),
        };
    }
    for position in &mut audit.positions {
        // No other first move mates as fast if the key is unique.
        let answer = match solution.unique == Some(true) && position.line.is_empty() {
            true => Alternative::SlowerUndecided,
            false => Alternative::Undecided,
        };
        let moves = board.after_line(&position.line).legal_moves().into_iter();
        let others = moves.filter(|&mv| mv != position.mv);
        position.alternatives = others.map(|mv| (mv, answer)).collect();
    }
    // When the budget is spent, the answers found so far remain.
    let _ = answer(&mut work, &board, &mut audit.positions);
    audit.nodes = work.meter.nodes;
    audit.elapsed = work.started.elapsed();
    audit
}

/// The positions of the principal variation with the winner to move.
fn principal_positions(solution: &Solution) -> Vec<AuditedPosition> {
    let line = &solution.pv;
    let lengths = (1..=solution.mate_in.unwrap_or(0)).rev();
    let positions = (0..line.len()).step_by(2).zip(lengths);
    let position = |(ply, mate_in)| AuditedPosition {
        line: line[..ply].to_vec(),
        mv: line[ply],
        mate_in,
        alternatives: Vec::new(),
    };
    positions.map(position).collect()
}

/// The positions of a strategy without cycles, breadth first, and the number of those beyond [`MAX_POSITIONS`]. A position that
/// several lines reach has the first of them.
fn all_positions(work: &Workspace, strategy: &Strategy) -> (Vec<AuditedPosition>, usize) {
    let rules = work.tables.rules.repetition;
    let Ok(graph) = verified_graph(&work.board, strategy, rules) else {
        return (Vec::new(), 0);
    };
    let mut positions = Vec::new();
    let mut seen = HashSet::from([0]);
    let mut open = VecDeque::from([(0_usize, Vec::<Move>::new())]);
    while let Some((index, line)) = open.pop_front() {
        if positions.len() == MAX_POSITIONS {
            break;
        }
        let node = &graph.nodes[index];
        // In order of generation on this line: on another line, equal pieces may have changed places.
        let mut here = work.board.after_line(&line);
        for mv in here.after(node.mv, |here| here.legal_moves()) {
            let reply = node.replies.iter().find(|reply| reply.mv == mv);
            if let Some(to) = reply.map(|reply| reply.to)
                && seen.insert(to)
            {
                open.push_back((to, [&line[..], &[node.mv, mv]].concat()));
            }
        }
        positions.push(AuditedPosition {
            line,
            mv: node.mv,
            mate_in: node.moves,
            alternatives: Vec::new(),
        });
    }
    let left_out = graph.nodes.len() - positions.len();
    (positions, left_out)
}

/// Answers both questions for all moves, until all are answered or the budget is spent.
fn answer(
    work: &mut Workspace,
    board: &Board,
    positions: &mut [AuditedPosition],
) -> Result<(), Stopped> {
    // The lengths of slower mates that are proved before the first question is answered, by position and move.
    let mut slower: HashMap<(u64, Move), u32> = HashMap::new();
    let mut share = FAST_SHARE;
    loop {
        let mut is_open = false;
        for position in &mut *positions {
            let here = board.after_line(&position.line);
            for (mv, answer) in &mut position.alternatives {
                if *answer == Alternative::Undecided {
                    let mate = fast_mate(work, &here, *mv, position.mate_in, share)?;
                    *answer = match mate {
                        None => Alternative::Undecided,
                        Some(None) => match slower.get(&(here.key(), *mv)) {
                            Some(&length) => Alternative::Slower(length),
                            None => Alternative::SlowerUndecided,
                        },
                        Some(Some(length)) => Alternative::Fast(length),
                    };
                    is_open |= mate.is_none();
                }
            }
        }
        if share == FAST_SHARE {
            prove_slower_mates(work, board, positions, &mut slower)?;
        }
        if !is_open {
            return Ok(());
        }
        share *= 2;
    }
}

/// Searches once, for each move not known to mate as fast, for a mate of any length.
fn prove_slower_mates(
    work: &mut Workspace,
    board: &Board,
    positions: &mut [AuditedPosition],
    slower: &mut HashMap<(u64, Move), u32>,
) -> Result<(), Stopped> {
    for position in positions {
        let here = board.after_line(&position.line);
        for (mv, answer) in &mut position.alternatives {
            if matches!(*answer, Alternative::Fast(_)) {
                continue;
            }
            let Some(length) = slower_mate(work, &here, *mv)? else {
                continue;
            };
            if *answer == Alternative::SlowerUndecided {
                *answer = Alternative::Slower(length);
            } else if length <= position.mate_in {
                *answer = Alternative::Fast(length);
            } else {
                slower.insert((here.key(), *mv), length);
            }
        }
    }
    Ok(())
}

/// The length of the mate by `mv` in the endgame tables. The outer `None` means that they lack the position after it. Every result
/// is exact here, because mates that need a repetition do not count.
fn stored_mate(work: &Workspace, board: &Board, mv: Move) -> Option<Option<u32>> {
    let result = work.tables.endings.probe(&board.after_line(&[mv]))?;
    Some(match result {
        EndgameResult::Mated(plies) => Some(plies / 2 + 1),
        _ => None,
    })
}

/// The length of the mate by `mv` if it is at most `longest`. The outer `None` means that the share did not suffice.
fn fast_mate(
    work: &mut Workspace,
    board: &Board,
    mv: Move,
    longest: u32,
    share: u64,
) -> Result<Option<Option<u32>>, Stopped> {
    if let Some(stored) = stored_mate(work, board, mv) {
        return Ok(Some(stored.filter(|&length| length <= longest)));
    }
    let search = &mut work.tables.shortest;
    // No move mates in a length that is ruled out for the position.
    let ruled_out = u32::from(search.fact(board, Forcing::All).no_mate_in).min(longest - 1);
    let board = board.after_line(&[mv]);
    let found = work.meter.share(share, |meter| {
        search.lost_within(&board, ruled_out..longest, meter)
    })?;
    Ok(found.map(|rest| rest.map(|moves| moves + 1)))
}

/// A length within which `mv` mates, if the endgame tables have it or df-pn proves a mate after each reply. The provers' board is
/// `work.board`.
fn slower_mate(work: &mut Workspace, board: &Board, mv: Move) -> Result<Option<u32>, Stopped> {
    if let Some(stored) = stored_mate(work, board, mv) {
        return Ok(stored);
    }
    let mut mode = ProofMode::from(Forcing::All);
    mode.wins_by_repetition = false;
    let end = work.meter.nodes + SLOWER_SHARE;
    let board = board.after_line(&[mv]);
    // The reply that refuted a fast mate is the most likely one to refute a slower mate.
    let refutation = work.tables.shortest.fact(&board, Forcing::All).mv;
    let mut replies = board.legal_moves();
    replies.sort_by_key(|&reply| Some(reply) != refutation);
    let mut longest = 0;
    for reply in replies {
        work.board = board.after_line(&[reply]);
        let left = end.saturating_sub(work.meter.nodes);
        if work.mates(&mode, left)? == Some(true)
            && let Settled::Answer(solution) = work.settle_proof(&mode, ProverKind::All)?
            && let Some(moves) = solution.mate_in
        {
            longest = longest.max(moves);
        } else {
            return Ok(None);
        }
    }
    Ok(Some(longest + 1))
}
