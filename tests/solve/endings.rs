//! Endgame tables compared with brute force on the board, with the analysis of single boards, and in the solver and the search.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};
use chuhe::endgame::{EndgameResult, EndgameTable, EndgameTables};
use chuhe::eval::Evaluator;
use chuhe::rules::{Game, RepetitionRules, RuleSet};
use chuhe::search::score::MATE;
use chuhe::search::{Engine, Limits, Request, Settings};
use chuhe::solve::retro::Endgame;
use chuhe::solve::{Alternative, AuditScope, Budget, DrawStatus, Goal, Meter, Solver, Status};

use crate::random_positions::Random;
use crate::{after, shortest, solve};

fn table(material: &str) -> EndgameTable {
    EndgameTable::make(material.parse().unwrap(), &mut || Ok(()), &mut |_, _| {}).unwrap()
}

fn tables(materials: &[&str]) -> EndgameTables {
    let mut tables = EndgameTables::default();
    for material in materials {
        tables.add(table(material));
    }
    tables
}

/// All legal positions with the generals and some of other pieces.
pub struct Graph {
    /// The sides to move, and whether they are in check.
    positions: Vec<(Color, bool)>,
    /// The positions after each legal move.
    children: Vec<Vec<u32>>,
    /// The number of the position with a key.
    numbers: HashMap<u64, u32>,
}

impl Graph {
    /// Pawns stand on this rank of their side or beyond.
    pub fn new(pieces: &[Piece], pawn_rank: u8) -> Graph {
        let (mut positions, mut numbers) = (Vec::new(), HashMap::new());
        for_each_position(pieces, pawn_rank, &mut |board| {
            numbers.insert(board.key(), positions.len() as u32);
            positions.push((board.side(), board.in_check()));
        });
        let mut children = Vec::with_capacity(positions.len());
        for_each_position(pieces, pawn_rank, &mut |board| {
            let after = board.legal_moves().into_iter();
            children.push(after.map(|mv| numbers[&board.key_after(mv)]).collect());
        });
        Graph {
            positions,
            children,
            numbers,
        }
    }

    /// The values of the positions after each move from one.
    fn after<T: Copy>(&self, index: usize, values: &[T]) -> impl Iterator<Item = T> {
        self.children[index]
            .iter()
            .map(|&child| values[child as usize])
    }

    /// The results of all positions, by the definitions: mates ply by ply, then the parity game of perpetual check.
    pub fn results(&self) -> Vec<EndgameResult> {
        use EndgameResult::{Draw, LosesByRule, Mated, Mates, WinsByRule};
        let mut results = vec![Draw; self.positions.len()];
        for plies in 0.. {
            let before = results.clone();
            let mut changed = false;
            for (index, result) in results.iter_mut().enumerate() {
                let mut after = self.after(index, &before);
                let found = match plies % 2 {
                    _ if *result != Draw => continue,
                    0 if after.all(|after| matches!(after, Mates(_))) => Mated(plies),
                    1 if after.any(|after| after == Mated(plies - 1)) => Mates(plies),
                    _ => continue,
                };
                *result = found;
                changed = true;
            }
            if !changed {
                break;
            }
        }
        for attacker in Color::ALL {
            for (index, won) in self.won(attacker, &results).into_iter().enumerate() {
                if won && results[index] == Draw {
                    results[index] = match self.positions[index].0 == attacker {
                        true => WinsByRule,
                        false => LosesByRule,
                    };
                }
            }
        }
        results
    }

    /// The positions that the attacker wins by mate or by perpetual check of the defender: a fixpoint for each priority.
    fn won(&self, attacker: Color, mates: &[EndgameResult]) -> Vec<bool> {
        let is_mate = |(&(side, _), result): (&(Color, bool), &EndgameResult)| match result {
            EndgameResult::Mates(_) => side == attacker,
            EndgameResult::Mated(_) => side != attacker,
            _ => false,
        };
        let mut third: Vec<bool> = self.positions.iter().zip(mates).map(is_mate).collect();
        loop {
            let mut second = vec![true; self.positions.len()];
            loop {
                let mut first = third.clone();
                while self.grow(attacker, &mut first, &second, &third) {}
                if first == second {
                    break;
                }
                second = first;
            }
            if second == third {
                return third;
            }
            third = second;
        }
    }

    /// Adds to `first` the positions from which the attacker reaches a set: without check the third if the attacker is to move,
    /// the second if the defender is, and with check the first itself. Returns true if there are any.
    fn grow(&self, attacker: Color, first: &mut [bool], second: &[bool], third: &[bool]) -> bool {
        let mut grown = false;
        for index in 0..first.len() {
            if first[index] {
                continue;
            }
            let (side, in_check) = self.positions[index];
            let set = match (side == attacker, in_check) {
                (true, false) => third,
                (false, false) => second,
                (_, true) => &*first,
            };
            let is_won = match side == attacker {
                true => self.after(index, set).any(|won| won),
                false => self.after(index, set).all(|won| won),
            };
            if is_won {
                first[index] = true;
                grown = true;
            }
        }
        grown
    }
}

/// The moves to the mate that the side to move gives; `None` if there is none.
pub fn mate_in(result: EndgameResult) -> Option<u32> {
    match result {
        EndgameResult::Mates(_) => result.moves(),
        _ => None,
    }
}

/// Visits all legal positions with the generals and some of the pieces; pawns stand on this rank of their side or beyond.
pub fn for_each_position(pieces: &[Piece], pawn_rank: u8, visit: &mut impl FnMut(Board)) {
    let general = |color| Piece::new(color, PieceKind::General);
    let all = [&Color::ALL.map(general), pieces].concat();
    place(&all, BoardBuilder::default(), pawn_rank, visit);
}

/// Visits all legal positions with some of the pieces added.
fn place(
    pieces: &[Piece],
    mut builder: BoardBuilder,
    pawn_rank: u8,
    visit: &mut impl FnMut(Board),
) {
    let Some((&piece, rest)) = pieces.split_first() else {
        for side in Color::ALL {
            builder.side(side);
            if let Ok(board) = builder.clone().build() {
                visit(board);
            }
        }
        return;
    };
    for square in Square::all() {
        let is_pawn = piece.kind() == PieceKind::Pawn;
        if is_pawn && square.relative_rank(piece.color()) < pawn_rank {
            continue;
        }
        let mut builder = builder.clone();
        if builder.place(piece, square).is_ok() {
            place(rest, builder, pawn_rank, visit);
        }
    }
    if piece.kind() != PieceKind::General {
        place(rest, builder, pawn_rank, visit);
    }
}

#[test]
fn tables_agree_with_brute_force() {
    let mut by_rule = 0;
    for (material, letters) in [
        ("KPvKP", "Pp"),
        ("KRvK", "r"),
        ("KCAvK", "CA"),
        ("KRvKN", "Rn"),
    ] {
        let pieces: Option<Vec<Piece>> = letters.chars().map(Piece::from_letter).collect();
        let pieces = pieces.expect("letters of pieces");
        let graph = Graph::new(&pieces, 8);
        let (results, table) = (graph.results(), table(material));
        let mut mates = 0;
        for_each_position(&pieces, 8, &mut |board| {
            let expected = results[graph.numbers[&board.key()] as usize];
            assert_eq!(table.probe(&board), Some(expected), "{}", board.to_fen());
            mates += u32::from(matches!(expected, EndgameResult::Mates(_)));
            by_rule += u32::from(expected == EndgameResult::WinsByRule);
        });
        assert!(mates > 10, "{material}: {mates}");
    }
    assert!(by_rule > 100, "{by_rule}");
}

/// A random position with exactly these pieces.
fn random_board(random: &mut Random, letters: &str) -> Board {
    loop {
        let mut builder = BoardBuilder::default();
        let placed = letters.chars().all(|letter| {
            let square = Square::from_index(random.below(Square::COUNT)).unwrap();
            let piece = Piece::from_letter(letter).unwrap();
            builder.place(piece, square).is_ok()
        });
        builder.side(Color::ALL[random.below(2)]);
        if let (true, Ok(board)) = (placed, builder.build()) {
            return board;
        }
    }
}

#[test]
fn tables_agree_with_the_analysis_of_single_boards() {
    let (table, mut random) = (table("KRvKAAB"), Random(3));
    let never = AtomicBool::new(false);
    let mut mates = 0;
    for _ in 0..12 {
        let board = random_board(&mut random, "KRkaab");
        let endgame = Endgame::of(&board, 8 << 20).expect("a small endgame");
        let mut meter = Meter::new(Budget::default(), &never);
        let mate = endgame.solve(60, &mut meter).expect("no limit is set");
        let stored = mate_in(table.probe(&board).unwrap());
        let analyzed = mate.map(|mate| mate.mate_in);
        assert_eq!(stored, analyzed, "{}", board.to_fen());
        mates += u32::from(stored.is_some());
    }
    assert!(mates > 2, "{mates}");
}

#[test]
fn longest_mate_of_the_documentation_is_found() {
    let board = Board::from_fen("4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w").unwrap();
    let tables = tables(&["KRvKABB"]);
    assert_eq!(tables.probe(&board), Some(EndgameResult::Mates(25)));
    let moves = tables.moves(&board).unwrap();
    let fast = moves
        .iter()
        .filter(|(_, result)| result.moves() == Some(13));
    assert_eq!((moves.len(), fast.count()), (board.legal_moves().len(), 1));
}

#[test]
fn mirrored_and_flipped_positions_have_the_same_result() {
    let (table, mut random) = (table("KRRvKA"), Random(5));
    for letters in ["KRRka", "krrKA", "KRka", "KRRk"] {
        for _ in 0..200 {
            let board = random_board(&mut random, letters);
            let result = table.probe(&board);
            assert!(result.is_some(), "{}", board.to_fen());
            assert_eq!(table.probe(&board.mirrored()), result, "{}", board.to_fen());
            assert_eq!(table.probe(&board.flipped()), result, "{}", board.to_fen());
        }
    }
    let other = random_board(&mut random, "KRkb");
    assert_eq!(table.probe(&other), None);
}

#[test]
fn check_accepts_a_table() {
    let counts = table("KPvKA").check(&mut || Ok(())).unwrap();
    let results = [
        counts.mates,
        counts.mated,
        counts.wins_by_rule,
        counts.loses_by_rule,
    ];
    assert_eq!(counts.positions, results.iter().sum::<u64>() + counts.draws);
    assert!(counts.mates > 100 && counts.longest > 5, "{counts:?}");
}

#[test]
fn solver_with_tables_gives_the_same_answers() {
    let (stored, mut random) = (tables(&["KRvKAA", "KPvKA"]), Random(8));
    let mut counts = [0; 3];
    for round in 0..40 {
        // The pieces of a table, or one more.
        let letters = ["KRkaa", "KRkaac", "KPka", "KPNka"][round % 4];
        let board = random_board(&mut random, letters);
        let solve = |endings: EndgameTables| {
            let mut solver = Solver::new(4, RuleSet::default());
            solver.set_endings(endings);
            // Enough for all that more nodes decide, too.
            solve(&mut solver, &board, shortest(None, true), 120_000)
        };
        let (with, without) = (solve(stored.clone()), solve(EndgameTables::default()));
        let fen = board.to_fen();
        if with.status == Status::Mate {
            assert!(with.verified, "{fen}");
            counts[0] += 1;
        }
        let is_comparable = with.shortest && without.shortest;
        if is_comparable {
            assert_eq!(with.mate_in, without.mate_in, "{fen}");
            counts[1] += 1;
        }
        let is_refuted = with.status == Status::NoMate;
        assert!(!(is_refuted && without.status == Status::Mate), "{fen}");
        assert!(
            !(without.status == Status::NoMate && with.status == Status::Mate),
            "{fen}"
        );
        counts[2] += u32::from(is_refuted);
        if stored.probe(&board).is_some() {
            assert!(with.nodes < 10_000 || is_refuted, "{fen} {}", with.nodes);
        }
    }
    assert!(counts.iter().all(|&count| count > 3), "{counts:?}");
}

#[test]
fn exact_result_of_a_table_is_answered_without_a_proof() {
    let stored = tables(&["KRvKAABB", "KPvKA", "KRvKN"]);
    let solve = |fen: &str, repetition, nodes| {
        let board = Board::from_fen(fen).unwrap();
        let rules = RuleSet {
            repetition,
            ..RuleSet::default()
        };
        let mut solver = Solver::new(4, rules);
        solver.set_endings(stored.clone());
        solve(&mut solver, &board, Goal::default(), nodes)
    };
    let rook = "4kab2/4a4/4b4/9/9/9/9/9/4K4/R8 w";
    for (fen, repetition, is_draw, lost_in) in [
        (rook, RepetitionRules::Simple, true, None),
        (
            "3k1P3/4a4/9/9/9/9/9/9/9/4K4 w",
            RepetitionRules::Asian,
            true,
            None,
        ),
        (
            "4k1b2/4a4/4b4/9/9/9/9/9/R3K4/9 b",
            RepetitionRules::Asian,
            false,
            Some(16),
        ),
        // The rook could chase, but mates.
        (
            "1R1k5/9/9/9/9/9/9/9/n3K4/9 b",
            RepetitionRules::Asian,
            false,
            Some(3),
        ),
        // Black can only give perpetual check, whatever the rook does.
        (
            "9/3R5/4k4/9/9/9/9/5n3/9/5K3 b",
            RepetitionRules::Asian,
            false,
            None,
        ),
    ] {
        let solution = solve(fen, repetition, 1_000);
        let found = (
            solution.status,
            solution.nodes,
            solution.is_draw,
            solution.lost_in,
        );
        assert_eq!(found, (Status::NoMate, 0, is_draw, lost_in), "{fen}");
    }
    // Black might hold only by a perpetual chase of the rook, so that a proof is needed.
    let few = solve(rook, RepetitionRules::Asian, 1_000);
    assert_eq!(few.status, Status::Unsolved);
    let many = solve(rook, RepetitionRules::Asian, 1_000_000);
    assert_eq!((many.status, many.is_draw), (Status::NoMate, true));
    assert!(many.verified);
}

#[test]
fn win_by_perpetual_check_is_proved_from_a_table() {
    let stored = tables(&["KRvKN"]);
    let pieces = ['R', 'n'].map(|letter| Piece::from_letter(letter).unwrap());
    let mut won = Vec::new();
    for_each_position(&pieces, 8, &mut |board| {
        if stored.probe(&board) == Some(EndgameResult::WinsByRule) {
            won.push(board);
        }
    });
    for (board, repetition) in won
        .iter()
        .step_by(97)
        .zip(RepetitionRules::ALL.iter().cycle())
    {
        let rules = RuleSet {
            repetition: *repetition,
            ..RuleSet::default()
        };
        let mut solver = Solver::new(4, rules);
        solver.set_endings(stored.clone());
        let solution = solve(&mut solver, board, Goal::default(), 1_000);
        let fen = board.to_fen();
        assert_eq!(
            (solution.status, solution.nodes),
            (Status::Mate, 0),
            "{fen}"
        );
        assert!(solution.verified && solution.by_repetition, "{fen}");
        // A win is at least a draw. By other rules the strategy may chase, too.
        if *repetition == RepetitionRules::Simple {
            let never = AtomicBool::new(false);
            let draw = solver.prove_draw(board, Budget::of_nodes(20_000), &never);
            assert_eq!((draw.status, draw.nodes), (DrawStatus::Draw, 0), "{fen}");
        }
    }
    assert!(won.len() > 500, "{}", won.len());
}

#[test]
fn mate_of_a_table_proves_at_least_a_draw_without_nodes() {
    let board = Board::from_fen("n2k5/9/9/9/9/9/9/4K4/4R4/9 w").unwrap();
    let mut solver = Solver::new(4, RuleSet::default());
    solver.set_endings(tables(&["KRvKN"]));
    let never = AtomicBool::new(false);
    let solution = solver.prove_draw(&board, Budget::of_nodes(20_000), &never);
    let found = (solution.status, solution.nodes, solution.line.len());
    assert_eq!(found, (DrawStatus::Draw, 0, 1));
}

#[test]
fn audit_takes_the_mates_of_other_moves_from_a_table() {
    let board = Board::from_fen("4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w").unwrap();
    let (stored, never) = (tables(&["KRvKABB"]), AtomicBool::new(false));
    let mut solver = Solver::new(4, RuleSet::default());
    solver.set_endings(stored.clone());
    let solution = solve(&mut solver, &board, shortest(None, true), 1_000);
    let budget = Budget::of_nodes(1_000);
    let audit = solver.audit(&board, &solution, AuditScope::Main, budget, &never);
    assert_eq!((audit.positions.len(), audit.nodes), (13, 0));
    for position in &audit.positions {
        let here = after(&board, &position.line);
        let results: HashMap<_, _> = stored.moves(&here).unwrap().into_iter().collect();
        for &(mv, found) in &position.alternatives {
            let expected = match mate_in(results[&mv]) {
                None => Alternative::SlowerUndecided,
                Some(length) if length <= position.mate_in => Alternative::Fast(length),
                Some(length) => Alternative::Slower(length),
            };
            assert_eq!(found, expected, "{:?} {mv}", position.line);
        }
    }
}

#[test]
fn search_scores_mates_of_a_table_exactly() {
    let endings = tables(&["KRvKAA"]);
    let mut random = Random(9);
    let mut engine = Engine::new(Settings {
        hash_mib: 1,
        threads: 1,
        evaluator: Evaluator::Tables,
        endings: endings.clone(),
        ..Settings::default()
    });
    let mut mates = 0;
    for _ in 0..40 {
        let board = random_board(&mut random, "KRkaa");
        let expected = match endings.probe(&board) {
            Some(EndgameResult::Mates(plies)) => MATE - plies as i32,
            Some(EndgameResult::Mated(plies)) if plies > 0 => plies as i32 - MATE,
            _ => continue,
        };
        let limits = Limits::of_depth(2);
        let request = Request::new(Game::new(board.clone()), limits);
        let result = engine.search_here(&request);
        assert_eq!(result.score, expected, "{}", board.to_fen());
        // The line is continued to the mate.
        assert_eq!(
            result.pv.len(),
            (MATE - expected.abs()) as usize,
            "{}",
            board.to_fen()
        );
        mates += 1;
    }
    assert!(mates > 10, "{mates}");
}
