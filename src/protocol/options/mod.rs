//! The options: their names, types, ranges and defaults, and what each does.
//!
//! [`Options`] holds what the user asked for, in the user's words (`pruning small`);
//! [`Options::settings`] is what that means for the search. The two are apart so that the order in which options
//! arrive does not matter: `nullmove fixed` is kept while `pruning none` uses no null move at all.
//!
//! Each option is listed under its name in the protocol that is spoken, and understood under either.
//!
//! Not here, because they would do nothing: `useegtb` and `egtbpaths` (there are no tablebases), and
//! `promotion`, a variant in which advisors and elephants become pawns. A GUI may set them all the
//! same, as any option we do not know, and nothing happens.

mod choice;
mod error;
mod list;
mod set;
mod settings;
#[cfg(feature = "tuning")]
pub(super) mod tuning;

pub use choice::{Choice, Grade, Style};
pub use error::OptionError;
pub use list::{Effect, Kind, OPTIONS, Options, Spec};

#[cfg(test)]
mod tests;
