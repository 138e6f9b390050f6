//! A TOML file as keys and values, each with its place, and what is wrong there in plain words.

use std::ops::RangeInclusive;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::numbers::{number, real};

/// Keys at least so alike are near, from 0 to 1 by Jaro and Winkler.
const NEAR: f64 = 0.8;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct Wrong {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

/// Keys and values.
#[derive(Clone, Copy, Debug)]
pub struct Entries<'a> {
    text: &'a str,
    table: &'a DeTable<'a>,
    /// Where the table begins.
    begin: usize,
}

impl<'a> Entries<'a> {
    /// Those of a table that begins at a byte of the text.
    pub fn new(text: &'a str, table: &'a DeTable<'a>, begin: usize) -> Entries<'a> {
        Entries { text, table, begin }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, place: usize) -> usize {
        line(self.text, place)
    }

    /// The line of a key, or where the table begins if there is no such key.
    pub fn line_of(&self, key: &str) -> usize {
        let found = self.table.get_key_value(key);
        self.line(found.map_or(self.begin, |(key, _)| key.span().start))
    }

    /// A complaint about a key.
    pub fn wrong(&self, key: &str, what: String) -> Wrong {
        let line = self.line_of(key);
        Wrong { line, what }
    }

    /// Refuses keys that mean nothing here.
    ///
    /// # Errors
    /// With the first of them, and the known key that is most like it or all of them.
    pub fn only(&self, known: &[&str]) -> Result<(), Wrong> {
        for key in self.table.keys() {
            let name: &str = key.as_ref();
            if known.contains(&name) {
                continue;
            }
            let likeness = |known: &&&str| strsim::jaro_winkler(known, name);
            let near = known
                .iter()
                .max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
            let hint = match near {
                Some(near) if likeness(&near) >= NEAR => format!("{near} is near to it"),
                _ => format!("want one of {}", known.join(", ")),
            };
            return Err(Wrong {
                line: self.line(key.span().start),
                what: format!("'{name}' is not known here; {hint}"),
            });
        }
        Ok(())
    }

    /// A value, whatever it is.
    pub fn value(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.table.get(key)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a Spanned<DeValue<'a>>)> + use<'a> {
        let pairs = self.table.iter();
        pairs.map(|(key, value)| (key.as_ref().as_ref(), value))
    }

    /// A text.
    ///
    /// # Errors
    /// When it is something else.
    pub fn text(&self, key: &str) -> Result<Option<&'a str>, Wrong> {
        let read = |value: &'a DeValue<'a>| value.as_str();
        self.read(key, "a text in quotation marks", read)
    }

    /// True or false.
    ///
    /// # Errors
    /// When it is something else.
    pub fn truth(&self, key: &str) -> Result<Option<bool>, Wrong> {
        self.read(key, "true or false", |value: &DeValue| value.as_bool())
    }

    /// Texts.
    ///
    /// # Errors
    /// When it is something else.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, Wrong> {
        self.read(key, "a list of texts, such as [\"-x\", \"y\"]", |value| {
            let texts = value.as_array()?.iter();
            let texts = texts.map(|text| text.as_ref().as_str().map(str::to_owned));
            texts.collect()
        })
    }

    /// A whole number of a range; one that ends at [`i64::MAX`] is open.
    ///
    /// # Errors
    /// When it is something else.
    pub fn whole<T: TryFrom<i64>>(
        &self,
        key: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<T>, Wrong> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        let text = match value.as_ref() {
            DeValue::Integer(_) => said(value.as_ref()).unwrap_or_default(),
            // Whatever else it is, it is no number, and the range is told.
            _ => String::new(),
        };
        number(range)(&text)
            .map(Some)
            .map_err(|error| self.complaint(key, value, &error.to_string()))
    }

    /// A number of a range, with or without a fraction.
    ///
    /// # Errors
    /// When it is something else.
    pub fn real(&self, key: &str, range: RangeInclusive<f64>) -> Result<Option<f64>, Wrong> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        let text = match value.as_ref() {
            DeValue::Integer(_) | DeValue::Float(_) => said(value.as_ref()).unwrap_or_default(),
            _ => String::new(),
        };
        real(range)(&text)
            .map(Some)
            .map_err(|error| self.complaint(key, value, &error.to_string()))
    }

    /// A table within this one.
    ///
    /// # Errors
    /// When it is something else.
    pub fn table(&self, key: &str, such_as: &str) -> Result<Option<Entries<'a>>, Wrong> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        match value.as_ref().as_table() {
            Some(table) => Ok(Some(Entries::new(self.text, table, value.span().start))),
            None => Err(self.complaint(key, value, &format!("want a table, such as {such_as}"))),
        }
    }

    /// `key = value as it is written: what`.
    pub fn complaint(&self, key: &str, value: &Spanned<DeValue>, what: &str) -> Wrong {
        let written = self.text.get(value.span()).unwrap_or_default();
        // A value may be a table of many lines.
        let written = written.lines().next().unwrap_or_default();
        Wrong {
            line: self.line(value.span().start),
            what: format!("{key} = {written}: {what}"),
        }
    }

    fn read<T>(
        &self,
        key: &str,
        want: &str,
        read: impl Fn(&'a DeValue<'a>) -> Option<T>,
    ) -> Result<Option<T>, Wrong> {
        let Some(value) = self.value(key) else {
            return Ok(None);
        };
        match read(value.as_ref()) {
            Some(found) => Ok(Some(found)),
            None => Err(self.complaint(key, value, &format!("want {want}"))),
        }
    }
}

/// The table that a text is.
///
/// # Errors
/// When it is no TOML.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, Wrong> {
    DeTable::parse(text).map_err(|error| Wrong {
        line: line(text, error.span().map_or(0, |place| place.start)),
        what: error.message().replace('\n', ", "),
    })
}

/// The line of a byte of a text, from 1.
pub fn line(text: &str, place: usize) -> usize {
    let before = &text.as_bytes()[..place.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

/// A text, a number, true or false, as the command line would have it; `None` for anything else.
pub fn said(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            let plain = i64::from_str_radix(number.as_str(), number.radix()).ok();
            plain.map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}
