//! Supervises background tasks: a task that panics or ends unexpectedly is logged, counted and restarted. Each step of a
//! task has a deadline ([`step`]), so that one step cannot hold up the others for ever. The readiness check names tasks that are
//! down and steps that are overdue.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures::FutureExt;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::error::{Error, Result};

/// The pause before a restart, doubled at each consecutive failure.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// A task that ran for this long has recovered: the next pause is the first one again.
const RECOVERED: Duration = Duration::from_secs(60);

/// The deadline of a step that has no reason for another one.
pub const STEP_LIMIT: Duration = Duration::from_mins(5);

tokio::task_local! {
    /// The steps of the supervisor that runs this task.
    static STEPS: Steps;
}

/// The steps that run now or have missed their deadline, with the time of that deadline.
#[derive(Clone, Default)]
struct Steps(Arc<Mutex<HashMap<&'static str, Instant>>>);

impl Steps {
    fn lock(&self) -> MutexGuard<'_, HashMap<&'static str, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a step of a background task and ends it at its deadline. A step that has missed it is overdue until it has ended in
/// time once.
///
/// # Errors
/// The step's; the deadline.
pub async fn step<T>(
    name: &'static str,
    limit: Duration,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    let steps = STEPS.try_with(Clone::clone).unwrap_or_default();
    // An overdue step stays overdue while it is tried again.
    steps.lock().entry(name).or_insert(Instant::now() + limit);
    let Ok(ended) = tokio::time::timeout(limit, work).await else {
        metrics::counter!("background_overdue_total", "step" => name).increment(1);
        let seconds = limit.as_secs();
        return Err(Error::internal(format!(
            "the step {name:?} did not end within {seconds} s"
        )));
    };
    steps.lock().remove(name);
    ended
}

/// Starts tasks and tracks which of them are down.
#[derive(Clone)]
pub struct Supervisor {
    stop: watch::Receiver<bool>,
    down: Arc<Mutex<Vec<&'static str>>>,
    steps: Steps,
}

impl Supervisor {
    /// `stop` becomes true when the kernel shuts down: a task that ends after that has ended normally.
    #[must_use]
    pub fn new(stop: watch::Receiver<bool>) -> Self {
        Self {
            stop,
            down: Arc::default(),
            steps: Steps::default(),
        }
    }

    /// Runs the task that `start` creates until the kernel stops.
    pub fn spawn<F>(
        &self,
        name: &'static str,
        start: impl Fn() -> F + Send + 'static,
    ) -> JoinHandle<()>
    where
        F: Future<Output = ()> + Send,
    {
        let this = self.clone();
        let steps = this.steps.clone();
        tokio::spawn(async move { STEPS.scope(steps, this.run_supervised(name, start)).await })
    }

    async fn run_supervised<F>(mut self, name: &'static str, start: impl Fn() -> F)
    where
        F: Future<Output = ()>,
    {
        let mut pause = FIRST_PAUSE;
        loop {
            let began = Instant::now();
            // The panic hook logs the panic with its location.
            let panicked = AssertUnwindSafe(start()).catch_unwind().await.is_err();
            if *self.stop.borrow() {
                return;
            }
            if began.elapsed() >= RECOVERED {
                pause = FIRST_PAUSE;
            }
            tracing::error!(
                task = name,
                panicked,
                pause_ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX),
                "a background task ended and is started again"
            );
            metrics::counter!("background_failures_total", "task" => name).increment(1);
            self.down().push(name);
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                _ = self.stop.changed() => {}
            }
            self.down().retain(|down| *down != name);
            if *self.stop.borrow() {
                return;
            }
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    fn down(&self) -> MutexGuard<'_, Vec<&'static str>> {
        self.down.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A task that has ended and was not restarted yet.
    #[must_use]
    pub fn first_down(&self) -> Option<&'static str> {
        self.down().first().copied()
    }

    /// A step that has missed its deadline.
    #[must_use]
    pub fn first_overdue(&self) -> Option<&'static str> {
        let (steps, now) = (self.steps.lock(), Instant::now());
        let mut overdue = steps.iter().filter(|(_, deadline)| **deadline < now);
        overdue.next().map(|(name, _)| *name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Supervisor, step};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;
    use tokio::sync::watch;

    #[tokio::test]
    async fn a_panicking_task_is_down_and_restarted() {
        let (stop, stopped) = watch::channel(false);
        let supervisor = Supervisor::new(stopped.clone());
        let runs = Arc::new(AtomicU32::new(0));
        let counted = runs.clone();
        let task = supervisor.spawn("test", move || {
            let (run, mut stopped) = (counted.fetch_add(1, Ordering::SeqCst), stopped.clone());
            async move {
                assert!(run >= 2, "run {run} panics");
                let _ = stopped.changed().await;
            }
        });
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(supervisor.first_down(), Some("test"));
        let back = async {
            while runs.load(Ordering::SeqCst) < 3 || supervisor.first_down().is_some() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(20), back)
            .await
            .expect("it comes back");
        stop.send_replace(true);
        task.await.expect("it ends with the kernel");
    }

    #[tokio::test]
    async fn a_step_ends_at_its_deadline_and_is_overdue_until_it_ends_in_time() {
        let (stop, stopped) = watch::channel(false);
        let supervisor = Supervisor::new(stopped.clone());
        let limit = Duration::from_millis(20);
        let (go_on, gate) = watch::channel(false);
        let task = supervisor.spawn("test", move || {
            let (mut stopped, mut gate) = (stopped.clone(), gate.clone());
            async move {
                let late = step(
                    "a step",
                    limit,
                    std::future::pending::<crate::error::Result<()>>(),
                );
                assert!(late.await.is_err());
                let _ = gate.changed().await;
                let quick = step("a step", limit, async { Ok(7) }).await;
                assert!(matches!(quick, Ok(7)));
                let _ = stopped.changed().await;
            }
        });
        tokio::time::sleep(limit * 5).await;
        assert_eq!(supervisor.first_overdue(), Some("a step"));
        go_on.send_replace(true);
        tokio::time::sleep(limit * 5).await;
        assert_eq!(supervisor.first_overdue(), None);
        stop.send_replace(true);
        task.await.expect("it ends with the kernel");
    }
}
