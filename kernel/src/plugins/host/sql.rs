//! A plugin's statements: counted, and checked against the quota of its tables (`plugins::quota`).

use std::time::{Duration, Instant};

use witverse_runtime::types::{Rows, SqlError, SqlErrorKind, Value};

use super::PluginHost;
use crate::plugins::install_records::Measured;
use crate::plugins::quota::may_grow;
use crate::plugins::quota_measurement::measure;
use crate::unit_of_work::{SqlFailure, UnitOfWork};

const MAX_STATEMENTS: u32 = 32;
/// A call with a longer statement is heavy (`plugins::lanes`).
const SLOW: Duration = Duration::from_millis(100);

impl PluginHost {
    pub(super) async fn run_query(
        &mut self,
        statement: &str,
        params: Vec<Value>,
    ) -> Result<Rows, SqlError> {
        let grows = may_grow(statement);
        let (name, limits) = (self.plugin.name.clone(), self.plugin.sql);
        let work = self.admit_statement(grows).await?;
        let started = Instant::now();
        let read = work.query(&name, &limits, statement, params).await;
        let read = self.settle_statement(grows, started, read).await?;
        Ok(Rows {
            columns: read.columns,
            rows: read.rows,
        })
    }

    pub(super) async fn run_statement(
        &mut self,
        statement: &str,
        params: Vec<Value>,
    ) -> Result<u64, SqlError> {
        let grows = may_grow(statement);
        let (name, limits) = (self.plugin.name.clone(), self.plugin.sql);
        let work = self.admit_statement(grows).await?;
        let started = Instant::now();
        let done = work.execute(&name, &limits, statement, params).await;
        self.settle_statement(grows, started, done).await
    }

    /// Counts one more statement and returns the unit of work.
    pub(super) fn statement(&mut self) -> Result<&mut UnitOfWork, SqlError> {
        if self.plugin.manifest().capabilities.sql.is_none() {
            self.denied("sql");
            return Err(refused(
                SqlErrorKind::Denied,
                "the manifest does not declare the capability sql",
            ));
        }
        self.used(Measured::Sql);
        self.spent.statements += 1;
        if self.spent.statements > MAX_STATEMENTS {
            return Err(refused(
                SqlErrorKind::Limit,
                &format!("more than {MAX_STATEMENTS} statements in one call"),
            ));
        }
        Ok(self.work())
    }

    /// Same, and checks the quota if the statement may add rows.
    async fn admit_statement(&mut self, grows: bool) -> Result<&mut UnitOfWork, SqlError> {
        if grows {
            self.measure_if_due().await;
            self.check_room()?;
        }
        let work = self.statement()?;
        // Waiting for a connection is not the plugin's time.
        work.connect().await?;
        Ok(work)
    }

    /// Notes how long the statement took, and counts what it may have written. Dooms the transaction if the tables now exceed their quota.
    async fn settle_statement<T>(
        &mut self,
        grows: bool,
        started: Instant,
        done: Result<T, SqlFailure>,
    ) -> Result<T, SqlError> {
        let took = started.elapsed();
        self.spent.is_slow |= took > SLOW;
        if grows {
            self.plugin.quota.add(took);
        }
        let done = done?;
        if grows && self.measure_if_due().await {
            self.check_room().inspect_err(|_| self.work().doom())?;
        }
        Ok(done)
    }

    async fn measure_if_due(&self) -> bool {
        let is_due = self.plugin.quota.is_due();
        if is_due {
            measure(&self.context.platform, &self.plugin).await;
        }
        is_due
    }

    fn check_room(&self) -> Result<(), SqlError> {
        let room = self.plugin.quota.check();
        room.map_err(|why| refused(SqlErrorKind::Limit, &why))
    }
}

fn refused(kind: SqlErrorKind, message: &str) -> SqlError {
    SqlError {
        kind,
        code: String::new(),
        constraint: None,
        message: message.to_owned(),
    }
}

impl From<SqlFailure> for SqlError {
    fn from(failure: SqlFailure) -> Self {
        Self {
            kind: failure.kind,
            code: failure.code,
            constraint: failure.constraint,
            message: failure.message,
        }
    }
}
