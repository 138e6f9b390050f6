//! Table of `chuhe analyze`: a row for each depth.

use std::io::Write;

use crate::board::Board;
use crate::cli::Failure;
use crate::columns::{pad_left, widest};
use crate::locale;
use crate::notation::Notation;
use crate::search::bench::Speed;
use crate::search::score::ScoreText;
use crate::search::{Bound, PvLine, SearchResult};

/// The columns of a move in a line, with the blank before it: a Chinese character takes two.
const fn move_width(notation: Notation) -> usize {
    match notation {
        Notation::Chinese => 9,
        Notation::Iccs | Notation::Wxf => 5,
    }
}

/// Writes the table.
pub struct TextTable<W> {
    pub out: W,
    /// Columns of the terminal; `None` where rows may have any length.
    pub width: Option<usize>,
    /// True if rows have a column for the rank.
    pub ranks: bool,
    pub notation: Notation,
    /// The position in which the lines begin.
    pub board: Board,
    /// True once the heading is printed, before the first row.
    pub headed: bool,
}

impl<W: Write> TextTable<W> {
    pub fn write_line(&mut self, line: &PvLine) -> Result<(), Failure> {
        let &PvLine { nodes, elapsed, .. } = line;
        if !self.headed {
            self.headed = true;
            let rank = if self.ranks { "  no" } else { "" };
            let heading =
                format!("depth  sel{rank}             score         nodes      time    knps  line");
            writeln!(self.out, "{}", locale::text(&heading))?;
        }
        let rank = if self.ranks {
            format!(" {:>3}", line.rank)
        } else {
            String::new()
        };
        let sign = match line.bound {
            Bound::Exact => "",
            Bound::Lower => ">= ",
            Bound::Upper => "<= ",
        };
        let score = locale::text(&ScoreText(line.score).to_string()).into_owned();
        let score = pad_left(&format!("{sign}{score}"), 16);
        let numbers = format!(
            "{:>5} {:>4}{rank}  {score} {nodes:>13} {:>9.3} {:>7} ",
            line.depth,
            line.seldepth,
            elapsed.as_secs_f64(),
            Speed { nodes, elapsed }.per_second() / 1000,
        );
        let width = self
            .width
            .map(|width| width.saturating_sub(widest([&*numbers].into_iter())));
        let play = self.notation.write_line(&self.board, &line.pv);
        let play = cut(&play, move_width(self.notation), width);
        writeln!(self.out, "{numbers}{play}")?;
        Ok(self.out.flush()?)
    }

    pub fn write_result(
        &mut self,
        result: &SearchResult,
        proved: Option<bool>,
    ) -> Result<(), Failure> {
        let best = result.best.expect("a move is legal");
        let best = self.notation.write(&self.board, best);
        let score = ScoreText(result.score);
        let proved = match proved {
            Some(true) => ", proved",
            Some(false) => ", not proved",
            None => "",
        };
        let summary = format!("\nbest   {best}\nscore  {score}{proved}");
        writeln!(self.out, "{}", locale::lines(&summary))?;
        let play = self.notation.write_line(&self.board, &result.pv);
        let width = self.width.map(|width| width.saturating_sub(6));
        let rows = wrap(&play, move_width(self.notation), width);
        for (index, row) in rows.iter().enumerate() {
            match index {
                0 => writeln!(self.out, "{}", locale::text(&format!("line  {row}")))?,
                _ => writeln!(self.out, "{:6}{row}", "")?,
            }
        }
        Ok(self.out.flush()?)
    }

    pub fn write_lost(&mut self) -> Result<(), Failure> {
        let how = match self.board.in_check() {
            true => "is mated",
            false => "has no legal move (stalemate)",
        };
        let lost = format!("{} {how} and has lost", self.board.side());
        writeln!(self.out, "{}", locale::text(&lost))?;
        Ok(self.out.flush()?)
    }
}

/// The moves that fit the width, at least one, and two dots for the rest.
fn cut(play: &[String], move_width: usize, width: Option<usize>) -> String {
    let fitting = match width {
        Some(width) if play.len() * move_width > width => {
            (width.saturating_sub(" ..".len()) / move_width).max(1)
        }
        _ => play.len(),
    };
    let moves = play.iter().take(fitting).map(|mv| format!(" {mv}"));
    let rest = (fitting < play.len()).then(|| " ..".to_owned());
    moves.chain(rest).collect()
}

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
        let moves = ["h2e2", "h9g7", "h0g2", "i9h9", "i0h0"];
        moves.map(|text| text.parse().unwrap()).to_vec()
    }

    #[test]
    fn lines_fit_the_terminal() {
        let play = Notation::Iccs.write_line(&Board::startpos(), &play());
        for (width, text) in [
            (None, " h2e2 h9g7 h0g2 i9h9 i0h0"),
            (Some(25), " h2e2 h9g7 h0g2 i9h9 i0h0"),
            (Some(24), " h2e2 h9g7 h0g2 i9h9 .."),
            (Some(0), " h2e2 .."),
        ] {
            assert_eq!(cut(&play, 5, width), text);
        }
        assert_eq!(cut(&[], 5, Some(0)), "");
        let rows = [" h2e2 h9g7", " h0g2 i9h9", " i0h0"];
        assert_eq!(wrap(&play, 5, Some(12)), rows);
        assert_eq!(wrap(&play, 5, None), [" h2e2 h9g7 h0g2 i9h9 i0h0"]);
        assert!(wrap(&[], 5, None).is_empty());
        let chinese = Notation::Chinese.write_line(&Board::startpos(), &self::play());
        assert_eq!(cut(&chinese, 9, Some(27)), " 炮二平五 马８进７ ..");
    }

    #[test]
    fn columns_stand_under_their_headings() {
        for ranks in [false, true] {
            let mut table = TextTable {
                out: Vec::new(),
                width: Some(100),
                ranks,
                notation: Notation::Iccs,
                board: Board::startpos(),
                headed: false,
            };
            let line = PvLine {
                depth: 8,
                rank: 2,
                pv: play(),
                ..PvLine::default()
            };
            assert!(table.write_line(&line).is_ok());
            let text = String::from_utf8(table.out).unwrap();
            let (head, row) = text.split_once('\n').unwrap();
            let end = |row: &str, word: &str| row.find(word).map(|at| at + word.len());
            assert_eq!(head.find("line"), row.find("h2e2"), "{text}");
            assert_eq!(end(head, "  time"), end(row, "0.000"), "{text}");
        }
    }
}
