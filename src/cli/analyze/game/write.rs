//! A review on its way out: as PGN, as a table, as JSON lines.
//!
//! Rows and objects are sent as soon as a move is judged, and an annotated game as soon as it is done: whoever
//! stops the program keeps them.

use std::io::Write;

use serde::Serialize;

use crate::board::Color;
use crate::cli::Failure;
use crate::cli::output::print_json;
use crate::cli::score::ScoreRecord;
use crate::games::{GameTree, pgn};
use crate::notation::Notation;
use crate::review::reviewer::standing;
use crate::review::summary::sign;
use crate::review::{Judged, Review, Summary, annotate};

/// Where a review goes.
pub trait Report {
    /// A game begins; its number counts from 1.
    fn begin(&mut self, number: usize, game: &GameTree) -> Result<(), Failure>;
    /// A move is judged.
    fn judged(&mut self, number: usize, judged: &Judged) -> Result<(), Failure>;
    /// A game is done.
    fn end(&mut self, number: usize, game: &GameTree, review: &Review) -> Result<(), Failure>;
}

/// Annotated games.
pub struct Annotated<W> {
    out: W,
    notation: Notation,
    plies: usize,
}

impl<W: Write> Annotated<W> {
    /// Games to `out`, better lines up to `plies`.
    pub fn new(out: W, notation: Notation, plies: usize) -> Annotated<W> {
        Annotated {
            out,
            notation,
            plies,
        }
    }
}

impl<W: Write> Report for Annotated<W> {
    fn begin(&mut self, _: usize, _: &GameTree) -> Result<(), Failure> {
        Ok(())
    }

    fn judged(&mut self, _: usize, _: &Judged) -> Result<(), Failure> {
        Ok(())
    }

    fn end(&mut self, number: usize, game: &GameTree, review: &Review) -> Result<(), Failure> {
        let game = annotate::annotate(game, review, self.plies);
        let gap = if number > 1 { "\n" } else { "" };
        write!(self.out, "{gap}{}", pgn::write(&game, self.notation))?;
        Ok(self.out.flush()?)
    }
}

/// Rows for a person.
pub struct Table<W> {
    out: W,
    notation: Notation,
    plies: usize,
}

impl<W: Write> Table<W> {
    /// Rows to `out`, better lines up to `plies`.
    pub fn new(out: W, notation: Notation, plies: usize) -> Table<W> {
        Table {
            out,
            notation,
            plies,
        }
    }
}

impl<W: Write> Report for Table<W> {
    fn begin(&mut self, number: usize, game: &GameTree) -> Result<(), Failure> {
        let gap = if number > 1 { "\n" } else { "" };
        writeln!(
            self.out,
            "{gap}game {number}  {}\n",
            game.players_and_result()
        )?;
        let (no, played, before, after) = ("no", "move", "before", "after");
        writeln!(
            self.out,
            "{no:>7} {played:<11}{before:>18}{after:>18}  loss  better"
        )?;
        Ok(self.out.flush()?)
    }

    fn judged(&mut self, _: usize, judged: &Judged) -> Result<(), Failure> {
        let dots = match judged.side {
            Color::Red => ".  ",
            Color::Black => "...",
        };
        let mv = self.notation.write(&judged.board, judged.mv) + sign(judged.fault);
        let blanks = " ".repeat(11_usize.saturating_sub(columns(&mv)));
        let before = standing(judged.for_red(judged.before));
        let after = standing(judged.for_red(judged.after));
        let mut row = format!(
            "{:>4}{dots} {mv}{blanks}{before:>18}{after:>18} {:>4.0}%",
            judged.number,
            100.0 * judged.cost
        );
        if judged.fault.is_some() {
            let best = &judged.best[..judged.best.len().min(self.plies)];
            let better = self.notation.write_line(&judged.board, best).join(" ");
            row += &format!("  {better}");
        }
        writeln!(self.out, "{}", row.trim_end())?;
        Ok(self.out.flush()?)
    }

    fn end(&mut self, _: usize, _: &GameTree, review: &Review) -> Result<(), Failure> {
        writeln!(self.out)?;
        for side in Color::ALL {
            writeln!(self.out, "{:<6} {}", side.to_string(), review.summary(side))?;
        }
        Ok(self.out.flush()?)
    }
}

/// Columns of a terminal that a move takes: a Chinese or full-width character takes two.
fn columns(text: &str) -> usize {
    let wide = |character: char| character >= '\u{2e80}';
    text.chars()
        .map(|character| if wide(character) { 2 } else { 1 })
        .sum()
}

/// Objects for a program.
pub struct Rows<W> {
    out: W,
}

impl<W: Write> Rows<W> {
    /// Objects to `out`.
    pub fn new(out: W) -> Rows<W> {
        Rows { out }
    }
}

/// A line of JSON. The names are promised to whoever reads them: add some, rename none.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Record {
    Move {
        game: usize,
        ply: usize,
        number: u32,
        side: String,
        #[serde(rename = "move")]
        mv: String,
        before: ScoreRecord,
        after: ScoreRecord,
        cost: f64,
        mark: &'static str,
        best: Option<String>,
        pv: Vec<String>,
        depth: u32,
        nodes: u64,
    },
    Game {
        game: usize,
        result: String,
        red: Side,
        black: Side,
    },
}

#[derive(Debug, Serialize)]
struct Side {
    moves: usize,
    loss: f64,
    accuracy: f64,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

impl From<Summary> for Side {
    fn from(summary: Summary) -> Side {
        let [inaccuracies, mistakes, blunders] = summary.faults;
        Side {
            moves: summary.moves,
            loss: round(summary.loss, 10.0),
            accuracy: round(summary.accuracy, 10.0),
            inaccuracies,
            mistakes,
            blunders,
        }
    }
}

fn round(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

impl<W: Write> Report for Rows<W> {
    fn begin(&mut self, _: usize, _: &GameTree) -> Result<(), Failure> {
        Ok(())
    }

    fn judged(&mut self, number: usize, judged: &Judged) -> Result<(), Failure> {
        let pv: Vec<String> = judged.best.iter().map(ToString::to_string).collect();
        let record = Record::Move {
            game: number,
            ply: judged.ply,
            number: judged.number,
            side: judged.side.to_string(),
            mv: judged.mv.to_string(),
            before: judged.before.into(),
            after: judged.after.into(),
            cost: round(judged.cost, 10_000.0),
            mark: sign(judged.fault),
            best: pv.first().cloned(),
            pv,
            depth: judged.depth,
            nodes: judged.nodes,
        };
        print_json(&mut self.out, &record)
    }

    fn end(&mut self, number: usize, game: &GameTree, review: &Review) -> Result<(), Failure> {
        let record = Record::Game {
            game: number,
            result: game.result().to_owned(),
            red: review.summary(Color::Red).into(),
            black: review.summary(Color::Black).into(),
        };
        print_json(&mut self.out, &record)
    }
}
