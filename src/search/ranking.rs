//! A position's best moves with their scores, for openings and books.

use std::sync::mpsc::channel;

use super::engine::Engine;
use super::limits::Limits;
use super::report::{Event, Line};
use super::request::Request;
use crate::board::{Board, Move};
use crate::eval::Score;
use crate::rules::Game;

/// The best moves and their scores for the side to move, the best first, as the deepest iteration
/// that ranked all of them saw it. Nothing is remembered from another look, so that it always sees the
/// same.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::{Engine, Settings, ranking::look};
/// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
/// let banned = ["h2e2".parse().unwrap()];
/// let ranked = look(&mut engine, &Board::startpos(), 5_000, 3, &banned);
/// assert_eq!(ranked.len(), 3);
/// assert!(ranked[0].1 >= ranked[2].1 && ranked.iter().all(|&(mv, _)| mv != banned[0]));
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
        return outcome
            .best
            .map(|mv| (mv, outcome.score))
            .into_iter()
            .collect();
    }
    let mut depths: Vec<Vec<(Move, Score)>> = Vec::new();
    for Line {
        depth,
        rank,
        score,
        pv,
        ..
    } in lines
    {
        let depth = depth as usize;
        depths.resize_with(depths.len().max(depth + 1), Vec::new);
        let (Some(&mv), place) = (pv.first(), rank - 1) else {
            continue;
        };
        // The lines of an iteration come by their rank; a rank may be told again, then it is better known.
        let ranked = &mut depths[depth];
        ranked.truncate(place);
        if ranked.len() == place {
            ranked.push((mv, score));
        }
    }
    let most = depths.iter().map(Vec::len).max().unwrap_or(0);
    let deepest = depths.into_iter().rev().find(|ranked| ranked.len() == most);
    deepest.unwrap_or_default()
}
