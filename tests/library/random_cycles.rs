//! Random cycles of moves, to try judges on: chases and checks of every sort, and idle ones.
//!
//! `CYCLES=FILE COUNT=N SEED=S cargo test --test library -- --ignored random_cycles::` writes a case file
//! without the winners (`fen lead cycle`), for `tests/clients/judge.py` to have judged twice.
//!
//! Cycles drawn blindly are nearly all idle. So most of those written have a side whose every move
//! *presses* one and the same enemy piece: makes an attack on it that was not there before or, on
//! some boards, merely keeps one with the piece moved. That is much less than a chase, or a check:
//! what is pressed may be protected, like its attacker, or a pawn at home, and the attacker
//! pinned. To tell these is the judges' business.

use std::collections::HashSet;
use std::io::Write;
use std::{env, fs, io};

use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, Color, Move, PieceKind, Square, SquareSet};

/// Cycles taken from one board: those that press, and others.
const PRESSING: usize = 4;
const OTHERS: usize = 1;

/// Everything of one side that may chase and attacks a square.
fn attackers(board: &Board, target: Square, by: Color) -> SquareSet {
    let free = board.set_of(by, PieceKind::General);
    let free = free.union(board.set_of(by, PieceKind::Pawn));
    board.attackers(target, by).minus(free)
}

/// The squares of the same pieces after a move.
fn moved(set: SquareSet, mv: Move) -> SquareSet {
    match set.contains(mv.from()) {
        true => set
            .minus(SquareSet::of(mv.from()))
            .union(SquareSet::of(mv.to())),
        false => set,
    }
}

/// Which attacks press.
#[derive(Clone, Copy, PartialEq)]
enum Press {
    /// Those that were not there before.
    New,
    /// Those, and all by the piece that moved.
    Kept,
}

/// The enemy pieces that a move presses. Of a general any attack counts: it is in check.
fn pressed(press: Press, before: &Board, mv: Move, after: &Board) -> SquareSet {
    let by = before.side();
    let attacked = |target: Square| {
        let now = attackers(after, target, by);
        let known = moved(attackers(before, target, by), mv);
        !now.minus(known).is_empty() || press == Press::Kept && now.contains(mv.to())
    };
    let enemies = after.all_pieces().filter(|(piece, _)| piece.color() != by);
    let pressed = enemies.filter(|&(piece, square)| match piece.kind() {
        PieceKind::General => after.in_check(),
        _ => attacked(square),
    });
    pressed.map(|(_, square)| square).collect()
}

/// Whether some side presses the same piece with every move; `None` when the moves are not
/// legal.
fn presses(press: Press, board: &Board, moves: &[Move]) -> Option<bool> {
    let mut board = board.clone();
    // What each side has pressed with all of its moves so far, where it stands now.
    let mut all: [Option<SquareSet>; 2] = [None; 2];
    for &mv in moves {
        if !board.is_empty(mv.to()) || !board.is_legal_move(mv) {
            return None;
        }
        let after = after(&board, mv);
        let mover = board.side();
        let now = pressed(press, &board, mv, &after);
        let own = &mut all[mover.index()];
        *own = Some(own.map_or(now, |before| before.intersection(now)));
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

/// The moves that take nothing and can be taken back, in random order.
fn quiet(random: &mut Random, board: &Board) -> Vec<Move> {
    let mut moves: Vec<Move> = board.legal_moves().iter().copied().collect();
    moves.retain(|mv| {
        let pawn = board
            .set_of(board.side(), PieceKind::Pawn)
            .contains(mv.from());
        board.is_empty(mv.to()) && !(pawn && mv.from().file() == mv.to().file())
    });
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    moves
}

/// There and back by both sides.
fn to_and_fro(first: Move, second: Move) -> Vec<Move> {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    vec![first, second, back(first), back(second)]
}

/// Round a triangle by both sides, if they can: a rook or a cannon each.
fn triangle(random: &mut Random, board: &Board, first: Move, second: Move) -> Option<Vec<Move>> {
    let there = after(&after(board, first), second);
    let mut on = |board: &Board, mv: Move| {
        let mut moves = quiet(random, board);
        moves.retain(|next| next.from() == mv.to() && next.to() != mv.from());
        let press =
            |next: &&Move| !pressed(Press::New, board, **next, &after(board, **next)).is_empty();
        moves.iter().find(press).or(moves.first()).copied()
    };
    let third = on(&there, first)?;
    let fourth = on(&after(&there, third), second)?;
    let home = |start: Move, end: Move| Move::new(end.to(), start.from());
    let last = [home(first, third), home(second, fourth)];
    Some(vec![first, second, third, fourth, last[0], last[1]])
}

/// Some cycles that begin on a board.
fn cycles(random: &mut Random, board: &Board) -> Vec<Vec<Move>> {
    let (mut pressing, mut others) = (Vec::new(), Vec::new());
    let press = match random.below(6) {
        0 => Press::Kept,
        _ => Press::New,
    };
    for first in quiet(random, board) {
        // Half of them are enough, and twice as fast.
        if random.below(2) == 0 {
            continue;
        }
        let next = after(board, first);
        for second in quiet(random, &next) {
            let round = match random.below(3) {
                0 => triangle(random, board, first, second),
                _ => None,
            };
            // Few triangles are found, so that they are taken the sooner.
            let odds = if round.is_some() { 2 } else { 8 };
            let cycle = round.unwrap_or_else(|| to_and_fro(first, second));
            let (found, most) = match presses(press, board, &cycle) {
                None => continue,
                Some(true) => (&mut pressing, PRESSING),
                Some(false) => (&mut others, OTHERS),
            };
            // Not the first ones found only: they would all begin with the same move.
            if found.len() < most {
                found.push(cycle);
            } else if random.below(odds) == 0 {
                found[random.below(most)] = cycle;
            }
        }
    }
    pressing.append(&mut others);
    pressing
}

/// A square of a palace, or any: to draw the pieces towards it.
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
    let number = |name: &str, default: u64| {
        env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let mut random = Random(number("SEED", 1));
    let count = number("COUNT", 6_000) as usize;
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
