//! The rules of the market: the platform's fee and the limits of fair trade. A change makes a new version; listings, offers
//! and sales name the version that they were made with.

use crate::problems::RULES_CHANGED;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Json, Payload, Query};
use witverse_sdk::page::{self, Page, PageQuery, Window};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::sql::{FromRow, OnConstraint};
use witverse_sdk::{Ctx, DAY_MS, Error, KoreanDay, Timestamp, Uuid, params, select, text};

/// Letters of the reason of a change.
const REASON_MAX: usize = 200;

/// One version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// From 1.
    pub version: i64,
    /// The platform's fee, in hundredths of a percent.
    pub fee_bp: i64,
    /// A price this many times over or under the median must be confirmed.
    pub outlier_times: i64,
    /// Accounts younger than this many days are new.
    pub new_account_days: i64,
    /// New accounts make at most so many trades a day.
    pub new_account_trades: i64,
    /// How many days back a trade is compared with: an item that comes back to its seller or giver, and an earlier trade of
    /// the same two people at an unusual price.
    pub wash_days: i64,
    /// Two people who trade at least `wash_pair_trades` times within so many days are linked.
    pub wash_pair_days: i64,
    /// See `wash_pair_days`.
    pub wash_pair_trades: i64,
    /// A price between two people who have traded before is far off this many times over or under the median.
    pub wash_price_times: i64,
    /// Since when it is in force.
    pub made_at: Timestamp,
}

impl Rules {
    /// Whether an account is new. Ids of accounts are UUIDs of version 7, which begin with the time of the registration.
    pub fn is_new(&self, account: &Uuid, now: Timestamp) -> bool {
        let digits: String = account.as_str().chars().filter(|c| *c != '-').collect();
        let registered = digits
            .get(..12)
            .and_then(|millis| i64::from_str_radix(millis, 16).ok())
            .unwrap_or_default();
        now.as_millis() - registered < self.new_account_days * DAY_MS
    }
}

/// The rules in force.
pub(crate) fn current(ctx: &Ctx) -> Result<Rules, Error> {
    Ok(ctx.sql().one(
        select!(Rules, "from rules order by version desc limit 1"),
        &params![],
    )?)
}

/// The number of trades that a new account can still make today; `None` without a limit.
pub(crate) fn trades_left(ctx: &Ctx, rules: &Rules, account: &Uuid) -> Result<Option<i64>, Error> {
    if !rules.is_new(account, ctx.now()) {
        return Ok(None);
    }
    let today = KoreanDay::of(ctx.now()).start();
    let (made,): (i64,) = ctx.sql().one(
        "select (select count(*) from (select 1 from sale where buyer_id = $1 and at >= $2 limit $3) b) \
              + (select count(*) from (select 1 from sale where seller_id = $1 and at >= $2 limit $3) s)",
        &params![account, today, rules.new_account_trades],
    )?;
    Ok(Some((rules.new_account_trades - made).max(0)))
}

/// A version of the rules, with who made it and why.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VersionView {
    #[serde(flatten)]
    rules: Rules,
    reason: String,
    /// Null for the first version, and for people who have left.
    made_by: Option<PersonCard>,
}

#[derive(FromRow)]
struct Version {
    #[row(flatten)]
    rules: Rules,
    reason: String,
    made_by: Option<Uuid>,
}

/// All versions, newest first.
pub(crate) fn history(
    ctx: &Ctx,
    Query(query): Query<PageQuery>,
) -> Result<Payload<Page<VersionView>>, Error> {
    let window: Window<i64> = query.window(page::USUAL)?;
    let before = window.after.unwrap_or(i64::MAX);
    let rows: Vec<Version> = ctx
        .sql()
        .query(
            select!(
                Version,
                "from rules where version < $3 order by version desc limit $1 offset $2"
            ),
            &params![window.fetch(), window.offset, before],
        )?
        .all()?;
    let page = window.page(rows, |one| one.rules.version);
    let people = People::of(
        ctx,
        page.items.iter().filter_map(|one| one.made_by.as_ref()),
    );
    Ok(Payload(page.map(|one| VersionView {
        made_by: one.made_by.as_ref().and_then(|id| people.get(id)),
        rules: one.rules,
        reason: one.reason,
    })))
}

/// Removes an erased administrator from the versions.
pub(crate) fn erase_person(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "update rules set made_by = null where made_by = $1",
        &params![person],
    )?;
    Ok(())
}

pub(crate) fn view(ctx: &Ctx, (): ()) -> Result<Payload<Rules>, Error> {
    Ok(Payload(current(ctx)?))
}

#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewRules {
    /// The version that the administrator has read.
    #[schemars(range(min = 1))]
    version: i64,
    /// The platform's fee, in hundredths of a percent.
    #[schemars(range(min = 0, max = 3000))]
    fee_bp: i64,
    /// A price this many times over or under the median must be confirmed.
    #[schemars(range(min = 2, max = 100))]
    outlier_times: i64,
    /// Accounts younger than this are new.
    #[schemars(range(min = 0, max = 365))]
    new_account_days: i64,
    /// Trades a day of a new account.
    #[schemars(range(min = 1, max = 10000))]
    new_account_trades: i64,
    /// How many days back a trade is compared with: an item that comes back, and an earlier trade of the same two people at an unusual price.
    #[schemars(range(min = 1, max = 365))]
    wash_days: i64,
    /// Two people who trade at least washPairTrades times within so many days are linked.
    #[schemars(range(min = 1, max = 365))]
    wash_pair_days: i64,
    /// See washPairDays.
    #[schemars(range(min = 1, max = 1000))]
    wash_pair_trades: i64,
    /// A price between two people who have traded before is far off this many times over or under the median.
    #[schemars(range(min = 2, max = 100))]
    wash_price_times: i64,
    /// For the history.
    #[serde(default)]
    #[schemars(length(max = 3200))]
    reason: String,
}

impl NewRules {
    fn check(&self) -> Result<(), Error> {
        let fields = [
            ("feeBp", self.fee_bp, 0, 3_000),
            ("outlierTimes", self.outlier_times, 2, 100),
            ("newAccountDays", self.new_account_days, 0, 365),
            ("newAccountTrades", self.new_account_trades, 1, 10_000),
            ("washDays", self.wash_days, 1, 365),
            ("washPairDays", self.wash_pair_days, 1, 365),
            ("washPairTrades", self.wash_pair_trades, 1, 1_000),
            ("washPriceTimes", self.wash_price_times, 2, 100),
        ];
        let wrong = fields
            .into_iter()
            .filter(|(_, value, min, max)| !(min..=max).contains(&value))
            .map(|(field, _, min, max)| Error::number_field(field, min, max));
        let long = text::paragraph("reason", &self.reason, 0..=REASON_MAX).err();
        Error::all(wrong.chain(long))
    }
}

/// Makes the next version. Of two administrators who change the same version, one is refused.
pub(crate) fn change(ctx: &Ctx, Json(new): Json<NewRules>) -> Result<Payload<Rules>, Error> {
    new.check()?;
    let me = ctx.caller()?;
    if current(ctx)?.version != new.version {
        return Err(RULES_CHANGED.into());
    }
    ctx.sql()
        .execute(
            "insert into rules (version, fee_bp, outlier_times, new_account_days, new_account_trades, made_at, reason, made_by, \
             wash_days, wash_pair_days, wash_pair_trades, wash_price_times) \
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
            &params![
                new.version + 1,
                new.fee_bp,
                new.outlier_times,
                new.new_account_days,
                new.new_account_trades,
                ctx.now(),
                new.reason.trim(),
                &me.id,
                new.wash_days,
                new.wash_pair_days,
                new.wash_pair_trades,
                new.wash_price_times
            ],
        )
        .on_constraint(&[("rules_pkey", RULES_CHANGED)])?;
    Ok(Payload(current(ctx)?))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The first version.
    pub(crate) fn rules() -> Rules {
        Rules {
            version: 1,
            fee_bp: 0,
            outlier_times: 3,
            new_account_days: 7,
            new_account_trades: 20,
            wash_days: 30,
            wash_pair_days: 7,
            wash_pair_trades: 3,
            wash_price_times: 3,
            made_at: Timestamp::from_millis(0),
        }
    }

    #[test]
    fn an_account_is_new_for_some_days_after_its_registration() {
        let rules = rules();
        // Registered at 2^40 ms.
        let account = Uuid::parse("01000000-0000-7000-8000-000000000001").expect("a UUID");
        let after = |days: i64| Timestamp::from_millis((1 << 40) + days * DAY_MS);
        assert!(rules.is_new(&account, after(0)));
        assert!(rules.is_new(&account, after(6)));
        assert!(!rules.is_new(&account, after(7)));
    }
}
