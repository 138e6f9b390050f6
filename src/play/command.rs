//! A line of the player as a command or a move.

use thiserror::Error;

use crate::board::{Board, Color, Move};
use crate::notation::{self, ReadError};
use crate::search::Level;

/// What the player wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// Play this legal move.
    Play(Move),
    /// Take back the player's last move and the answer to it.
    Undo,
    /// Show the best move.
    Hint,
    /// Resign.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Begin a new game.
    New,
    /// Turn the board around.
    Flip,
    /// Show the board.
    Board,
    /// Set the level, or show it.
    Level(Option<Level>),
    /// Play this side.
    Side(Color),
    /// Show the commands.
    Help,
    /// End the program.
    Quit,
}

/// Why a line of the player is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// It is neither a command nor a legal move.
    #[error("neither a command (help lists them) nor a move: {0}")]
    NotAMove(ReadError),
    /// It cannot be read, has too many words, or a wrong argument; holds the message.
    #[error("{0}")]
    Invalid(String),
}

/// The commands: name, Chinese name, and meaning.
const COMMANDS: [(&str, &str, &str); 11] = [
    ("undo", "悔棋", "take back your last move and the answer"),
    ("hint", "提示", "show the best move"),
    ("draw", "求和", "offer a draw"),
    ("resign", "认输", "resign"),
    ("new", "新局", "begin a new game"),
    (
        "level",
        "级别",
        "show the level; level 5 sets it, from 0 to 20",
    ),
    ("side", "执棋", "side red or side black: change sides"),
    ("board", "棋盘", "show the board"),
    ("flip", "翻转", "turn the board around"),
    ("help", "帮助", "show this list"),
    ("quit", "退出", "end the program"),
];

/// Returns the list of commands, a line for each.
pub fn help() -> String {
    let lines = COMMANDS
        .iter()
        .map(|(name, chinese, about)| format!("{name:<8}{chinese}  {about}\n"));
    lines
        .chain(["A move is h2e2, 炮二平五 or C2.5.".to_owned()])
        .collect()
}

/// Parses a line of the player, whose side is to move on `board`.
///
/// # Errors
/// If the line is no command and no legal move.
pub fn parse(board: &Board, line: &str) -> Result<PlayerCommand, CommandError> {
    let invalid = |what: &str| CommandError::Invalid(what.to_owned());
    // Chinese is written without blanks.
    let mut words = line.split_whitespace().flat_map(|word| {
        let argument = word.strip_prefix("级别").filter(|rest| !rest.is_empty());
        match (word, argument) {
            ("执红" | "执黑" | "执红方" | "执黑方", _) => {
                vec!["side", &word["执".len()..]]
            }
            (_, Some(level)) => vec!["level", level],
            (_, None) => vec![word],
        }
    });
    let (word, argument) = (words.next().unwrap_or(""), words.next());
    if words.next().is_some() {
        let what = "one command or move a line; help shows the commands";
        return Err(invalid(what));
    }
    let is_named = |(name, chinese, _): &&(&str, &str, &str)| {
        name.eq_ignore_ascii_case(word) || *chinese == word
    };
    let name = COMMANDS.iter().find(is_named).map(|&(name, ..)| name);
    match (name, argument) {
        (Some("level"), None) => Ok(PlayerCommand::Level(None)),
        (Some("level"), Some(number)) => {
            let level = number.parse().ok().and_then(Level::new);
            let level = level.ok_or_else(|| invalid("expected a level from 0 to 20"))?;
            Ok(PlayerCommand::Level(Some(level)))
        }
        (Some("side"), side) => match side.map(str::to_ascii_lowercase).as_deref() {
            Some("red" | "红" | "红方") => Ok(PlayerCommand::Side(Color::Red)),
            Some("black" | "黑" | "黑方") => Ok(PlayerCommand::Side(Color::Black)),
            _ => Err(invalid("expected the side red or black")),
        },
        (Some(_), Some(_)) => Err(invalid(&format!("{word}: expected nothing after it"))),
        (Some("undo"), None) => Ok(PlayerCommand::Undo),
        (Some("hint"), None) => Ok(PlayerCommand::Hint),
        (Some("draw"), None) => Ok(PlayerCommand::OfferDraw),
        (Some("resign"), None) => Ok(PlayerCommand::Resign),
        (Some("new"), None) => Ok(PlayerCommand::New),
        (Some("board"), None) => Ok(PlayerCommand::Board),
        (Some("flip"), None) => Ok(PlayerCommand::Flip),
        (Some("quit"), None) => Ok(PlayerCommand::Quit),
        (Some(_), None) => Ok(PlayerCommand::Help),
        (None, _) => match notation::read(board, line.trim()) {
            Ok(mv) => Ok(PlayerCommand::Play(mv)),
            Err(error) => Err(CommandError::NotAMove(error)),
        },
    }
}
