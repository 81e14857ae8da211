//! A member leaves a world: by changing to another one, by the blacklist, or with their account.
//!
//! The lock order is: the world, its members, counters. Appointing administrators takes the same locks.

use crate::events;
use crate::search;
use crate::store;
use crate::world::Role;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// The resource kind of a world.
pub(crate) const WORLD: &str = "World";

/// Removes `account` from its world, if it is in one. The administrator of longest standing succeeds an owner; without
/// administrators the world belongs to the platform. Items of membership collections stay with their owner.
pub(crate) fn leave(ctx: &Ctx, account: &Uuid) -> Result<Option<Uuid>, Error> {
    let Some(world) = store::world_id_of(ctx, account)? else {
        return Ok(None);
    };
    store::lock_world(ctx, &world)?;
    let left: Option<(String,)> = ctx.sql().optional(
        "delete from member where account_id = $1 and world_id = $2 returning role",
        &params![account, &world],
    )?;
    // A concurrent call has removed the account.
    let Some((role,)) = left else {
        return Ok(None);
    };
    ctx.authz()
        .revoke_role(account, &role, WORLD, world.as_str())?;
    if Role::parse(&role) == Some(Role::Owner) {
        hand_over(ctx, &world)?;
    }
    let (count,): (i64,) = ctx.sql().one(
        "update world set member_count = member_count - 1 where id = $1 returning member_count",
        &params![&world],
    )?;
    search::rank(ctx, &world, count + 1, count)?;
    events::left(ctx, &world, account)?;
    Ok(Some(world))
}

/// Makes the administrator of longest standing the owner of a world without an owner.
fn hand_over(ctx: &Ctx, world: &Uuid) -> Result<(), Error> {
    let heir: Option<(Uuid,)> = ctx.sql().optional(
        "update member set role = 'owner', admin_place = null, appointed_at = null where account_id = ( \
             select account_id from member where world_id = $1 and role = 'admin' order by appointed_at, account_id limit 1 \
         ) returning account_id",
        &params![world],
    )?;
    let heir = heir.map(|(heir,)| heir);
    let (name,): (String,) = ctx.sql().one(
        "update world set owner_id = $2 where id = $1 returning name",
        &params![world, heir.clone()],
    )?;
    let Some(heir) = heir else {
        return Ok(());
    };
    let id = world.as_str();
    ctx.authz()
        .revoke_role(&heir, Role::Admin.as_str(), WORLD, id)?;
    ctx.authz()
        .grant_role(&heir, Role::Owner.as_str(), WORLD, id)?;
    events::role_changed(ctx, world, &heir)?;
    events::became_owner(ctx, world, &name, &heir)
}
