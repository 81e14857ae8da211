//! Orders: what is bought with money or WIT, and what is shipped.
//!
//! This file maps routes, events and timers to handlers. Rules without kernel and SQL are in [`draw`], [`calendar`],
//! [`carriers`], [`postcode`], [`product`] and [`purchase`]. Card payments are the kernel's (docs/decisions/0039): this plugin opens them and follows their
//! events. It creates items only through `items`, and keeps no money of a world's seller longer than the time to withdraw.

mod access;
mod account_events;
mod address;
mod address_change;
mod alarms;
mod buying;
pub mod calendar;
pub mod carriers;
mod clocks;
mod data_export;
mod deliver;
mod desk;
pub mod draw;
mod draw_handlers;
mod flow;
mod give_back;
mod holidays;
mod item_api;
mod legal_terms;
mod notices;
mod operators;
pub mod packing;
mod parcels;
mod payment_events;
pub mod postcode;
mod postcode_import;
pub mod postcode_search;
mod postcodes;
pub mod preorder;
mod problems;
pub mod product;
mod product_handlers;
mod product_search;
pub mod purchase;
mod reason;
pub mod refund_parts;
mod request_store;
mod requests;
mod restock;
mod routes;
mod seller_alarms;
mod settle;
pub mod shipping;
mod stock;
mod store;
mod surcharges;
mod sweep;
mod tracking_events;
mod views;
mod world_rule;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, ParcelChanged, PaymentChanged};
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, Timer, Uuid, register};

/// The plugin `orders`.
#[derive(Debug)]
pub struct Orders;

impl Plugin for Orders {
    const ROUTES: &'static [Route] = routes::ROUTES;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            PaymentChanged::TOPIC => payment_events::on_changed(ctx, &event),
            ParcelChanged::TOPIC => tracking_events::on_changed(ctx, &event),
            Erased::TOPIC => account_events::on_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("reservation") => payment_events::end_reservation(ctx, &timer),
            Some("deliver") => deliver::on_timer(ctx, &timer),
            Some("forget-person") => account_events::continue_erasure(ctx, &timer),
            Some("adopt") => account_events::adopt(ctx, &timer),
            Some("notice") => notices::on_timer(ctx, &timer),
            Some("release") => preorder::on_timer(ctx, &timer),
            Some("terms") => sweep::run(ctx),
            Some("holidays") => holidays::watch(ctx),
            Some("index") => product_search::index(ctx),
            Some("term") => sweep::on_term(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        data_export::export_page(ctx, &person, cursor)
    }
}

register!(Orders);
