//! Queries for people and administrators: histories, open holds, sums by month and by day. Read only.

use std::ops::Range;

use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use crate::Kind;

/// The direction of a movement, seen from the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    In,
    Out,
}

/// The filter of a history. Time ranges are half-open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filter {
    pub kind: Option<Kind>,
    pub direction: Option<Direction>,
    pub from: Option<OffsetDateTime>,
    pub until: Option<OffsetDateTime>,
}

impl Filter {
    fn sign(&self) -> Option<i16> {
        self.direction.map(|direction| match direction {
            Direction::In => 1,
            Direction::Out => -1,
        })
    }
}

/// A movement from the view of one account; amounts in hundredths of a WIT.
#[derive(Clone, Debug)]
pub struct Entry {
    pub seq: i64,
    pub transfer: Uuid,
    pub amount: i64,
    pub balance_after: i64,
    pub kind: Kind,
    pub at: OffsetDateTime,
    /// The account on the other side.
    pub other: Uuid,
    /// The plugin that made the movement, or `kernel`.
    pub source: String,
    pub memo: String,
}

impl FromRow<'_, PgRow> for Entry {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            seq: row.try_get("seq")?,
            transfer: row.try_get("transfer_id")?,
            amount: row.try_get("amount")?,
            balance_after: row.try_get("balance_after")?,
            kind: kind(row)?,
            at: row.try_get("at")?,
            other: row.try_get("other")?,
            source: row.try_get("source")?,
            memo: row.try_get("memo")?,
        })
    }
}

/// The rows of a history, without their order.
macro_rules! history {
    ($select:literal, $rest:literal) => {
        concat!(
            "select ",
            $select,
            " from ledger.entry e
             where e.account_id = $1
               and ($2::smallint is null or e.kind = $2)
               and ($3::smallint is null or sign(e.amount) = $3)
               and ($4::timestamptz is null or e.at >= $4)
               and ($5::timestamptz is null or e.at < $5) ",
            $rest
        )
    };
}

/// Entries before `before`, the latest first; `rows` are the positions among them. Without skipped rows every page costs
/// the same.
///
/// # Errors
/// The error of the database.
pub async fn history(
    connection: &mut PgConnection,
    account: Uuid,
    filter: &Filter,
    before: i64,
    rows: Range<i64>,
) -> Result<Vec<Entry>, sqlx::Error> {
    sqlx::query_as(history!(
        "e.seq, e.transfer_id, e.amount, e.balance_after, e.kind, e.at, e.source, e.memo, e.other",
        "and e.seq < $6 order by e.seq desc limit $7 offset $8"
    ))
    .bind(account)
    .bind(filter.kind.map(Kind::number))
    .bind(filter.sign())
    .bind(filter.from)
    .bind(filter.until)
    .bind(before)
    .bind(rows.end - rows.start)
    .bind(rows.start)
    .fetch_all(connection)
    .await
}

/// The number of entries of a history, counted up to `most`.
///
/// # Errors
/// The error of the database.
pub async fn history_total(
    connection: &mut PgConnection,
    account: Uuid,
    filter: &Filter,
    most: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(concat!(
        "select count(*) from (",
        history!("", "limit $6"),
        ") counted"
    ))
    .bind(account)
    .bind(filter.kind.map(Kind::number))
    .bind(filter.sign())
    .bind(filter.from)
    .bind(filter.until)
    .bind(most)
    .fetch_one(connection)
    .await
}

fn kind(row: &PgRow) -> Result<Kind, sqlx::Error> {
    Ok(Kind::of_number(row.try_get("kind")?).unwrap_or(Kind::RollUp))
}

/// An entry of an account's hash chain, with all data that its hash covers.
#[derive(Clone, Debug)]
pub struct Link {
    pub seq: i64,
    /// The layout of the hashed data: see [`crate::entry_hash`].
    pub form: i16,
    pub transfer: Uuid,
    pub amount: i64,
    pub balance_after: i64,
    /// The account on the other side; the account itself for a roll-up.
    pub other: Uuid,
    pub kind: i16,
    /// Microseconds since [`crate::ENTRY_EPOCH_US`].
    pub at_us: i64,
    pub hash: Vec<u8>,
}

impl FromRow<'_, PgRow> for Link {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            seq: row.try_get("seq")?,
            form: row.try_get("form")?,
            transfer: row.try_get("transfer_id")?,
            amount: row.try_get("amount")?,
            balance_after: row.try_get("balance_after")?,
            other: row.try_get("other")?,
            kind: row.try_get("kind")?,
            at_us: row.try_get("at_us")?,
            hash: row.try_get("hash")?,
        })
    }
}

/// The chain entries after `after`, in order.
///
/// # Errors
/// The error of the database.
pub async fn links(
    connection: &mut PgConnection,
    account: Uuid,
    after: i64,
    limit: i64,
) -> Result<Vec<Link>, sqlx::Error> {
    sqlx::query_as(
        "select seq, form, transfer_id, amount, balance_after, other, kind, hash,
                (extract(epoch from at) * 1000000)::bigint - 946684800000000 as at_us
         from ledger.entry where account_id = $1 and seq > $2 order by seq limit $3",
    )
    .bind(account)
    .bind(after)
    .bind(limit)
    .fetch_all(connection)
    .await
}

/// An open hold.
#[derive(Clone, Debug)]
pub struct OpenHold {
    pub id: Uuid,
    pub amount: i64,
    pub kind: Kind,
    pub to: Option<Uuid>,
    pub source: String,
    pub memo: String,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
}

impl FromRow<'_, PgRow> for OpenHold {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            amount: row.try_get("amount")?,
            kind: kind(row)?,
            to: row.try_get("to_account")?,
            source: row.try_get("source")?,
            memo: row.try_get("memo")?,
            at: row.try_get("at")?,
            expires_at: row.try_get("expires_at")?,
        })
    }
}

/// Open holds of an account after a position in their order: the earliest expiry first.
///
/// # Errors
/// The error of the database.
pub async fn holds(
    connection: &mut PgConnection,
    account: Uuid,
    after: Option<(OffsetDateTime, Uuid)>,
    rows: Range<i64>,
) -> Result<Vec<OpenHold>, sqlx::Error> {
    let (at, id) = after.unzip();
    sqlx::query_as(
        "select id, amount, kind, to_account, source, memo, at, expires_at
         from ledger.hold
         where account_id = $1 and state = 0 and ($2::timestamptz is null or (expires_at, id) > ($2, $3))
         order by expires_at, id limit $4 offset $5",
    )
    .bind(account)
    .bind(at)
    .bind(id)
    .bind(rows.end - rows.start)
    .bind(rows.start)
    .fetch_all(connection)
    .await
}

/// The number of open holds, counted up to `most`.
///
/// # Errors
/// The error of the database.
pub async fn hold_total(
    connection: &mut PgConnection,
    account: Uuid,
    most: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "select count(*) from (select from ledger.hold where account_id = $1 and state = 0 limit $2) counted",
    )
    .bind(account)
    .bind(most)
    .fetch_one(connection)
    .await
}

/// The incoming and outgoing WIT of an account in a month in Korean time.
#[derive(Clone, Debug)]
pub struct Month {
    /// `2026-11`
    pub month: String,
    pub kind: Kind,
    pub came_in: i64,
    pub went_out: i64,
}

impl FromRow<'_, PgRow> for Month {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            month: row.try_get("month")?,
            kind: kind(row)?,
            came_in: row.try_get("came_in")?,
            went_out: row.try_get("went_out")?,
        })
    }
}

/// The months from `from`, in order.
///
/// # Errors
/// The error of the database.
pub async fn months(
    connection: &mut PgConnection,
    account: Uuid,
    from: OffsetDateTime,
) -> Result<Vec<Month>, sqlx::Error> {
    sqlx::query_as(
        "select to_char(at at time zone 'Asia/Seoul', 'YYYY-MM') as month, kind,
                coalesce(sum(amount) filter (where amount > 0), 0)::bigint as came_in,
                coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as went_out
         from ledger.entry where account_id = $1 and at >= $2
         group by 1, 2 order by 1, 2",
    )
    .bind(account)
    .bind(from)
    .fetch_all(connection)
    .await
}

/// The movements of one day in Korean time.
#[derive(Clone, Debug)]
pub struct Total {
    pub day: Date,
    pub kind: Kind,
    pub transfers: i64,
    pub amount: i64,
}

impl FromRow<'_, PgRow> for Total {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            day: row.try_get("day")?,
            kind: kind(row)?,
            transfers: row.try_get("transfers")?,
            amount: row.try_get("amount")?,
        })
    }
}

/// The days from `from`, the latest first: ended days from their stored sums, the current day computed.
///
/// # Errors
/// The error of the database.
pub async fn totals(connection: &mut PgConnection, from: Date) -> Result<Vec<Total>, sqlx::Error> {
    sqlx::query_as(
        "with closed as (select coalesce(max(day) + 1, 'epoch'::date) as until from ledger.day_total)
         select day, kind, transfers, amount from ledger.day_total where day >= $1 and kind <> 0
         union all
         select (t.at at time zone 'Asia/Seoul')::date, t.kind, count(*), sum(t.amount)::bigint
         from ledger.transfer t, closed
         where t.at >= greatest(closed.until, $1)::timestamp at time zone 'Asia/Seoul'
         group by 1, 2
         order by 1 desc, 2",
    )
    .bind(from)
    .fetch_all(connection)
    .await
}

/// Sums up the days that have ended.
///
/// # Errors
/// The error of the database.
pub async fn close_days(
    connection: &mut PgConnection,
    now: OffsetDateTime,
) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar("select ledger.close_days($1)")
        .bind(now)
        .fetch_one(connection)
        .await
}

/// The WIT of all people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circulation {
    pub hundredths: i64,
    /// The held part of it.
    pub held: i64,
}

/// Computed as the remainder of the system's and the plugins' accounts, which are a few rows instead of a million.
///
/// # Errors
/// The error of the database.
pub async fn circulation(connection: &mut PgConnection) -> Result<Circulation, sqlx::Error> {
    let (hundredths, held) = sqlx::query_as(
        "select (-coalesce((select sum(balance) from ledger.account where id >= 'fffffffe-0000-0000-0000-000000000000'), 0)
                 - coalesce((select sum(amount) from ledger.deferred), 0))::bigint as people,
                coalesce((select sum(amount) from ledger.hold where state = 0), 0)::bigint as held",
    )
    .fetch_one(connection)
    .await?;
    Ok(Circulation { hundredths, held })
}
