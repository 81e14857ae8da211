//! The data export: a person's membership, worlds, purchases and visits.

use crate::world::Text;
use serde::Serialize;
use witverse_sdk::export::Part;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, part};

pub(crate) const PARTS: &[Part] = &[part!("worlds" => stored_data)];

/// Visits and purchases in one file; the latest ones.
const ROWS_MAX: u32 = 500;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredData {
    membership: Option<Membership>,
    owned_worlds: Vec<OwnedWorld>,
    changed_world_at: Option<String>,
    bought_memberships: Vec<BoughtMembership>,
    visits: Vec<Visited>,
    blacklists: Vec<Blacklist>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Membership {
    world_name: String,
    role: String,
    joined_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnedWorld {
    world_name: String,
    description: Text,
    created_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BoughtMembership {
    world_name: String,
    item_id: Uuid,
    /// Hundredths of a WIT.
    price: i64,
    bought_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Visited {
    world_name: String,
    visits: i64,
    first_at: String,
    last_at: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Blacklist {
    world_name: String,
    reason: String,
    until: Option<String>,
}

/// All stored data of an account. One file: the lists are bounded.
fn stored_data(ctx: &Ctx, account: &Uuid) -> Result<StoredData, Error> {
    Ok(StoredData {
        membership: membership(ctx, account)?,
        owned_worlds: owned_worlds(ctx, account)?,
        changed_world_at: changed_world_at(ctx, account)?,
        bought_memberships: bought_memberships(ctx, account)?,
        visits: visits(ctx, account)?,
        blacklists: blacklists(ctx, account)?,
    })
}

fn membership(ctx: &Ctx, account: &Uuid) -> Result<Option<Membership>, Error> {
    let row: Option<(String, String, Timestamp)> = ctx.sql().optional(
        "select w.name, m.role, m.joined_at from member m join world w on w.id = m.world_id \
         where m.account_id = $1",
        &params![account],
    )?;
    Ok(row.map(|(world_name, role, joined_at)| Membership {
        world_name,
        role,
        joined_at: joined_at.to_string(),
    }))
}

fn owned_worlds(ctx: &Ctx, account: &Uuid) -> Result<Vec<OwnedWorld>, Error> {
    // A person owns few worlds: the one they created, and those that they succeeded in.
    let rows: Vec<(String, String, String, Timestamp)> = ctx
        .sql()
        .query(
            "select name, description_ko, description_en, created_at from world \
             where owner_id = $1 order by created_at limit 100",
            &params![account],
        )?
        .all()?;
    let world =
        |(world_name, ko, en, created_at): (String, String, String, Timestamp)| OwnedWorld {
            world_name,
            description: Text { ko, en },
            created_at: created_at.to_string(),
        };
    Ok(rows.into_iter().map(world).collect())
}

fn changed_world_at(ctx: &Ctx, account: &Uuid) -> Result<Option<String>, Error> {
    let row: Option<(Timestamp,)> = ctx.sql().optional(
        "select changed_at from world_change where account_id = $1",
        &params![account],
    )?;
    Ok(row.map(|(at,)| at.to_string()))
}

fn bought_memberships(ctx: &Ctx, account: &Uuid) -> Result<Vec<BoughtMembership>, Error> {
    let rows: Vec<(String, Uuid, i64, Timestamp)> = ctx
        .sql()
        .query(
            "select w.name, s.item_id, s.price, s.sold_at from membership_sale s \
             join world w on w.id = s.world_id where s.account_id = $1 order by s.item_id desc limit $2",
            &params![account, ROWS_MAX],
        )?
        .all()?;
    let bought =
        |(world_name, item_id, price, at): (String, Uuid, i64, Timestamp)| BoughtMembership {
            world_name,
            item_id,
            price,
            bought_at: at.to_string(),
        };
    Ok(rows.into_iter().map(bought).collect())
}

fn visits(ctx: &Ctx, account: &Uuid) -> Result<Vec<Visited>, Error> {
    let rows: Vec<(String, i64, Timestamp, Timestamp)> = ctx
        .sql()
        .query(
            "select w.name, v.visits, v.first_at, v.last_at from visitor v \
             join world w on w.id = v.world_id where v.account_id = $1 limit $2",
            &params![account, ROWS_MAX],
        )?
        .all()?;
    let visited =
        |(world_name, visits, first_at, last_at): (String, i64, Timestamp, Timestamp)| Visited {
            world_name,
            visits,
            first_at: first_at.to_string(),
            last_at: last_at.to_string(),
        };
    Ok(rows.into_iter().map(visited).collect())
}

fn blacklists(ctx: &Ctx, account: &Uuid) -> Result<Vec<Blacklist>, Error> {
    let rows: Vec<(String, String, Option<Timestamp>)> = ctx
        .sql()
        .query(
            "select w.name, b.reason, b.until from blacklist b \
             join world w on w.id = b.world_id where b.account_id = $1 limit $2",
            &params![account, ROWS_MAX],
        )?
        .all()?;
    let listed = |(world_name, reason, until): (String, String, Option<Timestamp>)| Blacklist {
        world_name,
        reason,
        until: until.map(|until| until.to_string()),
    };
    Ok(rows.into_iter().map(listed).collect())
}
