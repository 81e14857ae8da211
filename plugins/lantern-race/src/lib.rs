//! The lantern race: a game for blocks with a start gate and checkpoints.
//!
//! This file maps routes, timers and services to handlers. The rules are in [`race`]; they use neither the kernel nor SQL.
//! The room of the block times the crossings of its gates, and the kernel delivers them to `room_events`: no time comes from
//! a client. The lock order is the race, its runners, then best times.

mod best_times;
mod cleanup;
mod course;
mod data_export;
mod handlers;
pub mod plausibility;
mod problems;
pub mod race;
mod results;
mod reviews;
mod room_events;
mod routes;
mod store;
mod views;
mod ways;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, timer};

/// The plugin `lantern-race`.
#[derive(Debug)]
pub struct LanternRace;

impl Plugin for LanternRace {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(handlers::LIMIT => handlers::on_limit),
        timer!(cleanup::OF_BLOCK => cleanup::on_block_deleted),
        timer!(cleanup::OF_PERSON => cleanup::on_account_erased),
        timer!(cleanup::OLD_RACES => cleanup::delete_old_races),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        room_events::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => cleanup::on_account_erased(ctx, event.json()?),
            cleanup::BLOCK_DELETED => cleanup::on_block_deleted(ctx, event.json()?),
            _ => Ok(()),
        }
    }
}

register!(LanternRace);
