//! Check extension: a node in check is searched one ply deeper.
//!
//! **Idea** (Chess Programming Wiki, "Check Extensions"). Few moves answer a check, so such a node is small. Without the
//! extra ply, checks can push a mate over the horizon.
//!
//! **Drawback.** Sequences of checks become deep, and the tree larger. So there is no extension beyond twice the depth of the
//! iteration. Measured in `docs/measurements/techniques.md`.

use super::worker::Worker;

impl Worker<'_> {
    /// Returns the extension of a node in plies: 1 if its mover is in check, else 0.
    #[inline]
    pub(super) fn check_extension(&self, ply: usize) -> i32 {
        let applies = self.techniques.check_extension
            && self.frames[ply].check_info.in_check()
            && ply < 2 * self.root_depth as usize;
        i32::from(applies)
    }
}
