//! Cases: the reports about one person, and the decision about them. A case is decided once. Moderators cannot decide
//! about themselves or about their own reports, and only an administrator can decide about an administrator.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::types::Json;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::appeal_view::{Appeal, appeal_of};
use super::messages::{CASE_DECIDED, DECISION_NEEDS_ADMIN, DECISION_NEEDS_ANOTHER, NO_SUCH_CASE};
use super::notices::Notices;
use super::reports::Subject;
use super::room_chat::{ReportedMessage, ReportedRoom, RoomMessage, people_of};
use super::sanctions::{New, state_of};
use super::verdict::Verdict;
use super::vocabulary::{Action, CaseState, Reason, SanctionState, Weight};
use super::{PersonCard, Safety, card};
use crate::actor::PlatformRole;
use crate::error::Result;
use crate::identity::{Named, SELF_NOT_ALLOWED};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Authorized, Moderate};
use crate::postgres::begin;

/// How many reports and earlier decisions a case contains.
const SHOWN: i64 = 200;
/// How many of its reports, the latest, come with the chat of their room.
const WITH_CHAT: i64 = 10;

/// A case in the queue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Case {
    pub id: Uuid,
    pub person: PersonCard,
    pub reports: i32,
    pub reasons: Vec<Reason>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub opened_at: OffsetDateTime,
    pub state: CaseState,
    pub decision: Option<Decided>,
    /// When it entered its state; the queue is ordered by it.
    #[serde(skip)]
    pub moved_at: OffsetDateTime,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Decided {
    pub action: Action,
    pub by: Option<Named>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
}

/// A case with all information for a decision.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseDetail {
    #[serde(flatten)]
    pub case: Case,
    pub report_list: Vec<CaseReport>,
    /// Other decisions about the same person, the latest first.
    pub history: Vec<PriorDecision>,
    pub appeal: Option<Appeal>,
    pub decision_reason: Option<String>,
}

/// A report as shown to moderators.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseReport {
    pub id: Uuid,
    pub reporter: PersonCard,
    pub reason: Reason,
    pub text: String,
    pub subject: Option<Subject>,
    /// The room in which the report was made.
    pub room: Option<ReportedRoom>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PriorDecision {
    pub action: Weight,
    pub reason: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339::option")]
    #[schemars(with = "Option<String>")]
    pub until: Option<OffsetDateTime>,
    pub state: SanctionState,
}

const OLDEST_FIRST: &str = "
    select c.*, p.nickname, p.picture as image, d.nickname as decider
    from kernel.moderation_case c
    join kernel.account p on p.id = c.person
    left join kernel.account d on d.id = c.decided_by
    where c.state = $1 and c.person <> $2 and (c.moved_at, c.id) > ($3, $4)
    order by c.moved_at, c.id limit $5 offset $6";
const LATEST_FIRST: &str = "
    select c.*, p.nickname, p.picture as image, d.nickname as decider
    from kernel.moderation_case c
    join kernel.account p on p.id = c.person
    left join kernel.account d on d.id = c.decided_by
    where c.state = $1 and c.person <> $2 and (c.moved_at, c.id) < ($3, $4)
    order by c.moved_at desc, c.id desc limit $5 offset $6";

impl Safety {
    /// The queue: open cases with the oldest first, closed cases with the latest first. Cases about the caller are left
    /// out, because they would reveal the reporters.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn cases(
        &self,
        by: &Authorized<'_, Moderate>,
        state: CaseState,
        window: &Window<PageCursor>,
    ) -> Result<Rows<Case>> {
        let (statement, start) = match state {
            CaseState::Open | CaseState::Appealed => (OLDEST_FIRST, PageCursor::FIRST),
            CaseState::Closed => (LATEST_FIRST, PageCursor::LAST),
        };
        let rows = window.read(&self.pool, statement, |query, after| {
            let after = after.unwrap_or(&start);
            query
                .bind(state.as_str())
                .bind(by.person.id)
                .bind(after.at)
                .bind(after.id)
        });
        rows.await?.read(read_case)
    }

    /// A case with its reports and earlier decisions.
    ///
    /// # Errors
    /// `case_not_found`.
    pub async fn case(&self, by: &Authorized<'_, Moderate>, id: Uuid) -> Result<CaseDetail> {
        let row = sqlx::query(
            "select c.*, p.nickname, p.picture as image, d.nickname as decider
             from kernel.moderation_case c
             join kernel.account p on p.id = c.person
             left join kernel.account d on d.id = c.decided_by
             where c.id = $1 and c.person <> $2",
        )
        .bind(id)
        .bind(by.person.id)
        .fetch_optional(&self.pool)
        .await?
        .ok_or(NO_SUCH_CASE)?;
        let case = read_case(&row)?;
        let sanction: Option<Uuid> = row.try_get("sanction_id")?;
        Ok(CaseDetail {
            report_list: self.received(id).await?,
            history: self.history(case.person.id, sanction).await?,
            appeal: self.appeal_in(sanction).await?,
            decision_reason: row.try_get("decision_reason")?,
            case,
        })
    }

    async fn received(&self, case: Uuid) -> Result<Vec<CaseReport>> {
        let rows = sqlx::query(
            "select r.id, r.reporter as person, a.nickname, a.picture as image, r.reason, r.text, r.subject_kind,
                    r.subject_id, r.at, r.room_id,
                    case when row_number() over (partition by r.room_id is null order by r.at desc, r.id desc) <= $3
                        then r.room_chat end as room_chat
             from kernel.report r join kernel.account a on a.id = r.reporter
             where r.case_id = $1 order by r.at desc, r.id desc limit $2",
        )
        .bind(case)
        .bind(SHOWN)
        .bind(WITH_CHAT)
        .fetch_all(&self.pool)
        .await?;
        let chats: Vec<Option<Json<Vec<RoomMessage>>>> = rows
            .iter()
            .map(|row| row.try_get("room_chat"))
            .collect::<Result<_, _>>()?;
        let messages = chats.iter().flatten().flat_map(|chat| chat.0.iter());
        let people = people_of(&self.pool, messages).await?;
        let read = |(row, chat): (&PgRow, Option<Json<Vec<RoomMessage>>>)| -> Result<CaseReport> {
            let room: Option<String> = row.try_get("room_id")?;
            let message = |message| ReportedMessage::of(message, &people);
            let messages = chat.map(|chat| chat.0.into_iter().map(message).collect());
            let subject: (Option<String>, Option<String>) =
                (row.try_get("subject_kind")?, row.try_get("subject_id")?);
            Ok(CaseReport {
                id: row.try_get("id")?,
                reporter: card(row)?,
                reason: Reason::read(row.try_get("reason")?)?,
                text: row.try_get("text")?,
                subject: match subject {
                    (Some(kind), Some(id)) => Some(Subject { kind, id }),
                    _ => None,
                },
                room: room.map(|id| ReportedRoom { id, messages }),
                at: row.try_get("at")?,
            })
        };
        rows.iter().zip(chats).map(read).collect()
    }

    async fn history(&self, person: Uuid, but: Option<Uuid>) -> Result<Vec<PriorDecision>> {
        let rows = sqlx::query(
            "select action, reason, at, until, lifted_at from kernel.sanction
             where account_id = $1 and id is distinct from $2 order by at desc, id desc limit $3",
        )
        .bind(person)
        .bind(but)
        .bind(SHOWN)
        .fetch_all(&self.pool)
        .await?;
        let now = self.clock.now();
        let read = |row: &PgRow| -> Result<PriorDecision> {
            Ok(PriorDecision {
                action: Weight::read(row.try_get("action")?)?,
                reason: row.try_get("reason")?,
                at: row.try_get("at")?,
                until: row.try_get("until")?,
                state: state_of(row, now)?,
            })
        };
        rows.iter().map(read).collect()
    }

    async fn appeal_in(&self, sanction: Option<Uuid>) -> Result<Option<Appeal>> {
        let row = sqlx::query(
            "select appeal_state, appeal_text, appealed_at, appeal_answer
             from kernel.sanction where id = $1",
        )
        .bind(sanction)
        .fetch_optional(&self.pool)
        .await?;
        match row {
            Some(row) => appeal_of(&row),
            None => Ok(None),
        }
    }

    /// Decides a case. A case can be decided once.
    ///
    /// # Errors
    /// `case_not_found`, `case_decided`, `self_not_allowed`, `decision_needs_admin`, `decision_needs_another`,
    /// `user_not_found` for a sanction of an erased account, `last_admin`.
    pub async fn decide(
        &self,
        by: &Authorized<'_, Moderate>,
        id: Uuid,
        verdict: Verdict,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let (person, state): (Uuid, String) = sqlx::query_as(
            "select person, state from kernel.moderation_case where id = $1 for update",
        )
        .bind(id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(NO_SUCH_CASE)?;
        self.may_decide(&mut transaction, by, id, person).await?;
        if CaseState::read(&state)? != CaseState::Open {
            return Err(CASE_DECIDED.into());
        }
        let mut notices = Notices::default();
        let sanction = match verdict.action.weight() {
            None => None,
            Some(weight) => {
                let new = New {
                    person,
                    weight,
                    reason: &verdict.reason,
                    hours: verdict.hours,
                    case: id,
                };
                Some(self.pass(&mut transaction, by, new, &mut notices).await?)
            }
        };
        sqlx::query(
            "update kernel.moderation_case
             set state = 'closed', moved_at = $2, action = $3, decision_reason = $4, decided_by = $5,
                 decided_at = $2, sanction_id = $6
             where id = $1",
        )
        .bind(id)
        .bind(self.clock.now())
        .bind(verdict.action.as_str())
        .bind(&verdict.reason)
        .bind(by.person.id)
        .bind(sanction)
        .execute(&mut *transaction)
        .await?;
        let outcome = verdict.action.outcome();
        self.notify_reporters(&mut transaction, id, outcome, &mut notices)
            .await?;
        self.commit(transaction, notices).await
    }

    /// Refuses a moderator who is not impartial, and a moderator where an administrator is required.
    pub(super) async fn may_decide(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Moderate>,
        case: Uuid,
        person: Uuid,
    ) -> Result<()> {
        if person == by.person.id {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let (of_admin, is_own): (bool, bool) = sqlx::query_as(
            "select exists (select 1 from kernel.role_binding
                            where account_id = $1 and scope = 'platform' and role = 'admin') as of_admin,
                    exists (select 1 from kernel.report where case_id = $2 and reporter = $3) as own",
        )
        .bind(person)
        .bind(case)
        .bind(by.person.id)
        .fetch_one(connection)
        .await?;
        if of_admin && !by.person.has_role(PlatformRole::Admin) {
            return Err(DECISION_NEEDS_ADMIN.into());
        }
        if is_own {
            return Err(DECISION_NEEDS_ANOTHER.into());
        }
        Ok(())
    }
}

fn read_case(row: &PgRow) -> Result<Case> {
    let reasons: Vec<String> = row.try_get("reasons")?;
    let action: Option<String> = row.try_get("action")?;
    let by: Option<Uuid> = row.try_get("decided_by")?;
    let decider = row.try_get("decider")?;
    let decision = match (action, row.try_get("decided_at")?) {
        (Some(action), Some(at)) => Some(Decided {
            action: Action::read(&action)?,
            by: by.map(|id| Named {
                id,
                nickname: decider,
            }),
            at,
        }),
        _ => None,
    };
    Ok(Case {
        id: row.try_get("id")?,
        person: card(row)?,
        reports: row.try_get("reports")?,
        reasons: reasons
            .iter()
            .map(|reason| Reason::read(reason))
            .collect::<Result<_>>()?,
        opened_at: row.try_get("opened_at")?,
        state: CaseState::read(row.try_get("state")?)?,
        decision,
        moved_at: row.try_get("moved_at")?,
    })
}
