//! A game with its variations.

use crate::board::{Board, Move};

/// Moves played one after the other.
pub type Line = Vec<Node>;

/// A move in a game, with what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The move, legal where it stands.
    pub mv: Move,
    /// What is said before it, where it is the first of a variation; empty if nothing, as everywhere else.
    pub before: String,
    /// What is said after it; empty if nothing.
    pub comment: String,
    /// Its numeric glyphs: 1 for a good move, 2 for a mistake, and so on.
    pub glyphs: Vec<u8>,
    /// Other moves in its place, each with what would follow.
    pub variations: Vec<Line>,
}

impl Node {
    /// A move of which nothing is said.
    pub fn new(mv: Move) -> Node {
        Node {
            mv,
            before: String::new(),
            comment: String::new(),
            glyphs: Vec::new(),
            variations: Vec::new(),
        }
    }
}

/// A game: headers, where it began, and what was and might have been played.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::games::{GameTree, Node};
/// let mut game = GameTree::new(Board::startpos());
/// game.set_tag("Red", "甲");
/// game.line.push(Node::new("h2e2".parse().unwrap()));
/// assert_eq!((game.tag("Red"), game.tag("Black")), (Some("甲"), None));
/// assert_eq!(game.result(), "*");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Headers, a name and a value each, in the order of the file. `FEN` and `Format` are not among
    /// them: what they say stands in `start` and in how the moves are written.
    pub tags: Vec<(String, String)>,
    /// The position in which the game began.
    pub start: Board,
    /// What is said before the first move.
    pub comment: String,
    /// The game as it was played, with its variations.
    pub line: Line,
}

impl GameTree {
    /// A game without moves.
    pub fn new(start: Board) -> GameTree {
        GameTree {
            tags: Vec::new(),
            start,
            comment: String::new(),
            line: Vec::new(),
        }
    }

    /// The value of a header, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut named = self
            .tags
            .iter()
            .filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.next().map(|(_, value)| value.as_str())
    }

    /// Sets a header, in its place if it is there already.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let known = self
            .tags
            .iter_mut()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        match known {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// The names of both players and the result, as in `Hu - Lü  1-0`; `?` where a name is missing.
    pub fn players_and_result(&self) -> String {
        let name = |tag| self.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?");
        format!("{} - {}  {}", name("Red"), name("Black"), self.result())
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` where none is known.
    pub fn result(&self) -> &str {
        match self.tag("Result") {
            Some(result @ ("1-0" | "0-1" | "1/2-1/2")) => result,
            _ => "*",
        }
    }

    /// The moves that were played.
    pub fn main_line(&self) -> Vec<Move> {
        self.line.iter().map(|node| node.mv).collect()
    }
}
