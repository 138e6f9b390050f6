//! The language of the program: English, or Chinese with `--lang zh` or in a Chinese locale.
//!
//! The source has the English texts, [`crate::catalogue`] the Chinese messages, and `help.zh.ftl` the Chinese help. Protocol text,
//! formats for programs and log files are always English, except the errors of JSON requests that ask for Chinese. Comments in
//! annotated games follow the language.

pub mod help;
pub mod log;

use std::borrow::Cow;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::catalogue;
use crate::diagram::Scene;
use crate::notation::Notation;

/// The names of the languages, as `--lang` takes them.
const LANGUAGES: [&str; 2] = ["en", "zh"];

/// True if the language is Chinese. It is chosen once, at the start of the program.
static IS_CHINESE: AtomicBool = AtomicBool::new(false);

/// True if the language is Chinese.
pub fn is_chinese() -> bool {
    IS_CHINESE.load(Ordering::Relaxed)
}

/// Chooses the language by the option `--lang` among the arguments, or else by the user's locale.
///
/// The locale is that of the POSIX variables for the language, in their order of precedence, or else that of the system.
pub fn choose(arguments: &[OsString]) {
    let locale = lang_option(arguments).or_else(|| {
        let variables = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
        let set = variables.into_iter().flatten();
        let locales = set.chain(sys_locale::get_locale());
        locales.into_iter().find(|locale| !locale.is_empty())
    });
    let is_chinese = locale.is_some_and(|locale| is_chinese_locale(&locale));
    IS_CHINESE.store(is_chinese, Ordering::Relaxed);
}

/// The last valid value of `--lang` among the arguments.
fn lang_option(arguments: &[OsString]) -> Option<String> {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<Cow<str>> = words.take_while(|word| word != "--").collect();
    let mut values = words.iter().enumerate().filter_map(|(index, word)| {
        let value = match word.strip_prefix("--lang") {
            Some("") => words.get(index + 1)?,
            Some(value) => value.strip_prefix('=')?,
            None => return None,
        };
        LANGUAGES.contains(&value).then(|| value.to_owned())
    });
    values.next_back()
}

/// True for a Chinese locale such as `zh_TW.UTF-8` or `zh-Hans-CN`.
fn is_chinese_locale(locale: &str) -> bool {
    let language = locale.split(['_', '.', '@', '-']).next();
    language.is_some_and(|language| language.eq_ignore_ascii_case("zh"))
}

/// Chinese notation if the language is Chinese, else ICCS.
pub fn notation() -> Notation {
    match is_chinese() {
        true => Notation::Chinese,
        false => Notation::Iccs,
    }
}

/// A message in the language of the program. A message that the catalogue lacks stays English.
pub fn text(english: &str) -> Cow<'_, str> {
    catalogue::text(english, is_chinese())
}

/// A picture with its tooltips in the language of the program.
pub fn picture(mut scene: Scene) -> Scene {
    for shape in &mut scene.shapes {
        shape.title = text(&shape.title).into_owned();
    }
    scene
}

/// The messages on the lines of a text, each with its indentation.
pub fn lines(english: &str) -> Cow<'_, str> {
    if !is_chinese() {
        return Cow::Borrowed(english);
    }
    let lines = english.split('\n').map(|line| {
        let message = line.trim_start();
        line[..line.len() - message.len()].to_owned() + &text(message)
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chinese_locales_are_recognized() {
        for chinese in ["zh-Hant@x", "ZH", "zh_CN.UTF-8", "zh_CN"] {
            assert!(is_chinese_locale(chinese), "{chinese}");
        }
        for other in ["C", "de_DE", "zhx", "en_GB.UTF-8"] {
            assert!(!is_chinese_locale(other), "{other}");
        }
    }

    #[test]
    fn last_valid_option_chooses_the_language() {
        for (arguments, language) in [
            ("chuhe --lang zh show", Some("zh")),
            ("chuhe show --lang=en", Some("en")),
            ("chuhe --lang zh show --lang en", Some("en")),
            ("chuhe --lang de", None),
            ("chuhe --lang", None),
            ("chuhe -- --lang zh", None),
            ("chuhe --language=zh", None),
        ] {
            let words: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
            assert_eq!(lang_option(&words).as_deref(), language, "{arguments}");
        }
    }
}
