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
mod search;
mod service;
pub mod statistics;
mod store;
pub mod visits;
pub mod world;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, FileDeleted, InstallStopped, InstallUpdate, Spent};
use witverse_sdk::{
    Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register, route,
};

/// The plugin `worlds`.
#[derive(Debug)]
pub struct Worlds;

impl Plugin for Worlds {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/v3/worlds" => handlers::list_worlds),
        route!(Post "/api/v3/worlds" => handlers::create_world),
        route!(Get "/api/v2/worlds/search" => search::search_worlds),
        route!(Post "/api/v2/worlds/name" => handlers::check_name),
        route!(Get "/api/v2/worlds/my" => handlers::my_world),
        route!(Get "/api/v2/worlds/mInfo" => handlers::world_by_name),
        route!(Get "/api/v2/worlds/basic-info" => handlers::world_by_name),
        route!(Get "/api/v3/worlds/basic-info/{worldName}" => handlers::basic_info),
        route!(Post "/api/v2/worlds/user/member" => handlers::join_world),
        route!(Put "/api/v3/worlds/admins/img" => admin_handlers::change_images),
        route!(Put "/api/v3/worlds/admins/texts" => admin_handlers::change_texts),
        route!(Put "/api/v3/worlds/admins/visibility" => admin_handlers::change_visibility),
        route!(Put "/api/v3/worlds/{id}/admin/market-rule" => admin_handlers::change_market_rule),
        route!(Get "/api/v3/worlds/{id}/admin/default/data" => admin_handlers::default_data),
        route!(Get "/api/v3/worlds/{id}/members" => members::list_members),
        route!(Post "/api/v3/worlds/{id}/admins" => members::appoint_admin),
        route!(Delete "/api/v3/worlds/{id}/admins/{userId}" => members::dismiss_admin),
        route!(Get "/api/v3/worlds/{id}/blacklist" => blacklist::list_blacklist),
        route!(Post "/api/v3/worlds/{id}/blacklist" => blacklist::put_on_blacklist),
        route!(Delete "/api/v3/worlds/{id}/blacklist/{userId}" => blacklist::take_off_blacklist),
        route!(Get "/api/v3/worlds/{id}/invitation" => invitations::view_link),
        route!(Post "/api/v3/worlds/{id}/invitation" => invitations::renew_link),
        route!(Delete "/api/v3/worlds/{id}/invitation" => invitations::revoke_link),
        route!(Get "/api/v3/invitations/{code}" => invitations::view_invitation),
        route!(Post "/api/v3/invitations/{code}" => invitations::accept_invitation),
        route!(Get "/api/v3/worlds/{id}/collections" => membership_handlers::list_memberships),
        route!(Post "/api/v3/worlds/{id}/collections" => membership_handlers::open_membership),
        route!(Post "/api/v3/worlds/{id}/collections/{membershipId}/buy" => membership_handlers::buy_membership),
        route!(Post "/api/v2/worlds/logs/user-connection" => visits::log_visit),
        route!(Get "/api/v3/worlds/{id}/statistics" => statistics::view_statistics),
        route!(Get "/api/v3/worlds/{id}/visitors" => statistics::list_visitors),
        route!(Get "/api/v3/worlds/{id}/witch-points" => statistics::view_witch_points),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        service::answer(ctx, &call)
    }

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

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.starts_with(blacklist::TIMER) {
            true => blacklist::end_entry(ctx, &timer),
            false => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, _: Option<String>) -> Result<DataPage, Error> {
        data_export::export(ctx, &person)
    }
}

register!(Worlds);
