//! The options: their names, types, ranges and defaults, and what each does.
//!
//! [`Options`] holds the values as they were set (`pruning small`); [`Options::settings`] derives the settings of the
//! search. So the order in which options arrive does not matter: `nullmove fixed` is kept while `pruning none` uses no null
//! move at all.
//!
//! Each option is listed under its name in the protocol that is spoken, and accepted under either.
//!
//! Not here, because they would do nothing: `useegtb` and `egtbpaths` (there are no tablebases), and `promotion`, a variant
//! in which advisors and elephants become pawns. A GUI may set these and any other unknown option without effect.

mod list;
mod set;
mod settings;
#[cfg(feature = "tuning")]
pub(super) mod tuning;
mod value;

pub use list::{Effect, Kind, OPTIONS, Options, Spec};
pub use value::{Choice, Grade, OptionError, Style};

#[cfg(test)]
mod tests;
