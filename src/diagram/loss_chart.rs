//! Training chart: training and validation loss after each epoch.

use super::chart::{BOTTOM, RIGHT, TOP, grid_line, scene, tick, tick_distance};
use super::scene::{Point, Rgb, Scene, Shape, VectorPath};

/// The losses of an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochLoss {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The mean loss on the training positions.
    pub train: f64,
    /// The mean loss on the validation positions.
    pub validation: f64,
}

const TRAIN: Rgb = Rgb(0x8a, 0x7c, 0x66);
const VALIDATION: Rgb = Rgb(0xb3, 0x20, 0x1a);

/// The left edge of the chart in the picture.
const LEFT: f32 = 150.0;
/// The maximum number of distances between grid lines.
const LINES: f64 = 7.0;

/// Draws the losses of a training, `pixel_width` pixels wide: the training loss in grey, the validation loss in red. The scale
/// is in hundredths and need not begin at 0.
///
/// ```
/// use chuhe::diagram::loss_chart::{EpochLoss, loss_chart};
/// let samples = [(1, 0.031, 0.030), (2, 0.024, 0.026)];
/// let samples = samples.map(|(epoch, train, validation)| EpochLoss { epoch, train, validation });
/// assert!(loss_chart("a training", &samples, 800).to_svg().contains("epoch 2: training 2.400, validation 2.600"));
/// ```
pub fn loss_chart(title: &str, samples: &[EpochLoss], pixel_width: u32) -> Scene {
    let finite = |sample: &&EpochLoss| sample.train.is_finite() && sample.validation.is_finite();
    let samples: Vec<EpochLoss> = samples.iter().filter(finite).copied().collect();
    let scale = Scale::of(&samples);
    let mut shapes = scale.lines();
    let every = tick_distance(scale.last.saturating_sub(scale.first));
    for &EpochLoss { epoch, .. } in &samples {
        if epoch == scale.first || epoch % every == 0 {
            shapes.extend(tick(scale.place(epoch, 0.0).0, epoch));
        }
    }
    type Loss = fn(&EpochLoss) -> f64;
    let losses: [(Rgb, Loss); 2] = [
        (TRAIN, |sample| sample.train),
        (VALIDATION, |sample| sample.validation),
    ];
    for (color, loss) in losses {
        let point = |sample: &EpochLoss| scale.place(sample.epoch, loss(sample));
        let points: Vec<Point> = samples.iter().map(point).collect();
        shapes.push(Shape::stroked(VectorPath::polyline(&points), color, 3.0));
        for (sample, &point) in samples.iter().zip(&points) {
            let epoch = sample.epoch;
            let [train, validation] = [sample.train, sample.validation].map(|loss| 100.0 * loss);
            let dot = Shape::circle(point, 4.0, Some(color), None);
            shapes.push(dot.with_title(format!(
                "epoch {epoch}: training {train:.3}, validation {validation:.3}"
            )));
        }
    }
    scene(title, pixel_width, shapes)
}

/// The axes: epochs from left to right, losses from bottom to top.
struct Scale {
    first: u32,
    last: u32,
    /// The lowest grid line and the distance between two, in hundredths.
    lowest: f64,
    distance: f64,
    lines: u32,
}

impl Scale {
    fn of(samples: &[EpochLoss]) -> Scale {
        let losses = samples
            .iter()
            .flat_map(|sample| [sample.train, sample.validation].map(|loss| 100.0 * loss));
        let least = losses.clone().fold(f64::INFINITY, f64::min);
        let most = losses.fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = match samples {
            [] => (0.0, 1.0),
            _ => (least, most.max(least + 0.01)),
        };
        // 1, 2 and 5 times a power of ten.
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
        let y = BOTTOM - up as f32 * (BOTTOM - TOP);
        (LEFT + across * (RIGHT - LEFT), y)
    }

    /// The grid lines, each with its loss in hundredths.
    fn lines(&self) -> Vec<Shape> {
        let digits = (-self.distance.log10().floor()).clamp(0.0, 4.0) as usize;
        let line = |line| {
            let loss = self.lowest + f64::from(line) * self.distance;
            let (_, y) = self.place(self.first, loss / 100.0);
            grid_line(LEFT, y, false, &format!("{loss:.digits$}%"), 12.0)
        };
        (0..=self.lines).flat_map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(losses: &[(f64, f64)]) -> Vec<EpochLoss> {
        let sample = |(epoch, &(train, validation))| EpochLoss {
            epoch,
            train,
            validation,
        };
        (1..).zip(losses).map(sample).collect()
    }

    #[test]
    fn any_losses_are_drawn() {
        for losses in [
            &[][..],
            &[(0.02, 0.02)],
            &[(0.02, 0.02), (0.02, 0.02)],
            &[(0.3, 0.2), (f64::NAN, 0.1), (0.01, 0.11)],
            &[(1e9, 1e-9), (3.0, 2.0)],
            &[(0.0171, 0.0173); 400],
        ] {
            let scene = loss_chart("", &samples(losses), 900);
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
