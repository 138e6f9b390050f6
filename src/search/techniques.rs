//! The techniques of the search: each can be switched off, to measure its effect.

use thiserror::Error;

/// The forms of null-move pruning, which `src/search/null_move.rs` describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NullMove {
    /// No null moves.
    Off,
    /// The reduction R is fixed.
    Fixed,
    /// R depends on depth and material.
    Adaptive,
    /// A fail high is verified by a search that is a ply shallower.
    Verified,
    /// R grows with depth and evaluation; fail highs at high depth are verified.
    Deep,
}

/// What a search is for. Some parameters (`params.rs`) have a value for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To win games.
    Games,
    /// To see mates, for the solver. Checks are reduced as other moves are, wins and losses by rule from the table cut nodes, and
    /// after a fail high the aspiration window widens faster.
    Mates,
}

/// Declares the techniques: the struct, the constants `ALL` and `NONE`, and the names for the command line.
macro_rules! switches {
    ($($field:ident = $name:literal, $about:literal;)+) => {
        /// The techniques of a search that are switched on.
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
            /// What the search is for.
            pub purpose: Purpose,
            $(#[doc = $about] pub $field: bool,)+
        }

        impl Techniques {
            /// Every technique on.
            pub const ALL: Techniques = Techniques {
                null_move: NullMove::Deep,
                purpose: Purpose::Games,
                $($field: true,)+
            };

            /// Every technique off: alpha-beta to a fixed depth, with the score of minimax.
            pub const NONE: Techniques = Techniques {
                null_move: NullMove::Off,
                purpose: Purpose::Games,
                $($field: false,)+
            };

            /// The names that [`Techniques::without`] takes.
            pub const NAMES: &[&str] = &["null-move", $($name),+];

            /// Switches one technique off, by its name in [`Techniques::NAMES`].
            ///
            /// # Errors
            /// If there is no technique of that name.
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
    pvs               = "pvs",               "Search later moves with a zero window first (principal variation search); without it unreduced moves are PV nodes.";
    lmr               = "lmr",               "Late move reductions.";
    quiescence        = "quiescence",        "Quiescence search at the leaves; without it the static evaluation is the score.";
    see               = "see",               "Static exchange evaluation: losing captures are dropped or tried last. It also switches delta pruning.";
    transposition     = "transposition",     "The transposition table.";
    ordering          = "ordering",          "MVV/LVA, killers, counter moves and histories; without it moves come in generation order after the table move.";
    aspiration        = "aspiration",        "Aspiration windows at the root.";
    check_extension   = "check-extension",   "Search a node in check one ply deeper.";
    singular          = "singular",          "Search a move deeper that is much better than all others.";
    reverse_futility  = "reverse-futility",  "Cut nodes whose evaluation is far above beta.";
    futility          = "futility",          "Skip quiet moves near the leaves if the evaluation is far below alpha.";
    see_pruning       = "see-pruning",       "Skip moves near the leaves that lose material by SEE.";
    history_pruning   = "history-pruning",   "Skip quiet moves with a bad history near the leaves.";
    iir               = "iir",               "Search a node without a table move one ply less deep (internal iterative reduction).";
    mate_distance     = "mate-distance",     "Narrow the window by the shortest mate still possible.";
    correction        = "correction",        "Correct the evaluation by its errors in similar positions (correction history).";
}

/// The error for a name that is not a technique.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{name}' is not a technique; the techniques are: {}", Techniques::NAMES.join(", "))]
pub struct UnknownTechnique {
    /// The name.
    pub name: String,
}

impl Techniques {
    /// No pruning, reductions or singular extensions: full width, with quiescence search.
    pub const FULL_WIDTH: Techniques = Techniques {
        null_move: NullMove::Off,
        lmr: false,
        singular: false,
        reverse_futility: false,
        futility: false,
        see_pruning: false,
        history_pruning: false,
        iir: false,
        ..Techniques::ALL
    };
}
