//! Changes of the exchange rate by more than 10 %: one administrator proposes and another one decides.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use uuid::Uuid;

use super::exchange_rates::{ExchangeRates, NewRate, NewVersion, RateEntry, checked, current};
use super::messages::{
    NO_SUCH_RATE_PROPOSAL, RATE_CHANGED, RATE_PROPOSAL_DECIDED, RATE_PROPOSAL_OPEN, RATE_UNCHANGED,
};
use crate::error::Result;
use crate::identity::Origin;
use crate::list_window::{Rows, Window};
use crate::page_cursor::PageCursor;
use crate::permissions::{Administer, Authorized};
use crate::postgres::begin;
use crate::proposal::{Decision, ProposalState, Review, decide};
use crate::typed_text::paragraph;

/// A proposed or decided change of the exchange rate.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateProposal {
    pub id: Uuid,
    /// The version that was current at the proposal. It cannot be approved once there is a newer one.
    pub base_version: i32,
    /// Hundredths of a WIT for one US dollar.
    pub hundredths_per_usd: i64,
    /// Hundredths of a WIT for 1000 won.
    #[serde(rename = "hundredthsPer1000Krw")]
    pub hundredths_per_1000_krw: i64,
    pub note: String,
    #[serde(flatten)]
    pub review: Review,
}

const SELECT: &str = "select r.*, p.nickname as proposer, d.nickname as decider
    from kernel.rate_proposal r
    left join kernel.account p on p.id = r.proposed_by
    left join kernel.account d on d.id = r.decided_by";

impl ExchangeRates {
    /// A page of proposals, the latest first. At most one of them is open.
    ///
    /// # Errors
    /// `forbidden`, the database's.
    pub async fn proposals(
        &self,
        _by: &Authorized<'_, Administer>,
        window: &Window<PageCursor>,
    ) -> Result<Rows<RateProposal>> {
        let statement = format!(
            "{SELECT} where (r.proposed_at, r.id) < ($1, $2) order by r.proposed_at desc, r.id desc limit $3 offset $4"
        );
        let rows = window.read(&self.pool, &statement, |query, before| {
            let before = before.unwrap_or(&PageCursor::LAST);
            query.bind(before.at).bind(before.id)
        });
        rows.await?.read(|row| Ok(RateProposal::from_row(row)?))
    }

    /// Proposes a change of the current rate, of any size.
    ///
    /// # Errors
    /// Fields, `rate_unchanged`, `rate_proposal_open`.
    pub async fn propose(
        &self,
        by: &Authorized<'_, Administer>,
        new: &NewRate,
    ) -> Result<RateProposal> {
        let note = checked(new)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let newest = current(&mut transaction).await?;
        if newest.has_rates_of(new) {
            return Err(RATE_UNCHANGED.into());
        }
        let now = self.clock.now();
        let id = self.rng.uuid(self.clock.now_ms());
        let inserted = sqlx::query(
            "insert into kernel.rate_proposal
                 (id, base_version, hundredths_per_usd, hundredths_per_1000_krw, note, proposed_by, proposed_at)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict ((true)) where state = 'proposed' do nothing",
        )
        .bind(id)
        .bind(newest.version)
        .bind(new.hundredths_per_usd)
        .bind(new.hundredths_per_1000_krw)
        .bind(note)
        .bind(by.person.id)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        if inserted.rows_affected() == 0 {
            return Err(RATE_PROPOSAL_OPEN.into());
        }
        let proposal = proposal(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(proposal)
    }

    /// Approves a proposal; its rate applies to orders from now on.
    ///
    /// # Errors
    /// Those of `APPROVAL_PROBLEMS`, `rate_proposal_decided`, `rate_changed`, a field.
    pub async fn approve(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
        origin: &Origin,
    ) -> Result<RateEntry> {
        let answer = paragraph("answer", answer, 0..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let newest = self.lock_current(&mut transaction).await?;
        let proposal = lock_open(&mut transaction, id).await?;
        if proposal.base_version != newest.version {
            return Err(RATE_CHANGED.into());
        }
        let version = NewVersion {
            rate: &NewRate {
                hundredths_per_usd: proposal.hundredths_per_usd,
                hundredths_per_1000_krw: proposal.hundredths_per_1000_krw,
                note: proposal.note,
            },
            set_by: proposal.review.proposed_by.id,
            approved_by: Some(by.person.id),
        };
        self.decide(&mut transaction, by, id, ProposalState::Applied, &answer)
            .await?;
        let entry = self.add_version(&mut transaction, &version, origin).await?;
        transaction.commit().await?;
        Ok(entry)
    }

    /// Rejects a proposal. The proposer may do so too, to withdraw it.
    ///
    /// # Errors
    /// `rate_proposal_decided`, a field.
    pub async fn reject(
        &self,
        by: &Authorized<'_, Administer>,
        id: Uuid,
        answer: &str,
    ) -> Result<RateProposal> {
        let answer = paragraph("answer", answer, 5..=500)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        lock_open(&mut transaction, id).await?;
        self.decide(&mut transaction, by, id, ProposalState::Rejected, &answer)
            .await?;
        let rejected = proposal(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(rejected)
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
        decide(connection, "rate_proposal", id, decision).await
    }
}

/// Locks an open proposal; of two concurrent decisions the second one is refused.
async fn lock_open(connection: &mut PgConnection, id: Uuid) -> Result<RateProposal> {
    sqlx::query("select 1 from kernel.rate_proposal where id = $1 for update")
        .bind(id)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(NO_SUCH_RATE_PROPOSAL)?;
    let proposal = proposal(connection, id).await?;
    if proposal.review.state != ProposalState::Proposed {
        return Err(RATE_PROPOSAL_DECIDED.into());
    }
    Ok(proposal)
}

async fn proposal(connection: &mut PgConnection, id: Uuid) -> Result<RateProposal> {
    Ok(
        sqlx::query_as(sqlx::AssertSqlSafe(format!("{SELECT} where r.id = $1")))
            .bind(id)
            .fetch_one(connection)
            .await?,
    )
}

impl FromRow<'_, PgRow> for RateProposal {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            id: row.try_get("id")?,
            base_version: row.try_get("base_version")?,
            hundredths_per_usd: row.try_get("hundredths_per_usd")?,
            hundredths_per_1000_krw: row.try_get("hundredths_per_1000_krw")?,
            note: row.try_get("note")?,
            review: Review::read(row)?,
        })
    }
}
