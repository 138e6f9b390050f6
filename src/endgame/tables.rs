//! The endgame tables in a folder.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::TableFileError;
use super::material::Material;
use super::result::EndgameResult;
use super::table::EndgameTable;
use crate::board::{Board, Move};

/// Endgame tables. Clones share them.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables {
    /// Smaller tables first.
    tables: Vec<Arc<EndgameTable>>,
    /// The most pieces of a position in a table.
    max_pieces: u32,
}

/// Equal if they are the same tables.
impl PartialEq for EndgameTables {
    fn eq(&self, other: &EndgameTables) -> bool {
        self.tables.len() == other.tables.len()
            && (self.tables.iter().zip(&other.tables)).all(|(one, two)| Arc::ptr_eq(one, two))
    }
}

impl Eq for EndgameTables {}

impl EndgameTables {
    /// The extension of the files of tables.
    const EXTENSION: &str = "egt";

    /// The name of the file of a table, such as `KRvKAABB.egt`.
    pub fn file_name(material: &Material) -> String {
        format!("{material}.{}", EndgameTables::EXTENSION)
    }

    /// Reads all tables in a folder. Returns them, and the files that are not tables of this program with the reasons.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn open(folder: &Path) -> std::io::Result<(EndgameTables, Vec<(PathBuf, TableFileError)>)> {
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let extension = path.extension();
            if extension.is_some_and(|extension| extension == EndgameTables::EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        let (mut tables, mut errors) = (EndgameTables::default(), Vec::new());
        for path in paths {
            match EndgameTable::read(&path) {
                Ok(table) => tables.add(table),
                Err(error) => errors.push((path, error)),
            }
        }
        Ok((tables, errors))
    }

    /// The message that a folder has no tables.
    #[cfg(feature = "protocol")]
    pub(crate) fn none_in(folder: &Path) -> String {
        let command = format!("chuhe endings make KRvKAABB --out {}", folder.display());
        format!("it has no endgame table (.egt); to make one: {command}")
    }

    /// Adds a table.
    pub fn add(&mut self, table: EndgameTable) {
        self.max_pieces = self.max_pieces.max(table.material().pieces());
        self.tables.push(Arc::new(table));
        self.tables.sort_by_key(|table| table.placement_count());
    }

    /// The tables, smaller ones first.
    pub fn iter(&self) -> impl Iterator<Item = &EndgameTable> {
        self.tables.iter().map(|table| &**table)
    }

    /// Returns true if there is no table.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The legal moves of a position, each with its result for the side to move, best first. `None` if a table lacks one of them.
    pub fn moves(&self, board: &Board) -> Option<Vec<(Move, EndgameResult)>> {
        let mut board = board.clone();
        let moves = board.legal_moves().into_iter();
        let results = moves.map(|mv| {
            let after = board.after(mv, |board| self.probe(board))?;
            Some((mv, after.before_move()))
        });
        let mut moves: Vec<(Move, EndgameResult)> = results.collect::<Option<_>>()?;
        moves.sort_by_key(|(_, result)| Reverse(result.rank()));
        Some(moves)
    }

    /// The result of a position; `None` if no table has it.
    #[inline]
    pub fn probe(&self, board: &Board) -> Option<EndgameResult> {
        match board.slots_on_board().count_ones() <= self.max_pieces {
            true => self.iter().find_map(|table| table.probe(board)),
            false => None,
        }
    }
}
