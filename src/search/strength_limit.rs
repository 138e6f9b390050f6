//! Strength limit: searches below full strength, and moves that are not the best.
//!
//! **Idea** (Stockfish's `Skill Level`; Chess Programming Wiki, "Playing Strength"). A weak level searches few nodes with a
//! simpler evaluation, so that it overlooks what a beginner overlooks. The search ranks several root moves. The score of each is
//! then lowered by a random amount up to a margin, and the move with the highest remaining score is played. Captures and checks are
//! lowered by half as much, because people overlook them less often than quiet moves. So a move is never worse than the best by
//! more than the margin, as far as the search sees. UCCI's `randomness` does the same at full strength. Higher levels never play a
//! move that allows a mate in one, if there is another.
//!
//! **Drawback.** Few nodes overlook deep tactics and blunder like a program, not like a person. The strengths were measured between
//! levels only (`docs/measurements/levels.md`).

use fastrand::Rng;

use super::level::{Knowledge, Level, SEES_MATES};
use super::report::PvLine;
use super::request::Request;
use super::score::is_decisive;
use super::settings::Settings;
use crate::board::{Board, Move};
use crate::endgame::EndgameTables;
use crate::eval::{Evaluator, MAX_EVAL, Score};
use crate::rules::mate_by_checks::leaves_no_move;

/// The size of the transposition table of a weakened search, in MiB.
const HASH_MIB: usize = 1;
/// The number of root moves to choose from with the setting `randomness` at full strength.
const RANDOM_LINES: usize = 4;

/// Returns the settings of the search for a request, and reduces the limits of the request. `None` if the search is not
/// weakened: at full strength, and in an analysis, which is a search for a mate, held back until a stop, without a limit, or with
/// [`Limits::full_strength`](super::request::Limits::full_strength).
pub(super) fn weaken(settings: &Settings, request: &mut Request) -> Option<Settings> {
    let weakness = settings.level.weakness()?;
    let limits = &mut request.limits;
    let is_limited = limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.movetime.is_some()
        || limits.clock.is_some();
    if !is_limited || limits.wait_for_stop || limits.mate.is_some() || limits.full_strength {
        return None;
    }
    let least = |limit: Option<u64>, own: u64| limit.map_or(own, |limit| limit.min(own));
    limits.nodes = Some(least(limits.nodes, weakness.nodes));
    let depth = least(limits.depth.map(u64::from), weakness.depth.into());
    limits.depth = Some(depth as u32);
    Some(Settings {
        hash_mib: HASH_MIB,
        threads: 1,
        evaluator: match (weakness.knowledge, &settings.evaluator) {
            (Knowledge::Material, _) => Evaluator::Material,
            (Knowledge::Tables, Evaluator::Network(_)) => Evaluator::Tables,
            (_, own) => own.clone(),
        },
        randomness: weakness.margin,
        endings: EndgameTables::default(),
        ..settings.clone()
    })
}

/// Returns the number of root moves to choose from if the move is chosen at random.
pub(super) fn random_lines(level: Level) -> usize {
    level
        .weakness()
        .map_or(RANDOM_LINES, |weakness| weakness.lines)
}

/// Returns the line to play: that with the highest score after each was lowered by a random amount up to the setting
/// `randomness`; the best one if it decides the game. `lines` has the best line first and belongs to a search from `board`.
pub(super) fn choose<'a>(
    settings: &Settings,
    board: &Board,
    lines: &'a [PvLine],
) -> Option<&'a PvLine> {
    let margin = settings.randomness.min(2 * MAX_EVAL);
    let best = lines.first()?;
    if margin <= 0 || is_decisive(best.score) {
        return Some(best);
    }
    let mut random = match settings.seed {
        Some(seed) => Rng::with_seed(seed ^ board.key()),
        None => Rng::new(),
    };
    let near = lines
        .iter()
        .filter(|line| line.score + margin >= best.score);
    let lowered = near.map(|line| {
        let mv = line.pv[0];
        let is_noticed = !board.is_empty(mv.to()) || board.gives_check(mv);
        let most = if is_noticed { margin / 2 } else { margin };
        (random.i32(0..=most) - line.score, line)
    });
    let mut lowered: Vec<(Score, &PvLine)> = lowered.collect();
    lowered.sort_by_key(|&(negated, _)| negated);
    let sees_mates = settings.level >= SEES_MATES;
    let is_allowed = |line: &&PvLine| !(sees_mates && allows_mate_in_one(board, line.pv[0]));
    let mut by_score = lowered.iter().map(|&(_, line)| line);
    by_score.clone().find(is_allowed).or(by_score.next())
}

/// Returns true if the opponent has a reply to the move after which no legal move is left.
fn allows_mate_in_one(board: &Board, mv: Move) -> bool {
    let mut board = board.after_line(&[mv]);
    let mut replies = board.legal_moves().into_iter();
    replies.any(|reply| leaves_no_move(&mut board, reply))
}
