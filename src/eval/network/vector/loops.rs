//! The inner loops over SIMD registers, as a macro for any instruction set.

/// Defines [`update`](super::update) and [`output`](super::output) with the registers of an instruction set.
///
/// `$i16s` is the type of a register of 16-bit numbers, `$i32s` that of a register of 32-bit sums, and `$zero` an `$i32s` of
/// zeros. `update` keeps `$block` registers of sums at a time. `$load` and the names after it are the intrinsics for `$i16s`;
/// addition and subtraction wrap around. The module defines with the same `target_feature`: `products(a, b)`, the products of
/// numbers of 0 to 1020 without their lowest [`PRODUCT_SHIFT`](super::super::shape::PRODUCT_SHIFT) bits, rounded,
/// `add_products(sums, a, b)`, which adds the products of numbers of 16 bits to sums of 32 bits, `add_multiples(sums, a, factor)`,
/// which adds the products with one factor to two registers of sums in order, and `sum_lanes(registers)`, the sum of each register.
macro_rules! loops {
    (
        $feature:literal, $i16s:ty, $i32s:ty, $zero:expr, block $block:literal,
        $load:ident, $store:ident, $splat:ident, $add:ident, $sub:ident, $min:ident, $max:ident
    ) => {
        use $crate::eval::network::shape::{
            HIDDEN, HIDDEN_UNIT, Head, HiddenLayer, PAIRED, PRODUCT_SHIFT, PRODUCTS, Rows, SECOND,
            THIRD,
        };

        type I16s = $i16s;
        type I32s = $i32s;
        type Third = [[I32s; 2]; THIRD / LANES];
        const LANES: usize = size_of::<I16s>() / size_of::<i16>();
        const BLOCK: usize = $block;
        /// The instructions for rounded products drop 15 bits. A factor that is shifted by these bits makes that fewer.
        const FRACTION_SHIFT: u32 = 15 - PRODUCT_SHIFT;

        const _: () = assert!(HIDDEN.is_multiple_of(LANES * BLOCK));
        const _: () = assert!(PAIRED.is_multiple_of(LANES) && SECOND.is_multiple_of(NEURONS));
        const _: () = assert!(THIRD.is_multiple_of(LANES));

        /// The neurons of the second layer that are summed at a time.
        const NEURONS: usize = 8;

        /// Loads a register with the numbers of a row from index `at` on.
        #[target_feature(enable = $feature)]
        #[inline]
        fn load<const N: usize>(row: &[i16; N], at: usize) -> I16s {
            debug_assert!(at + LANES <= N);
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

        /// The products of the pairs of a perspective.
        #[target_feature(enable = $feature)]
        #[inline]
        fn multiply_pairs(sums: &HiddenLayer, to: &mut [i16]) {
            let (least, most) = ($splat(0), $splat(HIDDEN_UNIT as i16));
            let (to, _) = to.as_chunks_mut::<LANES>();
            for (place, to) in to.iter_mut().enumerate() {
                let block = place * LANES / PAIRED * 2 * PAIRED;
                let at = block + place * LANES % PAIRED;
                let a = $min($max(load(&sums.0, at), least), most);
                let b = $min($max(load(&sums.0, at + PAIRED), least), most);
                // SAFETY: `to` is as long as a register.
                unsafe { $store(to.as_mut_ptr().cast(), products(a, b)) };
            }
        }

        #[target_feature(enable = $feature)]
        pub fn output(mover: &HiddenLayer, other: &HiddenLayer, head: &Head) -> i64 {
            let mut inputs = HiddenLayer([0; PRODUCTS]);
            let (mine, theirs) = inputs.0.split_at_mut(PRODUCTS / 2);
            multiply_pairs(mover, mine);
            multiply_pairs(other, theirs);
            let mut second = [0; SECOND];
            let (groups, _) = second.as_chunks_mut::<NEURONS>();
            for (sums, weights) in groups.iter_mut().zip(head.second.as_chunks::<NEURONS>().0) {
                let mut totals = [$zero; NEURONS];
                for at in (0..PRODUCTS).step_by(LANES) {
                    let inputs = load(&inputs.0, at);
                    for (total, weights) in totals.iter_mut().zip(weights) {
                        *total = add_products(*total, inputs, load(weights, at));
                    }
                }
                *sums = sum_lanes(totals);
            }
            // SAFETY: here and below, registers of 32-bit sums are as large as the array, and all bits are valid.
            let mut third: Third = unsafe { std::mem::transmute(head.third_biases) };
            let neurons = head.second_neurons(&second);
            for (neuron, weights) in neurons.into_iter().zip(&head.third) {
                for (index, sums) in third.iter_mut().enumerate() {
                    *sums = add_multiples(*sums, load(weights, index * LANES), neuron);
                }
            }
            // SAFETY: as above.
            head.output(&unsafe { std::mem::transmute::<Third, [i32; THIRD]>(third) })
        }
    };
}

pub(super) use loops;
