//! Mandates of plugins in a unit of work, through the functions of `kernel_api`.

use time::OffsetDateTime;
use uuid::Uuid;
use witverse_ledger::{Amount, Kind, Refusal};

use super::ledger_calls::GrantLimits;
use super::unit::UnitOfWork;

/// A mandate that a person gives to a plugin.
#[derive(Clone, Debug)]
pub struct PluginMandate {
    pub id: Uuid,
    pub from: Uuid,
    pub amount: Amount,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    pub plugin: String,
}

/// One payment of a [`Collection`].
#[derive(Clone, Debug)]
pub struct MandatePayment {
    pub to: Uuid,
    pub kind: Kind,
    pub amount: Amount,
    pub memo: String,
}

/// The payments that collect a mandate.
#[derive(Clone, Debug)]
pub struct Collection {
    pub mandate: Uuid,
    pub payments: Vec<MandatePayment>,
    pub at: OffsetDateTime,
    pub plugin: String,
    /// Counted for the person who gave the mandate; `person` and `op` are not used.
    pub limits: GrantLimits,
}

impl UnitOfWork {
    /// Records a mandate. Idempotent: returns true if the same mandate was given before. Moves no WIT.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ledger_give_mandate(
        &mut self,
        new: PluginMandate,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        self.wrote = true;
        let row = sqlx::query_scalar(
            "select outcome from kernel_api.ledger_give_mandate($1, $2, $3, $4, $5, $6)",
        )
        .bind(new.id)
        .bind(new.from)
        .bind(new.amount.hundredths())
        .bind(new.at)
        .bind(new.expires_at)
        .bind(new.plugin)
        .fetch_one(self.kernel().await?)
        .await;
        let outcome: i16 = self.record_error(row)?;
        Ok(match Refusal::of_number(outcome) {
            Some(refusal) => Err(refusal),
            None => Ok(outcome == 1),
        })
    }

    /// Collects a mandate, all payments or none. A refusal names the first payment that cannot be made, counted from 0,
    /// if the refusal is about one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ledger_collect(
        &mut self,
        new: Collection,
    ) -> Result<Result<(), (Option<usize>, Refusal)>, sqlx::Error> {
        let payments = &new.payments;
        let row = sqlx::query_as(
            "select outcome, refused_leg, payer from kernel_api.ledger_collect(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        )
        .bind(new.mandate)
        .bind(payments.iter().map(|one| one.to).collect::<Vec<_>>())
        .bind(
            payments
                .iter()
                .map(|one| one.amount.hundredths())
                .collect::<Vec<_>>(),
        )
        .bind(
            payments
                .iter()
                .map(|one| one.kind.number())
                .collect::<Vec<_>>(),
        )
        .bind(
            payments
                .iter()
                .map(|one| one.memo.clone())
                .collect::<Vec<_>>(),
        )
        .bind(new.at)
        .bind(new.plugin)
        .bind(new.limits.world)
        .bind(new.limits.day)
        .bind(new.limits.person_day)
        .bind(new.limits.world_day)
        .bind(new.limits.platform_day)
        .fetch_one(self.kernel().await?)
        .await;
        let (outcome, leg, payer): (i16, Option<i32>, Option<Uuid>) = self.record_error(row)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            let leg = leg.and_then(|leg| usize::try_from(leg - 1).ok());
            return Ok(Err((leg, refusal)));
        }
        let parties: Vec<Uuid> = payer
            .into_iter()
            .chain(payments.iter().map(|one| one.to))
            .collect();
        self.note_movement(&parties, new.at);
        Ok(Ok(()))
    }

    /// Ends a mandate of a plugin.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ledger_revoke_mandate(
        &mut self,
        mandate: Uuid,
        plugin: &str,
        at: OffsetDateTime,
    ) -> Result<Result<(), Refusal>, sqlx::Error> {
        self.wrote = true;
        let row =
            sqlx::query_scalar("select outcome from kernel_api.ledger_revoke_mandate($1, $2, $3)")
                .bind(mandate)
                .bind(plugin)
                .bind(at)
                .fetch_one(self.kernel().await?)
                .await;
        let outcome: i16 = self.record_error(row)?;
        Ok(match Refusal::of_number(outcome) {
            Some(refusal) => Err(refusal),
            None => Ok(()),
        })
    }
}
