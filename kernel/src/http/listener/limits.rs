//! The limits of open connections and live streams, derived from the configuration and the process's limit on open
//! files.

use crate::config::Config;

/// Open files that are not client connections: the log, data files, outgoing calls, mail, and the runtime.
const OTHER_FILES: usize = 192;
/// The largest derived limit. A larger one must be configured, because each connection takes memory.
const MAX_DERIVED: usize = 16_384;

/// The configured or derived total of connections.
pub(crate) fn max_connections(config: &Config) -> usize {
    config
        .http
        .max_connections
        .unwrap_or_else(|| derive(open_file_limit(), config.database.connections))
}

/// The configured or derived limit of live streams: half of the connections, so that streams alone cannot block
/// requests.
pub(crate) fn max_streams(config: &Config) -> usize {
    config
        .http
        .max_streams
        .unwrap_or_else(|| (max_connections(config) / 2).max(1))
}

fn derive(open_files: usize, database_connections: u32) -> usize {
    available(open_files, database_connections).min(MAX_DERIVED)
}

/// The open files that remain after both database pools and all other uses; at least a quarter of the limit.
pub(super) fn available(open_files: usize, database_connections: u32) -> usize {
    let database = usize::try_from(database_connections).unwrap_or(usize::MAX);
    let reserved = database.saturating_mul(2).saturating_add(OTHER_FILES);
    open_files
        .saturating_sub(reserved)
        .max(open_files / 4)
        .max(1)
}

/// The current `RLIMIT_NOFILE`.
#[allow(unsafe_code, reason = "the limit has no safe interface")]
pub(super) fn open_file_limit() -> usize {
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
    // SAFETY: writes into the record that it is given.
    let status = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) };
    match status {
        0 => usize::try_from(limit.rlim_cur).unwrap_or(usize::MAX),
        _ => 1024,
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_DERIVED, derive, open_file_limit};

    #[test]
    fn connections_leave_room_for_the_database_and_files() {
        let check = |open_files, expect| assert_eq!(derive(open_files, 16), expect, "{open_files}");
        check(1024, 800);
        check(4096, 3872);
        check(256, 64);
        check(1, 1);
        check(1 << 20, MAX_DERIVED);
        check(usize::MAX, MAX_DERIVED);
        assert!(open_file_limit() > 0);
    }
}
