//! Opening books: samples of the format, and random books.

use std::path::Path;

use chuhe::board::{Board, Move};
use chuhe::book::{Book, BookRecord, MakeSettings, MoveStatistics, ResultPoints, book_key, merge};
use chuhe::rules::{Game, Outcome};

/// A book with the expected results.
struct Sample {
    bytes: Vec<u8>,
    /// Number of records.
    records: usize,
    /// The four best moves of the start position with their weights.
    best: [&'static str; 4],
    /// More positions than this are reachable from the start by the book's moves.
    reachable: usize,
}

/// The embedded book, and the one that comes with the description of the format if it lies beside the checkout.
fn samples() -> Vec<Sample> {
    let read = |path| std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    let mut samples = vec![Sample {
        bytes: read("positions/book.dat").expect("part of the project"),
        records: 1_123,
        best: ["b2e2 1000", "h2e2 1000", "b2a2 842", "h2i2 842"],
        reachable: 140,
    }];
    if let Ok(bytes) = read("../shared/data/BOOK.DAT") {
        samples.push(Sample {
            bytes,
            records: 12_081,
            best: ["b2e2 1473", "h2e2 1473", "c3c4 546", "g3g4 546"],
            reachable: 2_000,
        });
    }
    samples
}

#[test]
fn samples_have_their_known_records_and_best_moves() {
    for sample in samples() {
        let book = Book::read(&sample.bytes).unwrap();
        assert_eq!(book.records().len(), sample.records);
        let choices = book.moves(&Board::startpos());
        let best: Vec<String> = choices
            .iter()
            .take(4)
            .map(|choice| format!("{} {}", choice.mv, choice.weight))
            .collect();
        assert_eq!(best, sample.best);
        assert!(book.records().iter().all(|record| record.weight > 0));
        assert_eq!(book.bytes(), sample.bytes);
        assert_eq!(merge(std::slice::from_ref(&book)), book);
    }
}

/// The Zobrist words are right for every piece: with a wrong one, few positions would be reachable.
#[test]
fn positions_of_a_sample_are_reachable_by_its_moves() {
    for sample in samples() {
        let book = Book::read(&sample.bytes).unwrap();
        let mut open = vec![Board::startpos()];
        let mut seen = std::collections::HashSet::new();
        let mut keys = std::collections::HashSet::new();
        while let Some(board) = open.pop() {
            if !seen.insert(board.key()) {
                continue;
            }
            for choice in book.moves(&board) {
                keys.insert(book_key(&board).min(book_key(&board.mirrored())));
                let mut after = board.clone();
                let _ = after.make(choice.mv);
                open.push(after);
            }
        }
        let found = keys.len();
        assert!(found > sample.reachable, "{found} of {}", book.positions());
    }
}

#[test]
fn damaged_sample_is_an_error_or_another_book() {
    for Sample { bytes, .. } in samples() {
        for cut in [1, 7, 8, 4_095, bytes.len() - 1] {
            match Book::read(&bytes[..cut]) {
                Ok(book) => assert_eq!(book.bytes(), &bytes[..cut]),
                Err(fault) => {
                    let at = format!("byte {}: ", cut / 8 * 8);
                    assert!(fault.to_string().starts_with(&at), "{fault}");
                }
            }
        }
        let mut random = fastrand::Rng::with_seed(4);
        for _ in 0..200 {
            let mut damaged = bytes.clone();
            damaged[random.usize(..bytes.len())] ^= 1 << random.u8(..8);
            if let Ok(book) = Book::read(&damaged) {
                for choice in book.moves(&Board::startpos()) {
                    assert!(Board::startpos().is_legal_move(choice.mv));
                }
            }
        }
    }
}

/// Random games, many with the same beginnings.
fn games(random: &mut fastrand::Rng, count: usize) -> Vec<Game> {
    let game = |_| {
        let mut game = Game::new(Board::startpos());
        for ply in 0..random.usize(..30) {
            let legal = game.board().legal_moves();
            let few = if ply < 4 { 3 } else { legal.len() };
            let Some(&mv) = random.choice(legal.iter().take(few)) else {
                break;
            };
            game.play(mv).unwrap();
        }
        game
    };
    (0..count).map(game).collect()
}

#[test]
fn book_of_games_has_every_move_with_its_mirror_image() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20 {
        let settings = MakeSettings {
            plies: random.usize(1..30),
            min_count: 1,
            counting: ResultPoints::Any,
        };
        let mut statistics = MoveStatistics::new(settings);
        let games = games(&mut random, 40);
        for game in &games {
            statistics.add(game, Outcome::Undecided);
        }
        let book = statistics.book();
        assert_eq!(Book::read(&book.bytes()), Ok(book.clone()));
        // Every move played is in the book, in its position and in the mirror image.
        for game in &games {
            let mut board = Board::startpos();
            for &mv in game.moves().iter().take(settings.plies) {
                let (choices, image) = (book.moves(&board), book.moves(&board.mirrored()));
                assert!(
                    choices
                        .iter()
                        .any(|choice| choice.mv == mv && choice.weight > 0)
                );
                assert_eq!(choices.len(), image.len());
                let weights = |choices: &[chuhe::book::BookMove]| -> u32 {
                    choices.iter().map(|choice| choice.weight).sum()
                };
                assert_eq!(weights(&choices), weights(&image));
                let _ = board.make(mv);
            }
        }
    }
}

#[test]
fn random_records_round_trip() {
    let mut random = fastrand::Rng::with_seed(8);
    for _ in 0..200 {
        let count = random.usize(1..50);
        let record = |_| BookRecord {
            // Few different keys, so that positions have several moves.
            key: random.u32(..).rotate_left(8) & 0xff00_00ff,
            mv: loop {
                if let Some(mv) = Move::from_bits(random.u16(..)) {
                    break mv;
                }
            },
            weight: random.u16(..),
        };
        let records: Vec<BookRecord> = (0..count).map(record).collect();
        let book = Book::from_records(records.clone());
        assert_eq!(book.records().len(), records.len());
        assert!(records.iter().all(|record| book.records().contains(record)));
        assert_eq!(Book::read(&book.bytes()), Ok(book));
    }
}
