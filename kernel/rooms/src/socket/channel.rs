//! A socket that two tasks use: the room's task writes, the connection's task reads and finishes pending writes.

use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::{Pin, pin};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::{Buf, Bytes, BytesMut};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use tokio::task::coop::unconstrained;

use crate::outbox::{Outbox, Pushed};
use crate::protocol::{KickCode, ServerMessage};
use crate::room::Delivery;
use crate::websocket::{Opcode, close_frame, frame};

/// A client whose queue is longer than this is disconnected.
const MAX_QUEUED_FRAMES: usize = 256;
/// A client whose queue is larger than this is disconnected. One larger message, such as FULL, is allowed.
const MAX_QUEUED_BYTES: usize = 1024 * 1024;

pub(super) struct Channel<S> {
    inner: Mutex<Inner<S>>,
}

struct Inner<S> {
    io: S,
    /// Frames that are not written. The first may be written in part.
    queue: VecDeque<Bytes>,
    queued_bytes: usize,
    is_first_partial: bool,
    needs_flush: bool,
    /// The task that reads; woken when there is something to write.
    reader: Option<Waker>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Open,
    /// The queue ends with a close frame; nothing is added any more.
    Closing,
    /// The write side is shut down, or the socket is broken.
    Closed,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Channel<S> {
    pub(super) fn new(io: S) -> Self {
        let inner = Inner {
            io,
            queue: VecDeque::new(),
            queued_bytes: 0,
            is_first_partial: false,
            needs_flush: false,
            reader: None,
            state: State::Open,
        };
        Self {
            inner: Mutex::new(inner),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<S>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn is_closing(&self) -> bool {
        self.lock().state != State::Open
    }

    /// Writes what is pending, then reads into `buffer`. Zero bytes: the client has closed.
    pub(super) fn poll_read(
        &self,
        cx: &mut Context<'_>,
        buffer: &mut BytesMut,
    ) -> Poll<io::Result<usize>> {
        let inner = &mut *self.lock();
        if !inner
            .reader
            .as_ref()
            .is_some_and(|waker| waker.will_wake(cx.waker()))
        {
            inner.reader = Some(cx.waker().clone());
        }
        if let Poll::Ready(Err(error)) = inner.poll_drain(cx) {
            inner.state = State::Closed;
            return Poll::Ready(Err(error));
        }
        pin!(inner.io.read_buf(buffer)).as_mut().poll(cx)
    }

    /// Sends a control frame.
    pub(super) fn reply(&self, frame: &Bytes) -> Pushed {
        self.push_frame(frame, Delivery::Reliable)
    }

    /// Answers the client's close frame.
    pub(super) fn close(&self, code: u16) {
        let inner = &mut *self.lock();
        if inner.state == State::Open {
            inner.enqueue(close_frame(code));
            inner.state = State::Closing;
            inner.wake();
        }
    }

    fn push_frame(&self, frame: &Bytes, delivery: Delivery) -> Pushed {
        let inner = &mut *self.lock();
        if inner.state != State::Open {
            return Pushed::Accepted;
        }
        if !inner.queue.is_empty() {
            if delivery == Delivery::Droppable {
                return Pushed::Dropped;
            }
            if inner.queue.len() >= MAX_QUEUED_FRAMES || inner.queued_bytes >= MAX_QUEUED_BYTES {
                return Pushed::Overflow;
            }
            inner.enqueue(frame.clone());
            return Pushed::Accepted;
        }
        inner.write_now(frame, delivery)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Inner<S> {
    fn enqueue(&mut self, frame: Bytes) {
        self.queued_bytes += frame.len();
        self.queue.push_back(frame);
    }

    fn wake(&self) {
        if let Some(reader) = &self.reader {
            reader.wake_by_ref();
        }
    }

    /// Writes without waiting. The rest is queued, and the connection's task continues with its own waker.
    fn write_now(&mut self, frame: &Bytes, delivery: Delivery) -> Pushed {
        let cx = &mut Context::from_waker(Waker::noop());
        // Tokio lets a task use its sockets 128 times in a row and then answers that they are not ready. A room writes to
        // all of its members in a row.
        let write = poll_fn(|cx| Pin::new(&mut self.io).poll_write(cx, frame));
        let written = match pin!(unconstrained(write)).poll(cx) {
            Poll::Ready(Ok(written)) => written,
            Poll::Ready(Err(_)) => {
                self.state = State::Closed;
                self.wake();
                return Pushed::Accepted;
            }
            Poll::Pending => 0,
        };
        if written == frame.len() {
            self.needs_flush =
                !matches!(Pin::new(&mut self.io).poll_flush(cx), Poll::Ready(Ok(())));
        } else if written == 0 && delivery == Delivery::Droppable {
            return Pushed::Dropped;
        } else {
            self.is_first_partial = written > 0;
            self.enqueue(frame.slice(written..));
        }
        if self.needs_flush || !self.queue.is_empty() {
            self.wake();
        }
        Pushed::Accepted
    }

    /// Writes the queue. When everything is written and the connection closes, shuts the write side down.
    fn poll_drain(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.state == State::Closed {
            return Poll::Ready(Ok(()));
        }
        while let Some(first) = self.queue.front_mut() {
            let Poll::Ready(written) = Pin::new(&mut self.io).poll_write(cx, first)? else {
                return Poll::Pending;
            };
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            first.advance(written);
            self.queued_bytes -= written;
            self.is_first_partial = first.has_remaining();
            self.needs_flush = true;
            if !first.has_remaining() {
                self.queue.pop_front();
            }
        }
        if self.queue.capacity() > 16 {
            self.queue.shrink_to_fit();
        }
        if self.needs_flush {
            if Pin::new(&mut self.io).poll_flush(cx)?.is_pending() {
                return Poll::Pending;
            }
            self.needs_flush = false;
        }
        if self.state == State::Closing {
            if Pin::new(&mut self.io).poll_shutdown(cx)?.is_pending() {
                return Poll::Pending;
            }
            self.state = State::Closed;
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Outbox for Channel<S> {
    fn push(&self, frame: &Bytes, delivery: Delivery) -> Pushed {
        self.push_frame(frame, delivery)
    }

    fn finish(&self, code: KickCode, reason: &str) {
        let inner = &mut *self.lock();
        if inner.state != State::Open {
            return;
        }
        if code == KickCode::Overflow {
            // The client resumes and receives everything again. Only a started frame has to be finished.
            inner.queue.truncate(usize::from(inner.is_first_partial));
            inner.queued_bytes = inner.queue.iter().map(Bytes::len).sum();
        }
        let kick = ServerMessage::Kick {
            code,
            is_resumable: code.is_resumable(),
            reason: reason.to_owned(),
        };
        inner.enqueue(frame(Opcode::Binary, &kick.encode()));
        inner.enqueue(close_frame(code.close_code()));
        inner.state = State::Closing;
        inner.wake();
    }
}
