//! Registers of NEON, which every 64-bit ARM has.

use std::arch::aarch64::*;

type Totals = int32x4_t;

super::loops::loops!(
    "neon", int16x8_t, part 16,
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

#[target_feature(enable = "neon")]
#[inline]
fn no_totals() -> Totals {
    vdupq_n_s32(0)
}

#[target_feature(enable = "neon")]
#[inline]
fn sum(totals: Totals) -> i64 {
    vaddlvq_s32(totals)
}
