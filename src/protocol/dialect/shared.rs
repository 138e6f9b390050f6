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

/// What is specific to a protocol: its customs, its commands and the text of its responses. A text is empty where
/// the protocol has no word for it.
pub trait Dialect: Sync {
    /// The protocol.
    fn protocol(&self) -> Protocol;
    /// Its name.
    fn name(&self) -> &'static str;
    /// The first words of a line with a message for a person.
    fn message_start(&self) -> &'static str;
    /// The line that ends the introduction.
    fn introduction_end(&self) -> &'static str;
    /// The lines that begin the introduction, each with its line break.
    fn identification(&self) -> String;
    /// The words before the name in the line of an option.
    fn option_start(&self) -> &'static str;

    /// True if a `stop` in idle is answered: UCCI's GUIs may have lost count, UCI's expect silence.
    fn answers_stop_in_idle(&self) -> bool;
    /// True if a best move names the expected answer even where no option asks for it.
    fn always_names_ponder_move(&self) -> bool;
    /// True if there are words for bounds. A bound reported as a score misleads.
    fn reports_bounds(&self) -> bool;

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
    /// What is added to the best move for a gesture.
    fn gesture(&self, gesture: Gesture) -> &'static str;
    /// The answer where there is no move to play; the game may be over.
    fn no_best_move(&self, over: bool) -> &'static str;
    /// What the hash table holds.
    fn probe(&self, probe: &Probe) -> String;
    /// The last line before the program ends.
    fn bye(&self) -> &'static str;
    /// The rest of an option's line, behind its name and type.
    fn option_end(&self, default: Option<&str>, values: &str) -> String;
}

/// Parses the words of a line.
///
/// # Errors
/// Each way to be wrong is a [`ParseError`] of its own.
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
                    protocol: dialect.name(),
                    word: word.to_owned(),
                });
            }
        },
    }))
}

/// Returns the lines of a response, without the last line break.
pub fn text(dialect: &dyn Dialect, response: &Response) -> String {
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
                format!("{} {words}", dialect.message_start())
            }
            _ => String::new(),
        },
        Response::Message(message) => format!("{} {}", dialect.message_start(), ascii(message)),
        Response::BestMove {
            mv,
            ponder,
            gesture,
        } => {
            let ponder = moves_after(" ponder", ponder.as_slice());
            let gesture = gesture.map_or("", |gesture| dialect.gesture(gesture));
            format!("bestmove {mv}{ponder}{gesture}")
        }
        Response::NoBestMove { over } => dialect.no_best_move(*over).to_owned(),
        Response::Text(text) => text.clone(),
        Response::PopHash(probe) => dialect.probe(probe),
        Response::Bye => dialect.bye().to_owned(),
    }
}

fn introduction(dialect: &dyn Dialect) -> String {
    let mut text = dialect.identification();
    for line in OPTIONS
        .iter()
        .filter_map(|option| option_line(dialect, option))
    {
        text += &line;
        text.push('\n');
    }
    #[cfg(feature = "tuning")]
    for line in crate::protocol::options::tuning::lines(dialect.option_start()) {
        text += &line;
        text.push('\n');
    }
    text + dialect.introduction_end()
}

fn option_line(dialect: &dyn Dialect, option: &Spec) -> Option<String> {
    let name = option.name_in(dialect.protocol())?;
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
            let words = option.words_in(dialect.protocol());
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
    Some(format!(
        "{} {name} type {kind}{end}",
        dialect.option_start()
    ))
}
