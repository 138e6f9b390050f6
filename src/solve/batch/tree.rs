//! The answer to every defence, as nested moves and as text.

use std::fmt::Write;

use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::solve::{Next, Turn};

/// The most moves of the winner that a tree may have to be told.
pub const LARGEST: usize = 100_000;

/// A tree of moves. In JSON an object for each position, a key for each move from it: for the winner one, for the
/// defender all of them; `{}` where there is no move left. A reply that repeats a position of its line, and loses by that, has
/// the word `repetition` instead of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree(pub Turn);

impl Serialize for Tree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Winner(&self.0).serialize(serializer)
    }
}

struct Winner<'a>(&'a Turn);
struct Defender<'a>(&'a Turn);

impl Serialize for Winner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(&self.0.mv.to_string(), &Defender(self.0))?;
        map.end()
    }
}

impl Serialize for Defender<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.replies.len()))?;
        for (reply, answer) in &self.0.replies {
            match answer {
                Next::Turn(turn) => map.serialize_entry(&reply.to_string(), &Winner(turn))?,
                Next::Repetition => map.serialize_entry(&reply.to_string(), "repetition")?,
            }
        }
        map.end()
    }
}

impl Tree {
    /// The moves in a line; where there are several defences, each in brackets. `=` follows a reply that repeats a
    /// position of its line.
    ///
    /// ```
    /// use chuhe::solve::{Next, Turn, batch::tree::Tree};
    /// let mate = |mv: &str| Next::Turn(Turn { mv: mv.parse().unwrap(), replies: Vec::new() });
    /// let replies = vec![("d9e9".parse().unwrap(), mate("b0b9")), ("d9d8".parse().unwrap(), mate("b0b8"))];
    /// let tree = Tree(Turn { mv: "a5a4".parse().unwrap(), replies });
    /// assert_eq!(tree.text(), "a5a4 (d9e9 b0b9) (d9d8 b0b8)");
    /// assert_eq!(
    ///     serde_json::to_string(&tree)?,
    ///     r#"{"a5a4":{"d9e9":{"b0b9":{}},"d9d8":{"b0b8":{}}}}"#
    /// );
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn text(&self) -> String {
        let mut text = String::new();
        tell(&self.0, &mut text);
        text
    }
}

fn tell(turn: &Turn, text: &mut String) {
    // Writing to a string does not fail.
    let _ = write!(text, "{}", turn.mv);
    for (reply, answer) in &turn.replies {
        let alone = turn.replies.len() == 1;
        let _ = write!(text, " {}{reply} ", if alone { "" } else { "(" });
        match answer {
            Next::Turn(turn) => tell(turn, text),
            Next::Repetition => text.push('='),
        }
        text.push_str(if alone { "" } else { ")" });
    }
}
