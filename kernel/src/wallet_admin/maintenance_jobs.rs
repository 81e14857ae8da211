//! Background jobs of the ledger: releases expired holds, posts deferred movements, sums up ended days, and checks the
//! whole ledger once a day.

use std::time::Duration as Span;

use sqlx::types::Json;
use time::Duration;
use tokio::sync::watch;
use witverse_ledger as ledger;

use super::{WalletAdmin, push_wallet};
use crate::error::Result;
use crate::postgres::begin;
use crate::supervisor::{STEP_LIMIT, step};

const POLL: Span = Span::from_secs(1);
/// The interval between lookups of ended days.
const DAILY_POLL: Span = Span::from_secs(60);
/// The deadline of the daily check, which reads the whole ledger.
const CHECK_LIMIT: Span = Span::from_hours(2);
/// How many holds or deferred movements one transaction handles.
const BATCH: i32 = 500;
/// The interval between ledger checks.
const CHECK_EVERY: Duration = Duration::hours(24);
/// How long the results of ledger checks are kept.
const CHECKS_KEPT: Duration = Duration::days(90);

impl WalletAdmin {
    /// Runs until `stop` changes; work in progress is finished.
    pub async fn run(self, stop: watch::Receiver<bool>) {
        tokio::join!(self.movements(stop.clone()), self.days(stop));
    }

    /// Jobs that affect balances.
    async fn movements(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match step("ledger maintenance", STEP_LIMIT, self.settle()).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "the ledger maintenance round failed"),
            }
            tokio::select! {
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Daily jobs, which are too expensive for the interval of the other jobs.
    async fn days(&self, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            let check = step("ledger check", CHECK_LIMIT, self.close_and_check());
            if let Err(error) = check.await {
                tracing::warn!(%error, "ended days could not be summed up or the ledger could not be checked");
            }
            tokio::select! {
                () = tokio::time::sleep(DAILY_POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// One round; true if more work may be due.
    async fn settle(&self) -> Result<bool> {
        let expired = self.expire().await?;
        let rolled = self.roll_up().await?;
        Ok(expired || rolled)
    }

    async fn close_and_check(&self) -> Result<()> {
        let mut connection = self.pool.acquire().await?;
        ledger::close_days(&mut connection, self.clock.now()).await?;
        drop(connection);
        self.check_daily().await
    }

    async fn expire(&self) -> Result<bool> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let mut owners = ledger::expire_holds(&mut transaction, self.clock.now(), BATCH).await?;
        if owners.is_empty() {
            return Ok(false);
        }
        // In the lock order of pushes.
        owners.sort_unstable();
        for owner in &owners {
            push_wallet(&mut transaction, *owner, &self.clock).await?;
        }
        transaction.commit().await?;
        for owner in owners {
            self.signals.live.wake(owner);
        }
        Ok(true)
    }

    async fn roll_up(&self) -> Result<bool> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let rolled = ledger::roll_up(&mut transaction, self.clock.now(), BATCH * 10).await?;
        transaction.commit().await?;
        Ok(rolled == BATCH * 10)
    }

    /// Checks the ledger once a day, on the first kernel that claims the check, and logs each error.
    async fn check_daily(&self) -> Result<()> {
        let now = self.clock.now();
        // The row for the day is inserted first, so that two kernels do not check concurrently.
        let taken = sqlx::query(
            "insert into kernel.ledger_check (at, accounts, entries, findings, finished)
             select $1, 0, 0, '[]', false
             where not exists (select 1 from kernel.ledger_check where at > $2 and (finished or at > $3))
             on conflict do nothing",
        )
        .bind(now)
        .bind(now - CHECK_EVERY)
        .bind(now - CHECK_LIMIT)
        .execute(&self.pool)
        .await?;
        if taken.rows_affected() == 0 {
            return Ok(());
        }
        let mut connection = self.pool.acquire().await?;
        let report = ledger::check(&mut connection).await;
        let Ok(report) = report else {
            // Deletes the row, so that the next round tries again.
            sqlx::query("delete from kernel.ledger_check where at = $1")
                .bind(now)
                .execute(&mut *connection)
                .await?;
            return report.map(|_| ()).map_err(Into::into);
        };
        for finding in &report.findings {
            tracing::error!(finding, "the ledger check found an error");
        }
        metrics::gauge!("ledger_findings").set(f64::from(
            u32::try_from(report.findings.len()).unwrap_or(u32::MAX),
        ));
        sqlx::query(
            "update kernel.ledger_check set accounts = $2, entries = $3, findings = $4, finished = true
             where at = $1",
        )
        .bind(now)
        .bind(report.accounts)
        .bind(report.entries)
        .bind(Json(report.findings))
        .execute(&mut *connection)
        .await?;
        sqlx::query("delete from kernel.ledger_check where at < $1")
            .bind(now - CHECKS_KEPT)
            .execute(&mut *connection)
            .await?;
        Ok(())
    }
}
