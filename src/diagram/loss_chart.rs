//! Loss curve of a training run: training and validation loss after each epoch.

use serde::Deserialize;

use super::chart::{RIGHT, grid_line, scene, share_height, tick, tick_distance};
use super::scene::{Point, Rgb, Scene, Shape, VectorPath};

/// The losses of an epoch. A loss is the mean of (expected points - target)^2, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct EpochLoss {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The loss over the training positions, during the epoch.
    pub train: f64,
    /// The loss over the validation positions, after the epoch.
    pub validation: f64,
    /// The learning rate of its last step, which the chart does not show.
    pub rate: f64,
}

const TRAIN: Rgb = Rgb(0x8a, 0x7c, 0x66);
const VALIDATION: Rgb = Rgb(0xb3, 0x20, 0x1a);

/// The left edge of the chart in the picture.
const LEFT: f32 = 150.0;
/// The maximum number of intervals between grid lines.
const MAX_INTERVALS: f64 = 7.0;

/// Draws the losses of a training run, `pixel_width` pixels wide: the training loss in grey-brown, the validation loss in red.
/// The scale is in hundredths and need not begin at 0.
pub fn loss_chart(title: &str, losses: &[EpochLoss], pixel_width: u32) -> Scene {
    let finite = |loss: &&EpochLoss| loss.train.is_finite() && loss.validation.is_finite();
    let losses: Vec<EpochLoss> = losses.iter().filter(finite).copied().collect();
    let scale = Scale::of(&losses);
    let mut shapes = scale.grid_lines();
    let every = tick_distance(scale.last.saturating_sub(scale.first));
    for &EpochLoss { epoch, .. } in &losses {
        if epoch == scale.first || epoch % every == 0 {
            shapes.extend(tick(scale.place(epoch, 0.0).0, epoch));
        }
    }
    type Select = fn(&EpochLoss) -> f64;
    let curves: [(Rgb, Select); 2] = [
        (TRAIN, |loss| loss.train),
        (VALIDATION, |loss| loss.validation),
    ];
    for (color, select) in curves {
        let point = |loss: &EpochLoss| scale.place(loss.epoch, select(loss));
        let points: Vec<Point> = losses.iter().map(point).collect();
        shapes.push(Shape::stroked(VectorPath::polyline(&points), color, 3.0));
        for (loss, &point) in losses.iter().zip(&points) {
            let epoch = loss.epoch;
            let [train, validation] = [loss.train, loss.validation].map(|loss| 100.0 * loss);
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
    /// The number of intervals between grid lines.
    intervals: u32,
}

impl Scale {
    fn of(losses: &[EpochLoss]) -> Scale {
        let values = losses
            .iter()
            .flat_map(|loss| [loss.train, loss.validation].map(|loss| 100.0 * loss));
        let least = values.clone().fold(f64::INFINITY, f64::min);
        let most = values.fold(f64::NEG_INFINITY, f64::max);
        let (least, most) = match losses {
            [] => (0.0, 1.0),
            _ => (least, most.max(least + 0.01)),
        };
        // 1, 2 and 5 times a power of ten.
        let steps = (-4..9).flat_map(|power| [1.0, 2.0, 5.0].map(|step| step * 10f64.powi(power)));
        // Rounding both ends to grid lines adds less than two intervals.
        let mut steps = steps.filter(|step| (most - least) / step <= MAX_INTERVALS - 2.0);
        let distance = steps.next().unwrap_or(most - least);
        let lowest = (least / distance).floor() * distance;
        Scale {
            first: losses.first().map_or(0, |loss| loss.epoch),
            last: losses.last().map_or(1, |loss| loss.epoch),
            lowest,
            distance,
            intervals: ((most - lowest) / distance)
                .ceil()
                .clamp(1.0, MAX_INTERVALS) as u32,
        }
    }

    fn place(&self, epoch: u32, loss: f64) -> Point {
        let steps = self.last.saturating_sub(self.first).max(1) as f32;
        let across = epoch.saturating_sub(self.first) as f32 / steps;
        let up = (100.0 * loss - self.lowest) / (self.distance * f64::from(self.intervals));
        (LEFT + across * (RIGHT - LEFT), share_height(up as f32))
    }

    /// Returns the grid lines, each with its loss in hundredths.
    fn grid_lines(&self) -> Vec<Shape> {
        let digits = (-self.distance.log10().floor()).clamp(0.0, 4.0) as usize;
        let line = |line| {
            let loss = self.lowest + f64::from(line) * self.distance;
            let (_, y) = self.place(self.first, loss / 100.0);
            grid_line(LEFT, y, false, &format!("{loss:.digits$}%"), 12.0)
        };
        (0..=self.intervals).flat_map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::chart::{BOTTOM, TOP};

    fn epoch_losses(losses: &[(f64, f64)]) -> Vec<EpochLoss> {
        let loss = |(epoch, &(train, validation))| EpochLoss {
            epoch,
            train,
            validation,
            rate: 0.001,
        };
        (1..).zip(losses).map(loss).collect()
    }

    #[test]
    fn empty_constant_and_non_finite_losses_draw_without_nan() {
        for losses in [
            &[][..],
            &[(0.02, 0.02)],
            &[(0.02, 0.02), (0.02, 0.02)],
            &[(0.3, 0.2), (f64::NAN, 0.1), (0.01, 0.11)],
            &[(1e9, 1e-9), (3.0, 2.0)],
            &[(0.0171, 0.0173); 400],
        ] {
            let scene = loss_chart("", &epoch_losses(losses), 900);
            assert!(!scene.to_svg().contains("NaN"), "{losses:?}");
            assert!(scene.to_png().is_ok());
        }
    }

    #[test]
    fn dots_have_the_losses_as_titles() {
        let losses = epoch_losses(&[(0.031, 0.030), (0.024, 0.026)]);
        let text = loss_chart("a training run", &losses, 800).to_svg();
        assert!(text.contains("epoch 2: training 2.400, validation 2.600"));
    }

    #[test]
    fn curves_stay_within_the_chart_and_fall_as_losses_do() {
        let losses = epoch_losses(&[(0.0312, 0.0298), (0.0241, 0.0257), (0.0180, 0.0213)]);
        let scale = Scale::of(&losses);
        let heights = losses.iter().map(|loss| {
            let (_, y) = scale.place(loss.epoch, loss.validation);
            assert!((TOP..=BOTTOM).contains(&y), "{y}");
            y
        });
        assert!(heights.collect::<Vec<_>>().is_sorted());
        assert!((3..=7).contains(&scale.intervals), "{}", scale.intervals);
    }
}
