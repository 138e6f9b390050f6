//! Check extension: a node in check is searched a ply deeper.
//!
//! **Idea.** Few moves answer a check, so the extra ply costs little. Without it checks push a mate behind them over the horizon.
//!
//! **Drawback.** Runs of checks grow deep, so it ends at twice the depth of the iteration. Measured in `docs/search.md`.

use super::worker::Worker;

impl Worker<'_> {
    /// By how many plies a node is searched deeper because its mover is in check.
    #[inline]
    pub(super) fn check_extension(&self, ply: usize) -> i32 {
        let applies = self.techniques.check_extension
            && self.frames[ply].safety.in_check()
            && ply < 2 * self.root_depth.max(1) as usize;
        i32::from(applies)
    }
}
