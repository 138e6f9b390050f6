//! The inner loops with AVX-512 (BW and VNNI): registers of 32 numbers of 16 bits.

use std::arch::x86_64::*;

super::loops::loops!(
    "avx512bw,avx512vnni", __m512i, __m512i, _mm512_setzero_si512(), block 8,
    _mm512_loadu_si512, _mm512_storeu_si512, _mm512_set1_epi16, _mm512_add_epi16, _mm512_sub_epi16, _mm512_min_epi16, _mm512_max_epi16
);

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn products(a: I16s, b: I16s) -> I16s {
    _mm512_mulhrs_epi16(_mm512_slli_epi16::<FRACTION_SHIFT>(a), b)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn add_products(sums: I32s, a: I16s, b: I16s) -> I32s {
    _mm512_dpwssd_epi32(sums, a, b)
}

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn add_multiples(sums: [I32s; 2], a: I16s, factor: i16) -> [I32s; 2] {
    // Each number fills 32 bits, and the factor only their lower half.
    let factor = _mm512_set1_epi32(i32::from(factor) & 0xffff);
    let low = _mm512_cvtepi16_epi32(_mm512_castsi512_si256(a));
    let high = _mm512_cvtepi16_epi32(_mm512_extracti64x4_epi64::<1>(a));
    [
        add_products(sums[0], low, factor),
        add_products(sums[1], high, factor),
    ]
}

#[target_feature(enable = "avx512bw,avx512vnni")]
#[inline]
fn sum_lanes(registers: [I32s; NEURONS]) -> [i32; NEURONS] {
    let mut halves = [_mm256_setzero_si256(); NEURONS];
    for (half, register) in halves.iter_mut().zip(registers) {
        let high = _mm512_extracti64x4_epi64::<1>(register);
        *half = _mm256_add_epi32(_mm512_castsi512_si256(register), high);
    }
    super::avx2::sum_lanes(halves)
}
