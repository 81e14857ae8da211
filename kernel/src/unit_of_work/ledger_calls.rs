//! Ledger calls of a unit of work, through the functions of `kernel_api`. They run immediately and are not queued: a
//! plugin learns at once whether the balance is sufficient, and only rows of people are locked until the end of the
//! transaction (`docs/decisions/0013`).

use sqlx::postgres::PgArguments;
use sqlx::query::QueryScalar;
use sqlx::{FromRow, Postgres};
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{Amount, FIRST_HOUSE_ACCOUNT, Kind, Refusal};

use super::unit::UnitOfWork;

/// The limits of a grant for one movement, in hundredths of a WIT.
#[derive(Clone, Debug)]
pub struct GrantLimits {
    pub op: &'static str,
    /// The person whose daily limit is used up.
    pub person: Uuid,
    pub world: String,
    pub day: Date,
    pub person_day: Option<i64>,
    pub world_day: Option<i64>,
    pub platform_day: Option<i64>,
}

/// A transfer that a plugin requests.
#[derive(Clone, Debug)]
pub struct PluginTransfer {
    pub id: Uuid,
    pub from: Uuid,
    pub to: Uuid,
    pub amount: Amount,
    pub kind: Kind,
    pub at: OffsetDateTime,
    pub plugin: String,
    pub memo: String,
}

/// The ids of a payment to a plugin, which names it by a key or an id without its kind.
#[derive(Clone, Debug)]
pub struct ChargeIds {
    pub transfer: Uuid,
    /// As the key of legs, or as a mandate.
    pub legs: Vec<Uuid>,
    pub holds: Vec<Uuid>,
}

/// A hold that a plugin requests.
#[derive(Clone, Debug)]
pub struct PluginHold {
    pub id: Uuid,
    pub from: Uuid,
    pub to: Option<Uuid>,
    pub amount: Amount,
    pub at: OffsetDateTime,
    pub expires_at: OffsetDateTime,
    pub plugin: String,
    pub memo: String,
}

/// The result of [`UnitOfWork::count_spending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpendingOutcome {
    Now { payer: Uuid, hundredths: i64 },
    Before,
    NoTransfer,
    NoWorld,
}

/// The balance of an account, in hundredths of a WIT.
#[derive(Clone, Copy, Debug)]
pub struct AccountFunds {
    pub balance: i64,
    pub held: i64,
    pub frozen: bool,
}

/// A ledger entry that a plugin made.
#[derive(Clone, Debug, FromRow)]
pub struct PluginEntry {
    pub seq: i64,
    pub id: Uuid,
    pub amount: i64,
    pub at: OffsetDateTime,
    pub memo: String,
    pub other: Uuid,
}

impl UnitOfWork {
    /// Transfers WIT within a grant. Idempotent: returns true if the same key was posted before.
    ///
    /// # Errors
    /// The error of the database; a refusal of the ledger is encoded in it.
    pub async fn ledger_transfer(
        &mut self,
        new: PluginTransfer,
        limits: GrantLimits,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let call = sqlx::query_scalar(
            "select outcome from kernel_api.ledger_transfer(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        );
        let call = with_limits(bind_transfer(call, &new), limits);
        let outcome = call.fetch_one(self.kernel().await?).await;
        self.posted(outcome, &[new.from, new.to], new.at)
    }

    /// Transfers WIT back to a person who has paid this plugin, within a grant, and restores the lots that the payment took them
    /// from. Idempotent as [`UnitOfWork::ledger_transfer`].
    ///
    /// # Errors
    /// Same as [`UnitOfWork::ledger_transfer`].
    pub async fn ledger_refund(
        &mut self,
        new: PluginTransfer,
        charge: ChargeIds,
        limits: GrantLimits,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let call = sqlx::query_scalar(
            "select outcome from kernel_api.ledger_refund(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
        );
        let call = bind_transfer(call, &new)
            .bind(charge.transfer)
            .bind(charge.legs)
            .bind(charge.holds);
        let call = with_limits(call, limits);
        let outcome = call.fetch_one(self.kernel().await?).await;
        self.posted(outcome, &[new.from, new.to], new.at)
    }

    /// Holds WIT within a grant. Idempotent: returns true if the same key was held before.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::ledger_transfer`].
    pub async fn ledger_hold(
        &mut self,
        new: PluginHold,
        limits: GrantLimits,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let call = sqlx::query_scalar(
            "select outcome from kernel_api.ledger_hold(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        )
        .bind(new.id)
        .bind(new.from)
        .bind(new.to)
        .bind(new.amount.hundredths())
        .bind(Kind::Hold.number())
        .bind(new.at)
        .bind(new.expires_at)
        .bind(new.plugin)
        .bind(new.memo);
        let call = with_limits(call, limits);
        let outcome = call.fetch_one(self.kernel().await?).await;
        self.posted(outcome, &[new.from], new.at)
    }

    /// Posts several legs under one key, all or none. Idempotent: returns true if the key was posted before. A refusal
    /// names the first leg that cannot be posted, counted from 0.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::ledger_transfer`].
    pub async fn ledger_transfer_legs(
        &mut self,
        key: Uuid,
        legs: Vec<(PluginTransfer, GrantLimits)>,
    ) -> Result<Result<bool, (usize, Refusal)>, sqlx::Error> {
        let Some((first, limits)) = legs.first() else {
            return Ok(Err((0, Refusal::InvalidAmount)));
        };
        let (at, source) = (first.at, first.plugin.clone());
        let (world, day) = (limits.world.clone(), limits.day);
        let transfers = legs.iter().map(|(transfer, _)| transfer);
        let limits = legs.iter().map(|(_, limits)| limits);
        let row = sqlx::query_as(
            "select outcome, refused_leg from kernel_api.ledger_transfer_legs(
                $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        )
        .bind(key)
        .bind(transfers.clone().map(|leg| leg.from).collect::<Vec<_>>())
        .bind(transfers.clone().map(|leg| leg.to).collect::<Vec<_>>())
        .bind(
            transfers
                .clone()
                .map(|leg| leg.amount.hundredths())
                .collect::<Vec<_>>(),
        )
        .bind(
            transfers
                .clone()
                .map(|leg| leg.kind.number())
                .collect::<Vec<_>>(),
        )
        .bind(
            transfers
                .clone()
                .map(|leg| leg.memo.as_str())
                .collect::<Vec<_>>(),
        )
        .bind(at)
        .bind(source)
        .bind(limits.clone().map(|limit| limit.op).collect::<Vec<_>>())
        .bind(limits.clone().map(|limit| limit.person).collect::<Vec<_>>())
        .bind(world)
        .bind(day)
        .bind(
            limits
                .clone()
                .map(|limit| limit.person_day)
                .collect::<Vec<_>>(),
        )
        .bind(
            limits
                .clone()
                .map(|limit| limit.world_day)
                .collect::<Vec<_>>(),
        )
        .bind(limits.map(|limit| limit.platform_day).collect::<Vec<_>>())
        .fetch_one(self.kernel().await?)
        .await;
        let (outcome, leg): (i16, Option<i32>) = self.record_error(row)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            let leg = leg.and_then(|leg| usize::try_from(leg - 1).ok());
            return Ok(Err((leg.unwrap_or_default(), refusal)));
        }
        let replayed = outcome == 1;
        if !replayed {
            let parties: Vec<Uuid> = transfers.flat_map(|leg| [leg.from, leg.to]).collect();
            self.note_movement(&parties, at);
        }
        Ok(Ok(replayed))
    }

    /// Counts what a person paid in a transfer of a plugin, or in its legs, as spent in a world; at most `kept` of it. Idempotent.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn count_spending(
        &mut self,
        (transfer, legs): (Uuid, Uuid),
        plugin: &str,
        world: Uuid,
        kept: Option<i64>,
    ) -> Result<SpendingOutcome, sqlx::Error> {
        self.wrote = true;
        let row = sqlx::query_as(
            "select outcome, payer, amount from kernel_api.count_spending($1, $2, $3, $4, $5, $6)",
        )
        .bind(transfer)
        .bind(legs)
        .bind(plugin)
        .bind(world)
        .bind(FIRST_HOUSE_ACCOUNT)
        .bind(kept)
        .fetch_one(self.kernel().await?)
        .await;
        let (outcome, payer, amount): (i16, Option<Uuid>, Option<i64>) = self.record_error(row)?;
        Ok(match (outcome, payer, amount) {
            (0, Some(payer), Some(hundredths)) => SpendingOutcome::Now { payer, hundredths },
            (2, ..) => SpendingOutcome::NoTransfer,
            (3, ..) => SpendingOutcome::NoWorld,
            _ => SpendingOutcome::Before,
        })
    }

    /// Captures a hold of a plugin; returns the payer and the receiver.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::ledger_transfer`].
    pub async fn ledger_capture(
        &mut self,
        hold: Uuid,
        plugin: &str,
        to: Option<Uuid>,
        amount: Option<Amount>,
        at: OffsetDateTime,
    ) -> Result<Result<(Uuid, Uuid), Refusal>, sqlx::Error> {
        let row = sqlx::query_as(
            "select outcome, payer, payee from kernel_api.ledger_capture($1, $2, $3, $4, $5)",
        )
        .bind(hold)
        .bind(plugin)
        .bind(to)
        .bind(amount.map(Amount::hundredths))
        .bind(at)
        .fetch_one(self.kernel().await?)
        .await;
        let (outcome, payer, payee): (i16, Option<Uuid>, Option<Uuid>) = self.record_error(row)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            return Ok(Err(refusal));
        }
        let (payer, payee) = self.record_error(payer.zip(payee).ok_or_else(no_party))?;
        self.note_movement(&[payer, payee], at);
        Ok(Ok((payer, payee)))
    }

    /// Releases a hold of a plugin.
    ///
    /// # Errors
    /// Same as [`UnitOfWork::ledger_transfer`].
    pub async fn ledger_release(
        &mut self,
        hold: Uuid,
        plugin: &str,
        at: OffsetDateTime,
    ) -> Result<Result<(), Refusal>, sqlx::Error> {
        let row =
            sqlx::query_as("select outcome, payer from kernel_api.ledger_release($1, $2, $3)")
                .bind(hold)
                .bind(plugin)
                .bind(at)
                .fetch_one(self.kernel().await?)
                .await;
        let (outcome, payer): (i16, Option<Uuid>) = self.record_error(row)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            return Ok(Err(refusal));
        }
        let payer = self.record_error(payer.ok_or_else(no_party))?;
        self.note_movement(&[payer], at);
        Ok(Ok(()))
    }

    /// # Errors
    /// The error of the database.
    pub async fn ledger_balance(
        &mut self,
        account: Uuid,
    ) -> Result<Option<AccountFunds>, sqlx::Error> {
        let row = sqlx::query_as("select balance, held, state from kernel_api.ledger_balance($1)")
            .bind(account)
            .fetch_one(self.kernel().await?)
            .await;
        // All columns are null if the account does not exist.
        let (balance, held, state): (Option<i64>, Option<i64>, Option<i16>) =
            self.record_error(row)?;
        Ok(balance.map(|balance| AccountFunds {
            balance,
            held: held.unwrap_or_default(),
            frozen: state.is_some_and(|state| state != 0),
        }))
    }

    /// # Errors
    /// The error of the database.
    pub async fn ledger_history(
        &mut self,
        account: Uuid,
        plugin: &str,
        before: i64,
        limit: i32,
    ) -> Result<Vec<PluginEntry>, sqlx::Error> {
        let rows = sqlx::query_as(
            "select seq, id, amount, at, memo, other from kernel_api.ledger_history($1, $2, $3, $4)",
        )
        .bind(account)
        .bind(plugin)
        .bind(before)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        self.record_error(rows)
    }

    fn posted(
        &mut self,
        outcome: Result<i16, sqlx::Error>,
        parties: &[Uuid],
        at: OffsetDateTime,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let outcome = self.record_error(outcome)?;
        if let Some(refusal) = Refusal::of_number(outcome) {
            return Ok(Err(refusal));
        }
        let replayed = outcome == 1;
        if !replayed {
            self.note_movement(parties, at);
        }
        Ok(Ok(replayed))
    }

    /// Records whose open screens get the new balance after the commit.
    pub(super) fn note_movement(&mut self, parties: &[Uuid], at: OffsetDateTime) {
        self.effects.moved_at = Some(at);
        self.wrote = true;
        self.writes += 1;
        for party in parties {
            if *party < witverse_ledger::FIRST_HOUSE_ACCOUNT
                && !self.effects.wallets.contains(party)
            {
                self.effects.wallets.push(*party);
            }
        }
    }
}

/// The error of a movement without the accounts that every movement has.
fn no_party() -> sqlx::Error {
    sqlx::Error::Protocol("a movement of the ledger without its accounts".to_owned())
}

type Call<'q> = QueryScalar<'q, Postgres, i16, PgArguments>;

/// Binds a transfer, whose values are the first parameters.
fn bind_transfer<'q>(call: Call<'q>, new: &'q PluginTransfer) -> Call<'q> {
    call.bind(new.id)
        .bind(new.from)
        .bind(new.to)
        .bind(new.amount.hundredths())
        .bind(new.kind.number())
        .bind(new.at)
        .bind(&new.plugin)
        .bind(&new.memo)
}

/// Binds the limits of a grant, which are the last parameters of the functions that move WIT.
fn with_limits(call: Call<'_>, limits: GrantLimits) -> Call<'_> {
    call.bind(limits.op)
        .bind(limits.person)
        .bind(limits.world)
        .bind(limits.day)
        .bind(limits.person_day)
        .bind(limits.world_day)
        .bind(limits.platform_day)
}
