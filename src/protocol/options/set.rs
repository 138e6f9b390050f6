//! Sets an option from text.

use super::list::{Effect, Kind, OPTIONS, Options};
use super::value::{OptionError, number};
use crate::protocol::command::Protocol;

impl Options {
    /// Sets one of [`OPTIONS`] from text, by its name in either protocol. Case does not matter, because some GUIs
    /// send `True`.
    ///
    /// # Errors
    /// If the option is unknown or the value is invalid; nothing is changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        #[cfg(feature = "tuning")]
        if let Some(done) = super::tuning::set(name, value) {
            return done;
        }
        let protocols = OPTIONS
            .iter()
            .flat_map(|option| [(option, Protocol::Ucci), (option, Protocol::Uci)]);
        let (option, protocol, name) = protocols
            .filter_map(|(option, protocol)| Some((option, protocol, option.name_in(protocol)?)))
            .find(|(.., known)| known.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let invalid = |what: &str| OptionError::Invalid(name, format!("'{value}' is {what}"));
        match &option.kind {
            Kind::Button(effect) => return Ok(*effect),
            Kind::Check(field) => {
                *field(self) = match value.to_ascii_lowercase().as_str() {
                    // uci2wb sends 1 where the name of a check begins with a small letter.
                    "true" | "on" | "1" => true,
                    "false" | "off" | "0" => false,
                    _ => return Err(invalid("neither true (on) nor false (off)")),
                };
            }
            // `<empty>` is UCI's word for an empty text.
            Kind::Text(field) => {
                let text = if value == "<empty>" { "" } else { value };
                *field(self) = text.to_owned();
            }
            Kind::Spin { range, set, .. } => set(self, number(name, value, range)?),
            Kind::Combo { ucci, uci, set, .. } => {
                let mut words = [ucci, uci].into_iter();
                let index = words.find_map(|words| {
                    let mut words = words.iter();
                    words.position(|word| word.eq_ignore_ascii_case(value))
                });
                let words = || format!("none of {}", option.words_in(protocol).join(", "));
                set(self, index.ok_or_else(|| invalid(&words()))?);
            }
        }
        Ok(Effect::Changed)
    }
}
