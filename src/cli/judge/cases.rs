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
    /// Moves that can be played once, and not again.
    #[error("cycle: it does not lead back to where it began: {0}")]
    NoCycle(MovesError),
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
    let from_stdin = path.as_os_str() == "-";
    let name = match from_stdin {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    };
    let text = match from_stdin {
        true => io::read_to_string(io::stdin()),
        false => fs::read_to_string(path),
    }
    .map_err(|error| Failure::Input(format!("{name}: {error}")))?;
    let (mut cases, mut agree, mut unsound) = (0, 0, 0);
    // Some editors begin a file with a mark that is no part of the text.
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .peekable();
    lines.next_if(|(_, line)| is_heading(line));
    for (number, line) in lines {
        cases += 1;
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
    let differ = cases - agree - unsound;
    let plural = if cases == 1 { "" } else { "s" };
    writeln!(
        out,
        "{cases} case{plural}: {agree} agree, {differ} do not, {unsound} could not be judged"
    )?;
    out.flush()?;
    match cases {
        0 => Err(Failure::Work(format!("{name}: there is no case in it"))),
        _ if agree == cases => Ok(()),
        _ => Err(Failure::Work(format!(
            "{name}: {differ} of {cases} cases do not agree, {unsound} could not be judged"
        ))),
    }
}

/// Whether a line is the heading of the columns.
fn is_heading(line: &str) -> bool {
    line.split('\t').next() == Some("fen")
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
    for round in 0..rules.occurrences {
        if verdict.reason != Reason::InProgress {
            break;
        }
        let fault = if round == 0 {
            CaseError::Cycle
        } else {
            CaseError::NoCycle
        };
        play(&mut game, &[cycle]).map_err(fault)?;
        verdict = judge(&game, rules);
    }
    Ok((verdict, winner))
}
