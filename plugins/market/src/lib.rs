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
mod offer_store;
mod problems;
mod purchase;
pub mod quote;
mod receipt;
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
use witverse_sdk::{
    Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register, route,
};

/// The plugin `market`.
#[derive(Debug)]
pub struct Market;

impl Plugin for Market {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/v2/market/listings" => listing_handlers::browse),
        route!(Post "/api/v2/market/listings" => listing_handlers::create),
        route!(Put "/api/v2/market/listings/{id}" => listing_handlers::change),
        route!(Delete "/api/v2/market/listings/{id}" => listing_handlers::cancel),
        route!(Post "/api/v2/market/listings/{id}/quote" => purchase::make_quote),
        route!(Post "/api/v2/market/listings/{id}/buy" => purchase::buy),
        route!(Get "/api/v2/market/items/{id}" => detail::view),
        route!(Get "/api/v2/market/items/{id}/sales" => detail::item_sales),
        route!(Get "/api/v2/market/items/{id}/offers" => detail::item_offers),
        route!(Put "/api/v2/market/items/{id}/watch" => watches::add),
        route!(Delete "/api/v2/market/items/{id}/watch" => watches::remove),
        route!(Get "/api/v2/market/collections/{id}" => collections::view),
        route!(Get "/api/v2/market/collections/{id}/sales" => detail::collection_sales),
        route!(Get "/api/v2/market/collections/{id}/offers" => detail::collection_offers),
        route!(Put "/api/v2/market/collections/{id}/halt" => halts::change),
        route!(Post "/api/v2/market/offers" => offer_handlers::create),
        route!(Post "/api/v2/market/offers/cancel-all" => offer_handlers::cancel_all),
        route!(Put "/api/v2/market/offers/{id}" => offer_handlers::change),
        route!(Delete "/api/v2/market/offers/{id}" => offer_handlers::cancel),
        route!(Post "/api/v2/market/offers/{id}/reject" => offer_handlers::reject),
        route!(Post "/api/v2/market/offers/{id}/accept" => accept::accept),
        route!(Get "/api/v2/market/mine/listings" => listing_handlers::list_own),
        route!(Get "/api/v2/market/mine/offers" => offer_handlers::list_own),
        route!(Get "/api/v2/market/mine/sales" => detail::own_sales),
        route!(Get "/api/v2/market/mine/watches" => watches::list),
        route!(Get "/api/v2/market/mine/searches" => saved_searches::list),
        route!(Post "/api/v2/market/mine/searches" => saved_searches::create),
        route!(Delete "/api/v2/market/mine/searches/{id}" => saved_searches::remove),
        route!(Get "/api/v2/market/sales/{saleId}" => receipt::view),
        route!(Get "/api/v2/market/rules" => rules::view),
        route!(Put "/api/v2/market/rules" => rules::change),
        route!(Get "/api/v2/market/rules/history" => rules::history),
        route!(Get "/api/v2/market/halts" => halts::list),
    ];

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
