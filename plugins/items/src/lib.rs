//! Items: owners, locks, and the signed provenance chain of each item.
//!
//! This file maps routes to handlers. The data of an item is defined in [`item`], the chain in [`provenance`], and what was
//! packed with items in `attestation`. People make
//! collections (`craft_collection`) and items (`craft_item`), use up consumables, and use an item as their picture
//! (`profile_image`). Transfers and locks are for other plugins, through the service `items@1` (`service`).

mod account_events;
mod attestation;
mod collections;
mod counters;
mod craft_collection;
mod craft_item;
mod craft_store;
mod crafting;
mod create_item;
mod data_export;
mod escrow;
mod escrow_alarm;
mod events;
mod facts;
pub mod gear;
mod handlers;
mod install_checks;
mod install_service;
pub mod item;
mod item_search;
mod locks;
mod problems;
mod profile_image;
pub mod provenance;
mod queries;
mod routes;
mod search;
mod service;
mod service_batch;
mod signing;
mod store;
mod views;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, InstallEnded};
use witverse_sdk::services;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, timer};

/// The plugin `items`.
#[derive(Debug)]
pub struct Items;

impl Plugin for Items {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(search::INDEX => search::index),
        timer!(item_search::INDEX => item_search::index),
        timer!(locks::END_LOCKS => locks::end_due),
        timer!(install_service::RELEASE => install_service::release_all),
        timer!(account_events::TRANSFER => account_events::continue_transfer),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => install_service::answer(ctx, &install, &call),
            None => services::dispatch(service::METHODS, ctx, &call),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            escrow_alarm::TOPIC => escrow_alarm::raise(ctx, &event),
            InstallEnded::TOPIC => install_service::on_install_ended(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Items);
