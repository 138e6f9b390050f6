//! Messages of the log on standard error, which people read.

use std::fmt;

use tracing::field::Field;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::format::{Writer, debug_fn};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

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

/// Writes warnings as the other messages of the program, without time and module.
pub struct Warnings;

impl<S, F> FormatEvent<S, F> for Warnings
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    F: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, F>,
        mut out: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut message = String::new();
        context.format_fields(Writer::new(&mut message), event)?;
        let label = match *event.metadata().level() {
            Level::ERROR => "error",
            _ => "warning",
        };
        writeln!(out, "{}", text(&format!("{label}: {message}")))
    }
}
