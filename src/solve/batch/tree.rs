//! The answer to every defence, as nested moves and as text.

use serde::{Serialize, Serializer};

use crate::solve::{Next, Turn};

/// The largest tree that is written, in moves of the winner.
pub const LARGEST: usize = 100_000;

/// Writes a tree in JSON: an object for each position with a key for each move from it, for the winner one, for the defender all of
/// them; `{}` where there is no move left. A reply that repeats a position of its line, and loses by that, has the word
/// `repetition` instead of an object.
pub(super) fn json<S: Serializer>(tree: &Option<Turn>, serializer: S) -> Result<S::Ok, S::Error> {
    tree.as_ref().map(Winner).serialize(serializer)
}

struct Winner<'a>(&'a Turn);
struct Defender<'a>(&'a Turn);

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Turn(Winner<'a>),
    Repetition(&'static str),
}

impl Serialize for Winner<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.0.mv.to_string(), Defender(self.0))])
    }
}

impl Serialize for Defender<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.replies.iter().map(|(reply, next)| {
            let answer = match next {
                Next::Turn(turn) => Answer::Turn(Winner(turn)),
                Next::Repetition => Answer::Repetition("repetition"),
            };
            (reply.to_string(), answer)
        }))
    }
}

/// The moves in a line; where there are several defences, each in brackets. `=` follows a reply that repeats a position of its line.
pub(super) fn text(turn: &Turn) -> String {
    let alone = turn.replies.len() == 1;
    let mut out = turn.mv.to_string();
    for (reply, next) in &turn.replies {
        let answer = match next {
            Next::Turn(turn) => text(turn),
            Next::Repetition => "=".to_owned(),
        };
        out += &match alone {
            true => format!(" {reply} {answer}"),
            false => format!(" ({reply} {answer})"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_nested_objects_and_lines_in_brackets() {
        let turn = |mv: &str, replies| Turn {
            mv: mv.parse().unwrap(),
            replies,
        };
        let mate = |reply: &str, mv| (reply.parse().unwrap(), Next::Turn(turn(mv, Vec::new())));
        let tree = turn("a5a4", vec![mate("d9e9", "b0b9"), mate("d9d8", "b0b8")]);
        assert_eq!(text(&tree), "a5a4 (d9e9 b0b9) (d9d8 b0b8)");
        assert_eq!(
            serde_json::to_string(&Winner(&tree)).unwrap(),
            r#"{"a5a4":{"d9e9":{"b0b9":{}},"d9d8":{"b0b8":{}}}}"#
        );
    }
}
