//! Annotates a game with its review: scores as comments, glyphs on mistakes, better lines as variations.

use super::reviewer::standing;
use super::{Fault, Review};
use crate::board::Color;
use crate::games::{GameTree, Line, Node};

/// Returns the game with its review added to its own comments. Scores are from red's view; a better line has at most `plies`
/// plies, and none is written with 0.
pub fn annotate(game: &GameTree, review: &Review, plies: usize) -> GameTree {
    let mut game = game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", concat!("Chuhe ", env!("CARGO_PKG_VERSION")));
    }
    let summaries = Color::ALL.map(|side| format!("{side}: {}", review.summary(side)));
    add(&mut game.comment, &summaries.join("; "));
    for (node, judged) in game.line.iter_mut().zip(&review.moves) {
        let after = standing(judged.for_red(judged.after));
        let Some(fault) = judged.fault else {
            add(&mut node.comment, &after);
            continue;
        };
        let before = standing(judged.for_red(judged.before));
        add(&mut node.comment, &format!("{after}, was {before}"));
        let glyph = match fault {
            Fault::Inaccuracy => 6,
            Fault::Mistake => 2,
            Fault::Blunder => 4,
        };
        if !node.glyphs.contains(&glyph) {
            node.glyphs.push(glyph);
        }
        let best = judged.best.iter().take(plies);
        let mut better: Line = best.copied().map(Node::new).collect();
        let known = |line: &Line| line.first().map(|node| node.mv) == judged.best.first().copied();
        if let Some(last) = better.last_mut()
            && !node.variations.iter().any(known)
        {
            last.comment = before;
            node.variations.push(better);
        }
    }
    game
}

fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push_str("; ");
    }
    comment.push_str(text);
}
