//! The accept loop: connections with limits and timeouts, so that slow or idle clients cannot block others. HTTP/1.1, with
//! upgrades to WebSocket; a proxy terminates TLS.

mod connection;
mod limits;
mod registry;
mod stream;

pub(crate) use limits::{max_connections, max_streams};

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{Request, Response};
use connection::{ActiveRequest, Evictable, Timeouts};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use limits::open_file_limit;
use registry::{Caps, Registry, Slot};
use stream::TimedStream;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tower::ServiceExt;

use crate::config::Config;

/// The pause after an accept that failed because of missing files or memory; doubles up to [`MAX_BACKOFF`].
const MIN_BACKOFF: Duration = Duration::from_millis(5);
const MAX_BACKOFF: Duration = Duration::from_secs(1);
/// How many evicted connections may be closing before the next one is accepted: their files are still open.
const MAX_CLOSING: usize = 64;
/// The shortest interval between two log lines about a full listener.
const LOG_EVERY: Duration = Duration::from_secs(60);

/// Serves connections until `stop` is true, then waits up to `drain` for requests in progress.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    config: &Config,
    mut stop: watch::Receiver<bool>,
    drain: Duration,
) {
    let caps = Caps {
        total: max_connections(config),
        per_network: (config.http.trusted_proxies == 0)
            .then_some(config.http.max_connections_per_address),
    };
    let timeouts = Timeouts {
        header: Duration::from_millis(config.http.header_timeout_ms),
        idle: Duration::from_millis(config.http.idle_timeout_ms),
        write: Duration::from_millis(config.http.write_timeout_ms),
    };
    log_caps(caps, config);
    let registry = Arc::new(Registry::new(caps));
    let mut connections = JoinSet::new();
    let mut accepting = Accepting::new(listener, registry.clone());
    loop {
        metrics::gauge!("http_connections").set(u32::try_from(registry.len()).unwrap_or(u32::MAX));
        let has_room = connections.len() < caps.total.saturating_add(MAX_CLOSING);
        let (stream, peer, slot) = tokio::select! {
            biased;
            _ = stop.wait_for(|stopped| *stopped) => break,
            Some(_ended) = connections.join_next() => continue,
            accepted = accepting.next(), if has_room => accepted,
        };
        let stream = TimedStream::new(stream, slot.connection.clone(), timeouts);
        connections.spawn(serve_connection(
            stream,
            peer,
            slot,
            router.clone(),
            stop.clone(),
        ));
    }
    // Closes the listening socket, so that another kernel can take the port while this one drains.
    drop(accepting);
    let drained = async { while connections.join_next().await.is_some() {} };
    if tokio::time::timeout(drain, drained).await.is_err() {
        tracing::warn!("some requests did not finish in time; their connections were closed");
    }
}

fn log_caps(caps: Caps, config: &Config) {
    let open_files = open_file_limit();
    tracing::info!(
        open_files,
        max_connections = caps.total,
        max_connections_per_address = caps.per_network,
        max_streams = max_streams(config),
        "listening"
    );
    let available = limits::available(open_files, config.database.connections);
    if caps.total > available {
        tracing::warn!(
            open_files,
            available,
            max_connections = caps.total,
            "http.max_connections is more than the open files allow: raise their limit (ulimit -n) or lower it"
        );
    }
}

/// Accepts connections; errors of accepting are retried with a pause.
struct Accepting {
    listener: TcpListener,
    registry: Arc<Registry>,
    backoff: Duration,
    logged_at: Option<Instant>,
}

impl Accepting {
    fn new(listener: TcpListener, registry: Arc<Registry>) -> Self {
        Self {
            listener,
            registry,
            backoff: MIN_BACKOFF,
            logged_at: None,
        }
    }

    /// The next connection within the limits; connections above them are closed at once. Cancel safe.
    async fn next(&mut self) -> (TcpStream, SocketAddr, Slot) {
        loop {
            match self.listener.accept().await {
                Ok((stream, peer)) => {
                    self.backoff = MIN_BACKOFF;
                    // Otherwise a small message waits until the client has acknowledged the one before, for up to 40 ms.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%peer, %error, "a connection stays with delays");
                    }
                    match self.registry.admit(peer.ip()) {
                        Ok(slot) => return (stream, peer, slot),
                        Err(cap) => self.refuse(cap),
                    }
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) => self.back_off(&error).await,
            }
        }
    }

    fn refuse(&mut self, cap: &'static str) {
        metrics::counter!("http_connections_closed_total", "reason" => cap).increment(1);
        if self.may_log() {
            tracing::warn!(
                cap,
                open = self.registry.len(),
                "connections are refused: the limit is reached and no connection is idle"
            );
        }
    }

    /// Evicts a connection and pauses after a lack of files or memory.
    async fn back_off(&mut self, error: &io::Error) {
        metrics::counter!("http_accept_errors_total").increment(1);
        if self.may_log() {
            tracing::warn!(%error, open = self.registry.len(), "a connection could not be accepted");
        }
        self.registry.evict_oldest();
        tokio::time::sleep(self.backoff).await;
        self.backoff = (self.backoff * 2).min(MAX_BACKOFF);
    }

    fn may_log(&mut self) -> bool {
        let due = self.logged_at.is_none_or(|at| at.elapsed() >= LOG_EVERY);
        if due {
            self.logged_at = Some(Instant::now());
        }
        due
    }
}

/// Whether an accept failed because of the connection itself, which has ended by now.
fn is_of_one_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionReset
    )
}

async fn serve_connection(
    stream: TimedStream,
    peer: SocketAddr,
    slot: Slot,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let slot = Arc::new(slot);
    let service = service_fn(|request: Request<Incoming>| {
        // Counted here and not inside of the future, so that no eviction can happen in between.
        let active = slot.connection.begin_request();
        let (router, held) = (router.clone(), HeldConnection(slot.clone()));
        async move {
            let active = active.ok_or(io::ErrorKind::ConnectionAborted)?;
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(held);
            let answered: Result<_, Infallible> = router.oneshot(request).await;
            let response: Response<Body> = answered.unwrap_or_else(|never| match never {});
            Ok::<_, io::Error>(response.map(|body| TrackedBody {
                body,
                _active: active,
            }))
        }
    });
    let serving = http1::Builder::new()
        .header_read_timeout(None)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut serving = pin!(serving);
    let mut is_stopping = false;
    loop {
        tokio::select! {
            biased;
            ended = serving.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%peer, %error, "a connection ended early");
                }
                return;
            }
            // The connection waits for a request, so no work is lost.
            () = slot.connection.evicted() => return,
            _ = stop.wait_for(|stopped| *stopped), if !is_stopping => {
                // Incomplete headers would delay the shutdown until their timeout.
                if slot.connection.try_evict(Evictable::Waiting) {
                    return;
                }
                is_stopping = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// The TCP stream of an upgraded connection, without the listener's deadlines, and the bytes that were read after the
/// request. `None` for a connection of another kind.
pub(crate) fn into_stream(upgraded: Upgraded) -> Option<(TcpStream, Bytes)> {
    let parts = upgraded.downcast::<TokioIo<TimedStream>>().ok()?;
    Some((parts.io.into_inner().into_stream(), parts.read_buf))
}

/// The connection of a request, for a handler that continues with it after the response (a WebSocket).
#[derive(Clone)]
pub(crate) struct HeldConnection(Arc<Slot>);

impl HeldConnection {
    /// Counts the connection as in use until the result is dropped: it keeps its place under the caps, has no deadline for
    /// the next request and is not evicted. `None` if it was evicted already.
    pub(crate) fn hold(self) -> Option<impl Send + 'static> {
        let active = self.0.connection.begin_request()?;
        Some((self.0, active))
    }
}

/// A response's body; the request counts as in progress until hyper has read the whole body.
struct TrackedBody {
    body: Body,
    _active: ActiveRequest,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
