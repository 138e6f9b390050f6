//! Random cycles of moves, to try judges on: chases and checks of every sort, most of them drawn.
//!
//! `CYCLES=FILE COUNT=N SEED=S cargo test --test random_cycles -- --ignored` writes a case file
//! without the winners (`fen lead cycle`), for `tests/clients/judge.py` to have judged twice.

mod random_positions;

use std::io::Write;
use std::{env, fs, io};

use chuhe::board::{Board, Move, Piece, PieceKind, Square};
use random_positions::{Random, playout, scattered};

/// The squares that the side's pieces attack and an enemy piece stands on, with that piece.
fn attacked(board: &Board, by: chuhe::board::Color) -> Vec<(Piece, Square)> {
    let pieces: Vec<(Piece, Square)> = board.all_pieces().collect();
    let attackers = pieces.iter().filter(|(piece, _)| {
        piece.color() == by && !matches!(piece.kind(), PieceKind::General | PieceKind::Pawn)
    });
    attackers
        .flat_map(|&(_, from)| {
            let attacks = move |&(piece, square): &(Piece, Square)| {
                piece.color() != by && board.attacks(from, square)
            };
            pieces.iter().copied().filter(attacks)
        })
        .collect()
}

/// Whether the move attacks something that its side did not attack before.
fn forces(board: &Board, mv: Move) -> bool {
    let before = attacked(board, board.side());
    let mut after = board.clone();
    let _ = after.make(mv);
    attacked(&after, board.side())
        .iter()
        .any(|target| !before.contains(target))
}

fn reversed(mv: Move) -> Move {
    Move::new(mv.to(), mv.from())
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    let _ = board.make(mv);
    board
}

/// The moves that take nothing and can be taken back, those that force something first.
fn reversible(random: &mut Random, board: &Board, from: Option<Square>) -> Vec<Move> {
    let mut moves: Vec<Move> = board
        .legal_moves()
        .iter()
        .copied()
        .filter(|mv| {
            let ahead = mv.from().file() == mv.to().file()
                && board.piece_at(mv.from()).unwrap().kind() == PieceKind::Pawn;
            board.is_empty(mv.to()) && !ahead && from.is_none_or(|from| mv.from() == from)
        })
        .collect();
    for index in (1..moves.len()).rev() {
        moves.swap(index, random.below(index + 1));
    }
    let bored = random.below(8) == 0;
    moves.sort_by_key(|&mv| !bored && !forces(board, mv));
    moves
}

/// A cycle from here: there and back, or round a triangle, by both sides.
fn cycle(random: &mut Random, board: &Board, first: Move, second: Move) -> Option<Vec<Move>> {
    let there = after(&after(board, first), second);
    if random.below(4) > 0 {
        let back = [reversed(first), reversed(second)];
        return legal(&there, &back).then(|| vec![first, second, back[0], back[1]]);
    }
    let third = reversible(random, &there, Some(first.to()));
    let third = *third.iter().find(|mv| mv.to() != first.from())?;
    let on = after(&there, third);
    let fourth = reversible(random, &on, Some(second.to()));
    let fourth = *fourth.iter().find(|mv| mv.to() != second.from())?;
    let back = [
        Move::new(third.to(), first.from()),
        Move::new(fourth.to(), second.from()),
    ];
    legal(&after(&on, fourth), &back).then(|| vec![first, second, third, fourth, back[0], back[1]])
}

fn legal(board: &Board, moves: &[Move]) -> bool {
    let mut board = board.clone();
    moves.iter().all(|&mv| {
        let quiet = board.is_legal_move(mv) && board.is_empty(mv.to());
        if quiet {
            let _ = board.make(mv);
        }
        quiet
    })
}

fn cycles(random: &mut Random, board: &Board) -> Vec<Vec<Move>> {
    let mut found = Vec::new();
    for first in reversible(random, board, None).into_iter().take(4) {
        let next = after(board, first);
        let replies = reversible(random, &next, None);
        let mut evasions = replies.clone();
        let targets = attacked(&next, board.side());
        evasions.retain(|mv| targets.iter().any(|(_, square)| *square == mv.from()));
        for second in evasions
            .into_iter()
            .take(3)
            .chain(replies.into_iter().take(2))
        {
            found.extend(cycle(random, board, first, second));
        }
    }
    found.dedup();
    found
}

#[test]
#[ignore = "writes a file for the differential test of the judge"]
fn write_cycles() -> io::Result<()> {
    let number = |name: &str, default: u64| {
        env::var(name).map_or(default, |text| text.parse().expect("a number"))
    };
    let mut random = Random(number("SEED", 1));
    let count = number("COUNT", 20_000);
    let mut out = io::BufWriter::new(fs::File::create(env::var("CYCLES").expect("CYCLES=FILE"))?);
    writeln!(out, "fen\tlead\tcycle")?;
    let mut written = 0;
    while written < count {
        let pieces = 5 + random.below(12);
        let board = if random.below(5) == 0 {
            let plies = 10 + random.below(80);
            playout(&mut random, plies).pop().unwrap()
        } else {
            let near = Square::from_index(random.below(Square::COUNT));
            scattered(&mut random, pieces, near)
        };
        let fen = board.to_fen();
        let fen = fen.split(" - - ").next().unwrap();
        for moves in cycles(&mut random, &board).into_iter().take(6) {
            let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
            let moves = moves.join(" ");
            writeln!(out, "{fen} - - 0 1\t{moves}\t{moves}")?;
            written += 1;
        }
    }
    out.flush()
}
