//! Whether the engines of a match have the options that are to be set.

use tracing::debug;

use super::plan::Plan;
use super::progress::LiveLine;
use crate::arena::Tournament;
use crate::arena::dialect::options;
use crate::cli::Failure;

/// Asks each engine for which an option is to be set what it announces.
///
/// # Errors
/// When it does not announce the option, or not for this value; or does not start.
pub fn check(plan: &Plan, tournament: &Tournament) -> Result<(), Failure> {
    if plan.unchecked_options {
        return Ok(());
    }
    for (index, engine) in plan.settings.engines.iter().enumerate() {
        if engine.options.is_empty() {
            continue;
        }
        let offered = tournament
            .ask(index)
            .map_err(|error| Failure::Input(format!("--engine: {error}")))?;
        debug!(
            engine = engine.name,
            options = offered.options.len(),
            "announced"
        );
        let commands = ["memory", "smp"].map(|feature| offered.feature(feature) == Some("1"));
        if offered.options.is_empty() && commands == [false; 2] {
            LiveLine::on_stderr(0).note(&format!(
                "warning: {} announces no options; whether it has those that are set is not known",
                engine.name
            ));
            continue;
        }
        for (name, value) in &engine.options {
            options::check(&offered, engine.protocol, name, value).map_err(|error| {
                Failure::Input(format!(
                    "{}: {error} (--unchecked-options sets it all the same)",
                    plan.option_place(index, name)
                ))
            })?;
        }
    }
    Ok(())
}
