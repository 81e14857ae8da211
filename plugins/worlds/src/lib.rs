//! Worlds: the list, creating one, joining one. A person is a member of at most one world.
//!
//! This file maps routes and services to handlers. The rules are in [`name`] and [`world`], the handlers in `handlers`,
//! the statements in `store`. Cedar has authorized every call before; conditions on the state of a world (private,
//! already a member) are checked here.

mod handlers;
pub mod name;
mod problems;
mod store;
pub mod world;

use serde::{Deserialize, Serialize};
use witverse_sdk::http::Route;
use witverse_sdk::kernel_events::Erased;
use witverse_sdk::{Ctx, DataPage, Error, Event, Plugin, ServiceCall, Uuid, register, route};

/// The maximum number of members in one response.
const FELLOWS_MAX: u32 = 100;

/// The plugin `worlds`.
#[derive(Debug)]
pub struct Worlds;

impl Plugin for Worlds {
    const ROUTES: &'static [Route] = &[
        route!(Get "/api/v3/worlds" => handlers::list_worlds),
        route!(Post "/api/v3/worlds" => handlers::create_world),
        route!(Post "/api/v2/worlds/name" => handlers::check_name),
        route!(Get "/api/v2/worlds/my" => handlers::my_world),
        route!(Get "/api/v2/worlds/mInfo" => handlers::world_by_name),
        route!(Post "/api/v2/worlds/user/member" => handlers::join_world),
    ];

    fn call(ctx: &Ctx, call: ServiceCall) -> Result<Vec<u8>, Error> {
        match (call.service.as_str(), call.method.as_str()) {
            ("account-info@1", "facts") => ServiceCall::answer(&facts(ctx, &call.json()?)?),
            ("account-info@1", "fellows") => ServiceCall::answer(&fellows(ctx, &call.json()?)?),
            _ => Err(witverse_sdk::error::NOT_FOUND.into()),
        }
    }

    fn on_event(ctx: &Ctx, event: Event) -> Result<(), Error> {
        match event.topic.as_str() {
            Erased::TOPIC => store::remove_member(ctx, &event.json::<Erased>()?.user_id),
            _ => Ok(()),
        }
    }

    fn export_data(ctx: &Ctx, person: Uuid, _: Option<String>) -> Result<DataPage, Error> {
        DataPage::json("worlds.json", &store::stored_data(ctx, &person)?)
    }
}

register!(Worlds);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FactsOf {
    user_id: Uuid,
}

/// The response of the service `account-info@1`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    has_world: bool,
    world_name: Option<String>,
}

fn facts(ctx: &Ctx, of: &FactsOf) -> Result<Facts, Error> {
    let world_name = store::world_name_of(ctx, &of.user_id)?;
    Ok(Facts {
        has_world: world_name.is_some(),
        world_name,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FellowsOf {
    user_id: Uuid,
    limit: u32,
}

/// Members of the same world, newest first, without the caller.
#[derive(Serialize)]
struct Fellows {
    ids: Vec<Uuid>,
}

fn fellows(ctx: &Ctx, of: &FellowsOf) -> Result<Fellows, Error> {
    let ids = store::fellows_of(ctx, &of.user_id, of.limit.clamp(1, FELLOWS_MAX))?;
    Ok(Fellows { ids })
}
