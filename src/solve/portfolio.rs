//! The portfolio: which provers work on a puzzle, and how the nodes are divided among them.
//!
//! No prover is best everywhere. The search by increasing length solves short mates, df-pn over forcing moves long forced mates,
//! df-pn over all moves and the alpha-beta search mates with quiet moves, and retrograde analysis small endgames. Each gets a
//! share of nodes in turn, and the shares double from round to round. To add a prover, write its file in `provers` and add an
//! entry to [`entries`].

use super::budget::Stopped;
use super::forcing::Forcing;
use super::prover::{Progress, Prover, RuledOut};
use super::provers::{
    DfpnProver, EndgameProver, SearchGuidedProver, ShortestMateProver, StoredEndgameProver,
};
use super::shortest::LONGEST_MATE;
use super::solution::{ProverKind, Solution, Status};
use super::workspace::Workspace;

/// Nodes of a share in the first round.
const FIRST_SHARE: u64 = 10_000;
/// The work ends when all provers of a round together spend less than a share divided by this: what they found cannot be proved,
/// and larger shares do not change that.
const LEAST_USE: u64 = 1_000;

/// A prover of the portfolio.
struct PortfolioEntry {
    /// `None` once it has ended.
    prover: Option<Box<dyn Prover>>,
    /// How many shares it gets in a round.
    weight: u64,
    /// It takes part in rounds with at least this share.
    min_share: u64,
    /// True if it finds mates by repetition.
    finds_repetitions: bool,
}

fn entry(
    prover: impl Prover + 'static,
    weight: u64,
    min_share: u64,
    finds_repetitions: bool,
) -> PortfolioEntry {
    PortfolioEntry {
        prover: Some(Box::new(prover)),
        weight,
        min_share,
        finds_repetitions,
    }
}

/// All provers, in the order of their shares. Df-pn over all moves and the alpha-beta search have the largest
/// weights, for the puzzles that take long.
fn entries() -> [PortfolioEntry; 7] {
    let dfpn = |forcing, weight| entry(DfpnProver::new(forcing), weight, 0, true);
    [
        entry(StoredEndgameProver, 1, 0, false),
        entry(ShortestMateProver::over_all_moves(), 1, 0, false),
        dfpn(Forcing::Checks, 1),
        dfpn(Forcing::Threats(1), 1),
        dfpn(Forcing::All, 6),
        entry(EndgameProver::default(), 1, 0, false),
        entry(SearchGuidedProver::default(), 6, 20_000, true),
    ]
}

/// Finds a mate. `None` when no mate of the requested length exists, or neither kind of mate exists.
///
/// # Errors
/// If the budget is spent, or no prover has anything left to do.
pub(super) fn find(work: &mut Workspace) -> Result<Option<Solution>, Stopped> {
    let mut entries = entries();
    let mut ruled_out = RuledOut::default();
    let mut share = FIRST_SHARE;
    loop {
        let before = work.meter.nodes;
        for entry in &mut entries {
            let is_needed = entry.finds_repetitions || !ruled_out.without_repetition;
            let Some(prover) =
                (entry.prover.as_mut()).filter(|_| is_needed && share >= entry.min_share)
            else {
                continue;
            };
            match prover.advance(work, entry.weight * share)? {
                Progress::Open => {}
                Progress::Proof(solution) => return Ok(Some(*solution)),
                Progress::Ended(more) => {
                    entry.prover = None;
                    ruled_out.without_repetition |= more.without_repetition;
                    ruled_out.by_repetition |= more.by_repetition;
                    // A mate by repetition has no length.
                    if ruled_out.without_repetition
                        && (ruled_out.by_repetition || work.has_length_limit())
                    {
                        return Ok(None);
                    }
                }
            }
        }
        let spent = work.meter.nodes - before;
        if entries.iter().all(|entry| share >= entry.min_share) && spent < share / LEAST_USE {
            return Err(Stopped);
        }
        share *= 2;
    }
}

/// Receives each solution that is found.
pub(super) type Report<'a> = dyn FnMut(&Workspace, &mut Solution) + 'a;

/// Replaces a mate by shorter ones until none is shorter. Each is reported. After an error `solution` is the shortest mate found.
///
/// The search over the kind of moves that found the mate soon finds shorter ones; only the search over all moves rules them out.
pub(super) fn shorten(
    work: &mut Workspace,
    solution: &mut Solution,
    report: &mut Report,
) -> Result<(), Stopped> {
    let kind = solution.prover;
    let is_forcing = matches!(
        kind,
        ProverKind::Checks | ProverKind::Threats | ProverKind::All
    );
    let mut provers: [Option<Box<dyn Prover>>; 3] = [
        is_forcing.then(|| Box::new(ShortestMateProver::after(kind)) as _),
        Some(Box::new(ShortestMateProver::over_all_moves())),
        Some(Box::<EndgameProver>::default()),
    ];
    let mut share = FIRST_SHARE;
    work.bound = bound(solution);
    if work.longest_ruled_out() >= work.bound {
        return Ok(());
    }
    // Once the search over all moves has ended, the retrograde prover may be the only one left, and it may wait without polling
    // the stop flag.
    while provers[1].is_some() {
        for slot in &mut provers {
            let Some(prover) = slot else { continue };
            match prover.advance(work, share)? {
                Progress::Open => {}
                // An invalid proof of a shorter mate, which is a bug, does not replace the verified one.
                Progress::Proof(shorter) if shorter.status != Status::Mate => {
                    tracing::error!(fen = %work.board.to_fen(), "{}", shorter.rejection());
                    return Ok(());
                }
                Progress::Proof(shorter) => {
                    *solution = *shorter;
                    report(work, solution);
                    *slot = None;
                    work.bound = bound(solution);
                    if matches!(
                        solution.prover,
                        ProverKind::Shortest | ProverKind::Retrograde
                    ) {
                        return Ok(());
                    }
                }
                Progress::Ended(ruled_out) => {
                    *slot = None;
                    if ruled_out.without_repetition {
                        return Ok(());
                    }
                }
            }
        }
        share *= 2;
    }
    Ok(())
}

/// The longest mate, in moves, that is shorter than the solution.
fn bound(solution: &Solution) -> u32 {
    (solution.mate_in.unwrap_or(1) - 1).min(LONGEST_MATE)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::board::Board;
    use crate::rules::RuleSet;
    use crate::solve::budget::Budget;
    use crate::solve::workspace::Tables;

    #[test]
    fn shortening_ends_when_only_a_prover_is_left_that_waits() {
        let board = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
        let never = AtomicBool::new(false);
        let mut tables = Tables::new(4, RuleSet::default());
        // The search over all moves finds a mate that is longer than requested, and ends. The retrograde analysis does not begin,
        // because it costs more than the budget.
        let budget = Budget::of_nodes(10_000);
        let mut work = Workspace::new(&mut tables, &board, Some(1), budget, &never);
        let mut solution = Solution {
            status: Status::Mate,
            mate_in: Some(9),
            prover: ProverKind::Search,
            ..Solution::default()
        };
        let shortened = shorten(&mut work, &mut solution, &mut |_, _| ());
        assert!(shortened.is_ok() && solution.mate_in == Some(9));
    }
}
