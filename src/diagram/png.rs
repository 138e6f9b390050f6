//! PNG renderer, based on `tiny-skia`.

use thiserror::Error;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use super::position::WIDTHS;
use super::scene::{Outline, PathStep, Rgb, Scene, Shape, VectorPath};

/// The error of rendering a picture.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PngError {
    /// The width and height in pixels, of which one is 0 or too large.
    #[error("no picture of {0} x {1} pixels can be painted")]
    Size(u32, u32),
    /// The error of the encoder.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

impl Scene {
    /// The picture as a PNG file.
    ///
    /// # Errors
    /// If a side is 0 or more than twice the end of [`WIDTHS`], the memory does not suffice, or encoding fails.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::diagram::{DiagramOptions, draw};
    /// let scene = draw(&Board::startpos(), &DiagramOptions { size: 300, ..DiagramOptions::default() });
    /// assert!(scene.to_png()?.starts_with(b"\x89PNG"));
    /// # Ok::<(), chuhe::diagram::PngError>(())
    /// ```
    pub fn to_png(&self) -> Result<Vec<u8>, PngError> {
        let (width, height) = (self.pixel_width, self.pixel_height());
        // A larger picture could take all memory, which ends the process.
        if i64::from(width.max(height)) > 2 * *WIDTHS.end() {
            return Err(PngError::Size(width, height));
        }
        let mut pixmap = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
        let scale = width as f32 / self.width;
        for shape in &self.shapes {
            paint(&mut pixmap, shape, Transform::from_scale(scale, scale));
        }
        pixmap
            .encode_png()
            .map_err(|error| PngError::Encoding(error.to_string()))
    }
}

fn paint(pixmap: &mut Pixmap, shape: &Shape, transform: Transform) {
    let path = match &shape.outline {
        Outline::Circle {
            centre: (x, y),
            radius,
        } => PathBuilder::from_circle(*x, *y, *radius),
        Outline::Path(path) => steps(path),
    };
    // An empty path.
    let Some(path) = path else { return };
    if let Some(color) = shape.fill {
        let paint = colored(color, shape.opacity);
        pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
    }
    if let Some(pen) = shape.pen {
        let stroke = Stroke {
            width: pen.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = colored(pen.color, shape.opacity);
        pixmap.stroke_path(&path, &paint, &stroke, transform, None);
    }
}

fn colored(Rgb(red, green, blue): Rgb, opacity: f32) -> Paint<'static> {
    let mut paint = Paint::default();
    let alpha = (opacity.clamp(0.0, 1.0) * 255.0).round() as u8;
    paint.set_color_rgba8(red, green, blue, alpha);
    paint
}

fn steps(path: &VectorPath) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for step in &path.steps {
        match *step {
            PathStep::Move((x, y)) => builder.move_to(x, y),
            PathStep::Line((x, y)) => builder.line_to(x, y),
            PathStep::Quadratic((a, b), (x, y)) => builder.quad_to(a, b, x, y),
            PathStep::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::diagram::{DiagramOptions, draw};

    #[test]
    fn sizes_far_beyond_the_range_are_refused() {
        for size in [0, 200_000, u32::MAX] {
            let options = DiagramOptions {
                size,
                ..DiagramOptions::default()
            };
            let result = draw(&Board::startpos(), &options).to_png();
            assert!(matches!(result, Err(PngError::Size(..))), "{size}");
        }
    }
}
