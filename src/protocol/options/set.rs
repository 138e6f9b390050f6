//! Sets an option from text.

use super::error::{OptionError, number};
use super::list::{Effect, Kind, OPTIONS, Options};
use crate::protocol::dialect::protocol::Protocol;

impl Options {
    /// Sets one of [`OPTIONS`] from text, by its name in either protocol. Case does not matter: some GUIs are
    /// written in languages whose truth is `True`.
    ///
    /// # Errors
    /// When there is no such option, or it has no such value; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = super::tuning::set(name, value) {
            return done;
        }
        let (option, name) = OPTIONS
            .iter()
            .find_map(|option| Some((option, option.meant_by(name)?)))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let invalid = |what: String| OptionError::Invalid(name, format!("'{value}' is {what}"));
        match option.kind {
            Kind::Button { effect } => return Ok(effect),
            Kind::Check { field } => {
                *field(self) = match value.to_ascii_lowercase().as_str() {
                    // uci2wb says 1 where the name of a check begins with a small letter.
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(invalid("neither true (on) nor false (off)".to_owned())),
                };
            }
            // UCI has a word for no text.
            Kind::Text { field } => {
                let text = if value == "<empty>" { "" } else { value };
                *field(self) = text.to_owned();
            }
            Kind::Spin { min, max, set, .. } => {
                set(self, number(name, value, min..=max)?);
            }
            Kind::Combo { choices, set, .. } => {
                let among = |words: &[&str]| {
                    let mut words = words.iter();
                    words.position(|word| word.eq_ignore_ascii_case(value))
                };
                // An error lists the words that go with the name.
                let protocol = match option.uci == Some(name) {
                    true => Protocol::Uci,
                    false => Protocol::Ucci,
                };
                let index = among(choices)
                    .or_else(|| among(option.uci_words))
                    .ok_or_else(|| {
                        invalid(format!("none of {}", option.words_in(protocol).join(", ")))
                    })?;
                set(self, index);
            }
        }
        Ok(Effect::Changed)
    }
}
