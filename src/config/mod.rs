//! Layer 1: settings that people write.
//!
//! | module | contents |
//! |---|---|
//! | [`numbers`] | parsers of numbers in a range |
//! | [`toml_file`] | options of the command line in a TOML file |

pub mod numbers;
pub mod toml_file;
