//! Settings of a match: which engines meet and by which terms, and how two matches differ.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::engine::EngineSpec;
use super::game::Terms;
use super::schedule::Format;
use crate::config::difference::differences;

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
        let mut found = differences(&self.names(), &now.names(), "none");
        if found.is_empty() {
            for (one, other) in self.engines.iter().zip(&now.engines) {
                let heading = format!("engine {}: ", one.name);
                let options = differences(&one.options, &other.options, "not set");
                found.extend(
                    options
                        .iter()
                        .map(|option| format!("{heading}option {option}")),
                );
                let fields = differences(&rows(one), &rows(other), "none");
                found.extend(fields.iter().map(|field| format!("{heading}{field}")));
                // Options are set in their order.
                if found.is_empty() && one.options != other.options {
                    found.push(format!("{heading}its options in another order"));
                }
            }
        }
        found.extend(differences(&self.others(), &now.others(), "none"));
        found
    }

    fn names(&self) -> Rows {
        let names: Vec<&str> = self.engines.iter().map(|engine| &*engine.name).collect();
        vec![("engines".to_owned(), names.join(", "))]
    }

    /// All settings but the engines.
    fn others(&self) -> Rows {
        let format = serde_json::to_value(self.format).unwrap_or_default();
        let thinking = self.terms.control.to_string();
        let others = [("format", plain(&format)), ("thinking", thinking)];
        let others = others.map(|(name, value)| (name.to_owned(), value));
        others.into_iter().chain(rows(&self.terms)).collect()
    }
}

/// The fields of a structure by the names of their options, but for those that are compared otherwise.
fn rows(value: &impl Serialize) -> Rows {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(value) else {
        return Rows::new();
    };
    fields.retain(|key, _| key != "options" && key != "control");
    let row = |(key, value): (&String, _)| (option_name(key), plain(value));
    fields.iter().map(row).collect()
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
            let word = |(key, value): (&String, _)| format!("{key}={}", plain(value));
            fields.iter().map(word).collect::<Vec<_>>().join(" ")
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
