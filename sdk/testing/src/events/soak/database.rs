//! The database beside the kernel, as its owner.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions, PgPool};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;
use tokio::runtime::Runtime;
use uuid::Uuid;
use witverse_kernel::postgres::Embedded;

use super::shared::{PATIENCE, Shared};
use crate::events::{invariants, rig};

pub(super) struct Database {
    folder: PathBuf,
    runtime: Runtime,
}

impl Database {
    pub(super) fn of(data: &Path) -> Self {
        Self {
            folder: data.join("postgres"),
            runtime: Runtime::new().unwrap(),
        }
    }

    /// Runs something on new connections; again if PostgreSQL is killed meanwhile.
    fn with<T>(&self, work: impl AsyncFn(&PgPool) -> Result<T, sqlx::Error>) -> T {
        self.runtime.block_on(async {
            let since = Instant::now();
            loop {
                if let Some(options) = Embedded::running(&self.folder, "witverse") {
                    let pool = PgPoolOptions::new()
                        .max_connections(4)
                        .connect_with(options.disable_statement_logging())
                        .await;
                    if let Ok(pool) = pool {
                        let done = work(&pool).await;
                        pool.close().await;
                        match done {
                            Ok(done) => return done,
                            Err(sqlx::Error::Database(error))
                                if error.code().is_some_and(|code| code.starts_with("42")) =>
                            {
                                panic!("a statement is wrong: {error}")
                            }
                            Err(_) => {}
                        }
                    }
                }
                assert!(
                    since.elapsed() < PATIENCE,
                    "the database does not come back"
                );
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        })
    }

    pub(super) fn count(&self, query: &'static str) -> i64 {
        self.with(async |pool| sqlx::query_scalar(query).fetch_one(pool).await)
    }

    pub(super) fn exceptions(&self, queries: Vec<(&'static str, String)>) -> Vec<String> {
        self.with(async |pool| invariants::exceptions(queries.clone(), pool).await)
    }

    /// Several callers take a place at the same time; returns how many have got one.
    pub(super) fn take(&self, event: Uuid, callers: usize, is_locked: bool) -> usize {
        self.with(async |pool| {
            let calls = (0..callers).map(|_| rig::take(pool.clone(), event, is_locked));
            let got = futures::future::join_all(calls).await;
            Ok(got.into_iter().filter(|got| *got).count())
        })
    }

    /// Removes the places that [`Self::take`] has made.
    pub(super) fn forget_places(&self, event: Uuid) {
        self.with(async |pool| {
            for statement in [
                "delete from plugin_events.place_entry where event_id = $1",
                "delete from plugin_events.place where event_id = $1",
            ] {
                sqlx::query(statement).bind(event).execute(pool).await?;
            }
            Ok(())
        });
    }

    /// A person who takes part in a running challenge has finished a run, as the game reports it: sometimes twice, and
    /// sometimes to be reviewed.
    pub(super) fn report_runs(&self, course: Uuid, now: OffsetDateTime) {
        self.with(async |pool| {
            let runner: Option<Uuid> = sqlx::query_scalar(
                "select p.holder_id from plugin_events.event e join plugin_events.place p on p.event_id = e.id
                 where e.kind = 'challenge' and e.status = 'open' and e.starts_at <= $1 and e.ends_at > $1
                 and p.state = 'taken' and p.holder_id is not null order by random() limit 1",
            )
            .bind(now)
            .fetch_optional(pool)
            .await?;
            let Some(runner) = runner else {
                return Ok(());
            };
            let run = json!({
                "raceId": Uuid::new_v4(), "blockId": course, "userId": runner,
                "timeMs": 40_000 + now.unix_timestamp() % 977, "at": now.format(&Rfc3339).unwrap(),
                "isPending": now.unix_timestamp() % 7 == 0,
            });
            for _ in 0..2 {
                sqlx::query(
                    "insert into kernel.delivery (id, subscriber, topic, payload, happened_at, due_at)
                     values (gen_random_uuid(), 'events', 'lantern-race.finished@1', $1, now(), now())",
                )
                .bind(run.to_string().into_bytes())
                .execute(pool)
                .await?;
            }
            Ok(())
        });
    }

    /// The events whose places were drawn, with the first and the last of their entrants by rank who have an account.
    pub(super) fn drawn(&self) -> Vec<(Uuid, Vec<Uuid>)> {
        self.with(async |pool| {
            sqlx::query_as(
                "select e.id, (select array_agg(x.holder_id) from (
                     (select p.holder_id from plugin_events.place p where p.event_id = e.id and p.rank is not null
                      and p.holder_id is not null order by p.rank limit 1)
                     union
                     (select p.holder_id from plugin_events.place p where p.event_id = e.id and p.rank is not null
                      and p.holder_id is not null order by p.rank desc limit 1)) x)
                 from plugin_events.event e where e.drawn_at is not null and e.draw_entries > 0 order by e.id",
            )
            .fetch_all(pool)
            .await
        })
    }

    /// How many of the acknowledged payments and events are missing.
    pub(super) fn lost(&self, shared: &Shared) -> usize {
        let ids = |kept: &std::sync::Mutex<std::collections::BTreeSet<Uuid>>| -> Vec<Uuid> {
            kept.lock().unwrap().iter().copied().collect()
        };
        let (paid, created) = (ids(&shared.paid), ids(&shared.created));
        let found: i64 = self.with(async |pool| {
            sqlx::query_scalar(
                "select (select count(*) from plugin_events.place where id = any($1) and paid > 0)
                      + (select count(*) from plugin_events.event where id = any($2))",
            )
            .bind(&paid)
            .bind(&created)
            .fetch_one(pool)
            .await
        });
        paid.len() + created.len() - usize::try_from(found).unwrap()
    }
}
