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

use witverse_sdk::export::Part;
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Erased, ParcelChanged, PaymentChanged};
use witverse_sdk::timer::TimerRoute;
use witverse_sdk::{Ctx, Error, Event, Plugin, register, timer};

/// The plugin `orders`.
#[derive(Debug)]
pub struct Orders;

impl Plugin for Orders {
    const ROUTES: &'static [Route] = routes::ROUTES;
    const TIMERS: &'static [TimerRoute] = &[
        timer!(flow::RESERVATION => payment_events::end_reservation),
        timer!(deliver::DELIVERY => deliver::continue_delivery),
        timer!(account_events::ERASURE => account_events::erase),
        timer!(account_events::ADOPTION => account_events::adopt),
        timer!(notices::NOTICE => notices::raise),
        timer!(preorder::RELEASE => preorder::move_orders),
        timer!(sweep::TERMS => sweep::run),
        timer!(sweep::TERM => sweep::on_term),
        timer!(holidays::WATCH => holidays::watch),
        timer!(product_search::INDEX => product_search::index),
    ];
    const EXPORT: &'static [Part] = data_export::PARTS;

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            PaymentChanged::TOPIC => payment_events::on_changed(ctx, &event),
            ParcelChanged::TOPIC => tracking_events::on_changed(ctx, &event),
            Erased::TOPIC => account_events::erase(ctx, event.json()?),
            _ => Ok(()),
        }
    }
}

register!(Orders);
