//! Removing a person from a block, and the time during which they may not come back.
//!
//! Its maker and the administrators of its world cannot be removed: they always enter. An exclusion for longer than a day
//! is the blacklist of the world.

use crate::access::{self, OfBlock};
use crate::ban_store;
use crate::calls;
use crate::problems::{BLOCK_NOT_FOUND, CANNOT_KICK, USER_NOT_FOUND};
use crate::store;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Params, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, TimeKey, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Language, Timestamp, Uuid};

const MINUTES_USUAL: u32 = 10;
const MINUTES_MAX: u32 = 24 * 60;
const MINUTE_MS: i64 = 60_000;

/// What the removed person reads.
const REASON: (&str, &str) = (
    "이 블록의 관리자가 회원님을 내보냈습니다.",
    "A manager of this block removed you.",
);

#[derive(Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewKick {
    /// The person to remove, whether inside or not.
    account_id: Uuid,
    /// How long they may not enter; 10 if absent.
    #[schemars(range(min = 1, max = 1440))]
    minutes: Option<u32>,
}

impl NewKick {
    /// The end of the ban.
    fn until(&self, now: Timestamp) -> Result<Timestamp, Error> {
        let minutes = self.minutes.unwrap_or(MINUTES_USUAL);
        match (1..=MINUTES_MAX).contains(&minutes) {
            true => Ok(now.plus_millis(i64::from(minutes) * MINUTE_MS)),
            false => Err(Error::field(
                "minutes",
                format!("1분부터 {MINUTES_MAX}분(하루)까지 지정할 수 있습니다."),
                format!("Please choose 1 to {MINUTES_MAX} minutes (one day)."),
            )),
        }
    }
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Kicked {
    account_id: Uuid,
    /// They may enter again from then on.
    until: Timestamp,
}

/// Removes a person from a block; inside or not, they may not enter until the ban ends. A repeated call replaces the end.
pub(crate) fn kick_person(
    ctx: &Ctx,
    (Params(of), Json(new)): (Params<OfBlock>, Json<NewKick>),
) -> Result<Payload<Kicked>, Error> {
    let (me, now) = (ctx.caller()?, ctx.now());
    let until = new.until(now)?;
    let block = store::find(ctx, &of.id()?)?.ok_or(BLOCK_NOT_FOUND)?;
    let account = new.account_id;
    let person = ctx.users().profile(&account);
    let person = person.ok_or_else(|| Error::from(USER_NOT_FOUND).at("accountId"))?;
    let is_manager = account == me.id
        || block.maker_id.as_ref() == Some(&account)
        || calls::is_world_staff(ctx, &block.world_id, &account)?;
    if is_manager {
        return Err(Error::from(CANNOT_KICK).at("accountId"));
    }
    ban_store::put(ctx, &block.id, (&account, until), &me.id, now)?;
    let reason = match person.language {
        Language::Ko => REASON.0,
        Language::En => REASON.1,
    };
    ctx.rooms().kick(block.id.as_str(), &account, reason)?;
    Ok(Payload(Kicked {
        account_id: account,
        until,
    }))
}

/// A person who may not enter a block for some time.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Removed {
    #[serde(flatten)]
    person: PersonCard,
    /// They may enter again from then on.
    until: Timestamp,
}

/// The people who may not enter a block now.
pub(crate) fn list_removed(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfBlock>, Query<PageQuery>),
) -> Result<Payload<Page<Removed>>, Error> {
    let block = of.id()?;
    let window: Window<TimeKey> = query.window(page::USUAL)?;
    let rows = ban_store::of_block(ctx, &block, &window)?;
    let total = ban_store::count(ctx, &block)?;
    let page = window.counted_page(rows, total, |(account, until)| {
        (until.as_micros(), account.clone())
    });
    let people = People::of(ctx, page.items.iter().map(|(account, _)| account));
    // The bans of an erased account are about to be deleted.
    let removed = |(account, until): ban_store::Ban| {
        people.get(&account).map(|person| Removed { person, until })
    };
    Ok(Payload(page.filter_map(removed)))
}

/// The path of a route about one person and one block.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OnePerson {
    id: String,
    account_id: String,
}

#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LetIn {
    account_id: Uuid,
}

/// Ends the ban of a person. Idempotent.
pub(crate) fn let_in(ctx: &Ctx, Params(one): Params<OnePerson>) -> Result<Payload<LetIn>, Error> {
    let block = access::parse(&one.id)?;
    let account = Uuid::parse(&one.account_id).ok_or(USER_NOT_FOUND)?;
    ban_store::remove(ctx, &block, &account)?;
    Ok(Payload(LetIn {
        account_id: account,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_lasts_a_minute_to_a_day() {
        let now = Timestamp::from_millis(1_000);
        let check = |minutes: Option<u32>, expected: Option<i64>| {
            let kick = NewKick {
                account_id: Uuid::nil(),
                minutes,
            };
            let until = kick.until(now).ok().map(Timestamp::as_millis);
            assert_eq!(until, expected, "{minutes:?}");
        };
        check(None, Some(601_000));
        check(Some(1), Some(61_000));
        check(Some(1440), Some(86_401_000));
        check(Some(0), None);
        check(Some(1441), None);
    }
}
