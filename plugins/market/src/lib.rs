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

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased, WalletChanged};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, ServiceCall, register, timer};

/// The plugin `market`.
#[derive(Debug)]
pub struct Market;

impl Plugin for Market {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(close::ENDING_SOON => close::set_timers),
        timer!(close::LISTING_ENDS => close::expire_listing),
        timer!(close::OFFER_ENDS => close::expire_offer),
        timer!(offer_handlers::CANCEL_ALL => offer_handlers::continue_cancel_all),
        timer!(account_events::BLOCK => account_events::end_between),
        timer!(account_events::ERASURE => account_events::erase),
        timer!(account_events::ITEM_CHANGE => account_events::end_outdated),
        timer!(alarms::LISTED => alarms::tell),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match ctx.calling_install() {
            Some(install) => install_service::answer(ctx, &install, &call),
            None => service::answer(ctx, &call),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => account_events::end_between(ctx, event.json()?),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            WalletChanged::TOPIC => wallets::on_changed(ctx, &event),
            "items.changed@1" => account_events::end_outdated(ctx, event.json()?),
            "market.sold@1" => alarms::on_sold(ctx, &event),
            "market.offer.changed@1" => alarms::on_offer_changed(ctx, &event),
            "market.listed@1" => alarms::on_listed(ctx, &event),
            "market.listing.expired@1" => alarms::on_listing_expired(ctx, &event),
            _ => Ok(()),
        }
    }
}

register!(Market);
