//! The CPU time of a thread, in which the CPU time of calls is measured.

use std::time::Duration;

/// The CPU time that this thread has used so far.
#[must_use]
pub fn thread_cpu() -> Duration {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    #[allow(unsafe_code, reason = "the clock of a thread has no safe interface")]
    // SAFETY: `time` outlives the call, which only writes to it.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) } != 0;
    if failed {
        return Duration::ZERO;
    }
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
}
