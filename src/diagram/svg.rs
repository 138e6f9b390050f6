//! SVG writer.

use std::fmt;

use super::scene::{Outline, Pen, Scene, Shape};
use crate::columns::printable;

impl Scene {
    /// The picture as an SVG file without fonts and style sheets.
    pub fn to_svg(&self) -> String {
        let (width, height) = (self.width, self.height);
        let (across, down) = (self.pixel_width, self.pixel_height());
        let title = escape(&self.title);
        let shapes: String = self.shapes.iter().map(Shape::to_string).collect();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{across}\" height=\"{down}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n\
             <title>{title}</title>\n{shapes}</svg>\n"
        )
    }
}

/// Writes the shape as an SVG element on a line.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match &self.outline {
            Outline::Circle {
                centre: (x, y),
                radius,
            } => {
                write!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"")?;
                "circle"
            }
            Outline::Path(path) => {
                write!(f, "<path d=\"{path}\"")?;
                "path"
            }
        };
        match self.fill {
            Some(color) => write!(f, " fill=\"{color}\"")?,
            None => f.write_str(" fill=\"none\"")?,
        }
        if let Some(Pen { color, width }) = self.pen {
            write!(f, " stroke=\"{color}\" stroke-width=\"{width}\"")?;
        }
        if self.opacity < 1.0 {
            write!(f, " opacity=\"{}\"", self.opacity)?;
        }
        match self.title.is_empty() {
            true => writeln!(f, "/>"),
            false => writeln!(f, "><title>{}</title></{name}>", escape(&self.title)),
        }
    }
}

fn escape(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::diagram::scene::{Rgb, Scene, Shape, VectorPath};

    #[test]
    fn shapes_are_written_as_elements() {
        let scene = Scene {
            width: 10.0,
            height: 5.0,
            pixel_width: 100,
            title: "a < b\x1b".to_owned(),
            shapes: vec![
                Shape::rectangle((0.0, 0.0), (10.0, 5.0), Rgb(1, 2, 255)),
                Shape::stroked(VectorPath::read("M1 1 L2 2.25"), Rgb(0, 0, 0), 0.5)
                    .with_opacity(0.5)
                    .with_title("&".to_owned()),
            ],
        };
        let text = scene.to_svg();
        for part in [
            "width=\"100\" height=\"50\" viewBox=\"0 0 10 5\"",
            "<title>a &lt; b\\u001b</title>",
            "<path d=\"M0 0L10 0L10 5L0 5Z\" fill=\"#0102ff\"/>",
            "<path d=\"M1 1L2 2.3\" fill=\"none\" stroke=\"#000000\" stroke-width=\"0.5\" opacity=\"0.5\">\
             <title>&amp;</title></path>",
        ] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
