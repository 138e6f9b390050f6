//! The shortest mate: every move looked at, one length after the other (brute-force mate search).
//!
//! **Idea.** "Is there a mate in one? In two? In three?" Each question is a tree of bounded height with only two
//! values, so there are no scores and no windows. At the attacker's node one move that mates is enough, at the
//! defender's one reply that does not lose. The first length answered with yes is the shortest, because all
//! lengths below it were answered with no, over *all* moves.
//!
//! **Why it is fast.** Nearly all the work is in saying no, and a no costs one reply to each attacking move:
//! - Replies that give check come first: the attacker has few answers, and each costs it a move.
//! - Then come the replies that refuted before (killer heuristic, Akl & Newborn 1977; history, Schaeffer 1983), so that the
//!   same positions come again. The counter move of the playing search was tried instead and doubles the nodes.
//! - The attacker's last move must be a check, or leave no move at all, which is ruled out in bulk
//!   ([`last_move`](crate::solve::last_move)).
//! - Answers are facts about a position, whatever the path ([`Fact`]).
//!
//! **Repetition** needs no rule. The height is bounded, and in a shortest mate each of the attacker's moves brings the mate
//! nearer, so no position returns.
//!
//! **Fewer moves.** The same search over forcing moves alone ([`Forcing`]) reaches far deeper, and finds the shortest
//! mate of that kind. It has its own facts: what it rules out is not ruled out for all moves.

use arrayvec::ArrayVec;

use super::facts::{Fact, Facts};
use super::reply_order::ReplyOrder;
use crate::board::{Board, Move, MoveList};
use crate::solve::budget::{Meter, Stopped};
use crate::solve::forcing::Forcing;
use crate::solve::last_move::mate_in_one;
use crate::solve::strategy::Strategy;

/// The longest mate asked for, in moves.
pub const LONGEST: u32 = 60;

/// The search's tables: facts about positions, and statistics that order the moves.
#[derive(Debug)]
pub struct ShortestSearch {
    facts: Facts,
    replies: ReplyOrder,
    /// How often a quiet move of the attacker was worth its try, by squares left and reached.
    attacks: Vec<u16>,
}

impl ShortestSearch {
    /// A search with a table of so many bytes.
    pub fn new(bytes: usize) -> ShortestSearch {
        ShortestSearch {
            facts: Facts::new(bytes),
            replies: ReplyOrder::new(),
            attacks: vec![0; 1 << 14],
        }
    }

    /// Begins another puzzle. What is known of positions is kept.
    pub fn next_puzzle(&mut self) {
        self.facts.next_puzzle();
        self.replies.clear();
        self.attacks.fill(0);
    }

    /// What is known of a position for its side to move, with these moves allowed, or all.
    pub fn fact(&self, board: &Board, allowed: Option<Forcing>) -> Fact {
        self.facts.of(board.key() ^ salt(allowed))
    }

    /// The shortest mate within `moves` of the attacker's moves (at most [`LONGEST`]), who is to move and may play the
    /// moves allowed, or all. `None` when there is none that short.
    ///
    /// # Errors
    /// When the budget is spent; what was found out until then is kept.
    pub fn mate_within(
        &mut self,
        board: &mut Board,
        allowed: Option<Forcing>,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<Option<u32>, Stopped> {
        debug_assert!(moves <= LONGEST);
        if moves == 0 {
            return Ok(None);
        }
        // A mate in one is searched every time and not stored.
        let mates = MateSearch::new(self, board, allowed, meter).attack(moves.max(2))?;
        let mate_in = u32::from(self.fact(board, allowed).mate_in);
        Ok((mates && mate_in <= moves).then_some(mate_in))
    }

    /// The first move of the shortest mate, which is within `moves`; `None` when there is none.
    ///
    /// # Errors
    /// When the budget is spent.
    fn mating_move(
        &mut self,
        board: &mut Board,
        allowed: Option<Forcing>,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<Option<Move>, Stopped> {
        // The table may have lost it, and stores no mate in one.
        if let Some(mv) = mate_in_one(board) {
            return Ok(Some(mv));
        }
        Ok(match self.mate_within(board, allowed, moves, meter)? {
            Some(_) => self.fact(board, allowed).mv,
            None => None,
        })
    }

    /// Whether the defender, to move, is mated within `moves` more of the attacker's moves, whatever it
    /// replies.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn is_lost_within(
        &mut self,
        board: &mut Board,
        moves: u32,
        meter: &mut Meter,
    ) -> Result<bool, Stopped> {
        MateSearch::new(self, board, None, meter).defend(moves)
    }

    /// The strategy of a mate that was found with these moves allowed, or all; the shortest everywhere. What the table has
    /// lost is searched again.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn strategy(
        &mut self,
        board: &mut Board,
        allowed: Option<Forcing>,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::new();
        let mate_in = u32::from(self.fact(board, allowed).mate_in);
        self.extract(board, allowed, mate_in, &mut strategy, meter)?;
        Ok(strategy)
    }

    fn extract(
        &mut self,
        board: &mut Board,
        allowed: Option<Forcing>,
        mate_in: u32,
        strategy: &mut Strategy,
        meter: &mut Meter,
    ) -> Result<(), Stopped> {
        if strategy.get(board).is_some() {
            return Ok(());
        }
        let Some(mv) = self.mating_move(board, allowed, mate_in, meter)? else {
            debug_assert!(false, "no mate in {mate_in} where there was one: {board:?}");
            return Ok(());
        };
        strategy.set(board, mv);
        let undo = board.make(mv);
        let mut result = Ok(());
        for reply in board.legal_moves() {
            let back = board.make(reply);
            result = self.extract(board, allowed, mate_in - 1, strategy, meter);
            board.undo(back);
            if result.is_err() {
                break;
            }
        }
        board.undo(undo);
        result
    }
}

/// Separates the facts by the moves allowed.
fn salt(allowed: Option<Forcing>) -> u64 {
    let kind = match allowed {
        None | Some(Forcing::All) => 0,
        Some(Forcing::Checks) => 1,
        Some(Forcing::Threats(length)) => 1 + u64::from(length),
    };
    kind.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// One search with some moves allowed.
struct MateSearch<'w, 'm> {
    tables: &'w mut ShortestSearch,
    board: &'w mut Board,
    meter: &'w mut Meter<'m>,
    allowed: Option<Forcing>,
    salt: u64,
}

impl<'w, 'm> MateSearch<'w, 'm> {
    fn new(
        tables: &'w mut ShortestSearch,
        board: &'w mut Board,
        allowed: Option<Forcing>,
        meter: &'w mut Meter<'m>,
    ) -> MateSearch<'w, 'm> {
        MateSearch {
            tables,
            board,
            meter,
            allowed,
            salt: salt(allowed),
        }
    }

    /// Whether the attacker, to move, mates within so many moves. Shorter ones first: so the length that the
    /// table learns is the shortest, and a reply that parries nothing is refuted at once.
    fn attack(&mut self, moves: u32) -> Result<bool, Stopped> {
        if moves == 1 {
            self.meter.count()?;
            return Ok(mate_in_one(self.board).is_some());
        }
        let key = self.board.key() ^ self.salt;
        let mut fact = self.tables.facts.of(key);
        if fact.mate_in != 0 {
            return Ok(u32::from(fact.mate_in) <= moves);
        }
        for length in u32::from(fact.no_mate_in) + 1..=moves {
            let before = self.meter.nodes();
            let mate = self.attack_exactly(length, fact.mv)?;
            let cost = self.meter.nodes() - before;
            match mate {
                Some(mv) => {
                    fact.mate_in = length as u8;
                    fact.mv = Some(mv);
                }
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

    /// The move that mates in so many, where no move mates in fewer.
    fn attack_exactly(&mut self, moves: u32, hint: Option<Move>) -> Result<Option<Move>, Stopped> {
        self.meter.count()?;
        if moves <= 1 {
            return Ok(mate_in_one(self.board));
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
        let mates = self.defend(moves - 1);
        self.board.undo(undo);
        let mates = mates?;
        if mates {
            let index = mv.bits() as usize;
            let tried = &mut self.tables.attacks[index];
            *tried = tried.saturating_add(moves as u16 * moves as u16);
        }
        Ok(mates)
    }

    /// The attacker's moves: checks first, the fewest replies first; then what has mated elsewhere.
    fn ordered_attacks(&mut self, left: u32) -> ArrayVec<(u32, Move), 128> {
        let moves = match self.allowed {
            None => self.board.legal_moves(),
            Some(forcing) => {
                let mut moves = MoveList::new();
                let work = forcing
                    .no_longer_than(left - 1)
                    .moves(self.board, &mut moves);
                self.meter.charge(work);
                moves
            }
        };
        let mut ordered: ArrayVec<(u32, Move), 128> = moves
            .into_iter()
            .map(|mv| {
                let history = u32::from(self.tables.attacks[mv.bits() as usize]);
                let price = if self.board.gives_check(mv) {
                    let undo = self.board.make(mv);
                    let replies = self.board.count_legal_moves() as u32;
                    self.board.undo(undo);
                    replies
                } else {
                    1_000_000 - history - u32::from(!self.board.is_empty(mv.to()))
                };
                (price, mv)
            })
            .collect();
        ordered.sort_unstable_by_key(|&(price, mv)| (price, mv.bits()));
        ordered
    }

    /// Whether the attacker, the defender being to move, mates within so many more moves whatever the reply.
    fn defend(&mut self, moves: u32) -> Result<bool, Stopped> {
        if moves == 0 {
            return Ok(!self.board.has_legal_move());
        }
        self.meter.count()?;
        let key = self.board.key() ^ self.salt;
        let table = match moves {
            1 => None,
            _ => self.tables.facts.of(key).mv,
        };
        let mut tried = MoveList::new();
        if self.refuted_by_one_of(&[table], moves, key, &mut tried)? {
            return Ok(false);
        }
        let mut checks = MoveList::new();
        self.board.checks(&mut checks);
        self.sort(&mut checks);
        for check in checks {
            if self.refuted_by_one_of(&[Some(check)], moves, key, &mut tried)? {
                return Ok(false);
            }
        }
        let killers = self.tables.replies.killers(moves);
        if self.refuted_by_one_of(&killers, moves, key, &mut tried)? {
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
        let order = &self.tables.replies;
        replies
            .sort_unstable_by_key(|&reply| (std::cmp::Reverse(order.history(reply)), reply.bits()));
    }

    /// Tries some replies, those that are moves at all, legal and not tried before.
    fn refuted_by_one_of(
        &mut self,
        replies: &[Option<Move>],
        moves: u32,
        key: u64,
        tried: &mut MoveList,
    ) -> Result<bool, Stopped> {
        for &reply in replies.iter().flatten() {
            if !tried.contains(&reply) && self.board.is_legal_move(reply) {
                if self.refutes(reply, moves, key)? {
                    return Ok(true);
                }
                tried.push(reply);
            }
        }
        Ok(false)
    }

    /// Whether after this reply there is no mate within so many moves.
    fn refutes(&mut self, reply: Move, moves: u32, key: u64) -> Result<bool, Stopped> {
        let before = self.meter.nodes();
        let undo = self.board.make(reply);
        let mates = self.attack(moves);
        self.board.undo(undo);
        if mates? {
            return Ok(false);
        }
        self.tables.replies.refuted(moves, reply);
        if moves > 1 {
            let fact = Fact {
                mv: Some(reply),
                ..Fact::default()
            };
            let cost = self.meter.nodes() - before;
            self.tables.facts.store(key, fact, cost);
        }
        Ok(true)
    }
}
