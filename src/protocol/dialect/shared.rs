//! What the dialects have in common, and the trait for what differs.

use std::time::Duration;

use super::ascii::{ascii, moves_after};
use super::parse::{ParseError, Words, script, setup};
use super::protocol::Protocol;
use crate::board::Move;
use crate::eval::Score;
use crate::protocol::command::Command;
use crate::protocol::manners::Gesture;
use crate::protocol::options::{Kind, OPTIONS, Options, Spec};
use crate::protocol::response::{Response, forced_end};
use crate::protocol::wdl::Wdl;
use crate::search::score::Meaning;
use crate::search::{Line, Probe};

/// The words and customs of a protocol. A word is empty where it has none.
pub struct Customs {
    /// The protocol.
    pub protocol: Protocol,
    /// Its name.
    pub name: &'static str,
    /// The lines that begin the introduction.
    pub identification: &'static str,
    /// The line that ends the introduction.
    pub introduction_end: &'static str,
    /// The words before the name in the line of an option.
    pub option_start: &'static str,
    /// The first words of a line with a message for a person.
    pub message_start: &'static str,
    /// What is added to the best move when a draw is accepted.
    pub draw: &'static str,
    /// What is added to the best move when the game is given up.
    pub resign: &'static str,
    /// The last line before the program ends.
    pub bye: &'static str,
    /// True if a `stop` in idle is answered: UCCI's GUIs may have lost count, UCI's expect silence.
    pub answers_stop_in_idle: bool,
    /// True if a best move names the expected answer even where no option asks for it.
    pub always_names_ponder_move: bool,
    /// True if there are words for bounds. A bound reported as a score misleads.
    pub reports_bounds: bool,
}

/// What is specific to a protocol: its commands and the text of its responses. A text is empty where
/// the protocol has no word for it.
pub trait Dialect: Sync {
    /// Its words and customs.
    fn customs(&self) -> &'static Customs;
    /// Parses a command that only this protocol has, or writes in its own way; `None` if it is neither.
    ///
    /// # Errors
    /// When the rest of the line is wrong.
    fn parse(&self, words: Words) -> Result<Option<Command>, ParseError>;
    /// A score.
    fn score(&self, score: Score) -> String;
    /// The time and work of a search, on the way or at its end.
    fn progress(&self, elapsed: Duration, nodes: u64, last: bool) -> String;
    /// A variation, with its rank where `ranked`.
    fn variation(&self, line: &Line, ranked: bool, wdl: Option<Wdl>) -> String;
    /// The move that is being searched.
    fn current_move(&self, depth: u32, mv: Move, number: usize) -> String;
    /// True if a forced end gets a message of its own, beside its score.
    fn announces(&self, end: Meaning) -> bool;
    /// The answer where there is no move to play; the game may be over.
    fn no_best_move(&self, over: bool) -> &'static str;
    /// What the hash table holds.
    fn probe(&self, probe: &Probe) -> String;
    /// The rest of an option's line, behind its name and type.
    fn option_end(&self, default: Option<&str>, values: &str) -> String;
}

/// Parses the words of a line.
pub fn parse(dialect: &dyn Dialect, mut words: Words) -> Result<Option<Command>, ParseError> {
    if let Some(command) = dialect.parse(words.clone())? {
        return Ok(Some(command));
    }
    let Some(first) = words.next() else {
        return Ok(None);
    };
    Ok(Some(match first {
        "isready" => Command::IsReady,
        "position" => Command::Position(setup("position", words)?),
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        word => match script(word, words)? {
            Some(script) => Command::Script(script),
            None => {
                return Err(ParseError::UnknownCommand {
                    protocol: dialect.customs().name,
                    word: word.to_owned(),
                });
            }
        },
    }))
}

/// Returns the lines of a response, without the last line break.
pub fn text(dialect: &dyn Dialect, response: &Response) -> String {
    let customs = dialect.customs();
    match response {
        Response::Introduction => introduction(dialect),
        Response::ReadyOk => "readyok".to_owned(),
        Response::Progress {
            elapsed,
            nodes,
            last,
        } => dialect.progress(*elapsed, *nodes, *last),
        Response::Variation { line, ranked, wdl } => dialect.variation(line, *ranked, *wdl),
        Response::StaticScore(score) => format!("info depth 0 score {}", dialect.score(*score)),
        Response::CurrentMove { depth, mv, number } => dialect.current_move(*depth, *mv, *number),
        Response::ForcedEnd(end) => match forced_end(*end) {
            Some(words) if dialect.announces(*end) => {
                format!("{} {words}", customs.message_start)
            }
            _ => String::new(),
        },
        Response::Message(message) => format!("{} {}", customs.message_start, ascii(message)),
        Response::BestMove {
            mv,
            ponder,
            gesture,
        } => {
            let ponder = moves_after(" ponder", ponder.as_slice());
            let gesture = match gesture {
                None => "",
                Some(Gesture::Draw) => customs.draw,
                Some(Gesture::Resign) => customs.resign,
            };
            format!("bestmove {mv}{ponder}{gesture}")
        }
        Response::NoBestMove { over } => dialect.no_best_move(*over).to_owned(),
        Response::Text(text) => text.clone(),
        Response::PopHash(probe) => dialect.probe(probe),
        Response::Bye => customs.bye.to_owned(),
    }
}

fn introduction(dialect: &dyn Dialect) -> String {
    let customs = dialect.customs();
    let mut text = customs.identification.to_owned();
    for line in OPTIONS
        .iter()
        .filter_map(|option| option_line(dialect, option))
    {
        text += &line;
        text.push('\n');
    }
    #[cfg(feature = "tuning")]
    for line in crate::protocol::options::tuning::lines(customs.option_start) {
        text += &line;
        text.push('\n');
    }
    text + customs.introduction_end
}

fn option_line(dialect: &dyn Dialect, option: &Spec) -> Option<String> {
    let customs = dialect.customs();
    let name = option.name_in(customs.protocol)?;
    let mut defaults = Options::default();
    let (kind, default, values) = match option.kind {
        Kind::Button { .. } => ("button", None, String::new()),
        Kind::Check { field } => (
            "check",
            Some(field(&mut defaults).to_string()),
            String::new(),
        ),
        Kind::Text { field } => ("string", Some(field(&mut defaults).clone()), String::new()),
        Kind::Spin { min, max, get, .. } => (
            "spin",
            Some(get(&defaults).to_string()),
            format!(" min {min} max {max}"),
        ),
        Kind::Combo { get, .. } => {
            let words = option.words_in(customs.protocol);
            let default = words[get(&defaults)];
            // The default leads: uci2wb does not read it, and XBoard then sets what comes first.
            let others = words.iter().filter(|&&word| word != default);
            let words: Vec<&str> = std::iter::once(&default).chain(others).copied().collect();
            (
                "combo",
                Some(default.to_owned()),
                format!(" var {}", words.join(" var ")),
            )
        }
    };
    let end = dialect.option_end(default.as_deref(), &values);
    Some(format!("{} {name} type {kind}{end}", customs.option_start))
}
