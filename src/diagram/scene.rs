//! What a picture is made of: circles and paths, filled or drawn with a pen, one above the other.
//!
//! A scene knows nothing of files. [`svg`](super::svg) writes it as text, [`png`](super::png) paints it.

use std::fmt;

/// A point of a picture: right of its left edge, below its top.
pub type Point = (f32, f32);

/// A step of a pen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// It is lifted and put down.
    Move(Point),
    /// It draws a straight line.
    Line(Point),
    /// It draws a bow towards the first point and ends at the second: a quadratic Bézier curve.
    Bow(Point, Point),
    /// It returns to where it was put down.
    Close,
}

/// Where a pen goes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Its steps; the first is a [`Step::Move`].
    pub steps: Vec<Step>,
}

impl Path {
    /// A line through some points.
    pub fn through(points: &[Point]) -> Path {
        let step = |(index, &point): (usize, &Point)| match index {
            0 => Step::Move(point),
            _ => Step::Line(point),
        };
        Path {
            steps: points.iter().enumerate().map(step).collect(),
        }
    }

    /// Reads the few words of SVG paths that are used here: `M`, `L`, `Q` with absolute numbers, `Z`. What
    /// is none of them ends the path.
    ///
    /// ```
    /// use chuhe::diagram::scene::{Path, Step};
    /// let path = Path::read("M1 2 L3 4.5 Q5 6 7 8 Z");
    /// assert_eq!(path.steps[1], Step::Line((3.0, 4.5)));
    /// assert_eq!(path.to_string(), "M1 2L3 4.5Q5 6 7 8Z");
    /// ```
    pub fn read(text: &str) -> Path {
        let mut steps = Vec::new();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let (letter, first) = word.split_at(word.len().min(1));
            let mut numbers = [0.0; 4];
            let count = match letter {
                "M" | "L" => 2,
                "Q" => 4,
                _ => 0,
            };
            for (index, number) in numbers.iter_mut().take(count).enumerate() {
                let text = if index == 0 {
                    Some(first)
                } else {
                    words.next()
                };
                let Some(Ok(read)) = text.map(str::parse) else {
                    return Path { steps };
                };
                *number = read;
            }
            let [a, b, c, d] = numbers;
            steps.push(match letter {
                "M" => Step::Move((a, b)),
                "L" => Step::Line((a, b)),
                "Q" => Step::Bow((a, b), (c, d)),
                "Z" => Step::Close,
                _ => break,
            });
        }
        Path { steps }
    }

    /// The same path squeezed by `wide` and `high`, and then moved.
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

    /// Puts another path behind this one.
    pub fn join(&mut self, other: Path) {
        self.steps.extend(other.steps);
    }
}

/// In the words of SVG.
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

/// What is drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Its centre.
        centre: Point,
        /// Its radius.
        radius: f32,
    },
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

/// A pen: its colour and breadth; its ends and corners are round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pen {
    /// Its colour.
    pub color: Rgb,
    /// Its breadth.
    pub width: f32,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// What.
    pub outline: Outline,
    /// What it is filled with, if it is.
    pub fill: Option<Rgb>,
    /// What it is drawn with, if it is.
    pub pen: Option<Pen>,
    /// How much it covers what is below: from 0, nothing, to 1, all.
    pub opacity: f32,
    /// What is said of it where a pointer rests on it; empty for nothing. A PNG does not say it.
    pub title: String,
}

impl Shape {
    fn new(outline: Outline, fill: Option<Rgb>, pen: Option<Pen>) -> Shape {
        Shape {
            outline,
            fill,
            pen,
            opacity: 1.0,
            title: String::new(),
        }
    }

    /// A circle.
    pub fn circle(centre: Point, radius: f32, fill: Option<Rgb>, pen: Option<Pen>) -> Shape {
        Shape::new(Outline::Circle { centre, radius }, fill, pen)
    }

    /// A path drawn with a pen.
    pub fn drawn(path: Path, color: Rgb, width: f32) -> Shape {
        Shape::new(Outline::Path(path), None, Some(Pen { color, width }))
    }

    /// A path that is filled.
    pub fn filled(path: Path, color: Rgb) -> Shape {
        Shape::new(Outline::Path(path), Some(color), None)
    }

    /// A rectangle that is filled.
    pub fn block((left, top): Point, (right, bottom): Point, color: Rgb) -> Shape {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let mut path = Path::through(&corners);
        path.steps.push(Step::Close);
        Shape::filled(path, color)
    }

    /// The same, letting through what is below.
    #[must_use]
    pub fn with_opacity(self, opacity: f32) -> Shape {
        Shape { opacity, ..self }
    }

    /// The same, with something said of it.
    #[must_use]
    pub fn with_title(self, title: String) -> Shape {
        Shape { title, ..self }
    }
}

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Its breadth, in units of its own.
    pub width: f32,
    /// Its height, in the same units.
    pub height: f32,
    /// How broad it is shown, in pixels.
    pub pixels: u32,
    /// What it shows, for those who cannot see it.
    pub title: String,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
}

impl Scene {
    /// How high it is shown, in pixels; at least one.
    pub fn pixels_high(&self) -> u32 {
        let high = f64::from(self.height) / f64::from(self.width) * f64::from(self.pixels);
        (high.round() as u32).max(1)
    }
}
