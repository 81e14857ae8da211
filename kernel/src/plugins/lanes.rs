//! Where calls of installed plugins run, so that a heavy one does not slow down the others.
//!
//! A call begins on the threads of requests. Once it has computed for longer than [`LIGHT_CPU`], it goes on in the heavy
//! lane: a few threads with a lower priority. After three heavy calls in ten seconds, the calls of an install begin there for
//! a minute, once they are admitted: one call of an install at a time, and few in total, so that heavy calls hold few
//! connections to the database. On an idle machine the heavy lane is as fast as the threads of requests.

use std::collections::VecDeque;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::thread;
use std::time::{Duration, Instant};

use tokio::runtime::{Builder, Handle};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tracing::Instrument;

use super::cpu_time::thread_cpu;

/// CPU time after which a call is heavy: one tick of the guest's clock. A kernel without optimizations computes ten times as
/// long.
const LIGHT_CPU: Duration = Duration::from_millis(if cfg!(debug_assertions) { 50 } else { 5 });
/// Heavy calls within [`STRIKES_WITHIN`] after which an install begins in the heavy lane. One may be an accident.
const STRIKES: usize = 3;
const STRIKES_WITHIN: Duration = Duration::from_secs(10);
/// How long an install stays in the heavy lane after its last heavy call.
const HEAVY_FOR: Duration = Duration::from_mins(1);
/// How long a call waits to be admitted before it is refused.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Calls in the heavy lane for each of its threads: one computes while another waits for the database.
const CALLS_PER_THREAD: usize = 2;
/// The niceness of the lane's threads: they give way, and still get a share of a busy machine, because other threads may wait
/// for a lock that they hold.
const NICENESS: i32 = 5;

/// The threads of the heavy lane. They end with the last reference.
pub struct HeavyLane {
    threads: Vec<Handle>,
    next: AtomicUsize,
    calls: Arc<Semaphore>,
    /// Dropped: the threads stop.
    _running: Vec<oneshot::Sender<()>>,
}

/// How heavy the calls of an install have been.
pub(super) struct Load {
    /// The times of its latest heavy calls, and until when its calls begin in the heavy lane.
    strikes: Mutex<(VecDeque<Instant>, Option<Instant>)>,
    one: Arc<Semaphore>,
}

/// The permission to begin in the heavy lane.
pub(super) struct Admitted {
    _one: OwnedSemaphorePermit,
    _call: OwnedSemaphorePermit,
}

/// The heavy lane is full.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full;

impl HeavyLane {
    /// Starts the threads: half as many as the machine has cores.
    ///
    /// # Errors
    /// The system provides no thread.
    pub fn start() -> io::Result<Self> {
        let cores = thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        let (mut threads, mut running) = (Vec::new(), Vec::new());
        for _ in 0..(cores / 2).max(1) {
            let runtime = Builder::new_current_thread().enable_all().build()?;
            threads.push(runtime.handle().clone());
            let (run, stopped) = oneshot::channel::<()>();
            running.push(run);
            thread::Builder::new()
                .name("heavy".to_owned())
                .spawn(move || {
                    lower_priority();
                    let _ = runtime.block_on(stopped);
                })?;
        }
        Ok(Self {
            next: AtomicUsize::new(0),
            calls: Arc::new(Semaphore::new(threads.len() * CALLS_PER_THREAD)),
            threads,
            _running: running,
        })
    }

    /// Waits until a call of an install may begin: at once on the threads of requests (`None`), or in the heavy lane.
    ///
    /// # Errors
    /// [`Full`] after a second.
    pub(super) async fn admit(&self, load: &Load) -> Result<Option<Admitted>, Full> {
        if !load.is_heavy(Instant::now()) {
            return Ok(None);
        }
        let admitted = async {
            Some(Admitted {
                _one: load.one.clone().acquire_owned().await.ok()?,
                _call: self.calls.clone().acquire_owned().await.ok()?,
            })
        };
        let admitted = tokio::time::timeout(MAX_WAIT, admitted).await;
        admitted.ok().flatten().map(Some).ok_or(Full)
    }

    /// Runs a call to its end, in the heavy lane from the beginning if it was admitted there; returns its result and its
    /// CPU time. Dropped: the call is dropped, too.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        admitted: Option<Admitted>,
        call: impl Future<Output = T> + Send + 'static,
    ) -> (T, Duration) {
        let mut call = Metered {
            call: Box::pin(call),
            spent: Duration::ZERO,
        };
        let on_requests = async {
            std::future::poll_fn(|context| match call.poll(context) {
                Poll::Ready(done) => Poll::Ready(Some(done)),
                Poll::Pending if call.spent > LIGHT_CPU => Poll::Ready(None),
                Poll::Pending => Poll::Pending,
            })
            .await
        };
        let done = match &admitted {
            None => on_requests.await,
            Some(_) => None,
        };
        match done {
            Some(done) => (done, call.spent),
            None => self.in_heavy_lane(call).await,
        }
    }

    async fn in_heavy_lane<T: Send + 'static>(&self, mut call: Metered<T>) -> (T, Duration) {
        let requests = Handle::current();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let thread = &self.threads[number % self.threads.len()];
        let call = async move {
            let done = std::future::poll_fn(|context| {
                // Connections and timers of the call belong to the threads of requests, which serve them without delay.
                let _entered = requests.enter();
                call.poll(context)
            })
            .await;
            (done, call.spent)
        };
        let mut task = AbortOnDrop(thread.spawn(call.in_current_span()));
        match (&mut task.0).await {
            Ok(done) => done,
            Err(failed) => match failed.try_into_panic() {
                Ok(panic) => std::panic::resume_unwind(panic),
                // The process is stopping.
                Err(_) => std::future::pending().await,
            },
        }
    }
}

impl Load {
    pub(super) fn new() -> Self {
        Self {
            strikes: Mutex::default(),
            one: Arc::new(Semaphore::new(1)),
        }
    }

    /// Counts a call: heavy by its CPU time, or because it kept the database busy.
    pub(super) fn count(&self, cpu: Duration, is_slow: bool) {
        if cpu > LIGHT_CPU || is_slow {
            self.strike(Instant::now());
        }
    }

    fn strike(&self, now: Instant) {
        let mut strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner);
        let (recent, heavy_until) = &mut *strikes;
        recent.push_back(now);
        while recent.len() > STRIKES {
            recent.pop_front();
        }
        let is_heavy = heavy_until.is_some_and(|until| now < until);
        let often = recent.len() == STRIKES && now.duration_since(recent[0]) <= STRIKES_WITHIN;
        if is_heavy || often {
            *heavy_until = Some(now + HEAVY_FOR);
        }
    }

    fn is_heavy(&self, now: Instant) -> bool {
        let strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner);
        strikes.1.is_some_and(|until| now < until)
    }
}

impl Default for Load {
    fn default() -> Self {
        Self::new()
    }
}

/// A call whose polls are timed.
struct Metered<T> {
    call: Pin<Box<dyn Future<Output = T> + Send>>,
    spent: Duration,
}

impl<T> Metered<T> {
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<T> {
        let began = thread_cpu();
        let polled = self.call.as_mut().poll(context);
        self.spent += thread_cpu().saturating_sub(began);
        polled
    }
}

struct AbortOnDrop<T>(tokio::task::JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Lowers the priority of this thread. Without it the lane still bounds how much runs at the same time.
fn lower_priority() {
    #[allow(unsafe_code, reason = "the priority of a thread has no safe interface")]
    // SAFETY: changes the priority of the calling thread only.
    let failed = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICENESS) } != 0;
    if failed {
        tracing::warn!(
            error = %io::Error::last_os_error(),
            "the threads of heavy plugin calls keep their priority"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread_name() -> String {
        thread::current().name().unwrap_or_default().to_owned()
    }

    /// Computes for a while, with pauses as the epoch clock of a guest makes them; returns the threads it ran on.
    async fn compute(span: Duration) -> Vec<String> {
        let mut threads = Vec::new();
        let began = Instant::now();
        while began.elapsed() < span {
            let slice = Instant::now();
            while slice.elapsed() < Duration::from_millis(2) {
                std::hint::black_box(slice);
            }
            threads.push(thread_name());
            tokio::task::yield_now().await;
        }
        threads
    }

    #[tokio::test]
    async fn a_heavy_call_goes_on_in_the_heavy_lane() {
        let lane = HeavyLane::start().expect("threads");
        let (light, _) = lane.run(None, async { thread_name() }).await;
        assert_ne!(light, "heavy");
        let (threads, spent) = lane.run(None, compute(Duration::from_millis(400))).await;
        assert_ne!(threads[0], "heavy");
        assert_eq!(threads.last().expect("some"), "heavy");
        assert!(spent > LIGHT_CPU, "{spent:?}");
    }

    #[tokio::test]
    async fn after_three_heavy_calls_the_next_one_begins_in_the_heavy_lane() {
        let (lane, load) = (HeavyLane::start().expect("threads"), Load::new());
        load.count(LIGHT_CPU, false);
        for is_slow in [true, false] {
            let cpu = if is_slow {
                Duration::ZERO
            } else {
                LIGHT_CPU * 2
            };
            load.count(cpu, is_slow);
        }
        assert!(lane.admit(&load).await.expect("room").is_none());
        load.count(Duration::ZERO, true);
        let admitted = lane.admit(&load).await.expect("room");
        assert!(admitted.is_some());
        let (thread, _) = lane.run(admitted, async { thread_name() }).await;
        assert_eq!(thread, "heavy");
    }

    #[test]
    fn rare_heavy_calls_do_not_count_and_a_minute_without_one_ends_it() {
        let (load, start) = (Load::new(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        for second in [0, 6, 12, 18] {
            load.strike(at(second));
            assert!(!load.is_heavy(at(second)));
        }
        load.strike(at(20));
        assert!(
            load.is_heavy(at(20)),
            "12, 18 and 20 are within ten seconds"
        );
        load.strike(at(50));
        assert!(load.is_heavy(at(109)));
        assert!(!load.is_heavy(at(110)));
    }

    #[tokio::test]
    async fn an_install_has_one_heavy_call_at_a_time_and_others_are_refused_after_a_second() {
        let lane = HeavyLane::start().expect("threads");
        let (load, other) = (heavy(), heavy());
        let first = lane
            .admit(&load)
            .await
            .expect("room")
            .expect("the heavy lane");
        assert_eq!(lane.admit(&load).await.err(), Some(Full));
        assert!(lane.admit(&other).await.expect("room").is_some());
        drop(first);
        assert!(lane.admit(&load).await.expect("room").is_some());
    }

    #[tokio::test]
    async fn a_dropped_call_ends_in_the_heavy_lane() {
        struct Ends(Option<oneshot::Sender<()>>);
        impl Drop for Ends {
            fn drop(&mut self) {
                let _ = self.0.take().map(|ends| ends.send(()));
            }
        }
        let lane = HeavyLane::start().expect("threads");
        let (ends, ended) = oneshot::channel();
        let held = Ends(Some(ends));
        let admitted = lane.admit(&heavy()).await.expect("room");
        let call = lane.run(admitted, async move {
            let _held = held;
            std::future::pending::<()>().await;
        });
        assert!(
            tokio::time::timeout(Duration::from_millis(50), call)
                .await
                .is_err()
        );
        ended.await.expect("the end");
    }

    fn heavy() -> Load {
        let load = Load::new();
        for _ in 0..STRIKES {
            load.count(Duration::ZERO, true);
        }
        load
    }
}
