//! Reports. All reports about one person are collected in one open case, also concurrent ones.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{PgConnection, Row};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::messages::{ALREADY_REPORTED, REPORT_LIMIT};
use super::room_chat::RoomChat;
use super::vocabulary::{Action, Outcome, Reason, ReportState};
use super::{PersonCard, Safety, card};
use crate::actor::Person;
use crate::error::{Localized, Problem, Result};
use crate::identity::SELF_NOT_ALLOWED;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::postgres::begin;
use crate::typed_text::{line, paragraph};

/// The maximum number of reports of one person in [`SPAN`].
const MAX_REPORTS: i64 = 20;
const SPAN: Duration = Duration::DAY;
const MAX_TEXT: usize = 500;

/// The reported object: a message, an item, a world. The page that shows it defines its form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Subject {
    pub kind: String,
    pub id: String,
}

/// The input of a report.
pub struct NewReport<'a> {
    pub person: Uuid,
    pub reason: Reason,
    pub text: &'a str,
    pub subject: Option<Subject>,
    /// Whether to block the reported person too.
    pub block: bool,
    /// The chat of the room in which the report was made, as evidence.
    pub chat: Option<RoomChat>,
}

/// A report as shown to its reporter.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyReport {
    pub id: Uuid,
    pub person: PersonCard,
    pub reason: Reason,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    pub state: ReportState,
    pub outcome: Option<Outcome>,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub decided_at: Option<OffsetDateTime>,
}

impl Safety {
    /// Reports a person; returns the id of the report.
    ///
    /// # Errors
    /// Fields, `self_not_allowed`, `user_not_found`, `report_limit`, `already_reported`.
    pub async fn report(&self, me: &Person, new: NewReport<'_>) -> Result<Uuid> {
        let text = report_text(new.reason, new.text)?;
        if let Some(subject) = &new.subject {
            check_subject(subject)?;
        }
        if me.id == new.person {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let mut transaction = begin(&self.pool, "begin").await?;
        self.require_person(&mut transaction, new.person).await?;
        self.count_report(&mut transaction, me.id).await?;
        let case = self
            .open_case(&mut transaction, new.person, new.reason)
            .await?;
        let id = self.id();
        let chat = new.chat.map(|chat| chat.limited_for(new.person));
        let kept = sqlx::query(
            "insert into kernel.report
                 (id, case_id, reporter, person, reason, text, subject_kind, subject_id, at, room_id, room_chat)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict do nothing",
        )
        .bind(id)
        .bind(case)
        .bind(me.id)
        .bind(new.person)
        .bind(new.reason.as_str())
        .bind(text)
        .bind(new.subject.as_ref().map(|subject| subject.kind.as_str()))
        .bind(new.subject.as_ref().map(|subject| subject.id.as_str()))
        .bind(self.clock.now())
        .bind(chat.as_ref().map(|chat| chat.room.as_str()))
        .bind(chat.as_ref().map(|chat| Json(&chat.messages)))
        .execute(&mut *transaction)
        .await?;
        if kept.rows_affected() == 0 {
            return Err(ALREADY_REPORTED.into());
        }
        if new.block {
            self.put_block(&mut transaction, me.id, new.person).await?;
        }
        transaction.commit().await?;
        self.signals.deliveries.notify_one();
        if new.block {
            self.refresh_in_rooms(&[me.id, new.person]);
        }
        Ok(id)
    }

    /// Enforces the report limit. Locks the reporter's account row, so that the limit also holds for concurrent
    /// reports.
    async fn count_report(&self, connection: &mut PgConnection, reporter: Uuid) -> Result<()> {
        sqlx::query("select 1 from kernel.account where id = $1 for no key update")
            .bind(reporter)
            .execute(&mut *connection)
            .await?;
        let now = self.clock.now();
        let at: Option<OffsetDateTime> = sqlx::query_scalar(
            "select at from kernel.report where reporter = $1 and at > $2
             order by at desc, id desc offset $3 limit 1",
        )
        .bind(reporter)
        .bind(now - SPAN)
        .bind(MAX_REPORTS - 1)
        .fetch_optional(connection)
        .await?;
        let Some(at) = at else {
            return Ok(());
        };
        let wait = at + SPAN - now;
        let seconds = u64::try_from(wait.whole_seconds()).unwrap_or(0) + 1;
        Err(REPORT_LIMIT.retry_after(seconds).into())
    }

    /// Adds a report to the person's open case, or opens a new case.
    async fn open_case(
        &self,
        connection: &mut PgConnection,
        person: Uuid,
        reason: Reason,
    ) -> Result<Uuid> {
        Ok(sqlx::query_scalar(
            "insert into kernel.moderation_case as c
                 (id, person, state, opened_at, moved_at, reports, reasons)
             values ($1, $2, 'open', $3, $3, 1, array[$4::text])
             on conflict (person) where state = 'open' do update
             set reports = c.reports + 1,
                 reasons = case when $4 = any(c.reasons) then c.reasons else c.reasons || $4::text end
             returning id",
        )
        .bind(self.id())
        .bind(person)
        .bind(self.clock.now())
        .bind(reason.as_str())
        .fetch_one(connection)
        .await?)
    }

    /// The reports of a person, the latest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn reports(
        &self,
        me: &Person,
        window: &Window<PageCursor>,
    ) -> Result<Rows<MyReport>> {
        let rows = window.read(
            &self.pool,
            "select r.id, r.person, r.reason, r.at, c.action, c.decided_at, a.nickname, a.picture as image
             from kernel.report r
             join kernel.moderation_case c on c.id = r.case_id
             join kernel.account a on a.id = r.person
             where r.reporter = $1 and (r.at, r.id) < ($2, $3)
             order by r.at desc, r.id desc limit $4 offset $5",
            |query, before| {
                let before = before.unwrap_or(&PageCursor::LAST);
                query.bind(me.id).bind(before.at).bind(before.id)
            },
        );
        let read = |row: &sqlx::postgres::PgRow| -> Result<MyReport> {
            let action: Option<String> = row.try_get("action")?;
            let action = action.map(|action| Action::read(&action)).transpose()?;
            Ok(MyReport {
                id: row.try_get("id")?,
                person: card(row)?,
                reason: Reason::read(row.try_get("reason")?)?,
                at: row.try_get("at")?,
                state: match action {
                    Some(_) => ReportState::Decided,
                    None => ReportState::Open,
                },
                outcome: action.map(Action::outcome),
                decided_at: row.try_get("decided_at")?,
            })
        };
        rows.await?.read(read)
    }
}

/// Validates the text of a report; the reason `other` requires one.
fn report_text(reason: Reason, text: &str) -> Result<String> {
    let text = paragraph("text", text, 0..=MAX_TEXT)?;
    if reason == Reason::Other && text.is_empty() {
        let message = Localized::new(
            "어떤 일이 있었는지 적어 주세요.",
            "Please tell us what happened.",
        );
        return Err(Problem::field("text", message).into());
    }
    Ok(text)
}

fn check_subject(subject: &Subject) -> Result<()> {
    let kind_fits = (1..=40).contains(&subject.kind.len())
        && subject
            .kind
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'));
    if !kind_fits {
        let message = Localized::new(
            "신고 대상의 종류를 알 수 없습니다.",
            "This kind of subject is not known.",
        );
        return Err(Problem::field("subject.kind", message).into());
    }
    line("subject.id", &subject.id, 1..=200).map(drop)
}

#[cfg(test)]
mod tests {
    use super::{Reason, Subject, check_subject, report_text};

    #[test]
    fn other_requires_a_text() {
        assert!(report_text(Reason::Spam, "").is_ok());
        assert!(report_text(Reason::Other, "  ").is_err());
        assert!(report_text(Reason::Other, "그가 제 이름을 씁니다").is_ok());
        assert!(report_text(Reason::Spam, &"x".repeat(501)).is_err());
    }

    #[test]
    fn a_subject_is_short_and_printable() {
        let subject = |kind: &str, id: &str| {
            check_subject(&Subject {
                kind: kind.into(),
                id: id.into(),
            })
            .is_ok()
        };
        assert!(subject("worlds.chat-message", "0190a1b2"));
        assert!(!subject("", "x") && !subject("a b", "x") && !subject("a", ""));
        assert!(!subject("a", "x\0") && !subject("a", &"x".repeat(201)));
    }
}
