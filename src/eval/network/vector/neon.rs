//! NEON registers, which every 64-bit ARM has.

use std::arch::aarch64::*;

super::loops::loops!(
    "neon", int16x8_t, int32x4_t, vdupq_n_s32(0), part 16,
    vld1q_s16, vst1q_s16, vdupq_n_s16, vaddq_s16, vsubq_s16, vminq_s16, vmaxq_s16
);

#[target_feature(enable = "neon")]
#[inline]
fn square(totals: Totals, numbers: Numbers, weights: Numbers) -> Totals {
    // At most 255 x 127: it fits.
    let weighted = vmulq_s16(numbers, weights);
    let totals = vmlal_s16(totals, vget_low_s16(weighted), vget_low_s16(numbers));
    vmlal_high_s16(totals, weighted, numbers)
}
