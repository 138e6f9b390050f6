//! The inner loops with AVX2: registers of 16 numbers of 16 bits.

use std::arch::x86_64::*;

super::loops::loops!(
    "avx2", __m256i, __m256i, _mm256_setzero_si256(), block 8,
    _mm256_loadu_si256, _mm256_storeu_si256, _mm256_set1_epi16, _mm256_add_epi16, _mm256_sub_epi16, _mm256_min_epi16, _mm256_max_epi16
);

#[target_feature(enable = "avx2")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    _mm256_mulhrs_epi16(_mm256_slli_epi16::<{ FRACTION_SHIFT as i32 }>(a), b)
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    _mm256_add_epi32(sums, _mm256_madd_epi16(a, b))
}

#[target_feature(enable = "avx2")]
#[inline]
fn add_multiples(sums: [I32s; 2], a: I16s, factor: i16) -> [I32s; 2] {
    // Each number fills 32 bits, and the factor only their lower half.
    let factor = _mm256_set1_epi32(i32::from(factor) & 0xffff);
    let low = _mm256_cvtepi16_epi32(_mm256_castsi256_si128(a));
    let high = _mm256_cvtepi16_epi32(_mm256_extracti128_si256::<1>(a));
    [
        add_products(sums[0], low, factor),
        add_products(sums[1], high, factor),
    ]
}

#[target_feature(enable = "avx2")]
#[inline]
pub fn sum_lanes(registers: [__m256i; NEURONS]) -> [i32; NEURONS] {
    let [a, b, c, d, e, f, g, h] = registers;
    let first = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
    let second = _mm256_hadd_epi32(_mm256_hadd_epi32(e, f), _mm256_hadd_epi32(g, h));
    // The halves of both have the sums of the halves of the registers.
    let low = _mm256_permute2x128_si256::<0x20>(first, second);
    let high = _mm256_permute2x128_si256::<0x31>(first, second);
    // SAFETY: the array is as large as the register, and all bits are valid.
    unsafe { std::mem::transmute(_mm256_add_epi32(low, high)) }
}
