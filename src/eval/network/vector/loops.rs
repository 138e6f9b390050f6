//! The inner loops over SIMD registers, as a macro for any instruction set.

/// Defines [`update`](super::update) and [`activate`](super::activate) with the registers of an instruction set.
///
/// `$i16s` is the type of a register of 16-bit numbers, `$i32s` that of a register of 32-bit sums, and `$zero` an `$i32s` of
/// zeros. `update` keeps `$block` registers of sums at a time. `$load` and the names after it are the intrinsics for `$i16s`;
/// addition and subtraction wrap around. The module defines `add_weighted_squares(sums, numbers, weights)` with the same
/// `target_feature`: it adds weight times number times number to the sums, for numbers of 0 to 255 and weights within 127.
macro_rules! loops {
    (
        $feature:literal, $i16s:ty, $i32s:ty, $zero:expr, block $block:literal,
        $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident
    ) => {
        use $crate::eval::network::shape::{
            HIDDEN, HIDDEN_UNIT, Head, HiddenLayer, OUTPUT_LIMIT, Rows,
        };

        type I16s = $i16s;
        type I32s = $i32s;
        const LANES: usize = size_of::<I16s>() / size_of::<i16>();
        const BLOCK: usize = $block;

        const _: () = assert!(HIDDEN.is_multiple_of(LANES * BLOCK));
        // The largest sum of a 32-bit lane fits.
        const _: () = assert!(
            (4 * HIDDEN / LANES) as i64 * (HIDDEN_UNIT * HIDDEN_UNIT * OUTPUT_LIMIT) as i64
                <= i32::MAX as i64
        );

        /// Loads a register with the numbers of a row from index `at` on.
        #[target_feature(enable = $feature)]
        #[inline]
        fn load(row: &[i16; HIDDEN], at: usize) -> I16s {
            debug_assert!(at + LANES <= HIDDEN);
            // SAFETY: the register lies within the row.
            unsafe { $load(row.as_ptr().add(at).cast()) }
        }

        #[target_feature(enable = $feature)]
        pub fn update(
            from: &HiddenLayer,
            to: &mut HiddenLayer,
            removed: Rows<'_>,
            added: Rows<'_>,
        ) {
            // A block of the sums stays in registers while all rows are subtracted and added.
            for start in (0..HIDDEN).step_by(LANES * BLOCK) {
                let mut block = [$splat(0); BLOCK];
                for (index, sums) in block.iter_mut().enumerate() {
                    *sums = load(&from.0, start + index * LANES);
                }
                for row in removed {
                    for (index, sums) in block.iter_mut().enumerate() {
                        *sums = $sub(*sums, load(&row.0, start + index * LANES));
                    }
                }
                for row in added {
                    for (index, sums) in block.iter_mut().enumerate() {
                        *sums = $add(*sums, load(&row.0, start + index * LANES));
                    }
                }
                for (index, &sums) in block.iter().enumerate() {
                    // SAFETY: as in `load`.
                    unsafe { $store(to.0.as_mut_ptr().add(start + index * LANES).cast(), sums) };
                }
            }
        }

        #[target_feature(enable = $feature)]
        pub fn activate(mover: &HiddenLayer, other: &HiddenLayer, head: &Head) -> i64 {
            let (least, most) = ($splat(0), $splat(HIDDEN_UNIT as i16));
            let mut totals = $zero;
            for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
                for at in (0..HIDDEN).step_by(LANES) {
                    let clipped = $min($max(load(&sums.0, at), least), most);
                    totals = add_weighted_squares(totals, clipped, load(weights, at));
                }
            }
            // SAFETY: the array is as large as the register, and all bits are valid.
            let lanes: [i32; LANES / 2] = unsafe { std::mem::transmute(totals) };
            lanes.into_iter().map(i64::from).sum()
        }
    };
}

pub(super) use loops;
