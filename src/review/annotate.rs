//! A game with its review written into it: scores as comments, glyphs on mistakes, and what would have been better as a
//! variation. What the game had of its own stays.

use super::reviewer::standing;
use super::{Fault, Judged, Review};
use crate::board::Color;
use crate::games::{GameTree, Line, Node};

/// The numeric glyph of a fault.
const fn glyph(fault: Fault) -> u8 {
    match fault {
        Fault::Inaccuracy => 6,
        Fault::Mistake => 2,
        Fault::Blunder => 4,
    }
}

/// The game, annotated. Scores are from red's view; a better line has `plies` plies at most, and none is
/// written with 0.
pub fn annotate(game: &GameTree, review: &Review, plies: usize) -> GameTree {
    let mut game = game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", concat!("Chuhe ", env!("CARGO_PKG_VERSION")));
    }
    let said = Color::ALL.map(|side| format!("{side}: {}", review.summary(side)));
    add(&mut game.comment, &said.join("; "));
    for (node, judged) in game.line.iter_mut().zip(&review.moves) {
        let after = standing(judged.for_red(judged.after));
        let Some(fault) = judged.fault else {
            add(&mut node.comment, &after);
            continue;
        };
        let before = standing(judged.for_red(judged.before));
        add(&mut node.comment, &format!("{after}, was {before}"));
        if !node.glyphs.contains(&glyph(fault)) {
            node.glyphs.push(glyph(fault));
        }
        let better = better_line(judged, plies);
        let known = |line: &Line| line.first().map(|node| node.mv) == judged.best.first().copied();
        if !better.is_empty() && !node.variations.iter().any(known) {
            node.variations.push(better);
        }
    }
    game
}

fn better_line(judged: &Judged, plies: usize) -> Line {
    let mut line: Line = judged
        .best
        .iter()
        .take(plies)
        .map(|&mv| Node::new(mv))
        .collect();
    if let Some(last) = line.last_mut() {
        last.comment = standing(judged.for_red(judged.before));
    }
    line
}

fn add(comment: &mut String, text: &str) {
    if !comment.is_empty() {
        comment.push_str("; ");
    }
    comment.push_str(text);
}
