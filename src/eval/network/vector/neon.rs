//! The inner loops with NEON, which every 64-bit ARM has: registers of 8 numbers of 16 bits.

use std::arch::aarch64::*;

super::loops::loops!(
    "neon", int16x8_t, int32x4_t, vdupq_n_s32(0), block 16,
    vld1q_s16, vst1q_s16, vdupq_n_s16, vaddq_s16, vsubq_s16, vminq_s16, vmaxq_s16
);

#[target_feature(enable = "neon")]
#[inline]
fn add_weighted_squares(sums: I32s, numbers: I16s, weights: I16s) -> I32s {
    // At most 255 x 127, which fits into 16 bits.
    let weighted = vmulq_s16(numbers, weights);
    let sums = vmlal_s16(sums, vget_low_s16(weighted), vget_low_s16(numbers));
    vmlal_high_s16(sums, weighted, numbers)
}
