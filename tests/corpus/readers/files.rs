//! Positions, games and books: an error that can be told, or a value that is the same when it was written and read again.

use chuhe::board::Board;
use chuhe::book::{Book, Shelf, lock, merge};
use chuhe::eval::{Knowledge, explain};
use chuhe::games::{Encoding, GameTree, Line, encoding, pgn, xqf};
use chuhe::notation::{self, Notation};

/// A position.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match Board::from_fen(&text) {
        Ok(board) => position(&board),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(board) = Board::from_diagram(&text) {
        let again = Board::from_diagram(&board.to_fen()).unwrap();
        assert_eq!(again, board);
        let _ = board.legal_moves();
    }
}

fn position(board: &Board) {
    assert_eq!(Board::from_fen(&board.to_fen()).as_ref(), Ok(board));
    assert_eq!(board.key(), board.computed_key());
    assert_eq!(&board.mirrored().mirrored(), board);
    let _ = explain(board, Knowledge::Full).to_string();
    let mut played = board.clone();
    for mv in board.legal_moves() {
        for notation in Notation::ALL {
            let written = notation.write(board, mv);
            assert_eq!(notation::read(board, &written), Ok(mv), "{written}");
        }
        let undo = played.make(mv);
        assert_eq!(played.key(), played.computed_key());
        played.undo(undo);
        assert_eq!(&played, board);
    }
}

/// Games as text, in any encoding.
pub fn pgn(bytes: &[u8]) {
    let text = match encoding::decode(bytes) {
        Ok((text, _)) => text,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    match pgn::read(&text) {
        Ok(games) => games.iter().for_each(written),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// A game in the format of XQStudio.
pub fn xqf(bytes: &[u8]) {
    let game = match xqf::read(bytes) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for seed in [None, Some([7, 1, 2, 3, 5, 6, 7])] {
        let bytes = xqf::write(&game, seed).expect("what was read in GB18030 is written in it");
        let again = xqf::read(&bytes).expect("what was written can be read");
        assert_eq!(again.start, game.start);
        assert_eq!(again.comment, game.comment);
        assert_eq!(again.line, game.line);
        assert_eq!(again.result(), game.result());
    }
    written(&game);
}

/// The game as PGN in every notation and read again, and as far as it can be as XQF.
fn written(game: &GameTree) {
    for notation in Notation::ALL {
        let text = pgn::write(game, notation);
        let games = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].start, game.start, "{text}");
        assert_eq!(games[0].result(), game.result(), "{text}");
        assert_eq!(said(&games[0].comment), said(&game.comment), "{text}");
        assert_eq!(plain(&games[0].line), plain(&game.line), "{text}");
        let bytes = Encoding::Gb18030.encode(&text);
        if let Ok(bytes) = bytes {
            assert_eq!(Encoding::Gb18030.decode(&bytes).as_deref(), Ok(&*text));
        }
    }
    if let Ok(bytes) = xqf::write(game, None) {
        // What a file has no room for: whose move it is where there is none, and deep nesting.
        let _ = xqf::read(&bytes);
    }
}

/// A comment as far as a file keeps it: braces are parentheses, and there is no white space around it.
fn said(comment: &str) -> String {
    let text = comment.replace('{', "(").replace('}', ")");
    text.trim().to_owned()
}

fn plain(line: &Line) -> Line {
    let mut line = line.clone();
    for node in &mut line {
        node.comment = said(&node.comment);
        node.before = said(&node.before);
        node.variations = node.variations.iter().map(plain).collect();
    }
    line
}

/// An opening book.
pub fn book(bytes: &[u8]) {
    let book = match Book::read(bytes) {
        Ok(book) => book,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(book.bytes(), bytes);
    assert!(book.positions() <= book.records().len());
    let merged = merge(&[book.clone(), book.clone()]);
    assert_eq!(Book::read(&merged.bytes()).as_ref(), Ok(&merged));
    let mut shelf = Shelf::default();
    shelf.push("fuzzed", book.clone());
    // Along the book's own best moves, as far as it has any.
    let mut board = Board::startpos();
    for _ in 0..16 {
        let choices = book.choices(&board);
        assert!(choices.iter().all(|choice| board.is_legal_move(choice.mv)));
        let known = book
            .records()
            .iter()
            .any(|record| record.lock == lock(&board));
        assert!(choices.is_empty() || known || !book.choices(&board.mirrored()).is_empty());
        assert_eq!(shelf.choices(&board).is_some(), !choices.is_empty());
        let Some(choice) = choices.first() else {
            break;
        };
        let _ = board.make(choice.mv);
    }
}
