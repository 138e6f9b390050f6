//! Static exchange evaluation: what a move wins or loses on the square it goes to.
//!
//! A capture looks good by its victim alone, and is often bad, because the victim is defended. SEE
//! answers without a search: both sides go on capturing on that one square, each time with the
//! **least valuable attacker**, and either side stops when going on would cost it. The value of that
//! sequence, folded back from its end, is the material the move nets. Moreland's article on
//! quiescence search describes it beside MVV/LVA as the better, dearer way to order captures and to
//! leave out the losing ones; the list of captures that is built forwards and folded backwards is
//! known as the swap algorithm.
//!
//! What xiangqi adds is that attackers come and go as pieces leave their squares for the target:
//! - a **rook** behind another piece sees the square when that piece has left (the x-ray);
//! - a **cannon** needs exactly one screen. The piece that captures may have been its screen, and
//!   it falls silent; or the second of two, and it wakes. Two cannons in line are each other's
//!   screens;
//! - a **horse** waits for its leg. The leg of a jump to a square is diagonally beside that square,
//!   so the only piece that clears it by capturing there is an advisor;
//! - a **general** captures only what is no longer defended, and no piece may capture if it
//!   uncovers its own general: to a rook, a cannon, a horse or the other general down the file.
//!
//! # The definition
//! Between the recaptures everything is legal play: an attacker that is pinned, or whose side is in
//! a check that capturing would not answer, does not count. The order is pawn, advisor, elephant,
//! horse, cannon, rook, general, and within a kind that of the board's piece slots. `tests/search/see.rs`
//! plays the same exchange with legal moves on the real board, and on more than 150,000 moves the
//! two have never differed. What both leave out: that another order than the cheapest first may be
//! better (a pawn that is a cannon's screen should sometimes stay), better moves elsewhere, and
//! what a pawn gains by crossing. Against a reference that tries every order the test counts how
//! often the value is the same: in 99.8% of captures or more.
//!
//! # Cost
//! No move is made and nothing is allocated. The board's line words (38 bytes) are copied and bits
//! taken out of the copy as pieces capture. [`see_at_least`], which stops as
//! soon as the answer is certain, is the one for the search.

use crate::board::slot::{EMPTY, Slot, slot_color, slot_kind, slots_in, slots_of};
use crate::board::{Board, Color, Move, PieceKind, Square, leapers, lines};
use crate::eval::Score;

/// What a piece is worth in an exchange, in centipawn-like units.
///
/// Rounded and fixed, so that an exchange means the same whatever the evaluation is tuned to. A
/// pawn's value lies between those it has on either side of the river; a general's is more than
/// all other pieces together, though with legal moves it is never captured.
///
/// ```
/// use chuhe::board::PieceKind;
/// use chuhe::search::see::value;
/// assert!(value(PieceKind::Rook) > value(PieceKind::Cannon) + value(PieceKind::Horse));
/// ```
#[inline]
pub const fn value(kind: PieceKind) -> Score {
    [10_000, 175, 175, 435, 1_000, 440, 90][kind.index()]
}

/// The kinds from the least valuable attacker to the most.
pub const BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::General,
];

/// The net material of a move: what it captures, less what the opponent then wins on that square.
///
/// From the mover's view, in the units of [`value`]; for a quiet move zero or a loss. The move must
/// be legal: for another the answer means nothing (a general that steps into an attack loses its
/// 10,000).
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::see::see;
/// // The cannon takes a horse, and the rook beside it takes the cannon.
/// let board = Board::startpos();
/// assert_eq!(see(&board, "b2b9".parse().unwrap()), 435 - 440);
/// // Nothing attacks the middle of the own back ranks.
/// assert_eq!(see(&board, "b2e2".parse().unwrap()), 0);
/// ```
pub fn see(board: &Board, mv: Move) -> Score {
    let mut exchange = Exchange::after(board, mv);
    // Value of what stands on the target before each capture: the victim, the mover, ...
    let mut stakes = [0; 33];
    stakes[0] = captured_value(board, mv);
    let mut captures = 0;
    let mut on_target = slot_kind(board.slot_at(mv.from()));
    let mut side = !board.side();
    while let Some(slot) = exchange.least_valuable(side) {
        captures += 1;
        stakes[captures] = value(on_target);
        exchange.capture_with(slot);
        on_target = slot_kind(slot);
        side = !side;
    }
    // From the end: each side captures only when that gains more than stopping.
    let reply = stakes[1..=captures]
        .iter()
        .rev()
        .fold(0, |reply, stake| (stake - reply).max(0));
    stakes[0] - reply
}

/// Whether [`see`] of the move is at least `threshold`, found with as few looks as possible.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::see::see_at_least;
/// let board = Board::startpos();
/// let takes_horse = "b2b9".parse().unwrap();
/// assert!(see_at_least(&board, takes_horse, -15));
/// assert!(!see_at_least(&board, takes_horse, 0));
/// ```
pub fn see_at_least(board: &Board, mv: Move, threshold: Score) -> bool {
    // The opponent refutes the threshold by winning at least `need` on the target; after each
    // capture the question turns round, and the other side has a `need` of its own.
    let mut need = captured_value(board, mv) - threshold + 1;
    let mut stake = value(slot_kind(board.slot_at(mv.from())));
    // The two answers that need no look at the board come before anything is copied: the
    // victim is worth too little, or even the mover's loss leaves enough.
    if need <= 0 {
        return false;
    }
    if stake < need {
        return true;
    }
    let mut exchange = Exchange::after(board, mv);
    let us = board.side();
    let mut side = !us;
    loop {
        let Some(slot) = exchange.least_valuable(side) else {
            return side != us;
        };
        exchange.capture_with(slot);
        need = stake - need + 1;
        stake = value(slot_kind(slot));
        side = !side;
        if need <= 0 {
            return side == us;
        }
        if stake < need {
            return side != us;
        }
    }
}

#[inline]
fn captured_value(board: &Board, mv: Move) -> Score {
    match board.slot_at(mv.to()) {
        EMPTY => 0,
        slot => value(slot_kind(slot)),
    }
}

/// An exchange under way: the board less the pieces that have left for the target.
///
/// A piece that has captured on the target is out of `alive`: it attacks nothing any more, for
/// all that can happen to it is to be captured. The target itself stays occupied throughout.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    ranks: [u16; 10],
    files: [u16; 9],
    alive: u32,
    /// For each colour, once known: its pieces that stand in some relation to the target.
    attackers: [Option<u32>; 2],
    /// For each colour, once known: enemy pieces that stand in some relation to its general.
    threats: [Option<u32>; 2],
}

impl<'a> Exchange<'a> {
    #[inline]
    fn after(board: &'a Board, mv: Move) -> Exchange<'a> {
        let (ranks, files) = board.line_words();
        let target = mv.to();
        let mut exchange = Exchange {
            board,
            target,
            ranks,
            files,
            alive: board.alive(),
            attackers: [None; 2],
            threats: [None; 2],
        };
        let victim = board.slot_at(target);
        if victim != EMPTY {
            exchange.alive &= !(1 << victim);
        }
        exchange.set_occupied(target);
        exchange.capture_with(board.slot_at(mv.from()));
        exchange
    }

    /// The least valuable piece of a side that may capture on the target now.
    #[inline]
    fn least_valuable(&mut self, side: Color) -> Option<Slot> {
        let attackers = match self.attackers[side.index()] {
            Some(known) => known & self.alive,
            None => self.related(side, self.target),
        };
        self.attackers[side.index()] = Some(attackers);
        if attackers == 0 {
            return None;
        }
        BY_VALUE.into_iter().find_map(|kind| {
            slots_in(attackers & slots_of(side, kind)).find(|&slot| {
                self.reaches(slot, self.target) && self.leaves_general_safe(slot, side)
            })
        })
    }

    /// Moves the piece of a slot to the target: off its square, and out of the attackers.
    #[inline]
    fn capture_with(&mut self, slot: Slot) {
        self.alive &= !(1 << slot);
        self.set_empty(self.board.slot_square(slot));
    }

    /// Whether the own general is out of every attack once this piece has captured.
    #[inline]
    fn leaves_general_safe(&mut self, slot: Slot, side: Color) -> bool {
        let (general, threats) = if slot_kind(slot) == PieceKind::General {
            (self.target, self.threats_to(side, self.target))
        } else {
            let general = self.board.general(side);
            let threats = match self.threats[side.index()] {
                Some(known) => known & self.alive,
                None => self.threats_to(side, general),
            };
            self.threats[side.index()] = Some(threats);
            (general, threats)
        };
        if threats == 0 {
            return true;
        }
        let from = self.board.slot_square(slot);
        self.set_empty(from);
        let safe = !slots_in(threats).any(|threat| self.reaches(threat, general));
        self.set_occupied(from);
        safe
    }

    /// Enemy pieces that stand in some relation to `side`'s general, were it on this square.
    #[inline]
    fn threats_to(&self, side: Color, general: Square) -> u32 {
        self.related(!side, general) | self.facing(side, general)
    }

    /// The enemy general's bit, where it stands on the file of `general`.
    #[inline]
    fn facing(&self, side: Color, general: Square) -> u32 {
        let same_file = self.board.general(!side).file() == general.file();
        if same_file {
            slots_of(!side, PieceKind::General)
        } else {
            0
        }
    }

    /// The pieces of a side that could reach a square were nothing, or the right thing, between.
    #[inline]
    fn related(&self, side: Color, square: Square) -> u32 {
        let relations = &RELATIONS[square.index()];
        let side_slots = self.alive & 0xffff << (side.index() * 16);
        // Added up without a branch: which pieces are related no processor can foresee.
        slots_in(side_slots).fold(0, |set, slot| {
            let from = self.board.slot_square(slot);
            let related = relations[from.index()] & RELATION_OF[slot as usize] != 0;
            set | u32::from(related) << slot
        })
    }

    /// Whether a piece that is related to a square reaches it, with the pieces that are left.
    ///
    /// Written for pieces in [`Exchange::related`], and for a general that faces `square`.
    #[inline]
    fn reaches(&self, slot: Slot, square: Square) -> bool {
        let from = self.board.slot_square(slot);
        match slot_kind(slot) {
            PieceKind::Pawn | PieceKind::Advisor => true,
            PieceKind::Rook | PieceKind::General => self.count_between(from, square) == 0,
            PieceKind::Cannon => self.count_between(from, square) == 1,
            PieceKind::Horse => {
                leapers::horse_leg(from, square).is_some_and(|leg| self.is_empty(leg))
            }
            PieceKind::Elephant => {
                let eye = Square::at((from.index() + square.index()) / 2);
                self.is_empty(eye)
            }
        }
    }

    /// The pieces left between two squares of a line.
    #[inline]
    fn count_between(&self, a: Square, b: Square) -> u32 {
        let word = if a.rank() == b.rank() {
            self.ranks[a.rank() as usize] & lines::between(a.file(), b.file())
        } else {
            self.files[a.file() as usize] & lines::between(a.rank(), b.rank())
        };
        word.count_ones()
    }

    #[inline]
    fn is_empty(&self, square: Square) -> bool {
        self.ranks[square.rank() as usize] & 1 << square.file() == 0
    }

    #[inline]
    fn set_empty(&mut self, square: Square) {
        self.ranks[square.rank() as usize] &= !(1 << square.file());
        self.files[square.file() as usize] &= !(1 << square.rank());
    }

    #[inline]
    fn set_occupied(&mut self, square: Square) {
        self.ranks[square.rank() as usize] |= 1 << square.file();
        self.files[square.file() as usize] |= 1 << square.rank();
    }
}

// How two squares are related: a bit for each way in which a piece on one could reach the other.
const LINE: u8 = 1;
const HORSE: u8 = 2;
const RED_PAWN: u8 = 4;
const BLACK_PAWN: u8 = 8;
const GENERAL: u8 = 16;
const ADVISOR: u8 = 32;
const ELEPHANT: u8 = 64;

/// The relation that the piece of each slot makes use of.
static RELATION_OF: [u8; 32] = {
    let mut table = [0; 32];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = match slot_kind(slot as Slot) {
            PieceKind::Rook | PieceKind::Cannon => LINE,
            PieceKind::Horse => HORSE,
            PieceKind::General => GENERAL,
            PieceKind::Advisor => ADVISOR,
            PieceKind::Elephant => ELEPHANT,
            PieceKind::Pawn => match slot_color(slot as Slot) {
                Color::Red => RED_PAWN,
                Color::Black => BLACK_PAWN,
            },
        };
        slot += 1;
    }
    table
};

/// `RELATIONS[target][from]`: by target first, so that one exchange stays within 90 bytes.
static RELATIONS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut target = 0;
    while target < Square::COUNT {
        let mut from = 0;
        while from < Square::COUNT {
            table[target][from] = relation(Square::at(from), Square::at(target));
            from += 1;
        }
        target += 1;
    }
    table
};

/// The relations in which a piece on `from` may be to `target`.
const fn relation(from: Square, target: Square) -> u8 {
    let files = from.file().abs_diff(target.file());
    let ranks = from.rank().abs_diff(target.rank());
    let mut relation = match (files, ranks) {
        (0, 0) => return 0,
        (0, _) | (_, 0) => LINE,
        (1, 2) | (2, 1) => HORSE,
        _ => 0,
    };
    let mut c = 0;
    while c < 2 {
        let color = Color::ALL[c];
        let ahead = target.relative_rank(color) == from.relative_rank(color) + 1;
        if (files == 0 && ahead) || (ranks == 0 && files == 1 && from.crossed(color)) {
            relation |= if c == 0 { RED_PAWN } else { BLACK_PAWN };
        }
        // Palaces and elephants' points of the two colours do not overlap, so one bit does for
        // both.
        let (kind, bit) = match (files, ranks) {
            (0, 1) | (1, 0) => (PieceKind::General, GENERAL),
            (1, 1) => (PieceKind::Advisor, ADVISOR),
            (2, 2) => (PieceKind::Elephant, ELEPHANT),
            _ => (PieceKind::General, 0),
        };
        if kind.may_stand(color, from) && kind.may_stand(color, target) {
            relation |= bit;
        }
        c += 1;
    }
    relation
}
