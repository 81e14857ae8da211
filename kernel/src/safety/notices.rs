//! Notifications about a decision: a push to open screens and a mail, both written in the transaction of the decision,
//! so that they are sent only if it commits.

use serde_json::{Value, json};
use sqlx::{PgConnection, Postgres, Transaction};
use uuid::Uuid;

use super::vocabulary::{Outcome, SanctionState};
use super::{Safety, email_templates};
use crate::error::{Language, Result};
use crate::mailer::{self, Message};

/// Push about a decision about the receiver: {id, state, appeal}.
const DECISION: &str = "kernel.safety.decision";
/// Push about the outcome of the receiver's report: {id, outcome}.
const REPORT: &str = "kernel.safety.report";

/// Notifications that are sent after the commit.
#[derive(Default)]
pub(super) struct Notices {
    pushes: Vec<(Uuid, &'static str, Value)>,
    mails: Vec<Message>,
    /// People whose cached facts must be dropped.
    changed: Vec<Uuid>,
}

/// The mail address and the language of a person.
pub(super) struct Reader {
    pub(super) email: String,
    pub(super) language: Language,
}

impl Notices {
    /// Notifies a person of a decision about them.
    pub(super) fn decision(&mut self, person: Uuid, sanction: Uuid, state: SanctionState) {
        let content = json!({ "id": sanction, "state": state });
        self.pushes.push((person, DECISION, content));
        self.changed.push(person);
    }

    pub(super) fn mail(&mut self, message: Message) {
        self.mails.push(message);
    }
}

impl Safety {
    /// The mail address of a person; `None` for an erased account.
    pub(super) async fn reader(
        &self,
        connection: &mut PgConnection,
        person: Uuid,
    ) -> Result<Option<Reader>> {
        let reader: Option<(String, String)> = sqlx::query_as(
            "select email, language from kernel.account where id = $1 and erased_at is null",
        )
        .bind(person)
        .fetch_optional(connection)
        .await?;
        Ok(reader.map(|(email, language)| Reader {
            email,
            language: Language::parse(&language).unwrap_or_default(),
        }))
    }

    /// Notifies all reporters of a case of its outcome, without the sanction.
    pub(super) async fn notify_reporters(
        &self,
        connection: &mut PgConnection,
        case: Uuid,
        outcome: Outcome,
        notices: &mut Notices,
    ) -> Result<()> {
        let reports: Vec<(Uuid, Uuid, String, String, Option<String>)> = sqlx::query_as(
            "select distinct on (r.reporter) r.id, r.reporter, a.email, a.language, p.nickname
             from kernel.report r
             join kernel.account a on a.id = r.reporter
             join kernel.account p on p.id = r.person
             where r.case_id = $1 and a.erased_at is null
             order by r.reporter, r.at desc, r.id desc",
        )
        .bind(case)
        .fetch_all(connection)
        .await?;
        for (report, reporter, email, language, about) in reports {
            let language = Language::parse(&language).unwrap_or_default();
            let content = json!({ "id": report, "outcome": outcome });
            notices.pushes.push((reporter, REPORT, content));
            notices.mail(email_templates::report_decided(
                &email,
                about.as_deref(),
                outcome,
                language,
            ));
        }
        Ok(())
    }

    /// Writes the notifications, commits, and wakes the live channel and the mailer.
    pub(super) async fn commit(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        mut notices: Notices,
    ) -> Result<()> {
        // In the order of account ids, as units of work write pushes, so that concurrent transactions do not deadlock.
        notices.pushes.sort_by_key(|(person, ..)| *person);
        let (mut people, mut kinds, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for (person, kind, content) in &notices.pushes {
            people.push(*person);
            kinds.push(*kind);
            contents.push(content.clone());
        }
        sqlx::query(
            "select kernel.push_live(p.person, p.kind, p.content, $4)
             from unnest($1::uuid[], $2::text[], $3::jsonb[]) as p (person, kind, content)",
        )
        .bind(&people)
        .bind(kinds)
        .bind(contents)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        mailer::queue_all(&mut transaction, &self.rng, &self.clock, &notices.mails).await?;
        transaction.commit().await?;
        self.mailer.queued.notify_one();
        for person in people {
            self.signals.live.wake(person);
        }
        for person in notices.changed {
            // Also in rooms: a muted person may not chat there, and a suspended one may not be there.
            self.identity.sessions.forget_person(person);
        }
        Ok(())
    }
}
