//! Move ordering: a staged move picker that returns likely cut moves first.
//!
//! **Idea.** Alpha-beta visits the fewest nodes when the best move comes first. With perfect order a tree has about the square
//! root of its minimax size; with the worst order nothing is saved (Knuth & Moore 1975). So the moves of a node come in stages,
//! and a stage is generated only when no earlier move has cut:
//!
//! 1. the move of the transposition table;
//! 2. captures that lose nothing by exchange, the most valuable victim first, and of those the least valuable attacker
//!    (**MVV/LVA**, Moreland's article on quiescence), corrected by capture history;
//! 3. two **killers**, quiet moves that cut in a sibling (Akl & Newborn 1977), and the **counter move**;
//! 4. the other quiet moves by history;
//! 5. captures that lose material.
//!
//! In check the evasions after the table move are one stage, captures first.
//!
//! **Drawback.** History is noisy in positions unlike those that it was collected in. `chuhe bench --without ordering` (and `see`)
//! shows what the order saves. Measured in `docs/measurements/techniques.md`.

use arrayvec::ArrayVec;

use super::history::{Histories, PieceTo};
use super::killers::Killers;
use super::see::{see_at_least, value};
use super::techniques::Techniques;
use crate::board::{Board, CheckInfo, Move, MoveList};

/// What the picker uses of its node and of the moves before it.
#[derive(Clone, Copy, Debug)]
pub struct Hints {
    /// The move of the transposition table.
    pub table: Option<Move>,
    /// The node's killers, the latest first.
    pub killers: Killers,
    /// The moves one and two plies before, as piece and square; `None` for a null move and before the root.
    pub previous: [Option<PieceTo>; 2],
}

/// The stages of a picker, in order; see the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    Table,
    Captures,
    Refutations,
    Quiets,
    LosingCaptures,
    /// All moves at once: evasions, or the moves in generation order where ordering is switched off.
    All,
}

/// Returns the pseudo-legal moves of a node one by one, likely cut moves first, each move once.
#[derive(Debug)]
pub struct Picker {
    hints: Hints,
    stage: PickerStage,
    /// True if the moves of the stage have been generated.
    prepared: bool,
    in_check: bool,
    captures_only: bool,
    ordered: bool,
    use_see: bool,
    /// The counter move at the time of the stage of refutations; another thread may change it later.
    counter: Option<Move>,
    /// The generated moves of the stage.
    moves: MoveList,
    /// The sort key of each move of the stage, [`UNAVAILABLE`] for those that will not be returned; see [`sort_key`].
    sort_keys: ArrayVec<i32, 128>,
    /// Captures that lose material by SEE.
    losing: MoveList,
    /// Killers and the counter move.
    refutations: ArrayVec<Move, 3>,
}

/// The score that puts captures before all quiet moves among evasions; larger than any history value.
const CAPTURE_FIRST: i32 = 1 << 20;

impl Picker {
    /// Creates a picker of all moves of a node, or with `captures_only` of the captures that lose nothing by SEE (the table move is not
    /// tested). With `in_check` it returns the evasions in either case.
    pub fn new(
        hints: Hints,
        in_check: bool,
        captures_only: bool,
        techniques: &Techniques,
    ) -> Picker {
        Picker {
            hints,
            stage: PickerStage::Table,
            prepared: true,
            in_check,
            captures_only,
            ordered: techniques.ordering,
            use_see: techniques.see,
            counter: None,
            moves: MoveList::new(),
            sort_keys: ArrayVec::new(),
            losing: MoveList::new(),
            refutations: ArrayVec::new(),
        }
    }

    /// Leaves out the quiet moves to come that do not give check, if the last move was one of the quiet moves in the order of their
    /// history. Returns how many they are.
    pub fn skip_quiets_without_check(&mut self, board: &Board) -> usize {
        if self.stage != PickerStage::Quiets {
            return 0;
        }
        let mut count = 0;
        for (sort_key, &mv) in self.sort_keys.iter_mut().zip(&self.moves) {
            if *sort_key != UNAVAILABLE && !board.gives_check(mv) {
                *sort_key = UNAVAILABLE;
                count += 1;
            }
        }
        count
    }

    /// Returns the next pseudo-legal move, or `None` after the last.
    pub fn next(
        &mut self,
        board: &Board,
        check_info: &CheckInfo,
        histories: &Histories,
    ) -> Option<Move> {
        let only_captures = self.captures_only && !self.in_check;
        let use_see = self.use_see;
        let loses = |mv| use_see && !see_at_least(board, mv, 0);
        loop {
            if !self.prepared {
                self.prepare(board, check_info, histories);
                self.prepared = true;
            }
            match self.stage {
                PickerStage::Table => {
                    let staged = self.ordered && !self.in_check;
                    self.go_to(if staged {
                        PickerStage::Captures
                    } else {
                        PickerStage::All
                    });
                    // The table move may belong to another position with the same key.
                    self.hints.table = self.hints.table.filter(|&mv| {
                        board.is_pseudo_legal(mv) && !(only_captures && board.is_empty(mv.to()))
                    });
                    if self.hints.table.is_some() {
                        return self.hints.table;
                    }
                }
                PickerStage::Captures => match self.take_best() {
                    None if only_captures => return None,
                    None => self.go_to(PickerStage::Refutations),
                    Some(mv) if loses(mv) => self.losing.push(mv),
                    Some(mv) => return Some(mv),
                },
                PickerStage::Refutations => match self.refutations.pop() {
                    None => self.go_to(PickerStage::Quiets),
                    Some(mv) => return Some(mv),
                },
                PickerStage::Quiets => match self.take_best() {
                    None => self.go_to(PickerStage::LosingCaptures),
                    Some(mv) => return Some(mv),
                },
                PickerStage::LosingCaptures => return self.losing.pop_at(0),
                PickerStage::All => match self.take_best() {
                    // Quiescence search leaves out losing captures, also without ordering.
                    Some(mv) if only_captures && loses(mv) => {}
                    found => return found,
                },
            }
        }
    }

    /// Goes to a stage, whose moves are then generated when they are needed.
    fn go_to(&mut self, stage: PickerStage) {
        self.stage = stage;
        self.prepared = false;
    }

    /// Generates and scores the moves of the stage.
    fn prepare(&mut self, board: &Board, check_info: &CheckInfo, histories: &Histories) {
        self.moves.clear();
        self.sort_keys.clear();
        let list = &mut self.moves;
        match self.stage {
            PickerStage::Captures => board.captures(list),
            PickerStage::Quiets => board.quiets(list),
            PickerStage::All if self.in_check => board.evasions(check_info, list),
            PickerStage::All => {
                board.captures(list);
                if !self.captures_only {
                    board.quiets(list);
                }
            }
            PickerStage::Refutations => {
                // Moves are taken from the end, so the latest killer is pushed last.
                self.counter = histories.counter(self.hints.previous[0]);
                let [latest, older] = self.hints.killers;
                for mv in [self.counter, older, latest].into_iter().flatten() {
                    let is_repeated =
                        Some(mv) == self.hints.table || self.refutations.contains(&mv);
                    if !is_repeated && board.is_empty(mv.to()) && board.is_pseudo_legal(mv) {
                        self.refutations.push(mv);
                    }
                }
                return;
            }
            PickerStage::Table | PickerStage::LosingCaptures => return,
        }
        let quiet_history = histories.quiet(board.side(), self.hints.previous);
        let quiet_score = |mv: Move| {
            let piece = board.piece_at(mv.from());
            piece.map_or(0, |piece| quiet_history.of(piece, mv))
        };
        let capture_score = |mv| capture_score(board, mv, histories);
        match self.stage {
            PickerStage::Captures => self.score_moves(capture_score),
            PickerStage::Quiets => {
                self.score_moves(quiet_score);
                for mv in self.hints.killers.into_iter().chain([self.counter]) {
                    self.leave_out(mv);
                }
            }
            _ if !self.ordered => self.score_moves(|_| 0),
            _ => self.score_moves(|mv| match board.is_empty(mv.to()) {
                true => quiet_score(mv),
                false => CAPTURE_FIRST + capture_score(mv),
            }),
        }
        self.leave_out(self.hints.table);
    }

    /// Fills the sort keys of the stage's moves.
    #[inline]
    fn score_moves(&mut self, score: impl Fn(Move) -> i32) {
        let moves = self.moves.iter().enumerate();
        let sort_keys = moves.map(|(index, &mv)| sort_key(score(mv), index));
        self.sort_keys.extend(sort_keys);
        while !self.sort_keys.len().is_multiple_of(LANES) {
            self.sort_keys.push(UNAVAILABLE);
        }
    }

    /// Leaves a move out of those of the stage.
    #[inline]
    fn leave_out(&mut self, mv: Option<Move>) {
        if let Some(mv) = mv
            && let Some(index) = self.moves.iter().position(|&other| other == mv)
        {
            self.sort_keys[index] = UNAVAILABLE;
        }
    }

    /// Takes the move with the highest score, the first of equals.
    fn take_best(&mut self) -> Option<Move> {
        let (groups, _) = self.sort_keys.as_chunks::<LANES>();
        let greatest = groups.iter().fold([UNAVAILABLE; LANES], |greatest, group| {
            std::array::from_fn(|lane| greatest[lane].max(group[lane]))
        });
        let best = greatest.into_iter().fold(UNAVAILABLE, i32::max);
        if best == UNAVAILABLE {
            return None;
        }
        let index = index_of(best);
        self.sort_keys[index] = UNAVAILABLE;
        Some(self.moves[index])
    }
}

/// The sort keys that are compared at once. The sort keys of a stage are filled up to a multiple of it.
const LANES: usize = 8;

/// The sort key of a move that will not be returned; lower than any other.
const UNAVAILABLE: i32 = i32::MIN;

/// Packs a score and the index of its move into one number. The sort keys of a stage differ, a higher score has a higher sort key,
/// and of equal scores the lower index has it.
fn sort_key(score: i32, index: usize) -> i32 {
    score * 128 + (127 - index as i32)
}

/// The index of a sort key's move.
fn index_of(sort_key: i32) -> usize {
    127 - (sort_key & 127) as usize
}

/// Scores a capture by MVV/LVA and capture history. Mostly the victim's value decides, then history, then the attacker's value.
fn capture_score(board: &Board, mv: Move, histories: &Histories) -> i32 {
    match (board.piece_at(mv.from()), board.piece_at(mv.to())) {
        (Some(piece), Some(victim)) => {
            value(victim.kind()) * 16 - value(piece.kind()).min(2000) / 16
                + histories.capture(piece, mv.to(), victim.kind()) / 4
        }
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::START_FEN;

    fn picked(board: &Board, hints: Hints, techniques: Techniques) -> Vec<Move> {
        let check_info = board.check_info();
        let mut picker = Picker::new(hints, check_info.in_check(), false, &techniques);
        let histories = Histories::default();
        std::iter::from_fn(|| picker.next(board, &check_info, &histories)).collect()
    }

    fn hints(table: Option<Move>, killers: Killers) -> Hints {
        Hints {
            table,
            killers,
            previous: [None; 2],
        }
    }

    #[test]
    fn every_legal_move_is_returned_once_with_any_hints() {
        for fen in [
            START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
            "4k4/4a4/3N5/9/9/9/9/9/9/3K5 b - - 0 1",
        ] {
            let board = Board::from_fen(fen).unwrap();
            let legal = board.legal_moves();
            let check_info = board.check_info();
            let some = |index: usize| legal.get(index).copied();
            let foreign = Some("a0a9".parse().unwrap());
            for hints in [
                hints(None, [None; 2]),
                hints(some(1), [some(1), some(3)]),
                hints(foreign, [foreign, some(0)]),
            ] {
                for without in ["aspiration", "ordering", "see"] {
                    let techniques = Techniques::ALL.without(without).unwrap();
                    let mut got = picked(&board, hints, techniques);
                    if hints.table == some(1) {
                        assert_eq!(got.first().copied(), some(1));
                    }
                    got.retain(|&mv| board.is_legal(mv, &check_info));
                    got.sort_by_key(|mv| mv.bits());
                    let mut expected = legal.to_vec();
                    expected.sort_by_key(|mv| mv.bits());
                    assert_eq!(got, expected, "{board:?} {hints:?}");
                }
            }
        }
    }

    #[test]
    fn after_a_pruned_quiet_move_checks_and_losing_captures_are_left() {
        let board = Board::from_fen("3k5/9/9/9/9/9/2p6/2p1R4/9/3AK4 w - - 0 1").unwrap();
        let check_info = board.check_info();
        let histories = Histories::default();
        let mut picker = Picker::new(hints(None, [None; 2]), false, false, &Techniques::ALL);
        let next = |picker: &mut Picker| picker.next(&board, &check_info, &histories);
        let first = next(&mut picker).unwrap();
        assert!(board.is_empty(first.to()) && !board.gives_check(first));
        // Of 16 quiet moves two give check.
        assert_eq!(picker.skip_quiets_without_check(&board), 13);
        let rest = std::iter::from_fn(|| next(&mut picker));
        let mut rest: Vec<String> = rest.map(|mv| mv.to_string()).collect();
        rest[..2].sort();
        assert_eq!(rest, ["e2d2", "e2e9", "e2c2"]);
    }

    #[test]
    fn good_captures_come_first_and_losing_ones_last() {
        // Red's rook may take a free horse or a guarded pawn, red's pawn may take a rook.
        let board = Board::from_fen("3k5/9/3r5/3P3n1/9/p6R1/r8/9/9/3AK4 w - - 0 1").unwrap();
        let moves = picked(&board, hints(None, [None; 2]), Techniques::ALL);
        let text: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        assert_eq!(text[..2], ["d6d7", "h4h6"]);
        assert_eq!(text.last().unwrap(), "h4a4");
    }
}
