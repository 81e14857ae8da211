//! Friends: requests, friendships, and suggestions of people.
//!
//! This file maps routes to handlers. The rules are in [`relationship`], the handlers that change something in
//! `handlers`, those that read in `list_handlers`, the statements in `store` and `queries`. There is one row per pair
//! of people, in either direction. Blocks belong to the kernel; a block ends the relation.

mod account_events;
mod data_export;
mod events;
mod handlers;
mod list_handlers;
mod presence;
mod problems;
mod queries;
pub mod relationship;
mod routes;
mod search;
mod service;
mod store;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, timer};

/// The plugin `friends`.
#[derive(Debug)]
pub struct Friends;

impl Plugin for Friends {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const SERVICES: &'static [ServiceRoute] = service::METHODS;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(handlers::REFUSAL => handlers::delete_rejection),
        timer!(account_events::ERASURE => account_events::erase),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::on_blocked(ctx, &event),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            _ => Ok(()),
        }
    }
}

register!(Friends);
