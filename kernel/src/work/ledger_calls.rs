//! What a unit of work does with the ledger, through the functions of `kernel_api`. Immediately, not queued: a plugin is told at
//! once whether it was enough, and only rows of people are locked until the end (`docs/decisions/0013`).

use sqlx::Row;
use sqlx::postgres::PgRow;
use time::{Date, OffsetDateTime};
use uuid::Uuid;
use witverse_ledger::{Amount, Kind, Refusal};

use super::Work;
use super::questions::{self, Prepared, Question};

/// The limits of a grant for one movement, in hundredths of a WIT.
#[derive(Clone, Debug)]
pub struct GrantLimits {
    pub op: &'static str,
    /// Whose day it counts on.
    pub person: Uuid,
    pub world: String,
    pub day: Date,
    pub person_day: Option<i64>,
    pub world_day: Option<i64>,
    pub platform_day: Option<i64>,
}

impl GrantLimits {
    /// Nothing is counted over a day.
    fn are_per_operation_only(&self) -> bool {
        [self.person_day, self.world_day, self.platform_day] == [None; 3]
    }
}

/// A movement that a plugin asks for.
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

/// A hold that a plugin asks for.
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

/// What an account has, in hundredths of a WIT.
#[derive(Clone, Copy, Debug)]
pub struct AccountFunds {
    pub balance: i64,
    pub held: i64,
    pub frozen: bool,
}

/// An entry that a plugin made.
#[derive(Clone, Debug)]
pub struct PluginEntry {
    pub seq: i64,
    pub id: Uuid,
    pub amount: i64,
    pub at: OffsetDateTime,
    pub memo: String,
    pub other: Uuid,
}

impl Work {
    /// Moves WIT within a grant; true where it had been moved before.
    ///
    /// # Errors
    /// The database's; a refusal is inside.
    pub async fn ledger_transfer(
        &mut self,
        new: PluginTransfer,
        limits: GrantLimits,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let (from, to, at) = (new.from, new.to, new.at);
        let question = Question::of(questions::LEDGER_TRANSFER)
            .with(new.id)
            .with(new.from)
            .with(new.to)
            .with(new.amount.hundredths())
            .with(new.kind.number())
            .with(new.at)
            .with(new.plugin.as_str())
            .with(new.memo.as_str());
        let rows = self.ask(within(question, &limits)).await;
        self.moved(rows, &[from, to], at)
    }

    /// Holds WIT within a grant; true where it had been held before.
    ///
    /// # Errors
    /// As [`Work::ledger_transfer`].
    pub async fn ledger_hold(
        &mut self,
        new: PluginHold,
        limits: GrantLimits,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let (from, at) = (new.from, new.at);
        if self.presumes && limits.are_per_operation_only() {
            self.presume_question(hold(questions::HOLD_PRESUMED, &new).text()?);
            self.note_movement(&[from], at);
            return Ok(Ok(false));
        }
        let question = hold(questions::LEDGER_HOLD, &new);
        let rows = self.ask(within(question, &limits)).await;
        self.moved(rows, &[from], at)
    }

    /// Pays out a hold of a plugin: who paid and who got it.
    ///
    /// # Errors
    /// As [`Work::ledger_transfer`].
    pub async fn ledger_capture(
        &mut self,
        hold: Uuid,
        plugin: &str,
        to: Option<Uuid>,
        amount: Option<Amount>,
        at: OffsetDateTime,
    ) -> Result<Result<(Uuid, Uuid), Refusal>, sqlx::Error> {
        let question = Question::of(questions::LEDGER_CAPTURE)
            .with(hold)
            .with(plugin)
            .with(to)
            .with(amount.map(Amount::hundredths))
            .with(at);
        let row = self.ask(question).await.and_then(one);
        let row = self.noted(row)?;
        if let Some(refusal) = Refusal::of_number(row.get("outcome")) {
            return Ok(Err(refusal));
        }
        let parties = (row.get("payer"), row.get("payee"));
        self.note_movement(&[parties.0, parties.1], at);
        Ok(Ok(parties))
    }

    /// Gives back a hold of a plugin.
    ///
    /// # Errors
    /// As [`Work::ledger_transfer`].
    pub async fn ledger_release(
        &mut self,
        hold: Uuid,
        plugin: &str,
        at: OffsetDateTime,
    ) -> Result<Result<(), Refusal>, sqlx::Error> {
        let question = Question::of(questions::LEDGER_RELEASE)
            .with(hold)
            .with(plugin)
            .with(at);
        let row = self.ask(question).await.and_then(one);
        let row = self.noted(row)?;
        if let Some(refusal) = Refusal::of_number(row.get("outcome")) {
            return Ok(Err(refusal));
        }
        self.note_movement(&[row.get("payer")], at);
        Ok(Ok(()))
    }

    /// # Errors
    /// The database's.
    pub async fn ledger_balance(
        &mut self,
        account: Uuid,
    ) -> Result<Option<AccountFunds>, sqlx::Error> {
        let row = sqlx::query("select balance, held, state from kernel_api.ledger_balance($1)")
            .bind(account)
            .fetch_one(self.kernel().await?)
            .await;
        let row = self.noted(row)?;
        Ok(row
            .get::<Option<i64>, _>("balance")
            .map(|balance| AccountFunds {
                balance,
                held: row.get("held"),
                frozen: row.get::<i16, _>("state") != 0,
            }))
    }

    /// # Errors
    /// The database's.
    pub async fn ledger_history(
        &mut self,
        account: Uuid,
        plugin: &str,
        before: i64,
        limit: i32,
    ) -> Result<Vec<PluginEntry>, sqlx::Error> {
        let rows = sqlx::query(
            "select seq, id, amount, at, memo, other from kernel_api.ledger_history($1, $2, $3, $4)",
        )
        .bind(account)
        .bind(plugin)
        .bind(before)
        .bind(limit)
        .fetch_all(self.kernel().await?)
        .await;
        Ok(self
            .noted(rows)?
            .iter()
            .map(|row| PluginEntry {
                seq: row.get("seq"),
                id: row.get("id"),
                amount: row.get("amount"),
                at: row.get("at"),
                memo: row.get("memo"),
                other: row.get("other"),
            })
            .collect())
    }

    fn moved(
        &mut self,
        rows: Result<Vec<PgRow>, sqlx::Error>,
        parties: &[Uuid],
        at: OffsetDateTime,
    ) -> Result<Result<bool, Refusal>, sqlx::Error> {
        let outcome: i16 = self.noted(rows.and_then(one))?.get("outcome");
        if let Some(refusal) = Refusal::of_number(outcome) {
            return Ok(Err(refusal));
        }
        let replayed = outcome == 1;
        if !replayed {
            self.note_movement(parties, at);
        }
        Ok(Ok(replayed))
    }

    /// Whose screens are to show another balance after the commit.
    fn note_movement(&mut self, parties: &[Uuid], at: OffsetDateTime) {
        self.intents.moved_at = Some(at);
        self.wrote = true;
        self.writes += 1;
        for party in parties {
            if *party < witverse_ledger::FIRST_HOUSE_ACCOUNT
                && !self.intents.wallets.contains(party)
            {
                self.intents.wallets.push(*party);
            }
        }
    }
}

fn hold(asked: Prepared, new: &PluginHold) -> Question {
    Question::of(asked)
        .with(new.id)
        .with(new.from)
        .with(new.to)
        .with(new.amount.hundredths())
        .with(Kind::Hold.number())
        .with(new.at)
        .with(new.expires_at)
        .with(new.plugin.as_str())
        .with(new.memo.as_str())
}

fn within(question: Question, limits: &GrantLimits) -> Question {
    question
        .with(limits.op)
        .with(limits.person)
        .with(limits.world.as_str())
        .with(limits.day)
        .with(limits.person_day)
        .with(limits.world_day)
        .with(limits.platform_day)
}

fn one(rows: Vec<PgRow>) -> Result<PgRow, sqlx::Error> {
    rows.into_iter().next().ok_or(sqlx::Error::RowNotFound)
}
