//! Gifts: WIT or an item for a friend, kept aside until it is accepted, rejected, or goes back by itself.
//!
//! This file says which handler answers what. How a gift may end stands in [`gift`], what every end does in `ending`;
//! `giving` has the handlers that change something, `lists` those that show. Points stay with the ledger and items
//! with the items: a gift is a hold there or a lock here, named by the gift's id, and never a copy of either.

mod copy;
mod departures;
mod ending;
pub mod gift;
mod giving;
mod lists;
mod others;
mod problems;
mod store;
mod telling;
mod views;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, Timer, Uuid, register, route};

/// The plugin `gifts`.
#[derive(Debug)]
pub struct Gifts;

impl Plugin for Gifts {
    const ROUTES: &'static [Route] = &[
        route!(Post "/api/v2/gift/create" => giving::create_gift),
        route!(Post "/api/v2/gift/handle" => giving::handle_gift),
        route!(Post "/api/v2/gift/user/search" => lists::search_recipients),
        route!(Get "/api/v2/gift/received" => lists::list_received),
        route!(Get "/api/v2/gift/sent" => lists::list_sent),
        route!(Get "/api/v2/gift/{airdropId}" => lists::view_gift),
    ];

    fn on_events(ctx: &Ctx, events: Vec<Event>) -> Result<(), Error> {
        // They are of one topic.
        match events.first().map(|event| event.topic.as_str()) {
            Some(own) if own.starts_with("gifts.") => telling::write(ctx, own, &events),
            _ => events
                .into_iter()
                .try_for_each(|event| Self::on_event(ctx, event)),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => departures::cancel_of_blocked(ctx, &event),
            Erased::TOPIC => departures::forget_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("return") => giving::return_gift(ctx, &timer),
            Some("ending-soon") => giving::set_timers(ctx),
            Some("cancel-between") => departures::go_on_cancelling(ctx, &timer),
            Some("forget-person") => departures::go_on_forgetting(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        copy::part(ctx, &person, cursor)
    }
}

register!(Gifts);
