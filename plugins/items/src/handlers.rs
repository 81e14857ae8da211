//! Handlers that show items: inventories, single items, and their provenance. They change nothing.

use crate::attestation::{self, AttestationView};
use crate::item::{Item, ItemType, State};
use crate::problems::ITEM_NOT_FOUND;
use crate::queries::{self, FREE, Filter, Link, Newest};
use crate::signing;
use crate::views::{GiftItem, ItemView, Seen};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

#[derive(Deserialize)]
pub(crate) struct Which {
    a: String,
    b: String,
}

impl Which {
    fn filter(&self) -> Result<Filter, Error> {
        let none = |field: &str, en: &str| {
            Error::field(
                field,
                "올바른 값이 아닙니다.",
                format!("This must be {en}."),
            )
        };
        let kind = match self.a.as_str() {
            "all" => None,
            text => Some(ItemType::parse(text).ok_or_else(|| none("a", "`all` or an item type"))?),
        };
        let state = match self.b.as_str() {
            "all" => None,
            "free" => Some(State::Free),
            "locked" => Some(State::Locked),
            _ => return Err(none("b", "`all`, `free` or `locked`")),
        };
        Ok(Filter { kind, state })
    }
}

/// One page of an inventory.
fn inventory(
    ctx: &Ctx,
    owner: &Uuid,
    filter: Filter,
    query: &PageQuery,
) -> Result<Page<Item>, Error> {
    let window: Window<Newest> = query.window(page::USUAL)?;
    let rows = queries::inventory(ctx, owner, filter, &window)?;
    let total = queries::total(ctx, owner, filter)?;
    Ok(window.counted_page(rows, total, |item| {
        (item.acquired_at.as_micros(), item.id.clone())
    }))
}

/// The caller's items, newest first.
pub(crate) fn list_own_items(
    ctx: &Ctx,
    (Params(which), Query(query)): (Params<Which>, Query<PageQuery>),
) -> Result<Payload<Page<ItemView>>, Error> {
    let me = ctx.caller()?;
    let page = inventory(ctx, &me.id, which.filter()?, &query)?;
    let owner = ctx.users().profile(&me.id).map(PersonCard::from);
    let view = |item| ItemView::of(item, owner.clone(), Seen::ByOwner);
    Ok(Payload(page.map(view)))
}

/// The caller's free items.
pub(crate) fn list_gift_items(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<GiftItem>>, Error> {
    let me = ctx.caller()?;
    let page = inventory(ctx, &me.id, FREE, &query)?;
    Ok(Payload(page.map(GiftItem::from)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Whose {
    user_id: String,
}

/// A person's public items; empty for an unknown account or one with a block in either direction.
pub(crate) fn list_items_of(
    ctx: &Ctx,
    (Params(whose), Query(query)): (Params<Whose>, Query<PageQuery>),
) -> Result<Payload<Page<ItemView>>, Error> {
    let owner = Uuid::parse(&whose.user_id)
        .and_then(|id| ctx.users().profile(&id))
        .map(PersonCard::from)
        .filter(|owner| !is_blocked(ctx, &owner.user_id));
    let page = match &owner {
        Some(owner) => inventory(ctx, &owner.user_id, Filter::default(), &query)?,
        None => query
            .window::<Newest>(page::USUAL)?
            .counted_page(Vec::new(), 0, |_: &Item| (0, Uuid::nil())),
    };
    let view = |item| ItemView::of(item, owner.clone(), Seen::ByOthers);
    Ok(Payload(page.map(view)))
}

/// Whether there is no block between the caller and a person.
fn is_blocked(ctx: &Ctx, other: &Uuid) -> bool {
    let actor = ctx.actor();
    let me = actor.account().filter(|me| *me != other);
    me.is_some_and(|me| ctx.users().blocked_between(me, other))
}

#[derive(Deserialize)]
pub(crate) struct ById {
    pub(crate) id: String,
}

fn item_of(ctx: &Ctx, by: &ById) -> Result<Item, Error> {
    let id = Uuid::parse(&by.id).ok_or(ITEM_NOT_FOUND)?;
    Ok(queries::item(ctx, &id)?.ok_or(ITEM_NOT_FOUND)?)
}

/// An item.
pub(crate) fn view_item(ctx: &Ctx, Params(by): Params<ById>) -> Result<Payload<ItemView>, Error> {
    let item = item_of(ctx, &by)?;
    let owner = item
        .owner
        .as_ref()
        .and_then(|id| ctx.users().profile(id))
        .map(PersonCard::from)
        .filter(|owner| !is_blocked(ctx, &owner.user_id));
    let seen = match item.owner.is_some() && ctx.actor().account() == item.owner.as_ref() {
        true => Seen::ByOwner,
        false => Seen::ByOthers,
    };
    Ok(Payload(ItemView::of(item, owner, seen)))
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct LinkView {
    /// From 1, without gaps.
    seq: i64,
    #[schemars(extend("enum" = ["given", "made", "returned", "sold"]))]
    kind: String,
    /// Null for the platform and for an erased account.
    from: Option<PersonCard>,
    /// Null for the platform and for an erased account.
    to: Option<PersonCard>,
    at: Timestamp,
    /// The cause: a gift, a sale.
    reference: Option<String>,
    /// The hash of the link before; null for the first.
    previous: Option<String>,
    /// Hexadecimal SHA-256 of `statement`.
    hash: String,
    /// Which key signed it.
    key_id: String,
    /// base64url Ed25519 over "witverse:items\n" followed by `statement`.
    signature: String,
    /// The very JSON text that was hashed and signed: item, seq, kind, from, to, at, reference, previous.
    statement: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Provenance {
    item_id: Uuid,
    links: Vec<LinkView>,
    /// What was packed with the item, the newest first.
    attestations: Vec<AttestationView>,
    /// The public keys, as JWKs.
    #[schemars(with = "witverse_sdk::ctx::JsonWebKeySet")]
    keys: Value,
}

/// The provenance of an item, with the data for its verification.
pub(crate) fn view_provenance(
    ctx: &Ctx,
    Params(by): Params<ById>,
) -> Result<Payload<Provenance>, Error> {
    let item = item_of(ctx, &by)?;
    let links = queries::chain(ctx, &item.id)?;
    let named = links.iter().flat_map(|link| [&link.from, &link.to]);
    let people = People::of(ctx, named.flatten());
    let person = |id: Option<&Uuid>| id.and_then(|id| people.get(id));
    let view = |link: Link| LinkView {
        seq: link.seq,
        kind: link.kind,
        from: person(link.from.as_ref()),
        to: person(link.to.as_ref()),
        at: link.at,
        reference: link.reference,
        previous: link.previous,
        hash: link.hash,
        key_id: link.key_id,
        signature: link.signature,
        statement: link.statement,
    };
    Ok(Payload(Provenance {
        links: links.into_iter().map(view).collect(),
        attestations: attestation::of_item(ctx, &item.id)?,
        item_id: item.id,
        keys: signing::keys(ctx)?,
    }))
}
