//! Statements that change items. The lock order is: collection, item, counters in the order of owners. Conditions of
//! the statements, not earlier reads, decide who gets an item.

use crate::crafting::Media;
use crate::item::{ItemType, NewItem};
use crate::provenance::{Kind, Statement};
use crate::search;
use crate::signing;
use witverse_sdk::ctx::Text;
use witverse_sdk::services::items::MakeCollection;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// The columns of the changed item.
pub(crate) struct ChangedItem {
    pub(crate) owner: Uuid,
    pub(crate) kind: ItemType,
}

/// An item that has a new owner.
pub(crate) struct MovedItem {
    pub(crate) kind: ItemType,
    /// The number of the next provenance link.
    pub(crate) links: i64,
    pub(crate) collection: Uuid,
    /// The collection belongs to a plugin, which follows its items.
    pub(crate) is_followed: bool,
}

/// The columns that decide about the use of an item as a picture.
pub(crate) struct LockedItem {
    pub(crate) owner: Option<Uuid>,
    pub(crate) kind: ItemType,
    pub(crate) thumbnail: String,
    pub(crate) is_used: bool,
}

/// Locks the row of an item until the end of the transaction.
pub(crate) fn lock_row(ctx: &Ctx, item: &Uuid) -> Result<Option<LockedItem>, Error> {
    let row: Option<(Option<Uuid>, String, String, bool)> = ctx.sql().optional(
        "select owner_id, type, thumbnail, state = 'used' from item where id = $1 for no key update",
        &params![item],
    )?;
    row.map(|(owner, kind, thumbnail, is_used)| {
        Ok(LockedItem {
            owner,
            kind: item_type(&kind)?,
            thumbnail,
            is_used,
        })
    })
    .transpose()
}

pub(crate) fn changed_item(row: Option<(Uuid, String)>) -> Result<Option<ChangedItem>, Error> {
    row.map(|(owner, kind)| {
        Ok(ChangedItem {
            owner,
            kind: item_type(&kind)?,
        })
    })
    .transpose()
}

pub(crate) fn item_type(text: &str) -> Result<ItemType, Error> {
    ItemType::parse(text).ok_or_else(|| Error::internal(format!("{text} is no type of items")))
}

/// Uses up an item with the lock `key` of `plugin` or, without a key, a free item; `None` if neither condition holds or it
/// has another owner.
pub(crate) fn use_up(
    ctx: &Ctx,
    item: &Uuid,
    owner: &Uuid,
    (plugin, key): (&str, Option<&str>),
) -> Result<Option<ChangedItem>, Error> {
    changed_item(ctx.sql().optional(
        "update item set state = 'used', lock_plugin = null, lock_key = null, lock_by = null, \
         lock_until = null \
         where id = $1 and owner_id = $2 \
         and case when $4::text is null then state = 'free' else lock_plugin = $3 and lock_key = $4 end \
         returning owner_id, type",
        &params![item, owner, plugin, key],
    )?)
}

/// Changes the owner of an item, with the lock `key` of `plugin` or, without a key, of a free item; `None` if neither
/// condition holds. The caller must write the next provenance link.
pub(crate) fn change_owner(
    ctx: &Ctx,
    item: &Uuid,
    (from, to): (&Uuid, &Uuid),
    (plugin, key): (&str, Option<&str>),
    now: Timestamp,
) -> Result<Option<MovedItem>, Error> {
    let row: Option<(String, i64, Uuid, bool)> = ctx.sql().optional(
        "update item set owner_id = $3, acquired_at = $6, state = 'free', lock_plugin = null, lock_key = null, \
         lock_by = null, lock_until = null, links = links + 1 \
         where id = $1 and owner_id = $2 \
         and case when $5::text is null then state = 'free' else lock_plugin = $4 and lock_key = $5 end \
         returning type, links, collection_id, \
         (select c.plugin is not null or c.official_at is not null from collection c \
          where c.id = item.collection_id)",
        &params![item, from, to, plugin, key, now],
    )?;
    row.map(|(kind, links, collection, is_followed)| {
        Ok(MovedItem {
            kind: item_type(&kind)?,
            links,
            collection,
            is_followed,
        })
    })
    .transpose()
}

/// Transfers at most `limit` free or used items of an owner to the platform. Returns the number of the next provenance
/// link of each, which the caller must write.
pub(crate) fn transfer_to_platform(
    ctx: &Ctx,
    owner: &Uuid,
    limit: u32,
) -> Result<Vec<(Uuid, i64)>, Error> {
    let rows = ctx.sql().query(
        "update item set owner_id = null, links = links + 1 where id in ( \
             select id from item where owner_id = $1 and state <> 'locked' order by id limit $2 for update \
         ) returning id, links",
        &params![owner, limit],
    )?;
    Ok(rows.all()?)
}

/// The hash of the current last link of each item.
fn last_hashes(ctx: &Ctx, grown: &[(Uuid, i64)]) -> Result<Vec<(Uuid, String)>, Error> {
    let ids: Vec<Uuid> = grown.iter().map(|(id, _)| id.clone()).collect();
    let before: Vec<i64> = grown.iter().map(|(_, links)| links - 1).collect();
    let rows = ctx.sql().query(
        "select p.item_id, p.hash from unnest($1::uuid[], $2::bigint[]) g (item_id, seq) \
         join provenance p on p.item_id = g.item_id and p.seq = g.seq",
        &params![ids, before],
    )?;
    Ok(rows.all()?)
}

/// The data that the provenance links of a transfer have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkData<'a> {
    pub(crate) kind: Kind,
    pub(crate) from: Option<&'a Uuid>,
    pub(crate) to: Option<&'a Uuid>,
    pub(crate) reference: Option<&'a str>,
}

/// Writes a signed link for each item; the second value is the link's number.
pub(crate) fn link(
    ctx: &Ctx,
    grown: &[(Uuid, i64)],
    data: LinkData<'_>,
    now: Timestamp,
) -> Result<(), Error> {
    let hashes = match data.kind {
        Kind::Made => Vec::new(),
        _ => last_hashes(ctx, grown)?,
    };
    let mut written = Links::default();
    for (item, seq) in grown {
        let head = hashes.iter().find(|(id, _)| id == item);
        let previous = head.map(|(_, hash)| hash.as_str());
        if previous.is_none() != (*seq == 1) {
            return Err(Error::internal(format!(
                "the chain of {item} has a gap before {seq}"
            )));
        }
        let statement = Statement {
            item,
            seq: *seq,
            kind: data.kind,
            from: data.from,
            to: data.to,
            at: now,
            reference: data.reference,
            previous,
        };
        let text = statement
            .text()
            .map_err(|error| Error::internal(format!("a statement: {error}")))?;
        let signed = signing::sign(ctx, &text)?;
        written.items.push(item.clone());
        written.seqs.push(*seq);
        written.statements.push(text);
        written
            .previous
            .push(previous.unwrap_or_default().to_owned());
        written.hashes.push(signed.hash);
        written.keys.push(signed.key_id);
        written.signatures.push(signed.signature);
    }
    ctx.sql().execute(
        "insert into provenance (item_id, seq, kind, from_id, to_id, at, reference, statement, previous, hash, key_id, \
         signature) \
         select l.item_id, l.seq, $8, $9, $10, $11, $12, l.statement, nullif(l.previous, ''), l.hash, l.key_id, l.signature \
         from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) \
         l (item_id, seq, statement, previous, hash, key_id, signature)",
        &params![
            written.items,
            written.seqs,
            written.statements,
            written.previous,
            written.hashes,
            written.keys,
            written.signatures,
            data.kind.as_str(),
            data.from,
            data.to,
            now,
            data.reference,
        ],
    )?;
    Ok(())
}

/// The columns of provenance links that are written together.
#[derive(Default)]
struct Links {
    items: Vec<Uuid>,
    seqs: Vec<i64>,
    statements: Vec<String>,
    /// Empty for the first link of an item.
    previous: Vec<String>,
    hashes: Vec<String>,
    keys: Vec<String>,
    signatures: Vec<String>,
}

/// Claims a key for an item; returns the item that was created under it before, if any.
pub(crate) fn claim(ctx: &Ctx, plugin: &str, key: &str, item: &Uuid) -> Result<Uuid, Error> {
    let (made,): (Uuid,) = ctx.sql().one(
        "insert into making (plugin, key, item_id) values ($1, $2, $3) \
         on conflict (plugin, key) do update set item_id = making.item_id returning item_id",
        &params![plugin, key, item],
    )?;
    Ok(made)
}

/// Creates a collection if it does not exist.
pub(crate) fn put_collection(
    ctx: &Ctx,
    id: &Uuid,
    name: &Text,
    now: Timestamp,
) -> Result<(), Error> {
    let made = ctx.sql().execute(
        "insert into collection (id, name_ko, name_en, created_at, is_indexed) values ($1, $2, $3, $4, true) \
         on conflict (id) do nothing",
        &params![id, &name.ko, &name.en, now],
    )?;
    match made {
        0 => Ok(()),
        _ => search::put_terms(ctx, id, name, now),
    }
}

/// Creates a collection of a plugin; fails if the id is in use.
pub(crate) fn insert_collection(
    ctx: &Ctx,
    plugin: &str,
    new: &MakeCollection,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into collection (id, name_ko, name_en, supply, plugin, link, created_at, maker_id, royalty_bp, world_id, \
         is_indexed) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)",
        &params![
            &new.id,
            &new.name.ko,
            &new.name.en,
            new.supply,
            plugin,
            &new.link,
            now,
            new.maker_id.as_ref(),
            new.royalty_bp,
            new.world_id.as_ref(),
        ],
    )?;
    search::put_terms(ctx, &new.id, &new.name, now)
}

/// Whether an item can be created in a collection.
pub(crate) enum Place {
    /// The plugin may create it; the edition if the item is numbered.
    Free(Option<i64>),
    /// The collection has all its items.
    SoldOut,
    /// There is no such collection, or it belongs to another plugin.
    Unknown,
}

/// Takes the next place in a collection. A plugin's collection is closed to others and ends with its last edition.
pub(crate) fn take_place(
    ctx: &Ctx,
    plugin: &str,
    collection: &Uuid,
    numbered: bool,
) -> Result<Place, Error> {
    if numbered {
        let edition: Option<(i64,)> = ctx.sql().optional(
            "update collection set editions = editions + 1 where id = $1 and (plugin is null or plugin = $2) \
             and (supply is null or editions < supply) returning editions",
            &params![collection, plugin],
        )?;
        if let Some((edition,)) = edition {
            return Ok(Place::Free(Some(edition)));
        }
    }
    let is_limited: Option<(bool,)> = ctx.sql().optional(
        "select supply is not null from collection where id = $1 and (plugin is null or plugin = $2)",
        &params![collection, plugin],
    )?;
    Ok(match (is_limited, numbered) {
        (None, _) => Place::Unknown,
        (Some(_), true) => Place::SoldOut,
        // Every item of a limited collection has a number.
        (Some((true,)), false) => Place::Unknown,
        (Some((false,)), false) => Place::Free(None),
    })
}

/// Creates an item for a plugin. Its media are what the owner has paid for, so they are private.
pub(crate) fn insert(
    ctx: &Ctx,
    id: &Uuid,
    owner: &Uuid,
    (new, media): (&NewItem, &Media),
    edition: Option<i64>,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into item (id, collection_id, type, name_ko, name_en, description_ko, description_en, thumbnail, \
         edition, owner_id, made_at, acquired_at, state, links, gear_slot, gear_model, media_file, media_type, \
         is_media_private) \
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, 'free', 1, $12, $13, $14, $15, $14::uuid is not null)",
        &params![
            id,
            &new.collection_id,
            new.kind.as_str(),
            &new.name.ko,
            &new.name.en,
            &new.description.ko,
            &new.description.en,
            &new.thumbnail_url,
            edition,
            owner,
            now,
            new.gear.as_ref().map(|gear| gear.slot.as_str()),
            new.gear.as_ref().map(|gear| gear.model.as_str()),
            media.file.as_ref(),
            media.media_type.as_deref(),
        ],
    )?;
    Ok(())
}

/// Records that an account was erased, so that it gets no more items.
pub(crate) fn mark_erased(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into departed (account_id) values ($1) on conflict do nothing",
        &params![account],
    )?;
    Ok(())
}

/// Those of these accounts that are erased.
pub(crate) fn erased_of(ctx: &Ctx, accounts: Vec<Uuid>) -> Result<Vec<Uuid>, Error> {
    if accounts.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from departed where account_id = any($1) order by account_id",
            &params![accounts],
        )?
        .all()?;
    Ok(rows.into_iter().map(|(account,)| account).collect())
}

/// Deletes the counters of an erased account that owns only locked items.
pub(crate) fn delete_counters(ctx: &Ctx, owner: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from tally where owner_id = $1 and (state <> 'locked' or items = 0)",
        &params![owner],
    )?;
    Ok(())
}

/// Sets since when a collection is official; a repeated call keeps the first time.
pub(crate) fn make_official(
    ctx: &Ctx,
    collection: &Uuid,
    since: Option<Timestamp>,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update collection set official_at = $2 \
         where id = $1 and (official_at is null) <> ($2::timestamptz is null)",
        &params![collection, since],
    )?;
    Ok(())
}

/// Records the world of a collection that names one and has no id of it yet.
pub(crate) fn name_world(ctx: &Ctx, collection: &Uuid, world: &Uuid) -> Result<bool, Error> {
    let rows = ctx.sql().execute(
        "update collection set world_id = $2 where id = $1 and world is not null and world_id is null",
        &params![collection, world],
    )?;
    Ok(rows == 1)
}
