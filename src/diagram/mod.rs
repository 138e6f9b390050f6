//! Floor 2: pictures of positions, as SVG and PNG, that need no font.
//!
//! | room | idea |
//! |---|---|
//! | [`scene`] | what a picture is made of: circles and paths |
//! | [`glyphs`] | the characters of board and pieces, stroke by stroke |
//! | [`board`] | the empty board |
//! | [`position`] | pieces, the last move, arrows |
//! | `chart` | what the charts have in common |
//! | [`curve`] | a chart of who stood better when |
//! | [`loss`](mod@loss) | a chart of how a training went |
//! | [`svg`], [`png`] | a scene as a file |
//!
//! ```
//! use chuhe::board::Board;
//! use chuhe::diagram::{Look, draw};
//! let picture = draw(&Board::startpos(), &Look::default());
//! assert!(picture.to_svg().ends_with("</svg>\n"));
//! ```

pub mod board;
mod chart;
pub mod curve;
pub mod glyphs;
pub mod loss;
pub mod png;
pub mod position;
pub mod scene;
pub mod svg;

pub use png::PngError;
pub use position::{Look, draw};
pub use scene::Scene;
