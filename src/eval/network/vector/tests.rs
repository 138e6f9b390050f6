use super::super::shape::{HIDDEN, ONE, OUTPUT_LIMIT};
use super::*;
use fastrand::Rng;

struct Backend {
    name: &'static str,
    update: fn(&Hidden, &mut Hidden, Rows<'_>, Rows<'_>),
    activate: fn(&Hidden, &Hidden, &Head) -> i64,
}

/// The back ends of this machine but the plain one.
fn backends() -> Vec<Backend> {
    let mut backends = vec![Backend {
        name: "best",
        update,
        activate,
    }];
    macro_rules! backend {
        ($module:ident) => {
            backends.push(Backend {
                name: stringify!($module),
                // SAFETY: called only where the machine has the instruction set.
                update: |from, to, removed, added| unsafe {
                    $module::update(from, to, removed, added)
                },
                activate: |mover, other, head| unsafe { $module::activate(mover, other, head) },
            })
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

fn row(random: &mut Rng, size: i16) -> Hidden {
    let mut row = Hidden([0; HIDDEN]);
    row.0.fill_with(|| random.i16(-size..=size));
    row
}

#[test]
fn all_backends_update_alike() {
    let mut random = Rng::with_seed(1);
    for count in 0..6 {
        let rows: Vec<Hidden> = (0..2 * count).map(|_| row(&mut random, i16::MAX)).collect();
        let refs: Vec<&Hidden> = rows.iter().collect();
        let (removed, added) = refs.split_at(count);
        let from = row(&mut random, i16::MAX);
        let mut plain = from;
        plain::update(&from, &mut plain, removed, added);
        for backend in backends() {
            let mut to = row(&mut random, i16::MAX);
            (backend.update)(&from, &mut to, removed, added);
            assert_eq!(to, plain, "{}", backend.name);
        }
    }
}

#[test]
fn all_backends_sum_alike() {
    let mut random = Rng::with_seed(2);
    for size in [0, 1, 100, 255, 300, i16::MAX] {
        let (mover, other) = (row(&mut random, size), row(&mut random, size));
        let head = Head([row(&mut random, 127).0, row(&mut random, 127).0]);
        let plain = plain::activate(&mover, &other, &head);
        for backend in backends() {
            let sum = (backend.activate)(&mover, &other, &head);
            assert_eq!(sum, plain, "{}", backend.name);
        }
    }
    // The largest there is.
    let full = Hidden([i16::MAX; HIDDEN]);
    let head = Head([[OUTPUT_LIMIT as i16; HIDDEN]; 2]);
    let most = 2 * HIDDEN as i64 * i64::from(ONE * ONE * OUTPUT_LIMIT);
    assert_eq!(plain::activate(&full, &full, &head), most);
    for backend in backends() {
        assert_eq!(
            (backend.activate)(&full, &full, &head),
            most,
            "{}",
            backend.name
        );
    }
}
