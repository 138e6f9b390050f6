//! The notation that a user is likely to want.

use super::Notation;

/// What the environment tells of the user's language: the three variables that POSIX names for it,
/// the strongest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locale {
    /// `LC_ALL`.
    pub all: Option<String>,
    /// `LC_MESSAGES`.
    pub messages: Option<String>,
    /// `LANG`.
    pub lang: Option<String>,
}

impl Locale {
    /// The locale of this process.
    pub fn of_environment() -> Locale {
        let variable = |name| std::env::var(name).ok();
        Locale {
            all: variable("LC_ALL"),
            messages: variable("LC_MESSAGES"),
            lang: variable("LANG"),
        }
    }

    /// Chinese notation for whoever reads Chinese, and ICCS for all others.
    ///
    /// ```
    /// use chuhe::notation::{Locale, Notation};
    /// let locale = |lang: &str| Locale { lang: Some(lang.to_owned()), ..Locale::default() };
    /// assert_eq!(locale("zh_CN.UTF-8").notation(), Notation::Chinese);
    /// assert_eq!(locale("en_GB.UTF-8").notation(), Notation::Iccs);
    /// assert_eq!(Locale::default().notation(), Notation::Iccs);
    /// ```
    pub fn notation(&self) -> Notation {
        // An empty variable counts as not set.
        let mut set = [&self.all, &self.messages, &self.lang]
            .into_iter()
            .flatten()
            .filter(|value| !value.is_empty());
        match set.next() {
            Some(value) if is_chinese(value) => Notation::Chinese,
            _ => Notation::Iccs,
        }
    }
}

/// Whether a locale such as `zh_TW.UTF-8` is one of the Chinese ones.
fn is_chinese(value: &str) -> bool {
    let language = value.split(['_', '.', '@', '-']).next();
    language.is_some_and(|language| language.eq_ignore_ascii_case("zh"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_that_is_set_decides() {
        let locale = |[all, messages, lang]: [Option<&str>; 3]| Locale {
            all: all.map(str::to_owned),
            messages: messages.map(str::to_owned),
            lang: lang.map(str::to_owned),
        };
        for (values, notation) in [
            ([Some("C"), Some("zh_CN"), Some("zh_CN")], Notation::Iccs),
            ([Some(""), Some("zh_CN"), Some("en_GB")], Notation::Chinese),
            ([None, Some("de_DE"), Some("zh_CN")], Notation::Iccs),
            ([None, None, Some("zh-Hant@x")], Notation::Chinese),
            ([None, None, Some("zhx")], Notation::Iccs),
            ([Some("ZH"), None, None], Notation::Chinese),
        ] {
            assert_eq!(locale(values).notation(), notation, "{values:?}");
        }
    }
}
