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
mod search;
mod store;
mod threads;
mod views;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, FileDeleted};
use witverse_sdk::{
    Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register, route,
};

/// The plugin `community`.
#[derive(Debug)]
pub struct Community;

impl Plugin for Community {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/v2/world/feed" => feed_handlers::list_feed),
        route!(Post "/api/v2/world/feed" => post_handlers::create_post),
        route!(Get "/api/v2/world/posts/search" => search::search_posts),
        route!(Get "/api/v2/world/feed/block/query" => feed_handlers::list_of_block),
        route!(Get "/api/v2/world/feed/fixed/{world}" => feed_handlers::view_fixed),
        route!(Post "/api/v2/world/feed/change/status" => moderation::change_status),
        route!(Post "/api/v2/world/feed/change/ismember" => moderation::change_audience),
        route!(Get "/api/v2/world/feed/{id}" => feed_handlers::view_post),
        route!(Put "/api/v2/world/feed/{id}" => post_handlers::edit_post),
        route!(Delete "/api/v2/world/feed/{id}" => post_handlers::delete_post),
        route!(Get "/api/v2/world/feed/{id}/history" => feed_handlers::view_history),
        route!(Post "/api/v2/world/feed/{id}/appeal" => post_handlers::appeal),
        route!(Put "/api/v2/world/feed/{id}/fixed" => moderation::toggle_pin),
        route!(Put "/api/v2/world/feed/{id}/reaction" => reactions::react),
        route!(Delete "/api/v2/world/feed/{id}/reaction" => reactions::unreact),
        route!(Put "/api/v2/world/feed/{id}/mute" => threads::mute),
        route!(Delete "/api/v2/world/feed/{id}/mute" => threads::unmute),
        route!(Get "/api/v2/world/feed/{id}/comments" => comments::list_comments),
        route!(Post "/api/v2/world/feed/{id}/comments" => comments::create_comment),
        route!(Delete "/api/v2/world/feed/{id}/comments/{commentId}" => comments::delete_comment),
        route!(Post "/api/v2/world/feed/{id}/comments/{commentId}/status" => comments::change_comment_status),
        route!(Get "/api/v2/world/announcements/{world}" => announcements::list_announcements),
        route!(Post "/api/v2/world/announcements/{world}" => announcements::create_announcement),
        route!(Get "/api/v2/world/announcements/{world}/{id}" => announcements::view_announcement),
        route!(Put "/api/v2/world/announcements/{world}/{id}" => announcements::edit_announcement),
        route!(Delete "/api/v2/world/announcements/{world}/{id}" => announcements::delete_announcement),
        route!(Put "/api/v2/world/announcements/{world}/{id}/fixed" => announcements::toggle_pin),
        route!(Get "/api/v2/comments/counts" => gallery_counts::count_comments),
        route!(Get "/api/v2/comments/{kind}/{id}" => gallery::list_comments),
        route!(Post "/api/v2/comments/{kind}/{id}" => gallery::create_comment),
        route!(Delete "/api/v2/comments/{kind}/{id}/{commentId}" => gallery::delete_comment),
        route!(Post "/api/v2/comments/{kind}/{id}/{commentId}/status" => gallery::change_comment_status),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        gallery::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            events::POSTED | mentions::EDITED => mentions::on_text(ctx, &event),
            events::COMMENTED => alarms::on_commented(ctx, &event),
            Erased::TOPIC => account_events::on_account_erased(ctx, &event),
            FileDeleted::TOPIC => images::on_file_deleted(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("purge") => account_events::purge(ctx),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::part(ctx, &person, cursor)
    }
}

register!(Community);
