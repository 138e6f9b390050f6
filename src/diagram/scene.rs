//! Scenes: pictures made of circles and paths, filled or stroked, one above the other.

use std::fmt;

/// A point of a picture: distance from the left edge and from the top.
pub type Point = (f32, f32);

/// A step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Begins at a point.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A quadratic Bézier curve with its control point and its end.
    Bow(Point, Point),
    /// A line back to where the path began.
    Close,
}

/// A path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its steps; the first is a [`Step::Move`].
    pub steps: Vec<Step>,
}

impl Path {
    /// A line through some points.
    pub fn through(points: &[Point]) -> Path {
        let mut steps: Vec<Step> = points.iter().copied().map(Step::Line).collect();
        if let (Some(step), Some(&first)) = (steps.first_mut(), points.first()) {
            *step = Step::Move(first);
        }
        Path { steps }
    }

    /// Reads the SVG path commands `M`, `L`, `Q` with absolute numbers, and `Z`. Anything else ends the path.
    ///
    /// ```
    /// use chuhe::diagram::scene::{Path, Step};
    /// let path = Path::read("M1 2 L3 4.5 Q5 6 7 8 Z");
    /// assert_eq!(path.steps[1], Step::Line((3.0, 4.5)));
    /// assert_eq!(path.to_string(), "M1 2L3 4.5Q5 6 7 8Z");
    /// ```
    pub fn read(text: &str) -> Path {
        let mut words = text.split_whitespace();
        let step = || {
            let (letter, first) = words.next()?.split_at_checked(1)?;
            let mut first = Some(first);
            let mut number = || first.take().or_else(|| words.next())?.parse().ok();
            let mut point = || Some((number()?, number()?));
            Some(match letter {
                "M" => Step::Move(point()?),
                "L" => Step::Line(point()?),
                "Q" => Step::Bow(point()?, point()?),
                "Z" => Step::Close,
                _ => return None,
            })
        };
        Path {
            steps: std::iter::from_fn(step).collect(),
        }
    }

    /// The same path scaled by `wide` and `high`, and then moved.
    #[must_use]
    pub fn placed(&self, left: f32, top: f32, wide: f32, high: f32) -> Path {
        let place = |(x, y): Point| (left + x * wide, top + y * high);
        let step = |step: &Step| match *step {
            Step::Move(to) => Step::Move(place(to)),
            Step::Line(to) => Step::Line(place(to)),
            Step::Bow(towards, to) => Step::Bow(place(towards), place(to)),
            Step::Close => Step::Close,
        };
        Path {
            steps: self.steps.iter().map(step).collect(),
        }
    }

    pub fn join(&mut self, other: Path) {
        self.steps.extend(other.steps);
    }
}

/// As an SVG path.
impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = |number: f32| (f64::from(number) * 10.0).round() / 10.0;
        for step in &self.steps {
            match *step {
                Step::Move((x, y)) => write!(f, "M{} {}", short(x), short(y))?,
                Step::Line((x, y)) => write!(f, "L{} {}", short(x), short(y))?,
                Step::Bow((a, b), (x, y)) => {
                    write!(f, "Q{} {} {} {}", short(a), short(b), short(x), short(y))?;
                }
                Step::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

/// The outline of a shape.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle { centre: Point, radius: f32 },
    /// A path.
    Path(Path),
}

/// A colour: red, green, blue.
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
    pub color: Rgb,
    pub width: f32,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    pub outline: Outline,
    /// The colour that fills it, if any.
    pub fill: Option<Rgb>,
    /// The pen that strokes it, if any.
    pub pen: Option<Pen>,
    /// Opacity, from 0 to 1.
    pub opacity: f32,
    /// The text shown where a pointer rests on it in an SVG; empty for none.
    pub title: String,
}

impl Shape {
    pub fn circle(centre: Point, radius: f32, fill: Option<Rgb>, pen: Option<Pen>) -> Shape {
        Shape {
            outline: Outline::Circle { centre, radius },
            fill,
            pen,
            opacity: 1.0,
            title: String::new(),
        }
    }

    pub fn drawn(path: Path, color: Rgb, width: f32) -> Shape {
        Shape {
            outline: Outline::Path(path),
            ..Shape::circle((0.0, 0.0), 0.0, None, Some(Pen { color, width }))
        }
    }

    pub fn filled(path: Path, color: Rgb) -> Shape {
        Shape {
            outline: Outline::Path(path),
            ..Shape::circle((0.0, 0.0), 0.0, Some(color), None)
        }
    }

    pub fn block((left, top): Point, (right, bottom): Point, color: Rgb) -> Shape {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut path = Path::through(&corners);
        path.steps.push(Step::Close);
        Shape::filled(path, color)
    }

    /// The same with another opacity.
    #[must_use]
    pub fn with_opacity(self, opacity: f32) -> Shape {
        Shape { opacity, ..self }
    }

    /// The same with a title.
    #[must_use]
    pub fn with_title(self, title: String) -> Shape {
        Shape { title, ..self }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its width, in the units of its points.
    pub width: f32,
    /// Its height, in the same units.
    pub height: f32,
    /// Its width in pixels.
    pub pixels: u32,
    /// A description, for those who cannot see it.
    pub title: String,
    /// The shapes, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// Its height in pixels; at least one.
    pub fn pixels_high(&self) -> u32 {
        let high = f64::from(self.height) / f64::from(self.width) * f64::from(self.pixels);
        (high.round() as u32).max(1)
    }
}
