//! The inner loops with AVX-512 (BW and VNNI): registers of 32 numbers of 16 bits.

use std::arch::x86_64::*;

use super::super::shape::PRODUCT_HALF;

super::loops::loops!(
    "avx512bw,avx512vnni", __m512i, __m512i, _mm512_setzero_si512(), block 8,
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16
);

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    // At most 255 x 255 + 64, which fits into 16 bits without a sign.
    let product = _mm512_mullo_epi16(a, b);
    let product = _mm512_add_epi16(product, _mm512_set1_epi16(PRODUCT_HALF as i16));
    _mm512_srli_epi16::<PRODUCT_SHIFT>(product)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    _mm512_dpwssd_epi32(sums, a, b)
}
