//! The lantern puzzle: a game for blocks, of integers alone.
//!
//! This file maps routes, timers and events to handlers. The rules are in [`puzzle`]; they use neither the kernel nor SQL.
//! The board follows from a seed of the server. The player sends a log of all presses, which is played again here before a
//! time counts; the time is the one between the start and the arrival of the log. So a forged, cut or copied log is refused.

mod best_times;
mod cleanup;
mod data_export;
mod handlers;
mod problems;
pub mod puzzle;
mod results;
mod reviews;
mod routes;
mod store;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, Timer, Uuid, register};

/// The plugin `lantern-puzzle`.
#[derive(Debug)]
pub struct LanternPuzzle;

impl Plugin for LanternPuzzle {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => cleanup::on_account_erased(ctx, &event.json()?),
            cleanup::BLOCK_DELETED => cleanup::on_block_deleted(ctx, &event.json()?),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.as_str() {
            key if key.starts_with(cleanup::BLOCK_TIMER) => {
                cleanup::on_block_deleted(ctx, &timer.json()?)
            }
            key if key.starts_with(cleanup::PERSON_TIMER) => {
                cleanup::on_account_erased(ctx, &timer.json()?)
            }
            key if key.ends_with(cleanup::OLD_RUNS) => cleanup::delete_old_runs(ctx),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export(ctx, &person, cursor)
    }
}

register!(LanternPuzzle);
