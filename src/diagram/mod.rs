//! Pictures of positions and charts as SVG and PNG, which need no font. Layer 2 of `docs/architecture.md`.

mod board;
mod chart;
pub mod game_chart;
pub mod glyphs;
#[cfg(feature = "cli")]
pub(crate) mod loss_chart;
#[cfg(feature = "cli")]
pub(crate) mod png;
mod position;
pub mod scene;
pub(crate) mod svg;
#[cfg(feature = "cli")]
pub(crate) mod wdl_chart;
#[cfg(test)]
mod web;

#[cfg(feature = "cli")]
pub use png::PngError;
pub use position::{DiagramOptions, WIDTHS, draw};
pub use scene::Scene;
