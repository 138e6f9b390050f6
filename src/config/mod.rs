//! Layer 1: settings that people write.
//!
//! | module | contents |
//! |---|---|
//! | [`numbers`] | numbers in a range |
//! | [`toml_file`] | a TOML file as keys and values with their lines |

pub mod numbers;
pub mod toml_file;
