//! Friends: asking somebody, answering, ending it; who is whose friend, and people one may know.
//!
//! This file says which handler answers what. The rules are in [`relationship`], the handlers that change something
//! in `requests`, those that show in `lists`, the statements in `store` and `reading`. There is one row between two
//! people, whoever began; blocks are the kernel's, and end what is here.

mod copy;
mod departures;
mod lists;
mod problems;
mod reading;
pub mod relationship;
mod requests;
mod service;
mod store;
mod telling;

use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::{Blocked, Erased};
use witverse_sdk::{
    Ctx, DataPage, Error, Event, Plugin, ServiceCall, Timer, Uuid, register, route,
};

/// The plugin `friends`.
#[derive(Debug)]
pub struct Friends;

impl Plugin for Friends {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/v2/relationship/get/friends" => lists::list_friends),
        route!(Get "/api/v2/relationship/requests" => lists::list_requests),
        route!(Get "/api/v2/relationship/with/{nickname}" => lists::view_standing),
        route!(Get "/api/v2/relationship/suggestions" => lists::suggest_people),
        route!(Get "/api/v2/relationship/summary" => lists::view_summary),
        route!(Post "/api/v2/relationship/search" => lists::search_people),
        route!(Post "/api/v2/relationship/request/friend" => requests::request_friend),
        route!(Post "/api/v2/relationship/process/request" => requests::process_request),
        route!(Post "/api/v2/relationship/cancel/request" => requests::cancel_request),
        route!(Post "/api/v2/relationship/delete/friend" => requests::delete_friend),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        service::answer(ctx, &call)
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Blocked::TOPIC => departures::part(ctx, &event),
            Erased::TOPIC => departures::forget_erased(ctx, &event),
            _ => Ok(()),
        }
    }

    fn on_timer(ctx: &Ctx, timer: Timer) -> Result<(), Error> {
        match timer.key.split(':').next() {
            Some("forget-refusal") => requests::forget_refusal(ctx, &timer),
            Some("forget-person") => departures::go_on_forgetting(ctx, &timer),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, cursor: Option<String>) -> Result<DataPage, Error> {
        copy::part(ctx, &person, cursor)
    }
}

register!(Friends);
