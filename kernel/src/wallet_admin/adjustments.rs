//! Manual corrections of balances. One administrator proposes and another one decides.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use uuid::Uuid;
use witverse_ledger::{self as ledger, Amount, Key, Kind, State, Transfer};

use super::{
    ADJUSTMENT_DECIDED, NO_SUCH_ADJUSTMENT, WALLET_IS_CLOSED, WIT_AMOUNT_INVALID, WalletAdmin,
    email_templates, refusal_error, require_balance,
};
use crate::error::{Result, SECOND_PERSON_REQUIRED};
use crate::identity::audit::{Entry, kind};
use crate::identity::{Named, Origin};
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::proposal::{Decision, ProposalState, Review, decide};
use crate::typed_text::paragraph;

/// A proposed or decided correction.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Adjustment {
    pub id: Uuid,
    pub account: Named,
    /// The change of the balance, in hundredths of a WIT; a negative amount is taken away.
    pub amount_hundredths: i64,
    pub reason: String,
    #[serde(flatten)]
    pub review: Review,
}

const SELECT: &str = "select j.*, a.nickname, p.nickname as proposer, d.nickname as decider
    from kernel.adjustment j
    left join kernel.account a on a.id = j.account_id
    left join kernel.account p on p.id = j.proposed_by
    left join kernel.account d on d.id = j.decided_by";

impl WalletAdmin {
    /// A page of open proposals, or of all adjustments, the latest first.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn adjustments(
        &self,
        _by: &Authorized<'_, Administer>,
        open_only: bool,
        window: &Window<PageCursor>,
    ) -> Result<Rows<Adjustment>> {
        let open = if open_only {
            "j.state = 'proposed' and"
        } else {
            ""
        };
        let statement = format!(
            "{SELECT} where {open} (j.proposed_at, j.id) < ($1, $2) order by j.proposed_at desc, j.id desc limit $3 offset $4"
        );
        let rows = window.read(&self.pool, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query.bind(before.at).bind(before.id)
        });
        rows.await?.read(|row| Ok(Adjustment::from_row(row)?))
    }

    /// Proposes a correction. No WIT move yet.
    ///
    /// # Errors
    /// `amount_invalid`, a field, `user_not_found`, `wallet_closed`.
    pub async fn propose_adjustment(
        &self,
        by: &Authorized<'_, Administer>,
        account: Uuid,
        hundredths: i64,
        reason: &str,
    ) -> Result<Adjustment> {
        magnitude(hundredths)?;
        let reason = paragraph("reason", reason, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        if account >= ledger::FIRST_HOUSE_ACCOUNT {
            return Err(crate::identity::NO_SUCH_PERSON.into());
        }
        if require_balance(&mut transaction, account).await?.state == State::Closed {
            return Err(WALLET_IS_CLOSED.into());
        }
        let id = self.id();
        sqlx::query(
            "insert into kernel.adjustment (id, account_id, amount, reason, proposed_by, proposed_at)
             values ($1, $2, $3, $4, $5, $6)",
        )
        .bind(id)
        .bind(account)
        .bind(hundredths)
        .bind(reason)
        .bind(by.person.id)
        .bind(self.clock.now())
        .execute(&mut *transaction)
        .await?;
        let adjustment = adjustment(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(adjustment)
    }

    /// Approves and posts a proposed correction. It also applies to frozen wallets.
    ///
    /// # Errors
    /// Those of `APPROVAL_PROBLEMS`, `adjustment_decided`; `insufficient_wit`, which leaves the proposal open.
    pub async fn approve_adjustment(
        &self,
        by: &Authorized<'_, Administer>,
        origin: &Origin,
        id: Uuid,
        answer: &str,
    ) -> Result<Adjustment> {
        let answer = paragraph("answer", answer, 0..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let proposed = self.decidable(&mut transaction, by, id).await?;
        self.decide(&mut transaction, by, id, ProposalState::Applied, &answer)
            .await?;
        let account = proposed.account.id;
        let amount = magnitude(proposed.amount_hundredths)?;
        let (from, to) = match proposed.amount_hundredths {
            1.. => (ledger::ADJUSTMENTS, account),
            _ => (account, ledger::ADJUSTMENTS),
        };
        let movement = Transfer {
            id: Key::of(&["adjustment", &id.to_string()]),
            from,
            to,
            amount,
            kind: Kind::Adjustment,
            source: "kernel",
            memo: "",
            at: self.clock.now(),
        };
        ledger::force(&mut transaction, &movement)
            .await
            .map_err(refusal_error)?;
        let entry = Entry {
            account,
            kind: kind::WIT_ADJUSTED,
            by: Some(by.person.id),
            origin,
            details: json!({
                "amountHundredths": proposed.amount_hundredths,
                "reason": proposed.reason,
                "proposedBy": proposed.review.proposed_by.id,
            }),
        };
        self.identity.audit.record(&mut transaction, entry).await?;
        let applied = adjustment(&mut transaction, id).await?;
        self.commit_and_notify(transaction, account, |to, language| {
            email_templates::adjusted(
                to,
                proposed.amount_hundredths,
                &proposed.reason,
                &self.base,
                language,
            )
        })
        .await?;
        Ok(applied)
    }

    /// Rejects a proposed correction.
    ///
    /// # Errors
    /// `second_person_required`, `adjustment_decided`, a field.
    pub async fn reject_adjustment(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<Adjustment> {
        let answer = paragraph("answer", answer, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        self.decidable(&mut transaction, by, id).await?;
        self.decide(&mut transaction, by, id, ProposalState::Rejected, &answer)
            .await?;
        let rejected = adjustment(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(rejected)
    }

    /// Locks a proposal that this administrator may decide; of two concurrent decisions the second one is refused.
    async fn decidable(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        id: Uuid,
    ) -> Result<Adjustment> {
        sqlx::query("select 1 from kernel.adjustment where id = $1 for update")
            .bind(id)
            .fetch_optional(&mut *connection)
            .await?
            .ok_or(NO_SUCH_ADJUSTMENT)?;
        let proposed = adjustment(connection, id).await?;
        if proposed.review.state != ProposalState::Proposed {
            return Err(ADJUSTMENT_DECIDED.into());
        }
        if proposed.review.proposed_by.id == by.person.id {
            return Err(SECOND_PERSON_REQUIRED.into());
        }
        Ok(proposed)
    }

    async fn decide(
        &self,
        connection: &mut PgConnection,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        state: ProposalState,
        answer: &str,
    ) -> Result<()> {
        let decision = Decision {
            state,
            by: by.person.id,
            at: self.clock.now(),
            answer,
        };
        decide(connection, "adjustment", id, decision).await
    }
}

/// The absolute amount.
fn magnitude(hundredths: i64) -> Result<Amount> {
    let hundredths = hundredths.checked_abs().unwrap_or(0);
    Amount::new(hundredths).map_err(|_| WIT_AMOUNT_INVALID.into())
}

async fn adjustment(connection: &mut PgConnection, id: Uuid) -> Result<Adjustment> {
    Ok(
        sqlx::query_as(sqlx::AssertSqlSafe(format!("{SELECT} where j.id = $1")))
            .bind(id)
            .fetch_one(connection)
            .await?,
    )
}

impl FromRow<'_, PgRow> for Adjustment {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            account: Named {
                id: row.try_get("account_id")?,
                nickname: row.try_get("nickname")?,
            },
            amount_hundredths: row.try_get("amount")?,
            reason: row.try_get("reason")?,
            review: Review::read(row)?,
        })
    }
}
