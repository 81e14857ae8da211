//! The market: people list their items, offer WIT for items of others, and buy.
//!
//! This file maps routes, events and timers to handlers. Rules without kernel and SQL are in [`money`], [`duration`],
//! [`quote`], [`listing`], [`offer`] and [`wash_rule`]. Every trade ends in `settle`: the item, the WIT and the record in one transaction.
//! The plugin keeps no WIT and no items: an open listing is a lock in `items`, an offer is a mandate in the ledger.

mod accept;
mod account_events;
mod alarms;
mod browse;
mod browse_plan;
mod close;
mod collections;
mod confirm;
mod data_export;
mod detail;
pub mod duration;
mod halts;
mod install_service;
pub mod item;
pub mod listing;
mod listing_handlers;
mod listing_store;
pub mod money;
pub mod offer;
mod offer_handlers;
mod offer_lists;
mod offer_store;
mod problems;
mod purchase;
pub mod quote;
mod receipt;
mod routes;
pub mod rules;
mod sale;
mod saved_searches;
mod service;
mod settle;
mod views;
mod wallets;
mod wash;
pub mod wash_rule;
mod watches;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased, WalletChanged};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register};

/// The plugin `market`.
#[derive(Debug)]
pub struct Market;

impl Plugin for Market {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => install_service::answer(ctx, &install, &call),
            None => service::answer(ctx, &call),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::on_blocked(ctx, &event),
            Erased::TOPIC => account_events::on_erased(ctx, &event),
            WalletChanged::TOPIC => wallets::on_changed(ctx, &event),
            "items.changed@1" => account_events::on_item_changed(ctx, &event),
            "market.sold@1" => alarms::on_sold(ctx, &event),
            "market.offer.changed@1" => alarms::on_offer_changed(ctx, &event),
            "market.listed@1" => alarms::on_listed(ctx, &event),
            "market.listing.expired@1" => alarms::on_listing_expired(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("ending-soon") => close::set_timers(ctx),
            Some("expire-listing") => close::expire_listing(ctx, &timer),
            Some("expire-offer") => close::expire_offer(ctx, &timer),
            Some("cancel-all") => offer_handlers::continue_cancel_all(ctx, &timer),
            Some("end-between") => account_events::continue_block(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            Some("item-changed") => account_events::continue_item_change(ctx, &timer),
            Some("listed") => alarms::continue_listed(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Market);
