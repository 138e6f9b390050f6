use super::super::shape::{HIDDEN, ONE, OUTPUT_LIMIT};
use super::*;
use fastrand::Rng;

/// A way to run the loops.
struct Way {
    name: &'static str,
    mend: fn(&Hidden, &mut Hidden, Rows<'_>, Rows<'_>),
    activate: fn(&Hidden, &Hidden, &Head) -> i64,
}

/// All ways that this machine knows, but the plain one.
fn ways() -> Vec<Way> {
    let mut ways = vec![Way {
        name: "best",
        mend,
        activate,
    }];
    macro_rules! way {
        ($room:ident) => {
            ways.push(Way {
                name: stringify!($room),
                // SAFETY: it is known when this is called that the machine has these registers.
                mend: |from, to, gone, come| unsafe { $room::mend(from, to, gone, come) },
                activate: |mover, other, head| unsafe { $room::activate(mover, other, head) },
            })
        };
    }
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx2") {
            way!(avx2);
        }
        if is_x86_feature_detected!("avx512bw") {
            way!(avx512);
        }
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("neon") {
        way!(neon);
    }
    ways
}

fn row(random: &mut Rng, size: i16) -> Hidden {
    let mut row = Hidden([0; HIDDEN]);
    row.0.fill_with(|| random.i16(-size..=size));
    row
}

#[test]
fn all_ways_to_mend_agree() {
    let mut random = Rng::with_seed(1);
    for count in 0..6 {
        let rows: Vec<Hidden> = (0..2 * count).map(|_| row(&mut random, i16::MAX)).collect();
        let refs: Vec<&Hidden> = rows.iter().collect();
        let (gone, come) = refs.split_at(count);
        let from = row(&mut random, i16::MAX);
        let mut plain = from;
        plain::mend(&from, &mut plain, gone, come);
        for way in ways() {
            let mut to = row(&mut random, i16::MAX);
            (way.mend)(&from, &mut to, gone, come);
            assert_eq!(to, plain, "{}", way.name);
        }
    }
}

#[test]
fn all_ways_to_sum_agree() {
    let mut random = Rng::with_seed(2);
    for size in [0, 1, 100, 255, 300, i16::MAX] {
        let (mover, other) = (row(&mut random, size), row(&mut random, size));
        let head = Head([row(&mut random, 127).0, row(&mut random, 127).0]);
        let plain = plain::activate(&mover, &other, &head);
        for way in ways() {
            let sum = (way.activate)(&mover, &other, &head);
            assert_eq!(sum, plain, "{}", way.name);
        }
    }
    // The largest there is.
    let full = Hidden([i16::MAX; HIDDEN]);
    let head = Head([[OUTPUT_LIMIT as i16; HIDDEN]; 2]);
    let most = 2 * HIDDEN as i64 * i64::from(ONE * ONE * OUTPUT_LIMIT);
    assert_eq!(plain::activate(&full, &full, &head), most);
    for way in ways() {
        assert_eq!((way.activate)(&full, &full, &head), most, "{}", way.name);
    }
}
