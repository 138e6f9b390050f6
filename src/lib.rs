//! Chuhe (楚河): a xiangqi engine as a library.
//!
//! The `chuhe` program speaks UCCI and UCI and has subcommands for the terminal. This library is what it is made of:
//! positions, legal moves, FEN, notation, the rules of repetition, evaluation, search, proofs of mate, game files,
//! opening books and pictures.
//!
//! Add it from a copy of the repository with `cargo add --path ../chuhe`. Search in a release build: without optimisation
//! it is many times slower. Errors say what is wrong and where.
//!
//! With `default-features = false` there are [`board`], [`notation`], [`rules`], [`eval`], [`endgame`], [`search`] and [`solve`]
//! with eight small crates behind them. That core also builds for `wasm32-unknown-unknown`, where a search runs in the calling
//! thread.
//! The feature `protocol` adds [`games`], [`book`] (reads `BOOK.DAT`), [`review`], [`puzzles`], [`diagram`] (without PNG) and
//! [`solve::batch`] (without input files and threads). Making and merging books, OBK and XQB need `cli`.
//!
//! # A position
//!
//! A [`Board`](board::Board) is a position. It reads and writes FEN, lists its legal moves, and makes and undoes moves.
//! A move is two squares: files `a` to `i` from red's left, ranks `0` to `9` from red's side.
//!
//! ```
//! use chuhe::board::{Board, Color, Move};
//!
//! let mut board = Board::startpos();
//! assert_eq!(board.legal_moves().len(), 44);
//!
//! let central_cannon: Move = "h2e2".parse()?;
//! assert!(board.is_legal_move(central_cannon));
//! let undo = board.make(central_cannon);
//! assert_eq!(board.side(), Color::Black);
//! board.undo(undo);
//!
//! let fault = Board::from_fen("4k4/9/9 w").unwrap_err();
//! assert_eq!(fault.to_string(), "the FEN has 3 ranks, a board has 10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`notation`] reads moves in ICCS, Chinese and WXF, and writes the one you choose:
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::notation::{Notation, read};
//!
//! let board = Board::startpos();
//! for text in ["炮二平五", "C2.5", "H2-E2"] {
//!     assert_eq!(read(&board, text)?, "h2e2".parse()?);
//! }
//! assert_eq!(Notation::Chinese.write(&board, "h0g2".parse()?), "马二进三");
//! assert_eq!(read(&board, "炮三平五").unwrap_err().to_string(), "'炮三平五': red has no cannon on its file 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A game, and a search
//!
//! Because of the rules of repetition, an [`Engine`](search::Engine) searches a [`Game`](rules::Game): a position and the
//! moves played from it. It reports to a callback while it searches, and returns the [`SearchResult`](search::SearchResult).
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::rules::Game;
//! use chuhe::search::{Engine, Event, Limits, Request, Settings};
//!
//! let mut game = Game::new(Board::startpos());
//! game.play("h2e2".parse()?)?;
//! game.play("h9g7".parse()?)?;
//!
//! let mut engine = Engine::new(Settings::with_hash_mib(8));
//! let limits = Limits::of_depth(6);
//! let result = engine.search(Request::new(game.clone(), limits), |event| {
//!     if let Event::Line(line) = event {
//!         let moves: Vec<String> = line.pv.iter().map(|mv| mv.to_string()).collect();
//!         println!("depth {}: {:+}  {}", line.depth, line.score, moves.join(" "));
//!     }
//! });
//!
//! let best = result.best.expect("red can move");
//! println!("red plays {best}, {} nodes", result.nodes);
//! game.play(best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are in about hundredths of a pawn from the view of the side to move. The ends of the scale are forced wins;
//! [`classify`](search::score::classify) reads them. [`Engine::start`](search::Engine::start) returns at once and searches in
//! threads of its own, so that the search can be stopped or ponder.
//!
//! # Who has won
//!
//! [`judge`](rules::judge()) decides whether a game is over, and why: mate, repetition and the side at fault, natural limit.
//! The score of a search is not a proof; a [`Solver`](solve::Solver) proves mates.
//!
//! ```
//! use chuhe::board::{Board, Color};
//! use chuhe::rules::{Game, Outcome, RuleSet, judge};
//! use chuhe::solve::{Budget, Goal, Solver};
//! use std::sync::atomic::AtomicBool;
//!
//! let rules = RuleSet::default();
//! let mut game = Game::new(Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w")?);
//! assert_eq!(judge(&game, &rules).outcome, Outcome::Undecided);
//!
//! let goal = Goal { max: Some(3), shortest: true, unique: false };
//! let solution = Solver::new(16, rules).solve(game.board(), goal, Budget::default(), &AtomicBool::new(false));
//! assert_eq!(solution.mate_in, Some(1));
//!
//! game.play(solution.key_move.expect("there is a mate"))?;
//! println!("{:?}", judge(&game, &rules));
//! assert_eq!(judge(&game, &rules).outcome, Outcome::Win(Color::Red));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Game files and pictures
//!
//! [`games`] reads and writes PGN, XQF, DhtmlXQ and text, and reads CBR and CBL, with variations and comments.
//! [`GameFormat`](games::GameFormat) detects the format of a file.
//! [`diagram`] draws positions as SVG and PNG, and [`review`] judges every move of a game.
//!
//! ```
//! use chuhe::diagram::{DiagramOptions, draw};
//! use chuhe::games::pgn;
//! use chuhe::notation::Notation;
//! use chuhe::review::{Reviewer, annotate};
//! use chuhe::search::{Limits, Settings};
//!
//! let game = &pgn::read("1. 炮二平五 马８进７ 2. 炮五进四 *")?[0];
//! let limits = Limits::of_nodes(2_000);
//! let mut reviewer = Reviewer::new(Settings::with_hash_mib(8), limits);
//! let review = reviewer.review(game, |judged| {
//!     println!("{} {:+} {:+}", judged.mv, judged.before, judged.after);
//!     Ok::<(), std::convert::Infallible>(())
//! })?;
//! let annotated = annotate::annotate(game, &review, 8, false);
//! assert!(pgn::write(&annotated, Notation::Wxf).contains("1. C2.5"));
//!
//! let picture = draw(&game.start, &DiagramOptions { arrows: game.main_line(), ..DiagramOptions::default() });
//! assert!(picture.to_svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a technique saves
//!
//! Each technique of the search can be switched off:
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::rules::Game;
//! use chuhe::search::{Engine, Limits, Request, Settings, Techniques};
//!
//! let nodes = |techniques| {
//!     let settings = Settings { hash_mib: 8, techniques, ..Settings::default() };
//!     let limits = Limits::of_depth(6);
//!     let request = Request::new(Game::new(Board::startpos()), limits);
//!     Engine::new(settings).search(request, |_| {}).nodes
//! };
//! let without = Techniques::ALL.without("null-move")?;
//! println!("with null move {} nodes, without {}", nodes(Techniques::ALL), nodes(without));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search::reference`] has minimax, alpha-beta and quiescence search as the articles print them, over any game tree.
//!
//! # Modules
//!
//! A module imports only from lower layers, or from its own layer without a circle.
//!
//! | layer | module | contents |
//! |---|---|---|
//! | 1 | [`board`] | squares, pieces, moves, positions, move generation, FEN, perft |
//! | 2 | [`notation`] | moves in ICCS, Chinese and WXF |
//! | 2 | [`rules`] | games, repetition, verdicts |
//! | 2 | [`diagram`] | positions as SVG and PNG, without fonts |
//! | 2 | [`eval`] | the score of a position; [`Explanation`](eval::Explanation) shows what each piece is worth |
//! | 2 | [`endgame`] | tables of all positions with few pieces |
//! | 3 | [`search`] | alpha-beta, each technique in its own file |
//! | 3 | [`games`] | PGN, XQF, CBR, CBL, DhtmlXQ and text |
//! | 4 | [`solve`] | proofs of mate against every defence |
//! | 4 | [`book`] | opening books |
//! | 4 | [`review`] | whole games searched, mistakes marked |
//! | 4 | [`puzzles`] | puzzles found in games |
//!
//! The modules `arena`, `train`, `protocol`, `json`, `columns`, `config` and `cli` make up the program. They are public for its
//! tests only and may change at any time.

#![warn(missing_docs, clippy::too_many_lines)]

/// The programs of docs/scripting.md.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../docs/scripting.md")]
pub mod scripting {}

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod arena;
pub mod board;
#[cfg(feature = "protocol")]
pub mod book;
#[cfg(feature = "protocol")]
mod catalogue;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod columns;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod config;
#[cfg(feature = "protocol")]
pub mod diagram;
pub mod endgame;
pub mod eval;
mod fnv;
#[cfg(feature = "protocol")]
pub mod games;
pub(crate) mod host;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod json;
#[cfg(feature = "cli")]
mod locale;
pub mod notation;
#[cfg(feature = "cli")]
mod play;
#[cfg(feature = "protocol")]
#[doc(hidden)]
pub mod protocol;
#[cfg(feature = "protocol")]
pub mod puzzles;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "protocol")]
pub mod review;
pub mod rules;
pub mod search;
pub mod solve;
pub(crate) mod storage;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod train;
#[cfg(all(target_family = "wasm", feature = "wasm"))]
mod wasm;
#[cfg(feature = "cli")]
pub(crate) mod web;
