//! A strategy tree (the winner's move after every defence) as JSON and as text.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::board::Move;
use crate::solve::{Continuation, StrategyTree};

/// The largest tree that is written, in moves of the winner.
pub const MAX_TREE: usize = 100_000;

/// The moves of the winner in the longest variation that is written: readers of JSON accept few more nested objects, of which each
/// move has two.
pub const MAX_DEPTH: usize = 63;

/// The number of the winner's moves in the longest variation.
pub(super) fn depth(tree: &StrategyTree) -> usize {
    let depths = tree.replies.iter().map(|(_, next)| match next {
        Continuation::Tree(tree) => depth(tree),
        Continuation::Repetition => 0,
    });
    1 + depths.max().unwrap_or(0)
}

/// An object for each position with a key for each move from it. The winner has one move, the defender all legal ones; `{}` is a
/// mate. A reply that repeats a position of its line, and loses by that, has the word `repetition` instead of an object.
impl Serialize for StrategyTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.mv.to_string(), Replies(&self.replies))])
    }
}

struct Replies<'a>(&'a [(Move, Continuation)]);

impl Serialize for Replies<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let replies = self.0.iter();
        serializer.collect_map(replies.map(|(reply, next)| (reply.to_string(), next)))
    }
}

impl Serialize for Continuation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Continuation::Tree(tree) => tree.serialize(serializer),
            Continuation::Repetition => serializer.serialize_str("repetition"),
        }
    }
}

impl<'de> Deserialize<'de> for StrategyTree {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<StrategyTree, D::Error> {
        let value = Value::deserialize(source)?;
        tree_of(&value).ok_or(D::Error::custom("no tree of moves"))
    }
}

fn tree_of(value: &Value) -> Option<StrategyTree> {
    let (mv, replies) = value.as_object()?.iter().next()?;
    let replies = replies.as_object()?.iter().map(|(reply, next)| {
        let next = match next.is_string() {
            true => Continuation::Repetition,
            false => Continuation::Tree(tree_of(next)?),
        };
        Some((reply.parse().ok()?, next))
    });
    Some(StrategyTree {
        mv: mv.parse().ok()?,
        replies: replies.collect::<Option<_>>()?,
    })
}

/// The moves of a tree on one line. If there are several replies, each is in brackets with its subtree. `=` follows a reply that
/// repeats a position of its line.
#[cfg(feature = "cli")]
pub(super) fn text(tree: &StrategyTree) -> String {
    let is_forced = tree.replies.len() == 1;
    let mut out = tree.mv.to_string();
    for (reply, next) in &tree.replies {
        let subtree = match next {
            Continuation::Tree(tree) => text(tree),
            Continuation::Repetition => "=".to_owned(),
        };
        out += &match is_forced {
            true => format!(" {reply} {subtree}"),
            false => format!(" ({reply} {subtree})"),
        };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::batch::PuzzleRecord;

    #[test]
    fn the_deepest_tree_that_is_written_can_be_read_back() {
        let nested = |moves: usize| {
            let begin = r#"{"a5a4":{"d9e9":"#.repeat(moves - 1);
            let end = "}}".repeat(moves - 1);
            let lines = format!(r#"{begin}{{"b0b9":{{}}}}{end}"#);
            format!(r#"{{"line":1,"status":"mate","lines":{lines}}}"#)
        };
        let record = PuzzleRecord::from_json(&nested(MAX_DEPTH)).unwrap();
        assert_eq!(record.lines.as_ref().map(depth), Some(MAX_DEPTH));
        assert!(PuzzleRecord::from_json(&nested(MAX_DEPTH + 1)).is_err());
    }

    #[test]
    fn trees_are_written_as_nested_objects_and_with_brackets() {
        let node = |mv: &str, replies| StrategyTree {
            mv: mv.parse().unwrap(),
            replies,
        };
        let mate = |reply: &str, mv| {
            (
                reply.parse().unwrap(),
                Continuation::Tree(node(mv, Vec::new())),
            )
        };
        let tree = node("a5a4", vec![mate("d9e9", "b0b9"), mate("d9d8", "b0b8")]);
        assert_eq!(text(&tree), "a5a4 (d9e9 b0b9) (d9d8 b0b8)");
        assert_eq!(
            serde_json::to_string(&tree).unwrap(),
            r#"{"a5a4":{"d9e9":{"b0b9":{}},"d9d8":{"b0b8":{}}}}"#
        );
    }
}
