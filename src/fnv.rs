//! The checksum of Fowler, Noll and Vo (FNV-1a, 64 bits): small, and the same in every program.

/// The sum over these bytes.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
