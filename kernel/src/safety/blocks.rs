//! Blocks and mutes. A block affects both people; a mute affects only the muter and is not revealed to the other
//! person.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::{PersonCard, Safety, card};
use crate::actor::Person;
use crate::error::Result;
use crate::identity::SELF_NOT_ALLOWED;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::plugins::publish_of_kernel;
use crate::postgres::begin;

/// The event for plugins: {blocker, blocked}.
const BLOCKED: &str = "kernel.people.blocked@1";

/// The relation of the caller to another person. Whether the other person blocked the caller is never revealed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Relation {
    #[serde(rename = "self")]
    pub is_self: bool,
    pub blocked: bool,
    pub muted: bool,
    /// The other person has blocked the caller.
    #[serde(skip)]
    pub blocked_by: bool,
}

/// A person whom the caller has blocked or muted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BlockEntry {
    #[serde(flatten)]
    pub person: PersonCard,
    pub blocked: bool,
    pub muted: bool,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub since: OffsetDateTime,
}

impl Safety {
    /// Blocks a person, in both directions. Idempotent.
    ///
    /// # Errors
    /// `self_not_allowed`, `user_not_found`.
    pub async fn block(&self, me: &Person, other: Uuid) -> Result<()> {
        if me.id == other {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        self.require_person(&mut transaction, other).await?;
        self.put_block(&mut transaction, me.id, other).await?;
        transaction.commit().await?;
        self.signals.deliveries.notify_one();
        self.refresh_in_rooms(&[me.id, other]);
        Ok(())
    }

    /// Writes a new block and publishes its event for plugins.
    pub(super) async fn put_block(
        &self,
        connection: &mut PgConnection,
        blocker: Uuid,
        blocked: Uuid,
    ) -> Result<()> {
        let made = sqlx::query(
            "insert into kernel.block (blocker, blocked, created_at) values ($1, $2, $3)
             on conflict do nothing",
        )
        .bind(blocker)
        .bind(blocked)
        .bind(self.clock.now())
        .execute(&mut *connection)
        .await?;
        if made.rows_affected() == 1 {
            let content = json!({ "blocker": blocker, "blocked": blocked });
            let plugins = self.registry.current();
            publish_of_kernel(
                connection,
                &plugins,
                &self.rng,
                &self.clock,
                BLOCKED,
                &content,
            )
            .await?;
        }
        Ok(())
    }

    /// Removes a block; works also for an erased account.
    ///
    /// # Errors
    /// `self_not_allowed`, `user_not_found`.
    pub async fn unblock(&self, me: &Person, other: Uuid) -> Result<()> {
        self.delete_relation(
            me,
            other,
            "delete from kernel.block where blocker = $1 and blocked = $2",
        )
        .await?;
        self.refresh_in_rooms(&[me.id, other]);
        Ok(())
    }

    /// Mutes a person. Idempotent.
    ///
    /// # Errors
    /// `self_not_allowed`, `user_not_found`.
    pub async fn mute(&self, me: &Person, other: Uuid) -> Result<()> {
        if me.id == other {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        self.require_person(&mut transaction, other).await?;
        sqlx::query(
            "insert into kernel.mute (muter, muted, created_at) values ($1, $2, $3)
             on conflict do nothing",
        )
        .bind(me.id)
        .bind(other)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.refresh_in_rooms(&[me.id]);
        Ok(())
    }

    /// # Errors
    /// `self_not_allowed`, `user_not_found`.
    pub async fn unmute(&self, me: &Person, other: Uuid) -> Result<()> {
        self.delete_relation(
            me,
            other,
            "delete from kernel.mute where muter = $1 and muted = $2",
        )
        .await?;
        self.refresh_in_rooms(&[me.id]);
        Ok(())
    }

    async fn delete_relation(
        &self,
        me: &Person,
        other: Uuid,
        statement: &'static str,
    ) -> Result<()> {
        if me.id == other {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let mut connection = self.pool.acquire().await?;
        let gone = sqlx::query(statement)
            .bind(me.id)
            .bind(other)
            .execute(&mut *connection)
            .await?;
        if gone.rows_affected() == 0 {
            self.require_person(&mut connection, other).await?;
        }
        Ok(())
    }

    /// The people whom a person has blocked or muted, the latest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn people(
        &self,
        me: &Person,
        window: &Window<PageCursor>,
    ) -> Result<Rows<BlockEntry>> {
        let rows = window.read(
            &self.pool,
            "select x.id as person, a.nickname, a.picture as image, x.blocked, x.muted, x.since
             from (
                 select coalesce(b.blocked, m.muted) as id, b.blocked is not null as blocked,
                        m.muted is not null as muted, least(b.created_at, m.created_at) as since
                 from (select blocked, created_at from kernel.block where blocker = $1) b
                 full join (select muted, created_at from kernel.mute where muter = $1) m
                     on m.muted = b.blocked
             ) x
             join kernel.account a on a.id = x.id
             where a.erased_at is null and (x.since, x.id) < ($2, $3)
             order by x.since desc, x.id desc limit $4 offset $5",
            |query, before| {
                let before = before.unwrap_or(&PageCursor::LAST);
                query.bind(me.id).bind(before.at).bind(before.id)
            },
        );
        let read = |row: &sqlx::postgres::PgRow| -> Result<BlockEntry> {
            Ok(BlockEntry {
                person: card(row)?,
                blocked: row.try_get("blocked")?,
                muted: row.try_get("muted")?,
                since: row.try_get("since")?,
            })
        };
        rows.await?.read(read)
    }

    /// The relation of a person to another person.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn relation(&self, me: &Person, other: Uuid) -> Result<Relation> {
        let row = sqlx::query(
            "select exists (select 1 from kernel.block where blocker = $1 and blocked = $2) as blocked,
                    exists (select 1 from kernel.mute where muter = $1 and muted = $2) as muted,
                    exists (select 1 from kernel.block where blocker = $2 and blocked = $1) as blocked_by",
        )
        .bind(me.id)
        .bind(other)
        .fetch_one(&self.pool)
        .await?;
        Ok(Relation {
            is_self: me.id == other,
            blocked: row.try_get("blocked")?,
            muted: row.try_get("muted")?,
            blocked_by: row.try_get("blocked_by")?,
        })
    }
}
