//! `chuhe book show`.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::board::Board;
use crate::book::{BUILTIN, BookChoice, BookList, BookMove};
use crate::cli::Failure;
use crate::cli::args::{GameArgs, NotationArgs};
use crate::cli::numbers::integer;
use crate::cli::output::{print_json, stdout};
use crate::locale;
use crate::notation::Notation;

/// Show what books play in a position.
///
/// A line is a move with its weight, its share of all the position's weights, and the position after
/// it. With --depth the replies follow, indented; a position that was shown above is not
/// shown again. Of several books, the first that has a move with a weight is used, as in the engine.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct BookShowArgs {
    /// The books; `builtin` is the one in the program [default: builtin].
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    game: GameArgs,

    /// The number of plies to show, up to 40.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<usize>(1..=40))]
    depth: usize,

    /// Leave out moves with a smaller share, in per cent.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, value_parser = integer::<u64>(0..=100))]
    min_share: u64,

    /// What the weight of a move is in an OBK or XQB.
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    by: BookChoice,

    #[command(flatten)]
    notation: NotationArgs,

    /// Print JSON, an object on a line, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book show
  chuhe book show BOOK.DAT --depth 3 --min-share 10
  chuhe book show a.dat b.dat --moves h2e2 h9g7 --notation chinese
  chuhe book show BOOK.DAT --depth 40 --json";

/// A move as JSON. Programs depend on the names: add some, rename none.
#[derive(Debug, Serialize)]
struct Row<'a> {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    weight: u32,
    /// The share of the position's weights, 0 to 1; `null` if all of them are 0.
    share: Option<f64>,
    book: &'a str,
    fen: String,
    after: String,
}

impl BookShowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let board = self.game.game()?.board().clone();
        let files = match &self.files[..] {
            [] => &[PathBuf::from(BUILTIN)],
            files => files,
        };
        let books = BookList::open_all(files)?;
        let mut out = stdout();
        if !self.json {
            for (name, book) in books.iter() {
                let size = book.size();
                let (positions, moves) =
                    size.map_err(|error| Failure::Input(format!("{name}: {error}")))?;
                let text = format!("book      {name}: {positions} positions, {moves} moves");
                writeln!(out, "{}", locale::text(&text))?;
            }
            let text = format!("position  {}", board.to_fen());
            writeln!(out, "{}", locale::text(&text))?;
            let found = books.moves(&board, self.by);
            if found.map_err(Failure::Input)?.is_none() {
                writeln!(out, "{}", locale::text("no book has this position"))?;
            }
        }
        let mut tree = Tree {
            out,
            books: &books,
            args: self,
            notation: self.notation.notation(),
            shown: HashSet::new(),
        };
        tree.show(&board, 0)?;
        Ok(tree.out.flush()?)
    }
}

/// Prints the moves of a position, then those of the positions after them.
struct Tree<'a, W> {
    out: W,
    books: &'a BookList,
    args: &'a BookShowArgs,
    notation: Notation,
    /// Positions whose moves were printed.
    shown: HashSet<u64>,
}

impl<W: Write> Tree<'_, W> {
    fn show(&mut self, board: &Board, ply: usize) -> Result<(), Failure> {
        if ply == self.args.depth || !self.shown.insert(board.key()) {
            return Ok(());
        }
        let found = self.books.moves(board, self.args.by);
        let Some((book, choices)) = found.map_err(Failure::Input)? else {
            return Ok(());
        };
        let total: u64 = choices.iter().map(|choice| u64::from(choice.weight)).sum();
        for BookMove { mv, weight } in choices {
            if u64::from(weight) * 100 < total * self.args.min_share {
                continue;
            }
            let after = board.after_line(&[mv]);
            let share = (total > 0).then(|| f64::from(weight) / total as f64);
            if self.args.json {
                let row = Row {
                    ply: ply + 1,
                    mv: mv.to_string(),
                    weight,
                    share,
                    book,
                    fen: board.to_fen(),
                    after: after.to_fen(),
                };
                print_json(&mut self.out, &row)?;
            } else {
                let text = self.notation.write(board, mv);
                let share = share.map_or("-".to_owned(), |share| format!("{:.1}%", 100.0 * share));
                let above = ply + 1 < self.args.depth && self.shown.contains(&after.key());
                let above = match above {
                    true => format!("  {}", locale::text("(see above)")),
                    false => String::new(),
                };
                let (indent, fen) = (2 * ply, after.to_fen());
                writeln!(
                    self.out,
                    "{:indent$}{text}  {weight:>5}  {share:>6}  {fen}{above}",
                    ""
                )?;
            }
            self.show(&after, ply + 1)?;
        }
        Ok(())
    }
}
