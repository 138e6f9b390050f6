//! The `chuhe` program; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    chuhe::cli::run(std::env::args_os().collect()).into()
}
