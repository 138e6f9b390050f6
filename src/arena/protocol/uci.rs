//! The messages of UCI, with xiangqi moves, to an engine.
//!
//! Engines for xiangqi alone (Pikafish, Cyclone) count ranks from 0, as UCCI does. Engines for many variants
//! (Fairy-Stockfish) count from 1 to 10 and have an option `UCI_Variant`. So an engine that
//! announces several variants is taken to count from 1.

use super::codec::position_line;
use super::{Announcement, ParsedLine, ProtocolCodec, info};
use crate::arena::control::{GoParameters, TimeControl};
use crate::board::{Move, Square};
use crate::rules::Game;

/// A UCI engine.
#[derive(Clone, Debug)]
pub struct Uci {
    /// True if `UCI_Variant` must be set to xiangqi, because the engine announces that value.
    sets_variant: bool,
    /// The number of red's first rank in moves, 0 or 1.
    first_rank: u8,
    /// The name of the option that switches the opening book.
    book_option: Option<String>,
}

impl Uci {
    /// Creates it from the engine's announcement. `first_rank` is the number of red's first rank, `None` to infer it
    /// from the options.
    pub fn new(announced: &Announcement, first_rank: Option<u8>) -> Uci {
        let line = announced.option_line("UCI_Variant").unwrap_or_default();
        let has_xiangqi = line.split_ascii_whitespace().any(|word| word == "xiangqi");
        let (_, games) = line.split_once(" combo ").unwrap_or_default();
        let mut games = games.split_ascii_whitespace();
        let has_others = games.any(|word| !["default", "var", "xiangqi"].contains(&word));
        Uci {
            sets_variant: has_xiangqi,
            first_rank: first_rank.unwrap_or((has_xiangqi && has_others).into()),
            book_option: announced.book_option().map(str::to_owned),
        }
    }

    /// Formats a move with the engine's numbers of the ranks.
    fn format_move(&self, mv: Move) -> String {
        let square = |square: Square| {
            let file = char::from(b'a' + square.file());
            format!("{file}{}", square.rank() + self.first_rank)
        };
        square(mv.from()) + &square(mv.to())
    }

    /// Parses the text of a move, `None` if it is none.
    fn parse_move(&self, text: &str) -> Option<Move> {
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

impl ProtocolCodec for Uci {
    fn prepare(&self) -> Vec<String> {
        let xiangqi = || self.set_option("UCI_Variant", "xiangqi");
        let book = self.book_option.as_ref();
        let book = book.map(|name| self.set_option(name, "false"));
        let variant = self.sets_variant.then(xiangqi);
        variant.into_iter().chain(book).collect()
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
        let moves = game.moves().iter().map(|&mv| self.format_move(mv));
        vec![position_line(&game.start().to_fen(), moves)]
    }

    fn go(&mut self, parameters: &GoParameters) -> Vec<String> {
        vec![match parameters.control {
            TimeControl::Clock { increment, .. } => {
                let [red, black] = parameters.left.map(|left| left.as_millis());
                format!("go wtime {red} btime {black} winc {increment} binc {increment}")
            }
            TimeControl::MoveTime(time) => format!("go movetime {time}"),
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> ParsedLine {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("info"), _) => info::read(line),
            (Some("bestmove"), Some("resign")) => ParsedLine::Resign,
            (Some("bestmove"), mv) => {
                let mv = mv.and_then(|text| self.parse_move(text));
                mv.map_or(ParsedLine::InvalidAnswer, ParsedLine::Move)
            }
            _ => ParsedLine::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::codec::black_to_move;
    use super::*;
    use crate::board::Board;

    fn uci(name: &str, line: &str) -> Uci {
        let options = vec![(name.to_owned(), line.to_owned())];
        let features = Vec::new();
        Uci::new(&Announcement { options, features }, None)
    }

    /// As Fairy-Stockfish, with ranks from 1.
    fn fairy() -> Uci {
        let line = "option name UCI_Variant type combo default chess var chess var xiangqi";
        uci("UCI_Variant", line)
    }

    /// Without options, with ranks from 0.
    fn plain() -> Uci {
        Uci::new(&Announcement::default(), None)
    }

    #[test]
    fn ranks_are_numbered_as_in_the_engine() {
        for (zero, one) in [("a9b9", "a10b10"), ("h0g2", "h1g3"), ("e8e9", "e9e10")] {
            let mv: Move = zero.parse().unwrap();
            let texts = [plain(), fairy()].map(|engine| engine.format_move(mv));
            assert_eq!(texts, [zero, one]);
            let moves = [plain().parse_move(zero), fairy().parse_move(one)];
            assert_eq!(moves, [Some(mv); 2]);
        }
        for text in [
            "", "a", "a1", "a0a1", "a1a11", "a1a1", "(none)", "0000", "a1b-1", "é1a2",
        ] {
            assert_eq!(fairy().parse_move(text), None, "{text}");
        }
        assert_eq!(plain().parse_move("a10a9"), None);
        let explicit = Uci::new(&Announcement::default(), Some(1));
        assert_eq!(explicit.format_move("a0a1".parse().unwrap()), "a1a2");
    }

    #[test]
    fn an_engine_for_xiangqi_alone_numbers_ranks_from_zero() {
        let line = "option name UCI_Variant type combo default xiangqi var xiangqi";
        let chuhe = uci("UCI_Variant", line);
        assert_eq!(chuhe.format_move("a0a1".parse().unwrap()), "a0a1");
        assert_eq!(chuhe.prepare().len(), 1);
    }

    #[test]
    fn lines_to_the_engine_are_written() {
        assert!(plain().prepare().is_empty());
        for (lines, expected) in [
            (fairy().prepare(), "UCI_Variant value xiangqi"),
            (uci("OwnBook", "").prepare(), "OwnBook value false"),
            (vec![fairy().set_option("Clear Hash", "")], "Clear Hash"),
        ] {
            assert_eq!(lines, [format!("setoption name {expected}")]);
        }
        let mut game = Game::new(Board::startpos());
        game.play("h2e2".parse().unwrap()).unwrap();
        game.play("h9g7".parse().unwrap()).unwrap();
        let start = Board::startpos().to_fen();
        let expected = format!("position fen {start} moves h3e3 h10g8");
        assert_eq!(fairy().position(&game), [expected]);
        let (base, increment) = (0, 30);
        let clock = TimeControl::Clock { base, increment };
        for (control, line) in [
            (clock, "go wtime 9999 btime 62500 winc 30 binc 30"),
            (TimeControl::MoveTime(1_000), "go movetime 1000"),
        ] {
            assert_eq!(plain().go(&black_to_move(control)), [line]);
        }
    }

    #[test]
    fn answers_are_parsed() {
        let mv = ParsedLine::Move("h2e2".parse().unwrap());
        assert_eq!(fairy().read("bestmove h3e3 ponder h10g8"), mv);
        assert_eq!(plain().read("bestmove h2e2"), mv);
        for line in ["bestmove (none)", "bestmove", "bestmove 0000"] {
            assert_eq!(plain().read(line), ParsedLine::InvalidAnswer, "{line}");
        }
        assert_eq!(plain().read("readyok"), ParsedLine::Other);
    }
}
