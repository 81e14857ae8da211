//! The community of a world: its feed with comments and reactions, its announcements, and comments on items and blocks.
//!
//! This file maps routes, events, timers and services to handlers. The rules are in [`post`] and [`pace`]. The world of a
//! post is stored by its name; who may do what in it is decided by Cedar with the roles that `worlds` grants ([`access`]).

mod access;
mod account_events;
mod alarms;
mod announcement;
mod announcements;
mod blocked;
mod comment_store;
mod comments;
mod data_export;
mod events;
mod feed_handlers;
mod feed_queries;
mod gallery;
mod gallery_counts;
mod images;
mod mentions;
mod moderation;
pub mod pace;
pub mod post;
mod post_handlers;
mod problems;
mod reactions;
mod readable;
mod routes;
mod search;
mod store;
mod threads;
mod views;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, FileDeleted};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, timer};

/// The plugin `community`.
#[derive(Debug)]
pub struct Community;

impl Plugin for Community {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(account_events::PURGE => account_events::purge),
        timer!(account_events::ERASURE => account_events::erase),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        gallery::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            events::POSTED | mentions::EDITED => mentions::on_text(ctx, &event),
            events::COMMENTED => alarms::on_commented(ctx, &event),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            FileDeleted::TOPIC => images::on_file_deleted(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Community);
