//! Registers of AVX-512, with numbers of 16 bits (AVX-512BW).

use std::arch::x86_64::*;

use super::super::{HIDDEN, Head, Hidden, ONE, OUTPUT_LIMIT};
use super::Rows;

type Numbers = __m512i;
type Totals = __m512i;
const LANES: usize = 32;
const PART: usize = 8;

super::loops::loops!("avx512bw");

#[target_feature(enable = "avx512bw")]
#[inline]
unsafe fn load(from: *const i16) -> Numbers {
    // SAFETY: the caller's.
    unsafe { _mm512_loadu_si512(from.cast()) }
}

#[target_feature(enable = "avx512bw")]
#[inline]
unsafe fn store(to: *mut i16, numbers: Numbers) {
    // SAFETY: the caller's.
    unsafe { _mm512_storeu_si512(to.cast(), numbers) }
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn splat(number: i16) -> Numbers {
    _mm512_set1_epi16(number)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn add(a: Numbers, b: Numbers) -> Numbers {
    _mm512_add_epi16(a, b)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn sub(a: Numbers, b: Numbers) -> Numbers {
    _mm512_sub_epi16(a, b)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn clip(numbers: Numbers, least: Numbers, most: Numbers) -> Numbers {
    _mm512_min_epi16(_mm512_max_epi16(numbers, least), most)
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn square(totals: Totals, numbers: Numbers, weights: Numbers) -> Totals {
    // At most 255 x 127: it fits.
    let weighted = _mm512_mullo_epi16(numbers, weights);
    _mm512_add_epi32(totals, _mm512_madd_epi16(weighted, numbers))
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn no_totals() -> Totals {
    _mm512_setzero_si512()
}

#[target_feature(enable = "avx512bw")]
#[inline]
fn sum(totals: Totals) -> i64 {
    let mut lanes = [0i32; LANES / 2];
    // SAFETY: the array is as large as the register.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), totals) };
    lanes.into_iter().map(i64::from).sum()
}
