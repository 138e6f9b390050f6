//! Files of cases: cycles with the winner that the rule book names.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use crate::board::{Board, FenError};
use crate::cli::Failure;
use crate::cli::args::{MovesError, play};
use crate::rules::{Game, Reason, RuleSet, Verdict, judge};

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
enum CaseError {
    /// Not four columns.
    #[error("want 4 columns separated by tabs (fen, lead, cycle, winner), found {found}")]
    Columns {
        /// Columns found.
        found: usize,
    },
    /// The position.
    #[error("fen: {0}")]
    Fen(#[from] FenError),
    /// A move that leads in.
    #[error("lead: {0}")]
    Lead(MovesError),
    /// A move of the cycle.
    #[error("cycle: {0}")]
    Cycle(MovesError),
    /// No winner that there could be.
    #[error("'{found}' is no winner: want red, black or draw")]
    Winner {
        /// What was found.
        found: String,
    },
}

/// Judges every case of a file and prints those that come out otherwise than they say, then a
/// count.
///
/// # Errors
/// When the file cannot be read, or a case is unsound or comes out otherwise.
pub fn check(out: &mut impl Write, path: &Path, rules: &RuleSet) -> Result<(), Failure> {
    let name = path.display();
    let text = match path.to_str() {
        Some("-") => io::read_to_string(io::stdin()),
        _ => fs::read_to_string(path),
    }
    .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let (mut cases, mut agree, mut unsound) = (0, 0, 0);
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') || is_heading(index, line) {
            continue;
        }
        cases += 1;
        let number = index + 1;
        match judge_case(line, rules) {
            Ok((verdict, winner)) if verdict.outcome.name() == winner => agree += 1,
            Ok((verdict, winner)) => writeln!(
                out,
                "line {number}: should be {winner}, is {}: {}",
                verdict.outcome.name(),
                verdict.reason
            )?,
            Err(error) => {
                unsound += 1;
                writeln!(out, "line {number}: {error}")?;
            }
        }
    }
    writeln!(
        out,
        "{cases} cases: {agree} agree, {} do not, {unsound} could not be judged",
        cases - agree - unsound
    )?;
    out.flush()?;
    match agree == cases {
        true => Ok(()),
        false => Err(Failure::Work(format!(
            "{name}: {} of {cases} cases do not agree",
            cases - agree
        ))),
    }
}

/// Whether a line is the heading of the columns.
fn is_heading(index: usize, line: &str) -> bool {
    index == 0 && line.split('\t').next() == Some("fen")
}

/// The verdict on a case, and the winner that it names.
fn judge_case<'a>(line: &'a str, rules: &RuleSet) -> Result<(Verdict, &'a str), CaseError> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [fen, lead, cycle, winner] = columns[..] else {
        let found = columns.len();
        return Err(CaseError::Columns { found });
    };
    if !["red", "black", "draw"].contains(&winner) {
        let found = winner.to_owned();
        return Err(CaseError::Winner { found });
    }
    let mut game = Game::new(Board::from_diagram(fen)?);
    play(&mut game, &[lead]).map_err(CaseError::Lead)?;
    let mut verdict = judge(&game, rules);
    for _ in 0..rules.occurrences {
        if verdict.reason != Reason::InProgress {
            break;
        }
        play(&mut game, &[cycle]).map_err(CaseError::Cycle)?;
        verdict = judge(&game, rules);
    }
    Ok((verdict, winner))
}
