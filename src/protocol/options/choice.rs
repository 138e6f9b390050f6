//! The values of options that offer a choice of words.

use crate::rules::Repetition;
use crate::search::NullMove;

/// A type whose values have names.
pub trait Choice: Copy + PartialEq + 'static {
    /// The values.
    const ALL: &'static [Self];
    /// Their names, in the same order.
    const NAMES: &'static [&'static str];

    /// The place of the value among all.
    fn index(self) -> usize {
        let index = Self::ALL.iter().position(|&other| other == self);
        index.expect("every value is listed")
    }
}

/// The four steps in which UCCI measures most things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Not at all.
    None,
    /// A little.
    Small,
    /// Some.
    Medium,
    /// Much.
    Large,
}

impl Choice for Grade {
    const ALL: &[Grade] = &[Grade::None, Grade::Small, Grade::Medium, Grade::Large];
    const NAMES: &[&str] = &["none", "small", "medium", "large"];
}

/// How much the engine likes a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A draw is welcome.
    Solid,
    /// A draw is a draw.
    Normal,
    /// A draw is half a loss.
    Risky,
}

impl Choice for Style {
    const ALL: &[Style] = &[Style::Solid, Style::Normal, Style::Risky];
    const NAMES: &[&str] = &["solid", "normal", "risky"];
}

impl Choice for Repetition {
    const ALL: &[Repetition] = &Repetition::ALL;
    const NAMES: &[&str] = &["asian", "chinese", "simple"];
}

impl Choice for NullMove {
    const ALL: &[NullMove] = &[
        NullMove::Off,
        NullMove::Fixed,
        NullMove::Adaptive,
        NullMove::Verified,
        NullMove::Deep,
    ];
    const NAMES: &[&str] = &["off", "fixed", "adaptive", "verified", "deep"];
}
