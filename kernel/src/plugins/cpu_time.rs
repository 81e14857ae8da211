//! The CPU time of a call: the time that threads of the kernel spend in it, without its waits for the database.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

/// Runs a future to its end; returns its result and the CPU time of all its polls.
pub(super) async fn cpu_timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let mut work = pin!(work);
    let mut spent = Duration::ZERO;
    let done = poll_fn(|context| {
        let began = thread_cpu();
        let polled = work.as_mut().poll(context);
        spent += thread_cpu().saturating_sub(began);
        polled
    });
    let done = done.await;
    (done, spent)
}

/// The CPU time that this thread has used so far.
fn thread_cpu() -> Duration {
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

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    #[tokio::test]
    async fn waiting_takes_no_cpu_time_and_computing_does() {
        let (_, waiting) = cpu_timed(tokio::time::sleep(Duration::from_millis(60))).await;
        assert!(waiting < Duration::from_millis(20), "{waiting:?}");
        let (rounds, computing) = cpu_timed(async {
            let mut rounds = 0_u64;
            let until = Instant::now() + Duration::from_millis(200);
            while Instant::now() < until {
                rounds = std::hint::black_box(rounds + 1);
            }
            rounds
        })
        .await;
        assert!(
            rounds > 0 && computing > Duration::from_millis(20),
            "{computing:?}"
        );
    }
}
