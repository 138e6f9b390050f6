//! Tips in clap's messages about wrong arguments.

use std::ffi::OsString;

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::columns::fit;

/// Adds tips to the message about wrong arguments of a command, and removes those that do not help.
pub fn improve(error: &mut clap::Error, command: &Command, arguments: &[OsString]) {
    suggest_value(error);
    // A message of any length would not be translated.
    if let Some(ContextValue::String(value)) = error.get(ContextKind::InvalidValue) {
        let value = ContextValue::String(fit(value, 200));
        error.insert(ContextKind::InvalidValue, value);
    }
    if error.kind() != ErrorKind::UnknownArgument {
        return;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else {
        return;
    };
    if word.starts_with('-') {
        // A misspelt option is far more frequent than a value that begins with a dash.
        let tips = error.remove(ContextKind::Suggested);
        if let Some(ContextValue::StyledStrs(mut tips)) = tips {
            tips.retain(|tip| !tip.to_string().contains(" as a value, use "));
            if !tips.is_empty() {
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
            }
        }
    } else if follows_a_value(word, command, arguments) {
        let tip = "put quotation marks around a name or value that contains spaces";
        let tip = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tip);
    }
}

/// Adds a valid value at edit distance 1 from a wrong one. `clap` itself misses short words with two letters exchanged.
fn suggest_value(error: &mut clap::Error) {
    let (Some(ContextValue::String(wrong)), Some(ContextValue::Strings(valid)), None) = (
        error.get(ContextKind::InvalidValue),
        error.get(ContextKind::ValidValue),
        error.get(ContextKind::SuggestedValue),
    ) else {
        return;
    };
    let is_near = |known: &&String| strsim::osa_distance(wrong, known) == 1;
    if let Some(nearest) = valid.iter().find(is_near) {
        let nearest = ContextValue::String(nearest.clone());
        error.insert(ContextKind::SuggestedValue, nearest);
    }
}

/// True if a surplus word may be the end of the value before it.
fn follows_a_value(word: &str, command: &Command, arguments: &[OsString]) -> bool {
    let mut pairs = arguments.windows(2).skip(1);
    pairs.any(|pair| {
        let before = pair[0].to_string_lossy();
        let is_option = before.starts_with('-') && !before.contains('=');
        pair[1] == *word && !is_option && !has_command(command, &before)
    })
}

/// True if the command has a subcommand of this name, at any level.
fn has_command(command: &Command, name: &str) -> bool {
    let mut inner = command.get_subcommands();
    inner.any(|inner| inner.get_name() == name || has_command(inner, name))
}
