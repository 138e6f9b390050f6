//! The findings of a search for a person: a table that grows downward.

use std::io::Write;

use super::report::Report;
use crate::board::Board;
use crate::cli::Failure;
use crate::cli::output::per_second;
use crate::cli::score::{ScoreText, bound_sign};
use crate::notation::Notation;
use crate::search::{Line, Outcome};

/// Columns of a move in a line of play, with the blank before it: a Chinese character takes two.
const fn move_width(notation: Notation) -> usize {
    match notation {
        Notation::Chinese => 9,
        Notation::Iccs | Notation::Wxf => 5,
    }
}

/// Writes the table.
pub struct TextTable<W> {
    out: W,
    /// Columns of the terminal; `None` where lines may be as long as they like.
    width: Option<usize>,
    /// Whether lines are numbered by rank.
    ranks: bool,
    /// How moves are written, and the position in which the lines begin.
    notation: Notation,
    board: Board,
    headed: bool,
}

impl<W: Write> TextTable<W> {
    /// A table to `out`, its lines cut at `width`, with a column for the rank of each line or none.
    /// The lines begin on `board`.
    pub fn new(
        out: W,
        width: Option<usize>,
        ranks: bool,
        notation: Notation,
        board: Board,
    ) -> TextTable<W> {
        TextTable {
            out,
            width,
            ranks,
            notation,
            board,
            headed: false,
        }
    }

    /// The heading waits for the first line, so that it does not stand above nothing.
    fn head(&mut self) -> Result<(), Failure> {
        if !self.headed {
            self.headed = true;
            let rank = if self.ranks { "  no" } else { "" };
            writeln!(
                self.out,
                "depth  sel{rank}             score         nodes      time    knps  line"
            )?;
        }
        Ok(())
    }
}

impl<W: Write> Report for TextTable<W> {
    fn line(&mut self, line: &Line) -> Result<(), Failure> {
        self.head()?;
        let rank = if self.ranks {
            format!(" {:>3}", line.rank)
        } else {
            String::new()
        };
        let score = format!("{}{}", bound_sign(line.bound), ScoreText(line.score));
        let numbers = format!(
            "{:>5} {:>4}{rank}  {score:>16} {:>13} {:>9.3} {:>7} ",
            line.depth,
            line.seldepth,
            line.nodes,
            line.elapsed.as_secs_f64(),
            per_second(line.nodes, line.elapsed) / 1000,
        );
        let play = cut(
            &self.notation.write_line(&self.board, &line.pv),
            move_width(self.notation),
            self.width.map(|width| width.saturating_sub(numbers.len())),
        );
        writeln!(self.out, "{numbers}{play}")?;
        self.out.flush()?;
        Ok(())
    }

    fn result(&mut self, outcome: &Outcome) -> Result<(), Failure> {
        let Some(best) = outcome.best else {
            return Err(Failure::Work("the search ended without a move".to_owned()));
        };
        writeln!(self.out)?;
        let best = self.notation.write(&self.board, best);
        writeln!(self.out, "best   {best}")?;
        writeln!(self.out, "score  {}", ScoreText(outcome.score))?;
        let play = self.notation.write_line(&self.board, &outcome.pv);
        let width = self.width.map(|width| width.saturating_sub(6));
        let rows = wrap(&play, move_width(self.notation), width);
        for (index, row) in rows.iter().enumerate() {
            let name = if index == 0 { "line  " } else { "      " };
            writeln!(self.out, "{name}{row}")?;
        }
        self.out.flush()?;
        Ok(())
    }

    fn over(&mut self, board: &Board) -> Result<(), Failure> {
        let how = if board.in_check() {
            "is mated"
        } else {
            "has no legal move (stalemate)"
        };
        writeln!(self.out, "{} {how} and has lost", board.side())?;
        self.out.flush()?;
        Ok(())
    }
}

/// Play that fits the width, two dots for what does not. The first move is always there.
fn cut(play: &[String], move_width: usize, width: Option<usize>) -> String {
    let fitting = match width {
        Some(width) if play.len() * move_width > width => {
            (width.saturating_sub(" ..".len()) / move_width).max(1)
        }
        _ => play.len(),
    };
    let mut text: String = play
        .iter()
        .take(fitting)
        .map(|mv| format!(" {mv}"))
        .collect();
    if fitting < play.len() {
        text.push_str(" ..");
    }
    text
}

/// Play in rows that fit the width.
fn wrap(play: &[String], move_width: usize, width: Option<usize>) -> Vec<String> {
    let in_row = width.map_or(play.len(), |width| width / move_width).max(1);
    let rows = play.chunks(in_row);
    rows.map(|row| cut(row, move_width, None)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    fn play() -> Vec<Move> {
        ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"]
            .map(|text| text.parse().unwrap())
            .to_vec()
    }

    #[test]
    fn lines_fit_the_terminal() {
        let play = Notation::Iccs.write_line(&Board::startpos(), &play());
        assert_eq!(cut(&play, 5, None), " h2e2 h9g7 h0g2 i9h9 i0h0");
        assert_eq!(cut(&play, 5, Some(25)), " h2e2 h9g7 h0g2 i9h9 i0h0");
        assert_eq!(cut(&play, 5, Some(24)), " h2e2 h9g7 h0g2 i9h9 ..");
        assert_eq!(cut(&play, 5, Some(0)), " h2e2 ..");
        assert_eq!(cut(&[], 5, Some(0)), "");
        assert_eq!(
            wrap(&play, 5, Some(12)),
            [" h2e2 h9g7", " h0g2 i9h9", " i0h0"]
        );
        assert_eq!(wrap(&play, 5, None), [" h2e2 h9g7 h0g2 i9h9 i0h0"]);
        assert!(wrap(&[], 5, None).is_empty());
        let chinese = Notation::Chinese.write_line(&Board::startpos(), &self::play());
        assert_eq!(cut(&chinese, 9, Some(27)), " 炮二平五 马８进７ ..");
    }

    #[test]
    fn columns_stand_under_their_headings() {
        for ranks in [false, true] {
            let mut out = Vec::new();
            let mut table = TextTable::new(
                &mut out,
                Some(100),
                ranks,
                Notation::Iccs,
                Board::startpos(),
            );
            let line = Line {
                depth: 8,
                rank: 2,
                pv: play(),
                ..Line::default()
            };
            assert!(table.line(&line).is_ok());
            let text = String::from_utf8(out).unwrap();
            let rows: Vec<&str> = text.lines().collect();
            assert_eq!(rows[0].find("line"), rows[1].find("h2e2"), "{text}");
            assert_eq!(
                rows[0].find("  time").map(|at| at + 6),
                rows[1].find("0.000").map(|at| at + 5),
                "{text}"
            );
        }
    }
}
