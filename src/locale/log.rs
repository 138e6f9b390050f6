//! Messages of the log on standard error, which people read.

use std::fmt;

use tracing::field::Field;
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{Writer, debug_fn};

use super::text;

/// Writes the fields of an event as the usual format does, with the message in the language of the program.
pub fn fields() -> impl for<'w> FormatFields<'w> {
    debug_fn(
        |out: &mut Writer, field: &Field, value: &dyn fmt::Debug| match field.name() {
            "message" => write!(out, "{}", text(&format!("{value:?}"))),
            name => write!(out, " {name}={value:?}"),
        },
    )
}
