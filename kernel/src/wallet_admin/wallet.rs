//! A person's own wallet: balance, history, holds, and the hash chain that proves it.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Balance, Entry, OpenHold};

use super::history_filter::{Lookup, months_back};
use super::{WalletAdmin, require_balance};
use crate::error::Result;
use crate::list_window::{COUNTED_MAX, Rows, Window};
use crate::page_cursor::PageCursor;
use crate::secret::hex;

/// The kind of the account on the other side of a movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Person,
    Plugin,
    Platform,
}

/// The other side of a movement.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Counterparty {
    #[serde(rename = "type")]
    pub side: Side,
    /// The id of a person; null for other kinds.
    pub id: Option<Uuid>,
    /// The nickname of a person; null for an erased account and for other kinds.
    pub nickname: Option<String>,
    /// The plugin that made the movement; null for the platform itself.
    pub plugin: Option<String>,
}

/// A movement in a person's history; amounts in hundredths of a WIT.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Movement {
    /// The number of the entry: 1, 2, 3, … without gaps.
    pub seq: i64,
    pub transfer_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    /// `recharge`, `refund`, `chargeback`, `bonus`, `adjustment`, `give`, `charge`, `reward`, `hold`, `issue` or `forfeit`.
    pub kind: String,
    /// Negative for outgoing WIT.
    pub amount_hundredths: i64,
    pub balance_after_hundredths: i64,
    pub counterparty: Counterparty,
    pub memo: String,
}

/// WIT that are held.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HoldView {
    pub id: Uuid,
    pub amount_hundredths: i64,
    /// `hold`, or `refund` for a requested refund.
    pub kind: String,
    /// The plugin that made the hold, or `kernel`.
    pub source: String,
    pub memo: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub created_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub expires_at: OffsetDateTime,
    /// Null if the receiver is not determined yet.
    pub counterparty: Option<Counterparty>,
}

/// The incoming and outgoing WIT of a month in Korean time.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthSum {
    /// `2026-11`
    pub month: String,
    pub kind: String,
    pub in_hundredths: i64,
    pub out_hundredths: i64,
}

/// A part of the hash chain of an account.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    pub account_id: Uuid,
    /// The hash before the first entry: SHA-256 of `witverse ledger`, a line feed and the account's id as 16 bytes.
    pub genesis: String,
    pub head: Head,
    pub items: Vec<ProofLink>,
}

/// The end of a hash chain.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    pub seq: i64,
    pub hash: String,
    pub balance_hundredths: i64,
}

/// An entry with the data that its hash covers; `form` names the layout. Form 2: SHA-256 of the previous hash, transfer
/// id, payer's id, payee's id, the amount that moved between them, kind and time, in this order. If `otherId` is the
/// account itself, it is both payer and payee, with the amount unchanged. Form 1, of older entries: the previous hash,
/// account id, seq, transfer id, amount, balance after, kind and time. Ids are 16 bytes. Numbers are signed and
/// big-endian: 8 bytes each, the kind 2.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProofLink {
    pub seq: i64,
    pub form: i16,
    pub transfer_id: Uuid,
    pub other_id: Uuid,
    pub kind: i16,
    pub amount_hundredths: i64,
    pub balance_after_hundredths: i64,
    /// Microseconds since 2000-01-01T00:00:00Z.
    pub at_micros: i64,
    pub hash: String,
}

impl WalletAdmin {
    /// The balance of a person.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn wallet(&self, person: Uuid) -> Result<Balance> {
        let mut connection = self.pool.acquire().await?;
        require_balance(&mut connection, person).await
    }

    /// A page of the history before an entry, the latest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn history(
        &self,
        account: Uuid,
        lookup: &Lookup,
        window: &Window<i64>,
    ) -> Result<Rows<Movement>> {
        let mut connection = self.pool.acquire().await?;
        let (filter, before) = (lookup.filter(), window.after.unwrap_or(i64::MAX));
        let entries =
            ledger::history(&mut connection, account, &filter, before, window.range()).await?;
        Ok(Rows {
            items: named(&mut connection, entries).await?,
            total: ledger::history_total(&mut connection, account, &filter, COUNTED_MAX).await?,
        })
    }

    /// A part of the history before an entry, the latest first.
    pub(super) async fn history_part(
        &self,
        account: Uuid,
        lookup: &Lookup,
        before: i64,
        limit: i64,
    ) -> Result<Vec<Movement>> {
        let mut connection = self.pool.acquire().await?;
        let filter = lookup.filter();
        let entries = ledger::history(&mut connection, account, &filter, before, 0..limit).await?;
        named(&mut connection, entries).await
    }

    /// Open holds after a position in their order, the earliest expiry first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn holds(
        &self,
        account: Uuid,
        window: &Window<PageCursor>,
    ) -> Result<Rows<HoldView>> {
        let mut connection = self.pool.acquire().await?;
        let after = window.after.map(|after| (after.at, after.id));
        let holds = ledger::holds(&mut connection, account, after, window.range()).await?;
        let people = nicknames(&mut connection, holds.iter().filter_map(|hold| hold.to)).await?;
        Ok(Rows {
            items: holds
                .into_iter()
                .map(|hold| hold_view(hold, &people))
                .collect(),
            total: ledger::hold_total(&mut connection, account, COUNTED_MAX).await?,
        })
    }

    /// The sums of each of the last `months` months, including the current one.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn months(&self, account: Uuid, months: u8) -> Result<Vec<MonthSum>> {
        let mut connection = self.pool.acquire().await?;
        let from = months_back(self.clock.now(), months);
        let sums = ledger::months(&mut connection, account, from).await?;
        Ok(sums
            .into_iter()
            .map(|sum| MonthSum {
                month: sum.month,
                kind: sum.kind.as_str().to_owned(),
                in_hundredths: sum.came_in,
                out_hundredths: sum.went_out,
            })
            .collect())
    }

    /// The hash chain after an entry, for verification by its owner.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn proof(&self, account: Uuid, after: i64, limit: i64) -> Result<Proof> {
        let mut connection = self.pool.acquire().await?;
        // The head is read first: entries that are added in the meantime come after it.
        let balance = require_balance(&mut connection, account).await?;
        let links = ledger::links(&mut connection, account, after, limit).await?;
        Ok(Proof {
            account_id: account,
            genesis: hex(&ledger::genesis(account)),
            head: Head {
                seq: balance.seq,
                hash: hex(&balance.head),
                balance_hundredths: balance.balance,
            },
            items: links
                .into_iter()
                .map(|link| ProofLink {
                    seq: link.seq,
                    form: link.form,
                    transfer_id: link.transfer,
                    other_id: link.other,
                    kind: link.kind,
                    amount_hundredths: link.amount,
                    balance_after_hundredths: link.balance_after,
                    at_micros: link.at_us,
                    hash: hex(&link.hash),
                })
                .collect(),
        })
    }
}

/// Entries with the nicknames of their people.
pub(super) async fn named(
    connection: &mut PgConnection,
    entries: Vec<Entry>,
) -> Result<Vec<Movement>> {
    let people = nicknames(connection, entries.iter().map(|entry| entry.other)).await?;
    Ok(entries
        .into_iter()
        .map(|entry| Movement {
            counterparty: counterparty(entry.other, &entry.source, &people),
            seq: entry.seq,
            transfer_id: entry.transfer,
            at: entry.at,
            kind: entry.kind.as_str().to_owned(),
            amount_hundredths: entry.amount,
            balance_after_hundredths: entry.balance_after,
            memo: entry.memo,
        })
        .collect())
}

fn hold_view(hold: OpenHold, people: &HashMap<Uuid, String>) -> HoldView {
    HoldView {
        counterparty: hold.to.map(|to| counterparty(to, &hold.source, people)),
        id: hold.id,
        amount_hundredths: hold.amount,
        kind: hold.kind.as_str().to_owned(),
        source: hold.source,
        memo: hold.memo,
        created_at: hold.at,
        expires_at: hold.expires_at,
    }
}

fn counterparty(account: Uuid, source: &str, people: &HashMap<Uuid, String>) -> Counterparty {
    let plugin = (source != "kernel").then(|| source.to_owned());
    if account < ledger::FIRST_HOUSE_ACCOUNT {
        return Counterparty {
            side: Side::Person,
            id: Some(account),
            nickname: people.get(&account).cloned(),
            plugin,
        };
    }
    let side = match &plugin {
        Some(id) if account == ledger::plugin(id) => Side::Plugin,
        _ => Side::Platform,
    };
    Counterparty {
        side,
        id: None,
        nickname: None,
        plugin,
    }
}

async fn nicknames(
    connection: &mut PgConnection,
    accounts: impl Iterator<Item = Uuid>,
) -> Result<HashMap<Uuid, String>> {
    let people: Vec<Uuid> = accounts
        .filter(|account| *account < ledger::FIRST_HOUSE_ACCOUNT)
        .collect();
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(Uuid, String)> = sqlx::query_as(
        "select id, nickname from kernel.account where id = any($1) and nickname is not null",
    )
    .bind(people)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}
