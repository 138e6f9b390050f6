//! Registers of AVX2.

use std::arch::x86_64::*;

type Totals = __m256i;

super::loops::loops!(
    "avx2", __m256i, part 8,
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_min_epi16, _mm256_max_epi16
);

#[target_feature(enable = "avx2")]
#[inline]
fn square(totals: Totals, numbers: Numbers, weights: Numbers) -> Totals {
    // At most 255 x 127: it fits.
    let weighted = _mm256_mullo_epi16(numbers, weights);
    _mm256_add_epi32(totals, _mm256_madd_epi16(weighted, numbers))
}

#[target_feature(enable = "avx2")]
#[inline]
fn no_totals() -> Totals {
    _mm256_setzero_si256()
}

#[target_feature(enable = "avx2")]
#[inline]
fn sum(totals: Totals) -> i64 {
    let mut lanes = [0i32; LANES / 2];
    // SAFETY: the array is as large as the register.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), totals) };
    lanes.into_iter().map(i64::from).sum()
}
