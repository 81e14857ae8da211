//! What is measured of plugins: which capabilities an install uses, and what all installs of a plugin have done in 30 days.
//! Operators read it before they install a plugin, and withdraw what it does not use.
//!
//! What the page of a block sees of its room is not measured, because it never reaches the kernel. So `rooms` and `chat` are
//! never called unused.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::PgConnection;
use time::{Date, Duration};

use super::Installs;
use super::grant::{Grant, Permission};
use super::store::InstallRow;
use super::texts::TextView;
use crate::error::Result;
use crate::plugins::{CPU_BUCKETS, EVENT_FORM_SLOT, MEASURED, Taken, Usage, cpu_percentile_ms};

/// Days that are summed up, and for which a capability must not have been used before its removal is offered.
const DAYS: i64 = 30;
/// The scope without which a plugin is no kind of event.
const EVENT_SCOPE: &str = "services.events@1.read";
/// Worlds are counted up to this number.
const COUNTED: i64 = 1000;

/// What all installs of a plugin have done in 30 days, of all its versions and without trials.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Measures {
    /// Worlds in which it is installed, up to 1,000.
    pub worlds: i64,
    pub calls: i64,
    /// Calls that trapped, exceeded a limit or gave an invalid answer.
    pub failures: i64,
    /// Hundredths of a WIT that it has paid to people.
    pub paid_hundredths: i64,
    /// Hundredths of a WIT that people have paid to it.
    pub collected_hundredths: i64,
    /// CPU time in milliseconds that 95 of 100 calls did not exceed, rounded up to a power of two; null above 64 ms, and
    /// without calls.
    pub cpu_p95_ms: Option<i64>,
    /// The capabilities that it has used.
    pub uses: Vec<MeasuredUse>,
}

/// How often a capability was used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MeasuredUse {
    /// The field of a grant, or `services.<service>.<scope>`.
    pub key: String,
    /// Of a scope: what it allows, in the words of its provider.
    pub title: Option<TextView>,
    pub calls: i64,
}

impl Installs {
    /// What is measured of a plugin.
    pub(super) async fn measures(&self, plugin: &str) -> Result<Measures> {
        let since = self.platform.clock.today_kst() - Duration::days(DAYS);
        let mut connection = self.platform.pools.app.acquire().await?;
        let worlds = "select count(*) from (
             select from kernel.install where plugin = $1 and state <> 'uninstalled' and not is_trial limit $2
         ) counted";
        let worlds = sqlx::query_scalar(worlds)
            .bind(plugin)
            .bind(COUNTED)
            .fetch_one(&mut *connection)
            .await?;
        let days: Vec<(i64, i64, i64, i64, Vec<i64>)> = sqlx::query_as(
            "select calls, failures, paid, collected, cpu_histogram from kernel.plugin_usage where plugin = $1 and day > $2",
        )
        .bind(plugin)
        .bind(since)
        .fetch_all(&mut *connection)
        .await?;
        let uses: Vec<(String, i64)> = sqlx::query_as(
            "select capability, sum(calls)::bigint from kernel.plugin_capability where plugin = $1 and day > $2
             group by capability order by 2 desc, 1",
        )
        .bind(plugin)
        .bind(since)
        .fetch_all(&mut *connection)
        .await?;
        let mut histogram = [0; CPU_BUCKETS];
        for (.., of_day) in &days {
            for (all, calls) in histogram.iter_mut().zip(of_day) {
                *all += calls;
            }
        }
        Ok(Measures {
            worlds,
            calls: days.iter().map(|day| day.0).sum(),
            failures: days.iter().map(|day| day.1).sum(),
            paid_hundredths: days.iter().map(|day| day.2).sum(),
            collected_hundredths: days.iter().map(|day| day.3).sum(),
            cpu_p95_ms: cpu_percentile_ms(&histogram, 95),
            uses: uses
                .into_iter()
                .map(|(key, calls)| MeasuredUse {
                    title: self.scope_text(&key),
                    key,
                    calls,
                })
                .collect(),
        })
    }

    /// The granted permissions that a running install has had for 30 days and never used.
    pub(super) async fn unused(
        &self,
        connection: &mut PgConnection,
        row: &InstallRow,
    ) -> Result<Vec<Permission>> {
        let had_for = self.platform.clock.now() - row.granted_at;
        if !row.is_running() || row.is_trial || had_for < Duration::days(DAYS) {
            return Ok(Vec::new());
        }
        let since = self.platform.clock.today_kst() - Duration::days(DAYS);
        let used: Vec<String> = sqlx::query_scalar(
            "select distinct capability from kernel.install_capability where install = $1 and day > $2",
        )
        .bind(&row.id)
        .bind(since)
        .fetch_all(connection)
        .await?;
        let removable = removable(&row.granted, row.has_migrations);
        let lines = self.permission_lines(&removable, row.mib());
        // A kind of event needs its scope also while no event calls it.
        let is_kind = row.slots.iter().any(|at| at == EVENT_FORM_SLOT);
        let is_used = |line: &Permission| {
            is_kind && line.key == EVENT_SCOPE || used.iter().any(|key| *key == line.key)
        };
        Ok(lines.into_iter().filter(|line| !is_used(line)).collect())
    }
}

/// The part of a grant that is measured, and that the plugin can run without.
fn removable(granted: &Grant, needs_data: bool) -> Grant {
    Grant {
        sql: granted.sql && !needs_data,
        sql_mib: granted.sql_mib.filter(|_| !needs_data),
        rooms: false,
        chat: false,
        ..granted.clone()
    }
}

/// Adds the uses of capabilities by an install.
pub(super) async fn write_uses(
    connection: &mut PgConnection,
    install: &str,
    day: Date,
    uses: &Uses,
) -> Result<()> {
    let (keys, calls) = uses.counted();
    if keys.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into kernel.install_capability as c (install, day, capability, calls)
         select $1, $2, counted.* from unnest($3::text[], $4::bigint[]) counted
         on conflict (install, day, capability) do update set calls = c.calls + excluded.calls",
    )
    .bind(install)
    .bind(day)
    .bind(keys)
    .bind(calls)
    .execute(&mut *connection)
    .await?;
    sqlx::query("delete from kernel.install_capability where install = $1 and day <= $2")
        .bind(install)
        .bind(day - Duration::days(DAYS))
        .execute(connection)
        .await?;
    Ok(())
}

/// Adds what installs of a plugin have done. Callers write plugins in the order of their ids.
pub(super) async fn write_measures(
    connection: &mut PgConnection,
    plugin: &str,
    day: Date,
    uses: &Uses,
) -> Result<()> {
    let usage = &uses.usage;
    if *usage == Usage::default() && uses.scopes.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into kernel.plugin_usage as u (plugin, day, calls, failures, paid, collected, cpu_histogram)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (plugin, day) do update
         set calls = u.calls + excluded.calls, failures = u.failures + excluded.failures,
             paid = u.paid + excluded.paid, collected = u.collected + excluded.collected,
             cpu_histogram = array(
                 select a + b from unnest(u.cpu_histogram, excluded.cpu_histogram) with ordinality both_of (a, b, at) order by at
             )",
    )
    .bind(plugin)
    .bind(day)
    .bind(usage.calls)
    .bind(usage.failures)
    .bind(usage.paid)
    .bind(usage.collected)
    .bind(&usage.cpu_histogram[..])
    .execute(&mut *connection)
    .await?;
    let (keys, calls) = uses.counted();
    sqlx::query(
        "insert into kernel.plugin_capability as c (plugin, day, capability, calls)
         select $1, $2, counted.* from unnest($3::text[], $4::bigint[]) counted
         on conflict (plugin, day, capability) do update set calls = c.calls + excluded.calls",
    )
    .bind(plugin)
    .bind(day)
    .bind(keys)
    .bind(calls)
    .execute(&mut *connection)
    .await?;
    for table in ["plugin_usage", "plugin_capability"] {
        let statement = format!("delete from kernel.{table} where plugin = $1 and day <= $2");
        sqlx::query(sqlx::AssertSqlSafe(statement))
            .bind(plugin)
            .bind(day - Duration::days(DAYS))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// What calls have used, and the scopes of services among it.
#[derive(Default)]
pub(super) struct Uses {
    usage: Usage,
    scopes: BTreeMap<String, i64>,
}

impl Uses {
    pub(super) fn of(taken: &Taken) -> Self {
        Self {
            usage: taken.usage,
            scopes: taken.scopes.clone(),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.usage = self.usage + other.usage;
        for (key, calls) in &other.scopes {
            *self.scopes.entry(key.clone()).or_default() += calls;
        }
    }

    /// The capabilities and scopes that were used, and how often.
    fn counted(&self) -> (Vec<&str>, Vec<i64>) {
        let capabilities = MEASURED.iter().copied().zip(self.usage.uses);
        let scopes = self
            .scopes
            .iter()
            .map(|(key, calls)| (key.as_str(), *calls));
        let all = capabilities.chain(scopes);
        all.filter(|(_, calls)| *calls > 0).unzip()
    }
}
