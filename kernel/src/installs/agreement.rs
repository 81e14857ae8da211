//! The key of a publisher that the operators of a resource have agreed to. While the publisher has another key, nothing of
//! it is installed or updated there. So an attacker who takes over the account of a publisher reaches no world by itself: the
//! attacker has another key.

use sqlx::{FromRow, PgConnection};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Installs;
use super::messages::PUBLISHER_UNCONFIRMED;
use super::store::publisher_counts;
use super::views::PublisherView;
use crate::clock::kst_day;
use crate::error::{Error, Localized, Problem, Result};
use crate::plugins::PublicKey;

/// What operators should know of a publisher before they trust it.
#[derive(FromRow)]
pub(super) struct Publisher {
    name: String,
    public_key: Vec<u8>,
    known_since: OffsetDateTime,
    key_since: OffsetDateTime,
    /// The key that the operators of the resource have agreed to.
    agreed: Option<Vec<u8>>,
    packages: i64,
    worlds: i64,
}

/// The agreement of an operator, written with the activation that it allows.
pub(super) struct Agreement {
    publisher: String,
    public_key: Vec<u8>,
}

impl Publisher {
    fn key_id(&self) -> Result<String> {
        key_id(&self.public_key)
    }

    /// The operators have not agreed to the key that the publisher has now.
    fn needs_agreement(&self) -> bool {
        self.agreed.as_ref() != Some(&self.public_key)
    }

    pub(super) fn view(&self) -> Result<PublisherView> {
        Ok(PublisherView {
            name: self.name.clone(),
            key_id: self.key_id()?,
            known_since: self.known_since,
            key_since: self.key_since,
            agreed_key_id: self.agreed.as_deref().map(key_id).transpose()?,
            packages: self.packages,
            worlds: self.worlds,
            is_new: self.worlds == 0,
            has_new_key: self.agreed.is_some() && self.needs_agreement(),
            needs_agreement: self.needs_agreement(),
        })
    }

    /// The agreement to install something of the publisher: that of before, or `agreed_key` with the id of its key.
    pub(super) fn agreement(&self, agreed_key: Option<&str>) -> Result<Agreement> {
        let key = self.key_id()?;
        if self.needs_agreement() && agreed_key != Some(key.as_str()) {
            return Err(self.refusal(&key)?);
        }
        Ok(Agreement {
            publisher: self.name.clone(),
            public_key: self.public_key.clone(),
        })
    }

    /// The refusal, with the summary that the operator agrees to.
    fn refusal(&self, key: &str) -> Result<Error> {
        let (name, since) = (&self.name, kst_day(self.key_since));
        let earlier = match self.agreed.as_deref().map(key_id).transpose()? {
            Some(earlier) => Localized::new(
                format!("이 월드에서 확인한 키는 {earlier}입니다."),
                format!("This world has agreed to the key {earlier}."),
            ),
            None => Localized::new(
                "이 월드에는 이 제작자의 플러그인이 아직 없습니다.",
                "This world has no plugin of this publisher yet.",
            ),
        };
        let mut problem = Problem::from(PUBLISHER_UNCONFIRMED);
        problem.message.ko += &format!(
            " 제작자: {name}, 서명 키: {key}({since}부터), 올린 버전 {}개, 설치한 월드 {}곳. {}",
            self.packages, self.worlds, earlier.ko
        );
        problem.message.en += &format!(
            " Publisher: {name}. Signing key: {key}, since {since}. Uploaded versions: {}. Worlds that use them: {}. {}",
            self.packages, self.worlds, earlier.en
        );
        Ok(problem.into())
    }
}

impl Agreement {
    /// Writes the agreement. Without an operator it is that of before, and only checked.
    ///
    /// # Errors
    /// `RowNotFound` if the publisher has changed its key since the agreement was checked.
    pub(super) async fn write(
        &self,
        connection: &mut PgConnection,
        (kind, scope_id): (&str, &str),
        at: OffsetDateTime,
        by: Option<Uuid>,
    ) -> sqlx::Result<()> {
        // The lock keeps a new key waiting until this is committed.
        let same = "select 1 from kernel.publisher where name = $1 and public_key = $2 for share";
        sqlx::query(same)
            .bind(&self.publisher)
            .bind(&self.public_key)
            .fetch_one(&mut *connection)
            .await?;
        let Some(by) = by else { return Ok(()) };
        sqlx::query(
            "insert into kernel.publisher_agreement as known (scope_kind, scope_id, publisher, public_key, agreed_at, agreed_by)
             values ($1, $2, $3, $4, $5, $6)
             on conflict (scope_kind, scope_id, publisher) do update
             set public_key = excluded.public_key, agreed_at = excluded.agreed_at, agreed_by = excluded.agreed_by
             where known.public_key <> excluded.public_key",
        )
        .bind(kind)
        .bind(scope_id)
        .bind(&self.publisher)
        .bind(&self.public_key)
        .bind(at)
        .bind(by)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl Installs {
    /// A publisher, as the operators of the resource see it.
    pub(super) async fn publisher(
        &self,
        (kind, scope_id): (&str, &str),
        name: &str,
    ) -> Result<Publisher> {
        let publisher = sqlx::query_as(
            concat!(
                "select maker.name, maker.public_key, maker.known_since, own.known_since as key_since,
                 agreed.public_key as agreed, ",
                publisher_counts!(),
                "
             from kernel.publisher maker
             join kernel.publisher_key own on own.publisher = maker.name and own.public_key = maker.public_key
             left join kernel.publisher_agreement agreed
                 on agreed.publisher = maker.name and agreed.scope_kind = $2 and agreed.scope_id = $3
             where maker.name = $1"
            ),
        )
        .bind(name)
        .bind(kind)
        .bind(scope_id)
        .fetch_one(&self.platform.pools.app)
        .await?;
        Ok(publisher)
    }
}

pub(super) fn key_id(bytes: &[u8]) -> Result<String> {
    let key = PublicKey::from_bytes(bytes);
    let key = key.ok_or_else(|| Error::internal("a stored key is invalid"))?;
    Ok(key.id())
}
