//! Notation round trips of every legal move, and the files for the differential test `tests/clients/notation.py`.
//!
//! `TEXTS=FILE COUNT=N SEED=S cargo test --test library -- --ignored notation::write_texts` writes every
//! legal move of N positions (`fen move chinese wxf`), for comparison with other programs.
//! `READ=FILE cargo test --test library -- --ignored notation::read_texts` reads the texts of other programs
//! (`fen move text`) and reports those that are read as another move.

use std::collections::HashSet;
use std::io::Write;
use std::{env, fs, io};

use crate::common::number_from_env;
use crate::random_positions::{Random, crowded, playout, scattered};
use chuhe::board::{Board, BoardBuilder, Color, Move, Piece, PieceKind, Square};
use chuhe::notation::{Notation, ReadError, read};

/// A random position in which the side to move has several pawns on a file.
fn tandem(random: &mut Random) -> Board {
    loop {
        let file = random.below(Square::FILES as usize) as u8;
        let near = Square::new(file, random.below(Square::RANKS as usize) as u8);
        let pieces = 6 + random.below(12);
        let board = scattered(random, pieces, Some(near));
        let pawns = board.pieces(board.side(), PieceKind::Pawn);
        let mut counts = [0; Square::FILES as usize];
        pawns.for_each(|square| counts[square.file() as usize] += 1);
        if counts.iter().any(|&count| count > 1) {
            return board;
        }
    }
}

/// A random position with five pawns on two files, which games almost never have.
fn pawns_on_two_files(random: &mut Random) -> Board {
    loop {
        let files = [random.below(9) as u8, random.below(9) as u8];
        let side = Color::ALL[random.below(2)];
        let mut builder = BoardBuilder::default();
        builder.side(side);
        for (color, rank) in [(Color::Black, 9), (Color::Red, 0)] {
            let square = Square::new(3 + random.below(3) as u8, rank);
            let _ = builder.place(Piece::new(color, PieceKind::General), square);
        }
        for _ in 0..5 {
            let rank = random.below(6) as u8;
            let rank = if side == Color::Red { 9 - rank } else { rank };
            let square = Square::new(files[random.below(2)], rank);
            // A square may be drawn twice.
            let _ = builder.place(Piece::new(side, PieceKind::Pawn), square);
        }
        if let Ok(board) = builder.build() {
            return board;
        }
    }
}

/// `count` different positions of all these kinds, each with a legal move.
fn positions(random: &mut Random, count: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut seen = HashSet::new();
    while boards.len() < count {
        let board = match random.below(10) {
            0..=2 => {
                let plies = random.below(120);
                playout(random, plies).pop().expect("the first")
            }
            3..=4 => {
                let pieces = 20 + random.below(11);
                crowded(random, pieces)
            }
            5..=6 => tandem(random),
            7 => pawns_on_two_files(random),
            _ => {
                let pieces = 2 + random.below(14);
                scattered(random, pieces, None)
            }
        };
        if board.has_legal_move() && seen.insert(board.key()) {
            boards.push(board);
        }
    }
    boards
}

#[test]
fn every_legal_move_round_trips_in_every_notation() {
    let mut random = Random(7);
    for board in positions(&mut random, 2_000) {
        for notation in Notation::ALL {
            let mut texts = HashSet::new();
            for mv in board.legal_moves() {
                let text = notation.write(&board, mv);
                let fen = board.to_fen();
                assert_eq!(notation.read(&board, &text), Ok(mv), "{text} on {fen}");
                assert_eq!(read(&board, &text), Ok(mv), "{text} on {fen}");
                assert!(texts.insert(text), "{mv} has the text of another on {fen}");
            }
        }
    }
}

/// Any text is read as a legal move or an error, without a panic.
#[test]
fn random_text_is_a_legal_move_or_an_error() {
    let mut random = Random(11);
    let alphabet: Vec<char> =
        "一二三四五九１５９159炮车马相仕帅兵卒前中后進进退平+-.=RHCEAKPabcdehi０0X 帥é\u{0}"
            .chars()
            .collect();
    let boards = positions(&mut random, 20);
    let mut moves = 0;
    for _ in 0..100_000 {
        let length = 2 + random.below(4);
        let text: String = (0..length)
            .map(|_| alphabet[random.below(alphabet.len())])
            .collect();
        let board = &boards[random.below(boards.len())];
        if let Ok(mv) = read(board, &text) {
            assert!(board.is_legal_move(mv), "{text}");
            moves += 1;
        }
    }
    assert!(moves > 0);
}

#[test]
#[ignore = "writes a file for the differential test of the notations"]
fn write_texts() -> io::Result<()> {
    let mut random = Random(number_from_env("SEED", 1));
    let count = number_from_env("COUNT", 1_000) as usize;
    let mut out = io::BufWriter::new(fs::File::create(env::var("TEXTS").expect("TEXTS=FILE"))?);
    writeln!(out, "fen\tmove\tchinese\twxf")?;
    for board in positions(&mut random, count) {
        let fen = board.to_fen();
        for mv in board.legal_moves() {
            let [chinese, wxf] =
                [Notation::Chinese, Notation::Wxf].map(|notation| notation.write(&board, mv));
            writeln!(out, "{fen}\t{mv}\t{chinese}\t{wxf}")?;
        }
    }
    out.flush()
}

#[test]
#[ignore = "reads a file of the differential test of the notations"]
fn read_texts() {
    let file = env::var("READ").expect("READ=FILE");
    let text = fs::read_to_string(&file).expect("a file of texts");
    let (mut right, mut ambiguous, mut wrong) = (0, 0, Vec::new());
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let board = Board::from_fen(columns[0]).expect("a sound FEN");
        let mv: Move = columns[1].parse().expect("a move");
        match read(&board, columns[2]) {
            Ok(found) if found == mv => right += 1,
            Err(ReadError::Ambiguous(_, moves)) if moves.contains(&mv) => ambiguous += 1,
            other => wrong.push(format!("{line}: {other:?}")),
        }
    }
    println!(
        "{right} texts read, {ambiguous} ambiguous, {} wrong",
        wrong.len()
    );
    let first = &wrong[..wrong.len().min(20)];
    assert!(wrong.is_empty(), "{}", first.join("\n"));
}

/// The cells of the rows of a Markdown table, without its heading.
fn rows(table: &str) -> Vec<Vec<String>> {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim_matches('|');
        let texts = line.split('|').map(|cell| cell.trim().replace('`', ""));
        texts.collect()
    };
    let lines = table.lines().skip_while(|line| !line.starts_with("|---"));
    let lines = lines.skip(1).take_while(|line| line.starts_with('|'));
    lines.map(cells).collect()
}

/// The moves at each diagram of docs/notation.md, and the errors in its last table.
#[test]
fn documented_texts_and_errors_are_those_of_the_library() {
    let text = include_str!("../../docs/notation.md");
    let mut diagrams = text.split("```text\n").skip(1);
    let mut board = Board::startpos();
    let mut checked = 0;
    for diagram in diagrams.by_ref().take(2) {
        let (fen, table) = diagram.split_once("\n```").expect("a closing fence");
        board = Board::from_fen(fen).expect("a sound FEN");
        for row in rows(table) {
            let mv: Move = row[0].parse().expect("a move");
            let written = [Notation::Chinese, Notation::Wxf].map(|n| n.write(&board, mv));
            assert_eq!(row[1..3], written);
            for text in row[3].split(", ").filter(|text| !text.is_empty()) {
                assert_eq!(read(&board, text), Ok(mv), "{text}");
            }
            checked += 1;
        }
    }
    let (_, errors) = text.split_once("| text | position | answer |").unwrap();
    for row in rows(errors) {
        let board = match row[1].as_str() {
            "start" => Board::startpos(),
            _ => board.clone(),
        };
        assert_eq!(read(&board, &row[0]).unwrap_err().to_string(), row[2]);
        checked += 1;
    }
    assert_eq!(checked, 12);
}
