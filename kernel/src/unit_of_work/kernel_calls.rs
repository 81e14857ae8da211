//! The kernel's own statements in a unit of work, through the functions of `kernel_api`.

use uuid::Uuid;
use witverse_runtime::types::{Language as WireLanguage, Pair, Profile, Reachable};

use super::unit::TxState;
use super::{Signals, UnitOfWork};
use crate::error::Language;
use crate::postgres::{TxConnection, TxPool};

impl UnitOfWork {
    /// Continues a transaction that another component began, with the role that it set; used for plugin installs.
    #[must_use]
    pub fn adopt(pool: TxPool, signals: Signals, unit: TxConnection) -> Self {
        Self {
            unit: Some(unit),
            ..Self::new(pool, signals)
        }
    }

    /// Returns an adopted transaction, or `None` if it has failed.
    #[must_use]
    pub fn release(self) -> Option<TxConnection> {
        match self.state {
            TxState::Active => self.unit,
            TxState::Failed | TxState::Conflict => None,
        }
    }

    /// Marks the transaction as failed: it is rolled back and nothing of it is committed.
    pub fn doom(&mut self) {
        if self.state == TxState::Active {
            self.state = TxState::Failed;
        }
    }

    /// A counter that grows with each effect that a commit would make permanent.
    #[must_use]
    pub fn written(&self) -> usize {
        self.writes + self.effects.len()
    }

    /// Returns public profiles in the order of `ids`; ids without an account are left out.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn profiles(&mut self, ids: &[Uuid]) -> Result<Vec<Profile>, sqlx::Error> {
        let rows =
            sqlx::query_as("select id, nickname, image, language from kernel_api.profiles($1)")
                .bind(ids)
                .fetch_all(self.kernel().await?)
                .await;
        Ok(self.record_error(rows)?.into_iter().map(profile).collect())
    }

    /// Returns the relation of two people for each pair, in the order of `pairs`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn pairs(&mut self, pairs: &[(Uuid, Uuid)]) -> Result<Vec<Pair>, sqlx::Error> {
        let (a, b): (Vec<Uuid>, Vec<Uuid>) = pairs.iter().copied().unzip();
        let rows = sqlx::query_as(
            "select a, a_nickname, a_image, a_language, b, b_nickname, b_image, b_language, blocked, muted
             from kernel_api.pairs($1, $2)",
        )
        .bind(a)
        .bind(b)
        .fetch_all(self.kernel().await?)
        .await;
        let rows: Vec<PairRow> = self.record_error(rows)?;
        Ok(rows.into_iter().map(pair).collect())
    }

    /// Returns people whose nickname begins with `prefix`, except `asker` and people with a block between them and
    /// `asker`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn people_named(
        &mut self,
        prefix: &str,
        asker: Option<Uuid>,
        limit: i32,
    ) -> Result<Vec<Profile>, sqlx::Error> {
        let rows = sqlx::query_as(
            "select id, nickname, image, language from kernel_api.people_named($1, $2, $3)",
        )
        .bind(prefix)
        .bind(asker)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        Ok(self.record_error(rows)?.into_iter().map(profile).collect())
    }

    /// Returns people with a role in `scope` whose nickname begins with `prefix`, except `asker`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn people_of_scope_named(
        &mut self,
        prefix: &str,
        scope: &str,
        asker: Option<Uuid>,
        limit: i32,
    ) -> Result<Vec<Profile>, sqlx::Error> {
        let rows = sqlx::query_as(
            "select id, nickname, image, language from kernel_api.people_of_scope_named($1, $2, $3, $4)",
        )
        .bind(prefix)
        .bind(scope)
        .bind(asker)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        Ok(self.record_error(rows)?.into_iter().map(profile).collect())
    }

    /// Returns the mail address and the language of an account; `None` if the account does not exist.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn address_of(
        &mut self,
        person: Uuid,
    ) -> Result<Option<(String, Language)>, sqlx::Error> {
        let row = sqlx::query_as("select email, language from kernel_api.address_of($1)")
            .bind(person)
            .fetch_optional(self.kernel().await?)
            .await;
        let address: Option<(String, String)> = self.record_error(row)?;
        Ok(
            address
                .map(|(email, language)| (email, Language::parse(&language).unwrap_or_default())),
        )
    }

    /// Returns the ids of a person's push subscriptions, one for each device.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn push_subscriptions_of(&mut self, person: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
        let ids = sqlx::query_scalar("select kernel_api.push_subscriptions_of($1)")
            .bind(person)
            .fetch_all(self.kernel().await?)
            .await;
        self.record_error(ids)
    }

    /// # Errors
    /// The error of the database.
    pub async fn profile_by_nickname(
        &mut self,
        nickname: &str,
    ) -> Result<Option<Profile>, sqlx::Error> {
        // Phones begin a word with a capital letter; nicknames have small ones.
        let nickname = nickname.to_ascii_lowercase();
        let row = sqlx::query_as(
            "select id, nickname, image, language from kernel_api.profile_by_nickname($1)",
        )
        .bind(nickname)
        .fetch_optional(self.kernel().await?)
        .await;
        Ok(self.record_error(row)?.map(profile))
    }

    /// # Errors
    /// The error of the database.
    pub async fn blocked_between(&mut self, a: Uuid, b: Uuid) -> Result<bool, sqlx::Error> {
        let blocked = sqlx::query_scalar("select kernel_api.blocked_between($1, $2)")
            .bind(a)
            .bind(b)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(blocked)
    }

    /// Returns the people on either side of a block with `person`, the newest block first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn blocks_of(&mut self, person: Uuid, limit: i32) -> Result<Vec<Uuid>, sqlx::Error> {
        let people = sqlx::query_scalar("select kernel_api.blocks_of($1, $2)")
            .bind(person)
            .bind(limit)
            .fetch_all(self.kernel().await?)
            .await;
        self.record_error(people)
    }

    /// Returns those of `people` who have an open screen or a push subscription.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reachable(&mut self, people: &[Uuid]) -> Result<Vec<Reachable>, sqlx::Error> {
        let rows = sqlx::query_as("select person, screens, devices from kernel_api.reachable($1)")
            .bind(people)
            .fetch_all(self.kernel().await?)
            .await;
        let rows: Vec<(Uuid, bool, bool)> = self.record_error(rows)?;
        Ok(rows
            .into_iter()
            .map(|(person, screens, devices)| Reachable {
                person: person.hyphenated().to_string(),
                screens,
                devices,
            })
            .collect())
    }

    /// Claims deliveries for their subscriber, in the order of `ids`; deliveries that another worker has claimed are
    /// left out.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_deliveries(&mut self, ids: &[Uuid]) -> Result<Vec<Delivery>, sqlx::Error> {
        self.wrote = true;
        let rows =
            sqlx::query_as("select id, topic, payload, at_ms from kernel_api.take_deliveries($1)")
                .bind(ids)
                .fetch_all(self.kernel().await?)
                .await;
        let rows: Vec<(Uuid, String, Vec<u8>, i64)> = self.record_error(rows)?;
        Ok(rows
            .into_iter()
            .map(|(id, topic, payload, at_ms)| Delivery {
                id,
                topic,
                payload,
                at_ms: u64::try_from(at_ms).unwrap_or_default(),
            })
            .collect())
    }

    /// Claims a timer that is due; a repeating timer is set to `next_ms` (milliseconds of Unix).
    ///
    /// # Errors
    /// The error of the database.
    pub async fn take_timer(
        &mut self,
        plugin: &str,
        key: &str,
        due_ms: i64,
        next_ms: Option<i64>,
    ) -> Result<Option<Vec<u8>>, sqlx::Error> {
        self.wrote = true;
        let payload =
            sqlx::query_scalar("select payload from kernel_api.take_timer($1, $2, $3, $4)")
                .bind(plugin)
                .bind(key)
                .bind(due_ms)
                .bind(next_ms)
                .fetch_optional(self.kernel().await?)
                .await;
        self.record_error(payload)
    }
}

/// An event that was claimed for a subscriber.
#[derive(Debug)]
pub struct Delivery {
    pub id: Uuid,
    pub topic: String,
    pub payload: Vec<u8>,
    pub at_ms: u64,
}

/// Id, nickname, image and language of a profile.
type ProfileRow = (Uuid, String, Option<String>, String);

/// A row of `kernel_api.pairs`: the columns of two profiles, which are null without an account, and the block.
type PairRow = (
    Option<Uuid>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<Uuid>,
    Option<String>,
    Option<String>,
    Option<String>,
    bool,
    bool,
);

fn pair(row: PairRow) -> Pair {
    let (a, a_nickname, a_image, a_language, b, b_nickname, b_image, b_language, blocked, muted) =
        row;
    let side = |id: Option<_>, nickname: Option<_>, image, language: Option<_>| {
        Some(profile((id?, nickname?, image, language?)))
    };
    Pair {
        a: side(a, a_nickname, a_image, a_language),
        b: side(b, b_nickname, b_image, b_language),
        blocked,
        muted,
    }
}

fn profile((id, nickname, image, language): ProfileRow) -> Profile {
    Profile {
        id: id.hyphenated().to_string(),
        nickname,
        image,
        language: if language == "en" {
            WireLanguage::En
        } else {
            WireLanguage::Ko
        },
    }
}
