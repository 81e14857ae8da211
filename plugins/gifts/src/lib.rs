//! Gifts: WIT or an item for a friend, reserved until the gift is accepted, rejected or expired.
//!
//! This file maps routes to handlers. The states of a gift are in [`gift`], closing one in `close_gift`; `handlers`
//! changes gifts, `list_handlers` reads them. A gift stores no WIT and no item: its id names a hold in the ledger or a
//! lock of the plugin `items`.

mod account_events;
mod alarms;
mod close_gift;
mod data_export;
mod events;
pub mod gift;
mod handlers;
mod list_handlers;
mod problems;
mod routes;
mod services;
mod store;
mod views;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, timer};

/// The plugin `gifts`.
#[derive(Debug)]
pub struct Gifts;

impl Plugin for Gifts {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(close_gift::RETURN => handlers::return_gift),
        timer!(handlers::ENDING_SOON => handlers::set_timers),
        timer!(account_events::CANCELLATION => account_events::cancel_between),
        timer!(account_events::ERASURE => account_events::erase),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_events(ctx: &Ctx, events: Vec<Event>) -> Result<(), Error> {
        // All events have the same topic.
        match events.first().map(|event| event.topic.as_str()) {
            Some(own) if own.starts_with("gifts.") => alarms::write(ctx, own, &events),
            _ => events
                .into_iter()
                .try_for_each(|event| Self::on_event(ctx, event)),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::cancel_between(ctx, event.json()?),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            _ => Ok(()),
        }
    }
}

register!(Gifts);
