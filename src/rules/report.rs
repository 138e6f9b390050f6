//! Report of a verdict: text in English, with or without Chinese.

use std::fmt;

use super::{
    ClassifiedMove, Game, JudgedRepetition, MoveClass, Outcome, Reason, RuleSet, Verdict, judge,
};
use crate::board::Color;

/// The number of moves after which the game was over before its last position, and that verdict; `None` if it was not.
pub fn earlier_end(game: &Game, rules: &RuleSet) -> Option<(usize, Verdict)> {
    let mut so_far = Game::new(game.start().clone());
    for (index, &mv) in game.moves().iter().enumerate() {
        let verdict = judge(&so_far, rules);
        if verdict.outcome != Outcome::Undecided {
            return Some((index, verdict));
        }
        so_far.play(mv).ok()?;
    }
    None
}

/// A verdict, its reason, and the cycle move by move.
#[derive(Debug)]
pub struct Report<'a> {
    /// The verdict on the final position.
    pub verdict: &'a Verdict,
    /// The earlier end of the game, from [`earlier_end`].
    pub earlier_end: Option<(usize, Verdict)>,
    /// The moves of the game as text.
    pub texts: &'a [String],
    /// True if Chinese is written too.
    pub hanzi: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { outcome, reason } = self.verdict;
        let (english, chinese) = match outcome {
            Outcome::Win(Color::Red) => ("red wins", "  红胜"),
            Outcome::Win(Color::Black) => ("black wins", "  黑胜"),
            Outcome::Draw => ("draw", "  和棋"),
            Outcome::Undecided => ("undecided", "  未分胜负"),
        };
        let chinese = if self.hanzi { chinese } else { "" };
        writeln!(f, "outcome  {english}{chinese}\nreason   {reason}")?;
        if self.hanzi {
            writeln!(f, "         {}", reason.chinese())?;
        }
        if let Some((moves, Verdict { outcome, reason })) = &self.earlier_end {
            let outcome = outcome.name();
            writeln!(
                f,
                "before   the game was over after move {moves}: {outcome}, {reason}"
            )?;
        }
        if let Reason::Repetition(JudgedRepetition { cycle, rounds, .. }) = reason {
            match rounds {
                1 => writeln!(f)?,
                _ => writeln!(f, "\n{rounds} rounds of")?,
            }
            // A Chinese character takes two columns of a terminal.
            let is_chinese = self.texts.iter().any(|text| !text.is_ascii());
            let gap = if is_chinese { "    " } else { "" };
            writeln!(f, "move{gap}  by             what it did")?;
            // A cycle ends with the last move of the game.
            let first = self.texts.len().saturating_sub(cycle.len());
            for (played, text) in cycle.iter().zip(&self.texts[first..]) {
                let piece = played.piece.to_string();
                write!(f, "{text}  {piece:<15}")?;
                self.write_move(f, played)?;
            }
        }
        Ok(())
    }
}

impl Report<'_> {
    /// The class of a move, with the Chinese term if `hanzi` is set.
    fn class(&self, class: MoveClass) -> String {
        let (english, chinese) = class.names();
        match self.hanzi {
            true => format!("{english} {chinese}"),
            false => english.to_owned(),
        }
    }

    /// Writes the class of a move and all its chases.
    fn write_move(&self, f: &mut fmt::Formatter<'_>, played: &ClassifiedMove) -> fmt::Result {
        f.write_str(&self.class(played.class))?;
        for (index, chase) in played.chases.iter().enumerate() {
            match (played.class, index) {
                (MoveClass::Chase, 0) => write!(f, ": ")?,
                (_, 0) => write!(f, ", {}: ", self.class(MoveClass::Chase))?,
                _ => write!(f, ", ")?,
            }
            let (by, on) = (chase.attacker, chase.target);
            let (attacker, target) = (by.kind(), on.kind());
            write!(f, "{attacker} {} x {target} {}", chase.from, chase.square)?;
            match (self.hanzi, chase.false_roots) {
                (true, false) => write!(f, " ({}捉{})", by.hanzi(), on.hanzi()),
                (true, true) => write!(f, " ({}捉{}，假根)", by.hanzi(), on.hanzi()),
                (false, true) => write!(f, " (false roots)"),
                (false, false) => Ok(()),
            }?;
        }
        writeln!(f)
    }
}
