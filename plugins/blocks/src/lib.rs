//! Blocks: the places of a world. A block has settings, a scene with versions, pictures, and rules about who may enter.
//!
//! This file maps routes, events and services to handlers. The rules are in [`name`], [`block`], [`entry`] and
//! [`scene`]; they use neither the kernel nor SQL. The kernel runs the room of a block; this plugin decides who enters it.
//! The lock order is the block, its versions, pictures, bans and placed items, then counters and items.

mod access;
mod account_events;
mod ban_store;
pub mod block;
mod block_handlers;
mod calls;
pub mod catalogue;
mod chat_rules;
mod data_export;
mod doors;
pub mod entry;
mod entry_handlers;
mod events;
mod list_handlers;
mod lively;
mod main_block;
mod models;
pub mod name;
mod placed_items;
mod placing;
mod presence;
mod problems;
mod room_bans;
mod rooms;
mod routes;
pub mod scene;
mod scene_handlers;
mod scene_rules;
mod scene_store;
mod services;
mod store;
mod stored_text;
pub mod templates;
mod thumbnails;
mod views;
mod visits;

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, FileDeleted};
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::services::blocks::{Describe, Enter, EntryOf, Exists, GalleryOf, OfGame, View};
use witverse_sdk::services::presence::Whereabouts;
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, serve, timer};

/// The plugin `blocks`.
#[derive(Debug)]
pub struct Blocks;

impl Plugin for Blocks {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const SERVICES: &'static [ServiceRoute] = &[
        serve!(Exists => services::exists),
        serve!(View => services::view),
        serve!(EntryOf => services::entry),
        serve!(OfGame => services::of_game),
        serve!(GalleryOf => services::gallery),
        serve!(Describe => rooms::describe),
        serve!(Enter => rooms::enter),
        serve!(Whereabouts => presence::whereabouts),
    ];
    const TIMERS: &'static [TimerRoute] = &[
        timer!(ban_store::EXPIRED_BANS => ban_store::delete_expired),
        timer!(account_events::ERASURE => account_events::remove),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => account_events::remove(ctx, event.json::<Erased>()?.into()),
            FileDeleted::TOPIC => thumbnails::on_file_deleted(ctx, &event),
            rooms::MEMBER_LEFT
            | rooms::BLACKLISTED
            | rooms::MEMBERSHIP_LOST
            | rooms::ROLE_CHANGED => rooms::on_person_changed(ctx, &event),
            rooms::ITEM_MOVED => rooms::on_item_moved(ctx, &event),
            rooms::WORLD_CLOSED => rooms::on_world_closed(ctx, &event),
            rooms::AVATAR_CHANGED => rooms::on_avatar_changed(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Blocks);
