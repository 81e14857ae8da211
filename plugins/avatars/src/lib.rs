//! Avatars: the look of a person, chosen once, the gear that they wear, and the VRM file that they appear as. Gear and file
//! change at any time. The portrait of a look is the picture of everybody who has set none.
//!
//! This file maps routes, events and the service to handlers. The options of a look are in [`look`], its drawing in [`portrait`]; they
//! use neither the kernel nor SQL. Gear is an item of its wearer: `items` owns it, and this plugin locks it there while it is worn.
//! The lock order is the wearer, their gear, then the items.

mod account_events;
mod data_export;
mod events;
mod gear;
mod handlers;
pub mod look;
pub mod portrait;
mod problems;
mod routes;
mod services;
mod store;
mod token;
mod views;
mod vrm;
mod vrm_handlers;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register};

/// The plugin `avatars`.
#[derive(Debug)]
pub struct Avatars;

impl Plugin for Avatars {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const SERVICES: &'static [ServiceRoute] = services::METHODS;
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            events::CHANGED => account_events::recheck_account(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Avatars);
