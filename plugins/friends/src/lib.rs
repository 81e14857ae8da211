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
mod problems;
mod queries;
pub mod relationship;
mod routes;
mod search;
mod service;
mod store;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register};

/// The plugin `friends`.
#[derive(Debug)]
pub struct Friends;

impl Plugin for Friends {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        service::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::on_blocked(ctx, &event),
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("forget-refusal") => handlers::delete_rejection(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Friends);
