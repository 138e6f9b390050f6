//! Memory and threads: the ranges of all interfaces, and what 0 means.

use std::ops::RangeInclusive;

/// Sizes of the hash table, MiB; 0 is by the machine's memory.
pub const HASH_MIB: RangeInclusive<i64> = 0..=65_536;
/// Numbers of threads; 0 is as many as the machine has.
pub const THREADS: RangeInclusive<i64> = 0..=256;

/// The size of the hash table in MiB: for 0 a thirty-second of the machine's memory, between 16 and 128 MiB, and never more than
/// three quarters of the memory, since the system would grant it and then end the program that uses it.
pub(super) fn hash_size(asked: usize) -> usize {
    let memory = memory_mib();
    if asked == 0 {
        return memory.map_or(64, |mib| mib / 32).clamp(16, 128);
    }
    let most = memory.map_or(usize::MAX, |mib| (mib / 4 * 3).max(1));
    if asked > most {
        tracing::warn!(
            "a hash table of {most} MiB instead of {asked}: the machine has no more to give"
        );
    }
    asked.min(most)
}

/// The memory in MiB, of the machine or of the container where that has less; `None` where the system does not report it.
#[cfg(not(target_family = "wasm"))]
fn memory_mib() -> Option<usize> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let container = system.cgroup_limits().map(|limits| limits.total_memory);
    let bytes = container.map_or(system.total_memory(), |limit| {
        limit.min(system.total_memory())
    });
    (bytes > 0).then_some((bytes >> 20) as usize)
}

#[cfg(target_family = "wasm")]
fn memory_mib() -> Option<usize> {
    None
}

/// False on WebAssembly: a search there runs in the thread that calls and cannot be stopped from outside.
pub(super) const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// The number of threads: for 0 all that the machine has.
pub fn thread_count(asked: usize) -> usize {
    match asked {
        _ if !HAS_THREADS => 1,
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        _ => asked,
    }
}
