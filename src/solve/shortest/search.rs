//! Brute-force mate search: finds the shortest mate over all moves by iterative deepening.
//!
//! **Idea.** The search looks for a mate in one, then in two, then in three. Each iteration is an AND/OR tree of bounded height
//! with only two values, so there are no scores and no windows. The attacker needs one move that mates, the defender one reply
//! that does not lose. The first mate found is the shortest, because all shorter lengths were ruled out over *all* moves.
//!
//! **Why it is fast.** Nearly all the work is in disproofs, and a disproof needs one reply to each attacking move:
//! - Replies that give check come first: the attacker has few answers, and each costs it a move.
//! - Then come the replies that refuted before (killer heuristic, Akl & Newborn 1977; history, Schaeffer 1983).
//! - The attacker's last move must be a check, or leave no move at all, which is ruled out in bulk
//!   ([`mate_in_one`](crate::solve::mate_in_one)).
//! - Results are facts about a position, whatever the path ([`Fact`]), so the table serves all transpositions.
//!
//! **Repetitions** need no rule. The height is bounded, and in a shortest mate each move of the attacker shortens the distance
//! to mate, so no position repeats.
//!
//! **Fewer moves.** The same search over forcing moves alone ([`Forcing`]) reaches far deeper, and finds the shortest
//! mate of that kind. Its facts are stored apart, because a length that it rules out is not ruled out for all moves.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::facts::{Fact, Facts};
use super::reply_order::ReplyOrder;
use crate::board::{Board, Move, MoveList};
use crate::solve::budget::{Meter, Stopped};
use crate::solve::forcing::Forcing;
use crate::solve::mate_in_one::mate_in_one;
use crate::solve::strategy::{Strategy, all_replies};

/// The longest mate that is searched for, in moves of the attacker.
pub const LONGEST_MATE: u32 = 60;

/// The search's tables: facts about positions, and statistics that order the moves.
#[derive(Debug)]
pub struct ShortestSearch {
    facts: Facts,
    replies: ReplyOrder,
    /// History of the attacker's moves that mated, by origin and destination square.
    attacks: Vec<u16>,
}

impl ShortestSearch {
    /// Creates a search with a table of `bytes` bytes.
    pub fn new(bytes: usize) -> ShortestSearch {
        ShortestSearch {
            facts: Facts::new(bytes),
            replies: ReplyOrder::new(),
            attacks: vec![0; 1 << 14],
        }
    }

    /// Begins another puzzle. Facts about positions are kept, statistics are cleared.
    pub fn next_puzzle(&mut self) {
        self.facts.next_puzzle();
        self.replies = ReplyOrder::new();
        self.attacks.fill(0);
    }

    /// The facts known about a position, with these moves allowed for its side to move.
    pub fn fact(&self, board: &Board, allowed: Forcing) -> Fact {
        self.facts.of(board.key() ^ salt(allowed))
    }

    /// Returns true if the side to move, which may play the allowed moves, mates within `moves` moves (at most [`LONGEST_MATE`]).
    /// Facts found before the budget is spent are kept.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn mates_within(
        &mut self,
        board: &Board,
        allowed: Forcing,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        debug_assert!(moves <= LONGEST_MATE);
        if moves == 0 {
            return Ok(false);
        }
        // A search for a mate in one alone stores no fact, but the length is read from the fact.
        let mates = MateSearch::new(self, board, allowed, meter).attack(moves.max(2))?;
        let mate_in = u32::from(self.fact(board, allowed).mate_in);
        Ok(mates && mate_in <= moves)
    }

    /// The first of these lengths, in moves of the opponent, within which the side to move is mated, whatever it plays. `None` if it
    /// is mated within none of them.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn lost_within(
        &mut self,
        board: &Board,
        lengths: impl IntoIterator<Item = u32>,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stopped> {
        for moves in lengths {
            if MateSearch::new(self, board, Forcing::All, meter).defend(moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The strategy of a mate that was found with these moves allowed. It mates as fast as possible in every position. Positions
    /// that the table no longer holds are searched again.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn strategy(
        &mut self,
        board: &mut Board,
        allowed: Forcing,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::default();
        let mate_in = u32::from(self.fact(board, allowed).mate_in);
        self.extract(board, allowed, mate_in, &mut strategy, meter)?;
        Ok(strategy)
    }

    fn extract(
        &mut self,
        board: &mut Board,
        allowed: Forcing,
        mate_in: u32,
        strategy: &mut Strategy,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        if strategy.get(board).is_some() {
            return Ok(true);
        }
        // The table stores no mate in one, and may have lost the move.
        let mut mv = mate_in_one(board);
        if mv.is_none() && self.mates_within(board, allowed, mate_in, meter)? {
            mv = self.fact(board, allowed).mv;
        }
        let Some(mv) = mv else {
            debug_assert!(false, "no mate in {mate_in} where there was one: {board:?}");
            return Ok(true);
        };
        strategy.set(board, mv);
        all_replies(board, mv, |board| {
            self.extract(board, allowed, mate_in - 1, strategy, meter)
        })
    }
}

/// A salt for the keys of facts, one for each set of allowed moves.
fn salt(allowed: Forcing) -> u64 {
    let kind = match allowed {
        Forcing::All => 0,
        Forcing::Checks => 1,
        Forcing::Threats(length) => 1 + u64::from(length),
    };
    kind.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One search with some moves allowed. After an error it must not be used again.
struct MateSearch<'w, 'm> {
    tables: &'w mut ShortestSearch,
    board: Board,
    meter: &'w mut Meter<'m>,
    allowed: Forcing,
    salt: u64,
}

impl<'w, 'm> MateSearch<'w, 'm> {
    fn new(
        tables: &'w mut ShortestSearch,
        board: &Board,
        allowed: Forcing,
        meter: &'w mut Meter<'m>,
    ) -> MateSearch<'w, 'm> {
        MateSearch {
            tables,
            board: board.clone(),
            meter,
            allowed,
            salt: salt(allowed),
        }
    }

    /// Returns true if the attacker, to move, mates within `moves` moves. Shorter lengths are searched first, so that the
    /// stored length is the shortest, and replies that do not parry a short mate are refuted quickly.
    fn attack(&mut self, moves: u32) -> Result<bool, Stopped> {
        if moves == 1 {
            return Ok(self.attack_exactly(1, None)?.is_some());
        }
        let key = self.board.key() ^ self.salt;
        let mut fact = self.tables.facts.of(key);
        if fact.mate_in != 0 {
            return Ok(u32::from(fact.mate_in) <= moves);
        }
        for length in u32::from(fact.no_mate_in) + 1..=moves {
            let before = self.meter.nodes;
            let mate = self.attack_exactly(length, fact.mv)?;
            let cost = self.meter.nodes - before;
            match mate {
                Some(_) => (fact.mate_in, fact.mv) = (length as u8, mate),
                None => fact.no_mate_in = length as u8,
            }
            if length > 1 || mate.is_some() {
                self.tables.facts.store(key, fact, cost);
            }
            if mate.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The move that mates in `moves`, if no move mates in fewer.
    fn attack_exactly(&mut self, moves: u32, hint: Option<Move>) -> Result<Option<Move>, Stopped> {
        self.meter.count()?;
        if moves <= 1 {
            return Ok(mate_in_one(&mut self.board));
        }
        if let Some(mv) = hint
            && self.board.is_legal_move(mv)
            && self.try_attack(mv, moves)?
        {
            return Ok(Some(mv));
        }
        for (_, mv) in self.ordered_attacks(moves) {
            if hint != Some(mv) && self.try_attack(mv, moves)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    fn try_attack(&mut self, mv: Move, moves: u32) -> Result<bool, Stopped> {
        let undo = self.board.make(mv);
        let mates = self.defend(moves - 1)?;
        self.board.undo(undo);
        if mates {
            let history = &mut self.tables.attacks[mv.bits() as usize];
            *history = history.saturating_add(moves as u16 * moves as u16);
        }
        Ok(mates)
    }

    /// The attacker's moves in the order in which they are searched: checks by the number of replies, then quiet moves by history.
    fn ordered_attacks(&mut self, left: u32) -> ArrayVec<(u32, Move), 128> {
        let mut moves = MoveList::new();
        let forcing = match self.allowed {
            Forcing::Threats(length) => Forcing::Threats(length.min(left - 1)),
            allowed => allowed,
        };
        let work = forcing.moves(&mut self.board, &mut moves);
        if forcing != Forcing::All {
            self.meter.charge(work);
        }
        let mut rank = |mv: Move| {
            let history = u32::from(self.tables.attacks[mv.bits() as usize]);
            match self.board.gives_check(mv) {
                true => (self.board).after(mv, |board| board.count_legal_moves() as u32),
                false => 1_000_000 - history - u32::from(!self.board.is_empty(mv.to())),
            }
        };
        let mut ordered: ArrayVec<_, 128> = moves.into_iter().map(|mv| (rank(mv), mv)).collect();
        ordered.sort_unstable_by_key(|&(rank, mv)| (rank, mv.bits()));
        ordered
    }

    /// Returns true if the attacker mates within `moves` more moves after every reply of the defender, who is to move.
    fn defend(&mut self, moves: u32) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(!self.board.has_legal_move());
        }
        self.meter.count()?;
        let key = self.board.key() ^ self.salt;
        let known = (moves > 1).then(|| self.tables.facts.of(key).mv);
        let mut tried = MoveList::new();
        if self.refuted_by_one_of(known.flatten(), moves, key, &mut tried)? {
            return Ok(false);
        }
        let mut checks = MoveList::new();
        self.board.checks(&mut checks);
        self.sort(&mut checks);
        if self.refuted_by_one_of(checks, moves, key, &mut tried)? {
            return Ok(false);
        }
        let killers = self.tables.replies.killers(moves).into_iter().flatten();
        if self.refuted_by_one_of(killers, moves, key, &mut tried)? {
            return Ok(false);
        }
        let mut replies = self.board.legal_moves();
        self.sort(&mut replies);
        for reply in replies {
            if !tried.contains(&reply) && self.refutes(reply, moves, key)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn sort(&self, replies: &mut MoveList) {
        let history = |reply| Reverse(self.tables.replies.history(reply));
        replies.sort_unstable_by_key(|&reply| (history(reply), reply.bits()));
    }

    /// Returns true if one of `replies` refutes the mate. Replies that are illegal or in `tried` are skipped; the others are added
    /// to `tried`.
    fn refuted_by_one_of(
        &mut self,
        replies: impl IntoIterator<Item = Move>,
        moves: u32,
        key: u64,
        tried: &mut MoveList,
    ) -> Result<bool, Stopped> {
        for reply in replies {
            if !tried.contains(&reply) && self.board.is_legal_move(reply) {
                if self.refutes(reply, moves, key)? {
                    return Ok(true);
                }
                tried.push(reply);
            }
        }
        Ok(false)
    }

    /// Returns true if the attacker has no mate within `moves` moves after this reply.
    fn refutes(&mut self, reply: Move, moves: u32, key: u64) -> Result<bool, Stopped> {
        let before = self.meter.nodes;
        let undo = self.board.make(reply);
        let mates = self.attack(moves)?;
        self.board.undo(undo);
        if mates {
            return Ok(false);
        }
        self.tables.replies.refuted(moves, reply);
        if moves > 1 {
            let fact = Fact {
                mv: Some(reply),
                ..Fact::default()
            };
            let cost = self.meter.nodes - before;
            self.tables.facts.store(key, fact, cost);
        }
        Ok(true)
    }
}
