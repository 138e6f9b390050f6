//! The notation that the user's locale suggests.

use crate::notation::Notation;

/// Chinese notation for readers of Chinese, ICCS for all others.
///
/// The variables that POSIX names for the language decide, the strongest first; where none is set, the system's own setting.
pub fn notation() -> Notation {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
    of_locales(
        variables
            .into_iter()
            .flatten()
            .chain(sys_locale::get_locale()),
    )
}

/// The notation for the first locale; an empty one counts as not set.
fn of_locales(locales: impl IntoIterator<Item = String>) -> Notation {
    let mut set = locales.into_iter().filter(|locale| !locale.is_empty());
    match set.next() {
        Some(locale) if is_chinese(&locale) => Notation::Chinese,
        _ => Notation::Iccs,
    }
}

/// True for a Chinese locale such as `zh_TW.UTF-8` or `zh-Hans-CN`.
fn is_chinese(locale: &str) -> bool {
    let language = locale.split(['_', '.', '@', '-']).next();
    language.is_some_and(|language| language.eq_ignore_ascii_case("zh"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_locale_that_is_set_decides() {
        for (locales, notation) in [
            (&["C", "zh_CN", "zh_CN"][..], Notation::Iccs),
            (&["", "zh_CN", "en_GB"], Notation::Chinese),
            (&["de_DE", "zh_CN"], Notation::Iccs),
            (&["zh-Hant@x"], Notation::Chinese),
            (&["zhx"], Notation::Iccs),
            (&["ZH"], Notation::Chinese),
            (&["zh_CN.UTF-8"], Notation::Chinese),
            (&["en_GB.UTF-8"], Notation::Iccs),
            (&[], Notation::Iccs),
        ] {
            let found = of_locales(locales.iter().map(|&locale| locale.to_owned()));
            assert_eq!(found, notation, "{locales:?}");
        }
    }
}
