//! The inner loops with AVX2: registers of 16 numbers of 16 bits.

use std::arch::x86_64::*;

super::loops::loops!(
    "avx2", __m256i, __m256i, _mm256_setzero_si256(), block 8,
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_min_epi16, _mm256_max_epi16
);

#[target_feature(enable = "avx2")]
#[inline]
fn add_weighted_squares(sums: I32s, numbers: I16s, weights: I16s) -> I32s {
    // At most 255 x 127, which fits into 16 bits.
    let weighted = _mm256_mullo_epi16(numbers, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(weighted, numbers))
}
