//! Registers of AVX-512, with numbers of 16 bits (AVX-512BW).

use std::arch::x86_64::*;

type Totals = __m512i;

super::loops::loops!(
    "avx512bw", __m512i, part 8,
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16
);

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
