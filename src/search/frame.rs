//! The search's state for each ply of the line being searched.

use arrayvec::ArrayVec;

use super::history::Step;
use super::killers::Killers;
use super::score::MAX_PLY;
use crate::board::{Move, Safety};
use crate::eval::Score;

/// A variation: the moves from some ply on.
pub(super) type Variation = ArrayVec<Move, { MAX_PLY + 2 }>;

/// The state of one ply.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Checkers and pins of the position.
    pub safety: Safety,
    /// The evaluation as computed; `None` in check.
    pub raw_eval: Option<Score>,
    /// The evaluation as corrected; `None` in check.
    pub static_eval: Option<Score>,
    /// The move played from here, for continuation history; `None` for a null move.
    pub step: Option<Step>,
    /// Whether a null move was played from here.
    pub passed: bool,
    /// The move left out by a singular search.
    pub excluded: Option<Move>,
    /// Whether the null move is forbidden here, because it failed to find a zugzwang.
    pub no_pass: bool,
    pub killers: Killers,
    /// The best variation found from here.
    pub pv: Variation,
    /// Whether the score found here depends on the game before the search: through a repetition that began there, or the
    /// natural limit.
    pub path_dependent: bool,
}
