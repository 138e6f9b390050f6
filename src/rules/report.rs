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
        let is_chinese = self.language == ReportLanguage::Chinese;
        let Verdict { outcome, reason } = self.verdict;
        let ((_, english, chinese), because) = (outcome.texts(), reason.chinese());
        match self.language {
            ReportLanguage::English => writeln!(f, "outcome  {english}\nreason   {reason}"),
            ReportLanguage::Both => writeln!(
                f,
                "outcome  {english}  {chinese}\nreason   {reason}\n         {because}"
            ),
            ReportLanguage::Chinese => writeln!(f, "结果  {chinese}\n原因  {because}"),
        }?;
        if let Some((moves, Verdict { outcome, reason })) = &self.earlier_end {
            let ((_, english, chinese), because) = (outcome.texts(), reason.chinese());
            match is_chinese {
                true => writeln!(f, "此前  第 {moves} 着后已经终局：{chinese}，{because}"),
                false => writeln!(
                    f,
                    "before   the game was over after ply {moves}: {english}, {reason}"
                ),
            }?;
        }
        let Reason::Repetition(JudgedRepetition { cycle, rounds, .. }) = reason else {
            return Ok(());
        };
        match rounds {
            1 => writeln!(f),
            _ if is_chinese => writeln!(f, "\n以下各着走了 {rounds} 轮"),
            _ => writeln!(f, "\n{rounds} rounds of"),
        }?;
        // A Chinese character takes two columns of a terminal.
        let gap = match self.texts.iter().all(|text| text.is_ascii()) {
            true => "",
            false => "    ",
        };
        match is_chinese {
            true => writeln!(f, "着法{gap}  棋子  性质"),
            false => writeln!(f, "move{gap}  by             what it did"),
        }?;
        // A cycle ends with the last move of the game.
        let first = self.texts.len().saturating_sub(cycle.len());
        for (played, text) in cycle.iter().zip(&self.texts[first..]) {
            match is_chinese {
                true => write_chinese_move(f, played, text),
                false => self.write_move(f, played, text),
            }?;
        }
        Ok(())
    }
}

/// Writes a move of the cycle in Chinese, with its class and all its chases.
fn write_chinese_move(
    f: &mut fmt::Formatter<'_>,
    played: &ClassifiedMove,
    text: &str,
) -> fmt::Result {
    let (piece, (_, class)) = (played.piece, played.class.names());
    let side = match piece.color() {
        Color::Red => "红",
        Color::Black => "黑",
    };
    write!(f, "{text}  {side}{}  {class}", piece.hanzi())?;
    for (index, chase) in played.chases.iter().enumerate() {
        let mark = if index == 0 { "：" } else { "，" };
        let (by, on) = (chase.attacker.hanzi(), chase.target.hanzi());
        write!(f, "{mark}{} 的{by}捉 {} 的{on}", chase.from, chase.square)?;
        if chase.false_roots {
            f.write_str("（假根）")?;
        }
    }
    writeln!(f)
}

impl Report<'_> {
    /// The class of a move, in both languages if the report is.
    fn class(&self, class: MoveClass) -> String {
        let (english, chinese) = class.names();
        match self.language {
            ReportLanguage::Both => format!("{english} {chinese}"),
            _ => english.to_owned(),
        }
    }

    /// Writes a move of the cycle in English, with its class and all its chases.
    fn write_move(
        &self,
        f: &mut fmt::Formatter<'_>,
        played: &ClassifiedMove,
        text: &str,
    ) -> fmt::Result {
        let (piece, class) = (played.piece.to_string(), self.class(played.class));
        write!(f, "{text}  {piece:<15}{class}")?;
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
