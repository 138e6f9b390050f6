//! Parses the fields of objects in JSON, with errors for those who write them.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Parses an object whose fields all have a default.
///
/// # Errors
/// Names the first field that is unknown or has a value of a wrong type, and of a list the first wrong element.
pub fn parse_fields<T: DeserializeOwned>(object: &Value) -> Result<T, String> {
    // serde reads a record from an array, too.
    if !object.is_object() {
        return Err("expected an object".to_owned());
    }
    let error = match T::deserialize(object) {
        Ok(record) => return Ok(record),
        Err(error) => error.to_string(),
    };
    let reason = describe(&error);
    let is_wrong = |key: &str, value: Value| {
        let alone = Map::from_iter([(key.to_owned(), value)]);
        T::deserialize(&Value::Object(alone)).is_err()
    };
    let mut fields = object.as_object().into_iter().flatten();
    let wrong = fields.find(|(key, value)| is_wrong(key, (*value).clone()));
    let Some((key, value)) = wrong else {
        return Err(reason);
    };
    if error.starts_with(&format!("unknown field `{key}`")) {
        return Err(reason);
    }
    let list = value.as_array();
    let list = list.filter(|_| !is_wrong(key, Value::Array(Vec::new())));
    let index = list.and_then(|list| {
        let mut elements = list.iter();
        elements.position(|element| is_wrong(key, Value::Array(vec![element.clone()])))
    });
    Err(match index {
        Some(index) => format!("{key}[{index}]: {reason}"),
        None => format!("{key}: {reason}"),
    })
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
