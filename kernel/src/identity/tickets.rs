//! Tickets: one-use tokens that carry a flow from one request to the next. The table stores only a ticket's hash, so
//! that its content cannot be used as a ticket.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;
use time::Duration;
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};

/// The purpose of a ticket; a ticket of another kind is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TicketKind {
    SecondFactor,
    PasskeyLogin,
    PasskeySudo,
    PasskeyAdd,
    LoginCode,
}

impl TicketKind {
    fn as_str(self) -> &'static str {
        match self {
            Self::SecondFactor => "second-factor",
            Self::PasskeyLogin => "passkey-login",
            Self::PasskeySudo => "passkey-sudo",
            Self::PasskeyAdd => "passkey-add",
            Self::LoginCode => "login-code",
        }
    }
}

/// The content of a ticket.
pub(crate) struct Ticket<T> {
    pub(crate) account: Option<Uuid>,
    pub(crate) payload: T,
    /// How often it was read, this time included.
    pub(crate) tries: i32,
}

/// One-use tickets that carry a flow from one request to the next; stored hashed.
#[derive(Clone)]
pub struct Tickets {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
}

impl Tickets {
    /// Creates a ticket and returns its text: 256 random bits.
    pub(crate) async fn issue_ticket(
        &self,
        connection: &mut PgConnection,
        kind: TicketKind,
        account: Option<Uuid>,
        payload: &impl Serialize,
        lifetime: Duration,
    ) -> Result<String> {
        let text = URL_SAFE_NO_PAD.encode(self.rng.bytes::<32>());
        sqlx::query(
            "insert into kernel.ticket (hash, kind, account_id, payload, expires_at)
             values ($1, $2, $3, $4, $5)",
        )
        .bind(hash(&text))
        .bind(kind.as_str())
        .bind(account)
        .bind(serde_json::to_value(payload).map_err(Error::internal)?)
        .bind(self.clock.now() + lifetime)
        .execute(connection)
        .await?;
        Ok(text)
    }

    /// Removes a ticket and returns its content; of concurrent calls only one gets it.
    pub(crate) async fn take_ticket<T: DeserializeOwned>(
        &self,
        connection: &mut PgConnection,
        kind: TicketKind,
        text: &str,
    ) -> Result<Option<Ticket<T>>> {
        let row: Option<TicketRow> = sqlx::query_as(
            "delete from kernel.ticket where hash = $1 and kind = $2 and expires_at > $3
             returning account_id, payload, tries",
        )
        .bind(hash(text))
        .bind(kind.as_str())
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?;
        row.map(read).transpose()
    }

    /// Reads a ticket without changing it.
    pub(super) async fn read_ticket<T: DeserializeOwned>(
        &self,
        connection: &mut PgConnection,
        kind: TicketKind,
        text: &str,
    ) -> Result<Option<Ticket<T>>> {
        let row: Option<TicketRow> = sqlx::query_as(
            "select account_id, payload, tries from kernel.ticket
             where hash = $1 and kind = $2 and expires_at > $3",
        )
        .bind(hash(text))
        .bind(kind.as_str())
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?;
        row.map(read).transpose()
    }

    /// Reads a ticket and counts the attempt; the ticket stays.
    pub(super) async fn try_ticket<T: DeserializeOwned>(
        &self,
        connection: &mut PgConnection,
        kind: TicketKind,
        text: &str,
    ) -> Result<Option<Ticket<T>>> {
        let row: Option<TicketRow> = sqlx::query_as(
            "update kernel.ticket set tries = tries + 1
             where hash = $1 and kind = $2 and expires_at > $3
             returning account_id, payload, tries",
        )
        .bind(hash(text))
        .bind(kind.as_str())
        .bind(self.clock.now())
        .fetch_optional(connection)
        .await?;
        row.map(read).transpose()
    }
}

/// `account_id`, `payload`, `tries`
type TicketRow = (Option<Uuid>, serde_json::Value, i32);

fn read<T: DeserializeOwned>((account, payload, tries): TicketRow) -> Result<Ticket<T>> {
    Ok(Ticket {
        account,
        payload: serde_json::from_value(payload).map_err(Error::internal)?,
        tries,
    })
}

fn hash(text: &str) -> Vec<u8> {
    Sha256::digest(text.as_bytes()).to_vec()
}
