//! Properties of the bench positions that the header of `positions/bench.epd` states.

use std::collections::HashSet;

use chuhe::board::{Board, positions};
use chuhe::search::bench::POSITIONS;

#[test]
fn the_positions_are_sound_undecided_and_different() {
    let entries = positions::read(POSITIONS).expect("sound");
    assert_eq!(entries.len(), 40);
    for entry in &entries {
        assert!(entry.board.has_legal_move(), "{}", entry.id);
        // No move mates or stalemates.
        for &mv in entry.board.legal_moves().iter() {
            let mut after = entry.board.clone();
            let _ = after.make(mv);
            assert!(after.has_legal_move(), "{}", entry.id);
        }
    }
    let boards: HashSet<u64> = entries.iter().map(|entry| entry.board.key()).collect();
    assert_eq!(boards.len(), entries.len());
    let names: HashSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(names.len(), entries.len());
    assert!(!names.contains(""));
}

#[test]
fn all_kinds_are_there() {
    let entries = positions::read(POSITIONS).expect("sound");
    let count = |is: fn(&Board) -> bool| entries.iter().filter(|entry| is(&entry.board)).count();
    let in_check = count(Board::in_check);
    let few = count(|board| board.all_pieces().count() <= 14);
    let many = count(|board| board.all_pieces().count() >= 26);
    assert!(
        in_check >= 5 && few >= 10 && many >= 5,
        "{in_check} {few} {many}"
    );
}
