//! The options: their names, types, ranges, defaults and effects.
//!
//! [`Options`] holds the values as they were set (`pruning small`); [`Options::settings`] derives the settings of the
//! search. So the order in which options are set does not matter: `nullmove fixed` is kept while `pruning none` uses no null
//! move at all.
//!
//! Each option is listed under its name in the current protocol, and accepted under either name.
//!
//! Not implemented: `useegtb` and `egtbpaths` (the option for endgame tables is `endings`), and `promotion`, a variant
//! in which advisors and elephants become pawns. Unknown options have no effect.

mod list;
mod set;
mod settings;
#[cfg(feature = "tuning")]
pub(super) mod tuning;
mod value;

pub use list::{Effect, Kind, OPTIONS, Options, Spec};
pub use value::{Grade, OptionEnum, OptionError, Style};

#[cfg(test)]
mod tests;
