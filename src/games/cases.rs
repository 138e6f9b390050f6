//! Files of rule cases: cycles of moves with the winner that the rule book names.

use thiserror::Error;

use super::move_list::{MovesError, play};
use crate::board::{Board, FenError};
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

/// A case that did not come out as it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub text: String,
}

/// What the cases of a file came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// How many cases there are.
    pub cases: usize,
    /// How many have the winner that they name.
    pub agree: usize,
    /// How many could not be judged.
    pub unsound: usize,
    /// All others, and those that could not be judged.
    pub findings: Vec<Finding>,
}

/// Judges every case of a file: four columns separated by tabs, under a heading or none; `#` begins a comment line.
pub fn check(text: &str, rules: &RuleSet) -> Checked {
    let mut checked = Checked::default();
    // Some editors begin a file with a mark that is no part of the text.
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .peekable();
    lines.next_if(|(_, line)| is_heading(line));
    for (line, case) in lines {
        checked.cases += 1;
        let text = match judge_case(case, rules) {
            Ok((verdict, winner)) if verdict.outcome.name() == winner => {
                checked.agree += 1;
                continue;
            }
            Ok((verdict, winner)) => {
                let (found, reason) = (verdict.outcome.name(), verdict.reason);
                format!("should be {winner}, is {found}: {reason}")
            }
            Err(error) => {
                checked.unsound += 1;
                error.to_string()
            }
        };
        checked.findings.push(Finding { line, text });
    }
    checked
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
