//! Memory and threads: the ranges of the settings in all interfaces, and the values chosen for 0.

use std::ops::RangeInclusive;

use crate::host::HAS_THREADS;

/// The sizes of the transposition table in MiB; for 0 the engine chooses by the machine's memory.
pub const HASH_MIB_RANGE: RangeInclusive<i64> = 0..=65_536;
/// The numbers of threads; 0 is one for each CPU.
pub const THREAD_RANGE: RangeInclusive<i64> = 0..=256;

/// Returns the size of the transposition table in MiB. For 0 it is 1/32 of the machine's memory, between 16 and 128 MiB, or
/// 64 MiB if the memory is unknown.
///
/// It is at most three quarters of the memory; there is no upper bound if the memory is unknown. Operating systems overcommit
/// memory, and kill the process when it is used.
pub(super) fn hash_size(requested: usize) -> usize {
    let memory = memory_mib();
    if requested == 0 {
        return memory.map_or(64, |mib| mib / 32).clamp(16, 128);
    }
    let max = memory.map_or(usize::MAX, |mib| (mib / 4 * 3).max(1));
    if requested > max {
        tracing::warn!(
            "a hash table of {max} MiB instead of {requested}: that is three quarters of the memory"
        );
    }
    requested.min(max)
}

/// Returns the memory of the machine, or of the container if that is less, in MiB; `None` if the system does not report it.
#[cfg(not(target_family = "wasm"))]
fn memory_mib() -> Option<usize> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let container = system.cgroup_limits().map(|limits| limits.total_memory);
    let bytes = container.unwrap_or(u64::MAX).min(system.total_memory());
    (bytes > 0).then_some((bytes >> 20) as usize)
}

/// A module can have 4 GiB, of which a browser may allow only half.
#[cfg(target_family = "wasm")]
fn memory_mib() -> Option<usize> {
    Some(2_048)
}

/// Returns the number of threads: for 0 one for each CPU, and 1 on WebAssembly.
pub fn thread_count(requested: usize) -> usize {
    match requested {
        _ if !HAS_THREADS => 1,
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        _ => requested,
    }
}
