//! The mate solver: runs the portfolio of provers on a puzzle and returns the solution.

use std::fmt;
use std::sync::atomic::AtomicBool;

use super::audit::{self, Audit, AuditScope};
use super::budget::{Budget, Stopped};
use super::draw;
use super::portfolio::{self, Report};
use super::scout::ClaimedMate;
use super::solution::{DrawSolution, DrawStatus, Goal, Solution, Status};
use super::stored_endgames::rules_out_win;
use super::workspace::{Tables, Workspace};
use crate::board::{Board, Move};
use crate::endgame::{EndgameResult, EndgameTables};
use crate::rules::RuleSet;
use crate::rules::offenders::may_be_forced_to_attack;

/// The most nodes of the search for the opponent's mate.
const LOSS_NODES: u64 = 20_000;
/// The longest mate of the opponent that is searched for, in its moves.
const LONGEST_LOSS: u32 = 10;
/// The most nodes of each proof that a side holds a draw, once it is proved that the side to move has no mate.
const DRAW_NODES: u64 = 100_000;

/// Solves puzzles, one at a time. Its tables are kept between puzzles.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::RuleSet;
/// use chuhe::solve::{Budget, Goal, Solver, Status};
/// use std::sync::atomic::AtomicBool;
///
/// let board = Board::from_fen("2b2a1R1/4a4/4ck2b/p1p3N2/9/2PNC1P2/P8/4B4/9/1r1AKA3 w - - 1 30")?;
/// let mut solver = Solver::new(16, RuleSet::default());
/// let never = AtomicBool::new(false);
/// let solution = solver.solve(&board, Goal::default(), Budget::default(), &never);
/// assert_eq!((solution.status, solution.mate_in), (Status::Mate, Some(3)));
/// assert!(solution.verified && solution.shortest);
/// # Ok::<(), chuhe::board::FenError>(())
/// ```
pub struct Solver {
    tables: Tables,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = f.debug_struct("Solver");
        text.field("rules", &self.tables.rules)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver with tables of `hash_mib` MiB in all, at least 4. Repetitions are judged by `rules`.
    pub fn new(hash_mib: usize, rules: RuleSet) -> Solver {
        let tables = Tables::new(hash_mib, rules);
        Solver { tables }
    }

    /// Takes the results of positions with few pieces from these tables.
    pub fn set_endings(&mut self, endings: EndgameTables) {
        self.tables.set_endings(endings);
    }

    /// Solves a puzzle. When another thread sets `stop`, it returns what is known by then.
    pub fn solve(
        &mut self,
        board: &Board,
        goal: Goal,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Solution {
        self.solve_and_report(board, goal, budget, stop, |_| ())
    }

    /// Solves a puzzle as [`Solver::solve`] does. Each mate is reported when it is proved, before a shorter one is looked for and before
    /// it is known whether its first move is unique.
    pub fn solve_and_report(
        &mut self,
        board: &Board,
        goal: Goal,
        budget: Budget,
        stop: &AtomicBool,
        mut report: impl FnMut(&Solution),
    ) -> Solution {
        let mut work = Workspace::new(&mut self.tables, board, goal.max, budget, stop);
        let mut solution = Solution::default();
        let mut report = |work: &Workspace, found: &mut Solution| {
            (found.nodes, found.elapsed) = (work.meter.nodes, work.started.elapsed());
            if found.status == Status::Mate {
                report(found);
            }
        };
        let finished = run(&mut work, goal, &mut solution, &mut report);
        solution.no_mate_in = work.longest_ruled_out();
        solution.unique = solution.unique.filter(|_| goal.unique);
        solution.shortest = is_shortest(&work, &solution);
        // No length above `LONGEST_MATE` is searched.
        let is_searched = work.has_length_limit() || goal.max.is_none();
        let is_refuted = finished.is_ok() && (is_searched || !board.has_legal_move());
        if solution.status == Status::Unsolved && is_refuted {
            solution.status = Status::NoMate;
            if goal.max.is_none() {
                add_reason(&mut work, &mut solution);
            }
        }
        if solution.status == Status::Unsolved {
            add_claim(&mut work, &mut solution);
        }
        solution.nodes = work.meter.nodes;
        solution.elapsed = work.started.elapsed();
        solution
    }

    /// Proves that the side to move holds at least a draw, or that it is mated whatever it plays.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::rules::RuleSet;
    /// use chuhe::solve::{Budget, DrawStatus, Solver};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// // A horse does not mate against two advisors.
    /// let board = Board::from_fen("4ka3/4a4/9/9/9/9/9/N8/9/4K4 b")?;
    /// let (mut solver, never) = (Solver::new(4, RuleSet::default()), AtomicBool::new(false));
    /// let solution = solver.prove_draw(&board, Budget::of_nodes(1_000_000), &never);
    /// assert_eq!(solution.status, DrawStatus::Draw);
    /// # Ok::<(), chuhe::board::FenError>(())
    /// ```
    pub fn prove_draw(&mut self, board: &Board, budget: Budget, stop: &AtomicBool) -> DrawSolution {
        let mut work = Workspace::new(&mut self.tables, board, None, budget, stop);
        // Most of the budget is for the proof.
        let nodes = LOSS_NODES.min(budget.nodes.unwrap_or(u64::MAX) / 4);
        let lost_in = find_loss(&mut work, nodes);
        let mut solution = match lost_in {
            Some(_) => DrawSolution {
                status: DrawStatus::Lost,
                lost_in,
                ..DrawSolution::default()
            },
            None => {
                draw::prove(work.tables, board, board.side(), &mut work.meter).unwrap_or_default()
            }
        };
        solution.nodes = work.meter.nodes;
        solution.elapsed = work.started.elapsed();
        solution
    }

    /// Examines the other moves of the winner in the positions of a proved mate: which of them mate too, and in how many moves?
    /// `solution` is the solution of `board`. Without a mate, or if it is by repetition, no position is examined.
    ///
    /// # Panics
    /// If `solution` is not that of `board`.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::rules::RuleSet;
    /// use chuhe::solve::{Alternative, AuditScope, Budget, Defect, Goal, Solver};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let board = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1")?;
    /// let (mut solver, never) = (Solver::new(4, RuleSet::default()), AtomicBool::new(false));
    /// let budget = Budget::of_nodes(100_000);
    /// let solution = solver.solve(&board, Goal::default(), budget, &never);
    /// let audit = solver.audit(&board, &solution, AuditScope::Main, budget, &never);
    /// let first = &audit.positions[0];
    /// assert_eq!((first.mate_in, first.defect()), (1, Defect::Cook));
    /// let fast = first.alternatives.iter().filter(|(_, what)| *what == Alternative::Fast(1));
    /// assert_eq!(fast.count(), 3);
    /// # Ok::<(), chuhe::board::FenError>(())
    /// ```
    pub fn audit(
        &mut self,
        board: &Board,
        solution: &Solution,
        scope: AuditScope,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Audit {
        let work = Workspace::new(&mut self.tables, board, None, budget, stop);
        audit::audit(work, solution, scope)
    }

    /// Returns true if a search's mate score holds: the side to move mates within `plies` plies or, if `plies` is negative, is mated
    /// whichever move outside `banned` it plays. `None` if the budget does not suffice.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::rules::RuleSet;
    /// use chuhe::solve::{Budget, Solver};
    /// use std::sync::atomic::AtomicBool;
    ///
    /// let (mut solver, never) = (Solver::new(4, RuleSet::default()), AtomicBool::new(false));
    /// let mut holds = |fen, plies| {
    ///     let board = Board::from_fen(fen).unwrap();
    ///     solver.verify_mate_score(&board, plies, &[], Budget::of_nodes(100_000), &never)
    /// };
    /// assert_eq!(holds("3k5/R8/9/9/9/9/9/9/9/1R2K4 w", 1), Some(true));
    /// assert_eq!(holds("3k5/R8/9/9/9/9/9/9/9/1R2K4 b", -2), Some(true));
    /// assert_eq!(holds("3k5/9/R8/9/9/9/9/9/9/1R3K3 b", -2), Some(false));
    /// ```
    pub fn verify_mate_score(
        &mut self,
        board: &Board,
        plies: i32,
        banned: &[Move],
        mut budget: Budget,
        stop: &AtomicBool,
    ) -> Option<bool> {
        let moves = plies.unsigned_abs().div_ceil(2);
        let mut mates = |board: &Board| {
            let goal = Goal::within(moves);
            let solution = self.solve(board, goal, budget, stop);
            budget.nodes = (budget.nodes).map(|nodes| nodes.saturating_sub(solution.nodes));
            budget.time = (budget.time).map(|time| time.saturating_sub(solution.elapsed));
            match solution.status {
                Status::Mate => Some(true),
                Status::NoMate => Some(false),
                Status::Claimed | Status::Unsolved | Status::Rejected => None,
            }
        };
        if plies > 0 {
            return mates(board);
        }
        let mut holds = Some(true);
        let allowed = board.legal_moves().into_iter();
        for mv in allowed.filter(|mv| !banned.contains(mv)) {
            match board.clone().after(mv, |board| mates(board)) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => holds = None,
            }
        }
        holds
    }
}

/// Works on a puzzle. If it is stopped early, `solution` is the best found so far.
fn run(
    work: &mut Workspace,
    goal: Goal,
    solution: &mut Solution,
    report: &mut Report,
) -> Result<(), Stopped> {
    if let Some(found) = portfolio::find(work)? {
        *solution = found;
        report(work, solution);
    }
    if solution.status == Status::Mate && (goal.shortest || goal.unique) {
        portfolio::shorten(work, solution, report)?;
        if goal.unique && solution.unique.is_none() && is_shortest(work, solution) {
            solution.unique = Some(is_unique(work, solution)?);
        }
    }
    Ok(())
}

/// Adds to a disproof whether the side to move is itself mated, and whether the sides hold the draw. An exact result of the endgame
/// tables needs no proof.
fn add_reason(work: &mut Workspace, solution: &mut Solution) {
    solution.lost_in = find_loss(work, LOSS_NODES);
    let (board, rules) = (&work.board, work.tables.rules.repetition);
    let result = work.tables.endings.probe(board);
    let is_exact = result.is_some_and(|result| rules_out_win(result, board, rules));
    let may_lose = may_be_forced_to_attack(board, board.side(), rules);
    let is_stored_draw = result == Some(EndgameResult::Draw) && !may_lose;
    if is_exact {
        solution.verified = work.opponent_holds;
        solution.is_draw = is_stored_draw;
        return;
    }
    let side = board.side();
    solution.verified = draw::opponent_holds(work, DRAW_NODES).unwrap_or(false);
    solution.is_draw = solution.verified
        && (is_stored_draw || draw::holds(work, side, DRAW_NODES).unwrap_or(false));
}

/// Adds the mate that the alpha-beta search claims, unless its length is ruled out.
fn add_claim(work: &mut Workspace, solution: &mut Solution) {
    let possible = solution.no_mate_in + 1..=work.longest;
    let is_possible = |claim: &ClaimedMate| possible.contains(&claim.moves);
    if let Some(claim) = work.claim.take().filter(is_possible) {
        solution.status = Status::Claimed;
        solution.mate_in = Some(claim.moves);
        solution.key_move = Some(claim.mv);
        solution.pv = claim.line;
    }
}

/// The opponent's moves within which it mates, whatever the side to move plays: 0 if it has mated. `None` if a short search finds
/// no such mate.
fn find_loss(work: &mut Workspace, nodes: u64) -> Option<u32> {
    match work.tables.endings.probe(&work.board) {
        Some(EndgameResult::Mated(plies)) => return Some(plies / 2),
        Some(_) => return None,
        None if !work.board.has_legal_move() => return Some(0),
        None => {}
    }
    let (search, board) = (&mut work.tables.shortest, &work.board);
    let found = work.meter.share(nodes, |meter| {
        search.lost_within(board, 1..=LONGEST_LOSS, meter)
    });
    found.ok().flatten().flatten()
}

/// Returns true if every shorter length is ruled out. Lengths are ruled out for mates without repetition only, so a mate by
/// repetition is never the shortest.
fn is_shortest(work: &Workspace, solution: &Solution) -> bool {
    !solution.by_repetition && solution.mate_in == Some(work.longest_ruled_out() + 1)
}

/// Returns true if no other first move mates as fast as the shortest mate, without a repetition.
fn is_unique(work: &mut Workspace, solution: &Solution) -> Result<bool, Stopped> {
    let rest = solution.mate_in.map_or(0, |moves| moves - 1);
    for mv in work.board.legal_moves() {
        let (search, meter) = (&mut work.tables.shortest, &mut work.meter);
        let lost_within = |board: &mut Board| search.lost_within(board, [rest], meter);
        if Some(mv) != solution.key_move && work.board.after(mv, lost_within)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::shortest::{LONGEST_MATE, ShortestSearch};

    #[test]
    fn no_mate_is_reported_only_for_lengths_that_were_searched() {
        // An advisor cannot give mate, and a few nodes prove it.
        let board = Board::from_fen("3k5/9/9/9/9/9/9/9/4A4/5K3 w - - 0 1").unwrap();
        let never = AtomicBool::new(false);
        let mut solver = Solver::new(4, RuleSet::default());
        let mut status = |max| {
            let budget = Budget::of_nodes(2_000_000);
            let solution = solver.solve(&board, Goal::within(max), budget, &never);
            solution.status
        };
        assert_eq!(status(LONGEST_MATE), Status::NoMate);
        assert_eq!(status(LONGEST_MATE + 40), Status::Unsolved);
    }

    #[test]
    fn claimed_mate_is_reported_unless_its_length_is_ruled_out_or_too_long() {
        let (board, never) = (Board::startpos(), AtomicBool::new(false));
        let mut tables = Tables::new(4, RuleSet::default());
        for (no_mate_in, max, status) in [
            (4, None, Status::Claimed),
            (5, None, Status::Unsolved),
            (4, Some(5), Status::Claimed),
            (3, Some(4), Status::Unsolved),
        ] {
            let budget = Budget::default();
            let mut work = Workspace::new(&mut tables, &board, max, budget, &never);
            let mv = board.legal_moves()[0];
            work.claim = Some(ClaimedMate {
                mv,
                moves: 5,
                line: vec![mv],
                by_rule: false,
            });
            let mut solution = Solution {
                no_mate_in,
                ..Solution::default()
            };
            add_claim(&mut work, &mut solution);
            let mate_in = (status == Status::Claimed).then_some(5);
            assert_eq!((solution.status, solution.mate_in), (status, mate_in));
            assert!(!solution.verified);
        }
    }

    #[test]
    fn a_loss_is_verified_without_the_banned_moves() {
        // The general's move is mated by the rook on the b-file. Black's rook can close that file.
        let board = Board::from_fen("3k5/R8/9/9/8r/9/9/9/9/1R3K3 b - - 0 1").unwrap();
        let general: Move = "d9e9".parse().unwrap();
        let moves = board.legal_moves().into_iter();
        let others: Vec<Move> = moves.filter(|mv| *mv != general).collect();
        let (mut solver, never) = (Solver::new(4, RuleSet::default()), AtomicBool::new(false));
        for (banned, holds) in [
            (&[][..], false),
            (&[general][..], false),
            (&others[..], true),
        ] {
            let budget = Budget::of_nodes(100_000);
            let verified = solver.verify_mate_score(&board, -2, banned, budget, &never);
            assert_eq!(verified, Some(holds), "{banned:?}");
        }
    }

    #[test]
    fn a_mate_whose_strategy_was_not_extracted_is_not_reported_as_no_mate() {
        let fen = "3a5/4a1P2/4bk3/9/P8/1N2p4/6P2/5C3/6N2/3AKAB2 w - - 26 47";
        let board = Board::from_fen(fen).unwrap();
        let mut solver = Solver::new(4, RuleSet::default());
        // One bucket keeps the root's mate and loses the moves below it, so that extraction has to search again.
        solver.tables.shortest = ShortestSearch::new(64);
        let mut status = |stop: bool| {
            let stop = AtomicBool::new(stop);
            let budget = Budget::default();
            let solution = solver.solve(&board, Goal::within(4), budget, &stop);
            solution.status
        };
        assert_eq!(status(false), Status::Mate);
        assert_eq!(status(true), Status::Unsolved);
    }
}
