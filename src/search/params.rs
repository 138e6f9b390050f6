//! Every number of the search, in one place.
//!
//! Depths are plies, margins are centipawn-like units of the evaluation. The rooms that use a
//! number say what it does; here stand its value and what it was measured to be good for. Those
//! marked with a range are meant to be tuned by matches.

/// Depth from which the aspiration window is used.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half the first aspiration window.
pub const ASPIRATION_WINDOW: i32 = 18;

/// Null move: R of the fixed form (Donninger's 2).
pub const NULL_FIXED_R: i32 = 2;
/// Null move: R of the verified form (Tabibi & Netanyahu's 3).
pub const NULL_VERIFIED_R: i32 = 3;
/// Null move, deep form: the constant part of R.
pub const NULL_DEEP_BASE: i32 = 3;
/// Null move, deep form: one ply more of R for each so many plies of depth.
pub const NULL_DEEP_DEPTH: i32 = 3;
/// Null move, deep form: one ply more of R for each so much above beta.
pub const NULL_DEEP_MARGIN: i32 = 200;
/// Null move, deep form: from this depth on a fail high is verified.
pub const NULL_DEEP_VERIFY: i32 = 14;

/// Reductions: constant part, in 1/1024 ply.
pub const LMR_BASE: f64 = 620.0;
/// Reductions: factor of ln(depth) * ln(number), in 1/1024 ply.
pub const LMR_SLOPE: f64 = 440.0;
/// Reductions: moves searched to full depth before the first reduced one.
pub const LMR_FULL_MOVES: usize = 2;
/// Reductions: depth from which moves are reduced.
pub const LMR_DEPTH: i32 = 3;
/// Reductions: so much history takes a ply off the reduction.
pub const LMR_HISTORY: i32 = 14_000;

/// Reverse futility: greatest depth.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility: margin a ply.
pub const REVERSE_FUTILITY_MARGIN: i32 = 85;
/// Razoring: greatest depth.
pub const RAZOR_DEPTH: i32 = 3;
/// Razoring: margin a ply.
pub const RAZOR_MARGIN: i32 = 280;
/// Futility: greatest depth left after reduction.
pub const FUTILITY_DEPTH: i32 = 8;
/// Futility: constant margin.
pub const FUTILITY_BASE: i32 = 110;
/// Futility: margin a ply.
pub const FUTILITY_MARGIN: i32 = 100;
/// Late-move pruning: greatest depth.
pub const LATE_MOVE_DEPTH: i32 = 8;
/// Late-move pruning: quiet moves searched at depth 0.
pub const LATE_MOVE_BASE: i32 = 4;
/// SEE pruning: greatest depth.
pub const SEE_DEPTH: i32 = 8;
/// SEE pruning: what a quiet move may lose, a ply.
pub const SEE_QUIET_MARGIN: i32 = 100;
/// SEE pruning: what a capture may lose, a ply.
pub const SEE_CAPTURE_MARGIN: i32 = 180;
/// Internal iterative reduction: least depth.
pub const IIR_DEPTH: i32 = 4;

/// Singular extension: least depth.
pub const SINGULAR_DEPTH: i32 = 8;
/// Singular extension: how much worse all others must be, a ply of depth.
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: so much worse still earns a second ply, away from the principal variation.
pub const SINGULAR_DOUBLE: i32 = 25;

/// Quiescence: what a capture may fall short of alpha beyond its victim's value.
pub const DELTA_MARGIN: i32 = 180;
/// Quiescence: checks answered in one line before the rest is taken as quiet.
pub const QUIESCENCE_CHECKS: u32 = 6;

/// Correction history: units of an entry that make one point of score.
pub const CORRECTION_GRAIN: i32 = 400;

/// History: bonus a ply of depth.
pub const HISTORY_BONUS: i32 = 160;
/// History: largest bonus.
pub const HISTORY_MAX: i32 = 1_800;
