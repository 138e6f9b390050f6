//! The fields of requests in JSON, and the parser of objects, whose errors are for those who write them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The fields of all requests.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Fields {
    pub fen: Option<String>,
    pub moves: Vec<String>,
    pub rules: Option<String>,
    pub repeat_count: Option<i64>,
    pub move_limit: Option<i64>,
    pub kind: Option<String>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub movetime: Option<u64>,
    pub unique: bool,
    pub lines: bool,
    pub audit: Option<String>,
    /// The contents of a file in Base64.
    pub file: Option<String>,
    pub name: String,
    pub format: Option<String>,
    pub notation: Option<String>,
    pub encoding: Option<String>,
    pub games: Option<Vec<Value>>,
}

/// Parses an object whose fields all have a default.
///
/// # Errors
/// Names the first field that is unknown or has a value of a wrong type, and of a list the first wrong element.
pub fn parse_fields<T: DeserializeOwned>(object: &Value) -> Result<T, String> {
    // serde reads a record from an array, too.
    let Some(fields) = object.as_object() else {
        return Err("expected an object".to_owned());
    };
    let error = match T::deserialize(object) {
        Ok(record) => return Ok(record),
        Err(error) => error.to_string(),
    };
    let reason = describe(&error);
    let is_wrong = |key: &str, value: &Value| T::deserialize(&json!({ key: value })).is_err();
    let wrong = fields.iter().find(|(key, value)| is_wrong(key, value));
    let is_unknown = |key: &str| error.starts_with(&format!("unknown field `{key}`"));
    let Some((key, value)) = wrong.filter(|(key, _)| !is_unknown(key)) else {
        return Err(reason);
    };
    let list = value.as_array().filter(|_| !is_wrong(key, &json!([])));
    let is_wrong_element = |element: &Value| is_wrong(key, &json!([element]));
    Err(
        match list.and_then(|list| list.iter().position(is_wrong_element)) {
            Some(index) => format!("{key}[{index}]: {reason}"),
            None => format!("{key}: {reason}"),
        },
    )
}

/// An error of serde without the names of types of Rust.
fn describe(error: &str) -> String {
    let (found, expected) = error.rsplit_once(", expected ").unwrap_or(("", error));
    if let Some(field) = found.strip_prefix("unknown field ") {
        let (field, names) = (field.replace('`', "'"), expected.replace('`', ""));
        return format!("unknown field {field}: expected {names}");
    }
    let expected = match expected {
        "a sequence" => "an array",
        "a boolean" => "true or false",
        "a tuple of size 2" | "fewer elements in array" => "a name and a value",
        "i64" => "a whole number",
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        _ => expected,
    };
    format!("expected {expected}")
}
