//! Statements of crafting. Limits are conditions of the statements, so that concurrent requests cannot exceed them.

use crate::crafting::{CollectionTexts, Media, NewCollection};
use crate::item::{ItemType, NewItem};
use crate::search;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Collections and items of one request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Made {
    pub(crate) collections: i64,
    pub(crate) items: i64,
}

/// The most on one day in Korean time; the constraints of the table have the same limits.
const DAILY: Made = Made {
    collections: 10,
    items: 500,
};
const DAY_MS: i64 = 86_400_000;
const KST_MS: i64 = 9 * 3_600_000;

/// Days since 1970-01-01 in Korean time.
fn korean_day(now: Timestamp) -> i64 {
    (now.as_millis() + KST_MS).div_euclid(DAY_MS)
}

/// Counts what an account makes today; false if that would exceed the daily limits.
pub(crate) fn count(ctx: &Ctx, account: &Uuid, made: Made) -> Result<bool, Error> {
    let rows = ctx.sql().execute(
        "insert into crafting (account_id, day, collections, items) values ($1, $2, $3::bigint, $4::bigint) \
         on conflict (account_id) do update set \
         collections = excluded.collections + case when crafting.day = excluded.day then crafting.collections else 0 end, \
         items = excluded.items + case when crafting.day = excluded.day then crafting.items else 0 end, \
         day = excluded.day \
         where crafting.day <> excluded.day or (crafting.collections + excluded.collections <= $5::bigint \
         and crafting.items + excluded.items <= $6::bigint)",
        &params![
            account,
            korean_day(ctx.now()),
            made.collections,
            made.items,
            DAILY.collections,
            DAILY.items
        ],
    )?;
    Ok(rows == 1)
}

pub(crate) fn insert_collection(
    ctx: &Ctx,
    id: &Uuid,
    maker: &Uuid,
    new: &NewCollection,
    image: Option<&str>,
) -> Result<(), Error> {
    let (texts, now) = (&new.texts, ctx.now());
    ctx.sql().execute(
        "insert into collection (id, name_ko, name_en, description_ko, description_en, image, supply, royalty_bp, \
         maker_id, world, created_at, is_indexed) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, true)",
        &params![
            id,
            texts.name.ko.trim(),
            texts.name.en.trim(),
            texts.description.ko.trim(),
            texts.description.en.trim(),
            image,
            new.supply,
            new.royalty_bp,
            maker,
            new.world_name.as_deref(),
            now
        ],
    )?;
    search::put_terms(ctx, id, &texts.name, now)
}

/// Changes the texts, and the picture if there is a new one.
pub(crate) fn change_collection(
    ctx: &Ctx,
    id: &Uuid,
    texts: &CollectionTexts,
    image: Option<&str>,
) -> Result<(), Error> {
    let (created_at,): (Timestamp,) = ctx.sql().one(
        "update collection set name_ko = $2, name_en = $3, description_ko = $4, description_en = $5, \
         image = coalesce($6, image) where id = $1 returning created_at",
        &params![
            id,
            texts.name.ko.trim(),
            texts.name.en.trim(),
            texts.description.ko.trim(),
            texts.description.en.trim(),
            image
        ],
    )?;
    search::put_terms(ctx, id, &texts.name, created_at)
}

/// Takes the next `count` numbers of a collection of people; the first of them, or `None` if the collection has fewer.
pub(crate) fn take_numbers(ctx: &Ctx, collection: &Uuid, count: i64) -> Result<Option<i64>, Error> {
    let last: Option<(i64,)> = ctx.sql().optional(
        "update collection set editions = editions + $2 where id = $1 and plugin is null \
         and (supply is null or editions + $2 <= supply) returning editions",
        &params![collection, count],
    )?;
    Ok(last.map(|(last,)| last - count + 1))
}

/// Creates equal items with numbers from `first`.
pub(crate) fn insert_items(
    ctx: &Ctx,
    ids: &[Uuid],
    owner: &Uuid,
    (new, media): (&NewItem, &Media),
    first: i64,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into item (id, collection_id, type, name_ko, name_en, description_ko, description_en, thumbnail, \
         edition, owner_id, made_at, acquired_at, state, links, gear_slot, gear_model, media_file, media_type, body) \
         select i.id, $2, $3, $4, $5, $6, $7, $8, $9 + i.place - 1, $10, $11, $11, 'free', 1, $12, $13, $14, $15, $16 \
         from unnest($1::uuid[]) with ordinality i (id, place)",
        &params![
            ids.to_vec(),
            &new.collection_id,
            new.kind.as_str(),
            new.name.ko.trim(),
            new.name.en.trim(),
            new.description.ko.trim(),
            new.description.en.trim(),
            &new.thumbnail_url,
            first,
            owner,
            now,
            new.gear.as_ref().map(|gear| gear.slot.as_str()),
            new.gear.as_ref().map(|gear| gear.model.as_str()),
            media.file.as_ref(),
            media.media_type.as_deref(),
            media.text.as_deref(),
        ],
    )?;
    Ok(())
}

/// Uses up a consumable of its owner; `None` if it is not free or has another owner.
pub(crate) fn consume(ctx: &Ctx, item: &Uuid, owner: &Uuid) -> Result<bool, Error> {
    let rows = ctx.sql().execute(
        "update item set state = 'used' where id = $1 and owner_id = $2 and state = 'free' and type = $3",
        &params![item, owner, ItemType::Consumable.as_str()],
    )?;
    Ok(rows == 1)
}

/// Deletes what is known about an erased maker. The collections stay: others own their items.
pub(crate) fn forget_maker(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    for statement in [
        "update collection set maker_id = null, royalty_bp = 0 where maker_id = $1",
        "delete from crafting where account_id = $1",
    ] {
        ctx.sql().execute(statement, &params![account])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::korean_day;
    use witverse_sdk::Timestamp;

    #[test]
    fn a_day_begins_at_midnight_in_korea() {
        let check = |at_ms: i64, day: i64| {
            assert_eq!(korean_day(Timestamp::from_millis(at_ms)), day, "{at_ms}");
        };
        check(0, 0);
        // 1970-01-01 15:00 UTC is midnight in Korea.
        check(54_000_000 - 1, 0);
        check(54_000_000, 1);
    }
}
