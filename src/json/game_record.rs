//! Games of files as JSON.

use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::games::tree::build_line;
use crate::games::{GameLine, GameNode, GameTree, MAX_NESTING};
use crate::notation::{self, ReadError};

/// A game in JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GameRecord {
    /// Tags, a name and a value each.
    tags: Vec<(String, String)>,
    /// The position in which the game began; empty for the initial one.
    fen: String,
    /// The comment before the first move.
    comment: String,
    /// The moves of the main line and of all variations, each after its parent.
    moves: Vec<NodeRecord>,
}

/// A move of a game in JSON.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct NodeRecord {
    /// The index of the move before it; `None` for a first move. Of the moves with the same parent the first is the main one,
    /// the others begin variations.
    parent: Option<usize>,
    #[serde(rename = "move")]
    mv: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
}

impl GameRecord {
    /// The record of a game.
    pub fn new(game: &GameTree) -> GameRecord {
        let mut moves = Vec::new();
        add_line(&mut moves, &game.line, None);
        GameRecord {
            tags: game.tags.clone(),
            fen: game.start.to_fen(),
            comment: game.comment.clone(),
            moves,
        }
    }

    /// The game of the record.
    ///
    /// # Errors
    /// If the position or a tag is invalid, a move is not legal, or variations are nested too deep.
    pub fn to_tree(&self) -> Result<GameTree, String> {
        let start = match self.fen.as_str() {
            "" => Board::startpos(),
            fen => Board::from_fen(fen).map_err(|error| format!("fen: {error}"))?,
        };
        let mut tree = GameTree::new(start);
        for (name, value) in &self.tags {
            if name.eq_ignore_ascii_case("FEN") {
                return Err("tags: FEN is the field 'fen' of the game".to_owned());
            }
            let set = tree.set_given_tag(name, value);
            set.map_err(|error| format!("tags: {error}"))?;
        }
        tree.comment.clone_from(&self.comment);
        let mut first = Vec::new();
        let mut children = vec![Vec::new(); self.moves.len()];
        for (index, node) in self.moves.iter().enumerate() {
            match node.parent {
                None => first.push(index),
                Some(parent) if parent < index => children[parent].push(index),
                Some(parent) => {
                    return Err(format!(
                        "moves[{index}]: its parent {parent} does not come before it"
                    ));
                }
            }
        }
        let next = |index: usize| &children[index][..];
        let start = tree.start.clone();
        tree.line = build_line(&first, start, 0, &next, &|index, board, nesting| {
            if nesting > MAX_NESTING {
                return Err(format!(
                    "moves: variations are nested more than {MAX_NESTING} deep"
                ));
            }
            let node = self.moves[index].node(board);
            node.map_err(|error| format!("moves[{index}]: {error}"))
        })?;
        Ok(tree)
    }
}

impl NodeRecord {
    /// The move with its annotations, without variations.
    fn node(&self, board: &Board) -> Result<GameNode, ReadError> {
        Ok(GameNode {
            before: self.before.clone(),
            comment: self.comment.clone(),
            nags: self.nags.clone(),
            ..GameNode::new(notation::read(board, &self.mv)?)
        })
    }
}

/// Adds the moves of a line and of its variations.
fn add_line(moves: &mut Vec<NodeRecord>, line: &GameLine, mut parent: Option<usize>) {
    for node in line {
        let index = moves.len();
        moves.push(NodeRecord {
            parent,
            mv: node.mv.to_string(),
            before: node.before.clone(),
            comment: node.comment.clone(),
            nags: node.nags.clone(),
        });
        for variation in &node.variations {
            add_line(moves, variation, parent);
        }
        parent = Some(index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pgn;
    use crate::notation::Notation;

    #[test]
    fn a_game_with_variations_is_kept() {
        let text = "[Red \"甲\"]\n[Result \"1-0\"]\n\n{开始} 1. h2e2 $1 {中炮} 1... h9g7 (1... b7e7 2. h0g2 (2. b2d2)) (1... {顺} h7e7) 2. h0g2 1-0\n";
        let game = &pgn::read(text).unwrap()[0];
        let json = serde_json::to_string(&GameRecord::new(game)).unwrap();
        assert!(json.contains(r#"{"parent":0,"move":"b7e7"},{"parent":2,"move":"h0g2"}"#));
        let record: GameRecord = serde_json::from_str(&json).unwrap();
        let read = record.to_tree().unwrap();
        assert_eq!(&read, game);
        assert!(pgn::write(&read, Notation::Iccs).contains("{中炮}"));
    }

    #[test]
    fn variations_nested_too_deep_are_refused() {
        let nodes = |count: usize| {
            let variations = (0..count).flat_map(|depth| {
                let parent = (depth > 0).then(|| 2 * depth - 1);
                let [main, other] = [
                    ["a0a1", "b0c2"],
                    ["a9a8", "b9c7"],
                    ["a0a1", "c2b0"],
                    ["a9a8", "c7b9"],
                ][depth % 4];
                [(parent, main), (parent, other)]
            });
            let nodes = variations.map(|(parent, mv)| NodeRecord {
                parent,
                mv: mv.to_owned(),
                ..NodeRecord::default()
            });
            GameRecord {
                moves: nodes.collect(),
                ..GameRecord::default()
            }
        };
        assert!(nodes(MAX_NESTING).to_tree().is_ok());
        let deep = nodes(200).to_tree().unwrap_err();
        assert!(deep.starts_with("moves: variations are nested"), "{deep}");
    }
}
