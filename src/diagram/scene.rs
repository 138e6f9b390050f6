//! Vector pictures: layers of circles and paths, filled or stroked.

use std::fmt;

/// A point of a picture: its distances from the left and the top edge, in the picture's units.
pub type Point = (f32, f32);

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathStep {
    /// The start of a subpath.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A quadratic Bézier curve: control point and end.
    Quadratic(Point, Point),
    /// A straight line to the start of the subpath.
    Close,
}

/// A path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VectorPath {
    /// The steps. The first is a [`PathStep::Move`].
    pub steps: Vec<PathStep>,
}

impl VectorPath {
    /// Straight lines from point to point.
    pub fn polyline(points: &[Point]) -> VectorPath {
        let mut steps: Vec<PathStep> = points.iter().copied().map(PathStep::Line).collect();
        if let (Some(step), Some(&first)) = (steps.first_mut(), points.first()) {
            *step = PathStep::Move(first);
        }
        VectorPath { steps }
    }

    /// Reads the SVG path commands `M`, `L`, `Q` with absolute coordinates, and `Z`, separated by blanks. The path ends at
    /// anything else.
    ///
    /// ```
    /// use chuhe::diagram::scene::{VectorPath, PathStep};
    /// let path = VectorPath::read("M1 2 L3 4.5 Q5 6 7 8 Z");
    /// assert_eq!(path.steps[1], PathStep::Line((3.0, 4.5)));
    /// assert_eq!(path.to_string(), "M1 2L3 4.5Q5 6 7 8Z");
    /// ```
    pub fn read(text: &str) -> VectorPath {
        let mut words = text.split_whitespace();
        let step = || {
            let (letter, first) = words.next()?.split_at_checked(1)?;
            let mut first = Some(first);
            let mut number = || first.take().or_else(|| words.next())?.parse().ok();
            let mut point = || Some((number()?, number()?));
            Some(match letter {
                "M" => PathStep::Move(point()?),
                "L" => PathStep::Line(point()?),
                "Q" => PathStep::Quadratic(point()?, point()?),
                "Z" => PathStep::Close,
                _ => return None,
            })
        };
        VectorPath {
            steps: std::iter::from_fn(step).collect(),
        }
    }

    /// The path scaled by `x_scale` and `y_scale`, then moved by `left` and `top`.
    #[must_use]
    pub fn transformed(&self, left: f32, top: f32, x_scale: f32, y_scale: f32) -> VectorPath {
        let place = |(x, y): Point| (left + x * x_scale, top + y * y_scale);
        let step = |step: &PathStep| match *step {
            PathStep::Move(to) => PathStep::Move(place(to)),
            PathStep::Line(to) => PathStep::Line(place(to)),
            PathStep::Quadratic(towards, to) => PathStep::Quadratic(place(towards), place(to)),
            PathStep::Close => PathStep::Close,
        };
        VectorPath {
            steps: self.steps.iter().map(step).collect(),
        }
    }

    /// Appends a path.
    pub fn join(&mut self, other: VectorPath) {
        self.steps.extend(other.steps);
    }
}

/// Writes the path in SVG syntax, with one decimal.
impl fmt::Display for VectorPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |number: f32| (f64::from(number) * 10.0).round() / 10.0;
        for step in &self.steps {
            match *step {
                PathStep::Move((x, y)) => write!(f, "M{} {}", short(x), short(y))?,
                PathStep::Line((x, y)) => write!(f, "L{} {}", short(x), short(y))?,
                PathStep::Quadratic((a, b), (x, y)) => {
                    write!(f, "Q{} {} {} {}", short(a), short(b), short(x), short(y))?;
                }
                PathStep::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle, in the picture's units.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
    },
    /// A path.
    Path(VectorPath),
}

/// A colour: red, green, blue, 0 to 255 each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// A pen with round ends and corners.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// The colour.
    pub color: Rgb,
    /// The width in the picture's units.
    pub width: f32,
}

/// A circle or path with its colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The outline.
    pub outline: Outline,
    /// The colour of its area, if it is filled.
    pub fill: Option<Rgb>,
    /// The pen of its outline, if it is stroked.
    pub pen: Option<Pen>,
    /// Opacity, from 0 to 1.
    pub opacity: f32,
    /// The tooltip in an SVG; empty for none.
    pub title: String,
}

impl Shape {
    /// An opaque shape without a title.
    fn new(outline: Outline, fill: Option<Rgb>, pen: Option<Pen>) -> Shape {
        Shape {
            outline,
            fill,
            pen,
            opacity: 1.0,
            title: String::new(),
        }
    }

    /// An opaque circle without a title.
    pub fn circle(centre: Point, radius: f32, fill: Option<Rgb>, pen: Option<Pen>) -> Shape {
        Shape::new(Outline::Circle { centre, radius }, fill, pen)
    }

    /// An opaque stroked path without a title.
    pub fn stroked(path: VectorPath, color: Rgb, width: f32) -> Shape {
        Shape::new(Outline::Path(path), None, Some(Pen { color, width }))
    }

    /// An opaque filled polygon without a title.
    pub fn polygon(corners: &[Point], color: Rgb) -> Shape {
        let mut path = VectorPath::polyline(corners);
        path.steps.push(PathStep::Close);
        Shape::new(Outline::Path(path), Some(color), None)
    }

    /// A filled rectangle between its corners.
    pub fn rectangle((left, top): Point, (right, bottom): Point, color: Rgb) -> Shape {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        Shape::polygon(&corners, color)
    }

    /// The shape with another opacity, from 0 to 1.
    #[must_use]
    pub fn with_opacity(self, opacity: f32) -> Shape {
        Shape { opacity, ..self }
    }

    /// The shape with a title.
    #[must_use]
    pub fn with_title(self, title: String) -> Shape {
        Shape { title, ..self }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The width, in the picture's units.
    pub width: f32,
    /// The height, in the same units.
    pub height: f32,
    /// The width in pixels.
    pub pixel_width: u32,
    /// The text alternative.
    pub title: String,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// The height in pixels, at least 1.
    pub fn pixel_height(&self) -> u32 {
        let high = f64::from(self.height) / f64::from(self.width) * f64::from(self.pixel_width);
        (high.round() as u32).max(1)
    }
}
