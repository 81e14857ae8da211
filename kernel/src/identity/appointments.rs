//! Appointments of administrators: one administrator proposes a person and another one decides. The command line appoints
//! the first administrator, and the second one while there is only one.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Postgres, Row, Transaction};
use uuid::Uuid;

use super::audit::{Entry, kind};
use super::messages::{APPOINTMENT_DECIDED, NO_SUCH_APPOINTMENT, NO_SUCH_PERSON, ONLY_ADMIN};
use super::roles::{Roles, insert_role, require_person};
use super::{Email, Named, Origin};
use crate::actor::PlatformRole;
use crate::clock::{Clock, Rng};
use crate::error::{Language, Problem, Result, SECOND_PERSON_REQUIRED};
use crate::list_window::{Rows, Window};
use crate::mailer::{self, Message};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::proposal::{Decision, ProposalState, Review, decide};
use crate::typed_text::paragraph;

/// A proposed or decided appointment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Appointment {
    pub id: Uuid,
    /// The person who becomes an administrator.
    pub account: Named,
    #[serde(flatten)]
    pub review: Review,
}

const SELECT: &str = "select j.*, a.nickname, p.nickname as proposer, d.nickname as decider
    from kernel.appointment j
    left join kernel.account a on a.id = j.account_id
    left join kernel.account p on p.id = j.proposed_by
    left join kernel.account d on d.id = j.decided_by";

impl Roles {
    /// A page of the open proposals, the latest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn appointments(
        &self,
        _by: &Authorized<'_, Administer>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<Appointment>> {
        let statement = format!(
            "{SELECT} where j.state = 'proposed' and (j.proposed_at, j.id) < ($1, $2)
             order by j.proposed_at desc, j.id desc limit $3 offset $4"
        );
        let rows = window.read(&self.pool, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query.bind(before.at).bind(before.id)
        });
        rows.await?.read(|row| Ok(Appointment::from_row(row)?))
    }

    /// The open proposal for a person.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn open_appointment(
        &self,
        _by: &Authorized<'_, Administer>,
        person: Uuid,
    ) -> Result<Option<Appointment>> {
        let statement = format!("{SELECT} where j.state = 'proposed' and j.account_id = $1");
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(statement))
            .bind(person)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Proposes a person as an administrator. Idempotent.
    pub(super) async fn propose_administrator(
        &self,
        by: &Authorized<'_, Administer>,
        person: Uuid,
    ) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        require_person(&mut transaction, person).await?;
        let administrators = administrators(&mut transaction).await?;
        if administrators.contains(&person) {
            return Ok(());
        }
        if administrators == [by.person.id] {
            return Err(ONLY_ADMIN.into());
        }
        let proposed = sqlx::query(
            "insert into kernel.appointment (id, account_id, proposed_by, proposed_at)
             values ($1, $2, $3, $4) on conflict (account_id) where state = 'proposed' do nothing",
        )
        .bind(self.rng.uuid(self.clock.now_ms()))
        .bind(person)
        .bind(by.person.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        if proposed.rows_affected() == 0 {
            return Ok(());
        }
        self.record_proposal(&mut transaction, by, person, kind::ROLE_PROPOSED)
            .await?;
        self.commit_and_notify(transaction, (person, by.person.id), Stage::Proposed)
            .await
    }

    /// Approves a proposal: the person is an administrator at once.
    ///
    /// # Errors
    /// Those of `APPROVAL_PROBLEMS`, `appointment_not_found`, `appointment_decided`, `user_not_found`.
    pub async fn approve_appointment(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<Appointment> {
        let answer = paragraph("answer", answer, 0..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let proposed = lock_open(&mut transaction, id).await?;
        let (person, proposer) = (proposed.account.id, proposed.review.proposed_by.id);
        if person == by.person.id {
            return Err(SECOND_PERSON_REQUIRED.into());
        }
        require_person(&mut transaction, person).await?;
        let at = self.clock.now();
        let decision = Decision {
            state: ProposalState::Applied,
            by: by.person.id,
            at,
            answer: &answer,
        };
        decide(&mut transaction, "appointment", id, decision).await?;
        let role = PlatformRole::Admin;
        insert_role(&mut transaction, person, role, Some(proposer), at).await?;
        self.record_role(&mut transaction, by, person, kind::ROLE_GRANTED, role)
            .await?;
        let applied = appointment(&mut transaction, id).await?;
        self.commit_and_notify(transaction, (person, proposer), Stage::Appointed)
            .await?;
        self.sessions.forget_person(person);
        Ok(applied)
    }

    /// Rejects a proposal. The proposer may do so too, to withdraw it.
    ///
    /// # Errors
    /// `appointment_not_found`, `appointment_decided`, a field.
    pub async fn reject_appointment(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<Appointment> {
        let answer = paragraph("answer", answer, 0..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let proposed = lock_open(&mut transaction, id).await?;
        let decision = Decision {
            state: ProposalState::Rejected,
            by: by.person.id,
            at: self.clock.now(),
            answer: &answer,
        };
        decide(&mut transaction, "appointment", id, decision).await?;
        self.record_proposal(
            &mut transaction,
            by,
            proposed.account.id,
            kind::ROLE_REJECTED,
        )
        .await?;
        let rejected = appointment(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(rejected)
    }

    /// Records in the log of the administrator who acts: the person concerned cannot do anything about a proposal.
    async fn record_proposal(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        person: Uuid,
        kind: &str,
    ) -> Result<()> {
        let entry = Entry {
            account: by.person.id,
            kind,
            by: None,
            origin: &Origin::default(),
            details: json!({ "role": PlatformRole::Admin, "account": person }),
        };
        self.audit.record(connection, entry).await
    }

    /// Commits and mails every administrator.
    async fn commit_and_notify(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        (person, proposer): (Uuid, Uuid),
        stage: Stage,
    ) -> Result<()> {
        let notice = Notice {
            name: name(&mut transaction, person).await?,
            proposer: name(&mut transaction, proposer).await?,
            link: format!("{}/admin/people/{person}", self.base_url),
            stage,
        };
        for administrator in administrators(&mut transaction).await? {
            self.mail
                .notify(&mut transaction, administrator, |to, language| {
                    notice.mail(to, language)
                })
                .await?;
        }
        self.mail.commit_mail(transaction).await
    }
}

/// Appoints an administrator for the operator of the server, who can write to the database anyway: without a second
/// administrator and without a delay. Returns false if the person is one already. All administrators get a mail.
///
/// # Errors
/// `user_not_found`, a field.
pub async fn appoint(
    connection: &mut PgConnection,
    (clock, rng): (&Clock, &Rng),
    email: &str,
    base_url: &str,
) -> Result<bool> {
    let email = Email::parse(email).map_err(|text| Problem::field("email", text))?;
    let person: Uuid = sqlx::query_scalar(
        "select id from kernel.account
         where email_key = $1 and verified_at is not null and erased_at is null",
    )
    .bind(email.key())
    .fetch_optional(&mut *connection)
    .await?
    .ok_or(NO_SUCH_PERSON)?;
    let (role, at) = (PlatformRole::Admin, clock.now());
    if !insert_role(connection, person, role, None, at).await? {
        return Ok(false);
    }
    let facts = json!({ "ip": "", "userAgent": "", "details": { "role": role } });
    sqlx::query("select kernel.record($1, $2, $3, null, $4)")
        .bind(person)
        .bind(at)
        .bind(kind::ROLE_GRANTED)
        .bind(facts)
        .execute(&mut *connection)
        .await?;
    let notice = Notice {
        name: name(connection, person).await?,
        proposer: String::new(),
        link: format!("{base_url}/admin/people/{person}"),
        stage: Stage::AppointedOnServer,
    };
    let receivers: Vec<(String, String)> = sqlx::query_as(
        "select a.email, a.language from kernel.role_binding b join kernel.account a on a.id = b.account_id
         where b.scope = 'platform' and b.role = 'admin' and a.erased_at is null",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mails: Vec<Message> = receivers
        .iter()
        .map(|(to, language)| notice.mail(to, Language::parse(language).unwrap_or_default()))
        .collect();
    mailer::queue_all(connection, rng, clock, &mails).await?;
    Ok(true)
}

#[derive(Clone, Copy)]
enum Stage {
    Proposed,
    Appointed,
    AppointedOnServer,
}

/// What the administrators are told about an appointment.
struct Notice {
    name: String,
    proposer: String,
    link: String,
    stage: Stage,
}

impl Notice {
    fn mail(&self, to: &str, language: Language) -> Message {
        let Self {
            name,
            proposer,
            link,
            stage,
        } = self;
        let (ko, en) = match stage {
            Stage::Proposed => (
                (
                    format!("Witverse 관리자 임명 제안: {name}"),
                    format!(
                        "{proposer} 님이 {name} 님을 관리자로 제안했습니다. 다른 관리자가 승인하면 임명됩니다.\n\n확인하기: {link}\n"
                    ),
                ),
                (
                    format!("Proposed as a Witverse administrator: {name}"),
                    format!(
                        "{proposer} proposed {name} as an administrator. Another administrator has to approve this.\n\nReview: {link}\n"
                    ),
                ),
            ),
            Stage::Appointed => (
                (
                    format!("Witverse 새 관리자: {name}"),
                    format!(
                        "{proposer} 님의 제안이 승인되어 {name} 님이 관리자가 되었습니다. 72시간 동안은 다른 제안을 승인할 수 없습니다.\n\n확인하기: {link}\n"
                    ),
                ),
                (
                    format!("New Witverse administrator: {name}"),
                    format!(
                        "{name} is now an administrator, as {proposer} proposed. They can't approve proposals for 72 hours.\n\nReview: {link}\n"
                    ),
                ),
            ),
            Stage::AppointedOnServer => (
                (
                    format!("Witverse 새 관리자: {name}"),
                    format!(
                        "서버에서 명령으로 {name} 님을 관리자로 임명했습니다.\n\n확인하기: {link}\n"
                    ),
                ),
                (
                    format!("New Witverse administrator: {name}"),
                    format!(
                        "{name} was appointed as an administrator with a command on the server.\n\nReview: {link}\n"
                    ),
                ),
            ),
        };
        crate::email_templates::localized_message(to, language, ko, en)
    }
}

/// The nickname, or the address of a person without one.
async fn name(connection: &mut PgConnection, person: Uuid) -> Result<String> {
    let found: Option<String> =
        sqlx::query_scalar("select coalesce(nickname, email) from kernel.account where id = $1")
            .bind(person)
            .fetch_optional(connection)
            .await?;
    Ok(found.unwrap_or_default())
}

/// The administrators of the platform, by id.
async fn administrators(connection: &mut PgConnection) -> Result<Vec<Uuid>> {
    Ok(sqlx::query_scalar(
        "select account_id from kernel.role_binding
         where scope = 'platform' and role = 'admin' order by account_id",
    )
    .fetch_all(connection)
    .await?)
}

/// Locks an open proposal; of two concurrent decisions the second one is refused.
async fn lock_open(connection: &mut PgConnection, id: Uuid) -> Result<Appointment> {
    sqlx::query("select 1 from kernel.appointment where id = $1 for update")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(NO_SUCH_APPOINTMENT)?;
    let proposed = appointment(connection, id).await?;
    if proposed.review.state != ProposalState::Proposed {
        return Err(APPOINTMENT_DECIDED.into());
    }
    Ok(proposed)
}

async fn appointment(connection: &mut PgConnection, id: Uuid) -> Result<Appointment> {
    Ok(
        sqlx::query_as(sqlx::AssertSqlSafe(format!("{SELECT} where j.id = $1")))
            .bind(id)
            .fetch_one(connection)
            .await?,
    )
}

impl FromRow<'_, PgRow> for Appointment {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            account: Named {
                id: row.try_get("account_id")?,
                nickname: row.try_get("nickname")?,
            },
            review: Review::read(row)?,
        })
    }
}
