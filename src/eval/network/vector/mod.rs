//! The inner loops: adding rows to hidden sums, and the last sum.
//!
//! Each is written plainly, and once for wide registers, to which every kind of machine gives its own: AVX-512 32 of
//! the numbers in each, AVX2 sixteen, NEON eight. Which are used is found out when the program runs. All are whole
//! numbers throughout and give the same result to the last bit; sums of 16 bits wrap around in all.
//!
//! | room | idea |
//! |---|---|
//! | `plain` | for machines without wide registers, and to compare with |
//! | `loops` | the loops over registers, whatever kind they are |
//! | `avx512`, `avx2`, `neon` | a kind of registers |

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

/// Calls a function of the best kind of registers that this machine has.
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

/// The sums `from` with some rows taken away and others added.
#[inline]
pub(super) fn mend(from: &Hidden, to: &mut Hidden, gone: Rows<'_>, come: Rows<'_>) {
    best!(mend(from, to, gone, come))
}

/// Both views clipped to 0..=255, squared, weighted and summed.
#[inline]
pub(super) fn activate(mover: &Hidden, other: &Hidden, head: &Head) -> i64 {
    best!(activate(mover, other, head))
}

#[cfg(test)]
mod tests;
