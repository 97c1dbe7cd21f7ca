//! How much memory there is.

use std::fs;

/// Returns the memory this process may take at most: that of the machine or what its control group grants,
/// or `None` where the system does not say.
///
/// # Units
/// MiB.
#[must_use]
pub fn total_mib() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_mib(&text));
    // The group's own files, as a process inside a container sees them: version 2, version 1.
    let group = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"]
        .iter()
        .filter_map(|path| fs::read_to_string(path).ok())
        .filter_map(|text| group_mib(&text));
    machine.into_iter().chain(group).min()
}

/// Returns the most that tables may take of this machine, three quarters of its memory, or `None` where the
/// system does not say how much there is.
///
/// # Units
/// MiB.
#[must_use]
pub fn most_for_tables_mib() -> Option<u64> {
    total_mib().map(share)
}

/// A table of this size never meets the system's killer of processes: it is taken bit by bit, and a request
/// that was granted may end the process hours later.
fn share(total_mib: u64) -> u64 {
    (total_mib / 4 * 3).max(1)
}

/// Reads the line `MemTotal:  24680 kB`.
fn meminfo_mib(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib >> 10)
}

/// Reads a number of bytes; `max` is no limit.
fn group_mib(text: &str) -> Option<u64> {
    text.trim().parse::<u64>().ok().map(|bytes| bytes >> 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_read_as_the_system_writes_it() {
        let text = "MemFree:  1 kB\nMemTotal:       24680448 kB\nMemAvailable: 2 kB\n";
        assert_eq!(meminfo_mib(text), Some(24_102));
        assert_eq!(meminfo_mib("MemTotal: much"), None);
        assert_eq!(group_mib("2147483648\n"), Some(2048));
        assert_eq!(group_mib("max\n"), None);
        assert_eq!([0, 1000, 24_102].map(share), [1, 750, 18_075]);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn this_machine_has_memory() {
        assert!(total_mib().is_some_and(|mib| mib >= 64));
    }
}
