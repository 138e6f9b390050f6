//! All instruction sets return what the plain loops return.

use super::super::shape::{HIDDEN, HIDDEN_UNIT, OUTPUT_LIMIT};
use super::*;
use fastrand::Rng;

type Update = fn(&HiddenLayer, &mut HiddenLayer, Rows<'_>, Rows<'_>);
type Activate = fn(&HiddenLayer, &HiddenLayer, &Head) -> i64;

/// The modules with SIMD that this machine supports, and the dispatching functions as `best`.
fn backends() -> Vec<(&'static str, Update, Activate)> {
    let mut backends: Vec<(_, Update, Activate)> = vec![("best", update, activate)];
    macro_rules! backend {
        ($module:ident) => {
            backends.push((
                stringify!($module),
                // SAFETY: called only where the machine has the instruction set.
                |from, to, removed, added| unsafe { $module::update(from, to, removed, added) },
                |mover, other, head| unsafe { $module::activate(mover, other, head) },
            ))
        };
    }
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            backend!(avx2);
        }
        if is_x86_feature_detected!("avx512bw") {
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
fn all_backends_activate_alike() {
    let mut random = Rng::with_seed(2);
    for size in [0, 1, 100, 255, 300, i16::MAX] {
        let (mover, other) = (random_row(&mut random, size), random_row(&mut random, size));
        let head = Head([
            random_row(&mut random, 127).0,
            random_row(&mut random, 127).0,
        ]);
        let plain = plain::activate(&mover, &other, &head);
        for (name, _, activate) in backends() {
            assert_eq!(activate(&mover, &other, &head), plain, "{name}");
        }
    }
    // The largest possible sum.
    let full = HiddenLayer([i16::MAX; HIDDEN]);
    let head = Head([[OUTPUT_LIMIT as i16; HIDDEN]; 2]);
    let most = 2 * HIDDEN as i64 * i64::from(HIDDEN_UNIT * HIDDEN_UNIT * OUTPUT_LIMIT);
    assert_eq!(plain::activate(&full, &full, &head), most);
    for (name, _, activate) in backends() {
        assert_eq!(activate(&full, &full, &head), most, "{name}");
    }
}
