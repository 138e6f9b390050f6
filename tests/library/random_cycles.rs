//! Random cycles of moves for differential tests of judges: chases, checks and idle moves.
//!
//! `CYCLES=FILE COUNT=N SEED=S cargo test --test library -- --ignored random_cycles::` writes a case file
//! without the winners (`fen lead cycle`). `tests/clients/judge.py` judges it with two programs.
//!
//! Almost all random cycles are idle. So in most of those written one side attacks the same enemy piece with every
//! move: the move makes a new attack on the piece or, on some boards, the moved piece continues to attack it. Such a
//! move need not be a chase or a check: the target may be protected, of the attacker's kind, or a pawn that has not
//! crossed the river, and the attacker may be pinned. Judges have to distinguish these cases.

use std::collections::HashSet;
use std::io::Write;
use std::{env, fs, io};

use crate::common::number_from_env;
use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, Color, Move, PieceKind, Square, SquareSet};

/// Cycles taken from one board in which a side attacks the same piece with every move.
const ATTACKING_CYCLES: usize = 4;
/// Other cycles taken from one board.
const OTHER_CYCLES: usize = 1;

/// The squares of a side's pieces that can chase and attack a square.
fn attackers(board: &Board, target: Square, by: Color) -> SquareSet {
    let exempt = [PieceKind::General, PieceKind::Pawn].into_iter();
    let exempt = exempt.flat_map(|kind| board.pieces(by, kind));
    board.attackers(target, by).difference(exempt.collect())
}

fn intersection(a: SquareSet, b: SquareSet) -> SquareSet {
    a.difference(a.difference(b))
}

/// The squares of the same pieces after a move.
fn moved(set: SquareSet, mv: Move) -> SquareSet {
    match set.contains(mv.from()) {
        true => set
            .difference(SquareSet::of(mv.from()))
            .union(SquareSet::of(mv.to())),
        false => set,
    }
}

/// The attacks that count.
#[derive(Clone, Copy, PartialEq)]
enum CountedAttacks {
    /// New attacks.
    New,
    /// New attacks, and all attacks of the piece that moved.
    NewOrByMovedPiece,
}

/// The enemy pieces that a move attacks. Every check counts as an attack on the general.
fn attacked(counted: CountedAttacks, before: &Board, mv: Move, after: &Board) -> SquareSet {
    let by = before.side();
    let is_attacked = |target: Square| {
        let now = attackers(after, target, by);
        let earlier = moved(attackers(before, target, by), mv);
        !now.difference(earlier).is_empty()
            || counted == CountedAttacks::NewOrByMovedPiece && now.contains(mv.to())
    };
    let enemies = after.all_pieces().filter(|(piece, _)| piece.color() != by);
    let attacked = enemies.filter(|&(piece, square)| match piece.kind() {
        PieceKind::General => after.in_check(),
        _ => is_attacked(square),
    });
    attacked.map(|(_, square)| square).collect()
}

/// Whether a side attacks the same piece with every move; `None` if a move is a capture or not legal.
fn attacks_throughout(counted: CountedAttacks, board: &Board, moves: &[Move]) -> Option<bool> {
    let mut board = board.clone();
    // The present squares of the pieces that each side has attacked with all its moves so far.
    let mut all: [Option<SquareSet>; 2] = [None; 2];
    for &mv in moves {
        if !board.is_empty(mv.to()) || !board.is_legal_move(mv) {
            return None;
        }
        let after = after(&board, mv);
        let mover = board.side();
        let now = attacked(counted, &board, mv, &after);
        let own = &mut all[mover.index()];
        *own = Some(own.map_or(now, |before| intersection(before, now)));
        let theirs = &mut all[(!mover).index()];
        *theirs = theirs.map(|set| moved(set, mv));
        board = after;
    }
    Some(all.iter().flatten().any(|set| !set.is_empty()))
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    let _ = board.make(mv);
    board
}

/// The moves that capture nothing and can be moved back, in random order.
fn reversible_moves(random: &mut Random, board: &Board) -> Vec<Move> {
    let mut moves: Vec<Move> = board.legal_moves().iter().copied().collect();
    moves.retain(|mv| {
        let mut pawns = board.pieces(board.side(), PieceKind::Pawn);
        let pawn = pawns.any(|square| square == mv.from());
        board.is_empty(mv.to()) && !(pawn && mv.from().file() == mv.to().file())
    });
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    moves
}

/// The cycle of four plies in which both sides move a piece and move it back.
fn back_and_forth(first: Move, second: Move) -> Vec<Move> {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    vec![first, second, back(first), back(second)]
}

/// The cycle of six plies in which both sides move a piece along a triangle, if they can.
fn triangle(random: &mut Random, board: &Board, first: Move, second: Move) -> Option<Vec<Move>> {
    let there = after(&after(board, first), second);
    let mut next_move = |board: &Board, mv: Move| {
        let mut moves = reversible_moves(random, board);
        moves.retain(|next| next.from() == mv.to() && next.to() != mv.from());
        let attacks = |next: &&Move| {
            !attacked(CountedAttacks::New, board, **next, &after(board, **next)).is_empty()
        };
        moves.iter().find(attacks).or(moves.first()).copied()
    };
    let third = next_move(&there, first)?;
    let fourth = next_move(&after(&there, third), second)?;
    let closing = |start: Move, end: Move| Move::new(end.to(), start.from());
    let last = [closing(first, third), closing(second, fourth)];
    Some(vec![first, second, third, fourth, last[0], last[1]])
}

/// Cycles that begin on a board.
fn cycles(random: &mut Random, board: &Board) -> Vec<Vec<Move>> {
    let (mut attacking, mut others) = (Vec::new(), Vec::new());
    let counted = match random.below(6) {
        0 => CountedAttacks::NewOrByMovedPiece,
        _ => CountedAttacks::New,
    };
    for first in reversible_moves(random, board) {
        // Half of the moves are enough, and take half the time.
        if random.below(2) == 0 {
            continue;
        }
        let next = after(board, first);
        for second in reversible_moves(random, &next) {
            let triangle = match random.below(3) {
                0 => triangle(random, board, first, second),
                _ => None,
            };
            // There are few triangles, so they replace an earlier cycle more often.
            let odds = if triangle.is_some() { 2 } else { 8 };
            let cycle = triangle.unwrap_or_else(|| back_and_forth(first, second));
            let (found, most) = match attacks_throughout(counted, board, &cycle) {
                None => continue,
                Some(true) => (&mut attacking, ATTACKING_CYCLES),
                Some(false) => (&mut others, OTHER_CYCLES),
            };
            // Later cycles replace earlier ones at random, since the first all begin with the same move.
            if found.len() < most {
                found.push(cycle);
            } else if random.below(odds) == 0 {
                found[random.below(most)] = cycle;
            }
        }
    }
    attacking.append(&mut others);
    attacking
}

/// A random square, or one of a palace, near which pieces are placed; `None` for no preference.
fn focus(random: &mut Random) -> Option<Square> {
    match random.below(3) {
        0 => None,
        1 => Square::from_index(random.below(Square::COUNT)),
        _ => {
            let rank = [0, 1, 2, 7, 8, 9][random.below(6)];
            Some(Square::new(3 + random.below(3) as u8, rank))
        }
    }
}

fn random_board(random: &mut Random) -> Board {
    if random.below(5) == 0 {
        let plies = 10 + random.below(80);
        return playout(random, plies).pop().unwrap();
    }
    let near = focus(random);
    let pieces = 3 + random.below(13);
    scattered(random, pieces, near)
}

#[test]
#[ignore = "writes a file for the differential test of the judge"]
fn write_cycles() -> io::Result<()> {
    let mut random = Random(number_from_env("SEED", 1));
    let count = number_from_env("COUNT", 6_000) as usize;
    let mut out = io::BufWriter::new(fs::File::create(env::var("CYCLES").expect("CYCLES=FILE"))?);
    writeln!(out, "fen\tlead\tcycle")?;
    let mut written = HashSet::new();
    while written.len() < count {
        let board = random_board(&mut random);
        let fen = board.to_fen();
        let fen = fen.split(" - - ").next().unwrap();
        for cycle in cycles(&mut random, &board) {
            let moves: Vec<String> = cycle.iter().map(Move::to_string).collect();
            let moves = moves.join(" ");
            let line = format!("{fen} - - 0 1\t{moves}\t{moves}");
            if written.len() < count && written.insert(line.clone()) {
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()
}
