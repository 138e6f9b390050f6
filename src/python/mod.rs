//! The Python package `chuhe`, beside `cli` in layer 6 of `docs/architecture.md`.
//!
//! Built only with the feature `python`, as the extension module `chuhe._chuhe`. The package around it is in
//! `src/python/chuhe`: dataclasses for results and games, type stubs, and the program as `python -m chuhe`.
//! `docs/python.md` describes how it is used. Docstrings are English, then Chinese.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the class `Board`: positions, legal moves, notation, pictures |
//! | `rules` | `judge`, and rule sets |
//! | `games` | game files |
//! | `engine` | the class `Engine` |
//! | `analyse`, `solve` | searches and proofs, and their results as objects |
//! | `wait` | work without the interpreter lock, which Ctrl-C and an event end |
//! | `numbers` | numbers in arguments, and their ranges |
//! | `results` | objects of the package's dataclasses |
//! | `errors` | the exceptions |
//! | `program` | the program |

mod analyse;
mod board;
mod engine;
mod errors;
mod games;
mod numbers;
mod program;
mod results;
mod rules;
mod solve;
mod wait;

use pyo3::prelude::*;

/// The compiled part of the package `chuhe`.
#[pymodule]
mod _chuhe {
    #[pymodule_export]
    use super::board::PyBoard;
    #[pymodule_export]
    use super::engine::PyEngine;
    #[pymodule_export]
    use super::errors::{FenError, GameFileError, MoveError};
    #[pymodule_export]
    use super::games::{games_to_bytes, parse_games, parse_result, read_games, write_games};
    #[pymodule_export]
    use super::program::run_program;
    #[pymodule_export]
    use super::rules::{check_rule_set, judge_board};
    use pyo3::prelude::*;

    #[pymodule_export]
    const START_FEN: &str = crate::board::START_FEN;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
