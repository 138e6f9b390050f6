//! Layer 2: pictures of positions and charts, as SVG and PNG, that need no font.

pub(crate) mod board;
mod chart;
pub mod curve;
pub mod glyphs;
pub mod loss;
pub(crate) mod png;
pub(crate) mod position;
pub mod scene;
pub(crate) mod svg;

pub use png::PngError;
pub use position::{Look, draw};
pub use scene::Scene;
