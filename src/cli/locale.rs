//! The default notation of the user's locale.

use crate::notation::Notation;

/// Chinese notation for Chinese locales, ICCS for all others.
///
/// The locale is that of the POSIX variables for the language, in their order of precedence, or else that of the system.
pub fn notation() -> Notation {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
    let set = variables.into_iter().flatten();
    let locales = set.chain(sys_locale::get_locale());
    let mut set = locales.filter(|locale| !locale.is_empty());
    match set.next().is_some_and(|locale| is_chinese(&locale)) {
        true => Notation::Chinese,
        false => Notation::Iccs,
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
    fn chinese_locales_are_recognized() {
        for chinese in ["zh-Hant@x", "ZH", "zh_CN.UTF-8", "zh_CN"] {
            assert!(is_chinese(chinese), "{chinese}");
        }
        for other in ["C", "de_DE", "zhx", "en_GB.UTF-8"] {
            assert!(!is_chinese(other), "{other}");
        }
    }
}
