//! Books in SQLite, made here as other programs make them.

use std::path::PathBuf;

use rusqlite::{Connection, params};

use super::*;
use crate::book::{BUILTIN, BookFile, BookList};
use crate::rules::Game;

const OBK: &str = "CREATE TABLE bhobk (id INTEGER PRIMARY KEY AUTOINCREMENT, vkey INTEGER, vmove INTEGER, vscore INTEGER, \
                   vwin INTEGER, vdraw INTEGER, vlost INTEGER, vvalid INTEGER, vmemo BLOB, vindex INTEGER)";
const XQB: &str = "CREATE TABLE book (Id INTEGER PRIMARY KEY, Key BLOB, Move INTEGER, Score INTEGER, Win INTEGER, \
                   Draw INTEGER, Lost INTEGER, Valid INTEGER, Memo TEXT)";

/// The key of the initial position, and that after one of both moves of a cannon to the middle.
const XQB_START: &str = "ceb7cef37ac801e079f7df7df00002ebaebaeb02c004653a56939440";
const XQB_CANNON: &str = "ceb7cef37ac801e3c1f7df7df00002ebaebaeb02c004653a56939440";

/// A new database in a folder that is removed with it.
struct Database {
    folder: tempfile::TempDir,
    connection: Connection,
}

impl Database {
    fn new(schema: &str) -> Database {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("book")).unwrap();
        connection.execute_batch(schema).unwrap();
        Database { folder, connection }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("book")
    }

    /// Adds a row; `numbers` are the score, the games won, drawn and lost, and validity.
    fn add(&self, format: &SqliteFormat, key: impl rusqlite::ToSql, mv: i64, numbers: [i64; 5]) {
        let sql = format!(
            "INSERT INTO {} ({}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            format.table,
            format.columns.join(", ")
        );
        let [score, won, drawn, lost, valid] = numbers;
        let row = params![key, mv, score, won, drawn, lost, valid];
        self.connection.execute(&sql, row).unwrap();
    }

    fn moves(&self, board: &Board, choice: BookChoice) -> Vec<String> {
        let book = SqliteBook::open(&self.path()).unwrap();
        let moves = book.moves(board, choice).unwrap();
        moves
            .iter()
            .map(|choice| format!("{} {}", choice.mv, choice.weight))
            .collect()
    }
}

fn after(moves: &[&str]) -> Board {
    let moves: Vec<Move> = moves.iter().map(|mv| mv.parse().unwrap()).collect();
    Board::startpos().after_line(&moves)
}

/// A move as both formats store it with black's side at the top; `first` is the number of the first row and column.
fn word(mv: &str, first: u8) -> i64 {
    let mv: Move = mv.parse().unwrap();
    let square =
        |square: crate::board::Square| (9 - square.rank() + first) << 4 | (square.file() + first);
    i64::from(square(mv.from())) << 8 | i64::from(square(mv.to()))
}

/// The expected keys were computed by another program, from the numbers in the source of xiangqi_tui 0.1.0 and by its
/// description of XQB.
#[test]
fn keys_are_those_of_other_programs() {
    let (start, cannon) = (Board::startpos(), after(&["h2e2"]));
    assert_eq!(obk::obk_key(&start), 0x628d_04d7_c9c1_44ae);
    assert_eq!(obk::obk_key(&cannon), 0xa1ea_d1f6_470e_07ee);
    for (board, expected) in [
        (start, XQB_START),
        (after(&["b2e2"]), XQB_CANNON),
        (cannon, XQB_CANNON),
    ] {
        let look_up = (xqb::FORMAT.look_ups)(&board).remove(0);
        let [Value::Blob(key)] = &look_up.keys[..] else {
            panic!("a key of bytes");
        };
        let hex: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, expected);
    }
}

#[test]
fn obk_moves_are_found_under_the_key_of_the_position_or_its_image() {
    let database = Database::new(OBK);
    let key = |board: &Board| obk::obk_key(board).cast_signed();
    let board = after(&["h2e2"]);
    database.add(&obk::FORMAT, key(&board), word("h9g7", 3), [5, 3, 2, 1, 1]);
    database.add(&obk::FORMAT, key(&board), word("a9a0", 3), [5, 3, 2, 1, 1]);
    database.add(&obk::FORMAT, key(&board), word("i9i8", 3), [9, 3, 2, 1, 0]);
    // The same position by another path: its image, and the key as a floating-point number.
    database.add(
        &obk::FORMAT,
        key(&board.mirrored()),
        word("a9a8", 3),
        [7, 0, 0, 0, 1],
    );
    let bits = f64::from_bits(obk::obk_key(&board));
    database.add(&obk::FORMAT, bits, word("b9c7", 3), [-4, 1, 0, 0, 1]);
    for (choice, expected) in [
        (BookChoice::Weight, ["h9g7 6", "b9c7 1", "i9i8 0"]),
        (BookChoice::Score, ["i9i8 7", "h9g7 5", "b9c7 0"]),
        (BookChoice::Result, ["b9c7 10000", "h9g7 6666", "i9i8 0"]),
    ] {
        assert_eq!(database.moves(&board, choice), expected);
    }
    let book = SqliteBook::open(&database.path()).unwrap();
    assert_eq!(book.size().unwrap(), (3, 4));
}

#[test]
fn xqb_moves_are_turned_back_to_either_side_and_image() {
    let database = Database::new(&format!("{XQB}; CREATE INDEX by_key ON book (Key)"));
    let add = |board: &Board, word: i64| {
        let look_up = (xqb::FORMAT.look_ups)(board).remove(0);
        database.add(&xqb::FORMAT, &look_up.keys[0], word, [10, 0, 0, 0, 1]);
    };
    add(&Board::startpos(), word("h2e2", 0));
    // Seen from black's side, the cannon is on the right before the image is taken.
    add(&after(&["h2e2"]), word("h0g2", 0));
    for (moves, expected) in [
        (&[][..], "h2e2 10"),
        (&["h2e2"], "h9g7 10"),
        (&["b2e2"], "b9c7 10"),
    ] {
        assert_eq!(
            database.moves(&after(moves), BookChoice::Weight),
            [expected]
        );
    }
    assert_eq!(
        SqliteBook::open(&database.path()).unwrap().size().unwrap(),
        (2, 2)
    );
}

#[test]
fn other_databases_and_damaged_ones_are_refused() {
    let error = |database: &Database| BookFile::open(&database.path()).unwrap_err().to_string();
    let cases = "\
CREATE TABLE games (id INTEGER) => neither the table bhobk of an OBK
CREATE TABLE t (vkey); CREATE VIEW bhobk AS SELECT * FROM t => neither the table bhobk
CREATE TABLE bhobk (id INTEGER) => has no column
CREATE TABLE bhobk (vkey, vmove, vscore AS (vmove), vwin, vdraw, vlost, vvalid) => has no column vscore
CREATE TABLE bhobk (vkey INTEGER, vmove INTEGER); CREATE INDEX by_key ON bhobk (vkey) => has no column";
    for case in cases.lines() {
        let (schema, expected) = case.split_once(" => ").unwrap();
        let error = error(&Database::new(schema));
        assert!(error.contains(expected), "{error}");
    }
    let cut = Database::new(OBK);
    std::fs::write(cut.path(), [&MAGIC[..], &[7; 100]].concat()).unwrap();
    let error = error(&cut);
    let expected = "not a SQLite database, or damaged";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn databases_without_their_end_or_with_a_journal_are_refused() {
    let error = |database: &Database| BookFile::open(&database.path()).unwrap_err().to_string();
    let cut = Database::new(OBK);
    let bytes = std::fs::read(cut.path()).unwrap();
    std::fs::write(cut.path(), &bytes[..bytes.len() - 1]).unwrap();
    let found = error(&cut);
    let expected = "not a SQLite database, or damaged";
    assert!(found.contains(expected), "{found}");

    let interrupted = Database::new(OBK);
    std::fs::write(interrupted.folder.path().join("book-journal"), "x").unwrap();
    let found = error(&interrupted);
    assert!(found.contains("was interrupted"), "{found}");
}

#[test]
fn full_folder_for_temporary_files_is_not_a_damaged_database() {
    let error = |code| {
        let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
        SqliteError::from(error).to_string()
    };
    for code in [ffi::SQLITE_FULL, ffi::SQLITE_IOERR_WRITE] {
        let found = error(code);
        assert!(
            found.starts_with("no room for the temporary index"),
            "{found}"
        );
    }
    assert!(error(ffi::SQLITE_IOERR).contains("damaged"));
}

#[test]
fn a_book_that_can_no_longer_be_read_is_reported_and_the_next_one_used() {
    let database = Database::new(XQB);
    let mut list = BookList::default();
    list.add(database.path()).unwrap();
    list.add(BUILTIN).unwrap();
    let change = "ALTER TABLE book RENAME TO other";
    database.connection.execute_batch(change).unwrap();
    let game = Game::new(Board::startpos());
    let mut errors = Vec::new();
    let pick = list.pick(&game, &[], BookChoice::Weight, None, |error| {
        errors.push(error)
    });
    assert_eq!(pick.unwrap().book, BUILTIN);
    let error = "book: not a SQLite database, or damaged";
    assert_eq!(errors, [error]);
    // The folder is named outside the protocols.
    let with_folder = list.moves(game.board(), BookChoice::Weight).unwrap_err();
    assert!(
        with_folder.len() > error.len() && with_folder.ends_with(error),
        "{with_folder}"
    );
}

#[test]
fn rows_changed_by_another_program_are_not_used_under_their_old_keys() {
    // SQLite cannot use the partial index for the look-up, so an index is made.
    let partial = "CREATE INDEX partial ON bhobk (vkey) WHERE vvalid = 1";
    let database = Database::new(&format!("{OBK}; {partial}"));
    let start = Board::startpos();
    let key = obk::obk_key(&start).cast_signed();
    database.add(&obk::FORMAT, key, word("h2e2", 3), [5, 0, 0, 0, 1]);
    let book = SqliteBook::open(&database.path()).unwrap();
    let moves = || book.moves(&start, BookChoice::Weight).unwrap().len();
    assert!(book.select.contains("row_of_key"));
    // The position is symmetrical.
    assert_eq!(moves(), 2);
    let change = "UPDATE bhobk SET vkey = vkey + 1";
    database.connection.execute(change, []).unwrap();
    assert_eq!(moves(), 0);
}
