//! Settings on the command line and in TOML files. Layer 1 of `docs/architecture.md`.
//!
//! | module | contents |
//! |---|---|
//! | [`difference`] | compares the settings of a run on resume |
//! | [`numbers`] | parsers of numbers in a range |
//! | [`paths`] | parser of file names |
//! | `toml_file` | options of the command line in a TOML file |

pub mod difference;
pub mod numbers;
pub mod paths;
pub(crate) mod toml_file;
