//! Exchange rates of WIT: versions that administrators add and that never change. Every order stores the version that
//! it was placed under. A change by more than 10 % needs a second administrator (`rate_proposals`); the database
//! refuses it otherwise.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::{RATE_NEEDS_APPROVAL, RATE_UNCHANGED};
use crate::clock::{Clock, Rng};
use crate::error::{FieldProblem, Localized, Problem, Result};
use crate::identity::audit::{AuditLog, Entry, kind};
use crate::identity::{Named, Origin};
use crate::list_window::{Rows, Window};
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::typed_text::paragraph;

/// A change of a rate by more than this needs a second administrator.
const LARGE_CHANGE_PERCENT: i64 = 10;

const SELECT: &str = "select r.*, a.nickname, s.nickname as second from kernel.exchange_rate r
    left join kernel.account a on a.id = r.set_by
    left join kernel.account s on s.id = r.approved_by";

/// The upper limit of both rates, in hundredths of a WIT.
const MAX_HUNDREDTHS: i64 = 1_000_000_000;

/// One version of the exchange rate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rate {
    pub version: i32,
    /// WIT for one US dollar, for display only; amounts are never computed from it.
    pub exchange_rate: f64,
    /// Hundredths of a WIT for one US dollar.
    pub hundredths_per_usd: i64,
    /// Hundredths of a WIT for 1000 won.
    #[serde(rename = "hundredthsPer1000Krw")]
    pub hundredths_per_1000_krw: i64,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub since: OffsetDateTime,
}

/// A version with its author and its note.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateEntry {
    #[serde(flatten)]
    pub rate: Rate,
    pub note: String,
    /// Null for the initial version.
    pub set_by: Option<Named>,
    /// The second administrator, if the change was proposed.
    pub approved_by: Option<Named>,
}

/// The input of a new version.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewRate {
    /// 1 to 1000000000.
    pub hundredths_per_usd: i64,
    /// 1 to 1000000000.
    #[serde(rename = "hundredthsPer1000Krw")]
    pub hundredths_per_1000_krw: i64,
    /// 5 to 200 characters.
    pub note: String,
}

impl Rate {
    /// Decodes the columns of `kernel.exchange_rate`, also from a joined query.
    pub(super) fn read(row: &PgRow) -> Result<Self> {
        let hundredths_per_usd: i64 = row.try_get("hundredths_per_usd")?;
        Ok(Self {
            version: row.try_get("version")?,
            exchange_rate: for_people(hundredths_per_usd),
            hundredths_per_usd,
            hundredths_per_1000_krw: row.try_get("hundredths_per_1000_krw")?,
            since: row.try_get("since")?,
        })
    }

    pub(super) fn has_rates_of(&self, new: &NewRate) -> bool {
        self.hundredths_per_usd == new.hundredths_per_usd
            && self.hundredths_per_1000_krw == new.hundredths_per_1000_krw
    }

    fn is_far_from(&self, new: &NewRate) -> bool {
        let is_large =
            |before: i64, after: i64| (after - before).abs() * 100 > before * LARGE_CHANGE_PERCENT;
        is_large(self.hundredths_per_usd, new.hundredths_per_usd)
            || is_large(self.hundredths_per_1000_krw, new.hundredths_per_1000_krw)
    }
}

/// Hundredths as a number with two decimals. Values are below 10^9, so the conversion is exact.
#[allow(
    clippy::cast_precision_loss,
    reason = "far below the 53 bits of a double"
)]
fn for_people(hundredths: i64) -> f64 {
    hundredths as f64 / 100.0
}

/// The versions of the exchange rate.
#[derive(Clone)]
pub struct ExchangeRates {
    pub(super) audit: AuditLog,
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
}

impl ExchangeRates {
    /// The current rate, under which new orders are placed.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn rate(&self) -> Result<Rate> {
        let mut connection = self.pool.acquire().await?;
        current(&mut connection).await
    }

    /// A page of all versions, newest first.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn rates(
        &self,
        _by: &Authorized<'_, Administer>,
        window: &Window<i32>,
    ) -> Result<Rows<RateEntry>> {
        let statement =
            format!("{SELECT} where r.version < $1 order by r.version desc limit $2 offset $3");
        let rows = window.read(&self.pool, &statement, |query, before| {
            query.bind(before.copied().unwrap_or(i32::MAX))
        });
        rows.await?.read(read_entry)
    }

    /// Adds a new rate. Existing orders keep theirs.
    ///
    /// # Errors
    /// Fields, `rate_unchanged`, `rate_needs_approval`.
    pub async fn set_rate(
        &self,
        by: &Authorized<'_, Administer>,
        new: &NewRate,
        origin: &Origin,
    ) -> Result<RateEntry> {
        let note = checked(new)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let newest = self.lock_current(&mut transaction).await?;
        if newest.has_rates_of(new) {
            return Err(RATE_UNCHANGED.into());
        }
        if newest.is_far_from(new) {
            return Err(RATE_NEEDS_APPROVAL.into());
        }
        let version = NewVersion {
            rate: &NewRate {
                note,
                ..new.clone()
            },
            set_by: by.person.id,
            approved_by: None,
        };
        let entry = self.add_version(&mut transaction, &version, origin).await?;
        transaction.commit().await?;
        Ok(entry)
    }

    /// Returns the newest version, and prevents new versions by others until the transaction ends.
    pub(super) async fn lock_current(&self, connection: &mut PgConnection) -> Result<Rate> {
        // The first version is never deleted, so it serves as the lock.
        sqlx::query("select 1 from kernel.exchange_rate where version = 1 for update")
            .execute(&mut *connection)
            .await?;
        current(connection).await
    }

    /// Adds a version; requires [`Self::lock_current`].
    pub(super) async fn add_version(
        &self,
        connection: &mut PgConnection,
        new: &NewVersion<'_>,
        origin: &Origin,
    ) -> Result<RateEntry> {
        let version = current(connection).await?.version + 1;
        sqlx::query(
            "insert into kernel.exchange_rate
                 (version, hundredths_per_usd, hundredths_per_1000_krw, note, set_by, approved_by, since)
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(version)
        .bind(new.rate.hundredths_per_usd)
        .bind(new.rate.hundredths_per_1000_krw)
        .bind(&new.rate.note)
        .bind(new.set_by)
        .bind(new.approved_by)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        let entry = Entry {
            account: new.set_by,
            kind: kind::EXCHANGE_RATE_SET,
            by: new.approved_by,
            origin,
            details: json!({
                "version": version,
                "hundredthsPerUsd": new.rate.hundredths_per_usd,
                "hundredthsPer1000Krw": new.rate.hundredths_per_1000_krw,
            }),
        };
        self.audit.record(connection, entry).await?;
        let row = sqlx::query(sqlx::AssertSqlSafe(format!(
            "{SELECT} where r.version = $1"
        )))
        .bind(version)
        .fetch_one(connection)
        .await?;
        read_entry(&row)
    }
}

/// A rate with the administrators who decided it.
pub(super) struct NewVersion<'a> {
    pub(super) rate: &'a NewRate,
    pub(super) set_by: Uuid,
    pub(super) approved_by: Option<Uuid>,
}

/// The newest version.
pub(super) async fn current(connection: &mut PgConnection) -> Result<Rate> {
    let row = sqlx::query("select * from kernel.exchange_rate order by version desc limit 1")
        .fetch_one(connection)
        .await?;
    Rate::read(&row)
}

fn read_entry(row: &PgRow) -> Result<RateEntry> {
    let set_by: Option<Uuid> = row.try_get("set_by")?;
    let nickname = row.try_get("nickname")?;
    let approved_by: Option<Uuid> = row.try_get("approved_by")?;
    let second = row.try_get("second")?;
    Ok(RateEntry {
        rate: Rate::read(row)?,
        note: row.try_get("note")?,
        set_by: set_by.map(|id| Named { id, nickname }),
        approved_by: approved_by.map(|id| Named {
            id,
            nickname: second,
        }),
    })
}

/// Validates a new rate and returns its note.
pub(super) fn checked(new: &NewRate) -> Result<String> {
    let mut fields = Vec::new();
    for (field, value) in [
        ("hundredthsPerUsd", new.hundredths_per_usd),
        ("hundredthsPer1000Krw", new.hundredths_per_1000_krw),
    ] {
        if !(1..=MAX_HUNDREDTHS).contains(&value) {
            fields.push(FieldProblem {
                field: field.to_owned(),
                message: Localized::new(
                    "1 이상 1,000,000,000 이하의 정수를 입력해 주세요.",
                    "Please enter a whole number from 1 to 1,000,000,000.",
                ),
            });
        }
    }
    if fields.is_empty() {
        return paragraph("note", &new.note, 5..=200);
    }
    Err(Problem::fields(fields).into())
}
