//! UCCI, as an engine is spoken to.

use super::interface::position_line;
use super::{Dialect, Heard, Offered, info};
use crate::arena::control::{Control, Thinking};
use crate::board::Color;
use crate::rules::Game;

/// An engine that speaks UCCI.
#[derive(Clone, Debug)]
pub struct Ucci {
    /// True if it can count milliseconds; otherwise it counts seconds.
    milliseconds: bool,
    /// True if it has a button to forget the last game.
    new_game: bool,
    /// The option that switches the book.
    book: Option<String>,
}

impl Ucci {
    /// An engine that has offered these options.
    pub fn new(offered: &Offered) -> Ucci {
        Ucci {
            milliseconds: offered.line("usemillisec").is_some(),
            new_game: offered.line("newgame").is_some(),
            book: offered.book_switch().map(str::to_owned),
        }
    }

    /// Milliseconds in the unit of the engine.
    fn amount(&self, milliseconds: u64) -> u64 {
        milliseconds / if self.milliseconds { 1 } else { 1000 }
    }
}

impl Dialect for Ucci {
    fn prepare(&self) -> Vec<String> {
        let milliseconds = || self.set_option("usemillisec", "true");
        let mut lines: Vec<String> = self.milliseconds.then(milliseconds).into_iter().collect();
        lines.extend(self.book.iter().map(|name| self.set_option(name, "false")));
        lines
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        format!("setoption {name} {value}").trim_end().to_owned()
    }

    fn new_game(&mut self) -> Vec<String> {
        let button = || self.set_option("newgame", "");
        self.new_game.then(button).into_iter().collect()
    }

    /// The position after the last capture and the moves since, as the protocol demands: all that can be repeated.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let mut board = game.start().clone();
        let (mut start, mut first) = (board.clone(), 0);
        for (index, &mv) in game.moves().iter().enumerate() {
            if board.make(mv).captured().is_some() {
                (start, first) = (board.clone(), index + 1);
            }
        }
        let moves = game.moves()[first..].iter().map(ToString::to_string);
        vec![position_line(&start.to_fen(), moves)]
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        let Thinking {
            control,
            side,
            left,
        } = *thinking;
        vec![match control {
            Control::Clock { increment, .. } => {
                let left = |side: Color| self.amount(left[side.index()].as_millis() as u64);
                let (mine, theirs, increment) = (left(side), left(!side), self.amount(increment));
                format!(
                    "go time {mine} increment {increment} opptime {theirs} oppincrement {increment}"
                )
            }
            // The protocol has no time for a single move: all of a clock that ends with it.
            Control::MoveTime(time) => format!("go time {} movestogo 1", self.amount(time)),
            Control::Nodes(nodes) => format!("go nodes {nodes}"),
            Control::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> Heard {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["info", ..] => info::read(line),
            ["bestmove", .., "resign"] => Heard::Resign,
            ["bestmove", mv, ..] => mv.parse().map_or(Heard::Nothing, Heard::Move),
            ["bestmove"] | ["nobestmove", ..] => Heard::Nothing,
            _ => Heard::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use std::time::Duration;

    fn ucci(options: &[&str]) -> Ucci {
        let options = options.iter().map(|&name| (name.to_owned(), String::new()));
        let (options, features) = (options.collect(), Vec::new());
        Ucci::new(&Offered { options, features })
    }

    #[test]
    fn lines_depend_on_what_was_offered() {
        let mut full = ucci(&["UseMilliSec", "newgame"]);
        assert_eq!(full.prepare(), ["setoption usemillisec true"]);
        assert_eq!(full.new_game(), ["setoption newgame"]);
        assert_eq!(full.set_option("hashsize", "16"), "setoption hashsize 16");
        assert_eq!(ucci(&["usebook"]).prepare(), ["setoption usebook false"]);
        let mut bare = ucci(&[]);
        assert!(bare.prepare().is_empty() && bare.new_game().is_empty());
        let (base, increment) = (0, 30);
        let clock = Control::Clock { base, increment };
        let go = |engine: &mut Ucci, control| {
            let (side, left) = (Color::Black, [9_999, 2_500].map(Duration::from_millis));
            engine.go(&Thinking {
                control,
                side,
                left,
            })
        };
        let seconds = "go time 2 increment 0 opptime 9 oppincrement 0";
        assert_eq!(go(&mut bare, clock), [seconds]);
        for (control, line) in [
            (
                clock,
                "go time 2500 increment 30 opptime 9999 oppincrement 30",
            ),
            (Control::MoveTime(1_000), "go time 1000 movestogo 1"),
            (Control::Nodes(500), "go nodes 500"),
            (Control::Depth(7), "go depth 7"),
        ] {
            assert_eq!(go(&mut full, control), [line]);
        }
    }

    #[test]
    fn a_position_begins_after_the_last_capture() {
        let mut game = Game::new(Board::startpos());
        let mut dialect = ucci(&[]);
        assert!(!dialect.position(&game)[0].contains("moves"));
        for mv in ["h2e2", "h9g7", "e2e6", "a9a8"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let start = "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2";
        let expected = format!("position fen {start} moves a9a8");
        assert_eq!(dialect.position(&game), [expected]);
    }

    #[test]
    fn answers_are_read() {
        let mv = Heard::Move("h2e2".parse().unwrap());
        for (line, heard) in [
            ("bestmove h2e2", mv.clone()),
            ("bestmove h2e2 ponder h9g7 draw", mv),
            ("bestmove h2e2 resign", Heard::Resign),
            ("bestmove resign", Heard::Resign),
            ("bestmove banana", Heard::Nothing),
            ("bestmove", Heard::Nothing),
            ("nobestmove", Heard::Nothing),
            ("bestmoves", Heard::Other),
            ("", Heard::Other),
        ] {
            assert_eq!(ucci(&[]).read(line), heard, "{line}");
        }
    }
}
