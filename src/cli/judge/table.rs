//! A verdict for a person, in English and Chinese.

use std::fmt;

use crate::board::Color;
use crate::rules::{Act, Chase, Deed, Manner, Offence, Outcome, Reason, Repeated, Verdict};

/// A verdict, its reason, and the cycle move by move.
pub struct Report<'a> {
    /// The verdict on the last position.
    pub verdict: &'a Verdict,
    /// After how many moves the game was over already, if it was, and how.
    pub before: Option<(usize, Verdict)>,
    /// The moves of the game, as they are to be written.
    pub texts: &'a [String],
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Verdict { outcome, reason } = self.verdict;
        let (words, hanzi) = match outcome {
            Outcome::Win(Color::Red) => ("red wins", "红胜"),
            Outcome::Win(Color::Black) => ("black wins", "黑胜"),
            Outcome::Draw => ("draw", "和棋"),
            Outcome::Undecided => ("undecided", "未分胜负"),
        };
        writeln!(f, "outcome  {words}  {hanzi}")?;
        writeln!(f, "reason   {reason}")?;
        writeln!(f, "         {}", Chinese(reason))?;
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
                writeln!(f, "{}", Did(deed))?;
            }
        }
        Ok(())
    }
}

/// What a move did, in both languages; a chase with everyone in it.
struct Did<'a>(&'a Deed);

impl fmt::Display for Did<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let act = self.0.act();
        write!(f, "{} {}", act.name(), act_hanzi(act))?;
        for (index, chase) in self.0.chases.iter().enumerate() {
            let joint = match (act, index) {
                (Act::Chase, 0) => ": ",
                (_, 0) => ", chase 捉: ",
                _ => ", ",
            };
            write!(f, "{joint}{}", Who(chase))?;
        }
        Ok(())
    }
}

/// Who chases whom.
struct Who<'a>(&'a Chase);

impl fmt::Display for Who<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Chase {
            attacker,
            from,
            target,
            square,
            false_roots,
        } = self.0;
        write!(
            f,
            "{} {from} x {} {square} ({}捉{}{})",
            attacker.kind(),
            target.kind(),
            attacker.hanzi(),
            target.hanzi(),
            if *false_roots { "，假根" } else { "" }
        )
    }
}

fn act_hanzi(act: Act) -> &'static str {
    match act {
        Act::Check => "将",
        Act::Kill => "杀",
        Act::Chase => "捉",
        Act::Capture => "吃",
        Act::Other(Manner::Exchange) => "兑",
        Act::Other(Manner::Offer) => "献",
        Act::Other(Manner::Block) => "拦",
        Act::Other(Manner::Follow) => "跟",
        Act::Other(Manner::Idle) => "闲",
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
