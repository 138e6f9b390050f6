//! The techniques of the search: each can be switched off, to measure its effect.

use thiserror::Error;

/// The forms of null-move pruning; [`super::null_move`] describes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullMove {
    Off,
    /// A fixed R.
    Fixed,
    /// R by depth and material.
    Adaptive,
    /// A fail high is verified by a shallower search.
    Verified,
    /// R grows with depth and evaluation; fail highs near the root are verified.
    Deep,
}

/// Declares the switches once: the struct, its two ends, and the names for the command line.
macro_rules! switches {
    ($($field:ident = $name:literal, $about:literal;)+) => {
        /// The techniques of a search. Copies are cheap; the search reads them, never changes them.
        ///
        /// ```
        /// use chuhe::search::{NullMove, Techniques};
        /// let plain = Techniques::ALL.without("null-move").unwrap();
        /// assert_eq!(plain.null_move, NullMove::Off);
        /// assert!(Techniques::ALL.without("magic").is_err());
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct Techniques {
            /// Null-move pruning and its form.
            pub null_move: NullMove,
            $(#[doc = $about] pub $field: bool,)+
        }

        impl Techniques {
            pub const ALL: Techniques = Techniques { null_move: NullMove::Deep, $($field: true,)+ };

            /// Plain fixed-depth alpha-beta: what minimax would return.
            pub const NONE: Techniques = Techniques { null_move: NullMove::Off, $($field: false,)+ };

            /// The names that [`Techniques::without`] takes.
            pub const NAMES: &[&str] = &["null-move", $($name),+];

            /// Switches one technique off.
            ///
            /// # Errors
            /// When there is no technique of that name.
            pub fn without(mut self, name: &str) -> Result<Techniques, UnknownTechnique> {
                match name {
                    "null-move" => self.null_move = NullMove::Off,
                    $($name => self.$field = false,)+
                    _ => return Err(UnknownTechnique { name: name.to_owned() }),
                }
                Ok(self)
            }
        }
    };
}

switches! {
    // Field, name, meaning.
    pvs               = "pvs",               "Search later moves with a zero window first (principal variation search).";
    lmr               = "lmr",               "Late move reductions.";
    quiescence        = "quiescence",        "Quiescence search at the leaves; without it the leaf is evaluated as it stands.";
    see               = "see",               "Static exchange evaluation: losing captures are dropped or tried last.";
    transposition     = "transposition",     "The transposition table.";
    ordering          = "ordering",          "MVV/LVA, killers, counter moves and histories; without it moves come as generated.";
    aspiration        = "aspiration",        "Aspiration windows at the root.";
    check_extension   = "check-extension",   "One ply more for answers to check.";
    singular          = "singular",          "One ply more for a move that is much better than all others.";
    reverse_futility  = "reverse-futility",  "Cut where the evaluation stands far above beta.";
    futility          = "futility",          "Skip quiet moves near the leaves where the evaluation stands far below alpha.";
    late_move_pruning = "late-move-pruning", "Skip late quiet moves near the leaves.";
    see_pruning       = "see-pruning",       "Skip moves near the leaves that lose material by SEE.";
    razoring          = "razoring",          "Drop into quiescence where the evaluation stands hopelessly below alpha.";
    iir               = "iir",               "Search less deep where the table has no move to begin with (internal iterative reduction).";
    mate_distance     = "mate-distance",     "Narrow the window by the shortest mate still possible.";
    correction        = "correction",        "Correct the evaluation by what searches of similar positions found.";
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

/// A name that is no technique.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{name}' is no technique; there are: {}", Techniques::NAMES.join(", "))]
pub struct UnknownTechnique {
    pub name: String,
}

/// How much the search prunes: UCCI's `pruning`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pruning {
    /// Nothing is skipped: full width, with quiescence.
    None,
    /// Null move, verified, and no other gamble: for composed mates.
    Small,
    /// Null move and reductions.
    Medium,
    /// Everything.
    #[default]
    Large,
}

impl Pruning {
    /// The techniques of a level.
    pub const fn techniques(self) -> Techniques {
        let full_width = Techniques {
            null_move: NullMove::Off,
            lmr: false,
            reverse_futility: false,
            futility: false,
            late_move_pruning: false,
            see_pruning: false,
            razoring: false,
            iir: false,
            ..Techniques::ALL
        };
        let (null_move, reduces) = match self {
            Pruning::None => return full_width,
            Pruning::Small => (NullMove::Verified, false),
            Pruning::Medium => (NullMove::Verified, true),
            Pruning::Large => return Techniques::ALL,
        };
        Techniques {
            null_move,
            lmr: reduces,
            iir: reduces,
            ..full_width
        }
    }
}
