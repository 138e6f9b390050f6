//! Opening books: samples of the format, and books of random games.

use std::path::Path;

use chuhe::board::Board;
use chuhe::book::{Book, BookMove, MakeSettings, MoveStatistics, ResultPoints, book_key, merge};
use chuhe::rules::{Game, Outcome};

/// A book with the expected results.
struct Sample {
    bytes: Vec<u8>,
    /// Number of records.
    records: usize,
    /// The four best moves of the initial position with their weights.
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
                let weights = |choices: &[BookMove]| -> u32 {
                    choices.iter().map(|choice| choice.weight).sum()
                };
                assert_eq!(weights(&choices), weights(&image));
                let _ = board.make(mv);
            }
        }
    }
}
