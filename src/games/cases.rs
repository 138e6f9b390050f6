//! Rule case files: cycles of moves, each with the winner by the rule book.

use super::move_list::play;
use crate::board::Board;
use crate::rules::report::ReportLanguage;
use crate::rules::{Game, Reason, RuleSet, Verdict, judge};

/// How the verdicts agree with the cases of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseResults {
    /// Number of cases.
    pub cases: usize,
    /// Number of cases whose verdict has the winner that they name.
    pub agree: usize,
    /// Number of cases that could not be judged.
    pub invalid: usize,
    /// A line of text for each case that does not agree or could not be judged.
    pub findings: Vec<String>,
}

/// Judges every case of a file: four columns separated by tabs, with or without a heading; `#` begins a comment line. The
/// reasons of verdicts are in Chinese if the language is.
pub fn check(text: &str, rules: &RuleSet, language: ReportLanguage) -> CaseResults {
    let mut checked = CaseResults::default();
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .peekable();
    lines.next_if(|(_, line)| line.split('\t').next() == Some("fen"));
    for (line, case) in lines {
        checked.cases += 1;
        let text = match judge_case(case, rules) {
            Ok((verdict, winner)) if verdict.outcome.name() == winner => {
                checked.agree += 1;
                continue;
            }
            Ok((Verdict { outcome, reason }, winner)) => {
                let reason = match language {
                    ReportLanguage::Chinese => reason.chinese(),
                    _ => reason.to_string(),
                };
                format!("should be {winner}, is {}: {reason}", outcome.name())
            }
            Err(error) => {
                checked.invalid += 1;
                error
            }
        };
        checked.findings.push(format!("line {line}: {text}"));
    }
    checked
}

/// Returns the verdict on a case and the winner that it names, or the error of the line.
fn judge_case<'a>(line: &'a str, rules: &RuleSet) -> Result<(Verdict, &'a str), String> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [fen, lead, cycle, winner] = columns[..] else {
        let found = columns.len();
        return Err(format!(
            "expected 4 columns separated by tabs (fen, lead, cycle, winner), found {found}"
        ));
    };
    if !["red", "black", "draw"].contains(&winner) {
        return Err(format!(
            "'{winner}' is not a winner: expected red, black or draw"
        ));
    }
    let board = Board::from_diagram(fen).map_err(|error| format!("fen: {error}"))?;
    let mut game = Game::new(board);
    play(&mut game, &[lead]).map_err(|error| format!("lead: {error}"))?;
    let mut verdict = judge(&game, rules);
    for round in 0..rules.repeat_count {
        if verdict.reason != Reason::InProgress {
            break;
        }
        play(&mut game, &[cycle]).map_err(|error| match round {
            0 => format!("cycle: {error}"),
            _ => format!("cycle: it does not lead back to where it began: {error}"),
        })?;
        verdict = judge(&game, rules);
    }
    Ok((verdict, winner))
}
