//! The inner loops with NEON, which every 64-bit ARM has: registers of 8 numbers of 16 bits.

use std::arch::aarch64::*;

super::loops::loops!(
    "neon", int16x8_t, int32x4_t, vdupq_n_s32(0), block 16,
    vld1q_s16, vst1q_s16, vdupq_n_s16, vaddq_s16, vsubq_s16, vminq_s16, vmaxq_s16
);

#[target_feature(enable = "neon")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    vqrdmulhq_s16(vshlq_n_s16::<{ FRACTION_SHIFT as i32 }>(a), b)
}

#[target_feature(enable = "neon")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    let sums = vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b));
    vmlal_high_s16(sums, a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn add_multiples(sums: [I32s; 2], a: I16s, factor: i16) -> [I32s; 2] {
    let low = vmlal_n_s16(sums[0], vget_low_s16(a), factor);
    [low, vmlal_high_n_s16(sums[1], a, factor)]
}

#[target_feature(enable = "neon")]
#[inline]
fn sum_lanes(registers: [I32s; NEURONS]) -> [i32; NEURONS] {
    let [a, b, c, d, e, f, g, h] = registers;
    let first = vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
    let second = vpaddq_s32(vpaddq_s32(e, f), vpaddq_s32(g, h));
    // SAFETY: the array is as large as both registers, and all bits are valid.
    unsafe { std::mem::transmute([first, second]) }
}
