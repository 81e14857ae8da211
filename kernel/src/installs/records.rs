//! The log and the usage of installs: written every few seconds, read by operators.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use super::measures::{Uses, write_measures, write_uses};
use super::{Installs, ManagedScope};
use crate::clock::KST;
use crate::error::Result;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::plugins::{LogLevel, LogLine, Taken, Usage};
use crate::postgres::begin;

/// Log lines that are kept of one install.
const KEPT_LINES: i64 = 1000;
/// Days of usage that are kept, and shown.
const KEPT_DAYS: i64 = 30;

/// A line that a plugin has logged, or a failure of one of its calls.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LogView {
    pub id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    /// `info`, `warn` or `error`.
    pub level: String,
    pub message: String,
    /// `"key"="value"` pairs.
    pub fields: String,
}

/// What the calls of a plugin have used in a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageView {
    /// Requests, timers and events.
    pub calls: i64,
    /// Calls that trapped, exceeded a limit or gave an invalid answer.
    pub failures: i64,
    /// CPU time in microseconds.
    pub cpu_us: i64,
    /// SQL statements.
    pub statements: i64,
    /// Hundredths of a WIT that it has paid to people.
    pub paid_hundredths: i64,
    /// Hundredths of a WIT that people have paid to it.
    pub collected_hundredths: i64,
}

impl FromRow<'_, PgRow> for LogView {
    fn from_row(row: &PgRow) -> sqlx::Result<Self> {
        Ok(Self {
            id: row.try_get("id")?,
            at: row.try_get("at")?,
            level: row.try_get("level")?,
            message: row.try_get("message")?,
            fields: row.try_get("fields")?,
        })
    }
}

impl Installs {
    /// The newest lines of an install's log, the latest first.
    ///
    /// # Errors
    /// `plugin_not_installed`.
    pub async fn logs(
        &self,
        scope: &ManagedScope<'_>,
        id: &str,
        window: &Window<PageCursor>,
    ) -> Result<Rows<LogView>> {
        self.any_row(scope, id).await?;
        self.write_records().await?;
        let statement = "select id, at, level, message, fields from kernel.install_log
             where install = $1 and (at, id) < ($2, $3) order by at desc, id desc limit $4 offset $5";
        let rows = window.read(&self.platform.pools.app, statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query.bind(id).bind(before.at).bind(before.id)
        });
        rows.await?.read(|row| Ok(LogView::from_row(row)?))
    }

    /// What an install has used today and in the last 30 days, in Korean time.
    pub(super) async fn usage(
        &self,
        connection: &mut PgConnection,
        id: &str,
    ) -> Result<(UsageView, UsageView)> {
        let today = self.platform.clock.today_kst();
        let sum = |name: &str, filter: &str| {
            format!("coalesce(sum({name}) {filter}, 0)::bigint as {name}")
        };
        let columns = [
            "calls",
            "failures",
            "cpu_us",
            "statements",
            "paid",
            "collected",
        ];
        let all = columns.map(|name| sum(name, "")).join(", ");
        let of_today =
            columns.map(|name| sum(name, "filter (where day = $3)").replace(" as ", " as today_"));
        let statement = format!(
            "select {all}, {} from kernel.install_usage where install = $1 and day > $2",
            of_today.join(", ")
        );
        let row = sqlx::query(sqlx::AssertSqlSafe(statement))
            .bind(id)
            .bind(today - Duration::days(KEPT_DAYS))
            .bind(today)
            .fetch_one(connection)
            .await?;
        let read = |prefix: &str| -> sqlx::Result<UsageView> {
            let number = |name: &str| row.try_get(format!("{prefix}{name}").as_str());
            Ok(UsageView {
                calls: number("calls")?,
                failures: number("failures")?,
                cpu_us: number("cpu_us")?,
                statements: number("statements")?,
                paid_hundredths: number("paid")?,
                collected_hundredths: number("collected")?,
            })
        };
        Ok((read("today_")?, read("")?))
    }

    /// Writes what has been recorded since the last time.
    ///
    /// # Errors
    /// The error of the database; these records are lost.
    pub async fn write_records(&self) -> Result<()> {
        let taken = self.records.take();
        if taken.is_empty() {
            return Ok(());
        }
        let day = self.platform.clock.today_kst();
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        let mut by_plugin: BTreeMap<String, Uses> = BTreeMap::new();
        for (install, records) in taken {
            // The end of an install deletes its records: none may be written after it. Rows are locked in the order of ids.
            let is_there =
                "select plugin, is_trial from kernel.install where id = $1 for key share";
            let lock: Option<(String, bool)> = sqlx::query_as(is_there)
                .bind(&install)
                .fetch_optional(&mut *transaction)
                .await?;
            let Some((plugin, is_trial)) = lock else {
                continue;
            };
            write_usage(&mut transaction, &install, day, records.usage).await?;
            let uses = Uses::of(&records);
            write_uses(&mut transaction, &install, day, &uses).await?;
            if !is_trial {
                by_plugin.entry(plugin).or_default().add(&uses);
            }
            self.write_lines(&mut transaction, &install, records)
                .await?;
        }
        for (plugin, uses) in &by_plugin {
            write_measures(&mut transaction, plugin, day, uses).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    async fn write_lines(
        &self,
        connection: &mut PgConnection,
        install: &str,
        records: Taken,
    ) -> Result<()> {
        let Taken {
            mut lines, dropped, ..
        } = records;
        if let (1.., Some(first)) = (dropped, lines.first()) {
            let message =
                format!("{dropped} earlier lines were dropped: there were too many at once");
            let notice = LogLine {
                at: first.at,
                level: LogLevel::Warn,
                message,
                fields: String::new(),
            };
            lines.insert(0, notice);
        }
        if lines.is_empty() {
            return Ok(());
        }
        let now_ms = self.platform.clock.now_ms();
        let ids: Vec<Uuid> = lines
            .iter()
            .map(|_| self.platform.rng.uuid(now_ms))
            .collect();
        let column = |read: fn(&LogLine) -> &str| -> Vec<&str> { lines.iter().map(read).collect() };
        sqlx::query(
            "insert into kernel.install_log (install, at, id, level, message, fields)
             select $1, line.* from unnest($2::timestamptz[], $3::uuid[], $4::text[], $5::text[], $6::text[]) line",
        )
        .bind(install)
        .bind(lines.iter().map(|line| line.at).collect::<Vec<_>>())
        .bind(ids)
        .bind(column(|line| line.level.as_str()))
        .bind(column(|line| &line.message))
        .bind(column(|line| &line.fields))
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "delete from kernel.install_log where install = $1 and (at, id) <= (
                 select at, id from kernel.install_log where install = $1 order by at desc, id desc offset $2 limit 1
             )",
        )
        .bind(install)
        .bind(KEPT_LINES)
        .execute(connection)
        .await?;
        Ok(())
    }
}

async fn write_usage(
    connection: &mut PgConnection,
    install: &str,
    day: Date,
    usage: Usage,
) -> Result<()> {
    if usage == Usage::default() {
        return Ok(());
    }
    sqlx::query(
        "insert into kernel.install_usage as u (install, day, calls, failures, cpu_us, statements, paid, collected)
         values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (install, day) do update
         set calls = u.calls + excluded.calls, failures = u.failures + excluded.failures,
             cpu_us = u.cpu_us + excluded.cpu_us, statements = u.statements + excluded.statements,
             paid = u.paid + excluded.paid, collected = u.collected + excluded.collected",
    )
    .bind(install)
    .bind(day)
    .bind(usage.calls)
    .bind(usage.failures)
    .bind(usage.cpu_us)
    .bind(usage.statements)
    .bind(usage.paid)
    .bind(usage.collected)
    .execute(&mut *connection)
    .await?;
    sqlx::query("delete from kernel.install_usage where install = $1 and day <= $2")
        .bind(install)
        .bind(day - Duration::days(KEPT_DAYS))
        .execute(connection)
        .await?;
    Ok(())
}

/// The times in files of an export.
pub(super) fn day_of(at: OffsetDateTime) -> Date {
    at.to_offset(KST).date()
}
