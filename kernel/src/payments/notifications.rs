//! Notifications about payments: a push to open screens and a mail, both written in the transaction of the change, so
//! that they are sent only if it commits.

use std::sync::Arc;

use serde_json::{Value, json};
use sqlx::{PgConnection, Postgres, Transaction};
use tokio::sync::Notify;
use uuid::Uuid;
use witverse_ledger as ledger;

use super::order_state_machine::OrderState;
use crate::clock::{Clock, Rng};
use crate::error::{Language, Result};
use crate::mailer::{self, Mailer, Message};
use crate::unit_of_work::Signals;

/// Push about an order of the receiver: {orderId, state}.
const ORDER: &str = "kernel.order.changed";
/// Push about the receiver's wallet: {balanceHundredths, heldHundredths, availableHundredths}.
const WALLET: &str = "kernel.wallet.changed";

/// Notifications that are sent after the commit.
#[derive(Default)]
pub(super) struct Notifications {
    pushes: Vec<(Uuid, &'static str, Value)>,
    mails: Vec<Message>,
    /// The people whose balance changed.
    wallets: Vec<Uuid>,
}

impl Notifications {
    pub(super) fn order(&mut self, person: Uuid, order: Uuid, state: OrderState) {
        let content = json!({ "orderId": order, "state": state });
        self.pushes.push((person, ORDER, content));
    }

    /// Adds a push with the wallet's balance at the end of the transaction.
    pub(super) fn wallet(&mut self, person: Uuid) {
        if !self.wallets.contains(&person) {
            self.wallets.push(person);
        }
    }
}

/// Writes notifications in the transaction of a change; sends them after its commit.
#[derive(Clone)]
pub(super) struct Notifier {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) mailer: Mailer,
    pub(super) queued: Arc<Notify>,
    pub(super) signals: Signals,
}

impl Notifier {
    /// Adds a mail to a person whose account still exists.
    pub(super) async fn push_mail(
        &self,
        connection: &mut PgConnection,
        notifications: &mut Notifications,
        person: Uuid,
        compose: impl FnOnce(&str, Language) -> Message,
    ) -> Result<()> {
        let receiver: Option<(String, String)> = sqlx::query_as(
            "select email, language from kernel.account where id = $1 and erased_at is null",
        )
        .bind(person)
        .fetch_optional(connection)
        .await?;
        if let Some((email, language)) = receiver {
            let language = Language::parse(&language).unwrap_or_default();
            notifications.mails.push(compose(&email, language));
        }
        Ok(())
    }

    /// Writes the notifications, as the last statements of a transaction.
    pub(super) async fn flush(
        &self,
        connection: &mut PgConnection,
        notifications: &mut Notifications,
    ) -> Result<Vec<Uuid>> {
        for person in std::mem::take(&mut notifications.wallets) {
            if let Some(wallet) = ledger::balance(&mut *connection, person).await? {
                let content = json!({
                    "balanceHundredths": wallet.balance,
                    "heldHundredths": wallet.held,
                    "availableHundredths": wallet.available(),
                });
                notifications.pushes.push((person, WALLET, content));
            }
        }
        // In the order of account ids, as units of work write pushes, so that concurrent transactions do not deadlock.
        notifications.pushes.sort_by_key(|(person, ..)| *person);
        let (mut people, mut kinds, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for (person, kind, content) in notifications.pushes.drain(..) {
            people.push(person);
            kinds.push(kind);
            contents.push(content);
        }
        if !people.is_empty() {
            sqlx::query(
                "select kernel.push_live(p.person, p.kind, p.content, $4)
                 from unnest($1::uuid[], $2::text[], $3::jsonb[])
                      with ordinality as p (person, kind, content, n)
                 order by p.n",
            )
            .bind(&people)
            .bind(kinds)
            .bind(contents)
            .bind(self.clock.now())
            .execute(&mut *connection)
            .await?;
        }
        if !notifications.mails.is_empty() {
            mailer::queue_all(connection, &self.rng, &self.clock, &notifications.mails).await?;
        }
        people.dedup();
        Ok(people)
    }

    /// Wakes the live channel and the mailer, after the commit.
    pub(super) fn wake(&self, people: Vec<Uuid>) {
        self.mailer.queued.notify_one();
        self.queued.notify_one();
        self.signals.deliveries.notify_one();
        for person in people {
            self.signals.live.wake(person);
        }
    }

    /// Writes the notifications, commits, and wakes the live channel and the mailer.
    pub(super) async fn commit(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        mut notifications: Notifications,
    ) -> Result<()> {
        let people = self.flush(&mut transaction, &mut notifications).await?;
        transaction.commit().await?;
        self.wake(people);
        Ok(())
    }
}
