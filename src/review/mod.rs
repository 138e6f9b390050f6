//! Game review. Every position of a game is searched, and every move is judged by its cost in expected points. Layer 4 of
//! `docs/architecture.md`.
//!
//! ```
//! use std::convert::Infallible;
//! use chuhe::games::pgn;
//! use chuhe::review::{Reviewer, annotate};
//! use chuhe::search::{Limits, Settings};
//!
//! let game = &pgn::read("1. 炮二平五 马８进７ 2. 炮五进四 *").unwrap()[0];
//! let settings = Settings::with_hash_mib(8);
//! let limits = Limits::of_nodes(3_000);
//! let mut reported = 0;
//! let review = Reviewer::new(settings, limits).review(game, |_| { reported += 1; Ok::<_, Infallible>(()) })?;
//! assert_eq!((review.moves.len(), reported), (3, 3));
//! let annotated = annotate::annotate(game, &review, 8, false);
//! assert!(annotated.line.iter().all(|node| !node.comment.is_empty()));
//! # Ok::<(), Infallible>(())
//! ```

pub mod annotate;
#[cfg(feature = "cli")]
pub(crate) mod chart;
pub mod reviewer;
pub mod summary;

pub use crate::diagram::game_chart::MistakeClass;
pub use reviewer::{Review, ReviewedMove, Reviewer};
pub use summary::Summary;
