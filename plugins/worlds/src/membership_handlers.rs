//! Handlers of membership collections: listing, opening and buying them, and following their items to new owners.

use crate::events;
use crate::leaving::WORLD;
use crate::members::OfWorld;
use crate::membership::{Membership, NewMembership, Sale, buyable};
use crate::membership_store as store;
use crate::problems::{MEMBERSHIP_FREE_ONCE, MEMBERSHIP_NOT_FOUND, MEMBERSHIP_SOLD_OUT};
use crate::store::lock_world;
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::{LedgerErrorKind, Text};
use witverse_sdk::http::{Created, Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery};
use witverse_sdk::services::items::{ItemType, Make, MakeCollection};
use witverse_sdk::{Ctx, Error, Event, Timestamp, Uuid, params};

const ROLE: &str = "membership";
/// Shown on items of a world without a picture of its own.
const DEFAULT_ART: &str = "/assets/plugins/worlds/demo/membership.svg";

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MembershipView {
    collection_id: Uuid,
    name: Text,
    quantity: i64,
    sold: i64,
    /// Whole WIT.
    price: i64,
    is_free: bool,
    /// The end of the registration; null: none.
    deadline: Option<Timestamp>,
    sale: Sale,
    created_at: Timestamp,
}

impl MembershipView {
    fn of(membership: Membership, now: Timestamp) -> Self {
        Self {
            sale: membership.sale(now),
            collection_id: membership.id,
            name: membership.name,
            quantity: membership.quantity,
            sold: membership.sold,
            price: membership.price / 100,
            is_free: membership.price == 0,
            deadline: membership.deadline,
            created_at: membership.created_at,
        }
    }
}

/// The membership collections of a world, newest first.
pub(crate) fn list_memberships(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfWorld>, Query<PageQuery>),
) -> Result<Payload<Page<MembershipView>>, Error> {
    let world = of.world(ctx)?;
    let window = query.window(page::USUAL)?;
    let rows = store::of_world(ctx, &world, &window)?;
    let total = store::count(ctx, &world)?;
    let page = window.counted_page(rows, total, |row| {
        (row.created_at.as_micros(), row.id.clone())
    });
    let now = ctx.now();
    Ok(Payload(page.map(|row| MembershipView::of(row, now))))
}

/// Opens a collection; the one before must be sold out or have ended.
pub(crate) fn open_membership(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfWorld>, Json<NewMembership>),
) -> Result<Created<MembershipView>, Error> {
    let now = ctx.now();
    let new = new.check(now)?;
    let world = of.world(ctx)?;
    let name = lock_world(ctx, &world)?;
    store::close_ended(ctx, &world, now)?;
    let membership = Membership {
        id: ctx.random().uuid(),
        name: new.name,
        quantity: new.quantity,
        sold: 0,
        price: new.price * 100,
        deadline: new.deadline,
        created_at: now,
    };
    store::insert(ctx, &world, &membership)?;
    ctx.services().request(&MakeCollection {
        id: membership.id.clone(),
        name: membership.name.clone(),
        supply: membership.quantity,
        link: format!("/{name}"),
        maker_id: None,
        royalty_bp: 0,
        world_id: Some(world),
    })?;
    Ok(Created(MembershipView::of(membership, now)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OneMembership {
    id: String,
    membership_id: String,
}

#[derive(Deserialize, schemars::JsonSchema)]
pub(crate) struct Purchase {
    /// The price that the buyer has seen, in whole WIT.
    #[schemars(range(min = 0))]
    price: i64,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Bought {
    item_id: Uuid,
    /// The number of the item in the collection.
    edition: Option<i64>,
    membership: MembershipView,
}

/// Buys an item of a collection, or claims a free one: the payment, the item and the right to write commit together.
/// The owner of the world gets the WIT; owners pay nothing for their own memberships.
pub(crate) fn buy_membership(
    ctx: &Ctx,
    (Params(of), Json(purchase)): (Params<OneMembership>, Json<Purchase>),
) -> Result<Created<Bought>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    me.nickname()?;
    let world = Uuid::parse(&of.id).ok_or(MEMBERSHIP_NOT_FOUND)?;
    let id = Uuid::parse(&of.membership_id).ok_or(MEMBERSHIP_NOT_FOUND)?;
    let mut membership = buyable(store::find(ctx, &world, &id)?, purchase.price, now)?;
    if membership.price == 0 && store::has_free(ctx, &world, &me.id)? {
        return Err(MEMBERSHIP_FREE_ONCE.into());
    }
    let (owner, name, art) = seller(ctx, &world)?;
    let sale = ctx.random().uuid();
    pay(ctx, (&world, &membership), &sale, owner.as_ref(), &me.id)?;
    let item = Make {
        key: sale.to_string(),
        owner: me.id.clone(),
        collection_id: membership.id.clone(),
        r#type: ItemType::Pfp,
        name: membership.name.clone(),
        description: description(&name),
        thumbnail_url: art.unwrap_or_else(|| DEFAULT_ART.to_owned()),
        numbered: true,
        image_file_id: None,
        media_file_id: None,
        media_type: None,
    };
    // The collection of `items` has the same limit; a concurrent buyer may have taken its last place.
    let made = ctx
        .services()
        .request(&item)
        .map_err(|error| match error.code() {
            "collection_sold_out" => MEMBERSHIP_SOLD_OUT.into(),
            _ => error,
        })?;
    store::insert_sale(ctx, &world, &membership, (&made.item_id, &me.id), now)?;
    store::add_held(ctx, &world, &me.id, 1)?;
    ctx.authz()
        .grant_role(&me.id, ROLE, WORLD, world.as_str())?;
    events::changed(ctx, &me.id, &name)?;
    store::count_sale(ctx, &membership.id, now)?;
    membership.sold += 1;
    Ok(Created(Bought {
        item_id: made.item_id,
        edition: made.edition,
        membership: MembershipView::of(membership, now),
    }))
}

fn description(world_name: &str) -> Text {
    Text::new(
        format!("{world_name} 월드의 멤버십입니다."),
        format!("A membership of the world {world_name}."),
    )
}

/// The owner, the name and the logo of a world.
fn seller(ctx: &Ctx, world: &Uuid) -> Result<(Option<Uuid>, String, Option<String>), Error> {
    let row = ctx.sql().optional(
        "select owner_id, name, logo from world where id = $1",
        &params![world],
    )?;
    Ok(row.ok_or(MEMBERSHIP_NOT_FOUND)?)
}

/// Pays the price to the owner of the world, or to the platform if there is none. What was paid counts as spent in the
/// world.
fn pay(
    ctx: &Ctx,
    (world, membership): (&Uuid, &Membership),
    sale: &Uuid,
    owner: Option<&Uuid>,
    buyer: &Uuid,
) -> Result<(), Error> {
    let (key, price) = (format!("membership:{sale}"), membership.price());
    let paid = match owner {
        _ if membership.price == 0 => return Ok(()),
        Some(owner) if owner == buyer => return Ok(()),
        Some(owner) => ctx.ledger().give(&key, owner, price, "membership"),
        None => ctx.ledger().charge(&key, price, "membership"),
    };
    match paid {
        Ok(()) => Ok(ctx.ledger().count_spending(&key, world)?),
        Err(error) if error.kind == LedgerErrorKind::Frozen => {
            ctx.ledger().require_own_wallet()?;
            Err(error.into())
        }
        Err(error) => Err(error.into()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnerChanged {
    collection_id: Uuid,
    from: Option<Uuid>,
    to: Option<Uuid>,
}

/// An item has a new owner: the right to write follows it.
pub(crate) fn on_owner_changed(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let moved: OwnerChanged = event.json()?;
    let Some((world, name)) = store::world_of(ctx, &moved.collection_id)? else {
        return Ok(());
    };
    let mut parties = [(moved.from, -1), (moved.to, 1)];
    // Concurrent events lock the rows in the same order.
    parties.sort();
    for (account, by) in parties {
        let Some(account) = account else {
            continue;
        };
        let items = store::add_held(ctx, &world, &account, by)?;
        // An erased account has no roles.
        if ctx.users().profile(&account).is_none() {
            continue;
        }
        match items > 0 {
            true => ctx
                .authz()
                .grant_role(&account, ROLE, WORLD, world.as_str())?,
            false => {
                ctx.authz()
                    .revoke_role(&account, ROLE, WORLD, world.as_str())?;
                events::membership_lost(ctx, &world, &account)?;
            }
        }
        events::changed(ctx, &account, &name)?;
    }
    Ok(())
}
