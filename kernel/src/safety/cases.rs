//! Cases: the reports about one person, and what moderators make of them. A case is decided once; nobody
//! decides about themselves or about what they reported, and only an administrator about another one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::{CASE_DECIDED, DECISION_NEEDS_ADMIN, DECISION_NEEDS_ANOTHER, NO_SUCH_CASE};
use super::notices::Notices;
use super::reports::Subject;
use super::sanctions::{New, state_of};
use super::words::{Action, AppealState, CaseState, Reason, SanctionState, Weight};
use super::{Moment, PersonCard, Safety, card, prose};
use crate::error::{Localized, Problem, Result};
use crate::identity::{By, Named, Person, SELF_NOT_ALLOWED};
use crate::postgres::begin;

/// The longest that a mute or a suspension with an end lasts: a year.
const MAX_HOURS: i64 = 8760;
/// How many reports and earlier decisions a case shows.
const SHOWN: i64 = 200;

/// What a moderator decides, as it comes in.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct NewDecision {
    pub action: Action,
    /// 5 to 500 characters; the person concerned reads them.
    pub reason: String,
    /// 1 to 8760 for `mute` and `suspend`; null is without end, for `suspend` only.
    pub hours: Option<i64>,
}

/// A decision whose parts fit together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub(super) action: Action,
    pub(super) reason: String,
    pub(super) hours: Option<i64>,
}

impl Verdict {
    /// # Errors
    /// The fields that do not fit.
    pub fn parse(new: &NewDecision) -> Result<Self> {
        let reason = prose("reason", &new.reason, 5, 500)?;
        let hours = match (new.action, new.hours) {
            (Action::Dismiss | Action::Warn, _) | (Action::Suspend, None) => None,
            (Action::Mute | Action::Suspend, Some(hours)) if (1..=MAX_HOURS).contains(&hours) => {
                Some(hours)
            }
            (Action::Mute | Action::Suspend, _) => {
                let message = Localized::new(
                    "기간을 1시간에서 8760시간(1년) 사이로 정해 주세요.",
                    "Choose between 1 and 8760 hours (a year).",
                );
                return Err(Problem::field("hours", message).into());
            }
        };
        Ok(Self {
            action: new.action,
            reason,
            hours,
        })
    }
}

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
    /// Since when it is in its state: what the queue is ordered by.
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

/// A case with everything that a decision needs.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CaseDetail {
    #[serde(flatten)]
    pub case: Case,
    pub report_list: Vec<Received>,
    /// Other decisions about the person, the latest first.
    pub history: Vec<Earlier>,
    pub appeal: Option<Appeal>,
    pub decision_reason: Option<String>,
}

/// A report as moderators see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Received {
    pub id: Uuid,
    pub reporter: PersonCard,
    pub reason: Reason,
    pub text: String,
    pub subject: Option<Subject>,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Earlier {
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

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Appeal {
    pub state: AppealState,
    pub text: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    pub answer: Option<String>,
}

const OLDEST_FIRST: &str = "
    select c.*, p.nickname, p.image, d.nickname as decider
    from kernel.moderation_case c
    join kernel.account p on p.id = c.person
    left join kernel.account d on d.id = c.decided_by
    where c.state = $1 and c.person <> $2 and (c.moved_at, c.id) > ($3, $4)
    order by c.moved_at, c.id limit $5";
const LATEST_FIRST: &str = "
    select c.*, p.nickname, p.image, d.nickname as decider
    from kernel.moderation_case c
    join kernel.account p on p.id = c.person
    left join kernel.account d on d.id = c.decided_by
    where c.state = $1 and c.person <> $2 and (c.moved_at, c.id) < ($3, $4)
    order by c.moved_at desc, c.id desc limit $5";

impl Safety {
    /// The queue: what waits longest first, what is closed with the latest first. Nobody sees what is
    /// about themselves, which would tell them who reported it.
    ///
    /// # Errors
    /// The database's.
    pub async fn cases(
        &self,
        by: &By<'_>,
        state: CaseState,
        after: Option<Moment>,
        limit: i64,
    ) -> Result<Vec<Case>> {
        let (statement, start) = match state {
            CaseState::Open | CaseState::Appealed => (OLDEST_FIRST, Moment::FIRST),
            CaseState::Closed => (LATEST_FIRST, Moment::LAST),
        };
        let after = after.unwrap_or(start);
        let rows = sqlx::query(statement)
            .bind(state.as_str())
            .bind(by.person.id)
            .bind(after.at)
            .bind(after.id)
            .bind(limit)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(read_case).collect()
    }

    /// A case with its reports and what went before.
    ///
    /// # Errors
    /// `case_not_found`.
    pub async fn case(&self, by: &By<'_>, id: Uuid) -> Result<CaseDetail> {
        let row = sqlx::query(
            "select c.*, p.nickname, p.image, d.nickname as decider
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
        let sanction: Option<Uuid> = row.get("sanction_id");
        Ok(CaseDetail {
            report_list: self.received(id).await?,
            history: self.history(case.person.id, sanction).await?,
            appeal: self.appeal_in(sanction).await?,
            decision_reason: row.get("decision_reason"),
            case,
        })
    }

    async fn received(&self, case: Uuid) -> Result<Vec<Received>> {
        let rows = sqlx::query(
            "select r.id, r.reporter as person, a.nickname, a.image, r.reason, r.text, r.subject_kind,
                    r.subject_id, r.at
             from kernel.report r join kernel.account a on a.id = r.reporter
             where r.case_id = $1 order by r.at desc, r.id desc limit $2",
        )
        .bind(case)
        .bind(SHOWN)
        .fetch_all(&self.pool)
        .await?;
        let read = |row: &PgRow| -> Result<Received> {
            let subject: (Option<String>, Option<String>) =
                (row.get("subject_kind"), row.get("subject_id"));
            Ok(Received {
                id: row.get("id"),
                reporter: card(row),
                reason: Reason::read(row.get("reason"))?,
                text: row.get("text"),
                subject: match subject {
                    (Some(kind), Some(id)) => Some(Subject { kind, id }),
                    _ => None,
                },
                at: row.get("at"),
            })
        };
        rows.iter().map(read).collect()
    }

    async fn history(&self, person: Uuid, but: Option<Uuid>) -> Result<Vec<Earlier>> {
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
        let read = |row: &PgRow| -> Result<Earlier> {
            Ok(Earlier {
                action: Weight::read(row.get("action"))?,
                reason: row.get("reason"),
                at: row.get("at"),
                until: row.get("until"),
                state: state_of(row, now),
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

    /// Decides a case, once.
    ///
    /// # Errors
    /// `case_not_found`, `case_decided`, `self_not_allowed`, `decision_needs_admin`,
    /// `decision_needs_another`, `user_not_found` for a sanction of somebody who is gone, `last_admin`.
    pub async fn decide(&self, by: &By<'_>, id: Uuid, verdict: Verdict) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let row = sqlx::query(
            "select person, state from kernel.moderation_case where id = $1 for update",
        )
        .bind(id)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(NO_SUCH_CASE)?;
        let person: Uuid = row.get("person");
        self.may_decide(&mut transaction, by, id, person).await?;
        if CaseState::read(row.get("state"))? != CaseState::Open {
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
        self.tell_reporters(&mut transaction, id, outcome, &mut notices)
            .await?;
        self.commit(transaction, notices).await
    }

    /// Refuses who is not impartial, and a moderator where it takes an administrator.
    pub(super) async fn may_decide(
        &self,
        connection: &mut PgConnection,
        by: &By<'_>,
        case: Uuid,
        person: Uuid,
    ) -> Result<()> {
        if person == by.person.id {
            return Err(SELF_NOT_ALLOWED.into());
        }
        let row = sqlx::query(
            "select exists (select 1 from kernel.role_binding
                            where account_id = $1 and scope = 'platform' and role = 'admin') as of_admin,
                    exists (select 1 from kernel.report where case_id = $2 and reporter = $3) as own",
        )
        .bind(person)
        .bind(case)
        .bind(by.person.id)
        .fetch_one(connection)
        .await?;
        if row.get("of_admin") && !is_admin(by.person) {
            return Err(DECISION_NEEDS_ADMIN.into());
        }
        if row.get("own") {
            return Err(DECISION_NEEDS_ANOTHER.into());
        }
        Ok(())
    }
}

fn is_admin(person: &Person) -> bool {
    person
        .roles
        .iter()
        .any(|(scope, role)| scope == "platform" && role == "admin")
}

fn read_case(row: &PgRow) -> Result<Case> {
    let reasons: Vec<String> = row.get("reasons");
    let action: Option<String> = row.get("action");
    let by: Option<Uuid> = row.get("decided_by");
    let decision = match (action, row.get("decided_at")) {
        (Some(action), Some(at)) => Some(Decided {
            action: Action::read(&action)?,
            by: by.map(|id| Named {
                id,
                nickname: row.get("decider"),
            }),
            at,
        }),
        _ => None,
    };
    Ok(Case {
        id: row.get("id"),
        person: card(row),
        reports: row.get("reports"),
        reasons: reasons
            .iter()
            .map(|reason| Reason::read(reason))
            .collect::<Result<_>>()?,
        opened_at: row.get("opened_at"),
        state: CaseState::read(row.get("state"))?,
        decision,
        moved_at: row.get("moved_at"),
    })
}

/// The appeal in a row of `kernel.sanction`.
pub(super) fn appeal_of(row: &PgRow) -> Result<Option<Appeal>> {
    let state: Option<String> = row.get("appeal_state");
    let (Some(state), Some(text), Some(at)) =
        (state, row.get("appeal_text"), row.get("appealed_at"))
    else {
        return Ok(None);
    };
    Ok(Some(Appeal {
        state: AppealState::read(&state)?,
        text,
        at,
        answer: row.get("appeal_answer"),
    }))
}

#[cfg(test)]
mod tests {
    use super::{Action, NewDecision, Verdict};

    fn hours(action: Action, hours: Option<i64>) -> Option<Option<i64>> {
        let new = NewDecision {
            action,
            reason: "because".into(),
            hours,
        };
        Verdict::parse(&new).ok().map(|verdict| verdict.hours)
    }

    #[test]
    fn how_long_fits_what_is_done() {
        for (action, given, expected) in [
            (Action::Dismiss, None, Some(None)),
            (Action::Warn, Some(3), Some(None)),
            (Action::Mute, Some(1), Some(Some(1))),
            (Action::Mute, Some(8760), Some(Some(8760))),
            (Action::Mute, None, None),
            (Action::Suspend, None, Some(None)),
            (Action::Suspend, Some(24), Some(Some(24))),
            (Action::Suspend, Some(0), None),
            (Action::Suspend, Some(8761), None),
            (Action::Mute, Some(i64::MIN), None),
        ] {
            assert_eq!(hours(action, given), expected, "{action:?} {given:?}");
        }
    }

    #[test]
    fn a_decision_says_why() {
        let new = |reason: &str| NewDecision {
            action: Action::Dismiss,
            reason: reason.into(),
            hours: None,
        };
        assert!(Verdict::parse(&new("no")).is_err());
        assert!(Verdict::parse(&new(&"x".repeat(501))).is_err());
        assert!(Verdict::parse(&new("다섯 글자")).is_ok());
    }
}
