//! The provers compared with simple solvers: brute force over all moves, and retrograde analysis of an endgame board by board.

use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, Color, Piece, PieceKind, Square};
use chuhe::endgame::EndgameResult;
use chuhe::eval::Evaluator;
use chuhe::rules::{Game, RepetitionRules, RuleSet};
use chuhe::search::{Engine, Limits, Request, Settings};
use chuhe::solve::retro::{Endgame, Mate};
use chuhe::solve::{
    Budget, DfpnSolver, DrawStatus, Forcing, Goal, Meter, ProofMode, Solution, Solver, Status,
    verify,
};

use crate::common::BruteForce;
use crate::endings::{Graph, for_each_position, mate_in};
use crate::random_positions::{Random, scattered};
use crate::shortest;

fn solved(solver: &mut Solver, board: &Board, max: u32) -> Solution {
    let (goal, never) = (shortest(Some(max), false), AtomicBool::new(false));
    solver.solve(board, goal, Budget::default(), &never)
}

#[test]
fn the_solver_agrees_with_brute_force() {
    let mut random = Random(11);
    let mut solver = Solver::new(8, RuleSet::default());
    let mut counts = [0; 4];
    for round in 0..400 {
        let pieces = 3 + round % 3;
        let general = Some(Square::new(4, if round % 2 == 0 { 8 } else { 1 }));
        let mut board = scattered(&mut random, pieces, general);
        let longest = if pieces < 5 { 3 } else { 2 };
        let expected = BruteForce::default().mate_in(&mut board, longest);
        let solution = solved(&mut solver, &board, longest);
        assert_eq!(solution.mate_in, expected, "{board:?}");
        let status = match expected {
            Some(_) => Status::Mate,
            None => Status::NoMate,
        };
        assert_eq!(solution.status, status, "{board:?}");
        counts[expected.unwrap_or(0) as usize] += 1;
    }
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}

/// Asserts that the mate that df-pn has found in a mode is one.
fn assert_proved(dfpn: &mut DfpnSolver, board: &Board, mode: &ProofMode) {
    let never = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &never);
    let strategy = dfpn.strategy(board, mode, &mut meter).unwrap();
    let proof = verify(board, &strategy, RepetitionRules::default());
    assert!(proof.is_ok(), "{board:?}: {}", proof.unwrap_err());
}

#[test]
fn dfpn_over_forcing_moves_proves_only_mates_and_misses_no_mate_by_checks() {
    let mut random = Random(5);
    let mut dfpn = DfpnSolver::new(1 << 20, RepetitionRules::default());
    let never = AtomicBool::new(false);
    let mut mates = 0;
    for _ in 0..600 {
        let mut board = scattered(&mut random, 6, Some(Square::new(4, 8)));
        for forcing in [Forcing::Checks, Forcing::Threats(1), Forcing::Threats(2)] {
            dfpn.next_puzzle();
            let mode = forcing.into();
            let budget = Budget::of_nodes(20_000);
            let claimed = dfpn.mates(&board, &mode, &mut Meter::new(budget, &never));
            if claimed == Ok(true) {
                assert_proved(&mut dfpn, &board, &mode);
                mates += 1;
            }
            if forcing == Forcing::Checks && mates_by_checks(&mut board, 3) {
                assert_eq!(claimed, Ok(true), "{board:?}");
            }
        }
    }
    assert!(mates > 100, "{mates}");
}

#[test]
fn dfpn_guided_by_the_search_proves_only_mates_and_rules_out_no_mate() {
    let mut random = Random(11);
    let mut dfpn = DfpnSolver::new(1 << 20, RepetitionRules::default());
    let mut engine = Engine::new(Settings {
        hash_mib: 1,
        threads: 1,
        evaluator: Evaluator::Tables,
        ..Settings::default()
    });
    let never = AtomicBool::new(false);
    let (mut mates, mut others) = (0, 0);
    for _ in 0..150 {
        let mut board = scattered(&mut random, 6, Some(Square::new(4, 8)));
        dfpn.next_puzzle();
        engine.clear();
        let limits = Limits::of_nodes(3_000);
        engine.search_here(&Request::new(Game::new(board.clone()), limits));
        let mode = dfpn.guided_by(engine.mate_hints(), true);
        let budget = Budget::of_nodes(20_000);
        let claimed = dfpn.mates(&board, &mode, &mut Meter::new(budget, &never));
        let has_mate_by_checks = mates_by_checks(&mut board, 3);
        match claimed {
            Ok(true) => {
                assert_proved(&mut dfpn, &board, &mode);
                mates += 1;
            }
            Ok(false) => {
                assert!(!has_mate_by_checks, "{board:?}");
                others += 1;
            }
            Err(_) => {}
        }
    }
    assert!(mates > 20 && others > 5, "{mates} {others}");
}

/// Whether there is a mate within `moves` moves by checks alone.
fn mates_by_checks(board: &mut Board, moves: u32) -> bool {
    let mates = |board: &mut Board| {
        let mut replies = board.legal_moves().into_iter();
        replies.all(|reply| board.after(reply, |board| mates_by_checks(board, moves - 1)))
    };
    let mut attacks = board.legal_moves().into_iter();
    moves > 0 && attacks.any(|mv| board.gives_check(mv) && board.after(mv, mates))
}

/// Every legal position of red's general and one piece against the bare general, with its result.
fn endgame(kind: PieceKind) -> Vec<(Board, EndgameResult)> {
    let pieces = [Piece::new(Color::Red, kind)];
    let mut boards = Vec::new();
    for_each_position(&pieces, 0, &mut |board| boards.push(board));
    let results = Graph::new(&pieces, 0).results();
    boards.into_iter().zip(results).collect()
}

#[test]
fn the_solver_agrees_with_retrograde_analysis() {
    for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Pawn] {
        let positions = endgame(kind);
        let mut solver = Solver::new(8, RuleSet::default());
        let mut compared = 0;
        let red = positions
            .iter()
            .filter(|(board, _)| board.side() == Color::Red);
        for (board, result) in red.step_by(29) {
            let longest = 6;
            let solution = solved(&mut solver, board, longest);
            let expected = mate_in(*result).filter(|&moves| moves <= longest);
            assert_eq!(solution.mate_in, expected, "{board:?}");
            compared += u32::from(expected.is_some());
        }
        assert!(compared >= 5, "{kind:?} {compared}");
    }
}

#[test]
fn draws_losses_and_disproofs_agree_with_retrograde_analysis() {
    let never = AtomicBool::new(false);
    let budget = Budget::of_nodes(1_000_000);
    let (mut draws, mut losses, mut disproofs) = (0, 0, 0);
    for kind in [PieceKind::Horse, PieceKind::Pawn, PieceKind::Cannon] {
        let positions = endgame(kind);
        let mut solver = Solver::new(8, RuleSet::default());
        let open = positions
            .iter()
            .filter(|(board, _)| board.count(Color::Red, kind) > 0 && board.has_legal_move());
        for (board, result) in open.step_by(307) {
            if board.side() == Color::Black {
                let is_lost = matches!(result, EndgameResult::Mated(_));
                let lost_in = result.moves().filter(|_| is_lost);
                let solution = solver.prove_draw(board, budget, &never);
                let status = match lost_in {
                    Some(_) => DrawStatus::Lost,
                    None => DrawStatus::Draw,
                };
                assert_eq!(
                    (solution.status, solution.lost_in),
                    (status, lost_in),
                    "{board:?}"
                );
                draws += u32::from(lost_in.is_none());
                losses += u32::from(lost_in.is_some());
            } else if mate_in(*result).is_none() {
                let solution = solver.solve(board, Goal::default(), budget, &never);
                assert_eq!(solution.status, Status::NoMate, "{board:?}");
                assert!(solution.verified && solution.is_draw, "{board:?}");
                disproofs += 1;
            }
        }
    }
    let counts = [draws, losses, disproofs];
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}

/// The mate of a board by the solver's retrograde analysis; `None` if the endgame does not fit into 4 MiB.
fn analyzed(board: &Board, longest: u32) -> Option<Option<Mate>> {
    let endgame = Endgame::of(board, 4 << 20)?;
    let never = AtomicBool::new(false);
    let mut meter = Meter::new(Budget::default(), &never);
    Some(endgame.solve(longest, &mut meter).expect("no limit is set"))
}

/// Asserts that the verifier accepts a mate with its length.
fn assert_verified(board: &Board, mate: &Mate) {
    let proof = verify(board, &mate.strategy, RepetitionRules::default());
    let proof = proof.unwrap_or_else(|fault| panic!("{board:?}: {fault}"));
    assert_eq!(proof.mate_in, mate.mate_in, "{board:?}");
    assert!(!proof.by_repetition);
}

#[test]
fn retrograde_analysis_with_bitboards_agrees_with_analysis_board_by_board() {
    let mut mated = 0;
    for kind in [
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Horse,
        PieceKind::Pawn,
    ] {
        let positions = endgame(kind);
        let red = positions
            .iter()
            .filter(|(board, _)| board.side() == Color::Red);
        // With only the generals left there is nothing to analyze.
        let red = red.filter(|(board, _)| board.count(Color::Red, kind) > 0);
        for (board, result) in red.step_by(7) {
            let mate = analyzed(board, 60).expect("a small endgame");
            let moves = mate.as_ref().map(|mate| mate.mate_in);
            assert_eq!(moves, mate_in(*result), "{board:?}");
            if let Some(mate) = mate {
                mated += 1;
                assert_verified(board, &mate);
            }
        }
    }
    assert!(mated > 1_000, "{mated}");
}

#[test]
fn retrograde_analysis_agrees_with_brute_force() {
    let mut random = Random(23);
    let mut counts = [0; 4];
    for round in 0..600 {
        let general = Some(Square::new(4, if round % 2 == 0 { 8 } else { 1 }));
        let mut board = scattered(&mut random, 2 + round % 4, general);
        let longest = if board.occupied().len() < 6 { 3 } else { 2 };
        let Some(mate) = analyzed(&board, longest) else {
            continue;
        };
        let mut brute_force = BruteForce::default();
        let expected = brute_force.mate_in(&mut board, longest);
        let moves = mate.as_ref().map(|mate| mate.mate_in);
        assert_eq!(moves, expected, "{board:?}");
        counts[expected.unwrap_or(0) as usize] += 1;
        let Some(mate) = mate else { continue };
        let keys = board.legal_moves().into_iter();
        let keys = keys.filter(|&mv| brute_force.is_mated_after(&mut board, mv, mate.mate_in - 1));
        assert_eq!(mate.unique, keys.count() == 1, "{board:?}");
        assert_verified(&board, &mate);
    }
    assert!(counts.iter().all(|&count| count >= 5), "{counts:?}");
}
