//! Chinese names of results, which DhtmlXQ and text use.

use super::{RESULTS, SIGNS};

/// The names of the results in the order of [`RESULTS`]: the simplified one that is written, the traditional one, and others.
const NAMES: [&str; 4] = [
    "未知 未知",
    "红胜 紅勝 红方胜 紅方勝 红先胜 紅先勝 先胜 先勝",
    "黑胜 黑勝 黑方胜 黑方勝 红先负 紅先負 先负 先負",
    "和棋 和棋 和局 双方和棋 雙方和棋 红先和 紅先和 先和 和",
];

/// The result with a Chinese name, or as PGN writes it, whatever signs follow; `None` for other text.
pub(crate) fn result(name: &str) -> Option<&'static str> {
    let name = name.trim_end_matches(SIGNS);
    let is_one_of = |names: &str| names.split(' ').any(|other| other == name);
    let mut results = RESULTS.into_iter().zip(NAMES);
    let result = results.find(|(result, names)| *result == name || is_one_of(names));
    Some(result?.0)
}

/// The Chinese name of a result of PGN, in traditional or simplified characters.
pub(super) fn result_name(result: &str, is_traditional: bool) -> &'static str {
    let index = RESULTS.iter().position(|other| *other == result);
    let mut names = NAMES[index.unwrap_or(0)].split(' ');
    names.nth(is_traditional.into()).unwrap_or_default()
}
