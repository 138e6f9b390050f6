//! The messages of UCCI 3.0 to an engine.

use super::codec::position_line;
use super::{Announcement, ParsedLine, ProtocolCodec, info};
use crate::arena::control::{GoParameters, TimeControl};
use crate::rules::Game;

/// A UCCI engine.
#[derive(Clone, Debug)]
pub struct Ucci {
    /// True if the engine has the option `usemillisec`; without it, times are in seconds.
    has_milliseconds: bool,
    /// True if the engine has the button `newgame`.
    has_new_game: bool,
    /// The name of the option that switches the opening book.
    book_option: Option<String>,
}

impl Ucci {
    /// Creates it from what the engine has announced.
    pub fn new(announced: &Announcement) -> Ucci {
        Ucci {
            has_milliseconds: announced.option_line("usemillisec").is_some(),
            has_new_game: announced.option_line("newgame").is_some(),
            book_option: announced.book_option().map(str::to_owned),
        }
    }

    /// Converts milliseconds to the time unit of the engine.
    fn time_units(&self, milliseconds: u64) -> u64 {
        milliseconds / if self.has_milliseconds { 1 } else { 1000 }
    }
}

impl ProtocolCodec for Ucci {
    fn prepare(&self) -> Vec<String> {
        let milliseconds = || self.set_option("usemillisec", "true");
        let book = self.book_option.as_ref();
        let book = book.map(|name| self.set_option(name, "false"));
        let milliseconds = self.has_milliseconds.then(milliseconds);
        milliseconds.into_iter().chain(book).collect()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        format!("setoption {name} {value}").trim_end().to_owned()
    }

    fn new_game(&mut self) -> Vec<String> {
        let button = || self.set_option("newgame", "");
        self.has_new_game.then(button).into_iter().collect()
    }

    /// The position after the last capture and the moves since, as the protocol requires. Earlier positions cannot recur.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let quiet_plies = game.board().quiet_plies().into();
        let first = game.moves().len().saturating_sub(quiet_plies);
        let (before, since) = game.moves().split_at(first);
        let start = game.start().after_line(before);
        let moves = since.iter().map(ToString::to_string);
        vec![position_line(&start.to_fen(), moves)]
    }

    fn go(&mut self, parameters: &GoParameters) -> Vec<String> {
        vec![match parameters.control {
            TimeControl::Clock { increment, .. } => {
                let side = parameters.side;
                let [mine, theirs] = [side, !side]
                    .map(|side| self.time_units(parameters.left[side.index()].as_millis() as u64));
                let increment = self.time_units(increment);
                format!(
                    "go time {mine} increment {increment} opptime {theirs} oppincrement {increment}"
                )
            }
            // The protocol has no time for a single move. It is a clock that ends after this move.
            TimeControl::MoveTime(time) => format!("go time {} movestogo 1", self.time_units(time)),
            TimeControl::Nodes(nodes) => format!("go nodes {nodes}"),
            TimeControl::Depth(depth) => format!("go depth {depth}"),
        }]
    }

    fn read(&mut self, line: &str) -> ParsedLine {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["info", ..] => info::read(line),
            ["bestmove", .., "resign"] => ParsedLine::Resign,
            ["bestmove", mv, ..] => mv
                .parse()
                .map_or(ParsedLine::InvalidAnswer, ParsedLine::Move),
            ["bestmove"] | ["nobestmove", ..] => ParsedLine::InvalidAnswer,
            _ => ParsedLine::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::codec::black_to_move;
    use super::*;
    use crate::board::Board;

    fn ucci(options: &[&str]) -> Ucci {
        let options = options.iter().map(|&name| (name.to_owned(), String::new()));
        let (options, features) = (options.collect(), Vec::new());
        Ucci::new(&Announcement { options, features })
    }

    #[test]
    fn lines_depend_on_the_announced_options() {
        let mut full = ucci(&["UseMilliSec", "newgame"]);
        assert_eq!(full.prepare(), ["setoption usemillisec true"]);
        assert_eq!(full.new_game(), ["setoption newgame"]);
        assert_eq!(full.set_option("hashsize", "16"), "setoption hashsize 16");
        assert_eq!(ucci(&["usebook"]).prepare(), ["setoption usebook false"]);
        let mut bare = ucci(&[]);
        assert!(bare.prepare().is_empty() && bare.new_game().is_empty());
        let (base, increment) = (0, 30);
        let clock = TimeControl::Clock { base, increment };
        let go = |engine: &mut Ucci, control| engine.go(&black_to_move(control));
        let seconds = "go time 62 increment 0 opptime 9 oppincrement 0";
        assert_eq!(go(&mut bare, clock), [seconds]);
        for (control, line) in [
            (
                clock,
                "go time 62500 increment 30 opptime 9999 oppincrement 30",
            ),
            (TimeControl::MoveTime(1_000), "go time 1000 movestogo 1"),
            (TimeControl::Nodes(500), "go nodes 500"),
            (TimeControl::Depth(7), "go depth 7"),
        ] {
            assert_eq!(go(&mut full, control), [line]);
        }
    }

    #[test]
    fn a_position_begins_after_the_last_capture() {
        let mut game = Game::new(Board::startpos());
        let mut codec = ucci(&[]);
        assert!(!codec.position(&game)[0].contains("moves"));
        for mv in ["h2e2", "h9g7", "e2e6", "a9a8"] {
            game.play(mv.parse().unwrap()).unwrap();
        }
        let start = "rnbakab1r/9/1c4nc1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2";
        let expected = format!("position fen {start} moves a9a8");
        assert_eq!(codec.position(&game), [expected]);
    }

    #[test]
    fn answers_are_parsed() {
        let mv = ParsedLine::Move("h2e2".parse().unwrap());
        for (line, parsed) in [
            ("bestmove h2e2", mv.clone()),
            ("bestmove h2e2 ponder h9g7 draw", mv),
            ("bestmove h2e2 resign", ParsedLine::Resign),
            ("bestmove resign", ParsedLine::Resign),
            ("bestmove banana", ParsedLine::InvalidAnswer),
            ("bestmove", ParsedLine::InvalidAnswer),
            ("nobestmove", ParsedLine::InvalidAnswer),
            ("bestmoves", ParsedLine::Other),
            ("", ParsedLine::Other),
        ] {
            assert_eq!(ucci(&[]).read(line), parsed, "{line}");
        }
    }
}
