//! Accounts: those of people, of plugins and of the system.

use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, Row};
use uuid::{Uuid, uuid};

/// The counterpart of payments: purchased WIT are debited here, refunded WIT are credited here.
pub const MINT: Uuid = uuid!("ffffffff-ffff-8fff-bfff-000000000001");
/// The account of WIT that the platform grants: bonuses, mission rewards.
pub const BONUS: Uuid = uuid!("ffffffff-ffff-8fff-bfff-000000000002");
/// The account of manual corrections.
pub const ADJUSTMENTS: Uuid = uuid!("ffffffff-ffff-8fff-bfff-000000000003");
/// The account that receives the balances of erased accounts.
pub const FORFEITED: Uuid = uuid!("ffffffff-ffff-8fff-bfff-000000000004");

/// The smallest id of a house account (plugins and the system); all smaller ids belong to people.
pub const FIRST_HOUSE_ACCOUNT: Uuid = uuid!("fffffffe-0000-0000-0000-000000000000");

/// The account of a plugin. Its id is above every person's and below the system's, so that it is locked late.
#[must_use]
pub fn plugin(id: &str) -> Uuid {
    let digest = Sha256::digest(format!("plugin account\n{id}"));
    let mut bytes = [0_u8; 16];
    bytes.copy_from_slice(&digest[..16]);
    bytes[..4].copy_from_slice(&[0xff, 0xff, 0xff, 0xfe]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

/// Whether an account may take part in movements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i16)]
pub enum State {
    Active = 0,
    /// Only forced movements and releases of holds are allowed.
    Frozen = 1,
    /// The person's account was erased; permanent.
    Closed = 2,
}

impl State {
    fn of_number(number: i16) -> Self {
        match number {
            0 => Self::Active,
            1 => Self::Frozen,
            _ => Self::Closed,
        }
    }

    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Frozen => "frozen",
            Self::Closed => "closed",
        }
    }
}

/// The balance of an account, in hundredths of a WIT.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    pub balance: i64,
    /// The held part of the balance.
    pub held: i64,
    /// The purchased and unspent part of the balance.
    pub bought: i64,
    pub state: State,
    /// The reason of a freeze.
    pub reason: String,
    /// The number of its last entry, and that entry's hash.
    pub seq: i64,
    pub head: Vec<u8>,
}

impl Balance {
    /// The spendable balance: `balance − held`.
    #[must_use]
    pub const fn available(&self) -> i64 {
        self.balance - self.held
    }
}

impl FromRow<'_, PgRow> for Balance {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        Ok(Self {
            balance: row.try_get("balance")?,
            held: row.try_get("held")?,
            bought: row.try_get("bought")?,
            state: State::of_number(row.try_get("state")?),
            reason: row.try_get("state_reason")?,
            seq: row.try_get("seq")?,
            head: row.try_get("head")?,
        })
    }
}

/// The current balance of an account. For plugin and system accounts it includes deferred movements.
///
/// # Errors
/// The error of the database.
pub async fn balance(
    connection: &mut PgConnection,
    account: Uuid,
) -> Result<Option<Balance>, sqlx::Error> {
    sqlx::query_as(
        "select a.balance + case when a.kind = 0 then 0 else (
                    select coalesce(sum(d.amount), 0)::bigint from ledger.deferred d where d.account_id = a.id) end as balance,
                greatest(a.held, 0) as held, a.bought, a.state, a.state_reason, a.seq, a.head
         from ledger.account a where a.id = $1",
    )
    .bind(account)
    .fetch_optional(connection)
    .await
}

/// The balance of a plugin's account in hundredths, with deferred movements; 0 before its first movement.
///
/// # Errors
/// The error of the database.
pub async fn plugin_balance(
    connection: &mut PgConnection,
    account: Uuid,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "select (coalesce((select balance from ledger.account where id = $1), 0)
            + coalesce((select sum(amount) from ledger.deferred where account_id = $1), 0))::bigint",
    )
    .bind(account)
    .fetch_one(connection)
    .await
}

/// Sets the state of an account; false if it does not exist or is closed. Locks the account.
///
/// # Errors
/// The error of the database.
pub async fn set_state(
    connection: &mut PgConnection,
    account: Uuid,
    state: State,
    reason: &str,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select ledger.set_state($1, $2, $3)")
        .bind(account)
        .bind(state as i16)
        .bind(reason)
        .fetch_one(connection)
        .await
}

#[cfg(test)]
mod tests {
    use super::{MINT, plugin};

    #[test]
    fn plugins_come_after_people_and_before_the_system() {
        let people = uuid::uuid!("0190a1b2-0000-7000-8000-000000000001");
        for id in ["gifts", "market", "acme.karts"] {
            assert!(people < plugin(id) && plugin(id) < MINT, "{id}");
        }
        assert_ne!(plugin("a"), plugin("b"));
        assert_eq!(plugin("gifts"), plugin("gifts"));
    }
}
