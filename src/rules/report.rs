//! Report of a verdict: text in English, in Chinese, or in both.

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

/// The language of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportLanguage {
    /// English.
    English,
    /// English, followed by the Chinese terms.
    Both,
    /// Chinese.
    Chinese,
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
    /// The language.
    pub language: ReportLanguage,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.language == ReportLanguage::Chinese {
            return self.write_chinese(f);
        }
        let Verdict { outcome, reason } = self.verdict;
        let english = english_outcome(*outcome);
        match self.language {
            ReportLanguage::Both => {
                let (outcome, because) = (chinese_outcome(*outcome), reason.chinese());
                writeln!(
                    f,
                    "outcome  {english}  {outcome}\nreason   {reason}\n         {because}"
                )?;
            }
            _ => writeln!(f, "outcome  {english}\nreason   {reason}")?,
        }
        if let Some((moves, Verdict { outcome, reason })) = &self.earlier_end {
            let outcome = english_outcome(*outcome);
            writeln!(
                f,
                "before   the game was over after ply {moves}: {outcome}, {reason}"
            )?;
        }
        if let Reason::Repetition(JudgedRepetition { cycle, rounds, .. }) = reason {
            match rounds {
                1 => writeln!(f)?,
                _ => writeln!(f, "\n{rounds} rounds of")?,
            }
            let gap = self.gap();
            writeln!(f, "move{gap}  by             what it did")?;
            for (played, text) in self.played(cycle) {
                let piece = played.piece.to_string();
                write!(f, "{text}  {piece:<15}")?;
                self.write_move(f, played)?;
            }
        }
        Ok(())
    }
}

/// The outcome in English.
const fn english_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Red) => "red wins",
        Outcome::Win(Color::Black) => "black wins",
        Outcome::Draw => "draw",
        Outcome::Undecided => "undecided",
    }
}

/// The outcome in Chinese.
const fn chinese_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Red) => "红胜",
        Outcome::Win(Color::Black) => "黑胜",
        Outcome::Draw => "和棋",
        Outcome::Undecided => "未分胜负",
    }
}

impl Report<'_> {
    /// The moves of the cycle with their texts. A cycle ends with the last move of the game.
    fn played<'c>(
        &'c self,
        cycle: &'c [ClassifiedMove],
    ) -> impl Iterator<Item = (&'c ClassifiedMove, &'c String)> {
        let first = self.texts.len().saturating_sub(cycle.len());
        cycle.iter().zip(&self.texts[first..])
    }

    /// The blanks by which a move as text is wider than four columns: a Chinese character takes two columns of a terminal.
    fn gap(&self) -> &'static str {
        let is_chinese = self.texts.iter().any(|text| !text.is_ascii());
        if is_chinese { "    " } else { "" }
    }

    /// Writes the report in Chinese.
    fn write_chinese(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { outcome, reason } = self.verdict;
        let (outcome, because) = (chinese_outcome(*outcome), reason.chinese());
        writeln!(f, "结果  {outcome}\n原因  {because}")?;
        if let Some((moves, Verdict { outcome, reason })) = &self.earlier_end {
            let (outcome, because) = (chinese_outcome(*outcome), reason.chinese());
            writeln!(f, "此前  第 {moves} 着后已经终局：{outcome}，{because}")?;
        }
        if let Reason::Repetition(JudgedRepetition { cycle, rounds, .. }) = reason {
            match rounds {
                1 => writeln!(f)?,
                _ => writeln!(f, "\n以下各着走了 {rounds} 轮")?,
            }
            writeln!(f, "着法{}  棋子  性质", self.gap())?;
            for (played, text) in self.played(cycle) {
                let piece = played.piece;
                let side = if piece.color() == Color::Red {
                    "红"
                } else {
                    "黑"
                };
                write!(
                    f,
                    "{text}  {side}{}  {}",
                    piece.hanzi(),
                    played.class.names().1
                )?;
                for (index, chase) in played.chases.iter().enumerate() {
                    let mark = if index == 0 { "：" } else { "，" };
                    let (by, on) = (chase.attacker.hanzi(), chase.target.hanzi());
                    write!(f, "{mark}{} 的{by}捉 {} 的{on}", chase.from, chase.square)?;
                    if chase.false_roots {
                        f.write_str("（假根）")?;
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }

    /// The class of a move, in both languages if the report is.
    fn class(&self, class: MoveClass) -> String {
        let (english, chinese) = class.names();
        match self.language {
            ReportLanguage::Both => format!("{english} {chinese}"),
            _ => english.to_owned(),
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
            match (self.language == ReportLanguage::Both, chase.false_roots) {
                (true, false) => write!(f, " ({}捉{})", by.hanzi(), on.hanzi()),
                (true, true) => write!(f, " ({}捉{}，假根)", by.hanzi(), on.hanzi()),
                (false, true) => write!(f, " (false roots)"),
                (false, false) => Ok(()),
            }?;
        }
        writeln!(f)
    }
}
