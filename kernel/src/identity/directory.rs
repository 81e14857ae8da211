//! Account search for administrators, and public profiles.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgPool, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::NO_SUCH_PERSON;
use super::sessions::REFRESH_LIFETIME;
use crate::clock::Clock;
use crate::error::Result;
use crate::list_window::{COUNTED_MAX, Rows, Statement, Window, count};
use crate::permissions::{Administer, Authorized};

/// A public profile.
#[derive(Clone, Debug, FromRow)]
pub struct Profile {
    pub id: Uuid,
    pub nickname: String,
    pub image: Option<String>,
    #[sqlx(rename = "created_at")]
    pub joined_at: OffsetDateTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AccountState {
    Active,
    Suspended,
    Deleting,
    Unverified,
}

/// An account in the administrators' list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountRow {
    pub id: Uuid,
    pub email: String,
    pub nickname: Option<String>,
    pub image: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    pub verified: bool,
    /// Roles on the platform.
    pub roles: Vec<String>,
    pub state: AccountState,
    /// Its position in the list.
    #[serde(skip)]
    pub place: Place,
}

/// An account with the details that administrators need for decisions.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountDetail {
    #[serde(flatten)]
    pub row: AccountRow,
    pub sessions: i64,
    pub passkeys: i64,
    pub totp: bool,
    /// `ko` or `en`.
    pub language: String,
    pub reports_against: i64,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub deletion_at: Option<OffsetDateTime>,
}

/// The position after a page of accounts; also the cursor of the next page. A search lists matches by nickname first,
/// then the remaining matches by email.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    Id(Uuid),
    Nickname(String),
    Email(String),
}

macro_rules! accounts {
    ($more:literal, $rest:literal) => {
        concat!(
            "select a.id, a.email, a.email_key, a.nickname, a.picture as image, a.created_at,
                    a.verified_at is not null as verified, a.deletion_at,
                    array(select b.role from kernel.role_binding b
                          where b.account_id = a.id and b.scope = 'platform' order by b.role) as roles,
                    exists (select 1 from kernel.sanction x
                            where x.account_id = a.id and x.action = 'suspend' and x.lifted_at is null
                              and (x.until is null or x.until > $1)) as suspended ",
            $more,
            " from kernel.account a where a.erased_at is null ",
            $rest
        )
    };
}

const NEWEST: &str = accounts!("", "and a.id < $2 order by a.id desc limit $3 offset $4");
const BY_NICKNAME: &str = accounts!(
    "",
    "and a.nickname ~>=~ $2 and a.nickname ~<~ $3 and a.nickname ~>~ $4
     order by a.nickname using ~<~ limit $5 offset $6"
);
const BY_EMAIL: &str = accounts!(
    "",
    "and a.email_key ~>=~ $2 and a.email_key ~<~ $3 and a.email_key ~>~ $4
     and not coalesce(a.nickname ~>=~ $2 and a.nickname ~<~ $3, false)
     order by a.email_key using ~<~ limit $5 offset $6"
);
const BY_ID: &str = accounts!(
    ", a.language,
     (select count(*) from kernel.session s
      where s.account_id = a.id and s.revoked_at is null and s.used_at > $3) as sessions,
     (select count(*) from kernel.passkey p where p.account_id = a.id) as passkeys,
     exists (select 1 from kernel.totp t
             where t.account_id = a.id and t.confirmed_at is not null) as totp,
     (select coalesce(sum(c.reports), 0)::bigint from kernel.moderation_case c
      where c.person = a.id) as reports_against ",
    "and a.id = $2"
);

/// The values of a search by the beginning of a nickname or email.
struct Matching<'a> {
    now: OffsetDateTime,
    prefix: &'a str,
    end: String,
}

impl Matching<'_> {
    fn bind<'q>(&self, query: Statement<'q>, after: &str) -> Statement<'q> {
        query
            .bind(self.now)
            .bind(self.prefix)
            .bind(&self.end)
            .bind(after)
    }
}

/// Account search for administrators, and public profiles.
#[derive(Clone)]
pub struct Directory {
    pub(super) clock: Clock,
    pub(super) pool: PgPool,
}

impl Directory {
    /// Returns accounts, newest first. With `search`: the accounts whose nickname or email begins with it, or whose id
    /// equals it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn accounts(
        &self,
        _by: &Authorized<'_, Administer>,
        search: Option<&str>,
        window: Window<Place>,
    ) -> Result<Rows<AccountRow>> {
        let Some(search) = search.map(str::trim).filter(|search| !search.is_empty()) else {
            let now = self.clock.now();
            let rows = window.read(&self.pool, NEWEST, |query, after| {
                let before = match after {
                    Some(Place::Id(id)) => *id,
                    _ => Uuid::max(),
                };
                query.bind(now).bind(before)
            });
            return rows.await?.read(|row| read(row, place_by_id));
        };
        if let Ok(id) = Uuid::try_parse(search) {
            let found = self.account_by_id(id).await?;
            let total = i64::from(found.is_some());
            let items = found.into_iter().map(|found| found.row);
            let (skip, fetch) = (window.skip, window.fetch);
            return Ok(Rows {
                items: items
                    .skip(usize::try_from(skip).unwrap_or(usize::MAX))
                    .take(usize::try_from(fetch).unwrap_or(usize::MAX))
                    .collect(),
                total,
            });
        }
        self.accounts_like(&search.to_lowercase(), window).await
    }

    /// Matches by nickname, then by email: two lists, one after the other.
    async fn accounts_like(&self, prefix: &str, window: Window<Place>) -> Result<Rows<AccountRow>> {
        let (nickname, email) = match &window.after {
            None | Some(Place::Id(_)) => (Some(""), ""),
            Some(Place::Nickname(after)) => (Some(after.as_str()), ""),
            Some(Place::Email(after)) => (None, after.as_str()),
        };
        let mut connection = self.pool.acquire().await?;
        let matching = Matching {
            now: self.clock.now(),
            prefix,
            end: end_of(prefix),
        };
        let most = COUNTED_MAX.max(window.range().end);
        let named = count(&mut connection, BY_NICKNAME, most, |query| {
            matching.bind(query, "")
        })
        .await?;
        let mailed = count(&mut connection, BY_EMAIL, most, |query| {
            matching.bind(query, "")
        })
        .await?;
        let mut found = Vec::new();
        if let Some(after) = nickname {
            let rows = matching
                .bind(sqlx::query(BY_NICKNAME), after)
                .bind(window.fetch)
                .bind(window.skip)
                .fetch_all(&mut *connection)
                .await?;
            for row in &rows {
                found.push(read(row, place_by_nickname)?);
            }
        }
        let left = window.fetch - i64::try_from(found.len()).unwrap_or(window.fetch);
        if left > 0 {
            let rows = matching
                .bind(sqlx::query(BY_EMAIL), email)
                .bind(left)
                .bind((window.skip - named).max(0))
                .fetch_all(&mut *connection)
                .await?;
            for row in &rows {
                found.push(read(row, place_by_email)?);
            }
        }
        Ok(Rows {
            items: found,
            total: (named + mailed).min(COUNTED_MAX),
        })
    }

    /// Returns an account with the details that administrators need for decisions.
    ///
    /// # Errors
    /// `user_not_found`.
    pub async fn account(
        &self,
        _by: &Authorized<'_, Administer>,
        id: Uuid,
    ) -> Result<AccountDetail> {
        let found = self.account_by_id(id).await?;
        found.ok_or_else(|| NO_SUCH_PERSON.into())
    }

    async fn account_by_id(&self, id: Uuid) -> Result<Option<AccountDetail>> {
        let now = self.clock.now();
        let row = sqlx::query(BY_ID)
            .bind(now)
            .bind(id)
            .bind(now - REFRESH_LIFETIME)
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else {
            return Ok(None);
        };
        Ok(Some(AccountDetail {
            row: read(&row, place_by_id)?,
            sessions: row.try_get("sessions")?,
            passkeys: row.try_get("passkeys")?,
            totp: row.try_get("totp")?,
            language: row.try_get("language")?,
            reports_against: row.try_get("reports_against")?,
            deletion_at: row.try_get("deletion_at")?,
        }))
    }

    /// Returns a public profile by account id.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn profile(&self, id: Uuid) -> Result<Option<Profile>> {
        Ok(sqlx::query_as(
            "select id, nickname, picture as image, created_at from kernel.account
             where id = $1 and nickname is not null and verified_at is not null
               and erased_at is null",
        )
        .bind(id)
        .fetch_optional(&self.pool)
        .await?)
    }

    /// Returns a public profile by nickname.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn profile_named(&self, nickname: &str) -> Result<Option<Profile>> {
        Ok(sqlx::query_as(
            "select id, nickname, picture as image, created_at from kernel.account
             where nickname = $1 and verified_at is not null and erased_at is null",
        )
        .bind(nickname.to_ascii_lowercase())
        .fetch_optional(&self.pool)
        .await?)
    }
}

/// The smallest text after every text that begins with `prefix`, in byte order.
pub(super) fn end_of(prefix: &str) -> String {
    format!("{prefix}{}", char::MAX)
}

fn place_by_id(row: &PgRow) -> Result<Place> {
    Ok(Place::Id(row.try_get("id")?))
}

fn place_by_nickname(row: &PgRow) -> Result<Place> {
    Ok(Place::Nickname(row.try_get("nickname")?))
}

fn place_by_email(row: &PgRow) -> Result<Place> {
    Ok(Place::Email(row.try_get("email_key")?))
}

fn read(row: &PgRow, place: impl Fn(&PgRow) -> Result<Place>) -> Result<AccountRow> {
    let verified: bool = row.try_get("verified")?;
    let is_suspended: bool = row.try_get("suspended")?;
    let deletion_at: Option<OffsetDateTime> = row.try_get("deletion_at")?;
    Ok(AccountRow {
        id: row.try_get("id")?,
        email: row.try_get("email")?,
        nickname: row.try_get("nickname")?,
        image: row.try_get("image")?,
        created_at: row.try_get("created_at")?,
        verified,
        roles: row.try_get("roles")?,
        state: match () {
            () if !verified => AccountState::Unverified,
            () if is_suspended => AccountState::Suspended,
            () if deletion_at.is_some() => AccountState::Deleting,
            () => AccountState::Active,
        },
        place: place(row)?,
    })
}

#[cfg(test)]
mod tests {
    use super::end_of;

    #[test]
    fn end_of_is_after_every_text_with_the_prefix() {
        for text in ["so", "sora", "so\u{10fffe}", "so한글"] {
            assert!(text < end_of("so").as_str(), "{text}");
        }
        assert!("sp" > end_of("so").as_str());
    }
}
