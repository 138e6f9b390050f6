//! Parser of file names, for options of the command line and keys of a TOML file.

use clap::builder::{PathBufValueParser, TypedValueParser};

/// Returns a parser of the name of a file, which standard output cannot stand for.
pub fn file() -> impl TypedValueParser<Value = std::path::PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        true => Err("expected the name of a file; standard output cannot take this"),
        false => Ok(path),
    })
}
