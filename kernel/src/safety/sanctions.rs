//! Sanctions: a warning, a mute, a suspension. They are imposed by a case's decision or directly by an administrator,
//! who can also lift them. The sanctioned person reads one by its id, or by the token of the mail if signing in is not
//! possible.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::appeal_view::appeal_of;
use super::messages::{NO_SUCH_DECISION, NO_SUCH_SANCTION, SANCTION_OVER};
use super::notices::Notices;
use super::verdict::Verdict;
use super::vocabulary::{AppealState, SanctionState, Weight};
use super::{Appeal, Safety, email_templates};
use crate::actor::Person;
use crate::error::{Error, Result};
use crate::identity::audit::{Entry, kind};
use crate::identity::{NO_SUCH_PERSON, Named, Origin, SELF_NOT_ALLOWED};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized, KernelAction};
use crate::postgres::begin;
use crate::secret::constant_time_eq;
use crate::typed_text::paragraph;

/// How long after a decision it can be appealed.
pub(super) const APPEALABLE: Duration = Duration::days(30);

/// A decision as shown to the sanctioned person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    pub id: Uuid,
    pub action: Weight,
    pub reason: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub until: Option<OffsetDateTime>,
    pub state: SanctionState,
    pub appeal: Option<Appeal>,
    pub may_appeal: bool,
}

/// A sanction as shown to administrators.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Passed {
    pub id: Uuid,
    pub action: Weight,
    pub reason: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub until: Option<OffsetDateTime>,
    pub state: SanctionState,
    pub by: Option<Named>,
}

/// The input of a new sanction.
pub(super) struct New<'a> {
    pub(super) person: Uuid,
    pub(super) weight: Weight,
    pub(super) reason: &'a str,
    pub(super) hours: Option<i64>,
    pub(super) case: Uuid,
}

impl Safety {
    /// Imposes a sanction, in the caller's transaction: ends sessions if required, writes an audit entry and queues the
    /// notifications.
    pub(super) async fn pass(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, impl KernelAction>,
        new: New<'_>,
        notices: &mut Notices,
    ) -> Result<Uuid> {
        let reader = self
            .reader(connection, new.person)
            .await?
            .ok_or(NO_SUCH_PERSON)?;
        if new.weight == Weight::Suspend {
            // Two administrators who suspend each other concurrently would leave none.
            self.identity
                .roles
                .require_other_admin(connection, new.person)
                .await?;
        }
        let (id, now) = (self.id(), self.clock.now());
        let until = new.hours.map(|hours| now + Duration::hours(hours));
        let token = URL_SAFE_NO_PAD.encode(self.rng.bytes::<32>());
        sqlx::query(
            "insert into kernel.sanction
                 (id, account_id, action, reason, at, until, decided_by, case_id, appeal_token_hash)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(id)
        .bind(new.person)
        .bind(new.weight.as_str())
        .bind(new.reason)
        .bind(now)
        .bind(until)
        .bind(by.person.id)
        .bind(new.case)
        .bind(token_hash(&token))
        .execute(&mut *connection)
        .await?;
        if new.weight == Weight::Suspend {
            self.identity
                .sessions
                .end_sessions(connection, new.person, None)
                .await?;
        }
        let entry = Entry {
            account: new.person,
            kind: kind::SANCTION_RECEIVED,
            by: Some(by.person.id),
            // The person can read this entry; the moderator's address stays out of it.
            origin: &Origin::default(),
            details: json!({ "sanction": id, "action": new.weight, "reason": new.reason, "hours": new.hours }),
        };
        self.identity.audit.record(connection, entry).await?;
        let link = format!("{}/appeal?decision={id}&token={token}", self.base);
        notices.mail(email_templates::sanctioned(
            &reader.email,
            new.weight,
            until,
            new.reason,
            &link,
            reader.language,
        ));
        notices.decision(new.person, id, SanctionState::InForce);
        Ok(id)
    }

    /// Sanctions a person without a report. Creates a closed case, so that an appeal can refer to it.
    ///
    /// # Errors
    /// Fields, `self_not_allowed`, `user_not_found`, `last_admin`.
    pub async fn sanction(
        &self,
        by: &Authorized<'_, Administer>,
        person: Uuid,
        verdict: Verdict,
    ) -> Result<()> {
        let weight = verdict
            .action
            .weight()
            .ok_or_else(|| Error::internal("a dismissal is no sanction"))?;
        if person == by.person.id {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        let known = sqlx::query(
            "select 1 from kernel.account where id = $1 and erased_at is null for key share",
        )
        .bind(person)
        .fetch_optional(&mut *transaction)
        .await?;
        known.ok_or(NO_SUCH_PERSON)?;
        let (case, now) = (self.id(), self.clock.now());
        sqlx::query(
            "insert into kernel.moderation_case
                 (id, person, state, opened_at, moved_at, action, decision_reason, decided_by, decided_at)
             values ($1, $2, 'closed', $3, $3, $4, $5, $6, $3)",
        )
        .bind(case)
        .bind(person)
        .bind(now)
        .bind(verdict.action.as_str())
        .bind(&verdict.reason)
        .bind(by.person.id)
        .execute(&mut *transaction)
        .await?;
        let mut notices = Notices::default();
        let new = New {
            person,
            weight,
            reason: &verdict.reason,
            hours: verdict.hours,
            case,
        };
        let sanction = self.pass(&mut transaction, by, new, &mut notices).await?;
        sqlx::query("update kernel.moderation_case set sanction_id = $2 where id = $1")
            .bind(case)
            .bind(sanction)
            .execute(&mut *transaction)
            .await?;
        self.commit(transaction, notices).await
    }

    /// Lifts a sanction before its end and grants an open appeal. Returns the sanctioned account.
    ///
    /// # Errors
    /// Fields, `sanction_not_found`, `sanction_over`, `self_not_allowed`.
    pub async fn lift(
        &self,
        by: &Authorized<'_, Administer>,
        sanction: Uuid,
        reason: &str,
    ) -> Result<Uuid> {
        let reason = paragraph("reason", reason, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query(
            "select account_id, action, until, lifted_at, case_id, appeal_state
             from kernel.sanction where id = $1 for update",
        )
        .bind(sanction)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(NO_SUCH_SANCTION)?;
        let person: Uuid = row.try_get("account_id")?;
        if person == by.person.id {
            return Err(SELF_NOT_ALLOWED.into());
        }
        if state_of(&row, self.clock.now())? != SanctionState::InForce {
            return Err(SANCTION_OVER.into());
        }
        let mut notices = Notices::default();
        let weight = Weight::read(row.try_get("action")?)?;
        self.end_early(
            &mut transaction,
            by,
            (sanction, person, weight),
            &reason,
            &mut notices,
        )
        .await?;
        if row.try_get::<Option<String>, _>("appeal_state")?.as_deref() == Some("open") {
            self.close_appeal(
                &mut transaction,
                by,
                sanction,
                row.try_get("case_id")?,
                AppealState::Overturned,
                &reason,
            )
            .await?;
        }
        self.commit(transaction, notices).await?;
        Ok(person)
    }

    /// Ends a locked sanction and queues the notification.
    pub(super) async fn end_early(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, impl KernelAction>,
        (sanction, person, weight): (Uuid, Uuid, Weight),
        reason: &str,
        notices: &mut Notices,
    ) -> Result<()> {
        sqlx::query(
            "update kernel.sanction set lifted_at = $2, lifted_by = $3, lift_reason = $4 where id = $1",
        )
        .bind(sanction)
        .bind(self.clock.now())
        .bind(by.person.id)
        .bind(reason)
        .execute(&mut *connection)
        .await?;
        let entry = Entry {
            account: person,
            kind: kind::SANCTION_LIFTED,
            by: Some(by.person.id),
            origin: &Origin::default(),
            details: json!({ "sanction": sanction, "action": weight, "reason": reason }),
        };
        self.identity.audit.record(connection, entry).await?;
        if let Some(reader) = self.reader(connection, person).await? {
            notices.mail(email_templates::lifted(
                &reader.email,
                weight,
                reason,
                reader.language,
            ));
        }
        notices.decision(person, sanction, SanctionState::Lifted);
        Ok(())
    }

    /// The decisions about a person, the latest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn decisions(
        &self,
        me: &Person,
        window: &Window<PageCursor>,
    ) -> Result<Rows<Decision>> {
        let rows = window.read(
            &self.pool,
            "select id, action, reason, at, until, lifted_at, appeal_state, appeal_text, appealed_at,
                    appeal_answer
             from kernel.sanction where account_id = $1 and (at, id) < ($2, $3)
             order by at desc, id desc limit $4 offset $5",
            |query, before| {
                let before = before.unwrap_or(&PageCursor::LAST);
                query.bind(me.id).bind(before.at).bind(before.id)
            },
        );
        rows.await?.read(|row| self.read_decision(row))
    }

    /// A decision, for the sanctioned person or for the holder of the mail's token.
    ///
    /// # Errors
    /// `decision_not_found`, also for a decision about another person.
    pub async fn decision(
        &self,
        me: Option<&Person>,
        id: Uuid,
        token: Option<&str>,
    ) -> Result<Decision> {
        let mut connection = self.pool.acquire().await?;
        let row = sqlx::query("select * from kernel.sanction where id = $1")
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?
            .ok_or(NO_SUCH_DECISION)?;
        if !concerns(&row, me, token)? {
            return Err(NO_SUCH_DECISION.into());
        }
        self.read_decision(&row)
    }

    pub(super) fn read_decision(&self, row: &PgRow) -> Result<Decision> {
        let now = self.clock.now();
        let at: OffsetDateTime = row.try_get("at")?;
        let state = state_of(row, now)?;
        let appeal = appeal_of(row)?;
        Ok(Decision {
            id: row.try_get("id")?,
            action: Weight::read(row.try_get("action")?)?,
            reason: row.try_get("reason")?,
            at,
            until: row.try_get("until")?,
            state,
            may_appeal: appeal.is_none()
                && state != SanctionState::Lifted
                && now - at <= APPEALABLE,
            appeal,
        })
    }

    /// The sanctions of a person, the latest first, at most 100.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn passed(&self, person: Uuid) -> Result<Vec<Passed>> {
        let rows = sqlx::query(
            "select s.id, s.action, s.reason, s.at, s.until, s.lifted_at, s.decided_by, a.nickname
             from kernel.sanction s left join kernel.account a on a.id = s.decided_by
             where s.account_id = $1 order by s.at desc, s.id desc limit 100",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?;
        let now = self.clock.now();
        let read = |row: &PgRow| -> Result<Passed> {
            let by: Option<Uuid> = row.try_get("decided_by")?;
            let nickname = row.try_get("nickname")?;
            Ok(Passed {
                id: row.try_get("id")?,
                action: Weight::read(row.try_get("action")?)?,
                reason: row.try_get("reason")?,
                at: row.try_get("at")?,
                until: row.try_get("until")?,
                state: state_of(row, now)?,
                by: by.map(|id| Named { id, nickname }),
            })
        };
        rows.iter().map(read).collect()
    }
}

/// Whether the caller may read a row of `kernel.sanction`: as the sanctioned person, or with its token.
pub(super) fn concerns(row: &PgRow, me: Option<&Person>, token: Option<&str>) -> Result<bool> {
    let account: Uuid = row.try_get("account_id")?;
    let expected: &[u8] = row.try_get("appeal_token_hash")?;
    Ok(me.is_some_and(|me| me.id == account)
        || token.is_some_and(|token| constant_time_eq(&token_hash(token), expected)))
}

fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

pub(super) fn state_of(row: &PgRow, now: OffsetDateTime) -> Result<SanctionState> {
    Ok(state(row.try_get("lifted_at")?, row.try_get("until")?, now))
}

fn state(
    lifted_at: Option<OffsetDateTime>,
    until: Option<OffsetDateTime>,
    now: OffsetDateTime,
) -> SanctionState {
    if lifted_at.is_some() {
        SanctionState::Lifted
    } else if until.is_some_and(|until| until <= now) {
        SanctionState::Ended
    } else {
        SanctionState::InForce
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{SanctionState, state};

    #[test]
    fn a_sanction_applies_until_its_end_or_until_lifted() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let later = Some(now + Duration::SECOND);
        for (lifted, until, expected) in [
            (None, None, SanctionState::InForce),
            (None, later, SanctionState::InForce),
            (None, Some(now), SanctionState::Ended),
            (Some(now), later, SanctionState::Lifted),
            (Some(now), Some(now), SanctionState::Lifted),
        ] {
            assert_eq!(state(lifted, until, now), expected);
        }
    }
}
