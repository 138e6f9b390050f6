//! XBoard's protocol (CECP 2), as an engine is spoken to.
//!
//! Such an engine keeps the game itself: it receives the moves of its opponent instead of positions, and has made its
//! own. It is kept in `force` until it is to think. Its FEN has the letters H and E for horse and elephant and no
//! fields of other games.

use super::{Dialect, Heard, Offered, info};
use crate::arena::control::{Control, Thinking};
use crate::board::{Board, Color};
use crate::rules::Game;

/// The score of a mate is this and the moves to it.
const FOREIGN_MATE: i32 = 100_000;
/// The greatest score without a mate.
const MOST: i32 = 15_000;

/// An engine that speaks XBoard's protocol.
#[derive(Debug)]
pub struct XBoard {
    offered: Offered,
    /// The number of the last ping.
    pings: u32,
    /// Moves of the game that it knows; `None` before it knows the opening.
    told: Option<usize>,
    /// True if it knows the time control of the game.
    timed: bool,
}

impl XBoard {
    /// An engine that has announced these features.
    ///
    /// # Errors
    /// If it lacks a feature that a match needs.
    pub fn new(offered: &Offered) -> Result<XBoard, String> {
        if offered.feature("setboard") != Some("1") {
            return Err("it has no setboard, so it cannot be shown an opening".to_owned());
        }
        let variants = offered.feature("variants").unwrap_or("xiangqi");
        let mut games = variants.split(',').map(str::trim);
        if games.all(|game| game != "xiangqi") {
            return Err(format!("it does not play xiangqi, but {variants}"));
        }
        Ok(XBoard {
            offered: offered.clone(),
            pings: 0,
            told: None,
            timed: false,
        })
    }

    /// True if a feature is on. All but `time` and `reuse` are off unless announced.
    fn has(&self, feature: &str) -> bool {
        match self.offered.feature(feature) {
            Some(value) => value == "1",
            None => ["time", "reuse"].contains(&feature),
        }
    }

    /// The time control, which is sent once a game.
    fn terms(control: Control) -> Option<String> {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        match control {
            Control::Clock { base, increment } => {
                let (minutes, rest, increment) =
                    (base / 60_000, base / 1000 % 60, seconds(increment));
                Some(format!("level 0 {minutes}:{rest:02} {increment}"))
            }
            Control::MoveTime(time) => Some(format!("st {}", seconds(time))),
            Control::Depth(depth) => Some(format!("sd {depth}")),
            // The protocol counts no nodes; such a match is refused before it begins.
            Control::Nodes(_) => None,
        }
    }
}

impl Dialect for XBoard {
    fn prepare(&self) -> Vec<String> {
        // Moves will not be in the notation that it wants.
        let refusal = self.has("san").then(|| "rejected san".to_owned());
        refusal.into_iter().collect()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match name {
            "memory" if self.has("memory") => format!("memory {value}"),
            "cores" if self.has("smp") => format!("cores {value}"),
            _ if value.is_empty() => format!("option {name}"),
            _ => format!("option {name}={value}"),
        }
    }

    fn new_game(&mut self) -> Vec<String> {
        (self.told, self.timed) = (None, false);
        let lines = ["new", "variant xiangqi", "force", "easy", "post"];
        lines.map(str::to_owned).to_vec()
    }

    /// The opening at first, later the moves that it does not know yet.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let mut lines = vec!["force".to_owned()];
        if self.told.is_none() && game.start().to_fen() != Board::startpos().to_fen() {
            lines.push(format!("setboard {}", fen(game.start())));
        }
        let unknown = game.moves().iter().skip(self.told.unwrap_or(0));
        lines.extend(unknown.map(|mv| match self.has("usermove") {
            true => format!("usermove {mv}"),
            false => mv.to_string(),
        }));
        self.told = Some(game.moves().len());
        lines
    }

    fn go(&mut self, thinking: &Thinking) -> Vec<String> {
        let Thinking {
            control,
            side,
            left,
        } = *thinking;
        let terms = XBoard::terms(control).filter(|_| !self.timed);
        let mut lines: Vec<String> = terms.into_iter().collect();
        self.timed = true;
        if matches!(control, Control::Clock { .. }) && self.has("time") {
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

    fn ready(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        let ping = |number| (format!("ping {number}"), format!("pong {number}"));
        self.has("ping").then(|| ping(self.pings))
    }

    /// A message on a game that it takes for finished may still be in the pipe, and the first moves
    /// may take their time.
    fn waits_before_go(&self) -> bool {
        self.has("ping")
    }

    fn objects(&self, line: &str) -> bool {
        line.starts_with("Illegal move") || line.starts_with("tellusererror Illegal")
    }

    fn is_reusable(&self) -> bool {
        self.has("reuse")
    }

    fn read(&mut self, line: &str) -> Heard {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["move", text] | ["My", "move", "is:", text] => {
                let Ok(mv) = text.parse() else {
                    return Heard::Nothing;
                };
                // It has made the move itself.
                self.told = self.told.map(|told| told + 1);
                Heard::Move(mv)
            }
            _ if self.objects(line) => Heard::Nothing,
            ["resign", ..] => Heard::Resign,
            // The referee decides that a game is over.
            ["move" | "1-0" | "0-1" | "1/2-1/2", ..] => Heard::Nothing,
            [depth, score, time, nodes, ..] => thought(depth, score, time, nodes),
            _ => Heard::Other,
        }
    }
}

/// A line of thinking: depth in plies, score in hundredths of a pawn, time and nodes. Some engines put
/// a mark after the depth.
fn thought(depth: &str, score: &str, time: &str, nodes: &str) -> Heard {
    let depth = depth.trim_end_matches(|letter: char| letter.is_ascii_punctuation());
    let is_count = |text: &str| text.parse::<u64>().is_ok();
    match (depth.parse(), score.parse()) {
        (Ok(depth), Ok(score)) if is_count(time) && is_count(nodes) => Heard::Info {
            depth: Some(depth),
            score: Some(ours(score)),
        },
        _ => Heard::Other,
    }
}

/// A score in the units of the other protocols.
fn ours(score: i32) -> i32 {
    match score.saturating_abs() - FOREIGN_MATE {
        moves @ 0.. => -score.signum() * info::mate(-moves),
        _ => score.clamp(-MOST, MOST),
    }
}

/// A position in the letters that XBoard uses.
fn fen(board: &Board) -> String {
    let fen = board.to_fen();
    let (placement, rest) = fen.split_once(' ').unwrap_or_default();
    let placement = placement.replace('N', "H").replace('n', "h");
    let placement = placement.replace('B', "E").replace('b', "e");
    let side = rest.split(' ').next().unwrap_or_default();
    let (quiet, number) = (board.quiet_plies(), board.move_number());
    format!("{placement} {side} {quiet} {number}")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Protocol;
    use super::*;

    fn offered(features: &str) -> Offered {
        let mut offered = Offered::default();
        offered.hear(Protocol::XBoard, &format!("feature {features}"));
        offered
    }

    fn xboard(features: &str) -> XBoard {
        XBoard::new(&offered(features)).unwrap()
    }

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Board::startpos());
        for mv in moves {
            game.play(mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn engines_without_needed_features_are_refused() {
        let refusal = |features: &str| XBoard::new(&offered(features)).unwrap_err();
        assert!(refusal("ping=1").contains("setboard"));
        assert!(refusal("setboard=1 variants=\"normal,shogi\"").contains("normal,shogi"));
        assert!(XBoard::new(&offered("setboard=1")).is_ok());
    }

    #[test]
    fn only_unknown_moves_are_sent() {
        let mut engine = xboard("setboard=1 usermove=1 variants=\"normal,xiangqi\"");
        assert_eq!(engine.new_game()[..2], ["new", "variant xiangqi"]);
        let first = engine.position(&game(&["h2e2"]));
        assert_eq!(first, ["force", "usermove h2e2"]);
        let answer = Heard::Move("h9g7".parse().unwrap());
        assert_eq!(engine.read("move h9g7"), answer);
        let later = game(&["h2e2", "h9g7", "h0g2"]);
        assert_eq!(engine.position(&later), ["force", "usermove h0g2"]);
        // The next game begins from another opening.
        engine.new_game();
        let board = Board::from_fen("3ak1b2/9/9/9/9/9/9/9/4A4/3K1N3 b - - 4 31").unwrap();
        let setboard = "setboard 3ak1e2/9/9/9/9/9/9/9/4A4/3K1H3 b 4 31";
        assert_eq!(engine.position(&Game::new(board)), ["force", setboard]);
        let mut bare = xboard("setboard=1");
        assert_eq!(bare.position(&game(&["h2e2"])), ["force", "h2e2"]);
    }

    #[test]
    fn the_control_is_sent_once_and_the_clocks_each_time() {
        let mut engine = xboard("setboard=1");
        let go = |engine: &mut XBoard, control| {
            let (side, left) = (Color::Black, [9_999, 62_500].map(Duration::from_millis));
            engine.go(&Thinking {
                control,
                side,
                left,
            })
        };
        let (base, increment) = (62_500, 30);
        let clock = Control::Clock { base, increment };
        let all = ["level 0 1:02 0.03", "time 6250", "otim 999", "go"];
        assert_eq!(go(&mut engine, clock), all);
        assert_eq!(go(&mut engine, clock), all[1..]);
        let mut engine = xboard("setboard=1 time=0");
        for (control, line) in [
            (clock, all[0]),
            (Control::MoveTime(1_500), "st 1.5"),
            (Control::Depth(7), "sd 7"),
        ] {
            engine.new_game();
            assert_eq!(go(&mut engine, control), [line, "go"]);
        }
    }

    #[test]
    fn options_and_questions() {
        assert_eq!(xboard("setboard=1 san=1").prepare(), ["rejected san"]);
        assert!(xboard("setboard=1").prepare().is_empty());
        let mut engine = xboard("setboard=1 memory=1 ping=1 reuse=0");
        assert_eq!(engine.set_option("memory", "32"), "memory 32");
        assert_eq!(engine.set_option("cores", "2"), "option cores=2");
        assert_eq!(engine.set_option("Clear", ""), "option Clear");
        for (ping, pong) in [("ping 1", "pong 1"), ("ping 2", "pong 2")] {
            assert_eq!(engine.ready(), Some((ping.to_owned(), pong.to_owned())));
        }
        assert!(!engine.is_reusable());
        assert_eq!(xboard("setboard=1").ready(), None);
    }

    #[test]
    fn answers_are_read() {
        let mut engine = xboard("setboard=1");
        for (line, depth, score) in [
            ("  7     2     50     90793  1. ... Hc7", 7, 2),
            ("9. -31 5 17 b9c7", 9, -31),
            ("9 100003 5 17 b9c7", 9, 29_997),
            ("9 -100002 5 17", 9, -29_998),
            ("9 32000 5 17", 9, 15_000),
        ] {
            let (depth, score) = (Some(depth), Some(score));
            assert_eq!(engine.read(line), Heard::Info { depth, score }, "{line}");
        }
        assert_eq!(engine.read("resign"), Heard::Resign);
        let nothing = ["move banana", "move", "1/2-1/2 {Draw by repetition}"];
        for line in nothing
            .iter()
            .chain(&["Illegal move: h2e2", "Illegal move (in check): h2e2"])
        {
            assert_eq!(engine.read(line), Heard::Nothing, "{line}");
        }
        let other = ["", "# a remark", "pong 3", "offer draw", "9 up 3 4"];
        for line in other.iter().chain(&["tellics say hello you there"]) {
            assert_eq!(engine.read(line), Heard::Other, "{line}");
        }
    }
}
