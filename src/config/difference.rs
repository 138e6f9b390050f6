//! Settings comparison: the settings of a run against those with which it is resumed.

use std::fmt::Display;

/// Describes each setting that differs, with both values. One side may lack a setting.
///
/// ```
/// use chuhe::config::difference::differences;
/// let before = [("nodes", "300".to_owned()), ("hash", "16".to_owned())];
/// let now = [("nodes", "500".to_owned()), ("hash", "16".to_owned())];
/// assert_eq!(differences(&before, &now), ["nodes: 300 before, now 500"]);
/// assert_eq!(differences(&before, &now[..1])[1], "hash: 16 before, now not set");
/// ```
pub fn differences<N: Display + PartialEq>(
    before: &[(N, String)],
    now: &[(N, String)],
) -> Vec<String> {
    let find = |settings: &[(N, String)], name: &N| {
        let found = settings.iter().find(|(other, _)| other == name);
        found.map_or("not set".to_owned(), |(_, value)| value.clone())
    };
    let added = now
        .iter()
        .filter(|(name, _)| before.iter().all(|(other, _)| other != name));
    let names = before.iter().chain(added).map(|(name, _)| name);
    let different = names.filter_map(|name| {
        let (before, now) = (find(before, name), find(now, name));
        (before != now).then(|| format!("{name}: {before} before, now {now}"))
    });
    different.collect()
}
