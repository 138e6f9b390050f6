//! The inner loops over wide registers, for each kind of them.

/// Writes [`mend`](super::mend) and [`activate`](super::activate) with registers of numbers of 16 bits.
///
/// `$load` and the names after it are the intrinsics for numbers; addition and subtraction wrap around. `$part` is how many
/// registers hold a part of the sums at a time. The module has, behind the same `target_feature`:
///
/// | | |
/// |---|---|
/// | `Totals`, `no_totals()`, `sum(totals)` | a register of sums of 32 bits, zero, and all lanes together |
/// | `square(totals, numbers, weights)` | adds weight times number times number, for numbers of 0 to 255 and weights within 127 |
macro_rules! loops {
    (
        $feature:literal, $numbers:ty, part $part:literal,
        $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident
    ) => {
        use $crate::eval::network::shape::{HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT, Rows};

        type Numbers = $numbers;
        const LANES: usize = size_of::<Numbers>() / size_of::<i16>();
        const PART: usize = $part;

        const _: () = assert!(HIDDEN.is_multiple_of(LANES * PART));
        // A lane of the totals has its share of both views, each at most the square of 255 times 127.
        const _: () = assert!(
            (4 * HIDDEN / LANES) as i64 * (ONE * ONE * OUTPUT_LIMIT) as i64 <= i32::MAX as i64
        );

        /// The register of a row at so many numbers.
        #[target_feature(enable = $feature)]
        #[inline]
        fn part_of(row: &[i16; HIDDEN], at: usize) -> Numbers {
            debug_assert!(at + LANES <= HIDDEN);
            // SAFETY: the register lies within the row.
            unsafe { $load(row.as_ptr().add(at).cast()) }
        }

        #[target_feature(enable = $feature)]
        pub fn mend(from: &Hidden, to: &mut Hidden, gone: Rows<'_>, come: Rows<'_>) {
            // A part of the sums stays in registers while all rows pass.
            for start in (0..HIDDEN).step_by(LANES * PART) {
                let mut part = [$splat(0); PART];
                for (index, sums) in part.iter_mut().enumerate() {
                    *sums = part_of(&from.0, start + index * LANES);
                }
                for row in gone {
                    for (index, sums) in part.iter_mut().enumerate() {
                        *sums = $sub(*sums, part_of(&row.0, start + index * LANES));
                    }
                }
                for row in come {
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
            let mut totals = no_totals();
            for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
                for at in (0..HIDDEN).step_by(LANES) {
                    let clipped = $min($max(part_of(&sums.0, at), least), most);
                    totals = square(totals, clipped, part_of(weights, at));
                }
            }
            sum(totals)
        }
    };
}

pub(super) use loops;
