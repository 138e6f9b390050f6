//! Static exchange evaluation (SEE): the material that a move wins or loses on its target square.
//!
//! **Idea** (Moreland's article on quiescence search). A capture that looks good by its victim is often bad, because the victim is
//! defended. Both sides go on capturing on that square, each time with the **least valuable attacker**, and a side stops when
//! going on would lose material. The list of captures is built forwards and evaluated from the end: the swap algorithm. No move
//! is made: bits are removed from a copy of the board's rank and file words.
//!
//! In xiangqi, attackers appear and disappear as pieces leave their squares for the target:
//! - a **rook** behind another piece attacks the square when that piece has left (x-ray attack);
//! - a **cannon** needs exactly one screen. The piece that captures may have been its screen, or the second of two. Two cannons
//!   in line are each other's screens;
//! - a **horse** attacks when its leg is empty. The leg is diagonally beside the target, so only an advisor empties it by capturing
//!   there;
//! - a **general** captures only undefended pieces, and no piece may capture if that exposes its own general.
//!
//! All recaptures are legal moves: an attacker that is pinned, or whose side is in a check that capturing would
//! not answer, does not count. The order is pawn, advisor, elephant, horse, cannon, rook, general, and within a kind that of the
//! board's piece slots. `tests/search/see.rs` plays the same exchange with legal moves on a board; the values
//! of more than 150,000 moves are equal.
//!
//! **Drawback.** Another order than the cheapest first may be better (a pawn that is a cannon's screen should sometimes stay).
//! Compared with all orders the value is the same for at least 99.8% of captures. Measured in `docs/measurements/techniques.md`.

use crate::board::slot::{EMPTY, Slot, slot_color, slot_kind, slots_in, slots_of, slots_of_side};
use crate::board::{Board, Color, Move, PieceKind, Square, SquareSet, leapers, sliders};
use crate::eval::Score;

/// Returns the value of a piece in an exchange, in about hundredths of a pawn.
///
/// The values are fixed and independent of the evaluation's. A pawn's is between the values before and beyond the river.
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

/// The slots of red from the least valuable attacker to the most. Kinds whose slots are in that order share a word.
const SLOTS_BY_VALUE: [u32; 5] = {
    use PieceKind::{Advisor, Cannon, Elephant, General, Horse, Pawn, Rook};
    const fn slots(kind: PieceKind) -> u32 {
        slots_of(Color::Red, kind)
    }
    [
        slots(Pawn),
        slots(Advisor) | slots(Elephant) | slots(Horse),
        slots(Cannon),
        slots(Rook),
        slots(General),
    ]
};

/// Returns the net material of a legal move: the value of what it captures, minus what the opponent then wins on that square.
///
/// The result is from the mover's view in the units of [`value`]. For a quiet move it is 0 or less.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::see::see;
/// // The cannon takes a horse, and the rook beside it takes the cannon.
/// let board = Board::startpos();
/// assert_eq!(see(&board, "b2b9".parse().unwrap()), 435 - 440);
/// // No piece of black attacks e2.
/// assert_eq!(see(&board, "b2e2".parse().unwrap()), 0);
/// ```
pub fn see(board: &Board, mv: Move) -> Score {
    let mut exchange = Exchange::after(board, mv);
    // The value of the piece on the target before each capture: the victim, the mover, ...
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
    // From the end: each side captures only if that wins more than stopping.
    let replies = stakes[1..=captures].iter().rev();
    stakes[0] - replies.fold(0, |reply, stake| (stake - reply).max(0))
}

/// Returns true if [`see`] of the move is at least `threshold`. Stops as soon as that is certain.
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
    // The value is below the threshold if the opponent wins at least `need` on the target. After each capture the sides change.
    let mut need = captured_value(board, mv) - threshold + 1;
    let mut stake = value(slot_kind(board.slot_at(mv.from())));
    // Without the exchange: the victim is worth too little, or enough even if the mover is lost.
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

/// The state of an exchange: the board without the pieces that have left for the target.
///
/// The target itself stays occupied throughout.
struct Exchange<'a> {
    board: &'a Board,
    target: Square,
    ranks: [u16; 10],
    files: [u16; 9],
    /// The slots of the pieces that can still capture: those on the board without the victim and the pieces moved to the target.
    remaining: u32,
    /// For each colour, once computed: its pieces that are related to the target (see [`Exchange::related`]), by slot.
    attackers: [Option<u32>; 2],
    /// For each colour, once computed: enemy pieces that are related to its general, by slot.
    threats: [Option<u32>; 2],
}

impl<'a> Exchange<'a> {
    #[inline]
    fn after(board: &'a Board, mv: Move) -> Exchange<'a> {
        let (ranks, files) = board.line_occupancies();
        let target = mv.to();
        let mut exchange = Exchange {
            board,
            target,
            ranks,
            files,
            remaining: board.slots_on_board(),
            attackers: [None; 2],
            threats: [None; 2],
        };
        let victim = board.slot_at(target);
        if victim != EMPTY {
            exchange.remaining &= !(1 << victim);
        }
        exchange.set_occupied(target);
        exchange.capture_with(board.slot_at(mv.from()));
        exchange
    }

    /// Returns the least valuable piece of a side that can legally capture on the target.
    #[inline]
    fn least_valuable(&mut self, side: Color) -> Option<Slot> {
        let attackers = match self.attackers[side.index()] {
            Some(known) => known & self.remaining,
            None => self.related(side, self.target),
        };
        self.attackers[side.index()] = Some(attackers);
        if attackers == 0 {
            return None;
        }
        SLOTS_BY_VALUE.into_iter().find_map(|slots| {
            slots_in(attackers & slots << (side.index() * 16)).find(|&slot| {
                self.reaches(slot, self.target) && self.leaves_general_safe(slot, side)
            })
        })
    }

    /// Moves the piece of a slot to the target.
    #[inline]
    fn capture_with(&mut self, slot: Slot) {
        self.remaining &= !(1 << slot);
        self.set_empty(self.board.slot_square(slot));
    }

    /// Returns true if no enemy piece attacks the side's own general after this piece has captured.
    #[inline]
    fn leaves_general_safe(&mut self, slot: Slot, side: Color) -> bool {
        let (general, threats) = if slot_kind(slot) == PieceKind::General {
            (self.target, self.threats_to(side, self.target))
        } else {
            let general = self.board.general(side);
            let threats = match self.threats[side.index()] {
                Some(known) => known & self.remaining,
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

    /// Returns the enemy pieces that are related to `side`'s general if it is on this square, and the enemy general if both are on
    /// one file.
    #[inline]
    fn threats_to(&self, side: Color, general: Square) -> u32 {
        let same_file = self.board.general(!side).file() == general.file();
        let facing = if same_file {
            slots_of(!side, PieceKind::General)
        } else {
            0
        };
        self.related(!side, general) | facing
    }

    /// Returns the pieces of a side that could capture on a square, disregarding the pieces between, legs and eyes.
    #[inline]
    fn related(&self, side: Color, square: Square) -> u32 {
        let relations = &RELATIONS[square.index()];
        let slots = self.remaining & REACHING[square.index()] & slots_of_side(side);
        // Without a branch, since a CPU could not predict it.
        slots_in(slots).fold(0, |set, slot| {
            let from = self.board.slot_square(slot);
            let related = relations[from.index()] & RELATION_OF[slot as usize] != 0;
            set | u32::from(related) << slot
        })
    }

    /// Returns true if a piece that is related to a square, or a general on its file, attacks it with the pieces that are left.
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
                let eye = Square::from_valid_index((from.index() + square.index()) / 2);
                self.is_empty(eye)
            }
        }
    }

    /// Counts the pieces left between two squares of a line.
    #[inline]
    fn count_between(&self, a: Square, b: Square) -> u32 {
        let word = if a.rank() == b.rank() {
            self.ranks[a.rank() as usize] & sliders::between(a.file(), b.file())
        } else {
            self.files[a.file() as usize] & sliders::between(a.rank(), b.rank())
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

/// Returns the bit for the relation "this piece could move from one square to the other". Only pawns differ by colour, since the
/// palaces and elephant squares of the two colours do not overlap.
const fn relation_bit(color: Color, kind: PieceKind) -> u8 {
    match (color, kind) {
        (Color::Black, PieceKind::Pawn) => 1 << 7,
        _ => 1 << kind.index(),
    }
}

/// The relation bit of the piece of each slot.
static RELATION_OF: [u8; 32] = {
    let mut table = [0; 32];
    let mut slot = 0;
    while slot < 32 {
        table[slot] = relation_bit(slot_color(slot as Slot), slot_kind(slot as Slot));
        slot += 1;
    }
    table
};

/// The relations between two squares, `RELATIONS[target][from]`. The target is first, so that an exchange reads only 90 bytes.
static RELATIONS: [[u8; Square::COUNT]; Square::COUNT] = {
    let mut table = [[0; Square::COUNT]; Square::COUNT];
    let mut index = 0;
    while index < 14 * Square::COUNT {
        let from = Square::from_valid_index(index % Square::COUNT);
        let piece = index / Square::COUNT;
        let (color, kind) = (Color::ALL[piece / 7], PieceKind::ALL[piece % 7]);
        let mut targets = match kind {
            PieceKind::Rook | PieceKind::Cannon => {
                let rank = SquareSet::of_rank(from.rank(), 0x1ff);
                let file = SquareSet::of_file(from.file(), 0x3ff);
                rank.union(file).difference(SquareSet::of(from))
            }
            _ => leapers::reach(color, kind, from),
        };
        while let Some(target) = targets.first() {
            table[target.index()][from.index()] |= relation_bit(color, kind);
            targets = targets.difference(SquareSet::of(target));
        }
        index += 1;
    }
    table
};

/// For each target the slots of the pieces that could move to it from any square: no elephant goes to most squares, for example.
static REACHING: [u32; Square::COUNT] = {
    let mut table = [0; Square::COUNT];
    let mut pair = 0;
    while pair < 32 * Square::COUNT {
        let (target, slot) = (pair / 32, pair % 32);
        let mut from = 0;
        while from < Square::COUNT {
            if RELATIONS[target][from] & RELATION_OF[slot] != 0 {
                table[target] |= 1 << slot;
            }
            from += 1;
        }
        pair += 1;
    }
    table
};
