//! Layer 1: settings that people write.
//!
//! | module | contents |
//! |---|---|
//! | [`numbers`] | numbers in a range |
//! | [`options`] | options of the command line in a table of a TOML file |
//! | [`toml_file`] | a TOML file as keys and values with their lines |

pub mod numbers;
pub mod options;
pub mod toml_file;
