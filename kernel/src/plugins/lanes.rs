//! Where calls of installed plugins run, so that a heavy one does not slow down the others.
//!
//! A call begins on the threads of requests. Once it has computed for longer than [`LIGHT_CPU`], it goes on in the heavy
//! lane: a few threads with a lower priority. The calls of an install *begin* in the lane after two heavy ones in a row,
//! until a minute has passed without a heavy one, and as long as none of its calls has been light: code that the kernel has
//! not seen running yet takes no time of the threads of requests. Calls that begin there are admitted first: one of an
//! install at a time, and one for each thread in total, so that heavy calls hold few connections to the database and few of
//! its processes. A call of a new install waits for those heavy ones that have their turn, not for all. The second heavy
//! call in a row holds some already, so it does not wait: if many such calls are in the lane, it ends. On an idle machine the
//! lane is as fast as the threads of requests.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
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
/// How long an install stays in the heavy lane after its last heavy call.
const HEAVY_FOR: Duration = Duration::from_mins(1);
/// How long a call waits to be admitted before it is refused.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// Calls of requests that became heavy on the way, for each thread of the lane.
const MOVED_PER_THREAD: usize = 4;
/// The niceness of the lane's threads: they give way, and still get a share of a busy machine, because other threads may wait
/// for a lock that they hold.
const NICENESS: i32 = 5;

/// The threads of the heavy lane. They end with the last reference.
pub struct HeavyLane {
    threads: Vec<Handle>,
    next: AtomicUsize,
    /// Places for calls that begin in the lane, given in the order of arrival.
    calls: Arc<Semaphore>,
    /// Who may wait for a place: as many heavy calls as there are places, and every call of a new install.
    heavy_turns: Arc<Semaphore>,
    moved: Arc<Semaphore>,
    /// Dropped: the threads stop.
    _running: Vec<oneshot::Sender<()>>,
}

/// How heavy the calls of an install have been.
pub(super) struct Load {
    state: Mutex<LoadState>,
    one: Arc<Semaphore>,
}

#[derive(Default)]
struct LoadState {
    /// A request was light since the install became heavy, or since it is known.
    was_light: bool,
    /// One heavy call is no pattern: on a crowded machine an honest call is heavy now and then.
    last_was_heavy: bool,
    /// Until when its calls begin in the heavy lane.
    until: Option<Instant>,
}

/// The permission to begin in the heavy lane.
pub(super) struct Admitted {
    _one: OwnedSemaphorePermit,
    _turn: Option<OwnedSemaphorePermit>,
    _call: OwnedSemaphorePermit,
}

/// Where a call begins.
pub(super) enum Start {
    /// On the threads of requests.
    Requests,
    /// As `Requests`; the call before was heavy.
    AfterHeavy,
    HeavyLane(Admitted),
    /// An event, a timer or a health check: on the threads of requests, and always to its end, because it is not repeated
    /// by a caller. Few of them run at the same time.
    Background,
}

/// Where the next call of an install begins, by those before it.
enum Begins {
    /// On the threads of requests.
    Light(Start),
    /// In the heavy lane: no call has been light yet.
    First,
    /// In the heavy lane.
    Heavy,
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
            calls: Arc::new(Semaphore::new(threads.len())),
            heavy_turns: Arc::new(Semaphore::new(threads.len())),
            moved: Arc::new(Semaphore::new(threads.len() * MOVED_PER_THREAD)),
            threads,
            _running: running,
        })
    }

    /// Waits until a call of a request may begin: at once on the threads of requests, or in the heavy lane.
    ///
    /// # Errors
    /// [`Full`] after a second.
    pub(super) async fn admit(&self, load: &Load) -> Result<Start, Full> {
        if let Begins::Light(start) = load.begins(Instant::now()) {
            return Ok(start);
        }
        let admitted = async {
            let one = load.one.clone().acquire_owned().await.ok()?;
            // The call before may have been the first light one.
            let turn = match load.begins(Instant::now()) {
                Begins::Light(start) => return Some(start),
                Begins::First => None,
                Begins::Heavy => Some(self.heavy_turns.clone().acquire_owned().await.ok()?),
            };
            let call = self.calls.clone().acquire_owned().await.ok()?;
            Some(Start::HeavyLane(Admitted {
                _one: one,
                _turn: turn,
                _call: call,
            }))
        };
        let admitted = tokio::time::timeout(MAX_WAIT, admitted).await;
        admitted.ok().flatten().ok_or(Full)
    }

    /// Runs a call to its end; returns its CPU time, and its result unless it became heavy and the lane is full. Dropped: the
    /// call is dropped, too.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        start: Start,
        call: impl Future<Output = T> + Send + 'static,
    ) -> (Result<T, Full>, Duration) {
        let mut call = Metered {
            call: Box::pin(call),
            spent: Duration::ZERO,
        };
        let may_end = match start {
            Start::HeavyLane(_admitted) => {
                let (done, spent) = self.in_heavy_lane(call).await;
                return (Ok(done), spent);
            }
            Start::AfterHeavy => true,
            Start::Requests | Start::Background => false,
        };
        let light = std::future::poll_fn(|context| match call.poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending if call.spent > LIGHT_CPU => Poll::Ready(None),
            Poll::Pending => Poll::Pending,
        });
        if let Some(done) = light.await {
            return (Ok(done), call.spent);
        }
        let place = self.moved.clone().try_acquire_owned();
        if place.is_err() && may_end {
            return (Err(Full), call.spent);
        }
        let (done, spent) = self.in_heavy_lane(call).await;
        (Ok(done), spent)
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
            state: Mutex::default(),
            one: Arc::new(Semaphore::new(1)),
        }
    }

    /// Counts a call: heavy by its CPU time, or because it kept the database busy. `is_proof`: a request that did not fail.
    /// Events, timers, health checks and failures say nothing about what requests cost.
    pub(super) fn count(&self, cpu: Duration, is_slow: bool, is_proof: bool) {
        self.count_at(Instant::now(), cpu > LIGHT_CPU || is_slow, is_proof);
    }

    fn count_at(&self, now: Instant, is_heavy: bool, is_proof: bool) {
        let mut state = self.state();
        let in_lane = state.until.is_some_and(|until| now < until);
        if is_heavy && (in_lane || state.last_was_heavy) {
            state.until = Some(now + HEAVY_FOR);
            state.was_light = false;
        }
        state.was_light |= is_proof && !is_heavy;
        state.last_was_heavy = is_heavy;
    }

    /// Where its next call begins.
    fn begins(&self, now: Instant) -> Begins {
        let state = self.state();
        match state.until {
            Some(until) if now < until => Begins::Heavy,
            _ if !state.was_light => Begins::First,
            _ if state.last_was_heavy => Begins::Light(Start::AfterHeavy),
            _ => Begins::Light(Start::Requests),
        }
    }

    fn state(&self) -> MutexGuard<'_, LoadState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
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
        let (light, _) = lane.run(Start::Requests, async { thread_name() }).await;
        assert_ne!(light.expect("done"), "heavy");
        let long = compute(Duration::from_millis(400));
        let (threads, spent) = lane.run(Start::Requests, long).await;
        let threads = threads.expect("done");
        assert_ne!(threads[0], "heavy");
        assert_eq!(threads.last().expect("some"), "heavy");
        assert!(spent > LIGHT_CPU, "{spent:?}");
    }

    #[tokio::test]
    async fn after_two_heavy_calls_the_next_one_begins_in_the_heavy_lane() {
        let lane = HeavyLane::start().expect("threads");
        let load = Load::new();
        load.count(LIGHT_CPU, false, true);
        let start = lane.admit(&load).await.expect("room");
        assert!(matches!(start, Start::Requests));
        load.count(Duration::ZERO, true, true);
        let start = lane.admit(&load).await.expect("room");
        assert!(matches!(start, Start::AfterHeavy));
        load.count(LIGHT_CPU * 2, false, true);
        let start = lane.admit(&load).await.expect("room");
        let (thread, _) = lane.run(start, async { thread_name() }).await;
        assert_eq!(thread.expect("done"), "heavy");
    }

    #[test]
    fn light_calls_between_heavy_ones_keep_an_install_light() {
        let (load, now) = (Load::new(), Instant::now());
        for _ in 0..5 {
            load.count_at(now, true, true);
            load.count_at(now, false, true);
            assert!(matches!(load.begins(now), Begins::Light(Start::Requests)));
        }
    }

    #[test]
    fn an_install_begins_in_the_lane_until_a_request_was_light() {
        let (load, now) = (Load::new(), Instant::now());
        assert!(matches!(load.begins(now), Begins::First));
        load.count_at(now, false, false);
        load.count_at(now, true, true);
        assert!(
            matches!(load.begins(now), Begins::First),
            "a health check says nothing about requests"
        );
        load.count_at(now, true, true);
        assert!(matches!(load.begins(now), Begins::Heavy));
        let later = now + HEAVY_FOR;
        assert!(matches!(load.begins(later), Begins::First));
        load.count_at(later, false, true);
        assert!(matches!(load.begins(later), Begins::Light(Start::Requests)));
    }

    #[tokio::test]
    async fn after_a_light_call_those_that_wait_leave_the_lane() {
        let lane = HeavyLane::start().expect("threads");
        let new = Load::new();
        let first = lane.admit(&new).await.expect("room");
        assert!(matches!(first, Start::HeavyLane(_)));
        let (second, ()) = tokio::join!(lane.admit(&new), async {
            tokio::task::yield_now().await;
            new.count(Duration::ZERO, false, true);
            drop(first);
        });
        assert!(matches!(second, Ok(Start::Requests)));
    }

    #[tokio::test]
    async fn a_new_install_does_not_wait_for_all_heavy_ones() {
        let lane = HeavyLane::start().expect("threads");
        let places = lane.calls.available_permits();
        let loads: Vec<Load> = (0..3 * places).map(|_| heavy()).collect();
        let ended = Mutex::new(0);
        let calls = loads.iter().map(|load| async {
            let admitted = lane.admit(load).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            *ended.lock().expect("no panic") += 1;
            drop(admitted);
        });
        let new = async {
            tokio::time::sleep(Duration::from_millis(10)).await;
            let admitted = lane.admit(&Load::new()).await;
            assert!(matches!(admitted, Ok(Start::HeavyLane(_))));
            *ended.lock().expect("no panic")
        };
        let (_, before) = tokio::join!(futures::future::join_all(calls), new);
        assert!(
            before <= places,
            "{before} of {} heavy calls ended first",
            loads.len()
        );
    }

    #[test]
    fn a_minute_without_a_heavy_call_ends_it() {
        let (load, start) = (Load::new(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        let is_heavy = |seconds| matches!(load.begins(at(seconds)), Begins::Heavy);
        load.count_at(at(0), true, true);
        load.count_at(at(1), true, true);
        for second in 2..20 {
            load.count_at(at(second), false, true);
        }
        load.count_at(at(30), true, true);
        assert!(is_heavy(89));
        assert!(!is_heavy(90));
    }

    #[tokio::test]
    async fn an_install_has_one_heavy_call_at_a_time_and_others_are_refused_after_a_second() {
        let lane = HeavyLane::start().expect("threads");
        let load = heavy();
        let first = lane.admit(&load).await.expect("room");
        assert!(lane.admit(&load).await.is_err());
        drop(first);
        assert!(matches!(lane.admit(&load).await, Ok(Start::HeavyLane(_))));
    }

    #[tokio::test]
    async fn the_second_heavy_call_in_a_row_ends_if_the_lane_is_full() {
        let lane = HeavyLane::start().expect("threads");
        let all = lane.moved.available_permits();
        let places = lane.moved.clone().acquire_many_owned(all as u32).await;
        let long = || compute(LIGHT_CPU * 4);
        let (refused, spent) = lane.run(Start::AfterHeavy, long()).await;
        assert_eq!(refused.err(), Some(Full));
        assert!(spent > LIGHT_CPU && spent < LIGHT_CPU * 4, "{spent:?}");
        assert!(lane.run(Start::Requests, long()).await.0.is_ok());
        assert!(lane.run(Start::Background, long()).await.0.is_ok());
        drop(places);
        assert!(lane.run(Start::AfterHeavy, long()).await.0.is_ok());
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
        for _ in 0..2 {
            load.count(Duration::ZERO, true, true);
        }
        load
    }
}
