//! Properties of the bench positions that the header of `positions/bench.epd` states.

use std::collections::HashSet;

use chuhe::board::Board;
use chuhe::cli::bench::POSITIONS;
use chuhe::cli::positions;

/// Whether the side to move mates, or stalemates, at once.
fn wins_at_once(board: &Board) -> bool {
    board.legal_moves().iter().any(|&mv| {
        let mut after = board.clone();
        let _ = after.make(mv);
        !after.has_legal_move()
    })
}

#[test]
fn the_positions_are_sound_undecided_and_different() {
    let entries = positions::read(POSITIONS).expect("sound");
    assert_eq!(entries.len(), 40);
    for entry in &entries {
        assert!(entry.board.has_legal_move(), "{}", entry.id);
        assert!(!wins_at_once(&entry.board), "{}", entry.id);
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
    let pieces = |board: &Board| board.all_pieces().count();
    let in_check = entries
        .iter()
        .filter(|entry| entry.board.in_check())
        .count();
    let few = entries
        .iter()
        .filter(|entry| pieces(&entry.board) <= 14)
        .count();
    let many = entries
        .iter()
        .filter(|entry| pieces(&entry.board) >= 26)
        .count();
    assert!(
        in_check >= 5 && few >= 10 && many >= 5,
        "{in_check} {few} {many}"
    );
}
