//! Calls plugins: a request, a service for the kernel, an event, a timer. One call is one unit of work, which is
//! repeated as a whole if it failed only because of a concurrent transaction.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rand::RngExt;
use sha2::{Digest, Sha256};
use uuid::Uuid;
use witverse_runtime::Finished;
use witverse_runtime::types::{self, DataPage, Event, Method, Request, ServiceCall, Timer};

use super::admission::{admit, lane_is_full, slot_for, with_slot};
use super::answer::check_headers;
use super::call_errors::{count_failure, invalid_response, problem_of, report};
use super::host::{CallContext, Installed, Platform, PluginHost};
use super::install_records::{Measured, Usage};
use super::lanes::Start;
use crate::actor::Actor;
use crate::error::{BUSY, Error, IDEMPOTENCY_MISMATCH, Language, PLUGIN_TIMEOUT, Result};
use crate::permissions::Permit;
use crate::unit_of_work::{Claim, CommitError, StoredAnswer, UnitOfWork};

/// The limit of one attempt in wall-clock time, waits included. A build without optimisation, which runs beside compilers and
/// browsers, gets three times as much.
const WALL: Duration = Duration::from_secs(if cfg!(debug_assertions) { 6 } else { 2 });
const TRIES: u32 = 5;
/// The export that handles timers.
const ON_TIMER: &str = "on-timer";

/// A request for a plugin.
pub struct Incoming {
    pub plugin: Arc<Installed>,
    /// The permit for the route's action.
    pub permit: Permit,
    pub actor: Actor,
    pub language: Language,
    pub world: Option<String>,
    pub request: Request,
    /// Of an unsafe request: the idempotency key and its owner.
    pub idempotency: Option<(String, String)>,
}

/// A plugin's validated response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// The stored answer of an earlier request with the same key.
    pub replayed: bool,
}

/// The outcome of one attempt.
enum Try<T> {
    Done(T),
    Failed(Error),
    /// The attempt failed because of a concurrent transaction.
    Again,
}

/// Handles a request: all its changes are committed, or none.
///
/// # Errors
/// The plugin's problem, or the kernel's problem about the plugin's failure.
pub async fn handle(platform: &Arc<Platform>, incoming: Incoming) -> Result<Answer> {
    let plugin = incoming.plugin.clone();
    let hash = request_hash(&incoming.request);
    metrics::counter!("plugin_calls_total", "plugin" => plugin.id.to_string()).increment(1);
    tracing::debug!(plugin = %plugin.id, action = incoming.permit.action(), "handle");
    let (plugin, incoming) = (&plugin, &Arc::new(incoming));
    retried(platform, plugin, |start| async move {
        let mut work = work_for(platform, plugin);
        if let Some((actor, key)) = &incoming.idempotency {
            let now = platform.clock.now();
            match work.claim((actor, key), &hash, now).await {
                Ok(Claim::New) => {}
                Ok(Claim::Mismatch) => return Try::Failed(IDEMPOTENCY_MISMATCH.into()),
                Ok(Claim::Answered(stored)) => {
                    return Try::Done(Answer {
                        status: stored.status,
                        headers: stored.headers,
                        body: stored.body,
                        replayed: true,
                    });
                }
                Err(_) if work.wants_retry() => return Try::Again,
                Err(error) => return Try::Failed(error),
            }
        }
        let context = context(
            platform,
            &incoming.actor,
            incoming.language,
            incoming.world.clone(),
        );
        let host = PluginHost::new(context, plugin.clone(), work);
        let request = incoming.clone();
        let call = async move {
            let Incoming {
                plugin, request, ..
            } = &*request;
            plugin.code.handle(host, with_slot(plugin), request).await
        };
        settle(platform, plugin, "handle", start, call, |response, work| {
            let answer = check(plugin, response, incoming.actor.person().is_some())?;
            work.remember_answer(StoredAnswer {
                status: answer.status,
                headers: answer.headers.clone(),
                body: answer.body.clone(),
            });
            Ok(answer)
        })
        .await
    })
    .await
}

/// Calls a service for the kernel, as `actor`.
///
/// # Errors
/// Same as [`handle`].
pub async fn serve_service(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    actor: &Actor,
    language: Language,
    service: &str,
    method: &str,
    payload: Vec<u8>,
) -> Result<Vec<u8>> {
    serve(
        platform,
        plugin,
        (actor, language),
        None,
        (service, method, payload),
    )
    .await
}

/// As [`serve_service`] by the platform, for an install: the service answers what concerns it.
///
/// # Errors
/// Same as [`handle`].
pub async fn serve_for_install(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    install: &Arc<Installed>,
    service: &str,
    method: &str,
    payload: Vec<u8>,
) -> Result<Vec<u8>> {
    let asking = (&Actor::System, Language::default());
    serve(
        platform,
        plugin,
        asking,
        Some(install),
        (service, method, payload),
    )
    .await
}

async fn serve(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    (actor, language): (&Actor, Language),
    install: Option<&Arc<Installed>>,
    (service, method, payload): (&str, &str, Vec<u8>),
) -> Result<Vec<u8>> {
    let call = Arc::new(ServiceCall {
        service: service.to_owned(),
        method: method.to_owned(),
        payload,
        caller: "kernel".to_owned(),
    });
    let call = &call;
    retried(platform, plugin, |start| async move {
        let work = work_for(platform, plugin);
        let host = PluginHost::new(
            context(platform, actor, language, None),
            plugin.clone(),
            work,
        );
        let host = match install {
            Some(install) => host.on_behalf_of(install.clone()),
            None => host,
        };
        let (provider, call) = (plugin.clone(), call.clone());
        let running = async move { provider.code.call(host, with_slot(&provider), &call).await };
        settle(platform, plugin, "call", start, running, |answer, _| {
            Ok(answer)
        })
        .await
    })
    .await
}

/// Exports a part of the data that a plugin stores about a person.
///
/// # Errors
/// Same as [`handle`].
pub async fn export_data(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    person: Uuid,
    cursor: Option<&str>,
) -> Result<DataPage> {
    let person: Arc<str> = person.hyphenated().to_string().into();
    let cursor: Option<Arc<str>> = cursor.map(Into::into);
    let (person, cursor) = (&person, &cursor);
    retried(platform, plugin, |start| async move {
        let work = work_for(platform, plugin);
        let context = context(platform, &Actor::System, Language::Ko, None);
        let host = PluginHost::new(context, plugin.clone(), work);
        let (exporter, person, cursor) = (plugin.clone(), person.clone(), cursor.clone());
        let running = async move {
            let code = &exporter.code;
            code.export_data(host, with_slot(&exporter), &person, cursor.as_deref())
                .await
        };
        settle(
            platform,
            plugin,
            "export-data",
            start,
            running,
            |page, _| Ok(page),
        )
        .await
    })
    .await
}

/// Delivers events in the unit of work that claimed them.
pub(super) async fn deliver(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    events: Vec<Event>,
    work: UnitOfWork,
) -> Result<()> {
    let _slot = slot_for(plugin).await?;
    let context = context(platform, &Actor::System, Language::Ko, None);
    let host = PluginHost::new(context, plugin.clone(), work);
    let receiver = plugin.clone();
    let call = async move {
        receiver
            .code
            .on_events(host, with_slot(&receiver), &events)
            .await
    };
    let start = Start::Background;
    once(settle(platform, plugin, "on-events", start, call, |(), _| Ok(())).await)
}

/// Fires a timer in the unit of work that claimed it.
pub(super) async fn fire(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    timer: Timer,
    work: UnitOfWork,
) -> Result<()> {
    let _slot = slot_for(plugin).await?;
    let context = context(platform, &Actor::System, Language::Ko, None);
    let host = PluginHost::new(context, plugin.clone(), work);
    let owner = plugin.clone();
    let call = async move { owner.code.on_timer(host, with_slot(&owner), &timer).await };
    let start = Start::Background;
    once(settle(platform, plugin, ON_TIMER, start, call, |(), _| Ok(())).await)
}

pub(super) fn context(
    platform: &Arc<Platform>,
    actor: &Actor,
    language: Language,
    world: Option<String>,
) -> CallContext {
    CallContext {
        platform: platform.clone(),
        actor: actor.clone(),
        language,
        world,
        now_ms: platform.clock.now_ms(),
        deadline: Instant::now() + WALL,
    }
}

/// A unit of work that uses the plugin's share of connections.
pub(super) fn work_for(platform: &Platform, plugin: &Installed) -> UnitOfWork {
    UnitOfWork::new(platform.pools.rt.clone(), platform.signals.clone()).owned_by(&plugin.name)
}

/// Repeats an attempt that failed because of a concurrent transaction, at most five times with random pauses. Each one is
/// admitted first.
async fn retried<T, F>(
    platform: &Platform,
    plugin: &Installed,
    attempt: impl Fn(Start) -> F,
) -> Result<T>
where
    F: Future<Output = Try<T>>,
{
    for tries in 1..=TRIES {
        let (start, slot) = admit(platform, plugin).await?;
        let tried = attempt(start).await;
        drop(slot);
        match tried {
            Try::Done(done) => return Ok(done),
            Try::Failed(error) => return Err(error),
            Try::Again => {
                metrics::counter!("work_retries_total").increment(1);
                let spread = 4 << tries;
                let pause = rand::rng().random_range(1..=spread);
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
        }
    }
    Err(BUSY.retry_after(1).into())
}

fn once<T>(outcome: Try<T>) -> Result<T> {
    match outcome {
        Try::Done(done) => Ok(done),
        Try::Failed(error) => Err(error),
        Try::Again => Err(BUSY.into()),
    }
}

/// Waits for a call, checks its result and commits its changes.
async fn settle<T: Send + 'static, U>(
    platform: &Platform,
    plugin: &Arc<Installed>,
    export: &'static str,
    start: Start,
    call: impl Future<Output = Finished<PluginHost, Result<T, types::Problem>>> + Send + 'static,
    accept: impl FnOnce(T, &mut UnitOfWork) -> std::result::Result<U, String>,
) -> Try<U> {
    let call = tokio::time::timeout(WALL, call);
    let one_call = Usage {
        calls: 1,
        ..Usage::default()
    };
    let (finished, cpu) = match &plugin.install {
        Some(install) => {
            let of_request = !matches!(start, Start::Background);
            let (finished, cpu) = platform.heavy_lane.run(start, call).await;
            let is_slow = matches!(&finished, Ok(Ok(finished)) if finished.backend.is_slow());
            let is_late = matches!(finished, Ok(Err(_)));
            let is_sound = matches!(&finished, Ok(Ok(finished)) if finished.outcome.is_ok());
            let load = &install.records.load;
            load.count(cpu, is_slow || is_late, of_request && is_sound);
            let Ok(finished) = finished else {
                plugin.count_usage(one_call.with_cpu(cpu));
                return Try::Failed(lane_is_full(plugin));
            };
            (finished, cpu)
        }
        None => (call.await, Duration::ZERO),
    };
    let Ok(finished) = finished else {
        tracing::error!(
            target: "plugin", plugin = %plugin.id, version = plugin.version(), export,
            wall_ms = u64::try_from(WALL.as_millis()).unwrap_or(u64::MAX),
            "a call was stopped: it took too long"
        );
        metrics::counter!("plugin_failures_total", "plugin" => plugin.id.to_string(), "reason" => "wall").increment(1);
        count_failure(plugin, export, "the call was stopped: it took too long");
        plugin.count_usage(one_call.with_cpu(cpu));
        return Try::Failed(PLUGIN_TIMEOUT.into());
    };
    let mut used = finished.backend.usage();
    if export == ON_TIMER {
        used.uses[Measured::Timers as usize] += 1;
    }
    let used = used.with_cpu(cpu);
    // An attempt that is repeated, or that does not commit, has moved no WIT.
    let unmoved = used.without_wit();
    let repeated = Usage {
        calls: 0,
        ..unmoved
    };
    let mut work = finished.backend.into_work();
    if work.wants_retry() {
        plugin.count_usage(repeated);
        return Try::Again;
    }
    let done = match finished.outcome {
        Err(error) => Err(report(plugin, export, &error)),
        Ok(Err(problem)) => Err(problem_of(plugin, problem)),
        Ok(Ok(done)) => match accept(done, &mut work) {
            Ok(done) => Ok(done),
            Err(reason) => Err(invalid_response(plugin, export, &reason)),
        },
    };
    let done = match done {
        Ok(done) => done,
        Err(error) => {
            plugin.count_usage(unmoved);
            return Try::Failed(error);
        }
    };
    let committed = work.commit().await;
    match &committed {
        Ok(()) => plugin.count_usage(used),
        Err(CommitError::Retry) => plugin.count_usage(repeated),
        Err(_) => plugin.count_usage(unmoved),
    }
    match committed {
        Ok(()) => Try::Done(done),
        Err(CommitError::Retry) => Try::Again,
        Err(CommitError::Doomed) => Try::Failed(invalid_response(
            plugin,
            export,
            "it answered with success after a statement had failed",
        )),
        Err(CommitError::OverLimit(reason)) => {
            Try::Failed(invalid_response(plugin, export, &reason))
        }
        Err(CommitError::Failed(error)) => Try::Failed(error),
    }
}

/// Returns a response that the kernel can pass on, or why it is invalid.
fn check(
    plugin: &Installed,
    response: types::Response,
    has_credentials: bool,
) -> std::result::Result<Answer, String> {
    if !(200..=399).contains(&response.status) {
        return Err(format!(
            "status {}: refusals are problems, not responses",
            response.status
        ));
    }
    Ok(Answer {
        status: response.status,
        headers: check_headers(
            response.headers,
            (plugin.install.is_some(), has_credentials),
        )?,
        body: response.body,
        replayed: false,
    })
}

fn request_hash(request: &Request) -> [u8; 32] {
    let mut hash = Sha256::new();
    let method: u8 = match request.method {
        Method::Get => 0,
        Method::Post => 1,
        Method::Put => 2,
        Method::Patch => 3,
        Method::Delete => 4,
    };
    hash.update([method]);
    hash.update(request.path.as_bytes());
    for (name, value) in &request.query {
        hash.update([0]);
        hash.update(name.as_bytes());
        hash.update([1]);
        hash.update(value.as_bytes());
    }
    hash.update([2]);
    hash.update(&request.body);
    hash.finalize().into()
}
