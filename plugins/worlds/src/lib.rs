//! Worlds: creating and joining one, its members and administrators, its blacklist and invitations, its membership
//! collections, and its visits. A person is a member of at most one world.
//!
//! This file maps routes, events and services to handlers. The rules are in [`name`], [`world`] and [`membership`].
//! Cedar has authorized every call before; conditions on the state of a world are checked here. The lock order is the
//! world, its members, then counters.

mod account_events;
mod admin_handlers;
mod blacklist;
mod content_counts;
mod data_export;
mod events;
mod handlers;
mod images;
mod install_notices;
mod invitations;
mod leaving;
mod members;
pub mod membership;
mod membership_handlers;
mod membership_store;
pub mod name;
mod problems;
mod routes;
mod search;
mod service;
pub mod statistics;
mod store;
pub mod visits;
pub mod world;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, FileDeleted, InstallStopped, InstallUpdate, Spent};
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, timer};

/// The plugin `worlds`.
#[derive(Debug)]
pub struct Worlds;

impl Plugin for Worlds {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const SERVICES: &'static [ServiceRoute] = service::METHODS;
    const TIMERS: &'static [TimerRoute] = &[timer!(blacklist::UNLIST => blacklist::end_entry)];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            FileDeleted::TOPIC => images::on_file_deleted(ctx, &event),
            content_counts::PUBLISHED | content_counts::DELETED => {
                content_counts::on_blocks_changed(ctx, &event)
            }
            content_counts::COLLECTION_MADE => content_counts::on_collection_made(ctx, &event),
            content_counts::CRAFTED | content_counts::SOLD => {
                content_counts::on_items_made(ctx, &event)
            }
            Spent::TOPIC => visits::on_spent(ctx, &event),
            InstallStopped::TOPIC => install_notices::on_install_stopped(ctx, &event),
            InstallUpdate::TOPIC => install_notices::on_install_update(ctx, &event),
            "items.owner.changed@1" => membership_handlers::on_owner_changed(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Worlds);
