//! The positions of a collection, to recognise duplicates.

use std::collections::HashSet;

use crate::board::Board;

/// A set of positions. A position is the same as its mirror images: left to right, with exchanged colours, and both.
#[derive(Clone, Debug, Default)]
pub struct SeenPositions(HashSet<u64>);

impl SeenPositions {
    /// Adds a position. Returns false if it or a mirror image was added before.
    pub fn insert(&mut self, board: &Board) -> bool {
        let mirrored = board.mirrored();
        let (flipped, both) = (board.flipped(), mirrored.flipped());
        let keys = [board.key(), mirrored.key(), flipped.key(), both.key()];
        self.0.insert(keys.into_iter().fold(u64::MAX, u64::min))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_are_the_same_position() {
        let board = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
        let mut seen = SeenPositions::default();
        assert!(seen.insert(&board));
        for image in [
            board.mirrored(),
            board.flipped(),
            board.mirrored().flipped(),
        ] {
            assert!(!seen.insert(&image));
        }
    }
}
