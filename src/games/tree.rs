//! Game tree: a game with its variations.

use std::slice;

use super::RESULTS;
use super::chinese_names::result;
use crate::board::{Board, Color, Move};
use crate::rules::{Game, Outcome};

/// A sequence of moves, each with its annotations.
pub type GameLine = Vec<GameNode>;

/// A move in a game, with its annotations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNode {
    /// The move, legal in its position.
    pub mv: Move,
    /// The comment before the first move of a variation; empty for other moves.
    pub before: String,
    /// The comment after the move; may be empty.
    pub comment: String,
    /// Numeric annotation glyphs (NAGs): 1 for a good move, 2 for a mistake, and so on.
    pub nags: Vec<u8>,
    /// Alternatives to the move, each with its continuation.
    pub variations: Vec<GameLine>,
}

impl GameNode {
    /// A move without annotations.
    pub fn new(mv: Move) -> GameNode {
        GameNode {
            mv,
            before: String::new(),
            comment: String::new(),
            nags: Vec::new(),
            variations: Vec::new(),
        }
    }

    /// The variations that have moves. Writers skip the others, for which the formats have no form.
    pub(super) fn nonempty_variations(&self) -> impl Iterator<Item = &GameLine> {
        self.variations.iter().filter(|line| !line.is_empty())
    }
}

/// Builds the line that begins with the first of the moves `first`, with the others as its variations. `next` returns the moves that
/// may follow a move, `node` reads a move in its position, at this nesting of variations.
pub(crate) fn build_line<'a, E>(
    first: &'a [usize],
    mut board: Board,
    nesting: usize,
    next: &impl Fn(usize) -> &'a [usize],
    node: &impl Fn(usize, &Board, usize) -> Result<GameNode, E>,
) -> Result<GameLine, E> {
    let mut line = GameLine::new();
    let mut moves = first;
    while let [main, others @ ..] = moves {
        let mut built = node(*main, &board, nesting)?;
        for other in others {
            let variation = build_line(
                slice::from_ref(other),
                board.clone(),
                nesting + 1,
                next,
                node,
            )?;
            built.variations.push(variation);
        }
        let _ = board.make(built.mv);
        line.push(built);
        moves = next(*main);
    }
    Ok(line)
}

/// A comment as all readers return it: without white space around it, and with `\n` between lines.
pub(super) fn comment_text(text: &str) -> String {
    text.trim().replace("\r\n", "\n").replace('\r', "\n")
}

/// True if a text can be the name of a tag in [`GameTree::tags`]: it is not `FEN` or `Format`, and has no space, control character,
/// bracket or quotation mark.
fn is_tag_name(name: &str) -> bool {
    is_written_tag(name) && !name.contains(['[', ']', '"'])
}

/// True for the names of tags that the writers write. Readers of damaged files return brackets and quotation marks in them, too.
pub(super) fn is_written_tag(name: &str) -> bool {
    let is_wrong = |char: char| char.is_whitespace() || char.is_control();
    !is_own_tag(name) && !name.is_empty() && !name.contains(is_wrong)
}

/// True for the tags that are not in [`GameTree::tags`], since the game itself has what they say.
pub(super) fn is_own_tag(name: &str) -> bool {
    let mut own = ["FEN", "Format"].into_iter();
    own.any(|own| own.eq_ignore_ascii_case(name))
}

/// A game: tags, first position, moves and variations.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::games::{GameTree, GameNode};
/// let mut game = GameTree::new(Board::startpos());
/// game.set_tag("Red", "甲");
/// game.line.push(GameNode::new("h2e2".parse().unwrap()));
/// assert_eq!((game.tag("Red"), game.tag("Black")), (Some("甲"), None));
/// assert_eq!(game.result(), "*");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Tags, a name and a value each, in the order of the file, without `FEN` and `Format`.
    pub tags: Vec<(String, String)>,
    /// The position in which the game began.
    pub start: Board,
    /// The comment before the first move; may be empty.
    pub comment: String,
    /// The main line, with its variations.
    pub line: GameLine,
}

impl GameTree {
    /// A game without tags and moves.
    pub fn new(start: Board) -> GameTree {
        GameTree {
            tags: Vec::new(),
            start,
            comment: String::new(),
            line: Vec::new(),
        }
    }

    /// The value of a tag, whatever the case of its name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let tag = tags.find(|(other, _)| other.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.as_str())
    }

    /// Sets a tag. An existing one keeps its position. The writers omit `FEN` and `Format`, which they derive from the game, and
    /// names that no tag can have.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let mut tags = self.tags.iter_mut();
        match tags.find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.tags.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Sets a tag that a user has given. The result may be written as in any game file, such as `红胜`.
    ///
    /// # Errors
    /// The reason why no tag has this name.
    pub(crate) fn set_given_tag(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !is_tag_name(name) {
            return Err(format!("'{}' is not a tag name", name.escape_debug()));
        }
        let is_result = name.eq_ignore_ascii_case("Result");
        let result = result(value).unwrap_or(RESULTS[0]);
        self.set_tag(name, if is_result { result } else { value });
        Ok(())
    }

    /// The names of both players, or the event if neither is known, and the result, as in `Hu - Lü  1-0`; `?` for a name that is
    /// missing.
    pub fn heading(&self) -> String {
        let name = |tag| self.tag(tag).filter(|name| !name.is_empty()).unwrap_or("?");
        match (name("Red"), name("Black")) {
            ("?", "?") if name("Event") != "?" => format!("{}  {}", name("Event"), self.result()),
            (red, black) => format!("{red} - {black}  {}", self.result()),
        }
    }

    /// The result: `1-0`, `0-1`, `1/2-1/2`, or `*` if it is unknown.
    pub fn result(&self) -> &str {
        let result = self.tag("Result").filter(|result| RESULTS.contains(result));
        result.unwrap_or(RESULTS[0])
    }

    /// The result as an outcome.
    pub fn outcome(&self) -> Outcome {
        match self.result() {
            "1-0" => Outcome::Win(Color::Red),
            "0-1" => Outcome::Win(Color::Black),
            "1/2-1/2" => Outcome::Draw,
            _ => Outcome::Undecided,
        }
    }

    /// The game after its first `plies` moves, or all of them if it has fewer. It ends before an illegal move, which no reader
    /// returns.
    pub fn game(&self, plies: usize) -> Game {
        let mut game = Game::new(self.start.clone());
        for node in self.line.iter().take(plies) {
            if game.play(node.mv).is_err() {
                break;
            }
        }
        game
    }

    /// The moves of the main line, without annotations.
    pub fn main_line(&self) -> Vec<Move> {
        self.line.iter().map(|node| node.mv).collect()
    }
}
