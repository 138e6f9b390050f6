//! Batches of puzzles: reads puzzles from a stream of lines, solves them in parallel and writes a record for each.
//!
//! ```
//! use chuhe::solve::batch::{PuzzleInput, Source, Task, pool};
//! use std::sync::atomic::AtomicBool;
//!
//! let text = "# a mate\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w; id \"two rooks\";\n4k4/9 w\n";
//! let source = Source::reader("text", text.as_bytes());
//! let mut records = Vec::new();
//! let settings = pool::BatchSettings { jobs: 2, ordered: true, hash_mib: 16, task: Task::default() };
//! pool::run(&settings, PuzzleInput::new(vec![source]), &AtomicBool::new(false), |finished| {
//!     records.push(finished.record);
//!     Ok(())
//! })?;
//! assert_eq!((records[0].line, records[0].mate_in), (2, Some(1)));
//! assert_eq!(records[1].error.as_deref(), Some("the FEN has 2 ranks, a board has 10"));
//! # Ok::<(), pool::BatchError>(())
//! ```

pub mod audit_record;
#[cfg(feature = "cli")]
mod csv_input;
#[cfg(feature = "cli")]
pub(crate) mod finished;
#[cfg(feature = "cli")]
pub(crate) mod input;
#[cfg(all(test, feature = "cli"))]
mod input_tests;
#[cfg(feature = "cli")]
mod lines;
pub(crate) mod mined;
#[cfg(feature = "cli")]
pub(crate) mod output;
pub(crate) mod play;
#[cfg(feature = "cli")]
pub mod pool;
pub mod puzzle;
pub mod puzzle_line;
pub(crate) mod record;
#[cfg(feature = "cli")]
mod source_reader;
#[cfg(feature = "cli")]
pub(crate) mod store;
#[cfg(feature = "cli")]
pub(crate) mod tally;
pub mod task;
pub(crate) mod tree;

#[cfg(feature = "cli")]
pub use input::{InputError, InputPuzzle, PuzzleInput, Shard};
pub use mined::{Difficulty, SourceGame};
pub use play::TaskKind;
pub use puzzle::{Puzzle, PuzzleError};
pub use record::{NoMateReason, PuzzleRecord, PuzzleStatus};
#[cfg(feature = "cli")]
pub use source_reader::Source;
pub use task::Task;
