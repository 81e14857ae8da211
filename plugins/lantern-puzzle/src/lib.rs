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

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, timer};

/// The plugin `lantern-puzzle`.
#[derive(Debug)]
pub struct LanternPuzzle;

impl Plugin for LanternPuzzle {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(cleanup::OF_BLOCK => cleanup::on_block_deleted),
        timer!(cleanup::OF_PERSON => cleanup::on_account_erased),
        timer!(cleanup::OLD_RUNS => cleanup::delete_old_runs),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => cleanup::on_account_erased(ctx, event.json()?),
            cleanup::BLOCK_DELETED => cleanup::on_block_deleted(ctx, event.json()?),
            _ => Ok(()),
        }
    }
}

register!(LanternPuzzle);
