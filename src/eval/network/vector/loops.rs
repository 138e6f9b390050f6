//! The inner loops over SIMD registers, for any instruction set.

/// Defines [`update`](super::update) and [`activate`](super::activate) with registers of numbers of 16 bits.
///
/// `$totals` is a register of sums of 32 bits, with `$zero`. `$part` is how many registers hold a part of the sums at a
/// time. `$load` and the names after it are the intrinsics for numbers; addition and subtraction wrap around. The module
/// defines `square(totals, numbers, weights)`, which adds weight times number times number, for numbers of 0 to 255 and
/// weights within 127, with the same `target_feature`.
macro_rules! loops {
    (
        $feature:literal, $numbers:ty, $totals:ty, $zero:expr, part $part:literal,
        $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident
    ) => {
        use $crate::eval::network::shape::{HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT, Rows};

        type Numbers = $numbers;
        type Totals = $totals;
        const LANES: usize = size_of::<Numbers>() / size_of::<i16>();
        const PART: usize = $part;

        const _: () = assert!(HIDDEN.is_multiple_of(LANES * PART));
        // The largest total of a lane.
        const _: () = assert!(
            (4 * HIDDEN / LANES) as i64 * (ONE * ONE * OUTPUT_LIMIT) as i64 <= i32::MAX as i64
        );

        /// Loads the numbers of a row from `at` on.
        #[target_feature(enable = $feature)]
        #[inline]
        fn part_of(row: &[i16; HIDDEN], at: usize) -> Numbers {
            debug_assert!(at + LANES <= HIDDEN);
            // SAFETY: the register lies within the row.
            unsafe { $load(row.as_ptr().add(at).cast()) }
        }

        #[target_feature(enable = $feature)]
        pub fn update(from: &Hidden, to: &mut Hidden, removed: Rows<'_>, added: Rows<'_>) {
            // A part of the sums stays in registers for all rows.
            for start in (0..HIDDEN).step_by(LANES * PART) {
                let mut part = [$splat(0); PART];
                for (index, sums) in part.iter_mut().enumerate() {
                    *sums = part_of(&from.0, start + index * LANES);
                }
                for row in removed {
                    for (index, sums) in part.iter_mut().enumerate() {
                        *sums = $sub(*sums, part_of(&row.0, start + index * LANES));
                    }
                }
                for row in added {
                    for (index, sums) in part.iter_mut().enumerate() {
                        *sums = $add(*sums, part_of(&row.0, start + index * LANES));
                    }
                }
                for (index, &sums) in part.iter().enumerate() {
                    // SAFETY: as in `part_of`.
                    unsafe { $store(to.0.as_mut_ptr().add(start + index * LANES).cast(), sums) };
                }
            }
        }

        #[target_feature(enable = $feature)]
        pub fn activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
            let (least, most) = ($splat(0), $splat(ONE as i16));
            let mut totals = $zero;
            for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
                for at in (0..HIDDEN).step_by(LANES) {
                    let clipped = $min($max(part_of(&sums.0, at), least), most);
                    totals = square(totals, clipped, part_of(weights, at));
                }
            }
            // SAFETY: the array is as large as the register, and all bits are valid.
            let lanes: [i32; LANES / 2] = unsafe { std::mem::transmute(totals) };
            lanes.into_iter().map(i64::from).sum()
        }
    };
}

pub(super) use loops;
