//! Mail: alarms that other plugins raise for one person, threads of two people that start from alarms, and notices of
//! the platform for everybody.
//!
//! This file maps routes to handlers. Alarms, preferences and notices are defined in [`alarm`], [`preference`] and
//! [`notice`]. Other plugins decide which alarms to raise, through the service `mail@1` (`raise_alarm`); this plugin
//! delivers each alarm once, by the channels that its receiver chose.

mod account_events;
pub mod alarm;
mod alarms;
mod badge;
mod data_export;
mod digest;
pub mod directions;
pub mod notice;
mod notice_handlers;
mod notices;
mod plugin_alarms;
mod plugin_mutes;
pub mod preference;
mod preferences;
mod problems;
mod queries;
mod raise_alarm;
mod routes;
mod store;
mod threads;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, InstallEnded};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register};

/// The plugin `mail`.
#[derive(Debug)]
pub struct Mail;

impl Plugin for Mail {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => plugin_alarms::answer(ctx, &install, &call),
            None => raise_alarm::answer(ctx, &call),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            InstallEnded::TOPIC => plugin_alarms::on_install_ended(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("publish") => notice_handlers::publish_due(ctx, &timer),
            Some("spread") => notice_handlers::notify_next_batch(ctx, &timer),
            Some("digests" | "more-digests") => digest::send_due(ctx),
            Some("sweep" | "more-sweeping") => account_events::sweep(ctx),
            Some("forget-install") => plugin_alarms::continue_forgetting(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Mail);
