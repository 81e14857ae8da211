//! A TCP stream with deadlines: for the client to send headers, to send its next request, and to accept data.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::connection::{Connection, Timeouts};

/// Fails with [`io::ErrorKind::TimedOut`] after a deadline. hyper's own header timeout is not used: it also runs
/// between two requests, so that one value would apply to both.
pub(super) struct TimedStream {
    stream: TcpStream,
    connection: Arc<Connection>,
    timeouts: Timeouts,
    read_timer: Timer,
    write_timer: Timer,
    /// Since when the client has accepted no data.
    blocked_since: Option<Instant>,
}

impl TimedStream {
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>, timeouts: Timeouts) -> Self {
        Self {
            stream,
            connection,
            timeouts,
            read_timer: Timer::default(),
            write_timer: Timer::default(),
            blocked_since: None,
        }
    }

    /// The stream without deadlines, for a protocol with its own.
    pub(super) fn into_stream(self) -> TcpStream {
        self.stream
    }

    fn watch_write(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        match written {
            Poll::Ready(result) => {
                self.blocked_since = None;
                self.connection.note_sent();
                Poll::Ready(result)
            }
            Poll::Pending => {
                let since = *self.blocked_since.get_or_insert_with(Instant::now);
                match self.write_timer.poll(cx, since + self.timeouts.write) {
                    Poll::Ready(()) => Poll::Ready(Err(timed_out("write_timeout"))),
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }
}

fn timed_out(reason: &'static str) -> io::Error {
    metrics::counter!("http_connections_closed_total", "reason" => reason).increment(1);
    io::Error::new(io::ErrorKind::TimedOut, reason)
}

impl AsyncRead for TimedStream {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buffer.filled().len();
        match Pin::new(&mut this.stream).poll_read(cx, buffer) {
            Poll::Ready(result) => {
                if buffer.filled().len() > before {
                    this.connection.note_received();
                }
                Poll::Ready(result)
            }
            Poll::Pending => {
                let deadline = this.connection.read_deadline(&this.timeouts);
                // While a request is served there is no deadline, but the timer keeps running: hyper may not read again
                // when the response ends, and the wait for the next request has begun by then.
                let at = match &deadline {
                    Some(deadline) => deadline.at,
                    None => Instant::now() + this.timeouts.idle,
                };
                match (this.read_timer.poll(cx, at), deadline) {
                    (Poll::Ready(()), Some(deadline)) => {
                        Poll::Ready(Err(timed_out(deadline.reason)))
                    }
                    _ => Poll::Pending,
                }
            }
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(cx, bytes);
        this.watch_write(cx, written)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(cx, slices);
        this.watch_write(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

/// A timer for a deadline that changes with every request. It is not reset at each change: it fires at the old deadline
/// and is then set to the newest one, which saves work for each request.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// Ready once the deadline has passed; wakes the task by then.
    fn poll(&mut self, cx: &mut Context<'_>, deadline: Instant) -> Poll<()> {
        let sleep = self
            .0
            .get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if sleep.deadline() > deadline {
            sleep.as_mut().reset(deadline);
        }
        while sleep.as_mut().poll(cx).is_ready() {
            if Instant::now() >= deadline {
                return Poll::Ready(());
            }
            sleep.as_mut().reset(deadline);
        }
        Poll::Pending
    }
}
