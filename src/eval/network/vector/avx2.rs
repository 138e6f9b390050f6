//! The inner loops with AVX2: registers of 16 numbers of 16 bits.

use std::arch::x86_64::*;

use super::super::shape::PRODUCT_HALF;

super::loops::loops!(
    "avx2", __m256i, __m256i, _mm256_setzero_si256(), block 8,
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_min_epi16, _mm256_max_epi16
);

#[target_feature(enable = "avx2")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    // At most 255 x 255 + 64, which fits into 16 bits without a sign.
    let product = _mm256_mullo_epi16(a, b);
    let product = _mm256_add_epi16(product, _mm256_set1_epi16(PRODUCT_HALF as i16));
    _mm256_srli_epi16::<{ PRODUCT_SHIFT as i32 }>(product)
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    _mm256_add_epi32(sums, _mm256_madd_epi16(a, b))
}
