//! The services for other plugins: `account-info@1` about members, and `worlds@1` about worlds.

use crate::store;
use witverse_sdk::services::ServiceRoute;
use witverse_sdk::services::worlds::{
    Administrators, AdministratorsOf, Facts, FactsOf, Fellows, FellowsOf, PurchaseRule,
    PurchaseRuleFor, Role, RoleOf, View, Viewed, World,
};
use witverse_sdk::{Ctx, Error, Uuid, params, serve};

/// The maximum number of members in one response.
const FELLOWS_MAX: u32 = 100;

pub(crate) const METHODS: &[ServiceRoute] = &[
    serve!(FactsOf => facts),
    serve!(FellowsOf => fellows),
    serve!(View => view),
    serve!(RoleOf => role),
    serve!(PurchaseRuleFor => purchase_rule),
    serve!(AdministratorsOf => administrators),
];

fn facts(ctx: &Ctx, of: FactsOf) -> Result<Facts, Error> {
    let world_name = store::world_name_of(ctx, &of.user_id)?;
    Ok(Facts {
        has_world: world_name.is_some(),
        world_name,
    })
}

fn fellows(ctx: &Ctx, of: FellowsOf) -> Result<Fellows, Error> {
    let ids = store::fellows_of(ctx, &of.user_id, of.limit.clamp(1, FELLOWS_MAX))?;
    Ok(Fellows { ids })
}

fn view(ctx: &Ctx, of: View) -> Result<Viewed, Error> {
    let row = store::world_by_key(ctx, &of.key)?;
    let world = row.map(|(world_id, world_name)| World {
        world_id,
        world_name,
    });
    Ok(Viewed { world })
}

fn purchase_rule(ctx: &Ctx, of: PurchaseRuleFor) -> Result<PurchaseRule, Error> {
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

fn role(ctx: &Ctx, of: RoleOf) -> Result<Role, Error> {
    let row: Option<(String,)> = ctx.sql().optional(
        "select role from member where account_id = $1 and world_id = $2",
        &params![&of.user_id, &of.world_id],
    )?;
    Ok(Role {
        role: row.map(|(role,)| role),
    })
}

fn administrators(ctx: &Ctx, of: AdministratorsOf) -> Result<Administrators, Error> {
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
