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

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, Timer, Uuid, register};

/// The plugin `gifts`.
#[derive(Debug)]
pub struct Gifts;

impl Plugin for Gifts {
    const ROUTES: &'static [Route] = routes::ROUTES;

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
            Blocked::TOPIC => account_events::on_people_blocked(ctx, &event),
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("return") => handlers::return_gift(ctx, &timer),
            Some("ending-soon") => handlers::set_timers(ctx),
            Some("cancel-between") => account_events::continue_cancellation(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Gifts);
