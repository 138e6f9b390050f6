//! Layer 2: pictures of positions and charts, as SVG and PNG, that need no font.

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
