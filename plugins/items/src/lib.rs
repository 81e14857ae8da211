//! Items: whose they are, what is being done with them, and the signed chain of how each came to its owner.
//!
//! This file says which handler answers what. What an item is stands in [`item`], the chain in [`provenance`]; routes
//! only show (`handlers`), but for an administrator's grant (`create_item`). Moving, locking and using are for other plugins,
//! through the service `items@1` (`service`): what an item is given or sold for is theirs to know.

mod account_events;
mod create_item;
mod data_export;
mod handlers;
pub mod item;
mod problems;
pub mod provenance;
mod queries;
mod service;
mod signing;
mod store;
mod views;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
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
        route!(Get "/api/v2/items/{id}" => handlers::view_item),
        route!(Get "/api/v2/items/{id}/provenance" => handlers::view_provenance),
        route!(Post "/api/v2/items/grants" => create_item::grant_item),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        service::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::take_back_of_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("take-back") => account_events::go_on_taking_back(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::part(ctx, &person, cursor)
    }
}

register!(Items);
