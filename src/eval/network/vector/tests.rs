//! All instruction sets return what the plain loops return.

use super::super::shape::{HIDDEN, WEIGHT_LIMIT};
use super::*;
use fastrand::Rng;

type Update = fn(&HiddenLayer, &mut HiddenLayer, Rows<'_>, Rows<'_>);
type Output = fn(&HiddenLayer, &HiddenLayer, &Head) -> i64;

/// The modules with SIMD that this machine supports, and the dispatching functions as `best`.
fn backends() -> Vec<(&'static str, Update, Output)> {
    let mut backends: Vec<(_, Update, Output)> = vec![("best", update, output)];
    macro_rules! backend {
        ($module:ident) => {
            backends.push((
                stringify!($module),
                // SAFETY: called only where the machine has the instruction set.
                |from, to, removed, added| unsafe { $module::update(from, to, removed, added) },
                |mover, other, head| unsafe { $module::output(mover, other, head) },
            ))
        };
    }
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            backend!(avx2);
        }
        if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
            backend!(avx512);
        }
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("neon") {
        backend!(neon);
    }
    backends
}

fn random_row(random: &mut Rng, largest: i16) -> HiddenLayer {
    let mut row = HiddenLayer([0; HIDDEN]);
    row.0.fill_with(|| random.i16(-largest..=largest));
    row
}

#[test]
fn all_backends_update_alike() {
    let mut random = Rng::with_seed(1);
    for count in 0..6 {
        let rows: Vec<HiddenLayer> = (0..2 * count)
            .map(|_| random_row(&mut random, i16::MAX))
            .collect();
        let refs: Vec<&HiddenLayer> = rows.iter().collect();
        let (removed, added) = refs.split_at(count);
        let from = random_row(&mut random, i16::MAX);
        let mut plain = from;
        plain::update(&from, &mut plain, removed, added);
        for (name, update, _) in backends() {
            let mut to = random_row(&mut random, i16::MAX);
            update(&from, &mut to, removed, added);
            assert_eq!(to, plain, "{name}");
        }
    }
}

#[test]
fn all_backends_score_alike() {
    let mut random = Rng::with_seed(2);
    let mut different = std::collections::HashSet::new();
    for size in [0, 1, 400, 1020, 1200, i16::MAX] {
        for limit in [100, 1000, WEIGHT_LIMIT as i16] {
            let (mover, other) = (random_row(&mut random, size), random_row(&mut random, size));
            let mut head = Head::ZERO;
            for weights in head.weights_mut() {
                weights.fill_with(|| random.i16(-limit..=limit));
            }
            for biases in head.biases_mut() {
                biases.fill_with(|| random.i32(-600_000..=2_000_000));
            }
            let plain = plain::output(&mover, &other, &head);
            for (name, _, output) in backends() {
                assert_eq!(output(&mover, &other, &head), plain, "{name}");
            }
            different.insert(plain);
        }
    }
    assert!(different.len() > 10);
    // The largest possible sums.
    let full = HiddenLayer([i16::MAX; HIDDEN]);
    for weight in [WEIGHT_LIMIT as i16, -WEIGHT_LIMIT as i16] {
        let mut head = Head::ZERO;
        head.weights_mut()
            .into_iter()
            .for_each(|weights| weights.fill(weight));
        let plain = plain::output(&full, &full, &head);
        for (name, _, output) in backends() {
            assert_eq!(output(&full, &full, &head), plain, "{name}");
        }
    }
}
