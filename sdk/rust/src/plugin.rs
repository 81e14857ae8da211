//! The definition of a plugin: one type that implements [`Plugin`], and [`register!`](crate::register!) to export it.

use crate::bindings::exports::witverse::plugin::guest;
use crate::ctx::Ctx;
use crate::error::Error;
use crate::export::{DataPage, Part};
use crate::http::{Request, Response, Route, dispatch, parse_json};
use crate::services::{self, ServiceCall, ServiceRoute};
use crate::time::Timestamp;
use crate::timer::{Timer, TimerRoute};
use serde::de::DeserializeOwned;

/// An event that this plugin's manifest subscribes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The event's id; the same at every delivery.
    pub id: String,
    /// The topic, with its version: `worlds.member.joined@1`.
    pub topic: String,
    /// The payload, as JSON.
    pub payload: Vec<u8>,
    /// When it happened.
    pub at: Timestamp,
}

impl Event {
    /// The payload as a `T`.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        parse_json(&self.payload)
    }
}

/// A plugin. Only the route table is required; all other methods have a default that does nothing.
///
/// ```
/// use witverse_sdk::{Ctx, Error, Plugin, http::{Payload, Route}, register, route};
///
/// struct Hello;
///
/// fn greet(_: &Ctx, (): ()) -> Result<Payload<&'static str>, Error> {
///     Ok(Payload("hello"))
/// }
///
/// impl Plugin for Hello {
///     const ROUTES: &'static [Route] = &[route!(Get "/api/x/hello" => greet)];
/// }
///
/// register!(Hello);
/// # fn main() {}
/// ```
pub trait Plugin {
    /// The routes of the manifest, with their handlers.
    const ROUTES: &'static [Route];

    /// The timers that the plugin sets and those of the manifest, with their handlers; made by
    /// [`timer!`](crate::timer!).
    const TIMERS: &'static [TimerRoute] = &[];

    /// The parts of the data that the plugin stores about a person; made by [`part!`](crate::part!).
    const EXPORT: &'static [Part] = &[];

    /// The methods of the services that the manifest provides, with their handlers; made by [`serve!`](crate::serve!).
    const SERVICES: &'static [ServiceRoute] = &[];

    /// Handles a request; by default with the handler in [`Plugin::ROUTES`]. After a conflict with another transaction
    /// the kernel rolls the call back and repeats it, so a handler may run more than once for one request.
    fn handle(ctx: &Ctx, request: &Request) -> Result<Response, Error> {
        dispatch(Self::ROUTES, ctx, request)
    }

    /// Handles an event that the manifest subscribes to. The event is removed in the same transaction. After an error
    /// it is delivered again, after 1 s, 4 s, 16 s, …, and is parked after ten tries.
    fn on_event(_ctx: &Ctx, _event: Event) -> Result<(), Error> {
        Ok(())
    }

    /// Handles waiting events of one topic, as many as the subscription allows `at_once`: all of them, or none. After
    /// an error they are delivered one by one. By default each is passed to [`Plugin::on_event`].
    fn on_events(ctx: &Ctx, events: Vec<Event>) -> Result<(), Error> {
        events
            .into_iter()
            .try_for_each(|event| Self::on_event(ctx, event))
    }

    /// Handles a due timer, in one transaction with its removal; by default with the handler in [`Plugin::TIMERS`]. After
    /// an error it is called again, with the same delays as an event; a recurring timer is never parked.
    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        crate::timer::dispatch(Self::TIMERS, ctx, &timer)
    }

    /// Handles a call of a service that the manifest provides; by default with the handler in [`Plugin::SERVICES`].
    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        services::dispatch(Self::SERVICES, ctx, &call)
    }

    /// Exports the data that the plugin stores about a person, file by file; by default [`Plugin::EXPORT`].
    fn export_data(
        ctx: &Ctx,
        person: crate::Uuid,
        cursor: Option<String>,
    ) -> Result<DataPage, Error> {
        crate::export::read(Self::EXPORT, ctx, &person, cursor)
    }

    /// Health check before an install or an upgrade is committed; an error refuses it.
    fn health(_ctx: &Ctx) -> Result<(), String> {
        Ok(())
    }
}

/// Writes a panic's message and location to the log before the instance is stopped; without this they would be lost.
fn log_panics() {
    #[cfg(target_arch = "wasm32")]
    std::panic::set_hook(Box::new(|panic| {
        use crate::bindings::witverse::plugin::log;
        let what = panic.payload_as_str().unwrap_or("panic");
        let at = panic.location().map(ToString::to_string);
        let fields = [("at".to_owned(), at.unwrap_or_default())];
        log::write(log::Level::Error, &format!("panicked: {what}"), &fields);
    }));
}

/// A plugin as the generated exports call it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Exported<P>(std::marker::PhantomData<P>);

impl<P: Plugin + 'static> guest::Guest for Exported<P> {
    fn handle(request: guest::Request) -> Result<guest::Response, guest::Problem> {
        log_panics();
        P::handle(&Ctx::new(), &request).map_err(Into::into)
    }

    fn on_events(events: Vec<guest::Event>) -> Result<(), guest::Problem> {
        log_panics();
        let events = events.into_iter().map(|event| Event {
            id: event.id,
            topic: event.topic,
            payload: event.payload,
            at: from_ms(event.at_ms),
        });
        P::on_events(&Ctx::new(), events.collect()).map_err(Into::into)
    }

    fn on_timer(timer: guest::Timer) -> Result<(), guest::Problem> {
        log_panics();
        let timer = Timer {
            key: timer.key,
            payload: timer.payload,
            due: from_ms(timer.due_ms),
        };
        P::on_timer(&Ctx::new(), timer).map_err(Into::into)
    }

    fn call(call: guest::ServiceCall) -> Result<Vec<u8>, guest::Problem> {
        log_panics();
        let call = ServiceCall {
            service: call.service,
            method: call.method,
            payload: call.payload,
            from: call.caller,
        };
        P::call(&Ctx::new(), call).map_err(Into::into)
    }

    fn export_data(
        person: String,
        cursor: Option<String>,
    ) -> Result<guest::DataPage, guest::Problem> {
        log_panics();
        let person = crate::Uuid::parse(&person).ok_or_else(|| {
            Error::internal("the kernel requested the data export of an invalid account id")
        })?;
        let page = P::export_data(&Ctx::new(), person, cursor)?;
        Ok(guest::DataPage {
            files: page
                .files
                .into_iter()
                .map(|(name, content)| guest::DataFile { name, content })
                .collect(),
            next: page.next,
        })
    }

    fn health() -> Result<(), String> {
        log_panics();
        P::health(&Ctx::new())
    }
}

fn from_ms(ms: u64) -> Timestamp {
    Timestamp::from_millis(i64::try_from(ms).unwrap_or(i64::MAX))
}

/// Exports a [`Plugin`] from this crate; once, in the crate root.
///
/// On other targets than WebAssembly it only checks that the type is a plugin, so that the crate's pure code can be
/// tested.
#[macro_export]
macro_rules! register {
    ($plugin:ty) => {
        #[cfg(target_arch = "wasm32")]
        #[allow(unsafe_code, reason = "exports are written by the binding generator")]
        const _: () = {
            type Registered = $crate::plugin::Exported<$plugin>;
    $crate::bindings::export!(Registered with_types_in $crate::bindings);
        };
        #[cfg(not(target_arch = "wasm32"))]
        const _: fn() = || {
            fn registered<P: $crate::Plugin>() {}
            registered::<$plugin>();
            let _ = <$plugin as $crate::Plugin>::handle;
        };
        #[cfg(test)]
        #[test]
        fn routes_json_is_up_to_date() {
            let folder = env!("CARGO_MANIFEST_DIR");
            $crate::http::check_described(folder, <$plugin as $crate::Plugin>::ROUTES);
        }
    };
}
