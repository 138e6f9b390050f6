//! Settings of a match: which engines meet and by which terms, and how two matches differ.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::engine::EngineSpec;
use super::game::Terms;
use super::schedule::Format;

/// What decides which games are played, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// The terms of the games.
    pub terms: Terms,
}

/// Names of settings with their values.
type Rows = Vec<(String, String)>;

impl Settings {
    /// Returns each difference to later settings in words, such as `engine A: option hashsize: 16 before, now 32`.
    pub fn differences(&self, now: &Settings) -> Vec<String> {
        let mut found = Vec::new();
        compare("", &self.names(), &now.names(), &mut found);
        if found.is_empty() {
            for (one, other) in self.engines.iter().zip(&now.engines) {
                let engine = format!("engine {}: ", one.name);
                let option = format!("{engine}option ");
                compare(&option, &one.options, &other.options, &mut found);
                compare(&engine, &rows(one), &rows(other), &mut found);
                // Options are set in their order.
                if found.is_empty() && one.options != other.options {
                    found.push(format!("{engine}its options in another order"));
                }
            }
        }
        compare("", &self.others(), &now.others(), &mut found);
        found
    }

    fn names(&self) -> Rows {
        let names: Vec<&str> = self.engines.iter().map(|engine| &*engine.name).collect();
        vec![("engines".to_owned(), names.join(", "))]
    }

    /// All settings but the engines.
    fn others(&self) -> Rows {
        let format = serde_json::to_value(self.format).unwrap_or_default();
        let mut others = vec![
            ("format".to_owned(), plain(&format)),
            ("thinking".to_owned(), self.terms.control.to_string()),
        ];
        others.extend(rows(&self.terms));
        others
    }
}

fn compare(heading: &str, before: &Rows, now: &Rows, found: &mut Vec<String>) {
    let value = |rows: &Rows, name: &str| {
        let row = rows.iter().find(|(known, _)| known == name);
        row.map_or("not set".to_owned(), |(_, value)| value.clone())
    };
    let added = now
        .iter()
        .filter(|(name, _)| before.iter().all(|(known, _)| known != name));
    for (name, _) in before.iter().chain(added) {
        let (old, new) = (value(before, name), value(now, name));
        if old != new {
            found.push(format!("{heading}{name}: {old} before, now {new}"));
        }
    }
}

/// The fields of a structure by the names of their options, but for those that are compared otherwise.
fn rows(value: &impl Serialize) -> Rows {
    let Ok(Value::Object(fields)) = serde_json::to_value(value) else {
        return Rows::new();
    };
    let compared = fields
        .iter()
        .filter(|(key, _)| !["options", "control"].contains(&&***key));
    let named = compared.map(|(key, value)| (option_name(key), plain(value)));
    named.collect()
}

fn option_name(key: &str) -> String {
    let name = match key {
        "command" => "cmd",
        "protocol" => "proto",
        "first_rank" => "ranks",
        "repetition" => "rules",
        "occurrences" => "repeat-count",
        "patience" => "patience (ms)",
        "move_timeout" => "move-timeout (ms)",
        "margin" => "margin (ms)",
        _ => return key.replace('_', "-"),
    };
    name.to_owned()
}

/// A value in words: `moves=4 score=800`, `none`.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let words = fields
                .iter()
                .map(|(key, value)| format!("{key}={}", plain(value)));
            words.collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Control, ResignTerms};

    #[test]
    fn each_difference_has_both_values() {
        let engine = |name: &str| EngineSpec::new(name, "./chuhe").with_option("hashsize", 16);
        let before = Settings {
            engines: vec![engine("A"), engine("B")],
            format: Format::RoundRobin,
            terms: Terms::new(Control::Nodes(9)),
        };
        let mut now = before.clone();
        assert!(before.differences(&now).is_empty());
        now.engines[1] = EngineSpec::new("B", "./chuhe").with_option("hashsize", 32);
        now.engines[1] = now.engines[1].clone().with_option("threads", 2);
        now.engines[0] = EngineSpec::new("A", "./old");
        now.format = Format::Gauntlet;
        now.terms.control = Control::Depth(3);
        now.terms.ply_cap = 0;
        now.terms.margin = 60;
        let (score, moves) = (800, 4);
        now.terms.resign = Some(ResignTerms { score, moves });
        assert_eq!(
            before.differences(&now),
            [
                "engine A: option hashsize: 16 before, now not set",
                "engine A: cmd: ./chuhe before, now ./old",
                "engine B: option hashsize: 16 before, now 32",
                "engine B: option threads: not set before, now 2",
                "format: round-robin before, now gauntlet",
                "thinking: 9 nodes a move before, now depth 3",
                "margin (ms): 50 before, now 60",
                "ply-cap: 400 before, now 0",
                "resign: none before, now moves=4 score=800",
            ]
        );
        now.engines.pop();
        assert_eq!(before.differences(&now)[0], "engines: A, B before, now A");
    }
}
