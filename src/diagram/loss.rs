//! The course of a training as curves: the loss after each epoch, over what was learnt from and over what was not.

use super::board::write;
use super::chart::{BOTTOM, INK, PALE, PAPER, RIGHT, TOP};
use super::scene::{Path, Pen, Point, Rgb, Scene, Shape};

/// An epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Which, from 1.
    pub epoch: u32,
    /// The loss over what was learnt from.
    pub train: f64,
    /// The loss over what was not.
    pub validation: f64,
}

/// Over what was learnt from.
const TRAIN: Rgb = Rgb(0x8a, 0x7c, 0x66);
/// Over what was not.
const VALIDATION: Rgb = Rgb(0xb3, 0x20, 0x1a);

/// The left edge of the chart within the picture.
const LEFT: f32 = 150.0;
/// From one letter to the next.
const STEP: f32 = 17.0;
/// Lines across the chart are at most so many.
const LINES: f64 = 7.0;

/// The picture of a training, `pixels` broad: grey for what was learnt from, red for what was not. Its scale is the loss in
/// hundredths, and need not begin at nothing.
///
/// ```
/// use chuhe::diagram::loss::{Sample, loss};
/// let samples = [(1, 0.031, 0.030), (2, 0.024, 0.026)];
/// let samples = samples.map(|(epoch, train, validation)| Sample { epoch, train, validation });
/// assert!(loss("a training", &samples, 800).to_svg().contains("epoch 2: 2.400 learnt from, 2.600 not"));
/// ```
pub fn loss(title: &str, samples: &[Sample], pixels: u32) -> Scene {
    let mut shapes = vec![Shape::block((0.0, 0.0), (1200.0, 510.0), PAPER)];
    let samples: Vec<Sample> = samples
        .iter()
        .filter(|sample| sample.train.is_finite() && sample.validation.is_finite())
        .copied()
        .collect();
    let scale = Scale::of(&samples);
    shapes.extend(scale.lines());
    shapes.extend(epochs(&samples, &scale));
    for (color, of) in [
        (TRAIN, (|sample| sample.train) as fn(&Sample) -> f64),
        (VALIDATION, |sample| sample.validation),
    ] {
        let points: Vec<Point> = samples
            .iter()
            .map(|sample| scale.place(sample.epoch, of(sample)))
            .collect();
        shapes.push(Shape::drawn(Path::through(&points), color, 3.0));
        for (sample, &point) in samples.iter().zip(&points) {
            let dot = Shape::circle(point, 4.0, Some(color), None::<Pen>);
            shapes.push(dot.with_title(format!(
                "epoch {}: {:.3} learnt from, {:.3} not",
                sample.epoch,
                100.0 * sample.train,
                100.0 * sample.validation
            )));
        }
    }
    Scene {
        width: 1200.0,
        height: 510.0,
        pixels,
        title: title.to_owned(),
        shapes,
    }
}

/// Where a loss stands, and an epoch.
struct Scale {
    first: u32,
    last: u32,
    /// The lowest line, the distance of two and how many there are; in hundredths.
    lowest: f64,
    distance: f64,
    lines: u32,
}

impl Scale {
    fn of(samples: &[Sample]) -> Scale {
        let losses = || {
            let losses = samples
                .iter()
                .flat_map(|sample| [sample.train, sample.validation]);
            losses.map(|loss| 100.0 * loss)
        };
        let least = losses().fold(f64::INFINITY, f64::min);
        let most = losses().fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = match samples {
            [] => (0.0, 1.0),
            _ => (least, most.max(least + 0.01)),
        };
        // 1, 2 and 5, ten times smaller and larger.
        let steps = (-4..9).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)));
        let mut steps = steps.filter(|step| (most - least) / step <= LINES - 2.0);
        let distance = steps.next().unwrap_or(most - least);
        let lowest = (least / distance).floor() * distance;
        Scale {
            first: samples.first().map_or(0, |sample| sample.epoch),
            last: samples.last().map_or(1, |sample| sample.epoch),
            lowest,
            distance,
            lines: ((most - lowest) / distance).ceil().clamp(1.0, LINES) as u32,
        }
    }

    fn place(&self, epoch: u32, loss: f64) -> Point {
        let steps = self.last.saturating_sub(self.first).max(1) as f32;
        let across = epoch.saturating_sub(self.first) as f32 / steps;
        let up = (100.0 * loss - self.lowest) / (self.distance * f64::from(self.lines));
        (
            LEFT + across * (RIGHT - LEFT),
            BOTTOM - up as f32 * (BOTTOM - TOP),
        )
    }

    /// The lines across, each with its loss in hundredths.
    fn lines(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for line in 0..=self.lines {
            let loss = self.lowest + f64::from(line) * self.distance;
            let (_, y) = self.place(self.first, loss / 100.0);
            let path = Path::through(&[(LEFT, y), (RIGHT, y)]);
            shapes.push(Shape::drawn(path, PALE, 1.2));
            let digits = (-self.distance.log10().floor()).clamp(0.0, 4.0) as usize;
            let text = format!("{loss:.digits$}%");
            shapes.extend(letters(&text, (LEFT - 12.0 - STEP * text.len() as f32, y)));
        }
        shapes
    }
}

/// The numbers of the epochs below, not too many of them.
fn epochs(samples: &[Sample], scale: &Scale) -> Vec<Shape> {
    let count = scale.last.saturating_sub(scale.first);
    let every = [1, 2, 5, 10, 20, 50, 100, 200, 500]
        .into_iter()
        .find(|every| count / every <= 16)
        .unwrap_or(1000);
    let mut shapes = Vec::new();
    for sample in samples {
        if sample.epoch != scale.first && sample.epoch % every != 0 {
            continue;
        }
        let x = scale.place(sample.epoch, 0.0).0;
        let tick = Path::through(&[(x, BOTTOM), (x, BOTTOM + 7.0)]);
        shapes.push(Shape::drawn(tick, INK, 1.6));
        let text = sample.epoch.to_string();
        let begin = x - STEP / 2.0 * (text.len() as f32 - 1.0);
        shapes.extend(letters(&text, (begin, BOTTOM + 28.0)));
    }
    shapes
}

/// Digits and signs on a line, the first around a point. The point of a fraction is a dot.
fn letters(text: &str, (x, y): Point) -> Vec<Shape> {
    let letter = |(index, letter)| {
        let x = x + STEP * index as f32;
        match letter {
            '.' => Some(Shape::circle((x, y + 9.0), 1.8, Some(INK), None)),
            letter => write(letter, (x, y), 25.0, INK, 2.2),
        }
    };
    text.chars().enumerate().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(losses: &[(f64, f64)]) -> Vec<Sample> {
        let numbered = (1..).zip(losses);
        let sample = |(epoch, &(train, validation))| Sample {
            epoch,
            train,
            validation,
        };
        numbered.map(sample).collect()
    }

    #[test]
    fn any_training_has_a_picture() {
        for losses in [
            &[][..],
            &[(0.02, 0.02)],
            &[(0.02, 0.02), (0.02, 0.02)],
            &[(0.3, 0.2), (f64::NAN, 0.1), (0.01, 0.11)],
            &[(1e9, 1e-9), (3.0, 2.0)],
            &[(0.0171, 0.0173); 400],
        ] {
            let scene = loss("", &samples(losses), 900);
            assert!(!scene.to_svg().contains("NaN"), "{losses:?}");
            assert!(scene.to_png().is_ok());
        }
    }

    #[test]
    fn curves_stay_within_the_chart_and_fall_as_losses_do() {
        let samples = samples(&[(0.0312, 0.0298), (0.0241, 0.0257), (0.0180, 0.0213)]);
        let scale = Scale::of(&samples);
        let heights = samples.iter().map(|sample| {
            let (_, y) = scale.place(sample.epoch, sample.validation);
            assert!((TOP..=BOTTOM).contains(&y), "{y}");
            y
        });
        assert!(heights.collect::<Vec<_>>().is_sorted());
        assert!((3..=7).contains(&scale.lines), "{}", scale.lines);
    }
}
