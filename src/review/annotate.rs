//! Annotates a game with its review: scores as comments, NAGs on mistakes, better lines as variations.

use super::reviewer::describe_score;
use super::{MistakeClass, Review};
use crate::board::Color;
use crate::catalogue;
use crate::games::{GameLine, GameNode, GameTree};

/// Returns the game with its review added to the existing annotations. Scores are from red's view. A better line has at most
/// `plies` plies; with 0 none is added. Comments are in Chinese if `is_chinese`, else in English.
pub fn annotate(game: &GameTree, review: &Review, plies: usize, is_chinese: bool) -> GameTree {
    let text = |english: &str| catalogue::text(english, is_chinese).into_owned();
    let score = |red| text(&describe_score(red));
    let mut game = game.clone();
    if game.tag("Annotator").is_none() {
        game.set_tag("Annotator", concat!("Chuhe ", env!("CARGO_PKG_VERSION")));
    }
    let summaries = Color::ALL.map(|side| text(&format!("{side}: {}", review.summary(side))));
    let separator: &str = &text("; ");
    append(&mut game.comment, separator, &summaries.join(separator));
    for (node, judged) in game.line.iter_mut().zip(&review.moves) {
        let after = score(judged.for_red(judged.after));
        let Some(mistake) = judged.mistake else {
            append(&mut node.comment, separator, &after);
            continue;
        };
        let before = score(judged.for_red(judged.before));
        let change = text(&format!("{after}, was {before}"));
        append(&mut node.comment, separator, &change);
        let nag = match mistake {
            MistakeClass::Inaccuracy => 6,
            MistakeClass::Mistake => 2,
            MistakeClass::Blunder => 4,
        };
        if !node.nags.contains(&nag) {
            node.nags.push(nag);
        }
        let best = judged.best.iter().take(plies);
        let mut better: GameLine = best.copied().map(GameNode::new).collect();
        let is_present =
            |line: &GameLine| line.first().map(|node| node.mv) == judged.best.first().copied();
        if let Some(last) = better.last_mut()
            && !node.variations.iter().any(is_present)
        {
            last.comment = before;
            node.variations.push(better);
        }
    }
    game
}

/// Appends text to a comment.
fn append(comment: &mut String, separator: &str, text: &str) {
    if !comment.is_empty() {
        comment.push_str(separator);
    }
    comment.push_str(text);
}
