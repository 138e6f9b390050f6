//! Training data from self-play, training of the evaluation, and tuning of search parameters. Layer 4 of `docs/architecture.md`.
//!
//! | module | idea |
//! |---|---|
//! | [`packed`] | a position, its score and its game's result in 32 bytes |
//! | [`reader`] | reads files of packed positions, and their statistics |
//! | [`header`] | the header of such a file: format version and generation settings |
//! | `selfplay` | one self-play game, and the quiet positions in it |
//! | `td_lambda` | TD(λ): mixes scores with those of later plies |
//! | `data` | plays games in parallel and writes their positions to a file |
//! | `error` | errors of training |
//! | `steepness` | the steepness of the logistic curve from scores to expected points |
//! | `curve` | the loss curve of a training as CSV or SVG |
//! | `wdl_fit` | the chances of winning, drawing and losing, fitted to results |
//! | [`network`] | training of the NNUE |
//! | [`pipeline`] | rounds of self-play, training and a match |
//! | `spsa` | SPSA: tuning of search parameters by games |
//!
//! A build with `--features tuning` also has `tuning_run` and `duel`, which play the games of SPSA.

pub(crate) mod curve;
pub(crate) mod data;
#[cfg(feature = "tuning")]
pub(crate) mod duel;
pub(crate) mod error;
pub mod header;
pub mod network;
pub mod packed;
pub mod pipeline;
pub mod reader;
pub(crate) mod selfplay;
#[cfg(any(feature = "tuning", test))]
pub(crate) mod spsa;
pub(crate) mod steepness;
pub(crate) mod td_lambda;
#[cfg(feature = "tuning")]
pub(crate) mod tuning_run;
pub(crate) mod wdl_fit;
