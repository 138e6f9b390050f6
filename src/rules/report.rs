//! A verdict for a person, in English alone or with Chinese beside it.

use std::fmt;

use super::{
    Act, Chase, Deed, Game, Manner, Offence, Outcome, Reason, Repeated, RuleSet, Verdict, judge,
};
use crate::board::Color;

/// After how many moves the game was over before its last, and how.
pub fn over_before(game: &Game, rules: &RuleSet) -> Option<(usize, Verdict)> {
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
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::report::Report;
/// use chuhe::rules::{Game, RuleSet, judge};
/// let board = Board::from_fen("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b").unwrap();
/// let verdict = judge(&Game::new(board), &RuleSet::default());
/// let report = Report { verdict: &verdict, before: None, texts: &[], hanzi: false };
/// assert_eq!(report.to_string(), "outcome  red wins\nreason   checkmate\n");
/// ```
#[derive(Debug)]
pub struct Report<'a> {
    /// The verdict on the last position.
    pub verdict: &'a Verdict,
    /// After how many moves the game was over already, if it was, and how.
    pub before: Option<(usize, Verdict)>,
    /// The moves of the game, as they are to be written.
    pub texts: &'a [String],
    /// Whether Chinese stands beside the English.
    pub hanzi: bool,
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { outcome, reason } = self.verdict;
        let (words, hanzi) = match outcome {
            Outcome::Win(Color::Red) => ("red wins", "  红胜"),
            Outcome::Win(Color::Black) => ("black wins", "  黑胜"),
            Outcome::Draw => ("draw", "  和棋"),
            Outcome::Undecided => ("undecided", "  未分胜负"),
        };
        writeln!(f, "outcome  {words}{}", self.chinese(hanzi))?;
        writeln!(f, "reason   {reason}")?;
        if self.hanzi {
            writeln!(f, "         {}", Chinese(reason))?;
        }
        if let Some((moves, verdict)) = &self.before {
            let Verdict { outcome, reason } = verdict;
            writeln!(
                f,
                "before   the game was over after move {moves}: {}, {reason}",
                outcome.name()
            )?;
        }
        if let Reason::Repetition(Repeated { cycle, rounds, .. }) = reason {
            match rounds {
                1 => writeln!(f)?,
                _ => writeln!(f, "\n{rounds} rounds of")?,
            }
            // A Chinese character takes two columns.
            let wide = self.texts.iter().any(|text| !text.is_ascii());
            let gap = if wide { "    " } else { "" };
            writeln!(f, "move{gap}  by             what it did")?;
            // A cycle ends where it is judged, with the last move of the game.
            let first = self.texts.len().saturating_sub(cycle.len());
            for (deed, text) in cycle.iter().zip(&self.texts[first..]) {
                let piece = deed.piece.to_string();
                write!(f, "{text}  {piece:<15}")?;
                self.write_deed(f, deed)?;
            }
        }
        Ok(())
    }
}

impl Report<'_> {
    /// What is Chinese, where that is wanted.
    fn chinese<'a>(&self, hanzi: &'a str) -> &'a str {
        if self.hanzi { hanzi } else { "" }
    }

    /// What a move did; a chase with everyone in it.
    fn write_deed(&self, f: &mut fmt::Formatter<'_>, deed: &Deed) -> fmt::Result {
        let act = deed.act();
        write!(f, "{}{}", act.name(), self.chinese(act_hanzi(act)))?;
        for (index, chase) in deed.chases.iter().enumerate() {
            match (act, index) {
                (Act::Chase, 0) => write!(f, ": ")?,
                (_, 0) => write!(f, ", chase{}: ", self.chinese(" 捉"))?,
                _ => write!(f, ", ")?,
            }
            self.write_chase(f, chase)?;
        }
        writeln!(f)
    }

    /// Who chases whom.
    fn write_chase(&self, f: &mut fmt::Formatter<'_>, chase: &Chase) -> fmt::Result {
        let Chase {
            attacker,
            from,
            target,
            square,
            false_roots,
        } = chase;
        let (by, on) = (attacker.kind(), target.kind());
        write!(f, "{by} {from} x {on} {square}")?;
        match (self.hanzi, *false_roots) {
            (true, false) => write!(f, " ({}捉{})", attacker.hanzi(), target.hanzi()),
            (true, true) => write!(f, " ({}捉{}，假根)", attacker.hanzi(), target.hanzi()),
            (false, true) => write!(f, " (false roots)"),
            (false, false) => Ok(()),
        }
    }
}

fn act_hanzi(act: Act) -> &'static str {
    match act {
        Act::Check => " 将",
        Act::Kill => " 杀",
        Act::Chase => " 捉",
        Act::Capture => " 吃",
        Act::Other(Manner::Exchange) => " 兑",
        Act::Other(Manner::Offer) => " 献",
        Act::Other(Manner::Block) => " 拦",
        Act::Other(Manner::Follow) => " 跟",
        Act::Other(Manner::Idle) => " 闲",
    }
}

/// A reason in Chinese.
struct Chinese<'a>(&'a Reason);

impl fmt::Display for Chinese<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Reason::Checkmate => f.write_str("将死"),
            Reason::Stalemate => f.write_str("困毙：无着可走判负"),
            Reason::NaturalLimit { moves } => write!(f, "自然限着：双方各走{moves}着未吃子"),
            Reason::BareGenerals => f.write_str("双方仅剩将帅"),
            Reason::NoAttackers => f.write_str("双方均无可过河进攻之子"),
            Reason::InProgress => f.write_str("对局继续"),
            Reason::Repetition(repeated) => chinese_repetition(repeated, f),
        }
    }
}

fn chinese_repetition(repeated: &Repeated, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let offence = |offence| match offence {
        Offence::None => "不犯禁",
        Offence::Chase => "长捉",
        Offence::ChaseOfPinnedRook => "长捉被马牵制之车",
        Offence::Attack => "长打",
        Offence::Check => "长将",
    };
    let [red, black] = repeated.offences.map(offence);
    write!(
        f,
        "局面第{}次出现：红方{red}，黑方{black}，",
        repeated.occurrences
    )?;
    f.write_str(match repeated.outcome() {
        Outcome::Win(Color::Red) => "黑方判负",
        Outcome::Win(Color::Black) => "红方判负",
        _ => "判和",
    })
}
