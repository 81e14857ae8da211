//! Events: meetups and challenges in blocks, with places, tickets, a waiting list, draws and prizes.
//!
//! This file maps routes, events and timers to handlers. Rules without kernel and SQL are in [`event`], [`new_event`] and
//! [`place`]. Places are a ledger: `place_store` writes an entry with a reason for every change, and `seats` has the one
//! function that checks the quota. Money of tickets and prizes is on the account of this plugin until the end
//! (docs/decisions/0040). The lock order is the event, its places, payouts, then accounts.

mod access;
mod account_events;
mod admission;
mod applications;
mod attempts;
mod block_events;
pub mod challenge;
mod challenge_service;
mod clock;
mod companions;
pub mod course;
mod data_export;
mod door;
mod draw;
mod entry_handlers;
pub mod event;
mod field_errors;
mod guest;
mod helpers;
mod install_service;
mod joining;
pub mod kinds;
mod lists;
pub mod new_event;
pub mod new_plugin;
mod notices;
mod organise;
mod payouts;
mod person_notices;
pub mod place;
mod place_batches;
mod place_log;
mod place_store;
mod plugin_store;
mod problems;
mod requests;
mod rewards;
mod routes;
mod run_notices;
mod search;
mod seats;
mod store;
mod venue;
mod views;
mod world_events;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased, FileDeleted};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register};

/// The plugin `events`.
#[derive(Debug)]
pub struct Events;

impl Plugin for Events {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::on_blocked(ctx, &event),
            Erased::TOPIC => account_events::on_erased(ctx, &event),
            FileDeleted::TOPIC => organise::on_file_deleted(ctx, &event),
            world_events::BLACKLISTED => world_events::on_blacklisted(ctx, &event),
            world_events::CLOSED | world_events::OPENED => world_events::on_visibility(ctx, &event),
            block_events::BLOCK_DELETED => block_events::on_deleted(ctx, &event),
            block_events::BLOCK_RENAMED => block_events::on_renamed(ctx, &event),
            attempts::RACE_STARTED | attempts::PUZZLE_STARTED => attempts::on_started(ctx, &event),
            attempts::RACE_VOIDED => attempts::on_voided(ctx, &event),
            attempts::RACE_FINISHED | attempts::PUZZLE_FINISHED => {
                attempts::on_finished(ctx, &event)
            }
            attempts::RACE_REVIEWED | attempts::PUZZLE_REVIEWED => {
                clock::on_run_reviewed(ctx, &event)
            }
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("clock") => clock::on_clock(ctx, &timer),
            Some("unwind") => clock::on_unwind(ctx, &timer),
            Some("release") => seats::on_release(ctx, &timer),
            Some("pay") => payouts::on_pay(ctx, &timer),
            Some("count") => payouts::on_count(ctx, &timer),
            Some("tell") => notices::on_tell(ctx, &timer),
            Some("remind-hosts") => notices::on_remind_hosts(ctx, &timer),
            Some("ask") => run_notices::on_question(ctx, &timer),
            Some("applied") => applications::on_announce(ctx, &timer),
            Some("end-block") => block_events::continue_deletion(ctx, &timer),
            Some("rename-block") => block_events::continue_renaming(ctx, &timer),
            Some("end-between") => account_events::continue_block(ctx, &timer),
            Some("exclude") => world_events::continue_exclusion(ctx, &timer),
            Some("visibility") => world_events::continue_visibility(ctx, &timer),
            Some("world-closed") => world_events::on_closed(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match call.service.as_str() {
            install_service::SERVICE => install_service::answer(ctx, &call),
            challenge_service::SERVICE => challenge_service::answer(ctx, &call),
            _ => companions::answer(ctx, &call),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Events);
