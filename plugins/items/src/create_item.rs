//! Creates items: for a plugin, or for an administrator. Idempotent by key.

use crate::counters::{self, Count};
use crate::crafting::Media;
use crate::item::{Item, NewItem, State, name_error};
use crate::item_search::{self, NewName};
use crate::problems::{COLLECTION_NOT_FOUND, COLLECTION_SOLD_OUT, USER_NOT_FOUND};
use crate::provenance::Kind;
use crate::queries;
use crate::store::{self, LinkData, Place};
use crate::views::{ItemView, Seen};
use serde::Deserialize;
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Created, Json};
use witverse_sdk::people::PersonCard;
use witverse_sdk::{Ctx, Error, Uuid, text_length};

const KEY_MAX: usize = 100;

/// Creates an item for `owner`, or returns the item that was created under the same key.
pub(crate) fn make(
    ctx: &Ctx,
    (plugin, key): (&str, &str),
    owner: &Uuid,
    (new, media): (&NewItem, &Media),
) -> Result<Item, Error> {
    if !(1..=KEY_MAX).contains(&text_length(key)) {
        return Err(Error::field(
            "key",
            format!("1~{KEY_MAX}자여야 합니다."),
            format!("This must have 1 to {KEY_MAX} characters."),
        ));
    }
    let (id, now) = (ctx.random().uuid(), ctx.now());
    let made = store::claim(ctx, plugin, key, &id)?;
    if made == id {
        let edition = match store::take_place(ctx, plugin, &new.collection_id, new.numbered)? {
            Place::Free(edition) => edition,
            Place::SoldOut => return Err(COLLECTION_SOLD_OUT.into()),
            Place::Unknown => return Err(COLLECTION_NOT_FOUND.into()),
        };
        store::insert(ctx, &id, owner, (new, media), edition, now)?;
        let one = Count {
            owner,
            kind: new.kind,
            state: State::Free,
            by: 1,
        };
        counters::count(ctx, vec![one])?;
        let name = NewName {
            collection: new.collection_id.clone(),
            name: new.name.clone(),
            item: id.clone(),
            at: now,
        };
        item_search::put_names(ctx, vec![name])?;
        let data = LinkData {
            kind: Kind::Made,
            from: None,
            to: Some(owner),
            reference: None,
        };
        store::link(ctx, &[(id.clone(), 1)], data, now)?;
        // An erasure that starts after this check finds the new item.
        if ctx.users().profile(owner).is_none() {
            return Err(USER_NOT_FOUND.into());
        }
    }
    queries::item(ctx, &made)?.ok_or_else(|| Error::internal("the created item does not exist"))
}

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewGrant {
    /// The same key makes one item.
    #[schemars(length(max = 100))]
    key: String,
    owner_nickname: String,
    /// The name of a collection that does not exist yet.
    collection_name: Option<Text>,
    #[serde(flatten)]
    item: NewItem,
}

/// Creates an item for a person, on an administrator's request.
pub(crate) fn grant_item(ctx: &Ctx, Json(new): Json<NewGrant>) -> Result<Created<ItemView>, Error> {
    ctx.caller()?;
    let profile = ctx.users().find_by_nickname(&new.owner_nickname);
    let owner =
        PersonCard::from(profile.ok_or_else(|| Error::from(USER_NOT_FOUND).at("ownerNickname"))?);
    if let Some(name) = &new.collection_name {
        if let Some(error) = name_error("collectionName", name) {
            return Err(error);
        }
        store::put_collection(ctx, &new.item.collection_id, name, ctx.now())?;
    }
    new.item.check(false)?;
    let plugin = ctx.install().plugin;
    let made = (&new.item, &Media::default());
    let item = make(ctx, (&plugin, &new.key), &owner.user_id, made)?;
    Ok(Created(ItemView::of(item, Some(owner), Seen::ByOthers)))
}
