//! A batch: puzzles by the thousand from a stream of lines, each answered with a record.
//!
//! ```
//! use chuhe::solve::batch::{Input, Source, Task, pool};
//! use std::sync::{Arc, atomic::AtomicBool};
//!
//! let text = "# a mate\n3k5/9/R8/9/9/9/9/9/9/1R2K4 w; id \"two rooks\";\n4k4/9 w\n";
//! let source = Source::reader("text", text.as_bytes());
//! let mut answers = Vec::new();
//! let plan = pool::Plan { jobs: 2, ordered: true, hash_mib: 16, task: Task::default() };
//! pool::run(&plan, Input::new(vec![source]), &AtomicBool::new(false), |answer| {
//!     answers.push(answer.record);
//!     Ok(())
//! })?;
//! assert_eq!((answers[0].line, answers[0].mate_in), (2, Some(1)));
//! assert_eq!(answers[1].error.as_deref(), Some("the FEN has 2 ranks, a board has 10"));
//! # Ok::<(), pool::Error>(())
//! ```

pub(crate) mod done;
pub(crate) mod input;
pub(crate) mod output;
pub(crate) mod play;
pub mod pool;
pub mod puzzle;
pub(crate) mod record;
pub(crate) mod store;
pub(crate) mod tally;
pub mod task;
mod tree;

pub use done::Done;
pub use input::{Input, Item, Shard, Source};
pub use play::Aim;
pub use puzzle::{Fault, Puzzle};
pub use record::{Record, Status};
pub use task::Task;
