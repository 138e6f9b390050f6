//! The inner loops: adding rows to hidden sums, and the last sum.
//!
//! Each is written twice, plainly and for AVX2, whose registers hold sixteen of the numbers. Which is used is found out when the
//! program runs. Both are whole numbers throughout and give the same result to the last bit; sums of 16 bits
//! wrap around in both.

use super::{HIDDEN, Head, Hidden, ONE};

/// What is done to the hidden sums: rows that go, rows that come.
pub(super) type Rows<'a> = &'a [&'a Hidden];

/// Adds a row.
#[inline]
pub(super) fn add(sums: &mut Hidden, row: &Hidden) {
    for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(weight);
    }
}

/// The sums `from` with some rows taken away and others added.
#[inline]
pub(super) fn mend(from: &Hidden, to: &mut Hidden, gone: Rows<'_>, come: Rows<'_>) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2.
        unsafe { wide::mend(from, to, gone, come) };
        return;
    }
    plain_mend(from, to, gone, come);
}

/// Both views clipped to 0..=255, squared, weighted and summed.
#[inline]
pub(super) fn activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the machine has AVX2.
        return unsafe { wide::activate(mover, other, head) };
    }
    plain_activate(mover, other, head)
}

fn plain_mend(from: &Hidden, to: &mut Hidden, gone: Rows<'_>, come: Rows<'_>) {
    *to = *from;
    for row in gone {
        for (sum, &weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(weight);
        }
    }
    for row in come {
        add(to, row);
    }
}

fn plain_activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
    let mut total = 0;
    for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
        for (&sum, &weight) in sums.0.iter().zip(weights) {
            let clipped = i32::from(sum).clamp(0, ONE);
            total += i64::from(clipped * clipped * i32::from(weight));
        }
    }
    total
}

#[cfg(target_arch = "x86_64")]
mod wide {
    use std::arch::x86_64::*;

    use super::{HIDDEN, Head, Hidden, ONE, Rows};

    /// Numbers of 16 bits in a register.
    const LANES: usize = 16;
    /// Registers that hold a part of the sums at a time.
    const PART: usize = 8;

    const _: () = assert!(HIDDEN.is_multiple_of(LANES * PART));

    /// A register's load from an aligned row, at so many numbers.
    #[target_feature(enable = "avx2")]
    #[inline]
    fn load(numbers: &[i16; HIDDEN], at: usize) -> __m256i {
        debug_assert!(at + LANES <= HIDDEN);
        // SAFETY: `at` is a multiple of sixteen within the array. Whether it is aligned does not matter.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().add(at).cast()) }
    }

    #[target_feature(enable = "avx2")]
    pub fn mend(from: &Hidden, to: &mut Hidden, gone: Rows<'_>, come: Rows<'_>) {
        // A part of the sums stays in registers while all rows pass.
        for start in (0..HIDDEN).step_by(LANES * PART) {
            let mut part = [_mm256_setzero_si256(); PART];
            for (index, sums) in part.iter_mut().enumerate() {
                *sums = load(&from.0, start + index * LANES);
            }
            for row in gone {
                for (index, sums) in part.iter_mut().enumerate() {
                    *sums = _mm256_sub_epi16(*sums, load(&row.0, start + index * LANES));
                }
            }
            for row in come {
                for (index, sums) in part.iter_mut().enumerate() {
                    *sums = _mm256_add_epi16(*sums, load(&row.0, start + index * LANES));
                }
            }
            for (index, sums) in part.iter().enumerate() {
                let at = start + index * LANES;
                // SAFETY: as in `load`, for writing.
                unsafe { _mm256_storeu_si256(to.0.as_mut_ptr().add(at).cast(), *sums) };
            }
        }
    }

    #[target_feature(enable = "avx2")]
    pub fn activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ONE as i16));
        let mut total = zero;
        for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
            for at in (0..HIDDEN).step_by(LANES) {
                let clipped = _mm256_min_epi16(_mm256_max_epi16(load(&sums.0, at), zero), one);
                // At most 255 x 127: it fits.
                let weighted = _mm256_mullo_epi16(clipped, load(weights, at));
                total = _mm256_add_epi32(total, _mm256_madd_epi16(weighted, clipped));
            }
        }
        let mut lanes = [0i32; 8];
        // SAFETY: the array is as large as the register.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), total) };
        lanes.into_iter().map(i64::from).sum()
    }

    // Each of the eight sums has at most 2 x HIDDEN / 8 squares of 255 times 127.
    const _: () = assert!((2 * HIDDEN / 8) as i64 * 255 * 255 * 127 <= i32::MAX as i64);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    fn row(random: &mut Rng, size: i16) -> Hidden {
        let mut row = Hidden([0; HIDDEN]);
        row.0.fill_with(|| random.i16(-size..=size));
        row
    }

    #[test]
    fn both_ways_to_mend_agree() {
        let mut random = Rng::with_seed(1);
        for count in 0..6 {
            let rows: Vec<Hidden> = (0..2 * count).map(|_| row(&mut random, i16::MAX)).collect();
            let refs: Vec<&Hidden> = rows.iter().collect();
            let (gone, come) = refs.split_at(count);
            let from = row(&mut random, i16::MAX);
            let (mut one, mut other) = (from, from);
            mend(&from, &mut one, gone, come);
            plain_mend(&from, &mut other, gone, come);
            assert_eq!(one, other);
        }
    }

    #[test]
    fn both_ways_to_sum_agree() {
        let mut random = Rng::with_seed(2);
        for size in [0, 1, 100, 255, 300, i16::MAX] {
            let (mover, other) = (row(&mut random, size), row(&mut random, size));
            let head = Head([row(&mut random, 127).0, row(&mut random, 127).0]);
            let plain = plain_activate(&mover, &other, &head);
            assert_eq!(activate(&mover, &other, &head), plain);
        }
        // The largest there is.
        let (full, head) = (Hidden([i16::MAX; HIDDEN]), Head([[127; HIDDEN]; 2]));
        let most = 2 * HIDDEN as i64 * 255 * 255 * 127;
        assert_eq!(activate(&full, &full, &head), most);
    }
}
