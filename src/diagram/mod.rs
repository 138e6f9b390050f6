//! Layer 2: pictures of positions and charts, as SVG and PNG, that need no font.
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
