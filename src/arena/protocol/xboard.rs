//! The messages of XBoard's protocol (CECP 2) to an engine.
//!
//! Such an engine tracks the game itself: it receives the moves of its opponent instead of positions, and plays its own
//! moves on its board. It stays in `force` mode until it is to search. Its FEN has the letters H and E for horse and
//! elephant, and omits the fields for castling and en passant.

use super::{Announcement, ParsedLine, ProtocolCodec, info};
use crate::arena::control::{GoParameters, TimeControl};
use crate::board::{Board, Color};
use crate::rules::Game;

/// A mate score of CECP is this plus the number of moves to the mate.
const CECP_MATE: i32 = 100_000;
/// The maximum score that is not a mate.
const MAX_CENTIPAWNS: i32 = 15_000;

/// An XBoard engine.
#[derive(Debug)]
pub struct XBoard {
    announced: Announcement,
    /// The number of the last ping.
    pings: u32,
    /// Moves of the game that the engine has received or played; `None` before the opening is sent.
    moves_known: Option<usize>,
    /// True if the time control of the game has been sent.
    control_sent: bool,
    /// True if the engine has played a move of the game.
    has_moved: bool,
}

impl XBoard {
    /// Creates it from what the engine has announced.
    ///
    /// # Errors
    /// If the engine lacks `setboard`, or announces variants without xiangqi.
    pub fn new(announced: &Announcement) -> Result<XBoard, String> {
        if announced.feature("setboard") != Some("1") {
            return Err("it has no setboard, which openings need".to_owned());
        }
        // An engine without `variants` is accepted: it may play xiangqi nevertheless, and moves of another game are faults.
        let variants = announced.feature("variants").unwrap_or("xiangqi");
        let mut names = variants.split(',').map(str::trim);
        if names.all(|name| name != "xiangqi") {
            return Err(format!("it does not play xiangqi, but {variants}"));
        }
        Ok(XBoard {
            announced: announced.clone(),
            pings: 0,
            moves_known: None,
            control_sent: false,
            has_moved: false,
        })
    }

    /// True if a feature is on. All but `time` and `reuse` are off unless announced.
    fn has_feature(&self, feature: &str) -> bool {
        match self.announced.feature(feature) {
            Some(value) => value == "1",
            None => ["time", "reuse"].contains(&feature),
        }
    }

    /// True if a line claims that the game in progress is over, which is not accepted. Without `ping`, the result of the last
    /// game may be read as late as before the first move of this one.
    fn claims_result(&self, line: &str) -> bool {
        let in_game = self.moves_known.is_some() && (self.has_moved || self.has_feature("ping"));
        let first = line.split_ascii_whitespace().next();
        in_game && first.is_some_and(|word| ["1-0", "0-1", "1/2-1/2"].contains(&word))
    }

    /// The line that sets the time control, which is sent once a game.
    fn time_control(control: TimeControl) -> Option<String> {
        let in_seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        match control {
            TimeControl::Clock { base, increment } => {
                let (minutes, seconds, increment) =
                    (base / 60_000, base / 1000 % 60, in_seconds(increment));
                Some(format!("level 0 {minutes}:{seconds:02} {increment}"))
            }
            TimeControl::MoveTime(time) => Some(format!("st {}", in_seconds(time))),
            TimeControl::Depth(depth) => Some(format!("sd {depth}")),
            // The protocol has no node limit. Such a match is refused before it begins.
            TimeControl::Nodes(_) => None,
        }
    }
}

impl ProtocolCodec for XBoard {
    fn prepare(&self) -> Vec<String> {
        // Moves are sent in coordinates, not in SAN.
        let rejection = self.has_feature("san").then(|| "rejected san".to_owned());
        rejection.into_iter().collect()
    }

    fn set_option(&self, name: &str, value: &str) -> String {
        match &*name.to_ascii_lowercase() {
            "memory" if self.has_feature("memory") => format!("memory {value}"),
            "cores" if self.has_feature("smp") => format!("cores {value}"),
            _ if value.is_empty() => format!("option {name}"),
            _ => format!("option {name}={value}"),
        }
    }

    fn new_game(&mut self) -> Vec<String> {
        (self.moves_known, self.control_sent, self.has_moved) = (None, false, false);
        let lines = ["new", "variant xiangqi", "force", "easy", "post"];
        lines.map(str::to_owned).to_vec()
    }

    /// The opening before the first move, and the moves that the engine has not received yet.
    fn position(&mut self, game: &Game) -> Vec<String> {
        let mut lines = vec!["force".to_owned()];
        if self.moves_known.is_none() && *game.start() != Board::startpos() {
            lines.push(format!("setboard {}", fen(game.start())));
        }
        let new_moves = game.moves().iter().skip(self.moves_known.unwrap_or(0));
        lines.extend(new_moves.map(|mv| match self.has_feature("usermove") {
            true => format!("usermove {mv}"),
            false => mv.to_string(),
        }));
        self.moves_known = Some(game.moves().len());
        lines
    }

    fn go(&mut self, parameters: &GoParameters) -> Vec<String> {
        let (control, side) = (parameters.control, parameters.side);
        let time_control = XBoard::time_control(control).filter(|_| !self.control_sent);
        let mut lines: Vec<String> = time_control.into_iter().collect();
        self.control_sent = true;
        if matches!(control, TimeControl::Clock { .. }) && self.has_feature("time") {
            let centiseconds = |side: Color| parameters.left[side.index()].as_millis() / 10;
            lines.push(format!("time {}", centiseconds(side)));
            lines.push(format!("otim {}", centiseconds(!side)));
        }
        lines.push("go".to_owned());
        lines
    }

    fn stop(&self) -> &'static str {
        "?"
    }

    fn ready_request(&mut self) -> Option<(String, String)> {
        self.pings += 1;
        let ping = |number| (format!("ping {number}"), format!("pong {number}"));
        self.has_feature("ping").then(|| ping(self.pings))
    }

    /// The engine may still report the end of the last game, and may take long to replay the first moves.
    fn syncs_before_go(&self) -> bool {
        self.has_feature("ping")
    }

    fn is_rejection(&self, line: &str) -> bool {
        line.starts_with("Illegal move")
            || line.starts_with("tellusererror Illegal")
            || self.claims_result(line)
    }

    fn is_reusable(&self) -> bool {
        self.has_feature("reuse")
    }

    fn read(&mut self, line: &str) -> ParsedLine {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["move", text] | ["My", "move", "is:", text] => {
                let Ok(mv) = text.parse() else {
                    return ParsedLine::InvalidAnswer;
                };
                // The engine has played the move on its own board.
                self.moves_known = self.moves_known.map(|count| count + 1);
                self.has_moved = true;
                ParsedLine::Move(mv)
            }
            _ if self.is_rejection(line) => ParsedLine::InvalidAnswer,
            ["resign", ..] => ParsedLine::Resign,
            ["move", ..] => ParsedLine::InvalidAnswer,
            [depth, score, time, nodes, ..] => thinking_output(depth, score, time, nodes),
            _ => ParsedLine::Other,
        }
    }
}

/// Parses thinking output: depth in plies, score in centipawns, time in centiseconds and nodes. Some engines write a
/// punctuation mark after the depth.
fn thinking_output(depth: &str, score: &str, time: &str, nodes: &str) -> ParsedLine {
    let depth = depth.trim_end_matches(|letter: char| letter.is_ascii_punctuation());
    let is_count = |text: &str| text.parse::<u64>().is_ok();
    match (depth.parse(), score.parse()) {
        (Ok(depth), Ok(score)) if is_count(time) && is_count(nodes) => ParsedLine::Info {
            depth: Some(depth),
            score: Some(centipawns(score)),
        },
        _ => ParsedLine::Other,
    }
}

/// Converts a score of CECP to centipawns and the mate scores of [`info`].
fn centipawns(score: i32) -> i32 {
    match score.saturating_abs() - CECP_MATE {
        // A mate in 0 moves is a loss for `mate_score`. So the loser's score is computed, and its sign is changed for the winner.
        moves @ 0.. => -score.signum() * info::mate_score(-moves),
        _ => score.clamp(-MAX_CENTIPAWNS, MAX_CENTIPAWNS),
    }
}

/// The FEN of a position in the letters of XBoard.
fn fen(board: &Board) -> String {
    let fen = board.to_fen().replace(" - -", "");
    let (placement, rest) = fen.split_once(' ').unwrap_or_default();
    let placement = placement.replace('N', "H").replace('n', "h");
    let placement = placement.replace('B', "E").replace('b', "e");
    format!("{placement} {rest}")
}

#[cfg(test)]
mod tests {
    use super::super::EngineProtocol;
    use super::super::codec::black_to_move;
    use super::*;

    fn announced(features: &str) -> Announcement {
        let mut announced = Announcement::default();
        announced.add_line(EngineProtocol::XBoard, &format!("feature {features}"));
        announced
    }

    fn xboard(features: &str) -> XBoard {
        XBoard::new(&announced(features)).unwrap()
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
        let refusal = |features: &str| XBoard::new(&announced(features)).unwrap_err();
        assert!(refusal("ping=1").contains("setboard"));
        assert!(refusal("setboard=1 variants=\"normal,shogi\"").contains("normal,shogi"));
        assert!(XBoard::new(&announced("setboard=1")).is_ok());
    }

    #[test]
    fn each_move_is_sent_once() {
        let mut engine = xboard("setboard=1 usermove=1 variants=\"normal,xiangqi\"");
        assert_eq!(engine.new_game()[..2], ["new", "variant xiangqi"]);
        let first = engine.position(&game(&["h2e2"]));
        assert_eq!(first, ["force", "usermove h2e2"]);
        let answer = ParsedLine::Move("h9g7".parse().unwrap());
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
    fn the_time_control_is_sent_once_and_the_clocks_before_each_move() {
        let mut engine = xboard("setboard=1");
        let go = |engine: &mut XBoard, control| engine.go(&black_to_move(control));
        let (base, increment) = (62_500, 30);
        let clock = TimeControl::Clock { base, increment };
        let all = ["level 0 1:02 0.03", "time 6250", "otim 999", "go"];
        assert_eq!(go(&mut engine, clock), all);
        assert_eq!(go(&mut engine, clock), all[1..]);
        let mut engine = xboard("setboard=1 time=0");
        for (control, line) in [
            (clock, all[0]),
            (TimeControl::MoveTime(1_500), "st 1.5"),
            (TimeControl::Depth(7), "sd 7"),
        ] {
            engine.new_game();
            assert_eq!(go(&mut engine, control), [line, "go"]);
        }
    }

    #[test]
    fn options_and_pings_are_written() {
        assert_eq!(xboard("setboard=1 san=1").prepare(), ["rejected san"]);
        assert!(xboard("setboard=1").prepare().is_empty());
        let mut engine = xboard("setboard=1 memory=1 ping=1 reuse=0");
        assert_eq!(engine.set_option("memory", "32"), "memory 32");
        assert_eq!(engine.set_option("cores", "2"), "option cores=2");
        assert_eq!(engine.set_option("Clear", ""), "option Clear");
        for (ping, pong) in [("ping 1", "pong 1"), ("ping 2", "pong 2")] {
            let request = Some((ping.to_owned(), pong.to_owned()));
            assert_eq!(engine.ready_request(), request);
        }
        assert!(!engine.is_reusable());
        assert_eq!(xboard("setboard=1").ready_request(), None);
    }

    #[test]
    fn answers_are_parsed() {
        let mut engine = xboard("setboard=1");
        for (line, depth, score) in [
            ("  7     2     50     90793  1. ... Hc7", 7, 2),
            ("9. -31 5 17 b9c7", 9, -31),
            ("9 100003 5 17 b9c7", 9, 29_997),
            ("9 -100002 5 17", 9, -29_998),
            ("9 32000 5 17", 9, 15_000),
        ] {
            let (depth, score) = (Some(depth), Some(score));
            let info = ParsedLine::Info { depth, score };
            assert_eq!(engine.read(line), info, "{line}");
        }
        assert_eq!(engine.read("resign"), ParsedLine::Resign);
        for line in [
            "move banana",
            "move",
            "Illegal move: h2e2",
            "Illegal move (in check): h2e2",
        ] {
            assert_eq!(engine.read(line), ParsedLine::InvalidAnswer, "{line}");
        }
        let other = ["", "# a remark", "pong 3", "offer draw", "9 up 3 4"];
        for line in other.iter().chain(&["tellics say hello you there"]) {
            assert_eq!(engine.read(line), ParsedLine::Other, "{line}");
        }
    }

    #[test]
    fn a_claimed_result_is_a_fault_unless_it_may_be_that_of_the_last_game() {
        let claim = "1-0 {White mates}";
        let begin = |engine: &mut XBoard| {
            engine.new_game();
            assert!(!engine.is_rejection(claim));
            engine.position(&game(&[]));
        };
        let mut engine = xboard("setboard=1");
        begin(&mut engine);
        assert_eq!(engine.read(claim), ParsedLine::Other);
        assert!(matches!(engine.read("move h2e2"), ParsedLine::Move(_)));
        assert_eq!(engine.read(claim), ParsedLine::InvalidAnswer);
        begin(&mut engine);
        assert_eq!(engine.read(claim), ParsedLine::Other);
        let mut with_ping = xboard("setboard=1 ping=1");
        begin(&mut with_ping);
        assert_eq!(with_ping.read(claim), ParsedLine::InvalidAnswer);
    }
}
