//! Appeals: one for each decision, within thirty days, decided by another moderator than the decision.

use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::{
    ALREADY_APPEALED, APPEAL_CLOSED, APPEAL_NEEDS_ANOTHER, APPEAL_TOO_LATE, NO_SUCH_CASE,
    NO_SUCH_DECISION, SANCTION_OVER,
};
use super::notices::Notices;
use super::sanctions::{APPEALABLE, concerns, state_of};
use super::vocabulary::{AppealState, Ruling, SanctionState, Weight};
use super::{Decision, Safety, email_templates};
use crate::actor::Person;
use crate::error::Result;
use crate::permissions::{Authorized, KernelAction, Moderate};
use crate::postgres::begin;
use crate::typed_text::paragraph;

impl Safety {
    /// Appeals a decision, as the sanctioned person or with the token of the mail.
    ///
    /// # Errors
    /// Fields, `decision_not_found`, `already_appealed`, `appeal_too_late`, `sanction_over` for a lifted sanction.
    pub async fn appeal(
        &self,
        me: Option<&Person>,
        id: Uuid,
        token: Option<&str>,
        text: &str,
    ) -> Result<Decision> {
        let text = paragraph("text", text, 20..=1000)?;
        let now = self.clock.now();
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query("select * from kernel.sanction where id = $1 for update")
            .bind(id)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(NO_SUCH_DECISION)?;
        if !concerns(&row, me, token)? {
            return Err(NO_SUCH_DECISION.into());
        }
        if row.try_get::<Option<String>, _>("appeal_state")?.is_some() {
            return Err(ALREADY_APPEALED.into());
        }
        if state_of(&row, now)? == SanctionState::Lifted {
            return Err(SANCTION_OVER.into());
        }
        if now - row.try_get::<OffsetDateTime, _>("at")? > APPEALABLE {
            return Err(APPEAL_TOO_LATE.into());
        }
        let row = sqlx::query(
            "update kernel.sanction set appeal_state = 'open', appeal_text = $2, appealed_at = $3
             where id = $1 returning *",
        )
        .bind(id)
        .bind(text)
        .bind(now)
        .fetch_one(&mut *transaction)
        .await?;
        sqlx::query(
            "update kernel.moderation_case set state = 'appealed', moved_at = $2 where id = $1",
        )
        .bind(row.try_get::<Option<Uuid>, _>("case_id")?)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.read_decision(&row)
    }

    /// Decides the appeal of a case. `overturn` lifts the sanction.
    ///
    /// # Errors
    /// Fields, `case_not_found`, `appeal_closed`, `appeal_needs_another`, and the errors of a decision.
    pub async fn answer(
        &self,
        by: &Authorized<'_, Moderate>,
        case: Uuid,
        ruling: Ruling,
        reason: &str,
    ) -> Result<()> {
        let reason = paragraph("reason", reason, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        // Locks the sanction first: the lock order of all code that locks both.
        let row = sqlx::query(
            "select s.* from kernel.sanction s
             where s.id = (select c.sanction_id from kernel.moderation_case c where c.id = $1)
             for update",
        )
        .bind(case)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(row) = row else {
            let known = sqlx::query("select 1 from kernel.moderation_case where id = $1")
                .bind(case)
                .fetch_optional(&mut *transaction)
                .await?;
            known.ok_or(NO_SUCH_CASE)?;
            return Err(APPEAL_CLOSED.into());
        };
        let (sanction, person): (Uuid, Uuid) = (row.try_get("id")?, row.try_get("account_id")?);
        self.may_decide(&mut transaction, by, case, person).await?;
        if row.try_get::<Option<String>, _>("appeal_state")?.as_deref() != Some("open") {
            return Err(APPEAL_CLOSED.into());
        }
        if row.try_get::<Option<Uuid>, _>("decided_by")? == Some(by.person.id) {
            return Err(APPEAL_NEEDS_ANOTHER.into());
        }
        let weight = Weight::read(row.try_get("action")?)?;
        let mut notices = Notices::default();
        let state = match ruling {
            Ruling::Uphold => {
                if let Some(reader) = self.reader(&mut transaction, person).await? {
                    let (email, language) = (&reader.email, reader.language);
                    notices.mail(email_templates::upheld(email, weight, &reason, language));
                }
                notices.decision(person, sanction, state_of(&row, self.clock.now())?);
                AppealState::Upheld
            }
            Ruling::Overturn => {
                let what = (sanction, person, weight);
                self.end_early(&mut transaction, by, what, &reason, &mut notices)
                    .await?;
                AppealState::Overturned
            }
        };
        let of = row.try_get("case_id")?;
        self.close_appeal(&mut transaction, by, sanction, of, state, &reason)
            .await?;
        self.commit(transaction, notices).await
    }

    /// Stores the decision of an open appeal and removes its case from the queue.
    pub(super) async fn close_appeal(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, impl KernelAction>,
        sanction: Uuid,
        case: Option<Uuid>,
        state: AppealState,
        answer: &str,
    ) -> Result<()> {
        let now = self.clock.now();
        sqlx::query(
            "update kernel.sanction set appeal_state = $2, appeal_answer = $3,
                 appeal_answered_by = $4, appeal_answered_at = $5
             where id = $1",
        )
        .bind(sanction)
        .bind(state.as_str())
        .bind(answer)
        .bind(by.person.id)
        .bind(now)
        .execute(&mut *connection)
        .await?;
        sqlx::query(
            "update kernel.moderation_case set state = 'closed', moved_at = $2 where id = $1",
        )
        .bind(case)
        .bind(now)
        .execute(connection)
        .await?;
        Ok(())
    }
}
