//! UCCI, as an engine is spoken to.

use std::time::Duration;

use super::{Best, Dialect, Heard, Offered, info};
use crate::arena::control::Thinking;
use crate::board::{Board, Move};
use crate::rules::Game;

/// An engine that speaks UCCI.
#[derive(Clone, Debug)]
pub struct Ucci {
    /// It counts milliseconds when told to, otherwise seconds.
    milliseconds: bool,
    /// It has a button to forget the last game.
    new_game: bool,
    /// The option that lets it play from a book.
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

    fn amount(&self, time: Duration) -> u128 {
        match self.milliseconds {
            true => time.as_millis(),
            false => time.as_secs().into(),
        }
    }
}

impl Dialect for Ucci {
    fn prepare(&self) -> Vec<String> {
        let milliseconds = || self.set_option("usemillisec", "true");
        let no_book = self.book.iter().map(|name| self.set_option(name, "false"));
        let milliseconds = self.milliseconds.then(milliseconds);
        milliseconds.into_iter().chain(no_book).collect()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        format!("setoption {name} {value}").trim_end().to_owned()
    }

    fn new_game(&mut self) -> Vec<String> {
        let button = || self.set_option("newgame", "");
        self.new_game.then(button).into_iter().collect()
    }

    /// The position after the last capture and the moves since, as the protocol wants it: what can be
    /// repeated, and no more.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let mut board = game.start().clone();
        let (mut start, mut first) = (board.clone(), 0);
        for (index, &mv) in game.moves().iter().enumerate() {
            if board.make(mv).captured().is_some() {
                (start, first) = (board.clone(), index + 1);
            }
        }
        vec![position(&start, &game.moves()[first..])]
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        vec![match *thinking {
            Thinking::Clock {
                side,
                left,
                increment,
            } => {
                let (mine, theirs) = (left[side.index()], left[(!side).index()]);
                let (mine, theirs) = (self.amount(mine), self.amount(theirs));
                let increment = self.amount(increment);
                format!(
                    "go time {mine} increment {increment} opptime {theirs} oppincrement {increment}"
                )
            }
            // The protocol has no time for a single move: all of a clock that ends with it.
            Thinking::MoveTime(time) => format!("go time {} movestogo 1", self.amount(time)),
            Thinking::Nodes(nodes) => format!("go nodes {nodes}"),
            Thinking::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> Heard {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["info", ..] => info::read(line),
            ["nobestmove", ..] => Heard::Best(Best::Nothing),
            ["bestmove", .., "resign"] => Heard::Best(Best::Resign),
            ["bestmove", mv, ..] => Heard::Best(mv.parse().map_or(Best::Nothing, Best::Move)),
            ["bestmove"] => Heard::Best(Best::Nothing),
            _ => Heard::Other,
        }
    }
}

fn position(start: &Board, moves: &[Move]) -> String {
    let mut text = format!("position fen {}", start.to_fen());
    for (index, mv) in moves.iter().enumerate() {
        text += if index == 0 { " moves " } else { " " };
        text += &mv.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn ucci(options: &[&str]) -> Ucci {
        let options = options.iter().map(|&name| (name.to_owned(), String::new()));
        Ucci::new(&Offered {
            options: options.collect(),
            ..Offered::default()
        })
    }

    #[test]
    fn what_is_said_depends_on_what_was_offered() {
        let mut full = ucci(&["UseMilliSec", "newgame"]);
        assert_eq!(full.prepare(), ["setoption usemillisec true"]);
        assert_eq!(full.new_game(), ["setoption newgame"]);
        assert_eq!(full.set_option("hashsize", "16"), "setoption hashsize 16");
        let bookish = ucci(&["usebook"]);
        assert_eq!(bookish.prepare(), ["setoption usebook false"]);
        let mut bare = ucci(&[]);
        assert!(bare.prepare().is_empty() && bare.new_game().is_empty());
        let thinking = Thinking::Clock {
            side: Color::Black,
            left: [Duration::from_millis(9_999), Duration::from_millis(2_500)],
            increment: Duration::from_millis(30),
        };
        assert_eq!(
            full.go(&thinking),
            ["go time 2500 increment 30 opptime 9999 oppincrement 30"]
        );
        assert_eq!(
            bare.go(&thinking),
            ["go time 2 increment 0 opptime 9 oppincrement 0"]
        );
        let second = Thinking::MoveTime(Duration::from_secs(1));
        assert_eq!(full.go(&second), ["go time 1000 movestogo 1"]);
        assert_eq!(full.go(&Thinking::Nodes(500)), ["go nodes 500"]);
        assert_eq!(full.go(&Thinking::Depth(7)), ["go depth 7"]);
    }

    #[test]
    fn a_position_begins_after_the_last_capture() {
        let mut game = Game::new(Board::startpos());
        let mut dialect = ucci(&[]);
        assert!(!dialect.position(&game)[0].contains("moves"));
        for mv in ["h2e2", "h9g7", "e2e6", "a9a8"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        assert_eq!(
            dialect.position(&game),
            [
                "position fen rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2 moves a9a8"
            ]
        );
    }

    #[test]
    fn answers_are_read() {
        let mv = |text: &str| Heard::Best(Best::Move(text.parse().unwrap()));
        for (line, heard) in [
            ("bestmove h2e2", mv("h2e2")),
            ("bestmove h2e2 ponder h9g7 draw", mv("h2e2")),
            ("bestmove h2e2 resign", Heard::Best(Best::Resign)),
            ("bestmove resign", Heard::Best(Best::Resign)),
            ("bestmove banana", Heard::Best(Best::Nothing)),
            ("bestmove", Heard::Best(Best::Nothing)),
            ("nobestmove", Heard::Best(Best::Nothing)),
            ("bestmoves", Heard::Other),
            ("", Heard::Other),
        ] {
            assert_eq!(ucci(&[]).read(line), heard, "{line}");
        }
    }
}
