//! A position's best moves with their scores, for openings and books.

use std::sync::mpsc::channel;

use super::engine::Engine;
use super::report::Event;
use super::request::{Limits, Request};
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::rules::Game;

/// The best moves and their scores for the side to move, the best first, as the deepest iteration that ranked all of them saw
/// it. The engine is cleared first, so that the same call always returns the same.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::{Engine, Settings, ranking::look};
/// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
/// let banned = ["h2e2".parse().unwrap()];
/// let ranked = look(&mut engine, &Board::startpos(), 20_000, 8, &banned);
/// assert_eq!(ranked.len(), 8);
/// assert!(ranked.is_sorted_by(|(_, one), (_, other)| one >= other));
/// assert!(ranked.iter().all(|&(mv, _)| mv != banned[0]));
/// ```
pub fn look(
    engine: &mut Engine,
    board: &Board,
    nodes: u64,
    choices: usize,
    banned: &[Move],
) -> Vec<(Move, Score)> {
    engine.clear();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let mut request = Request::new(Game::new(board.clone()), limits);
    request.multipv = choices;
    request.banned = banned.to_vec();
    let (sender, lines) = channel();
    let outcome = engine.search(request, move |event| {
        if let Event::Line(line) = event {
            // The receiver waits for the end of the search.
            let _ = sender.send(line);
        }
    });
    if choices == 1 {
        return Vec::from_iter(outcome.best.map(|mv| (mv, outcome.score)));
    }
    let mut depths: Vec<Vec<(Move, Score)>> = Vec::new();
    for line in lines {
        let (depth, place) = (line.depth as usize, line.rank - 1);
        depths.resize_with(depths.len().max(depth + 1), Vec::new);
        let Some(&mv) = line.pv.first() else {
            continue;
        };
        // The lines of an iteration come by their rank; a rank that is reported again replaces the first and all below it.
        let ranked = &mut depths[depth];
        ranked.truncate(place);
        if ranked.len() == place {
            ranked.push((mv, line.score));
        }
    }
    // Of equally long rankings the last, which is the deepest, is taken.
    depths.into_iter().max_by_key(Vec::len).unwrap_or_default()
}
