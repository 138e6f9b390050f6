//! Registers of NEON, which every 64-bit ARM has.

use std::arch::aarch64::*;

use super::super::{HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT};
use super::Rows;

type Numbers = int16x8_t;
type Totals = int32x4_t;
const LANES: usize = 8;
const PART: usize = 16;

super::loops::loops!("neon");

#[target_feature(enable = "neon")]
#[inline]
unsafe fn load(from: *const i16) -> Numbers {
    // SAFETY: the caller's.
    unsafe { vld1q_s16(from) }
}

#[target_feature(enable = "neon")]
#[inline]
unsafe fn store(to: *mut i16, numbers: Numbers) {
    // SAFETY: the caller's.
    unsafe { vst1q_s16(to, numbers) }
}

#[target_feature(enable = "neon")]
#[inline]
fn splat(number: i16) -> Numbers {
    vdupq_n_s16(number)
}

#[target_feature(enable = "neon")]
#[inline]
fn add(a: Numbers, b: Numbers) -> Numbers {
    vaddq_s16(a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn sub(a: Numbers, b: Numbers) -> Numbers {
    vsubq_s16(a, b)
}

#[target_feature(enable = "neon")]
#[inline]
fn clip(numbers: Numbers, least: Numbers, most: Numbers) -> Numbers {
    vminq_s16(vmaxq_s16(numbers, least), most)
}

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
