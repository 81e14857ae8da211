//! The audit log of an account: security events with their time and origin. Entries are only added. Each contains the
//! hash of the entry before (`kernel.record`), so that a later change can be detected.

use serde_json::{Value, json};
use sqlx::postgres::PgRow;
use sqlx::{FromRow, PgConnection, PgPool, Row};
use time::OffsetDateTime;
use uuid::Uuid;

use super::origin::{Origin, shortened};
use crate::clock::Clock;
use crate::error::Result;
use crate::list_window::{Rows, Window};

/// The kinds of entries, as clients receive them.
pub mod kind {
    pub const REGISTERED: &str = "account.registered";
    pub const VERIFIED: &str = "account.verified";
    pub const NICKNAME_SET: &str = "nickname.set";
    pub const LOGIN_SUCCEEDED: &str = "login.succeeded";
    pub const LOGIN_FAILED: &str = "login.failed";
    pub const LOGIN_LOCKED: &str = "login.locked";
    pub const SECOND_FACTOR_FAILED: &str = "login.second_factor_failed";
    pub const LOGIN_CODE_ISSUED: &str = "login_code.issued";
    pub const LOGIN_CODE_USED: &str = "login_code.used";
    pub const REAUTHENTICATED: &str = "reauthenticated";
    pub const SESSION_ENDED: &str = "session.ended";
    pub const OTHERS_ENDED: &str = "session.ended_others";
    pub const TOKEN_REUSED: &str = "session.token_reused";
    pub const PASSWORD_CHANGED: &str = "password.changed";
    pub const RESET_REQUESTED: &str = "password.reset_requested";
    pub const PASSWORD_RESET: &str = "password.reset";
    pub const TOTP_ON: &str = "totp.on";
    pub const TOTP_OFF: &str = "totp.off";
    pub const RECOVERY_CODES_RENEWED: &str = "recovery_codes.renewed";
    pub const RECOVERY_CODE_USED: &str = "recovery_code.used";
    pub const PASSKEY_ADDED: &str = "passkey.added";
    pub const PASSKEY_RENAMED: &str = "passkey.renamed";
    pub const PASSKEY_REMOVED: &str = "passkey.removed";
    pub const WALLET_CONNECTED: &str = "wallet.connected";
    pub const WALLET_DISCONNECTED: &str = "wallet.disconnected";
    pub const EXPORT_REQUESTED: &str = "export.requested";
    pub const EXPORT_DOWNLOADED: &str = "export.downloaded";
    pub const DELETION_REQUESTED: &str = "deletion.requested";
    pub const DELETION_CANCELLED: &str = "deletion.cancelled";
    pub const SANCTION_RECEIVED: &str = "sanction.received";
    pub const SANCTION_LIFTED: &str = "sanction.lifted";
    pub const WALLET_FROZEN: &str = "wallet.frozen";
    pub const WALLET_UNFROZEN: &str = "wallet.unfrozen";
    pub const WIT_ADJUSTED: &str = "wit.adjusted";
    pub const ROLE_PROPOSED: &str = "role.proposed";
    pub const ROLE_REJECTED: &str = "role.rejected";
    pub const ROLE_GRANTED: &str = "role.granted";
    pub const ROLE_REVOKED: &str = "role.revoked";
    pub const WALLET_CHARGED: &str = "wallet.charged";
    pub const REFUND_REQUESTED: &str = "refund.requested";
    pub const REFUND_WITHDRAWN: &str = "refund.withdrawn";
    pub const REFUND_APPROVED: &str = "refund.approved";
    pub const REFUND_REJECTED: &str = "refund.rejected";
    pub const REFUND_REPEATED: &str = "refund.repeated";
    pub const PAYMENT_REFUNDED: &str = "payment.refunded";
    pub const PAYMENT_DISPUTED: &str = "payment.disputed";
    pub const DISPUTE_SETTLED: &str = "dispute.settled";
    pub const EXCHANGE_RATE_SET: &str = "exchange_rate.set";
    pub const PUBLISHER_KEY_REVOKED: &str = "publisher_key.revoked";
    pub const PUBLISHER_KEY_RESTORED: &str = "publisher_key.restored";
    pub const PLUGIN_DOWNLOADED: &str = "plugin.downloaded";
    pub const PLUGIN_REVIEWED: &str = "plugin.reviewed";
    pub const PLUGIN_REVIEW_WITHDRAWN: &str = "plugin.review_withdrawn";
    pub const PLUGIN_STOPPED: &str = "plugin.stopped";
    pub const PLUGIN_RELEASED: &str = "plugin.released";
    pub const PUBLISHER_STOPPED: &str = "publisher.stopped";
    pub const PUBLISHER_RELEASED: &str = "publisher.released";
    pub const FILE_FORBIDDEN: &str = "file.forbidden";
    pub const FILE_ALLOWED: &str = "file.allowed";
}

/// A new audit entry.
pub struct Entry<'a> {
    pub account: Uuid,
    pub kind: &'a str,
    /// The acting account, if it is not the owner.
    pub by: Option<Uuid>,
    pub origin: &'a Origin,
    /// A JSON object; `{}` if the kind needs no details.
    pub details: Value,
}

/// A stored entry.
pub struct Recorded {
    pub account: Uuid,
    pub seq: i64,
    pub at: OffsetDateTime,
    pub kind: String,
    pub actor: Option<Uuid>,
    pub ip: String,
    pub user_agent: String,
    pub details: Value,
    pub hash: Vec<u8>,
}

/// The result of a verification of the hash chain.
pub struct Chain {
    pub entries: i64,
    /// The first entry whose hash does not match.
    pub broken_at: Option<i64>,
}

/// Writes and reads the audit log.
#[derive(Clone)]
pub struct AuditLog {
    pub(super) clock: Clock,
    pub(super) pool: PgPool,
}

impl AuditLog {
    /// Writes an entry in the caller's transaction: it is stored only if the transaction commits.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn record(&self, connection: &mut PgConnection, entry: Entry<'_>) -> Result<()> {
        let facts = json!({
            "ip": entry.origin.ip,
            "userAgent": shortened(&entry.origin.user_agent),
            "details": entry.details,
        });
        sqlx::query("select kernel.record($1, $2, $3, $4, $5)")
            .bind(entry.account)
            .bind(self.clock.now())
            .bind(entry.kind)
            .bind(entry.by)
            .bind(facts)
            .execute(connection)
            .await?;
        Ok(())
    }

    /// A page of an account's log, newest first, with the entries of `window`.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn activity(&self, account: Uuid, window: &Window<i64>) -> Result<Rows<Recorded>> {
        let rows = window.read(
            &self.pool,
            "select account_id, seq, at, kind, actor, personal, hash from kernel.audit_entry
             where account_id = $1 and seq < $2 order by seq desc limit $3 offset $4",
            |query, before| {
                query
                    .bind(account)
                    .bind(before.copied().unwrap_or(i64::MAX))
            },
        );
        rows.await?.read(|row| Ok(Recorded::from_row(row)?))
    }

    /// Verifies an account's hash chain from its first entry to its head.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn verify_activity(&self, account: Uuid) -> Result<Chain> {
        let chain: ChainSummary = sqlx::query_as(
            "with walked as (
                 select e.seq,
                        e.hash = kernel.audit_hash(coalesce(lag(e.hash) over (order by e.seq), '\\x'), e)
                        and (e.personal is null
                             or e.digest = sha256(convert_to(e.personal::text, 'UTF8')))
                        and e.seq = row_number() over (order by e.seq) as fits,
                        e.hash
                 from kernel.audit_entry e where e.account_id = $1
             )
             select count(*) as entries, min(seq) filter (where not fits) as broken,
                    coalesce(max(seq), 0) as last,
                    (select hash from walked order by seq desc limit 1) as last_hash,
                    coalesce((select h.seq from kernel.audit_head h where h.account_id = $1), 0) as head,
                    (select h.hash from kernel.audit_head h where h.account_id = $1) as head_hash
             from walked",
        )
        .bind(account)
        .fetch_one(&self.pool)
        .await?;
        let ends_at_head = chain.last == chain.head && chain.last_hash == chain.head_hash;
        Ok(Chain {
            entries: chain.entries,
            broken_at: chain.broken.or((!ends_at_head).then_some(chain.last + 1)),
        })
    }
}

/// The entries of a chain in the database, beside its stored head.
#[derive(FromRow)]
struct ChainSummary {
    entries: i64,
    broken: Option<i64>,
    last: i64,
    last_hash: Option<Vec<u8>>,
    head: i64,
    head_hash: Option<Vec<u8>>,
}

/// A row of `kernel.audit_entry`.
impl FromRow<'_, PgRow> for Recorded {
    fn from_row(row: &PgRow) -> Result<Self, sqlx::Error> {
        let personal: Option<Value> = row.try_get("personal")?;
        let personal = personal.unwrap_or_default();
        let text = |name: &str| personal[name].as_str().unwrap_or_default().to_owned();
        let details = match &personal["details"] {
            Value::Object(fields) => Value::Object(fields.clone()),
            _ => json!({}),
        };
        Ok(Self {
            account: row.try_get("account_id")?,
            seq: row.try_get("seq")?,
            at: row.try_get("at")?,
            kind: row.try_get("kind")?,
            actor: row.try_get("actor")?,
            ip: text("ip"),
            user_agent: text("userAgent"),
            details,
            hash: row.try_get("hash")?,
        })
    }
}
