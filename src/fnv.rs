//! The checksum of Fowler, Noll and Vo (FNV-1a, 64 bits): small, and the same in every program.

/// A sum over bytes, to which more may be added.
pub(crate) struct Fnv(pub u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    /// Goes over more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The sum over these bytes.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    let mut sum = Fnv::default();
    sum.add(bytes);
    sum.0
}
