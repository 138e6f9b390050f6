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
        let id = &self.id;
        printable(&format!(r#"{{"id":{id},"{field}":{value}}}"#)).into_owned()
    }

    /// The reply to a request that failed.
    pub fn error(&self, error: &str) -> String {
        self.reply("error", &Value::from(self.text(error)).to_string())
    }

    /// An error in the language of the replies.
    pub fn text(&self, error: &str) -> String {
        catalogue::text(error, self.is_chinese).into_owned()
    }
}
