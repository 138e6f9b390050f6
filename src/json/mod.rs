//! Results as JSON, and requests in JSON that programs without a command line send. Layer 5 of `docs/architecture.md`.
//!
//! Programs depend on the names of the fields: add some, rename none.

#[cfg(feature = "cli")]
pub(crate) mod analysis;
#[cfg(feature = "cli")]
pub(crate) mod earlier_review;
mod fields;
mod files;
mod game_record;
mod line_sender;
mod reply;
mod request;
mod review;
#[cfg(feature = "cli")]
pub(crate) mod review_page;
mod running_requests;
#[cfg(test)]
mod tests;
mod verdict;

pub use line_sender::LineSender;
pub use reply::ReplyWriter;
pub use request::{JsonRequest, MAX_FILE_REQUEST_BYTES, Task};
pub(crate) use review::ReviewRecord;
pub use running_requests::RunningRequests;
pub(crate) use verdict::VerdictRecord;

use serde::Serialize;

use crate::columns::printable;
use game_record::GameRecord;

/// Returns an object as one line, in which control characters and those that reorder text are escaped.
///
/// # Panics
/// If a map in it has a key that is not text.
pub fn to_line(record: impl Serialize) -> String {
    let line = serde_json::to_string(&record).expect("keys are text");
    printable(&line).into_owned()
}
