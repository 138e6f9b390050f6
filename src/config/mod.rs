//! Settings on the command line and in TOML files, and the program's own command. Layer 1 of `docs/architecture.md`.
//!
//! | module | contents |
//! |---|---|
//! | [`difference`] | compares the settings of a run on resume |
//! | [`numbers`] | parsers of numbers in a range |
//! | [`paths`] | parser of file names |
//! | [`program`] | the command that starts this program again |
//! | `tips` | tips in messages about wrong arguments |
//! | `toml_file` | options of the command line in a TOML file |

pub mod difference;
pub mod numbers;
pub mod paths;
pub mod program;
pub(crate) mod tips;
pub(crate) mod toml_file;
