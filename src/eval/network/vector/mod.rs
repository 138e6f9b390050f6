//! The inner loops of the network, with and without SIMD: the update of hidden layers, and the layers behind them.
//!
//! `loops` contains the loops for all instruction sets. A register of `avx512` holds 32 numbers of 16 bits, one of `avx2` 16, and
//! one of `neon` or WebAssembly's `simd128` 8. `plain` is for other machines and for tests. The instruction set is detected at
//! run time, that of WebAssembly at compile time. All return exactly the same result; sums of 16 bits wrap around.

#[cfg(any(
    target_arch = "x86_64",
    target_arch = "aarch64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod loops;
mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

pub(super) use plain::add;

use super::shape::{Head, HiddenLayer, Rows};

/// Calls the function of the fastest module that this machine supports.
macro_rules! best {
    ($function:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
                // SAFETY: the machine has both.
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
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        // Always true, but without it the line after this block could not be reached.
        if cfg!(target_feature = "simd128") {
            return simd128::$function($($argument),*);
        }
        plain::$function($($argument),*)
    }};
}

/// Sets `to` to the sums `from` minus the rows `removed` plus the rows `added`.
#[inline]
pub(super) fn update(from: &HiddenLayer, to: &mut HiddenLayer, removed: Rows<'_>, added: Rows<'_>) {
    best!(update(from, to, removed, added))
}

/// Returns the output in 1 / [`OUTPUT_UNIT`](super::shape::OUTPUT_UNIT): the neurons of both perspectives are clipped to 0..=1020
/// and multiplied in pairs, and the products go through the layers of the head.
#[inline]
pub(super) fn output(mover: &HiddenLayer, other: &HiddenLayer, head: &Head) -> i64 {
    best!(output(mover, other, head))
}

#[cfg(test)]
mod tests;
