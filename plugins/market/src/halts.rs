//! The halt of a collection by an administrator: nothing is bought, listed or offered until trading is resumed. Its reason is
//! public; the log of who halted what is for administrators.

use crate::collections::{self, ById, CollectionView};
use serde::{Deserialize, Serialize};
use witverse_sdk::ctx::Text;
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::FromRow;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, select, text};

/// Letters of a reason.
const REASON_MAX: usize = 200;

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewHalt {
    is_halted: bool,
    /// Required for a halt.
    reason: Option<Text>,
}

impl NewHalt {
    /// The reason without blanks around it; empty for the end of a halt without one.
    fn reason(&self) -> Result<Text, Error> {
        let given = self.reason.clone().unwrap_or_default();
        let least = usize::from(self.is_halted);
        text::both_paragraphs("reason", &given, least..=REASON_MAX)
    }
}

/// Stops or resumes trading in a collection. Idempotent. Listings stay, and can be cancelled.
pub(crate) fn change(
    ctx: &Ctx,
    (Params(by), Json(new)): (Params<ById>, Json<NewHalt>),
) -> Result<Payload<CollectionView>, Error> {
    let (id, reason, now) = (by.uuid()?, new.reason()?, ctx.now());
    let me = ctx.caller()?;
    collections::refresh(ctx, &id)?;
    // Of two administrators at the same time, one changes the row and is logged.
    let changed = ctx.sql().execute(
        "update collection set halted_at = case when $2 then $3::timestamptz end, \
         halt_reason_ko = case when $2 then $4::text end, halt_reason_en = case when $2 then $5::text end \
         where id = $1 and (halted_at is not null) <> $2",
        &params![&id, new.is_halted, now, &reason.ko, &reason.en],
    )?;
    if changed == 1 {
        ctx.sql().execute(
            "insert into halt (id, collection_id, is_halted, reason_ko, reason_en, made_by, at) \
             values ($1, $2, $3, $4, $5, $6, $7)",
            &params![
                ctx.random().uuid(),
                &id,
                new.is_halted,
                &reason.ko,
                &reason.en,
                &me.id,
                now
            ],
        )?;
    }
    Ok(Payload(collections::view_of(ctx, &id)?))
}

/// An entry `h` of the log, of the collection `c`.
#[derive(FromRow)]
#[row(alias = "h")]
struct Halt {
    id: Uuid,
    #[row(column = "collection_id")]
    collection: Uuid,
    #[row(both, sql = "c.name")]
    name: Text,
    is_halted: bool,
    #[row(sql = "h.is_halted and c.halted_at is not null and c.halted_at = h.at")]
    is_in_force: bool,
    #[row(both)]
    reason: Text,
    made_by: Option<Uuid>,
    at: Timestamp,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HaltView {
    halt_id: Uuid,
    collection_id: Uuid,
    name: Text,
    /// False: trading was resumed.
    is_halted: bool,
    /// The latest halt of its collection, which has not ended.
    is_in_force: bool,
    reason: Text,
    /// Null where they have left.
    made_by: Option<PersonCard>,
    at: Timestamp,
}

/// The log of halts, newest first.
pub(crate) fn list(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<HaltView>>, Error> {
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let (before, id) = page::upper_bound(window.after.as_ref());
    let rows: Vec<Halt> = ctx
        .sql()
        .query(
            select!(
                Halt,
                "from halt h join collection c on c.id = h.collection_id where (h.at, h.id) < ($3, $4) \
             order by h.at desc, h.id desc limit $1 offset $2"
            ),
            &params![window.fetch(), window.offset, before, &id],
        )?
        .all()?;
    let page = window.page(rows, |halt| (halt.at.as_micros(), halt.id.clone()));
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|halt| halt.made_by.as_ref()),
    );
    Ok(Payload(page.map(|halt| HaltView {
        made_by: halt.made_by.as_ref().and_then(|id| people.get(id)),
        halt_id: halt.id,
        collection_id: halt.collection,
        name: halt.name,
        is_halted: halt.is_halted,
        is_in_force: halt.is_in_force,
        reason: halt.reason,
        at: halt.at,
    })))
}

/// Removes an erased administrator from the log.
pub(crate) fn erase_person(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update halt set made_by = null where made_by = $1",
        &params![person],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new(is_halted: bool, ko: &str, en: &str) -> NewHalt {
        NewHalt {
            is_halted,
            reason: Some(Text {
                ko: ko.to_owned(),
                en: en.to_owned(),
            }),
        }
    }

    #[test]
    fn a_halt_has_a_reason_in_both_languages() {
        let trimmed = new(true, " 위조 신고 ", "Reported as fake")
            .reason()
            .expect("a reason");
        assert_eq!(
            (trimmed.ko.as_str(), trimmed.en.as_str()),
            ("위조 신고", "Reported as fake")
        );
        let missing = new(true, "위조 신고", " ")
            .reason()
            .expect_err("no English reason");
        assert_eq!(missing.fields()[0].field, "reason.en");
        let both = new(true, "", "").reason().expect_err("no reason");
        assert_eq!(both.fields().len(), 2);
        let long = "가".repeat(201);
        let error = new(true, &long, "Reported").reason().expect_err("too long");
        assert_eq!(error.fields()[0].field, "reason.ko");
    }

    #[test]
    fn trading_is_resumed_without_a_reason() {
        let resumed = NewHalt {
            is_halted: false,
            reason: None,
        };
        assert!(resumed.reason().expect("no reason is needed").ko.is_empty());
    }
}
