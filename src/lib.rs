//! Chuhe (楚河): a xiangqi engine that is meant to be read.
//!
//! The `chuhe` program speaks UCCI or UCI to a GUI and has subcommands for the terminal. This is the
//! library that does it all, and here is the whole of it in five minutes.
//!
//! Take it from a copy of the repository, `cargo add --path ../chuhe`, and search in a release build (`cargo run
//! --release`): without optimisation it is many times slower. Every fault is an error that says what and where, so all of it goes
//! well with `?`.
//!
//! Everything is there by default. A program that needs no files, pictures, protocols or matches takes the core alone,
//! with six small crates behind it, `default-features = false`: [`board`], [`notation`], [`rules`], [`eval`],
//! [`search`] and [`solve`]. That builds for `wasm32-unknown-unknown` too, where a search runs in the thread that calls.
//!
//! # A position
//!
//! A [`Board`](board::Board) is a position. It reads and writes FEN, knows its legal moves, and
//! makes and undoes them. Moves are two squares: files `a` to `i` from red's left, ranks `0` to `9`
//! from red's side.
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
//! // What is wrong with a position is said precisely.
//! let fault = Board::from_fen("4k4/9/9 w").unwrap_err();
//! assert_eq!(fault.to_string(), "the FEN has 3 ranks, a board has 10");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! People write moves in other ways. [`notation`] reads all of them, and writes the one you choose:
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
//! What a position is worth depends on how it came about, for repetition has its rules. So the
//! [`Engine`](search::Engine) is given a [`Game`](rules::Game): a position and the moves played from it. It
//! tells what it finds as it finds it, and returns the [`Outcome`](search::Outcome).
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
//! let mut engine = Engine::new(Settings { hash_mib: 8, ..Settings::default() });
//! let limits = Limits { depth: Some(6), ..Limits::default() };
//! let outcome = engine.search(Request::new(game.clone(), limits), |event| {
//!     if let Event::Line(line) = event {
//!         let moves: Vec<String> = line.pv.iter().map(|mv| mv.to_string()).collect();
//!         println!("depth {}: {:+}  {}", line.depth, line.score, moves.join(" "));
//!     }
//! });
//!
//! let best = outcome.best.expect("red can move");
//! println!("red plays {best}, {} nodes", outcome.nodes);
//! game.play(best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Scores are in hundredths of a pawn or so, from the view of the side to move; the ends of the
//! scale are forced wins, and [`meaning`](search::score::meaning) reads them.
//! [`Engine::start`](search::Engine::start) returns at once and searches in threads of its own, for
//! those who want to stop it or let it ponder.
//!
//! # Who has won
//!
//! [`judge`](rules::judge()) knows when a game is over, and why: mate, repetition and who is to blame for it, the natural limit.
//! That of the search is an opinion; where a mate must be certain, a [`Solver`](solve::Solver) proves it.
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
//! game.play(solution.key.expect("there is a mate"))?;
//! println!("{:?}", judge(&game, &rules));
//! assert_eq!(judge(&game, &rules).outcome, Outcome::Win(Color::Red));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Game files and pictures
//!
//! [`games`] reads and writes PGN and XQF, with moves in any [`notation`], variations and comments.
//! [`diagram`] draws positions as SVG and PNG, and [`review`] judges every move of a game.
//!
//! ```
//! use chuhe::diagram::{Look, draw};
//! use chuhe::games::pgn;
//! use chuhe::notation::Notation;
//! use chuhe::review::{Reviewer, annotate};
//! use chuhe::search::{Limits, Settings};
//!
//! let game = &pgn::read("1. 炮二平五 马８进７ 2. 炮五进四 *")?[0];
//! let limits = Limits { nodes: Some(2_000), ..Limits::default() };
//! let mut reviewer = Reviewer::new(Settings { hash_mib: 8, ..Settings::default() }, limits);
//! let review = reviewer.review(game, |judged| {
//!     println!("{} {:+} {:+}", judged.mv, judged.before, judged.after);
//!     Ok::<(), std::convert::Infallible>(())
//! })?;
//! let annotated = annotate::annotate(game, &review, 8);
//! assert!(pgn::write(&annotated, Notation::Wxf).contains("1. C2.5"));
//!
//! let picture = draw(&game.start, &Look { arrows: game.main_line(), ..Look::default() });
//! assert!(picture.to_svg().starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a technique is worth
//!
//! Each technique of the search can be left out. So the classic experiments are a few lines:
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::rules::Game;
//! use chuhe::search::{Engine, Limits, Request, Settings, Techniques};
//!
//! let nodes = |techniques| {
//!     let settings = Settings { hash_mib: 8, techniques, ..Settings::default() };
//!     let limits = Limits { depth: Some(6), ..Limits::default() };
//!     let request = Request::new(Game::new(Board::startpos()), limits);
//!     Engine::new(settings).search(request, |_| {}).nodes
//! };
//! let without = Techniques::ALL.without("null-move")?;
//! println!("with null move {} nodes, without {}", nodes(Techniques::ALL), nodes(without));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`search::reference`] has minimax, alpha-beta and quiescence as the articles print them, over any game
//! tree.
//!
//! # Where to read on
//!
//! The modules are layers; each imports only from those above it in this table.
//!
//! | layer | module | what it is |
//! |---|---|---|
//! | 1 | [`board`] | squares, pieces, moves, the position, move generation, FEN, perft |
//! | 2 | [`notation`] | moves as people write them: ICCS, Chinese, WXF |
//! | 2 | [`rules`] | a game's history and what repetition means |
//! | 2 | [`diagram`] | pictures of positions, SVG and PNG, that need no font |
//! | 2 | [`eval`] | a score for a position; [`explain`](eval::explain()) takes it apart |
//! | 3 | [`search`] | alpha-beta, and each technique in its own file |
//! | 3 | [`games`] | games as files: PGN and XQF |
//! | 4 | [`solve`] | mates proved, the shortest, against every defence |
//! | 4 | [`book`] | opening books: read, asked, made |
//! | 4 | [`arena`] | matches between engines and what they mean |
//! | 4 | [`train`] | self-play data, network training, Texel tuning and SPSA |
//! | 4 | [`review`] | whole games searched and annotated, mistakes marked |
//! | 5 | [`protocol`] | UCCI and UCI: text in, text out, a state machine between them |
//! | 6 | [`cli`] | the command line |
//!
//! Begin with [`search`] if you have read an article on game search, with [`board`] if you have
//! not.

/// The programs of docs/scripting.md.
#[cfg(all(doctest, feature = "cli"))]
#[doc = include_str!("../docs/scripting.md")]
pub mod scripting {}

#[cfg(feature = "cli")]
pub mod arena;
pub mod board;
#[cfg(feature = "cli")]
pub mod book;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
pub mod config;
#[cfg(feature = "cli")]
pub mod diagram;
pub mod eval;
mod fnv;
#[cfg(feature = "cli")]
pub mod games;
pub mod notation;
#[cfg(feature = "cli")]
pub mod protocol;
#[cfg(feature = "cli")]
pub mod review;
pub mod rules;
pub mod search;
pub mod solve;
#[cfg(feature = "cli")]
pub(crate) mod storage;
#[cfg(feature = "cli")]
pub mod train;
