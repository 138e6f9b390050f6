//! Layer 1: settings that people write.
//!
//! | module | contents |
//! |---|---|
//! | [`difference`] | compares the settings of a run on resume |
//! | [`numbers`] | parsers of numbers in a range |
//! | `toml_file` | options of the command line in a TOML file |

pub mod difference;
pub mod numbers;
pub(crate) mod toml_file;
