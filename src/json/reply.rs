//! Replies to a request in JSON.

use serde_json::Value;

use crate::catalogue;
use crate::columns::printable;

/// Writes the replies to a request.
#[derive(Clone, Debug, Default)]
pub struct ReplyWriter {
    /// The `id` of the request, which is repeated in each reply; `null` if there is none.
    pub id: Value,
    /// True if errors are written in Chinese.
    pub is_chinese: bool,
}

impl ReplyWriter {
    /// A reply: an object of the `id` and one more field, whose value is given as JSON.
    pub fn reply(&self, field: &str, value: &str) -> String {
        let translated = match self.is_chinese && value.contains(r#""error":"#) {
            true => serde_json::from_str(value).ok().map(|mut value: Value| {
                translate_errors(&mut value);
                value.to_string()
            }),
            false => None,
        };
        let (id, value) = (&self.id, translated.as_deref().unwrap_or(value));
        printable(&format!(r#"{{"id":{id},"{field}":{value}}}"#)).into_owned()
    }

    /// The reply to a request that failed.
    pub fn error(&self, error: &str) -> String {
        let error = catalogue::text(error, self.is_chinese);
        self.reply("error", &Value::from(error).to_string())
    }
}

/// Translates the errors in a result, which are texts named `error`, to Chinese.
fn translate_errors(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(name, value)| match value {
            Value::String(text) if name == "error" => {
                if let Some(chinese) = catalogue::translate(text) {
                    *text = chinese;
                }
            }
            value => translate_errors(value),
        }),
        Value::Array(values) => values.iter_mut().for_each(translate_errors),
        _ => {}
    }
}
