//! What is not the same in two matches: which engine, which setting, what it was and what it is.

use serde_json::Value;

use super::engine::EngineSpec;
use super::settings::Settings;

/// Each difference in words, as `engine A: option hashsize: 16 before, now 32`.
pub fn between(before: &Settings, now: &Settings) -> Vec<String> {
    let mut found = Vec::new();
    engines(&before.engines, &now.engines, &mut found);
    if before.format != now.format {
        changed(
            "format",
            &json(&before.format),
            &json(&now.format),
            &mut found,
        );
    }
    let (one, other) = (&before.terms, &now.terms);
    if one.control != other.control {
        found.push(told("thinking", &one.control, &other.control));
    }
    let (one, other) = (json(one), json(other));
    if let (Value::Object(one), Value::Object(other)) = (one, other) {
        for (key, value) in one.iter().filter(|&(key, _)| key != "control") {
            let now = other.get(key).unwrap_or(&Value::Null);
            changed(&name(key), value, now, &mut found);
        }
    }
    found
}

fn engines(before: &[EngineSpec], now: &[EngineSpec], found: &mut Vec<String>) {
    let names = |engines: &[EngineSpec]| -> Vec<String> {
        engines.iter().map(|engine| engine.name.clone()).collect()
    };
    if names(before) != names(now) {
        let (one, other) = (names(before).join(", "), names(now).join(", "));
        found.push(told("engines", &one, &other));
        return;
    }
    for (one, other) in before.iter().zip(now) {
        let engine = format!("engine {}", one.name);
        for (name, value) in &one.options {
            let now = other.options.iter().find(|(known, _)| known == name);
            let now = now.map_or("not set", |(_, value)| value);
            if now != value {
                found.push(told(&format!("{engine}: option {name}"), value, &now));
            }
        }
        for (name, value) in &other.options {
            if !one.options.iter().any(|(known, _)| known == name) {
                found.push(told(&format!("{engine}: option {name}"), &"not set", value));
            }
        }
        let rest = |spec: &EngineSpec| {
            let options = Vec::new();
            json(&EngineSpec {
                options,
                ..spec.clone()
            })
        };
        if let (Value::Object(one), Value::Object(other)) = (rest(one), rest(other)) {
            for (key, value) in &one {
                let now = other.get(key).unwrap_or(&Value::Null);
                changed(&format!("{engine}: {}", name(key)), value, now, found);
            }
        }
        // The same options in another order are set in another order.
        if found.is_empty() && one.options != other.options {
            found.push(format!("{engine}: its options in another order"));
        }
    }
}

/// As it is called where it is set.
fn name(key: &str) -> String {
    match key {
        "command" => "cmd".to_owned(),
        "protocol" => "proto".to_owned(),
        "first_rank" => "ranks".to_owned(),
        "repetition" => "rules".to_owned(),
        "occurrences" => "repeat-count".to_owned(),
        "patience" | "move_timeout" | "margin" => format!("{} (ms)", key.replace('_', "-")),
        _ => key.replace('_', "-"),
    }
}

fn changed(name: &str, before: &Value, now: &Value, found: &mut Vec<String>) {
    if before != now {
        found.push(told(name, &plain(before), &plain(now)));
    }
}

fn told(name: &str, before: &dyn std::fmt::Display, now: &dyn std::fmt::Display) -> String {
    format!("{name}: {before} before, now {now}")
}

/// A value in words: `moves=4 score=800`, `none`.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "none".to_owned(),
        Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(pairs) => pairs
            .iter()
            .map(|(key, value)| format!("{key}={}", plain(value)))
            .collect::<Vec<_>>()
            .join(" "),
        other => other.to_string(),
    }
}

fn json(value: &impl serde::Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Control, Format, Protocol, ResignTerms, Terms};
    use crate::rules::Repetition;

    fn settings() -> Settings {
        let engine = |name: &str| EngineSpec {
            name: name.to_owned(),
            command: "./chuhe".into(),
            args: Vec::new(),
            protocol: Protocol::Ucci,
            options: vec![("hashsize".to_owned(), "16".to_owned())],
            first_rank: None,
        };
        Settings {
            engines: vec![engine("A"), engine("B")],
            format: Format::RoundRobin,
            terms: Terms {
                control: Control::Nodes(9),
                margin: 50,
                patience: 10_000,
                move_timeout: 120_000,
                repetition: Repetition::Asian,
                occurrences: 3,
                move_limit: 60,
                ply_cap: 400,
                resign: None,
                draw: None,
            },
        }
    }

    #[test]
    fn each_difference_is_told_with_both_values() {
        let (before, mut now) = (settings(), settings());
        assert!(between(&before, &now).is_empty());
        now.engines[1].options = vec![
            ("hashsize".to_owned(), "32".to_owned()),
            ("threads".to_owned(), "2".to_owned()),
        ];
        now.engines[0].command = "./old".into();
        now.engines[0].options.clear();
        now.format = Format::Gauntlet;
        now.terms.control = Control::Depth(3);
        now.terms.ply_cap = 0;
        now.terms.margin = 60;
        now.terms.resign = Some(ResignTerms {
            score: 800,
            moves: 4,
        });
        assert_eq!(
            between(&before, &now),
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
        assert_eq!(between(&before, &now)[0], "engines: A, B before, now A");
    }
}
