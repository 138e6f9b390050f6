//! XBoard's protocol (CECP 2), as an engine is spoken to.
//!
//! Such an engine keeps the game itself: it is told of the opponent's moves, not of positions, and it has
//! made its own as it tells them. It is always held in `force` until it is to think, so that it never
//! does so unasked. Its FEN has the letters H and E for horse and elephant and no fields of other games.

use std::cell::Cell;

use super::{Best, Dialect, Heard, Offered};
use crate::arena::control::Thinking;
use crate::board::{Board, Color, Move};
use crate::rules::Game;

/// A mate in n moves is told as this and n more; our own scores count down from a smaller number.
const FOREIGN_MATE: i32 = 100_000;
/// A mate is worth so much, less the moves to it.
const MATE: i32 = 30_000;

/// An engine that speaks XBoard's protocol.
#[derive(Debug)]
pub struct XBoard {
    /// Moves are announced by a word.
    usermove: bool,
    /// It wants moves in the notation of chess books.
    san: bool,
    /// It wants to be told the clocks.
    time: bool,
    /// It tells when it has done what it was told.
    ping: bool,
    /// It can be told how much memory to use.
    memory: bool,
    /// It can be told how many processors to use.
    smp: bool,
    /// It can play another game after the first.
    reuse: bool,
    /// The number of the last ping.
    pings: Cell<u32>,
    /// How many moves of the game it knows; `None` before it knows where the game begins.
    told: Option<usize>,
    /// Whether it has been told how long it may think in this game.
    timed: bool,
}

impl XBoard {
    /// An engine that has told these features.
    ///
    /// # Errors
    /// When it lacks what a match cannot do without.
    pub fn new(offered: &Offered) -> Result<XBoard, String> {
        let is_on = |name: &str, usual: bool| match offered.feature(name) {
            Some(value) => value == "1",
            None => usual,
        };
        if !is_on("setboard", false) {
            return Err("it has no setboard, so it cannot be shown an opening".to_owned());
        }
        let variants = offered.feature("variants").unwrap_or("xiangqi");
        if !variants
            .split(',')
            .any(|variant| variant.trim() == "xiangqi")
        {
            return Err(format!("it does not play xiangqi, but {variants}"));
        }
        Ok(XBoard {
            usermove: is_on("usermove", false),
            san: is_on("san", false),
            time: is_on("time", true),
            ping: is_on("ping", false),
            memory: is_on("memory", false),
            smp: is_on("smp", false),
            reuse: is_on("reuse", true),
            pings: Cell::new(0),
            told: None,
            timed: false,
        })
    }

    /// How it is told, once a game, how long it may think.
    fn terms(&self, thinking: &Thinking) -> Vec<String> {
        match *thinking {
            Thinking::Clock {
                side,
                left,
                increment,
            } => {
                let base = left[side.index()].as_secs();
                let (minutes, seconds) = (base / 60, base % 60);
                let increment = increment.as_secs_f64();
                vec![format!("level 0 {minutes}:{seconds:02} {increment}")]
            }
            Thinking::MoveTime(time) => vec![format!("st {}", time.as_secs_f64())],
            Thinking::Depth(depth) => vec![format!("sd {depth}")],
            // The protocol counts no nodes; a match that wants it to is refused before it begins.
            Thinking::Nodes(_) => Vec::new(),
        }
    }
}

impl Dialect for XBoard {
    fn prepare(&self) -> Vec<String> {
        // Who wants moves in another notation has to be told that they will not come so.
        let refusal = || "rejected san".to_owned();
        self.san.then(refusal).into_iter().collect()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match name {
            "memory" if self.memory => format!("memory {value}"),
            "cores" if self.smp => format!("cores {value}"),
            _ if value.is_empty() => format!("option {name}"),
            _ => format!("option {name}={value}"),
        }
    }

    fn new_game(&mut self) -> Vec<String> {
        (self.told, self.timed) = (None, false);
        ["new", "variant xiangqi", "force", "easy", "post"]
            .map(str::to_owned)
            .to_vec()
    }

    /// The beginning of the game at first, later what has been played and it does not know yet.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let mut lines = vec!["force".to_owned()];
        if self.told.is_none() && game.start().to_fen() != Board::startpos().to_fen() {
            lines.push(format!("setboard {}", fen(game.start())));
        }
        let unknown = game.moves().iter().skip(self.told.unwrap_or(0));
        let word = if self.usermove { "usermove " } else { "" };
        lines.extend(unknown.map(|mv| format!("{word}{mv}")));
        self.told = Some(game.moves().len());
        lines
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        let mut lines = match self.timed {
            true => Vec::new(),
            false => self.terms(thinking),
        };
        self.timed = true;
        if let Thinking::Clock { side, left, .. } = *thinking
            && self.time
        {
            let hundredths = |side: Color| left[side.index()].as_millis() / 10;
            lines.push(format!("time {}", hundredths(side)));
            lines.push(format!("otim {}", hundredths(!side)));
        }
        lines.push("go".to_owned());
        lines
    }

    fn stop(&self) -> &'static str {
        "?"
    }

    fn ready(&self) -> Option<(String, String)> {
        let number = self.pings.get() + 1;
        self.pings.set(number);
        self.ping
            .then(|| (format!("ping {number}"), format!("pong {number}")))
    }

    /// What it says of a game that it takes for finished may still be in the pipe, and the first moves
    /// may take their time.
    fn waits_before_go(&self) -> bool {
        self.ping
    }

    fn objects(&self, line: &str) -> bool {
        line.starts_with("Illegal move") || line.starts_with("tellusererror Illegal")
    }

    fn is_reusable(&self) -> bool {
        self.reuse
    }

    fn read(&mut self, line: &str) -> Heard {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["move", text] | ["My", "move", "is:", text] => {
                let Ok(mv) = text.parse::<Move>() else {
                    return Heard::Best(Best::Nothing);
                };
                // It has made the move as it told it.
                self.told = self.told.map(|told| told + 1);
                Heard::Best(Best::Move(mv))
            }
            ["move", ..] => Heard::Best(Best::Nothing),
            _ if self.objects(line) => Heard::Best(Best::Nothing),
            ["resign", ..] => Heard::Best(Best::Resign),
            // That the game is over is for the referee to say.
            ["1-0" | "0-1" | "1/2-1/2", ..] => Heard::Best(Best::Nothing),
            [depth, score, time, nodes, ..] => thought(depth, score, time, nodes),
            _ => Heard::Other,
        }
    }
}

/// A line of thinking: depth in plies, score in hundredths of a pawn, time and nodes. Some engines put
/// a mark behind the depth.
fn thought(depth: &str, score: &str, time: &str, nodes: &str) -> Heard {
    let depth = depth.trim_end_matches(|letter: char| letter.is_ascii_punctuation());
    match (
        depth.parse(),
        score.parse(),
        time.parse::<u64>(),
        nodes.parse::<u64>(),
    ) {
        (Ok(depth), Ok(score), Ok(_), Ok(_)) => Heard::Info {
            depth: Some(depth),
            score: Some(ours(score)),
        },
        _ => Heard::Other,
    }
}

/// A score as the other protocols tell it.
fn ours(score: i32) -> i32 {
    let size = score.saturating_abs();
    match size >= FOREIGN_MATE {
        true => score.signum() * (MATE - (size - FOREIGN_MATE).min(MATE / 2)),
        false => score.clamp(-MATE / 2, MATE / 2),
    }
}

/// A position in the letters that XBoard uses.
fn fen(board: &Board) -> String {
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    let letter = |letter| match letter {
        'N' => 'H',
        'n' => 'h',
        'B' => 'E',
        'b' => 'e',
        other => other,
    };
    let placement: String = fields[0].chars().map(letter).collect();
    let side = fields[1];
    let (quiet, number) = (board.quiet_plies(), board.move_number());
    format!("{placement} {side} {quiet} {number}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn xboard(features: &str) -> XBoard {
        XBoard::new(&offered(features)).unwrap()
    }

    fn offered(features: &str) -> Offered {
        let mut offered = Offered::default();
        offered.hear(
            super::super::Protocol::XBoard,
            &format!("feature {features}"),
        );
        offered
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Board::startpos());
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn who_cannot_do_what_is_needed_is_refused() {
        let refusal = |features: &str| XBoard::new(&offered(features)).unwrap_err();
        assert!(refusal("ping=1").contains("setboard"));
        assert!(refusal("setboard=1 variants=\"normal,shogi\"").contains("normal,shogi"));
        assert!(XBoard::new(&offered("setboard=1")).is_ok());
    }

    #[test]
    fn an_engine_is_told_only_what_it_does_not_know() {
        let mut engine = xboard("setboard=1 usermove=1 variants=\"normal,xiangqi\"");
        assert_eq!(engine.new_game()[..2], ["new", "variant xiangqi"]);
        assert_eq!(
            engine.position(&game(&["h2e2"])),
            ["force", "usermove h2e2"]
        );
        let mv = |text: &str| Heard::Best(Best::Move(text.parse().unwrap()));
        assert_eq!(engine.read("move h9g7"), mv("h9g7"));
        let later = game(&["h2e2", "h9g7", "h0g2"]);
        assert_eq!(engine.position(&later), ["force", "usermove h0g2"]);
        // The next game begins anew, and elsewhere.
        engine.new_game();
        let mut bare = xboard("setboard=1");
        let board = Board::from_fen("3ak1b2/9/9/9/9/9/9/9/4A4/3K1N3 b - - 4 31").unwrap();
        let other = Game::new(board);
        let setboard = "setboard 3ak1e2/9/9/9/9/9/9/9/4A4/3K1H3 b 4 31";
        assert_eq!(engine.position(&other), ["force", setboard]);
        assert_eq!(bare.position(&game(&["h2e2"])), ["force", "h2e2"]);
    }

    #[test]
    fn how_long_it_may_think_is_said_once_and_the_clocks_each_time() {
        let mut engine = xboard("setboard=1");
        let thinking = Thinking::Clock {
            side: Color::Black,
            left: [Duration::from_millis(9_999), Duration::from_millis(62_500)],
            increment: Duration::from_millis(30),
        };
        assert_eq!(
            engine.go(&thinking),
            ["level 0 1:02 0.03", "time 6250", "otim 999", "go"]
        );
        assert_eq!(engine.go(&thinking), ["time 6250", "otim 999", "go"]);
        let mut engine = xboard("setboard=1 time=0");
        assert_eq!(engine.go(&thinking), ["level 0 1:02 0.03", "go"]);
        engine.new_game();
        assert_eq!(
            engine.go(&Thinking::MoveTime(Duration::from_millis(1_500))),
            ["st 1.5", "go"]
        );
        engine.new_game();
        assert_eq!(engine.go(&Thinking::Depth(7)), ["sd 7", "go"]);
    }

    #[test]
    fn options_and_questions() {
        assert_eq!(xboard("setboard=1 san=1").prepare(), ["rejected san"]);
        assert!(xboard("setboard=1").prepare().is_empty());
        let engine = xboard("setboard=1 memory=1 ping=1 reuse=0");
        assert_eq!(engine.set_option("memory", "32"), "memory 32");
        assert_eq!(engine.set_option("cores", "2"), "option cores=2");
        assert_eq!(engine.set_option("Clear", ""), "option Clear");
        assert_eq!(
            engine.ready(),
            Some(("ping 1".to_owned(), "pong 1".to_owned()))
        );
        assert_eq!(
            engine.ready(),
            Some(("ping 2".to_owned(), "pong 2".to_owned()))
        );
        assert!(!engine.is_reusable());
        assert_eq!(xboard("setboard=1").ready(), None);
    }

    #[test]
    fn what_it_says_is_understood() {
        let mut engine = xboard("setboard=1");
        let mut read = |line: &str| engine.read(line);
        let info = |depth, score| Heard::Info {
            depth: Some(depth),
            score: Some(score),
        };
        assert_eq!(read("  7     2     50     90793  1. ... Hc7"), info(7, 2));
        assert_eq!(read("9. -31 5 17 b9c7"), info(9, -31));
        assert_eq!(read("9 100003 5 17 b9c7"), info(9, 29_997));
        assert_eq!(read("9 -100002 5 17"), info(9, -29_998));
        assert_eq!(read("9 32000 5 17"), info(9, 15_000));
        assert_eq!(read("resign"), Heard::Best(Best::Resign));
        for line in [
            "move banana",
            "move",
            "Illegal move: h2e2",
            "Illegal move (in check): h2e2",
            "1/2-1/2 {Draw by repetition}",
        ] {
            assert_eq!(read(line), Heard::Best(Best::Nothing), "{line}");
        }
        for line in [
            "",
            "# a remark",
            "pong 3",
            "offer draw",
            "tellics say hello you there",
            "9 up 3 4",
        ] {
            assert_eq!(read(line), Heard::Other, "{line}");
        }
    }
}
