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

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, InstallEnded};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, timer};

/// The plugin `mail`.
#[derive(Debug)]
pub struct Mail;

impl Plugin for Mail {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(notice_handlers::PUBLISH => notice_handlers::publish_due),
        timer!(notice_handlers::SPREAD => notice_handlers::notify_next_batch),
        timer!(digest::DIGESTS => digest::send_due),
        timer!(account_events::SWEEP => account_events::sweep),
        timer!(plugin_alarms::FORGET_INSTALL => plugin_alarms::forget_install),
        timer!(account_events::ERASURE => account_events::erase),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => plugin_alarms::answer(ctx, &install, &call),
            None => raise_alarm::answer(ctx, &call),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            InstallEnded::TOPIC => plugin_alarms::on_install_ended(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Mail);
