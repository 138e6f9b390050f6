//! UCI with xiangqi moves, as an engine is spoken to.
//!
//! Two customs differ in how they count ranks. Engines for xiangqi alone (Pikafish, Cyclone) count from
//! 0 as UCCI does. Engines for many variants (Fairy-Stockfish) count from 1 to 10, and are told which
//! game it is by `UCI_Variant`: so the offer of several variants also tells how they count.

use super::{Best, Dialect, Heard, Offered, info};
use crate::arena::control::Thinking;
use crate::board::{Color, Move, Square};
use crate::rules::Game;

/// An engine that speaks UCI.
#[derive(Clone, Debug)]
pub struct Uci {
    /// It wants to be told that this is xiangqi.
    variant: bool,
    /// What it calls red's first rank: 0 or 1.
    first_rank: u8,
    /// The option that lets it play from a book.
    book: Option<String>,
}

impl Uci {
    /// An engine that has offered these options. `first_rank` is what it calls red's first rank,
    /// `None` to go by the options.
    pub fn new(offered: &Offered, first_rank: Option<u8>) -> Uci {
        let offers_xiangqi =
            |line: &str| line.split_ascii_whitespace().any(|word| word == "xiangqi");
        let others = |line: &str| {
            let (_, games) = line.split_once(" combo ").unwrap_or_default();
            let mut games = games.split_ascii_whitespace();
            games.any(|word| !["default", "var", "xiangqi"].contains(&word))
        };
        let line = offered
            .line("UCI_Variant")
            .filter(|line| offers_xiangqi(line));
        Uci {
            variant: line.is_some(),
            first_rank: first_rank.unwrap_or(line.is_some_and(others).into()),
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
        let divide = text
            .get(1..)?
            .find(|letter: char| letter.is_ascii_alphabetic())?
            + 1;
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
        let no_book = self.book.iter().map(|name| self.set_option(name, "false"));
        self.variant
            .then(xiangqi)
            .into_iter()
            .chain(no_book)
            .collect()
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
        let mut text = format!("position fen {}", game.start().to_fen());
        for (index, &mv) in game.moves().iter().enumerate() {
            text += if index == 0 { " moves " } else { " " };
            text += &self.write(mv);
        }
        vec![text]
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        vec![match *thinking {
            Thinking::Clock {
                left, increment, ..
            } => {
                let [red, black] = [Color::Red, Color::Black].map(|side| left[side.index()]);
                let (red, black) = (red.as_millis(), black.as_millis());
                let increment = increment.as_millis();
                format!("go wtime {red} btime {black} winc {increment} binc {increment}")
            }
            Thinking::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Thinking::Nodes(nodes) => format!("go nodes {nodes}"),
            Thinking::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> Heard {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("info"), _) => info::read(line),
            (Some("bestmove"), Some("resign")) => Heard::Best(Best::Resign),
            (Some("bestmove"), mv) => {
                let mv = mv.and_then(|text| self.parse(text));
                Heard::Best(mv.map_or(Best::Nothing, Best::Move))
            }
            _ => Heard::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use std::time::Duration;

    fn fairy() -> Uci {
        let line = "option name UCI_Variant type combo default chess var chess var xiangqi";
        let options = vec![("UCI_Variant".to_owned(), line.to_owned())];
        Uci::new(
            &Offered {
                options,
                ..Offered::default()
            },
            None,
        )
    }

    fn plain() -> Uci {
        Uci::new(&Offered::default(), None)
    }

    #[test]
    fn ranks_are_counted_as_the_engine_counts_them() {
        for (text, zero, one) in [
            ("a9b9", "a9b9", "a10b10"),
            ("h0g2", "h0g2", "h1g3"),
            ("e8e9", "e8e9", "e9e10"),
        ] {
            let mv: Move = text.parse().unwrap();
            assert_eq!(
                (plain().write(mv), fairy().write(mv)),
                (zero.into(), one.into())
            );
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
        let options = vec![("UCI_Variant".to_owned(), line.to_owned())];
        let offered = Offered {
            options,
            ..Offered::default()
        };
        let chuhe = Uci::new(&offered, None);
        assert_eq!(chuhe.write("a0a1".parse().unwrap()), "a0a1");
        assert_eq!(chuhe.prepare().len(), 1);
    }

    #[test]
    fn what_is_said() {
        assert!(plain().prepare().is_empty());
        assert_eq!(
            fairy().prepare(),
            ["setoption name UCI_Variant value xiangqi"]
        );
        let options = vec![("OwnBook".to_owned(), String::new())];
        let offered = Offered {
            options,
            ..Offered::default()
        };
        assert_eq!(
            Uci::new(&offered, None).prepare(),
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
        let thinking = Thinking::Clock {
            side: Color::Black,
            left: [Duration::from_millis(9_999), Duration::from_millis(2_500)],
            increment: Duration::from_millis(30),
        };
        assert_eq!(
            plain().go(&thinking),
            ["go wtime 9999 btime 2500 winc 30 binc 30"]
        );
        let second = Thinking::MoveTime(Duration::from_secs(1));
        assert_eq!(plain().go(&second), ["go movetime 1000"]);
    }

    #[test]
    fn answers_are_read() {
        let mv = |text: &str| Heard::Best(Best::Move(text.parse().unwrap()));
        assert_eq!(fairy().read("bestmove h3e3 ponder h10g8"), mv("h2e2"));
        assert_eq!(plain().read("bestmove h2e2"), mv("h2e2"));
        for line in ["bestmove (none)", "bestmove", "bestmove 0000"] {
            assert_eq!(plain().read(line), Heard::Best(Best::Nothing), "{line}");
        }
        assert_eq!(plain().read("readyok"), Heard::Other);
    }
}
