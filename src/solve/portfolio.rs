//! The portfolio: which provers work on a puzzle, and how the nodes are divided among them.
//!
//! No prover is best everywhere: the search over all lengths solves short mates, proof numbers over forcing moves long forced ones,
//! proof numbers over all moves and the playing search those with quiet moves, and retrograde analysis small endgames. Each gets a
//! share of nodes in turn, and the shares double from round to round. To add a prover, write its file in `provers` and add a row to
//! [`table`].

use super::budget::Stopped;
use super::forcing::Forcing;
use super::prover::{Progress, Prover, RuledOut};
use super::provers::{EndgameProver, ForcedMateProver, SearchLedProver, ShortestMateProver};
use super::shortest::LONGEST;
use super::solution::{By, Solution, Status};
use super::workspace::Workspace;

/// The first share of nodes.
const FIRST_SHARE: u64 = 10_000;

/// A prover of the portfolio.
struct Row {
    /// `None` once it has ended.
    prover: Option<Box<dyn Prover>>,
    /// How many shares it gets in a round.
    weight: u64,
    /// The first share in which it takes part.
    from: u64,
    finds_repetitions: bool,
}

fn row(prover: impl Prover + 'static, weight: u64, from: u64, finds_repetitions: bool) -> Row {
    Row {
        prover: Some(Box::new(prover)),
        weight,
        from,
        finds_repetitions,
    }
}

/// All provers, in the order of their turns. The weights are measured (`docs/measurements/solve.md`): nearly all puzzles that take
/// long are solved among all moves.
fn table() -> [Row; 7] {
    let forced = |forcing, weight| row(ForcedMateProver::new(forcing), weight, 0, true);
    [
        row(ShortestMateProver::over_all_moves(), 1, 0, false),
        forced(Forcing::Checks, 1),
        forced(Forcing::Threats(1), 1),
        forced(Forcing::Threats(3), 1),
        forced(Forcing::All, 6),
        row(EndgameProver::default(), 1, 0, false),
        row(SearchLedProver::default(), 6, 20_000, true),
    ]
}

/// Finds a mate. `None` when there is none within the length asked for, or no prover can go on.
pub(super) fn find(work: &mut Workspace) -> Result<Option<Solution>, Stopped> {
    let mut table = table();
    let mut ruled_out = RuledOut::default();
    let mut share = FIRST_SHARE;
    loop {
        for row in &mut table {
            let is_needed = row.finds_repetitions || !ruled_out.without_repetition;
            let Some(prover) = (row.prover.as_mut()).filter(|_| is_needed && share >= row.from)
            else {
                continue;
            };
            match prover.advance(work, row.weight * share)? {
                Progress::Open => {}
                Progress::Proof(answer) => return Ok(Some(*answer)),
                Progress::Disproof(more) => {
                    row.prover = None;
                    ruled_out.without_repetition |= more.without_repetition;
                    ruled_out.by_repetition |= more.by_repetition;
                    // A mate by repetition has no length.
                    if ruled_out.without_repetition
                        && (ruled_out.by_repetition || work.asks_for_a_length())
                    {
                        return Ok(None);
                    }
                }
            }
        }
        share *= 2;
    }
}

/// Replaces a mate by shorter ones until none is shorter; after an error it is the shortest found. The moves that found the mate
/// are tried again, which is fast, and all moves, which ends it.
pub(super) fn shorten(work: &mut Workspace, answer: &mut Solution) -> Result<(), Stopped> {
    let among = match answer.by {
        By::Checks => Some(Forcing::Checks),
        By::Threats | By::All => Some(Forcing::Threats(3)),
        By::Shortest | By::Search | By::Retrograde => None,
    };
    let mut provers: [Option<Box<dyn Prover>>; 3] = [
        among.map(|forcing| Box::new(ShortestMateProver::among(forcing, answer.by)) as _),
        Some(Box::new(ShortestMateProver::over_all_moves())),
        Some(Box::<EndgameProver>::default()),
    ];
    let mut share = FIRST_SHARE;
    work.bound = bound(answer);
    if work.no_mate_in() >= work.bound {
        return Ok(());
    }
    loop {
        for slot in &mut provers {
            let Some(prover) = slot else { continue };
            match prover.advance(work, share)? {
                Progress::Open => {}
                Progress::Proof(shorter) => {
                    *answer = *shorter;
                    *slot = None;
                    work.bound = bound(answer);
                    let is_shortest = matches!(answer.by, By::Shortest | By::Retrograde);
                    if is_shortest || answer.status != Status::Mate {
                        return Ok(());
                    }
                }
                Progress::Disproof(ruled_out) => {
                    *slot = None;
                    if ruled_out.without_repetition {
                        return Ok(());
                    }
                }
            }
        }
        share *= 2;
    }
}

/// The longest mate that is shorter than the answer.
fn bound(answer: &Solution) -> u32 {
    (answer.mate_in.unwrap_or(1) - 1).min(LONGEST)
}
