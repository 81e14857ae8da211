//! The kernel's own statements in a unit of work, through the functions of `kernel_api`.

use sqlx::Row;
use sqlx::postgres::PgRow;
use uuid::Uuid;
use witverse_runtime::types::{Language as WireLanguage, Pair, Profile, Reachable};

use super::unit::TxState;
use super::{Signals, UnitOfWork};
use crate::error::Language;
use crate::postgres::{TxConnection, TxPool};

impl UnitOfWork {
    /// Goes on in a transaction that was begun elsewhere, as whoever began it: for installing.
    #[must_use]
    pub fn adopt(pool: TxPool, signals: Signals, unit: TxConnection) -> Self {
        Self {
            unit: Some(unit),
            ..Self::new(pool, signals)
        }
    }

    /// Gives an adopted transaction back, if it is still sound.
    #[must_use]
    pub fn release(self) -> Option<TxConnection> {
        match self.state {
            TxState::Active => self.unit,
            TxState::Failed | TxState::Conflict => None,
        }
    }

    /// Lets nothing of this work survive.
    pub fn doom(&mut self) {
        if self.state == TxState::Active {
            self.state = TxState::Failed;
        }
    }

    /// Grows with everything that a commit would make permanent.
    #[must_use]
    pub fn written(&self) -> usize {
        self.writes + self.effects.len()
    }

    /// Public profiles, in the order of `ids`, without those that do not exist.
    ///
    /// # Errors
    /// The database's.
    pub async fn profiles(&mut self, ids: &[Uuid]) -> Result<Vec<Profile>, sqlx::Error> {
        let rows = sqlx::query("select id, nickname, image, language from kernel_api.profiles($1)")
            .bind(ids)
            .fetch_all(self.kernel().await?)
            .await;
        Ok(self.record_error(rows)?.iter().map(profile).collect())
    }

    /// Who two people are to each other, for each pair in its order.
    ///
    /// # Errors
    /// The database's.
    pub async fn pairs(&mut self, pairs: &[(Uuid, Uuid)]) -> Result<Vec<Pair>, sqlx::Error> {
        let (a, b): (Vec<Uuid>, Vec<Uuid>) = pairs.iter().copied().unzip();
        let rows = sqlx::query(
            "select a, a_nickname, a_image, a_language, b, b_nickname, b_image, b_language, blocked
             from kernel_api.pairs($1, $2)",
        )
        .bind(a)
        .bind(b)
        .fetch_all(self.kernel().await?)
        .await;
        let side = |row: &PgRow, [id, nickname, image, language]: [&str; 4]| {
            Some(wire_profile(
                row.get::<Option<Uuid>, _>(id)?,
                row.get(nickname),
                row.get(image),
                row.get(language),
            ))
        };
        Ok(self
            .record_error(rows)?
            .iter()
            .map(|row| Pair {
                a: side(row, ["a", "a_nickname", "a_image", "a_language"]),
                b: side(row, ["b", "b_nickname", "b_image", "b_language"]),
                blocked: row.get("blocked"),
            })
            .collect())
    }

    /// People whose nickname begins with `prefix`, without the asker and those blocked between them.
    ///
    /// # Errors
    /// The database's.
    pub async fn people_named(
        &mut self,
        prefix: &str,
        asker: Option<Uuid>,
        limit: i32,
    ) -> Result<Vec<Profile>, sqlx::Error> {
        let rows = sqlx::query(
            "select id, nickname, image, language from kernel_api.people_named($1, $2, $3)",
        )
        .bind(prefix)
        .bind(asker)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        Ok(self.record_error(rows)?.iter().map(profile).collect())
    }

    /// Where somebody gets mail, and in which language; nothing for an account that nobody has.
    ///
    /// # Errors
    /// The database's.
    pub async fn address_of(
        &mut self,
        person: Uuid,
    ) -> Result<Option<(String, Language)>, sqlx::Error> {
        let row = sqlx::query("select email, language from kernel_api.address_of($1)")
            .bind(person)
            .fetch_optional(self.kernel().await?)
            .await;
        Ok(self.record_error(row)?.map(|row| {
            let language = Language::parse(row.get("language")).unwrap_or_default();
            (row.get("email"), language)
        }))
    }

    /// The devices that somebody wants to be notified on.
    ///
    /// # Errors
    /// The database's.
    pub async fn push_subscriptions_of(&mut self, person: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
        let rows = sqlx::query("select kernel_api.push_subscriptions_of($1)")
            .bind(person)
            .fetch_all(self.kernel().await?)
            .await;
        Ok(self
            .record_error(rows)?
            .iter()
            .map(|row| row.get(0))
            .collect())
    }

    /// # Errors
    /// The database's.
    pub async fn profile_by_nickname(
        &mut self,
        nickname: &str,
    ) -> Result<Option<Profile>, sqlx::Error> {
        let row = sqlx::query(
            "select id, nickname, image, language from kernel_api.profile_by_nickname($1)",
        )
        .bind(nickname)
        .fetch_optional(self.kernel().await?)
        .await;
        Ok(self.record_error(row)?.as_ref().map(profile))
    }

    /// # Errors
    /// The database's.
    pub async fn blocked_between(&mut self, a: Uuid, b: Uuid) -> Result<bool, sqlx::Error> {
        let row = sqlx::query("select kernel_api.blocked_between($1, $2)")
            .bind(a)
            .bind(b)
            .fetch_one(self.kernel().await?)
            .await;
        Ok(self.record_error(row)?.get(0))
    }

    /// Grants or revokes a role; false where there is no such person.
    ///
    /// # Errors
    /// The database's.
    pub async fn change_role(
        &mut self,
        grant: bool,
        person: Uuid,
        role: &str,
        scope: &str,
    ) -> Result<bool, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let row = sqlx::query("select kernel_api.change_role($1, $2, $3, $4)")
            .bind(grant)
            .bind(person)
            .bind(role)
            .bind(scope)
            .fetch_one(self.kernel().await?)
            .await;
        Ok(self.record_error(row)?.get(0))
    }

    /// Those of `people` who have a screen or a device that hears at once.
    ///
    /// # Errors
    /// The database's.
    pub async fn reachable(&mut self, people: &[Uuid]) -> Result<Vec<Reachable>, sqlx::Error> {
        let rows = sqlx::query("select person, screens, devices from kernel_api.reachable($1)")
            .bind(people)
            .fetch_all(self.kernel().await?)
            .await;
        Ok(self
            .record_error(rows)?
            .iter()
            .map(|row| Reachable {
                person: row.get::<Uuid, _>("person").hyphenated().to_string(),
                screens: row.get("screens"),
                devices: row.get("devices"),
            })
            .collect())
    }

    /// Takes deliveries for their subscriber, in the order of `ids`; without those that somebody else has.
    ///
    /// # Errors
    /// The database's.
    pub async fn take_deliveries(&mut self, ids: &[Uuid]) -> Result<Vec<Delivery>, sqlx::Error> {
        self.wrote = true;
        let rows =
            sqlx::query("select id, topic, payload, at_ms from kernel_api.take_deliveries($1)")
                .bind(ids)
                .fetch_all(self.kernel().await?)
                .await;
        Ok(self
            .record_error(rows)?
            .iter()
            .map(|row| Delivery {
                id: row.get("id"),
                topic: row.get("topic"),
                payload: row.get("payload"),
                at_ms: u64::try_from(row.get::<i64, _>("at_ms")).unwrap_or_default(),
            })
            .collect())
    }

    /// Takes a timer that is due; one that comes back is put at `next_ms`.
    ///
    /// # Errors
    /// The database's.
    pub async fn take_timer(
        &mut self,
        plugin: &str,
        key: &str,
        due_ms: i64,
        next_ms: Option<i64>,
    ) -> Result<Option<Vec<u8>>, sqlx::Error> {
        self.wrote = true;
        let row = sqlx::query("select payload from kernel_api.take_timer($1, $2, $3, $4)")
            .bind(plugin)
            .bind(key)
            .bind(due_ms)
            .bind(next_ms)
            .fetch_optional(self.kernel().await?)
            .await;
        Ok(self.record_error(row)?.map(|row| row.get("payload")))
    }
}

/// An event on its way to a subscriber.
#[derive(Debug)]
pub struct Delivery {
    pub id: Uuid,
    pub topic: String,
    pub payload: Vec<u8>,
    pub at_ms: u64,
}

fn profile(row: &PgRow) -> Profile {
    wire_profile(
        row.get("id"),
        row.get("nickname"),
        row.get("image"),
        row.get("language"),
    )
}

fn wire_profile(id: Uuid, nickname: String, image: Option<String>, language: &str) -> Profile {
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
