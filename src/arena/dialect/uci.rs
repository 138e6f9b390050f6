//! UCI with xiangqi moves, as an engine is spoken to.
//!
//! Engines for xiangqi alone (Pikafish, Cyclone) count ranks from 0, as UCCI does. Engines for many variants
//! (Fairy-Stockfish) count from 1 to 10 and have an option `UCI_Variant`. So an offer of several variants also
//! tells how ranks are counted.

use super::interface::position_line;
use super::{Dialect, Heard, Offered, info};
use crate::arena::control::{Control, Thinking};
use crate::board::{Move, Square};
use crate::rules::Game;

/// An engine that speaks UCI.
#[derive(Clone, Debug)]
pub struct Uci {
    /// True if xiangqi must be selected.
    variant: bool,
    /// The number of red's first rank, 0 or 1.
    first_rank: u8,
    /// The option that switches the book.
    book: Option<String>,
}

impl Uci {
    /// An engine that has offered these options. `first_rank` is the number of red's first rank,
    /// `None` to go by the options.
    pub fn new(offered: &Offered, first_rank: Option<u8>) -> Uci {
        let line = offered.line("UCI_Variant").unwrap_or_default();
        let has_xiangqi = line.split_ascii_whitespace().any(|word| word == "xiangqi");
        let (_, games) = line.split_once(" combo ").unwrap_or_default();
        let mut games = games.split_ascii_whitespace();
        let has_others = games.any(|word| !["default", "var", "xiangqi"].contains(&word));
        Uci {
            variant: has_xiangqi,
            first_rank: first_rank.unwrap_or((has_xiangqi && has_others).into()),
            book: offered.book_switch().map(str::to_owned),
        }
    }

    fn write(&self, mv: Move) -> String {
        let square = |square: Square| {
            let text = square.to_string();
            let (file, rank) = text.split_at(1);
            let rank = rank.parse::<u8>().unwrap_or_default() + self.first_rank;
            format!("{file}{rank}")
        };
        square(mv.from()) + &square(mv.to())
    }

    fn parse(&self, text: &str) -> Option<Move> {
        // The second file letter divides the two squares.
        let tail = text.get(1..)?;
        let divide = 1 + tail.find(|letter: char| letter.is_ascii_alphabetic())?;
        let square = |text: &str| {
            let (file, rank) = text.split_at_checked(1)?;
            let rank = rank.parse::<u8>().ok()?.checked_sub(self.first_rank)?;
            format!("{file}{rank}").parse::<Square>().ok()
        };
        let (from, to) = text.split_at_checked(divide)?;
        let (from, to) = (square(from)?, square(to)?);
        (from != to).then(|| Move::new(from, to))
    }
}

impl Dialect for Uci {
    fn prepare(&self) -> Vec<String> {
        let xiangqi = || self.set_option("UCI_Variant", "xiangqi");
        let mut lines: Vec<String> = self.variant.then(xiangqi).into_iter().collect();
        lines.extend(self.book.iter().map(|name| self.set_option(name, "false")));
        lines
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match value {
            "" => format!("setoption name {name}"),
            _ => format!("setoption name {name} value {value}"),
        }
    }

    fn new_game(&mut self) -> Vec<String> {
        vec!["ucinewgame".to_owned()]
    }

    fn position(&mut self, game: &Game) -> Vec<String> {
        let moves = game.moves().iter().map(|&mv| self.write(mv));
        vec![position_line(&game.start().to_fen(), moves)]
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        vec![match thinking.control {
            Control::Clock { increment, .. } => {
                let [red, black] = thinking.left.map(|left| left.as_millis());
                format!("go wtime {red} btime {black} winc {increment} binc {increment}")
            }
            Control::MoveTime(time) => format!("go movetime {time}"),
            Control::Nodes(nodes) => format!("go nodes {nodes}"),
            Control::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> Heard {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("info"), _) => info::read(line),
            (Some("bestmove"), Some("resign")) => Heard::Resign,
            (Some("bestmove"), mv) => {
                let mv = mv.and_then(|text| self.parse(text));
                mv.map_or(Heard::Nothing, Heard::Move)
            }
            _ => Heard::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color};
    use std::time::Duration;

    fn uci(name: &str, line: &str) -> Uci {
        let options = vec![(name.to_owned(), line.to_owned())];
        let features = Vec::new();
        Uci::new(&Offered { options, features }, None)
    }

    fn fairy() -> Uci {
        let line = "option name UCI_Variant type combo default chess var chess var xiangqi";
        uci("UCI_Variant", line)
    }

    fn plain() -> Uci {
        Uci::new(&Offered::default(), None)
    }

    #[test]
    fn ranks_are_counted_as_the_engine_counts_them() {
        for (zero, one) in [("a9b9", "a10b10"), ("h0g2", "h1g3"), ("e8e9", "e9e10")] {
            let mv: Move = zero.parse().unwrap();
            assert_eq!((&*plain().write(mv), &*fairy().write(mv)), (zero, one));
            assert_eq!(
                (plain().parse(zero), fairy().parse(one)),
                (Some(mv), Some(mv))
            );
        }
        for text in [
            "", "a", "a1", "a0a1", "a1a11", "a1a1", "(none)", "0000", "a1b-1", "é1a2",
        ] {
            assert_eq!(fairy().parse(text), None, "{text}");
        }
        assert_eq!(plain().parse("a10a9"), None);
        let told = Uci::new(&Offered::default(), Some(1));
        assert_eq!(told.write("a0a1".parse().unwrap()), "a1a2");
    }

    #[test]
    fn an_engine_for_xiangqi_alone_counts_from_zero() {
        let line = "option name UCI_Variant type combo default xiangqi var xiangqi";
        let chuhe = uci("UCI_Variant", line);
        assert_eq!(chuhe.write("a0a1".parse().unwrap()), "a0a1");
        assert_eq!(chuhe.prepare().len(), 1);
    }

    #[test]
    fn lines_to_the_engine() {
        assert!(plain().prepare().is_empty());
        assert_eq!(
            fairy().prepare(),
            ["setoption name UCI_Variant value xiangqi"]
        );
        assert_eq!(
            uci("OwnBook", "").prepare(),
            ["setoption name OwnBook value false"]
        );
        assert_eq!(
            fairy().set_option("Clear Hash", ""),
            "setoption name Clear Hash"
        );
        let mut game = Game::new(Board::startpos());
        game.play("h2e2".parse().unwrap()).unwrap();
        game.play("h9g7".parse().unwrap()).unwrap();
        let start = Board::startpos().to_fen();
        let expected = format!("position fen {start} moves h3e3 h10g8");
        assert_eq!(fairy().position(&game), [expected]);
        let (base, increment) = (0, 30);
        let (second, clock) = (Control::MoveTime(1_000), Control::Clock { base, increment });
        for (control, line) in [
            (clock, "go wtime 9999 btime 2500 winc 30 binc 30"),
            (second, "go movetime 1000"),
        ] {
            let (side, left) = (Color::Black, [9_999, 2_500].map(Duration::from_millis));
            assert_eq!(
                plain().go(&Thinking {
                    control,
                    side,
                    left
                }),
                [line]
            );
        }
    }

    #[test]
    fn answers_are_read() {
        let mv = Heard::Move("h2e2".parse().unwrap());
        assert_eq!(fairy().read("bestmove h3e3 ponder h10g8"), mv);
        assert_eq!(plain().read("bestmove h2e2"), mv);
        for line in ["bestmove (none)", "bestmove", "bestmove 0000"] {
            assert_eq!(plain().read(line), Heard::Nothing, "{line}");
        }
        assert_eq!(plain().read("readyok"), Heard::Other);
    }
}
