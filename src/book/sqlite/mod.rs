//! Opening books as SQLite databases: OBK and XQB, which many Chinese programs read. They are only read here.
//!
//! Both have a table with a row for each move of a position: a score, and the games won, drawn and lost. They differ in the
//! names, in the key of a position, and in the encoding of a move. A row whose column of validity is 0 is not used.

mod format;
mod obk;
mod xqb;

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, ffi, params_from_iter};
use thiserror::Error;

use self::format::SqliteFormat;
use super::{BookChoice, BookMove};
use crate::board::{Board, Move};

/// The first bytes of a SQLite database.
pub const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// How long a look-up waits for another program that writes to the database. The engine's clock is running meanwhile.
const BUSY_TIMEOUT: Duration = Duration::from_millis(50);

/// Why a SQLite database could not be read as a book.
#[derive(Debug, Error)]
pub enum SqliteError {
    /// Another program is writing to the database.
    #[error("another program is writing to this SQLite database; try again when it is done")]
    Busy,
    /// The database has a rollback journal, which needs a connection that can write.
    #[error(
        "a write to this SQLite database was interrupted; open it once with the program that writes it"
    )]
    Interrupted,
    /// The temporary index cannot be written.
    #[error(
        "no room for the temporary index of this SQLite database: free space in the folder for temporary files (TMPDIR), or create an index of the keys in the database"
    )]
    NoRoom,
    /// The database cannot be opened in its folder.
    #[error("a SQLite database in WAL mode needs a folder that can be written to")]
    ReadOnly(#[source] rusqlite::Error),
    /// The database cannot be read.
    #[error("not a SQLite database, or damaged")]
    Damaged(#[source] rusqlite::Error),
    /// The table lacks the column.
    #[error("the table {0} of this SQLite database has no column {1}: not a book of this format")]
    NoColumn(&'static str, &'static str),
    /// The database has none of the tables of a book.
    #[error(
        "this SQLite database has neither the table bhobk of an OBK nor the table book of an XQB"
    )]
    NoTable,
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> SqliteError {
        use rusqlite::ErrorCode::{CannotOpen, DatabaseBusy, DatabaseLocked, ReadOnly};
        match error.sqlite_extended_error_code() {
            Some(ffi::SQLITE_READONLY_ROLLBACK) => return SqliteError::Interrupted,
            // The database itself is only read.
            Some(ffi::SQLITE_FULL | ffi::SQLITE_IOERR_WRITE | ffi::SQLITE_IOERR_GETTEMPPATH) => {
                return SqliteError::NoRoom;
            }
            _ => {}
        }
        match error.sqlite_error_code() {
            Some(DatabaseBusy | DatabaseLocked) => SqliteError::Busy,
            Some(ReadOnly | CannotOpen) => SqliteError::ReadOnly(error),
            _ => SqliteError::Damaged(error),
        }
    }
}

/// The formats of books in SQLite.
const FORMATS: [&SqliteFormat; 2] = [&obk::FORMAT, &xqb::FORMAT];

/// An opening book in a SQLite database. Copies share the connection.
#[derive(Clone, Debug)]
pub struct SqliteBook {
    connection: Arc<Mutex<Connection>>,
    format: &'static SqliteFormat,
    /// The statement that finds the rows of a key.
    select: Arc<str>,
}

/// What a book has about a move.
#[derive(Clone, Copy, Debug)]
struct BookRow {
    mv: Move,
    score: i64,
    /// The games won, drawn and lost by the side that plays the move.
    games: [i64; 3],
}

impl SqliteBook {
    /// Opens a database, which is not changed.
    ///
    /// # Errors
    /// If it cannot be read, or is no book.
    pub fn open(path: &Path) -> Result<SqliteBook, SqliteError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        // The schema of a file from elsewhere calls no functions.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
        // SQLite reads the missing part of the last page as zeros. In WAL mode whole pages may be missing.
        let number = |sql| connection.query_one(sql, [], |row| row.get::<_, u32>(0));
        let pages = u64::from(number("PRAGMA page_count")?);
        let page_size = u64::from(number("PRAGMA page_size")?);
        let is_cut = |length: u64| !length.is_multiple_of(page_size) && length < pages * page_size;
        if fs::metadata(path).is_ok_and(|file| is_cut(file.len())) {
            let corrupt = ffi::Error::new(ffi::SQLITE_CORRUPT);
            return Err(rusqlite::Error::SqliteFailure(corrupt, None).into());
        }
        for format in FORMATS {
            if has_table(&connection, format.table)? {
                check_columns(&connection, format)?;
                let select = select(&connection, format)?;
                return Ok(SqliteBook {
                    connection: Arc::new(Mutex::new(connection)),
                    format,
                    select: select.into(),
                });
            }
        }
        Err(SqliteError::NoTable)
    }

    /// The moves for a position, sorted by descending weight, then by text. Illegal moves are skipped, since two positions can
    /// share a key.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn moves(&self, board: &Board, choice: BookChoice) -> Result<Vec<BookMove>, SqliteError> {
        let mut rows: Vec<BookRow> = Vec::new();
        for look_up in (self.format.look_ups)(board) {
            for (word, score, games) in self.rows(&look_up.keys)? {
                let mv = (self.format.read_move)(word).map(|mv| look_up.original(mv));
                let Some(mv) = mv.filter(|&mv| board.is_legal_move(mv)) else {
                    continue;
                };
                let row = BookRow { mv, score, games };
                match rows.iter_mut().find(|known| known.mv == mv) {
                    // A position that is its own image finds its rows twice.
                    Some(known) if known.played() >= row.played() => {}
                    Some(known) => *known = row,
                    None => rows.push(row),
                }
            }
        }
        let has_games = rows.iter().any(|row| row.played() > 0);
        let moves = rows.iter().map(|row| BookMove {
            mv: row.mv,
            weight: match choice {
                BookChoice::Weight if has_games => row.played(),
                BookChoice::Weight | BookChoice::Score => row.score,
                BookChoice::Result => row.result(),
            }
            .clamp(0, u32::MAX.into()) as u32,
        });
        Ok(BookMove::sorted(moves.collect()))
    }

    /// The numbers of positions and of moves. The whole database is read.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub fn size(&self) -> Result<(usize, usize), SqliteError> {
        let [key, .., valid] = self.format.columns;
        let sql = format!(
            "SELECT count(DISTINCT {key}), count(*) FROM {} WHERE {valid} IS NOT 0",
            self.format.table
        );
        let size = self.connection().query_one(&sql, [], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?))
        })?;
        Ok((size.0 as usize, size.1 as usize))
    }

    /// The move, score and games of each row with one of these keys.
    fn rows(&self, keys: &[Value]) -> Result<Vec<(i64, i64, [i64; 3])>, SqliteError> {
        let connection = self.connection();
        let mut statement = connection.prepare(&self.select)?;
        let rows = statement.query_map(params_from_iter(keys), |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                [row.get(2)?, row.get(3)?, row.get(4)?],
            ))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl BookRow {
    /// The number of games.
    fn played(&self) -> i64 {
        self.games
            .iter()
            .fold(0, |sum, &games| sum.saturating_add(games.max(0)))
    }

    /// The points in 10,000 games, 0 without games.
    fn result(&self) -> i64 {
        let [won, drawn, _] = self.games.map(|games| games.max(0) as f64);
        match self.played() {
            0 => 0,
            played => (10_000.0 * (won + drawn / 2.0) / played as f64) as i64,
        }
    }
}

/// True if the database has an ordinary table of this name.
fn has_table(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    let sql = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1 COLLATE NOCASE \
               AND sql LIKE 'CREATE TABLE%'";
    connection.prepare(sql)?.exists([table])
}

/// Returns an error if the table lacks a column.
fn check_columns(connection: &Connection, format: &SqliteFormat) -> Result<(), SqliteError> {
    // This lists no generated columns, whose expressions would be evaluated at each look-up.
    let sql = "SELECT 1 FROM pragma_table_info(?1) WHERE name = ?2 COLLATE NOCASE";
    let mut statement = connection.prepare(sql)?;
    for column in format.columns {
        if !statement.exists([format.table, column])? {
            return Err(SqliteError::NoColumn(format.table, column));
        }
    }
    Ok(())
}

/// The statement that selects the rows of a key, the first of which is `?1`. Without an index of the keys, which would make each
/// look-up read the whole table, a temporary one is made. A partial index does not count, because SQLite cannot use it here.
fn select(connection: &Connection, format: &SqliteFormat) -> rusqlite::Result<String> {
    let table = format.table;
    let [key, mv, score, won, drawn, lost, valid] = format.columns;
    let numbers =
        [mv, score, won, drawn, lost].map(|column| format!("ifnull(CAST({column} AS INTEGER), 0)"));
    let index = "SELECT 1 FROM pragma_index_list(?1) AS list, pragma_index_info(list.name) AS info \
                 WHERE list.partial = 0 AND info.seqno = 0 AND info.name = ?2 COLLATE NOCASE";
    let is_indexed = connection.prepare(index)?.exists([table, key])?;
    if !is_indexed {
        connection.execute_batch(&format!(
            "CREATE TEMP TABLE row_of_key AS SELECT {key} AS key, rowid AS number FROM main.{table};
             CREATE INDEX temp.index_of_keys ON row_of_key (key)"
        ))?;
    }
    let keys = format.key_list;
    let has_key = match is_indexed {
        true => format!("{key} IN {keys}"),
        // The key is compared again, because another program may have changed the row since.
        false => format!(
            "rowid IN (SELECT number FROM temp.row_of_key WHERE key IN {keys}) AND {key} IN {keys}"
        ),
    };
    Ok(format!(
        "SELECT {} FROM main.{table} WHERE {has_key} AND {valid} IS NOT 0",
        numbers.join(", ")
    ))
}

#[cfg(test)]
mod tests;
