//! The timers of a plugin: their keys, payloads and handlers, each in one place.
//!
//! Work that may take longer than one call is done in batches: a call does a batch, and if it was full, continues in a call of
//! its own with [`TimerKind::now`] or [`PlainTimer::now`]. Both take effect when the call commits.

use crate::ctx::{Ctx, When};
use crate::error::Error;
use crate::http::parse_json;
use crate::time::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::marker::PhantomData;

/// A timer that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Timer {
    /// The key under which it was scheduled.
    pub key: String,
    /// The payload, as JSON.
    pub payload: Vec<u8>,
    /// When it was due; the call may be later.
    pub due: Timestamp,
}

impl Timer {
    /// The payload as a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        parse_json(&self.payload)
    }
}

/// Timers with the same handler: their keys are the name, a colon and an id, their payload is a `T`.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use witverse_sdk::timer::{TimerKind, TimerRoute};
/// use witverse_sdk::{Ctx, Error, Uuid, timer};
///
/// #[derive(Serialize, Deserialize)]
/// struct Return { gift: Uuid }
///
/// const RETURN: TimerKind<Return> = TimerKind::new("return");
///
/// fn plan(ctx: &Ctx, gift: Uuid) -> Result<(), Error> {
///     let at = ctx.now().plus_millis(168 * 3_600_000);
///     RETURN.at(ctx, gift.clone(), at, &Return { gift })
/// }
///
/// fn return_gift(ctx: &Ctx, Return { gift }: Return) -> Result<(), Error> {
///     ctx.log().info(&format!("returns {gift}"));
///     Ok(())
/// }
///
/// // The constant `TIMERS` of the plugin.
/// const TIMERS: &[TimerRoute] = &[timer!(RETURN => return_gift)];
/// ```
#[derive(Debug)]
pub struct TimerKind<T> {
    name: &'static str,
    payload: PhantomData<fn(T) -> T>,
}

impl<T: Serialize + DeserializeOwned> TimerKind<T> {
    /// Timers with this name, which contains no colon.
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            payload: PhantomData,
        }
    }

    /// Sets the timer of `id`; replaces an earlier one.
    pub fn at(&self, ctx: &Ctx, id: impl Display, at: Timestamp, payload: &T) -> Result<(), Error> {
        ctx.timers().schedule(&self.key(id), When::At(at), payload)
    }

    /// Calls the handler as soon as the current call has committed, in a call of its own.
    pub fn now(&self, ctx: &Ctx, id: impl Display, payload: &T) -> Result<(), Error> {
        self.at(ctx, id, ctx.now(), payload)
    }

    /// Cancels the timer of `id`, if it exists.
    pub fn cancel(&self, ctx: &Ctx, id: impl Display) {
        ctx.timers().cancel(&self.key(id));
    }

    fn key(&self, id: impl Display) -> String {
        format!("{}:{id}", self.name)
    }

    /// For [`timer!`](crate::timer!).
    #[doc(hidden)]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// For [`timer!`](crate::timer!).
    #[doc(hidden)]
    pub fn call(
        &self,
        ctx: &Ctx,
        timer: &Timer,
        handler: impl FnOnce(&Ctx, T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        handler(ctx, timer.json()?)
    }
}

/// A timer whose handler needs no payload: one of the manifest (`[[timers]]`), or one that is set only for now.
#[derive(Debug)]
pub struct PlainTimer {
    name: &'static str,
}

impl PlainTimer {
    /// The timer with this name, which is its key in the manifest.
    pub const fn new(name: &'static str) -> Self {
        Self { name }
    }

    /// Calls the handler as soon as the current call has committed, in addition to its schedule.
    pub fn now(&self, ctx: &Ctx) -> Result<(), Error> {
        let key = format!("{}:now", self.name);
        ctx.timers().schedule(&key, When::At(ctx.now()), &())
    }

    /// For [`timer!`](crate::timer!).
    #[doc(hidden)]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// For [`timer!`](crate::timer!).
    #[doc(hidden)]
    pub fn call(
        &self,
        ctx: &Ctx,
        _: &Timer,
        handler: impl FnOnce(&Ctx) -> Result<(), Error>,
    ) -> Result<(), Error> {
        handler(ctx)
    }
}

/// Timers with their handler; made by [`timer!`](crate::timer!).
#[derive(Clone, Copy, Debug)]
pub struct TimerRoute {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub call: fn(&Ctx, &Timer) -> Result<(), Error>,
}

/// Connects a [`TimerKind`] with a handler `fn(&Ctx, T)`, or a [`PlainTimer`] with a handler `fn(&Ctx)`.
#[macro_export]
macro_rules! timer {
    ($kind:expr => $handler:path) => {
        $crate::timer::TimerRoute {
            name: $kind.name(),
            call: |ctx, timer| $kind.call(ctx, timer, $handler),
        }
    };
}

/// Calls the handler of a timer. A timer of which no version of the plugin knows any more does nothing.
pub(crate) fn dispatch(routes: &[TimerRoute], ctx: &Ctx, timer: &Timer) -> Result<(), Error> {
    match find(routes, &timer.key) {
        Some(route) => (route.call)(ctx, timer),
        None => Ok(()),
    }
}

fn find<'a>(routes: &'a [TimerRoute], key: &str) -> Option<&'a TimerRoute> {
    let name = key.split(':').next();
    routes.iter().find(|route| name == Some(route.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGES: TimerKind<u8> = TimerKind::new("page");
    const SWEEP: PlainTimer = PlainTimer::new("sweep");
    const ROUTES: &[TimerRoute] = &[timer!(PAGES => page), timer!(SWEEP => sweep)];

    fn page(_: &Ctx, number: u8) -> Result<(), Error> {
        Err(Error::internal(format!("page {number}")))
    }

    fn sweep(_: &Ctx) -> Result<(), Error> {
        Err(Error::internal("sweep"))
    }

    /// The result of the timer with this key and payload.
    fn call(key: &str, payload: &str) -> Result<(), Error> {
        let timer = Timer {
            key: key.to_owned(),
            payload: payload.into(),
            due: Timestamp::from_millis(0),
        };
        dispatch(ROUTES, &Ctx::new(), &timer)
    }

    #[test]
    fn a_timer_is_found_by_the_beginning_of_its_key() {
        assert_eq!(PAGES.key("a:b"), "page:a:b");
        assert_eq!(call(&PAGES.key("a:b"), "7"), page(&Ctx::new(), 7));
        for key in ["sweep", "sweep:now"] {
            assert_eq!(call(key, "{}"), sweep(&Ctx::new()));
        }
    }

    #[test]
    fn an_unknown_timer_does_nothing() {
        for key in ["pages:1", "swee", "", "more:page"] {
            assert_eq!(call(key, "7"), Ok(()), "{key}");
        }
        assert!(call("page:1", "true").is_err());
    }
}
