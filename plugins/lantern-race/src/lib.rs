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

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register};

/// The plugin `lantern-race`.
#[derive(Debug)]
pub struct LanternRace;

impl Plugin for LanternRace {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        room_events::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => cleanup::on_account_erased(ctx, &event.json()?),
            cleanup::BLOCK_DELETED => cleanup::on_block_deleted(ctx, &event.json()?),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.as_str() {
            key if key.starts_with(handlers::LIMIT_TIMER) => handlers::on_limit(ctx, &timer),
            key if key.starts_with(cleanup::BLOCK_TIMER) => {
                cleanup::on_block_deleted(ctx, &timer.json()?)
            }
            key if key.starts_with(cleanup::PERSON_TIMER) => {
                cleanup::on_account_erased(ctx, &timer.json()?)
            }
            key if key.ends_with(cleanup::OLD_RACES) => cleanup::delete_old_races(ctx),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export(ctx, &person, cursor)
    }
}

register!(LanternRace);
