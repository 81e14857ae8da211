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

use companions::CompanionsIn;
use witverse_sdk::export::Part;
use witverse_sdk::games::Rivals;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased, FileDeleted};
use witverse_sdk::services::{self, ServiceRoute};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, serve, timer};

/// The plugin `events`.
#[derive(Debug)]
pub struct Events;

impl Plugin for Events {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const SERVICES: &'static [ServiceRoute] = &[
        serve!(Rivals => challenge_service::compete),
        serve!(CompanionsIn => companions::companions),
    ];
    const TIMERS: &'static [TimerRoute] = &[
        timer!(clock::CLOCK => clock::on_clock),
        timer!(clock::UNWIND => clock::on_unwind),
        timer!(seats::RELEASE => seats::on_release),
        timer!(payouts::PAY => payouts::on_pay),
        timer!(payouts::COUNT => payouts::on_count),
        timer!(notices::TELL => notices::on_tell),
        timer!(notices::REMIND_HOSTS => notices::on_remind_hosts),
        timer!(run_notices::QUESTION => run_notices::on_question),
        timer!(applications::APPLIED => applications::on_announce),
        timer!(block_events::DELETION => block_events::end_events),
        timer!(block_events::RENAMING => block_events::rename),
        timer!(account_events::BLOCK => account_events::end_between),
        timer!(world_events::EXCLUSION => world_events::exclude),
        timer!(world_events::VISIBILITY => world_events::show),
        timer!(world_events::WORLD_CLOSED => world_events::on_closed),
        timer!(account_events::ERASURE => account_events::erase),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::end_between(ctx, event.json()?),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            FileDeleted::TOPIC => organise::on_file_deleted(ctx, &event),
            world_events::BLACKLISTED => world_events::exclude(ctx, event.json()?),
            world_events::CLOSED | world_events::OPENED => world_events::on_visibility(ctx, &event),
            block_events::BLOCK_DELETED => block_events::end_events(ctx, event.json()?),
            block_events::BLOCK_RENAMED => block_events::rename(ctx, event.json()?),
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

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match call.service.as_str() {
            install_service::SERVICE => install_service::answer(ctx, &call),
            _ => services::dispatch(Self::SERVICES, ctx, &call),
        }
    }
}

register!(Events);
