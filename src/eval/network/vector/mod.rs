//! The inner loops of the network, with and without SIMD: updating hidden sums, and the output layer.
//!
//! `loops` contains the loops over registers for all instruction sets: `avx512` with 32 numbers of 16 bits each, `avx2`
//! with 16, `neon` with 8. `plain` is for other machines and for tests. The instruction set is detected at run time. All
//! give the same result to the last bit; sums of 16 bits wrap around.

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
mod loops;
mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(super) use plain::add;

use super::shape::{Head, Hidden, Rows};

/// Calls a function of the best instruction set that this machine has.
macro_rules! best {
    ($function:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") {
                // SAFETY: the machine has AVX-512 with numbers of 16 bits.
                return unsafe { avx512::$function($($argument),*) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2.
                return unsafe { avx2::$function($($argument),*) };
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            // SAFETY: the machine has NEON.
            return unsafe { neon::$function($($argument),*) };
        }
        plain::$function($($argument),*)
    }};
}

/// Computes the sums `from` with some rows subtracted and others added.
#[inline]
pub(super) fn update(from: &Hidden, to: &mut Hidden, removed: Rows<'_>, added: Rows<'_>) {
    best!(update(from, to, removed, added))
}

/// Returns the sum of both views, clipped to 0..=255, squared and weighted.
#[inline]
pub(super) fn activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
    best!(activate(mover, other, head))
}

#[cfg(test)]
mod tests;
