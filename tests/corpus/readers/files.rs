//! Readers of positions, games and books: a value that round-trips, or an error with a message.

use chuhe::board::Board;
use chuhe::book::{Book, BookChoice, BookFile, BookList, book_key, merge};
use chuhe::eval::{Evaluator, Explanation};
use chuhe::games::{Encoding, GameLine, GameTree, ccbridge, dhtmlxq, encoding, pgn, text, xqf};
use chuhe::notation::{self, Notation};

/// Reads a FEN.
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
    let twice = board.mirrored().mirrored();
    assert_eq!((&twice, twice.key()), (board, board.key()));
    let _ = Explanation::new(&Evaluator::Tables, board).to_string();
    let mut played = board.clone();
    for mv in board.legal_moves() {
        for notation in Notation::ALL {
            let written = notation.write(board, mv);
            assert_eq!(notation::read(board, &written), Ok(mv), "{written}");
        }
        let undo = played.make(mv);
        let placed = Board::from_fen(&played.to_fen()).unwrap();
        assert_eq!(played.key(), placed.key(), "{mv}");
        played.undo(undo);
        assert_eq!(&played, board);
    }
}

/// Reads PGN in any encoding.
pub fn pgn(bytes: &[u8]) {
    check_text(bytes, pgn::read);
}

/// Reads DhtmlXQ in any encoding.
pub fn ubb(bytes: &[u8]) {
    check_text(bytes, dhtmlxq::read);
}

/// Reads text in any encoding.
pub fn txt(bytes: &[u8]) {
    check_text(bytes, text::read);
}

fn check_text<E: ToString>(bytes: &[u8], read: fn(&str) -> Result<Vec<GameTree>, E>) {
    match encoding::decode(bytes) {
        Ok((text, _)) => check_games(read(&text)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn check_games<E: ToString>(games: Result<Vec<GameTree>, E>) {
    match games {
        Ok(games) => games.iter().for_each(assert_round_trips),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Reads CBR.
pub fn cbr(bytes: &[u8]) {
    check_games(ccbridge::read(bytes).map(|game| vec![game]));
}

/// Reads CBL: the first 64 bytes are the beginning of the file, the others what follows the header and an index without
/// entries, once in slots and once as they are.
pub fn cbl(bytes: &[u8]) {
    let (begin, records) = bytes.split_at(bytes.len().min(64));
    let mut library = begin.to_vec();
    library.resize(66_624, 0);
    library.extend(records);
    let slots = records.len().next_multiple_of(4_096);
    library.resize(66_624 + slots, 0);
    check_games(ccbridge::read_library(&library));
    library.extend(records);
    check_games(ccbridge::read_library(&library));
}

/// Reads XQF.
pub fn xqf(bytes: &[u8]) {
    let game = match xqf::read(bytes) {
        Ok(game) => game,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for seed in [None, Some([7, 1, 2, 3, 5, 6, 7])] {
        let bytes = xqf::write(&game, seed).expect("text that was read as GB18030 can be written");
        let again = xqf::read(&bytes).expect("a written file can be read");
        assert_eq!(again.start, game.start);
        assert_eq!(again.comment, game.comment);
        assert_eq!(again.line, game.line);
        assert_eq!(again.result(), game.result());
    }
    assert_round_trips(&game);
}

/// Asserts that a game round-trips as PGN in every notation, as text and as DhtmlXQ. Also writes and reads it as XQF.
fn assert_round_trips(game: &GameTree) {
    for notation in Notation::ALL {
        let text = pgn::write(game, notation);
        let games = pgn::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_stored(&games, game, &text);
        let bytes = Encoding::Gb18030.encode(&text);
        // The encoder replaces private characters of the standard of 2005 by those that have been defined since.
        let is_private = |c: char| ('\u{e000}'..='\u{f8ff}').contains(&c);
        if let Ok(bytes) = bytes
            && !text.contains(is_private)
        {
            assert_eq!(Encoding::Gb18030.decode(&bytes).as_deref(), Ok(&*text));
        }
    }
    let text = text::write(game, Encoding::Utf8);
    let games = text::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_stored(&games, game, &text);
    // DhtmlXQ stores all variations of a move at one level, and a comment only after a move.
    let through_dhtmlxq = |game: &GameTree| {
        let text = dhtmlxq::write(game, Encoding::Utf8);
        let games = dhtmlxq::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(games.len(), 1, "{text}");
        assert_eq!(games[0].start, game.start, "{text}");
        assert_eq!(games[0].result(), game.result(), "{text}");
        assert_eq!(games[0].main_line(), game.main_line(), "{text}");
        games[0].clone()
    };
    let stored = through_dhtmlxq(game);
    assert_eq!(through_dhtmlxq(&stored), stored);
    if let Ok(bytes) = xqf::write(game, None) {
        // XQF does not store the side to move of a game without moves, and its nesting may exceed the limit.
        let _ = xqf::read(&bytes);
    }
}

/// Asserts that a game was read from what PGN and text store of another.
fn assert_stored(games: &[GameTree], game: &GameTree, text: &str) {
    assert_eq!(games.len(), 1, "{text}");
    assert_eq!(games[0].start, game.start, "{text}");
    assert_eq!(games[0].result(), game.result(), "{text}");
    assert_eq!(
        stored_comment(&games[0].comment),
        stored_comment(&game.comment),
        "{text}"
    );
    assert_eq!(
        stored_line(&games[0].line),
        stored_line(&game.line),
        "{text}"
    );
}

/// A comment as PGN stores it: parentheses instead of braces, without white space around it.
fn stored_comment(comment: &str) -> String {
    let text = comment.replace('{', "(").replace('}', ")");
    text.trim().to_owned()
}

/// A line with its comments as PGN stores them.
fn stored_line(line: &GameLine) -> GameLine {
    let mut line = line.clone();
    for node in &mut line {
        node.comment = stored_comment(&node.comment);
        node.before = stored_comment(&node.before);
        node.variations = node.variations.iter().map(stored_line).collect();
    }
    line
}

/// Reads an opening book.
pub fn book(bytes: &[u8]) {
    let book = match Book::read(bytes) {
        Ok(book) => book,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    assert_eq!(book.bytes(), bytes);
    assert!(book.positions() <= book.records().len());
    let merged = merge(&[book.clone(), book.clone()]);
    assert_eq!(Book::read(&merged.bytes()).as_ref(), Ok(&merged));
    let mut books = BookList::default();
    books.push("fuzzed", book.clone());
    // Follows the book's best moves.
    let mut board = Board::startpos();
    for _ in 0..16 {
        let choices = book.moves(&board);
        assert!(choices.iter().all(|choice| board.is_legal_move(choice.mv)));
        let is_in_book = book
            .records()
            .iter()
            .any(|record| record.key == book_key(&board));
        assert!(choices.is_empty() || is_in_book || !book.moves(&board.mirrored()).is_empty());
        assert_eq!(
            books.moves(&board, BookChoice::Weight).unwrap().is_some(),
            !choices.is_empty()
        );
        let Some(choice) = choices.first() else {
            break;
        };
        let _ = board.make(choice.mv);
    }
}

/// Reads an opening book in a SQLite database. A database is a file, so the bytes are written to one.
pub fn sqlite(bytes: &[u8]) {
    let name = format!("chuhe-corpus-{}.obk", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).unwrap();
    match BookFile::open(&path) {
        Ok(book) => {
            let mut board = Board::startpos();
            for choice in [BookChoice::Weight, BookChoice::Score, BookChoice::Result] {
                let moves = book.moves(&board, choice).unwrap_or_default();
                assert!(moves.iter().all(|choice| board.is_legal_move(choice.mv)));
                if let Some(first) = moves.first() {
                    let _ = board.make(first.mv);
                }
            }
            let _ = book.size();
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    std::fs::remove_file(path).unwrap();
}
