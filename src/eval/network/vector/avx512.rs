//! The inner loops with AVX-512 (AVX-512BW): registers of 32 numbers of 16 bits.

use std::arch::x86_64::*;

super::loops::loops!(
    "avx512bw", __m512i, __m512i, _mm512_setzero_si512(), block 8,
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16
);

#[target_feature(enable = "avx512bw")]
#[inline]
fn add_weighted_squares(sums: I32s, numbers: I16s, weights: I16s) -> I32s {
    // At most 255 x 127, which fits into 16 bits.
    let weighted = _mm512_mullo_epi16(numbers, weights);
    _mm512_add_epi32(sums, _mm512_madd_epi16(weighted, numbers))
}
