//! How many comments items have, for a page of a list of items: one request, one call of `items@1` and one statement.
//!
//! Counted are the newest [`COUNTED_MAX`] comments of each item, without those that the list of comments does not show the
//! caller: hidden ones of other people, and those of people on either side of a block. The owner of an item sees all of its
//! comments, so all are counted for them.

use crate::problems::SUBJECT_NOT_FOUND;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use witverse_sdk::http::{Payload, Query};
use witverse_sdk::services::items::FactsOf;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// Items of one request: more than a page of any list has.
const ITEMS_MAX: usize = 50;
/// A page shows `99+` for this number.
const COUNTED_MAX: u32 = 100;

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CountQuery {
    /// Ids with commas between them.
    #[schemars(length(min = 36, max = 2000))]
    #[schemars(extend("examples" = ["0190f3a0-0000-7000-8000-000000000001,0190f3a0-0000-7000-8000-000000000002"]))]
    item_ids: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CommentCount {
    item_id: Uuid,
    /// Comments that the caller sees, of the newest 100.
    comments: u32,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct CommentCounts {
    items: Vec<CommentCount>,
}

/// The ids of a query, each once; 422 if there are none, too many, or one is no id.
fn parse(text: &str) -> Result<Vec<Uuid>, Error> {
    let wrong = || {
        Error::field(
            "itemIds",
            format!("아이템 ID를 쉼표로 구분해 1~{ITEMS_MAX}개 입력해 주세요."),
            format!("Enter 1 to {ITEMS_MAX} ids of items with commas between them."),
        )
    };
    let mut seen = HashSet::new();
    let mut ids = Vec::new();
    for part in text.split(',') {
        let id = Uuid::parse(part.trim()).ok_or_else(wrong)?;
        if seen.insert(id.clone()) {
            ids.push(id);
        }
        if ids.len() > ITEMS_MAX {
            return Err(wrong());
        }
    }
    Ok(ids)
}

/// The items that exist, with their owners.
fn owners(ctx: &Ctx, ids: &[Uuid]) -> Result<HashMap<Uuid, Option<Uuid>>, Error> {
    let ids = ids.to_vec();
    let answer = ctx.services().request_optional(&FactsOf { ids })?;
    let answer = answer.ok_or(SUBJECT_NOT_FOUND)?;
    let owned = answer
        .items
        .into_iter()
        .map(|item| (item.item_id, item.owner_id));
    Ok(owned.collect())
}

/// The number of comments on each of some items. Unknown items are left out.
pub(crate) fn count_comments(
    ctx: &Ctx,
    Query(query): Query<CountQuery>,
) -> Result<Payload<CommentCounts>, Error> {
    let mut ids = parse(&query.item_ids)?;
    let owners = owners(ctx, &ids)?;
    ids.retain(|id| owners.contains_key(id));
    if ids.is_empty() {
        return Ok(Payload(CommentCounts { items: Vec::new() }));
    }
    let me = ctx.actor().account().cloned();
    let is_mine = |id: &&Uuid| me.is_some() && owners.get(*id).is_some_and(|owner| *owner == me);
    let own: Vec<Uuid> = ids.iter().filter(is_mine).cloned().collect();
    let rows: Vec<(Uuid, u32)> = ctx
        .sql()
        .query(
            "select i.id, count(*) from unnest($1::uuid[]) i (id) cross join lateral ( \
             select x.author_id, x.is_hidden from gallery_comment x where x.kind = 'item' and x.subject_id = i.id \
             order by x.at desc, x.id desc limit $5) c \
             where i.id = any($2) or ((not c.is_hidden or c.author_id = $3) and not (c.author_id = any($4))) \
             group by i.id",
            &params![
                ids.clone(),
                own,
                me.clone().unwrap_or_else(Uuid::nil),
                ctx.users().blocks(),
                COUNTED_MAX
            ],
        )?
        .all()?;
    let counts: HashMap<Uuid, u32> = rows.into_iter().collect();
    let counted = |item_id: Uuid| CommentCount {
        comments: counts.get(&item_id).copied().unwrap_or_default(),
        item_id,
    };
    Ok(Payload(CommentCounts {
        items: ids.into_iter().map(counted).collect(),
    }))
}

#[cfg(test)]
mod tests {
    use super::{ITEMS_MAX, parse};

    fn id(n: usize) -> String {
        format!("0190f3a0-0000-7000-8000-{n:012}")
    }

    fn ids(count: usize) -> String {
        (0..count).map(id).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn ids_are_read_each_once() {
        let twice = format!("{}, {},{}", id(1), id(2), id(1));
        assert_eq!(parse(&twice).expect("ids").len(), 2);
        assert_eq!(parse(&ids(ITEMS_MAX)).expect("ids").len(), ITEMS_MAX);
        for wrong in ["", ",", "x", &format!("{},", id(1)), &ids(ITEMS_MAX + 1)] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
