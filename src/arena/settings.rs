//! Settings of a match: the engines and the settings of the games, and how two matches differ.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::engine::EngineSpec;
use super::game::GameSettings;
use super::schedule::TournamentFormat;
use crate::config::difference::differences;

/// The settings that determine the games of a match, besides their number and the openings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Which engines play each other.
    pub format: TournamentFormat,
    /// The settings of the games.
    #[serde(rename = "settings")]
    pub game_settings: GameSettings,
}

/// Settings by name, each with its value.
type NamedValues = Vec<(String, String)>;

impl MatchSettings {
    /// Describes each difference to later settings, such as `engine 'A': option hashsize: 16 before, now 32`.
    pub fn differences(&self, now: &MatchSettings) -> Vec<String> {
        let mut found = differences(&self.engine_names(), &now.engine_names());
        if found.is_empty() {
            for (before, after) in self.engines.iter().zip(&now.engines) {
                let heading = format!("engine '{}': ", before.name);
                let options = differences(&before.options, &after.options);
                found.extend(options.iter().map(|text| format!("{heading}option {text}")));
                let fields = differences(&fields(before), &fields(after));
                found.extend(fields.iter().map(|field| format!("{heading}{field}")));
                // Options are set in this order, which may matter.
                if found.is_empty() && before.options != after.options {
                    found.push(format!("{heading}its options in another order"));
                }
            }
        }
        let (before, after) = (self.shared_settings(), now.shared_settings());
        found.extend(differences(&before, &after));
        found
    }

    fn engine_names(&self) -> NamedValues {
        let names: Vec<&str> = self.engines.iter().map(|engine| &*engine.name).collect();
        vec![("engines".to_owned(), names.join(", "))]
    }

    /// All settings but the engines.
    fn shared_settings(&self) -> NamedValues {
        let format = serde_json::to_value(self.format).unwrap_or_default();
        let thinking = self.game_settings.control.to_string();
        let shared = [("format", display_value(&format)), ("thinking", thinking)];
        let shared = shared.map(|(name, value)| (name.to_owned(), value));
        shared
            .into_iter()
            .chain(fields(&self.game_settings))
            .collect()
    }
}

/// The fields of a structure by the names of their command-line options, without options and time control, which are
/// compared separately.
fn fields(value: &impl Serialize) -> NamedValues {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(value) else {
        return NamedValues::new();
    };
    fields.retain(|key, _| key != "options" && key != "control");
    let field = |(key, value): (&String, _)| (option_name(key), display_value(value));
    fields.iter().map(field).collect()
}

/// The name of the command-line option of a field, with the unit of the field where the two differ.
fn option_name(key: &str) -> String {
    let name = match key {
        "command" => "cmd",
        "protocol" => "proto",
        "first_rank" => "ranks",
        "repetition" => "rules",
        "patience" => "patience (ms)",
        "move_timeout" => "move-timeout (ms)",
        "margin" => "margin (ms)",
        _ => return key.replace('_', "-"),
    };
    name.to_owned()
}

/// Formats a value: `moves=4 score=800`, `not set`; a list as JSON, which shows where each text ends.
fn display_value(value: &Value) -> String {
    match value {
        Value::Null => "not set".to_owned(),
        Value::String(text) if text.is_empty() => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(values) if values.is_empty() => "not set".to_owned(),
        Value::Object(fields) => {
            let word = |(key, value): (&String, _)| format!("{key}={}", display_value(value));
            fields.iter().map(word).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{ResignRule, TimeControl};

    #[test]
    fn each_difference_has_both_values() {
        let engine = |name: &str| EngineSpec::new(name, "./chuhe").with_option("hashsize", 16);
        let before = MatchSettings {
            engines: vec![engine("A"), engine("B")],
            format: TournamentFormat::RoundRobin,
            game_settings: GameSettings::new(TimeControl::Nodes(9)),
        };
        let mut now = before.clone();
        assert!(before.differences(&now).is_empty());
        now.engines[1] = EngineSpec::new("B", "./chuhe").with_option("hashsize", 32);
        now.engines[1] = now.engines[1].clone().with_option("threads", 2);
        now.engines[0] = EngineSpec::new("A", "./old");
        now.format = TournamentFormat::Gauntlet;
        now.game_settings.control = TimeControl::Depth(3);
        now.game_settings.ply_cap = 0;
        now.game_settings.time_margin = 60;
        let (score, moves) = (800, 4);
        now.game_settings.resign = Some(ResignRule { score, moves });
        assert_eq!(
            before.differences(&now),
            [
                "engine 'A': option hashsize: 16 before, now not set",
                "engine 'A': cmd: ./chuhe before, now ./old",
                "engine 'B': option hashsize: 16 before, now 32",
                "engine 'B': option threads: not set before, now 2",
                "format: round-robin before, now gauntlet",
                "thinking: 9 nodes a move before, now depth 3",
                "margin (ms): 50 before, now 60",
                "ply-cap: 400 before, now 0",
                "resign: not set before, now moves=4 score=800",
            ]
        );
        now.engines.pop();
        assert_eq!(before.differences(&now)[0], "engines: A, B before, now A");
    }

    #[test]
    fn arguments_that_are_split_differently_differ() {
        let settings = |args: &[&str]| MatchSettings {
            engines: vec![EngineSpec {
                args: args.iter().map(|&arg| arg.to_owned()).collect(),
                ..EngineSpec::new("A", "./a")
            }],
            format: TournamentFormat::RoundRobin,
            game_settings: GameSettings::new(TimeControl::Nodes(9)),
        };
        let before = settings(&["-x y"]);
        for (now, expected) in [(&["-x", "y"][..], r#"["-x","y"]"#), (&[], "not set")] {
            let expected = format!(r#"engine 'A': args: ["-x y"] before, now {expected}"#);
            assert_eq!(before.differences(&settings(now)), [expected]);
        }
    }
}
