//! Rule case files: cycles of moves with the winner that the rule book names.

use super::move_list::play;
use crate::board::Board;
use crate::rules::{Game, Reason, RuleSet, Verdict, judge};

/// The results of checking the cases of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub cases: usize,
    /// Cases with the winner that they name.
    pub agree: usize,
    /// Cases that could not be judged.
    pub unsound: usize,
    /// A line of text for each case that does not agree, or could not be judged.
    pub findings: Vec<String>,
}

/// Judges every case of a file: four columns separated by tabs, with or without a heading; `#` begins a comment line.
pub fn check(text: &str, rules: &RuleSet) -> Checked {
    let mut checked = Checked::default();
    // Some editors begin a file with a byte order mark.
    let text = text.trim_start_matches('\u{feff}');
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
                format!("should be {winner}, is {}: {reason}", outcome.name())
            }
            Err(error) => {
                checked.unsound += 1;
                error
            }
        };
        checked.findings.push(format!("line {line}: {text}"));
    }
    checked
}

/// Returns the verdict on a case and the winner that it names, or what is wrong with the line.
fn judge_case<'a>(line: &'a str, rules: &RuleSet) -> Result<(Verdict, &'a str), String> {
    let columns: Vec<&str> = line.split('\t').map(str::trim).collect();
    let [fen, lead, cycle, winner] = columns[..] else {
        let found = columns.len();
        return Err(format!(
            "want 4 columns separated by tabs (fen, lead, cycle, winner), found {found}"
        ));
    };
    if !["red", "black", "draw"].contains(&winner) {
        return Err(format!("'{winner}' is no winner: want red, black or draw"));
    }
    let board = Board::from_diagram(fen).map_err(|error| format!("fen: {error}"))?;
    let mut game = Game::new(board);
    play(&mut game, &[lead]).map_err(|error| format!("lead: {error}"))?;
    let mut verdict = judge(&game, rules);
    for round in 0..rules.occurrences {
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
