//! What the charts have in common: their colours, and where they end within the picture.

use super::scene::Rgb;

/// What lies beneath.
pub const PAPER: Rgb = Rgb(0xff, 0xfd, 0xf8);
/// Letters and lines that matter.
pub const INK: Rgb = Rgb(0x4a, 0x3c, 0x2a);
/// Lines that do not.
pub const PALE: Rgb = Rgb(0xdd, 0xd2, 0xbd);

/// The right edge.
pub const RIGHT: f32 = 1175.0;
/// The upper edge.
pub const TOP: f32 = 30.0;
/// The lower edge.
pub const BOTTOM: f32 = 450.0;
