//! Thinking: from `go` to the best move.

use super::super::command::{Go, Prefix};
use super::super::options::{Grade, Options};
use super::super::proof::Puzzle;
use super::super::response::Response;
use super::super::wdl::Wdl;
use super::{Action, Machine, State, message, say};
use crate::board::{Board, Move};
use crate::book::Pick;
use crate::search::score::{MATE, Meaning, meaning};
use crate::search::{Bound, Event, Limits, Line, Outcome, Request};
use crate::solve::{Budget, Solution, Status};

/// The depth of the search for a move where a mate was asked for, there is none, and nothing else was said.
const DEPTH_WITHOUT_MATE: u32 = 10;
/// The nodes of the search for a move when a proof was stopped: nobody notices.
const NODES_IN_A_HURRY: u64 = 2_000;

/// What is to be remembered while the engine thinks.
#[derive(Clone, Debug)]
pub(super) struct Thinking {
    /// It is the opponent's time: no answer may be given.
    pub(super) pondering: bool,
    /// It was told to stop.
    pub(super) stopped: bool,
    /// It was stopped while pondering: the answer is for a move that was not played.
    pub(super) missed: bool,
    /// The opponent offers a draw.
    pub(super) draw_offered: bool,
    /// Nothing but a command is sure to end it.
    pub(super) endless: bool,
    /// No answer may be given before a stop.
    pub(super) waiting: bool,
    /// The provers are at work, and this is what to do when they find nothing.
    pub(super) proving: Option<Box<Proving>>,
    /// The answer, when it came before it may be given.
    pub(super) held: Option<Outcome>,
    /// The best variation that was last told.
    pub(super) variation: Vec<Move>,
    /// The forced end that was last told of.
    pub(super) told: Meaning,
}

/// A mate that is being looked for.
#[derive(Clone, Debug)]
pub(super) struct Proving {
    /// In so many moves.
    moves: u32,
    /// The search to be done if there is none.
    pub(super) request: Request,
}

impl Thinking {
    /// Tells a line.
    fn tell(&mut self, line: Line, options: &Options) -> Vec<Action> {
        let mut actions = Vec::new();
        let (elapsed, nodes) = (line.elapsed, line.nodes);
        if line.rank <= 1 && line.bound == Bound::Exact {
            actions.push(say(Response::Progress {
                elapsed,
                nodes,
                last: false,
            }));
            let means = meaning(line.score);
            if means != self.told {
                if !matches!(means, Meaning::Evaluation(_)) {
                    actions.push(say(Response::ForcedEnd(means)));
                }
                self.told = means;
            }
        }
        if line.rank <= 1 {
            self.variation.clone_from(&line.pv);
        }
        actions.push(say(Response::Variation {
            wdl: options.show_wdl.then(|| Wdl::of(line.score)),
            ranked: options.lines > 1,
            line,
        }));
        actions
    }
}

impl Machine {
    pub(super) fn go(&mut self, go: Go) -> Vec<Action> {
        if go.depth == Some(0) {
            let board = self.game.board().clone();
            let none = Response::NoBestMove { over: false };
            return vec![Action::Evaluate(board), say(none)];
        }
        let mut actions = Vec::new();
        if let Some(word) = go.unknown.first() {
            actions.push(message(format!(
                "go: '{word}' is not known here, and passed over"
            )));
        }
        let limits = Limits {
            stop_on_mate: self.options.stop_on_mate,
            ..go.limits(self.options.use_milliseconds, self.game.board().side())
        };
        let pondering = go.prefix == Prefix::Ponder;
        let mut request = Request {
            game: self.game.clone(),
            limits,
            ponder: pondering,
            banned: self.banned.clone(),
            multipv: self.options.lines,
        };
        if let Some(only) = &go.only {
            actions.extend(restrict(&mut request, only));
        }
        if let Some(pick) = self.book_move(&request) {
            let mv = pick.mv;
            let answer = Response::BestMove {
                mv,
                ponder: None,
                gesture: None,
            };
            actions.extend([message(pick), say(answer)]);
            return actions;
        }
        let mut thinking = Thinking {
            pondering,
            stopped: false,
            missed: false,
            draw_offered: go.prefix == Prefix::Draw,
            endless: is_endless(&limits),
            waiting: false,
            proving: None,
            held: None,
            variation: Vec::new(),
            told: Meaning::Evaluation(0),
        };
        self.trace(&mut actions, || {
            let (fen, banned) = (request.game.board().to_fen(), request.banned.len());
            format!("thinking on {fen}, {banned} moves banned, {limits:?}")
        });
        match limits.mate {
            // The provers may play any move.
            Some(moves) if request.banned.is_empty() => {
                let (puzzle, proving) = puzzle(moves, request, &self.options);
                thinking.waiting = limits.wait_for_stop;
                thinking.proving = Some(Box::new(proving));
                actions.push(Action::Prove(Box::new(puzzle)));
            }
            _ => actions.push(Action::Start(Box::new(request))),
        }
        self.state = State::Thinking(thinking);
        actions
    }

    /// What the books say, where they are asked: in a game by the clock, on our own time, and when one
    /// line is wanted. Who asks for a depth, nodes, a mate or no end wants to see a search.
    fn book_move(&self, request: &Request) -> Option<Pick> {
        let (options, limits) = (&self.options, &request.limits);
        let by_clock = limits.clock.is_some() || limits.movetime.is_some();
        let analysis = limits.depth.is_some()
            || limits.nodes.is_some()
            || limits.mate.is_some()
            || limits.wait_for_stop
            || request.multipv > 1;
        let late = options.book_depth > 0 && self.game.board().move_number() > options.book_depth;
        if !options.use_book || !by_clock || analysis || late || request.ponder {
            return None;
        }
        let mut random = (options.randomness != Grade::None).then(fastrand::Rng::new);
        self.shelf
            .pick(&self.game, &request.banned, random.as_mut())
    }

    /// What the provers have found.
    pub(super) fn proved(&mut self, solution: Solution) -> Vec<Action> {
        let State::Thinking(thinking) = &mut self.state else {
            return Vec::new();
        };
        // Nobody asks any more when it was stopped.
        let Some(proving) = thinking.proving.take() else {
            return Vec::new();
        };
        let Proving { moves, request } = *proving;
        if solution.status != Status::Mate {
            let what = match solution.status {
                Status::NoMate => format!("there is no mate in {moves}"),
                _ => format!("no mate in {moves} was found"),
            };
            return vec![message(what), Action::Start(Box::new(request))];
        }
        let outcome = Outcome {
            best: solution.key,
            ponder: solution.pv.get(1).copied(),
            score: MATE - solution.plies() as i32,
            depth: solution.plies(),
            pv: solution.pv,
            nodes: solution.nodes,
            elapsed: solution.elapsed,
        };
        let line = Line {
            depth: outcome.depth,
            seldepth: outcome.depth,
            rank: 1,
            score: outcome.score,
            nodes: outcome.nodes,
            elapsed: outcome.elapsed,
            pv: outcome.pv.clone(),
            ..Line::default()
        };
        let mut actions = thinking.tell(line, &self.options);
        actions.extend(self.hear(Event::Finished(outcome)));
        actions
    }

    /// News from the search.
    pub(super) fn hear(&mut self, event: Event) -> Vec<Action> {
        let State::Thinking(thinking) = &mut self.state else {
            return Vec::new();
        };
        match event {
            Event::Line(line)
                if line.bound != Bound::Exact && !self.face.dialect().reports_bounds() =>
            {
                Vec::new()
            }
            Event::Line(line) => thinking.tell(line, &self.options),
            Event::CurrentMove { depth, mv, number } => {
                vec![say(Response::CurrentMove { depth, mv, number })]
            }
            Event::Finished(outcome) if thinking.pondering || thinking.waiting => {
                thinking.held = Some(outcome);
                Vec::new()
            }
            Event::Finished(outcome) => self.answer(outcome),
        }
    }

    /// Gives the answer and goes back to idle.
    pub(super) fn answer(&mut self, outcome: Outcome) -> Vec<Action> {
        let mut actions = Vec::new();
        let State::Thinking(mut thinking) = std::mem::replace(&mut self.state, State::Idle) else {
            return actions;
        };
        let Outcome { elapsed, nodes, .. } = outcome;
        // The search ended on a bound. As a score it would mislead while the search goes on, but
        // who reads the variation is to find the move that is played.
        if !outcome.pv.is_empty() && outcome.pv != thinking.variation {
            let line = Line {
                depth: outcome.depth,
                rank: 1,
                score: outcome.score,
                nodes,
                elapsed,
                pv: outcome.pv,
                ..Line::default()
            };
            actions.extend(thinking.tell(line, &self.options));
        }
        actions.push(say(Response::Progress {
            elapsed,
            nodes,
            last: true,
        }));
        let board = self.game.board();
        let names_ponder = self.options.ponder || self.face.dialect().always_names_ponder_move();
        actions.push(say(match outcome.best {
            None => Response::NoBestMove {
                over: !board.has_legal_move(),
            },
            Some(mv) => Response::BestMove {
                mv,
                ponder: outcome
                    .ponder
                    .filter(|&ponder| names_ponder && leaves_a_reply(board, mv, ponder)),
                // The opponent did not play the move that this one answers: nothing is said with
                // it.
                gesture: if thinking.missed {
                    None
                } else {
                    let offered = thinking.draw_offered;
                    self.manners
                        .gesture(board, outcome.score, offered, &self.options)
                },
            },
        }));
        if self.ending {
            actions.push(Action::Quit);
        }
        actions
    }
}

/// Whether nothing but a command is sure to end it.
fn is_endless(limits: &Limits) -> bool {
    let Limits {
        depth,
        nodes,
        movetime,
        clock,
        mate,
        wait_for_stop,
        ..
    } = limits;
    let limited = depth.is_some() || nodes.is_some() || movetime.is_some() || clock.is_some();
    *wait_for_stop || !(limited || mate.is_some())
}

/// Bans what is not asked for; what is asked for and not legal is told.
fn restrict(request: &mut Request, only: &[Move]) -> Vec<Action> {
    let legal = request.game.board().legal_moves();
    let others = legal.iter().filter(|mv| !only.contains(mv)).copied();
    request.banned.extend(others);
    let illegal = only.iter().filter(|mv| !legal.contains(mv));
    illegal
        .map(|mv| message(format!("searchmoves: {mv} is not legal here")))
        .collect()
}

/// A mate to look for, and the search to be done if there is none. Of time and nodes the provers get three
/// quarters. A clock is for the search alone.
fn puzzle(moves: u32, mut request: Request, options: &Options) -> (Puzzle, Proving) {
    let limits = &mut request.limits;
    limits.mate = None;
    let unlimited = Limits {
        stop_on_mate: limits.stop_on_mate,
        ..Limits::default()
    };
    let budget = Budget {
        time: limits.movetime.map(|time| time / 4 * 3),
        nodes: limits.nodes.map(|nodes| nodes / 4 * 3),
    };
    limits.movetime = limits.movetime.map(|time| time / 4);
    limits.nodes = limits.nodes.map(|nodes| (nodes / 4).max(1));
    if *limits == unlimited {
        limits.depth = Some(DEPTH_WITHOUT_MATE);
    }
    let puzzle = Puzzle {
        board: request.game.board().clone(),
        moves,
        budget,
        rules: options.rule_set(),
    };
    (puzzle, Proving { moves, request })
}

/// Ends a proof, and has a move found quickly.
pub(super) fn hurry(proving: Box<Proving>) -> Vec<Action> {
    let Proving { moves, mut request } = *proving;
    request.limits = Limits {
        nodes: Some(NODES_IN_A_HURRY),
        ..Limits::default()
    };
    request.ponder = false;
    vec![
        Action::GiveUp,
        message(format!("no mate in {moves} was found before the stop")),
        Action::Start(Box::new(request)),
    ]
}

/// Whether we have a move left after these two. Where the expected answer ends the game there is
/// nothing to ponder on, and some GUIs would wait for a best move that cannot come.
fn leaves_a_reply(board: &Board, mv: Move, ponder: Move) -> bool {
    let mut board = board.clone();
    for mv in [mv, ponder] {
        if !board.is_legal_move(mv) {
            return false;
        }
        let _ = board.make(mv);
    }
    board.has_legal_move()
}
