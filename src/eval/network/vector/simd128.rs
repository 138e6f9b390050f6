//! The inner loops with WebAssembly's SIMD: registers of 8 numbers of 16 bits.

use std::arch::wasm32::*;

super::loops::loops!(
    "simd128", v128, v128, i32x4_splat(0), block 8,
    v128_load, v128_store, i16x8_splat, i16x8_add, i16x8_sub, i16x8_min, i16x8_max
);

#[target_feature(enable = "simd128")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    i16x8_q15mulr_sat(i16x8_shl(a, FRACTION_SHIFT), b)
}

#[target_feature(enable = "simd128")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    i32x4_add(sums, i32x4_dot_i16x8(a, b))
}

#[target_feature(enable = "simd128")]
#[inline]
fn add_multiples(sums: [I32s; 2], a: I16s, factor: i16) -> [I32s; 2] {
    let factor = i16x8_splat(factor);
    let low = i32x4_add(sums[0], i32x4_extmul_low_i16x8(a, factor));
    [low, i32x4_add(sums[1], i32x4_extmul_high_i16x8(a, factor))]
}

#[target_feature(enable = "simd128")]
#[inline]
fn sum_lanes(registers: [I32s; NEURONS]) -> [i32; NEURONS] {
    let mut sums = [0; NEURONS];
    for (sum, register) in sums.iter_mut().zip(registers) {
        let pairs = i32x4_add(register, i64x2_shuffle::<1, 0>(register, register));
        *sum = i32x4_extract_lane::<0>(pairs) + i32x4_extract_lane::<1>(pairs);
    }
    sums
}
