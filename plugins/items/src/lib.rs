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
mod search;
mod service;
mod service_batch;
mod signing;
mod store;
mod views;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, InstallEnded};
use witverse_sdk::{
    Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register, route,
};

/// The plugin `items`.
#[derive(Debug)]
pub struct Items;

impl Plugin for Items {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/item/inventory/craft/{a}/{b}" => handlers::list_own_items),
        route!(Get "/api/item/inventory/craft/gift/item" => handlers::list_gift_items),
        route!(Get "/api/v2/user/inventory/paging/{userId}" => handlers::list_items_of),
        route!(Get "/api/v2/items/search" => item_search::search_items),
        route!(Get "/api/v2/items/{id}" => handlers::view_item),
        route!(Get "/api/v2/items/{id}/provenance" => handlers::view_provenance),
        route!(Post "/api/v2/collections" => craft_collection::create_collection),
        route!(Get "/api/v2/collections/mine" => craft_collection::list_own),
        route!(Put "/api/v2/collections/{id}" => craft_collection::change_collection),
        route!(Post "/api/v2/collections/{id}/items" => craft_item::craft_items),
        route!(Get "/api/v3/worlds/{id}/item-collections" => craft_collection::list_of_world),
        route!(Put "/api/v2/items/{id}/use" => craft_item::use_item),
        route!(Put "/api/v2/items/{id}/escrow" => escrow::answer),
        route!(Get "/api/v2/collections/search" => search::search_collections),
        route!(Get "/api/v2/collections/official" => collections::list_official),
        route!(Put "/api/v2/collections/{id}/official" => collections::change_status),
        route!(Get "/api/v2/collections/{id}" => collections::view_collection),
        route!(Get "/api/v2/collections/{id}/items" => collections::list_items),
        route!(Put "/api/v2/items/{id}/profile-image" => profile_image::use_as_picture),
        route!(Post "/api/v2/items/grants" => create_item::grant_item),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => install_service::answer(ctx, &install, &call),
            None => service::answer(ctx, &call),
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

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("index") => search::index(ctx),
            Some("index-items") => item_search::index(ctx),
            Some("end-locks") => locks::end_due(ctx),
            Some("release-locks") => install_service::continue_releasing(ctx, &timer),
            Some("take-back") => account_events::continue_transfer(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Items);
