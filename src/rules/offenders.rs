//! Material with which a side could be forced to offend, other than by perpetual check.

use super::RepetitionRules;
use crate::board::{Board, Color, PieceKind};

/// Returns true if a side could lose because every other move is mated and it can only repeat, without perpetual check.
///
/// It needs a piece that may not chase for ever: under the Asian rules any but the general and pawns, advisors and elephants
/// included (AXF 2018, definition of a chase; `docs/rules.md`). Under the Chinese rules a perpetual threat of mate loses as well,
/// and a pawn makes one. The opponent needs a piece that mates. Alone, advisors and elephants cannot chase a lone horse or pawn
/// for ever, as the test shows.
pub fn may_be_forced_to_attack(board: &Board, side: Color, rules: RepetitionRules) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Pawn, Rook};
    let count = |color, kinds: &[PieceKind]| -> u32 {
        let counts = kinds.iter().map(|&kind| board.count(color, kind));
        counts.sum()
    };
    let attackers = count(!side, &PieceKind::ATTACKERS);
    if rules == RepetitionRules::Simple || attackers == 0 {
        return false;
    }
    let has_pawn = count(side, &[Pawn]) > 0;
    count(side, &[Rook, Cannon, Horse]) > 0
        || has_pawn && rules == RepetitionRules::Chinese
        || count(side, &[Advisor, Elephant]) > 0
            && (has_pawn || attackers > 1 || count(!side, &[Rook, Cannon]) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{BoardBuilder, Piece, Square};
    use crate::rules::chase::Chases;
    use crate::rules::cycle::Transition;
    use crate::rules::threat::SlotSet;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn material_decides_who_may_be_forced_to_attack() {
        use RepetitionRules::{Asian, Chinese, Simple};
        for (fen, asian, chinese) in [
            // Nobody can mate the rook's side.
            ("3k5/9/8r/9/9/9/9/9/4A4/4K4 w", false, false),
            ("3k5/9/8r/9/9/9/8P/9/9/4K4 w", true, true),
            ("3k5/9/9/9/8p/9/9/9/9/R3K4 w", false, true),
            ("3k5/9/9/9/9/9/9/9/9/RC2K4 w", false, false),
            ("3k1a3/9/9/9/9/9/9/9/9/1C2K4 w", true, true),
            ("3k1a3/9/9/9/9/9/9/9/9/1R2K4 w", true, true),
            ("2bk5/9/9/9/9/9/9/9/9/1N2K4 w", false, false),
            ("2bk5/9/9/9/9/9/8P/9/9/1N2K4 w", true, true),
            ("2bk5/9/9/9/8p/9/9/9/9/1N2K4 w", true, true),
        ] {
            let board = Board::from_fen(fen).unwrap();
            let may = |rules| may_be_forced_to_attack(&board, Color::Black, rules);
            let found = RepetitionRules::ALL.map(|rules| (rules, may(rules)));
            let expected = [(Asian, asian), (Chinese, chinese), (Simple, false)];
            assert_eq!(found, expected, "{fen}");
        }
    }

    /// The red general on each file, and behind an elephant, so that the generals never face each other.
    fn red_generals() -> [Vec<(PieceKind, Square)>; 4] {
        let general = |file| (PieceKind::General, Square::new(file, 0));
        let elephant = (PieceKind::Elephant, Square::new(4, 2));
        [
            vec![general(3)],
            vec![general(4)],
            vec![general(5)],
            vec![general(4), elephant],
        ]
    }

    /// The position with black to move, with these red pieces beside black's pieces and the red attacker.
    fn with_red(board: &BoardBuilder, red: &[(PieceKind, Square)]) -> Option<Board> {
        let mut builder = board.clone();
        for &(kind, square) in red {
            builder.place(Piece::new(Color::Red, kind), square).ok()?;
        }
        builder.side(Color::Black);
        builder.build().ok()
    }

    /// Visits black's general with up to two advisors and elephants, and the attacker on each square that these could attack.
    fn for_each_placement(
        kinds: &[PieceKind],
        attacker: PieceKind,
        placed: BoardBuilder,
        visit: &mut impl FnMut(&BoardBuilder, Square),
    ) {
        use PieceKind::{Advisor, Elephant, General};
        let Some((&kind, rest)) = kinds.split_first() else {
            for square in Square::all() {
                let is_near = |kind: PieceKind| kind.may_stand(Color::Black, square);
                let mut builder = placed.clone();
                let attacker = Piece::new(Color::Red, attacker);
                if [Advisor, Elephant].into_iter().any(is_near)
                    && builder.place(attacker, square).is_ok()
                {
                    visit(&builder, square);
                }
            }
            return;
        };
        if kind != General {
            for_each_placement(rest, attacker, placed.clone(), visit);
        }
        for square in Square::all() {
            let mut builder = placed.clone();
            if builder
                .place(Piece::new(Color::Black, kind), square)
                .is_ok()
            {
                for_each_placement(rest, attacker, builder, visit);
            }
        }
    }

    /// The keys of the positions with black to move after each of black's chases and each of red's moves. Of red's other moves only
    /// the file counts on which the generals would face each other.
    fn after_chases(before: &Board, target: Square) -> Vec<u64> {
        let mut keys = Vec::new();
        for mv in before.legal_moves() {
            let transition = Transition::of(before, mv);
            let after = &transition.after;
            if mv.to() == target || Chases::of(&transition).chased(SlotSet::MAX) == 0 {
                continue;
            }
            for reply in after.legal_moves() {
                if reply.from() == target && after.is_empty(reply.to()) {
                    keys.push(after.key_after(reply));
                }
            }
            let mut builder = BoardBuilder::default();
            for (piece, square) in after.all_pieces() {
                if piece.color() == Color::Black || square == target {
                    builder.place(piece, square).unwrap();
                }
            }
            let boards = red_generals().map(|red| with_red(&builder, &red));
            keys.extend(boards.iter().flatten().map(Board::key));
        }
        keys
    }

    #[test]
    fn advisors_and_elephants_never_chase_a_lone_horse_or_pawn_forever() {
        use PieceKind::{Advisor, Elephant, General, Horse, Pawn, Rook};
        let guards = [General, Advisor, Advisor, Elephant, Elephant];
        for (attacker, expected) in [(Horse, false), (Pawn, false), (Rook, true)] {
            let mut chasing: HashMap<u64, Vec<u64>> = HashMap::new();
            let mut visit = |placed: &BoardBuilder, target| {
                for board in red_generals()
                    .iter()
                    .filter_map(|red| with_red(placed, red))
                {
                    // Two advisors or elephants can be placed in either order.
                    let after = || after_chases(&board, target);
                    chasing.entry(board.key()).or_insert_with(after);
                }
            };
            for_each_placement(&guards, attacker, BoardBuilder::default(), &mut visit);
            // Positions from which black cannot go on chasing are removed until none is left.
            let mut left = usize::MAX;
            while chasing.len() < left {
                left = chasing.len();
                let known: HashSet<u64> = chasing.keys().copied().collect();
                chasing.retain(|_, after| after.iter().any(|key| known.contains(key)));
            }
            assert_eq!(left > 0, expected, "{attacker:?}");
        }
    }
}
