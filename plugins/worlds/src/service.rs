//! The services for other plugins: `account-info@1` about members, and `worlds@1` about worlds.
//!
//! `worlds@1` decides about no permission. Its methods:
//!
//! - `view {key}` answers `{world: {worldId, worldName}}` for an id or a name, or null.
//! - `purchase_rule {worldId, userId, collectionId}` answers `{requiresMembership, hasMembership}` for the market.
//! - `role {worldId, userId}` answers `{role}`: `owner`, `admin` or `member`, or null.
//! - `administrators {worldId}` answers `{people}`: the owner and the administrators, at most six.

use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::{Ctx, Error, ServiceCall, Uuid, params};

/// The maximum number of members in one response.
const FELLOWS_MAX: u32 = 100;

pub(crate) fn answer(ctx: &Ctx, call: &ServiceCall) -> Result<Vec<u8>, Error> {
    match (call.service.as_str(), call.method.as_str()) {
        ("account-info@1", "facts") => ServiceCall::answer(&facts(ctx, &call.json()?)?),
        ("account-info@1", "fellows") => ServiceCall::answer(&fellows(ctx, &call.json()?)?),
        ("worlds@1", "role") => ServiceCall::answer(&role(ctx, &call.json()?)?),
        ("worlds@1", "purchase_rule") => ServiceCall::answer(&purchase_rule(ctx, &call.json()?)?),
        ("worlds@1", "administrators") => ServiceCall::answer(&administrators(ctx, &call.json()?)?),
        ("worlds@1", "view") => ServiceCall::answer(&view(ctx, &call.json()?)?),
        _ => Err(witverse_sdk::error::NOT_FOUND.into()),
    }
}

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

#[derive(Deserialize)]
struct ViewOf {
    key: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WorldFacts {
    world_id: Uuid,
    world_name: String,
}

#[derive(Serialize)]
struct View {
    world: Option<WorldFacts>,
}

fn view(ctx: &Ctx, of: &ViewOf) -> Result<View, Error> {
    let row = store::world_by_key(ctx, &of.key)?;
    let world = row.map(|(world_id, world_name)| WorldFacts {
        world_id,
        world_name,
    });
    Ok(View { world })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PurchaseOf {
    world_id: Uuid,
    user_id: Uuid,
    collection_id: Uuid,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PurchaseRule {
    requires_membership: bool,
    has_membership: bool,
}

/// Whether a person needs a membership of the world to buy an item of its collection on the market, and whether they have
/// one. The membership collections themselves are open to all.
fn purchase_rule(ctx: &Ctx, of: &PurchaseOf) -> Result<PurchaseRule, Error> {
    let (requires_membership, has_membership): (bool, bool) = ctx.sql().one(
        "select exists (select 1 from world w where w.id = $1 and w.membership_first) \
             and not exists (select 1 from membership s where s.id = $3 and s.world_id = $1), \
         exists (select 1 from holder h where h.world_id = $1 and h.account_id = $2 and h.items > 0)",
        &params![&of.world_id, &of.user_id, &of.collection_id],
    )?;
    Ok(PurchaseRule {
        requires_membership,
        has_membership,
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct RoleOf {
    world_id: Uuid,
    user_id: Uuid,
}

#[derive(Serialize)]
struct RoleFacts {
    role: Option<String>,
}

fn role(ctx: &Ctx, of: &RoleOf) -> Result<RoleFacts, Error> {
    let row: Option<(String,)> = ctx.sql().optional(
        "select role from member where account_id = $1 and world_id = $2",
        &params![&of.user_id, &of.world_id],
    )?;
    Ok(RoleFacts {
        role: row.map(|(role,)| role),
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdministratorsOf {
    world_id: Uuid,
}

#[derive(Serialize)]
struct Administrators {
    people: Vec<Uuid>,
}

/// The people whom a world's requests are for; none of a deleted world.
fn administrators(ctx: &Ctx, of: &AdministratorsOf) -> Result<Administrators, Error> {
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select w.owner_id from world w where w.id = $1 and w.owner_id is not null union \
             select m.account_id from member m where m.world_id = $1 and m.role = 'admin'",
            &params![&of.world_id],
        )?
        .all()?;
    Ok(Administrators {
        people: rows.into_iter().map(|(id,)| id).collect(),
    })
}
