//! Play money in a unit of work: what a plugin on trial pays and reads in place of WIT. Its tables are those of trials
//! (`migrations/0015_trials.sql`); the ledger does not know it.

use time::{Date, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::Refusal;

use super::ledger_calls::PluginEntry;
use super::unit::UnitOfWork;

/// A payment of play money, with the limits of the grant in hundredths.
#[derive(Clone, Debug)]
pub struct PlayPayment {
    pub install: String,
    pub id: Uuid,
    pub payer: Uuid,
    /// Payee, amount in hundredths, memo.
    pub legs: Vec<(Uuid, i64, String)>,
    pub at: OffsetDateTime,
    pub day: Date,
    pub person_day: Option<i64>,
    pub world_day: Option<i64>,
}

/// Play money that a player has confirmed to pay, with the limits of the grant in hundredths.
#[derive(Clone, Debug)]
pub struct PlayCharge {
    pub install: String,
    pub id: Uuid,
    pub payer: Uuid,
    pub amount: i64,
    pub memo: String,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    pub day: Date,
    pub person_day: Option<i64>,
    pub world_day: Option<i64>,
}

impl UnitOfWork {
    /// Holds play money. Idempotent by the id.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_charge(
        &mut self,
        charge: PlayCharge,
    ) -> Result<Result<(), Refusal>, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome = sqlx::query_scalar(
            "select kernel_api.play_charge($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(charge.install)
        .bind(charge.id)
        .bind(charge.payer)
        .bind(charge.amount)
        .bind(charge.memo)
        .bind(charge.at)
        .bind(charge.expires_at)
        .bind(charge.day)
        .bind(charge.person_day)
        .bind(charge.world_day)
        .fetch_one(self.kernel().await?)
        .await;
        let outcome: i16 = self.record_error(outcome)?;
        Ok(Refusal::of_number(outcome).map_or(Ok(()), Err))
    }

    /// Moves held play money of a player to `payee`: `amount` hundredths, or all of it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_collect(
        &mut self,
        (install, id): (&str, Uuid),
        (payer, payee): (Uuid, Uuid),
        amount: Option<i64>,
        (at, day): (OffsetDateTime, Date),
    ) -> Result<Result<(), Refusal>, sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let outcome =
            sqlx::query_scalar("select kernel_api.play_collect($1, $2, $3, $4, $5, $6, $7)")
                .bind(install)
                .bind(id)
                .bind(payer)
                .bind(payee)
                .bind(amount)
                .bind(at)
                .bind(day)
                .fetch_one(self.kernel().await?)
                .await;
        let outcome: i16 = self.record_error(outcome)?;
        Ok(Refusal::of_number(outcome).map_or(Ok(()), Err))
    }

    /// Whether a player has paid this play money to the plugin on trial.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_was_paid(
        &mut self,
        install: &str,
        charge: Uuid,
        payer: Uuid,
    ) -> Result<bool, sqlx::Error> {
        let was_paid = sqlx::query_scalar("select kernel_api.play_was_paid($1, $2, $3)")
            .bind(install)
            .bind(charge)
            .bind(payer)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(was_paid)
    }

    /// The balance of a holder in a trial; `None` without an account.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_balance(
        &mut self,
        install: &str,
        holder: Uuid,
    ) -> Result<Option<i64>, sqlx::Error> {
        let balance = sqlx::query_scalar("select kernel_api.play_balance($1, $2)")
            .bind(install)
            .bind(holder)
            .fetch_one(self.kernel().await?)
            .await;
        self.record_error(balance)
    }

    /// Pays all legs or none. Idempotent: returns true if the same key was posted before. A refusal has the number of its
    /// leg.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_pay(
        &mut self,
        payment: PlayPayment,
    ) -> Result<Result<bool, (usize, Refusal)>, sqlx::Error> {
        let (mut payees, mut amounts, mut memos) = (Vec::new(), Vec::new(), Vec::new());
        for (payee, amount, memo) in payment.legs {
            payees.push(payee);
            amounts.push(amount);
            memos.push(memo);
        }
        let row = sqlx::query_as(
            "select outcome, refused_leg from kernel_api.play_pay($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        )
        .bind(payment.install)
        .bind(payment.id)
        .bind(payment.payer)
        .bind(payees)
        .bind(amounts)
        .bind(memos)
        .bind(payment.at)
        .bind(payment.day)
        .bind(payment.person_day)
        .bind(payment.world_day)
        .fetch_one(self.kernel().await?)
        .await;
        let (outcome, leg): (i16, i32) = self.record_error(row)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            return Ok(Err((usize::try_from(leg).unwrap_or_default(), refusal)));
        }
        self.wrote = true;
        self.writes += 1;
        Ok(Ok(outcome == 1))
    }

    /// The movements on an account, newest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn play_history(
        &mut self,
        install: &str,
        holder: Uuid,
        before: i64,
        limit: i32,
    ) -> Result<Vec<PluginEntry>, sqlx::Error> {
        let rows = sqlx::query_as(
            "select seq, id, amount, at, memo, other from kernel_api.play_history($1, $2, $3, $4)",
        )
        .bind(install)
        .bind(holder)
        .bind(before)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        self.record_error(rows)
    }
}
