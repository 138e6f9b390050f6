//! Mate scores of the search, checked by the solver, in positions where moves repeat.
//!
//! A mate score claims a mate on the board, whatever the rules of repetition say. The full run takes an hour:
//!
//! ```text
//! cargo test --release --test search -- --ignored --nocapture mate_claims::
//! ```

use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};
use chuhe::rules::{Game, RuleSet};
use chuhe::search::score::{ScoreKind, classify};
use chuhe::search::{Engine, Limits, Request, SearchResult, Settings};
use chuhe::solve::{Budget, Solver};

use crate::common::problems;
use crate::random_positions::Random;

/// The rook chases the cannon between two mates, and no mate can be forced.
const NO_MATE: &str = "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w";
/// Mate in 8.
const MATE_IN_8: &str = "2b6/4k3N/b1na1P1R1/9/1C2N4/1r2c4/6pp1/9/9/4K4 w";
const COMPOSITIONS: [&str; 2] = ["positions/puzzles.epd", "positions/long_mates.epd"];
/// Nodes of the solver for one claim.
const PROOF_NODES: u64 = 400_000;
/// How many times the nodes of the claim a later search gets to repeat it.
const EFFORTS: [u64; 3] = [1, 8, 64];

fn square(random: &mut Random) -> Square {
    Square::from_index(random.below(Square::COUNT)).unwrap()
}

/// Up to three rooks, horses and cannons a side, and up to two guards.
fn officers_and_few_guards(random: &mut Random) -> Board {
    use PieceKind::*;
    loop {
        let mut kinds = Vec::new();
        for color in Color::ALL {
            let mut add = |kind| kinds.push(Piece::new(color, kind));
            add(General);
            (0..1 + random.below(3)).for_each(|_| add([Rook, Horse, Cannon][random.below(3)]));
            (0..random.below(3)).for_each(|_| add([Advisor, Elephant][random.below(2)]));
        }
        let mut builder = BoardBuilder::default();
        for piece in kinds {
            (0..1000).any(|_| builder.place(piece, square(random)).is_ok());
        }
        builder.side(Color::ALL[random.below(2)]);
        if let Ok(board) = builder.build() {
            return board;
        }
    }
}

/// A position from which so many quiet moves lead to this one.
fn plies_before(random: &mut Random, board: &Board, plies: usize) -> Board {
    let mut board = board.clone();
    for _ in 0..plies {
        let earlier = (0..10_000).find_map(|_| {
            let (from, to) = (square(random), square(random));
            let piece = board.piece_at(to)?;
            let mut builder = BoardBuilder::of(&board.without(to));
            builder.place(piece, from).ok()?;
            builder.side(piece.color());
            let earlier = builder.build().ok()?;
            let mv = format!("{from}{to}").parse().ok()?;
            let leads_here = piece.color() != board.side() && earlier.is_legal_move(mv);
            leads_here.then_some(earlier)
        });
        board = earlier.unwrap_or(board);
    }
    board
}

/// Positions of all kinds, the same for the same seed.
fn positions(seed: u64, count: usize) -> Vec<Board> {
    let mut random = Random(seed);
    let example = Board::from_fen(NO_MATE).unwrap();
    let compositions = COMPOSITIONS.iter().filter_map(|path| problems(path));
    let compositions: Vec<Board> = compositions
        .flatten()
        .map(|problem| problem.board().clone())
        .collect();
    let mut position = |index| match index % 4 {
        0 | 1 => officers_and_few_guards(&mut random),
        2 => {
            let plies = 1 + random.below(10);
            plies_before(&mut random, &example, plies)
        }
        _ => {
            let composition = &compositions[random.below(compositions.len())];
            let plies = random.below(11);
            plies_before(&mut random, composition, plies)
        }
    };
    (0..count).map(&mut position).collect()
}

/// The mate scores that a search gives, and how they stood up.
#[derive(Debug, Default)]
struct Tally {
    claims: usize,
    proved: usize,
    /// Claims of a mate that the solver excludes.
    excluded: Vec<String>,
    /// Claims that searches of a position on their own line do not repeat.
    withdrawn: Vec<String>,
}

struct Checker {
    engine: Engine,
    solver: Solver,
    nodes: u64,
    tally: Tally,
}

impl Checker {
    fn new(nodes: u64) -> Checker {
        Checker {
            engine: Engine::new(Settings::with_hash_mib(16)),
            solver: Solver::new(16, RuleSet::default()),
            nodes,
            tally: Tally::default(),
        }
    }

    fn search(&mut self, game: &Game, effort: u64) -> SearchResult {
        let limits = Limits::of_nodes(self.nodes * effort);
        self.engine
            .search(Request::new(game.clone(), limits), |_| {})
    }

    fn check(&mut self, board: &Board) {
        self.engine.clear();
        let mut game = Game::new(board.clone());
        let result = self.search(&game, 1);
        let ScoreKind::Mate(plies) = classify(result.score) else {
            return;
        };
        let claim = format!("{}: mate in {plies} plies", board.to_fen());
        self.tally.claims += 1;
        let budget = Budget::of_nodes(PROOF_NODES);
        let never = AtomicBool::new(false);
        let verified = (self.solver).verify_mate_score(board, plies, &[], budget, &never);
        match verified {
            Some(true) => self.tally.proved += 1,
            Some(false) => self.tally.excluded.push(claim.clone()),
            None => {}
        }
        let mut sign = plies.signum();
        for &mv in &result.pv {
            game.play(mv).expect("a legal move");
            sign = -sign;
            if !game.board().has_legal_move() {
                break;
            }
            // A mate that is far off may take a longer search to be seen again.
            let is_repeated = EFFORTS.into_iter().any(|effort| {
                let score = self.search(&game, effort).score;
                matches!(classify(score), ScoreKind::Mate(plies) if plies.signum() == sign)
            });
            if !is_repeated {
                let line: Vec<String> = game.moves().iter().map(|mv| mv.to_string()).collect();
                let text = format!("{claim}, but not after {}", line.join(" "));
                return self.tally.withdrawn.push(text);
            }
        }
    }
}

/// Checks positions, and asserts that every mate score holds.
fn assert_claims_hold(boards: &[Board], nodes: u64) -> Tally {
    let mut checker = Checker::new(nodes);
    boards.iter().for_each(|board| checker.check(board));
    let tally = checker.tally;
    let (positions, claims, proved) = (boards.len(), tally.claims, tally.proved);
    println!("{positions} positions, {claims} mate scores, {proved} proved");
    for (what, claims) in [
        ("excluded", &tally.excluded),
        ("withdrawn", &tally.withdrawn),
    ] {
        println!("{} {what}\n  {}", claims.len(), claims.join("\n  "));
    }
    assert!(tally.excluded.is_empty() && tally.withdrawn.is_empty());
    tally
}

#[test]
fn a_loss_by_rule_left_to_the_defender_is_no_mate() {
    let mut checker = Checker::new(150_000);
    let mut score = |fen| {
        let game = Game::new(Board::from_fen(fen).unwrap());
        classify(checker.search(&game, 1).score)
    };
    assert!(!matches!(score(NO_MATE), ScoreKind::Mate(_)));
    assert_eq!(score(MATE_IN_8), ScoreKind::Mate(15));
}

#[test]
fn mate_scores_hold_where_moves_repeat() {
    assert!(assert_claims_hold(&positions(1, 60), 20_000).claims > 10);
}

#[test]
#[ignore = "takes an hour"]
fn mate_scores_hold_in_two_thousand_positions_where_moves_repeat() {
    assert!(assert_claims_hold(&positions(2026, 2_000), 300_000).claims > 500);
}
