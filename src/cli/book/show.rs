//! `chuhe book show`.

use std::collections::HashSet;
use std::io::{self, Write};

use clap::Args;
use serde::Serialize;

use crate::board::{Board, Move};
use crate::book::{BUILTIN, Choice, Shelf};
use crate::cli::Failure;
use crate::cli::args::{GameArgs, NotationArgs};
use crate::cli::numbers::number;
use crate::cli::output::print_json;
use crate::notation::Notation;

/// Show what books play in a position.
///
/// A line is a move with its weight, its share of all the position's weights, and the position after
/// it. With --depth the answers to it stand below, indented; a position that was shown above is not
/// shown again. Of several books the first that knows a position is heard, as the engine does it.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ShowArgs {
    /// The books; the one in the program when none is given. Its name among others is `builtin`.
    #[arg(value_name = "FILE")]
    files: Vec<String>,

    #[command(flatten)]
    game: GameArgs,

    /// Show so many plies, up to 40.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<usize>(1..=40))]
    depth: usize,

    /// Leave out moves with a smaller share, in per cent.
    #[arg(long, value_name = "PERCENT", default_value_t = 0, allow_negative_numbers = true, value_parser = number::<u64>(0..=100))]
    min_share: u64,

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

/// A move as JSON. The names are promised to whoever reads them: add some, rename none.
#[derive(Debug, Serialize)]
struct Row {
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    weight: u16,
    /// Of all the position's weights, 0 to 1; `null` where all of them are 0.
    share: Option<f64>,
    book: String,
    fen: String,
    after: String,
}

impl ShowArgs {
    /// Prints the moves.
    ///
    /// # Errors
    /// When a book cannot be read, or a position or move makes no sense.
    pub fn run(&self) -> Result<(), Failure> {
        let board = self.game.game()?.board().clone();
        let files = match &self.files[..] {
            [] => &[BUILTIN.to_owned()],
            files => files,
        };
        let shelf = Shelf::open_all(files)?;
        let mut tree = Tree {
            out: io::stdout().lock(),
            shelf,
            args: self,
            notation: self.notation.notation(),
            shown: HashSet::new(),
        };
        tree.begin(&board)?;
        tree.show(&board, 0)?;
        Ok(tree.out.flush()?)
    }
}

/// A tree being printed.
struct Tree<'a, W> {
    out: W,
    shelf: Shelf,
    args: &'a ShowArgs,
    notation: Notation,
    /// Positions whose moves were printed.
    shown: HashSet<u64>,
}

impl<W: Write> Tree<'_, W> {
    fn begin(&mut self, board: &Board) -> Result<(), Failure> {
        if self.args.json {
            return Ok(());
        }
        for (name, book) in self.shelf.books() {
            let (positions, moves) = (book.positions(), book.records().len());
            writeln!(
                self.out,
                "book      {name}: {positions} positions, {moves} moves"
            )?;
        }
        writeln!(self.out, "position  {}", board.to_fen())?;
        if self.shelf.choices(board).is_none() {
            writeln!(self.out, "no book knows it")?;
        }
        Ok(())
    }

    fn show(&mut self, board: &Board, ply: usize) -> Result<(), Failure> {
        if ply == self.args.depth || !self.shown.insert(board.key()) {
            return Ok(());
        }
        let Some((name, choices)) = self.shelf.choices(board) else {
            return Ok(());
        };
        let name = name.to_owned();
        let total: u64 = choices.iter().map(|choice| u64::from(choice.weight)).sum();
        for choice in choices {
            if u64::from(choice.weight) * 100 < total * self.args.min_share {
                continue;
            }
            let mut after = board.clone();
            let _ = after.make(choice.mv);
            if self.args.json {
                let row = row(&name, board, &after, ply, choice, total);
                print_json(&mut self.out, &row)?;
            } else {
                self.line(board, &after, ply, choice, total)?;
            }
            self.show(&after, ply + 1)?;
        }
        Ok(())
    }

    fn line(
        &mut self,
        board: &Board,
        after: &Board,
        ply: usize,
        Choice { mv, weight }: Choice,
        total: u64,
    ) -> Result<(), Failure> {
        let text = self.text(board, mv);
        let share = match total {
            0 => "-".to_owned(),
            total => format!("{:.1}%", 100.0 * f64::from(weight) / total as f64),
        };
        let above = ply + 1 < self.args.depth && self.shown.contains(&after.key());
        let above = if above { "  (see above)" } else { "" };
        let indent = 2 * ply;
        writeln!(
            self.out,
            "{:indent$}{text}  {weight:>5}  {share:>6}  {}{above}",
            "",
            after.to_fen()
        )?;
        Ok(())
    }

    fn text(&self, board: &Board, mv: Move) -> String {
        self.notation.write(board, mv)
    }
}

fn row(
    book: &str,
    board: &Board,
    after: &Board,
    ply: usize,
    Choice { mv, weight }: Choice,
    total: u64,
) -> Row {
    Row {
        ply: ply + 1,
        mv: mv.to_string(),
        weight,
        share: (total > 0).then(|| f64::from(weight) / total as f64),
        book: book.to_owned(),
        fen: board.to_fen(),
        after: after.to_fen(),
    }
}
