//! What people hear about their money: a push to their screens and a mail, both in the transaction that moves
//! it, so that nobody hears of what did not happen.

use serde_json::{Value, json};
use sqlx::{PgConnection, Postgres, Row, Transaction};
use uuid::Uuid;

use super::Payments;
use super::states::OrderState;
use crate::error::{Language, Result};
use crate::mailer::{self, Message};
use witverse_ledger as ledger;

/// A push about one of one's orders: {orderId, state}.
const ORDER: &str = "kernel.order.changed";
/// A push about one's wallet: {balanceHundredths, heldHundredths, availableHundredths}.
const WALLET: &str = "kernel.wallet.changed";

/// What is said once the transaction has committed.
#[derive(Default)]
pub(super) struct Told {
    pushes: Vec<(Uuid, &'static str, Value)>,
    mails: Vec<Message>,
    /// Whose wallets moved.
    wallets: Vec<Uuid>,
}

impl Told {
    pub(super) fn order(&mut self, person: Uuid, order: Uuid, state: OrderState) {
        let content = json!({ "orderId": order, "state": state });
        self.pushes.push((person, ORDER, content));
    }

    /// Says how a wallet stands at the end.
    pub(super) fn wallet(&mut self, person: Uuid) {
        if !self.wallets.contains(&person) {
            self.wallets.push(person);
        }
    }
}

impl Payments {
    /// Puts a mail to somebody who is still there among what is said.
    pub(super) async fn write_to(
        &self,
        connection: &mut PgConnection,
        told: &mut Told,
        person: Uuid,
        letter: impl FnOnce(&str, Language) -> Message,
    ) -> Result<()> {
        let row = sqlx::query(
            "select email, language from kernel.account where id = $1 and erased_at is null",
        )
        .bind(person)
        .fetch_optional(connection)
        .await?;
        if let Some(row) = row {
            let language = Language::parse(row.get("language")).unwrap_or_default();
            told.mails.push(letter(row.get("email"), language));
        }
        Ok(())
    }

    /// Writes down what is said, as the last thing of a transaction.
    pub(super) async fn say(
        &self,
        connection: &mut PgConnection,
        told: &mut Told,
    ) -> Result<Vec<Uuid>> {
        for person in std::mem::take(&mut told.wallets) {
            if let Some(wallet) = ledger::balance(&mut *connection, person).await? {
                let content = json!({
                    "balanceHundredths": wallet.balance,
                    "heldHundredths": wallet.held,
                    "availableHundredths": wallet.available(),
                });
                told.pushes.push((person, WALLET, content));
            }
        }
        // In the order of account ids, as units of work push, so that no two wait for each other in a ring.
        told.pushes.sort_by_key(|(person, ..)| *person);
        let (mut people, mut kinds, mut contents) = (Vec::new(), Vec::new(), Vec::new());
        for (person, kind, content) in told.pushes.drain(..) {
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
        if !told.mails.is_empty() {
            mailer::queue_all(connection, &self.dice, &self.clock, &told.mails).await?;
        }
        people.dedup();
        Ok(people)
    }

    /// Wakes whoever says it, after the commit.
    pub(super) fn wake(&self, people: Vec<Uuid>) {
        self.mailer.queued.notify_one();
        self.queued.notify_one();
        for person in people {
            self.signals.live.wake(person);
        }
    }

    /// Commits with what is to be said, then wakes whoever says it.
    pub(super) async fn commit(
        &self,
        mut transaction: Transaction<'_, Postgres>,
        mut told: Told,
    ) -> Result<()> {
        let people = self.say(&mut transaction, &mut told).await?;
        transaction.commit().await?;
        self.wake(people);
        Ok(())
    }
}
