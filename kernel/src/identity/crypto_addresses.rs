//! Crypto addresses: a person proves the ownership of an address by signing a message (EIP-191). An address does not
//! sign a person in, and the kernel contacts no blockchain.

use alloy_primitives::Signature;
use sqlx::{PgConnection, PgPool};
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::Origin;
use super::audit::{AuditLog, Entry, kind};
use super::messages::{
    NO_SUCH_WALLET, WALLET_ADDRESS, WALLET_CHALLENGE_EXPIRED, WALLET_CONNECTED, WALLET_LIMIT,
    WALLET_SIGNATURE_INVALID,
};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Catalogue, Error, Problem, Result};
use crate::postgres::begin;
use crate::secret::{Secret, hex};

const MAX_WALLETS: i64 = 5;
const CHALLENGE_LIFETIME: Duration = Duration::minutes(5);
const TICKET_KIND: &str = "wallet";

/// A valid address; a checksum (EIP-55), if present, is correct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address(alloy_primitives::Address);

impl Address {
    /// # Errors
    /// The message for the form field.
    pub fn parse(text: &str) -> Result<Self> {
        Self::read(text).ok_or_else(|| Problem::field("address", WALLET_ADDRESS.text()).into())
    }

    /// `0x` and 40 hexadecimal digits; mixed case is a checksum (EIP-55).
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let digits = text.strip_prefix("0x")?;
        if digits.len() != 40 {
            return None;
        }
        let address: alloy_primitives::Address = text.parse().ok()?;
        let has = |wanted: fn(&u8) -> bool| digits.as_bytes().iter().any(wanted);
        let mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
        (!mixed || address.to_checksum(None) == text).then_some(Self(address))
    }

    /// The address with its checksum, as it is shown to people.
    #[must_use]
    pub fn shown(&self) -> String {
        self.0.to_checksum(None)
    }

    /// The form that the database stores: lower case.
    fn key(&self) -> String {
        format!("0x{}", hex(self.0.as_slice()))
    }
}

/// A connected wallet.
#[derive(Clone, Debug)]
pub struct Wallet {
    /// The address with its checksum.
    pub address: String,
    pub connected_at: OffsetDateTime,
}

/// The message to be signed.
#[derive(Clone, Debug)]
pub struct WalletChallenge {
    pub message: String,
    pub expires_in_s: i64,
}

/// Addresses of browser wallets, each proven by a signed message (EIP-191).
#[derive(Clone)]
pub struct CryptoAddresses {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) secret: Secret,
    pub(super) audit: AuditLog,
}

impl CryptoAddresses {
    /// Returns a person's wallets, oldest first.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn wallets(&self, person: &Person) -> Result<Vec<Wallet>> {
        let rows: Vec<(String, OffsetDateTime)> = sqlx::query_as(
            "select address, connected_at from kernel.wallet
             where account_id = $1 order by connected_at, address",
        )
        .bind(person.id)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .into_iter()
            .map(|(key, connected_at)| Wallet {
                address: Address::read(&key).map_or(key, |address| address.shown()),
                connected_at,
            })
            .collect())
    }

    /// Creates a message for the wallet to sign and invalidates the earlier one. `base` is the site's public address.
    ///
    /// # Errors
    /// The field, `wallet_limit`, `wallet_connected` for a wallet of the same person. Whether another account has the
    /// address is revealed only after its signature was verified.
    pub async fn wallet_challenge(
        &self,
        person: &Person,
        address: &str,
        base: &str,
    ) -> Result<WalletChallenge> {
        let address = Address::parse(address)?;
        let mut connection = self.pool.acquire().await?;
        let (count, is_own): (i64, bool) = sqlx::query_as(
            "select count(*) as count, coalesce(bool_or(address = $2), false) as own
             from kernel.wallet where account_id = $1",
        )
        .bind(person.id)
        .bind(address.key())
        .fetch_one(&mut *connection)
        .await?;
        if is_own {
            return Err(WALLET_CONNECTED.into());
        }
        if count >= MAX_WALLETS {
            return Err(WALLET_LIMIT.into());
        }
        let now = self.clock.now();
        let message = message(base, &address, &hex(&self.rng.bytes::<12>()), now)?;
        sqlx::query(
            "insert into kernel.ticket (hash, kind, account_id, payload, expires_at)
             values ($1, $2, $3, $4, $5)
             on conflict (hash) do update
             set payload = excluded.payload, expires_at = excluded.expires_at",
        )
        .bind(&self.challenge_key(person.id)[..])
        .bind(TICKET_KIND)
        .bind(person.id)
        .bind(serde_json::json!({ "address": address.key(), "message": message }))
        .bind(now + CHALLENGE_LIFETIME)
        .execute(&mut *connection)
        .await?;
        Ok(WalletChallenge {
            message,
            expires_in_s: CHALLENGE_LIFETIME.whole_seconds(),
        })
    }

    /// Connects a wallet with its signature of the challenge. Every attempt uses up the challenge.
    ///
    /// # Errors
    /// The field, `wallet_challenge_expired`, `wallet_signature_invalid`, `wallet_connected`,
    /// `wallet_limit`.
    pub async fn connect_wallet(
        &self,
        person: &Person,
        address: &str,
        signature: &str,
        origin: &Origin,
    ) -> Result<Wallet> {
        let address = Address::parse(address)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let message = self
            .take_challenge(&mut transaction, person.id, &address)
            .await?;
        let refused = match &message {
            None => Some(WALLET_CHALLENGE_EXPIRED),
            Some(message) if !signed(message, signature, &address) => {
                Some(WALLET_SIGNATURE_INVALID)
            }
            Some(_) => {
                self.insert_wallet(&mut transaction, person.id, &address)
                    .await?
            }
        };
        if let Some(problem) = refused {
            transaction.commit().await?;
            return Err(problem.into());
        }
        let shown = address.shown();
        let entry = Entry {
            account: person.id,
            kind: kind::WALLET_CONNECTED,
            by: None,
            origin,
            details: serde_json::json!({ "address": shown }),
        };
        self.audit.record(&mut transaction, entry).await?;
        let connected_at =
            sqlx::query_scalar("select connected_at from kernel.wallet where address = $1")
                .bind(address.key())
                .fetch_one(&mut *transaction)
                .await?;
        transaction.commit().await?;
        Ok(Wallet {
            address: shown,
            connected_at,
        })
    }

    /// Removes the challenge; returns its message if it was for this address and has not expired.
    async fn take_challenge(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        address: &Address,
    ) -> Result<Option<String>> {
        let challenge: Option<(Option<String>, Option<String>, OffsetDateTime)> = sqlx::query_as(
            "delete from kernel.ticket where hash = $1 and kind = $2
             returning payload ->> 'address' as address, payload ->> 'message' as message, expires_at",
        )
        .bind(&self.challenge_key(account)[..])
        .bind(TICKET_KIND)
        .fetch_optional(connection)
        .await?;
        Ok(challenge
            .filter(|(_, _, expires_at)| *expires_at > self.clock.now())
            .filter(|(of, ..)| of.as_ref() == Some(&address.key()))
            .and_then(|(_, message, _)| message))
    }

    /// Stores a wallet, or returns why it cannot. Locks the account's row, so that the limit also holds for concurrent
    /// requests.
    async fn insert_wallet(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
        address: &Address,
    ) -> Result<Option<Catalogue>> {
        sqlx::query("select 1 from kernel.account where id = $1 for no key update")
            .bind(account)
            .execute(&mut *connection)
            .await?;
        let count: i64 =
            sqlx::query_scalar("select count(*) from kernel.wallet where account_id = $1")
                .bind(account)
                .fetch_one(&mut *connection)
                .await?;
        if count >= MAX_WALLETS {
            return Ok(Some(WALLET_LIMIT));
        }
        let kept = sqlx::query(
            "insert into kernel.wallet (address, account_id, connected_at) values ($1, $2, $3)
             on conflict (address) do nothing",
        )
        .bind(address.key())
        .bind(account)
        .bind(self.clock.now())
        .execute(connection)
        .await?;
        Ok((kept.rows_affected() == 0).then_some(WALLET_CONNECTED))
    }

    /// Disconnects one of a person's wallets.
    ///
    /// # Errors
    /// `wallet_not_found`, also for an invalid address.
    pub async fn disconnect_wallet(
        &self,
        person: &Person,
        address: &str,
        origin: &Origin,
    ) -> Result<()> {
        let address = Address::read(address).ok_or(NO_SUCH_WALLET)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let gone = sqlx::query("delete from kernel.wallet where address = $1 and account_id = $2")
            .bind(address.key())
            .bind(person.id)
            .execute(&mut *transaction)
            .await?;
        if gone.rows_affected() == 0 {
            return Err(NO_SUCH_WALLET.into());
        }
        let entry = Entry {
            account: person.id,
            kind: kind::WALLET_DISCONNECTED,
            by: None,
            origin,
            details: serde_json::json!({ "address": address.shown() }),
        };
        self.audit.record(&mut transaction, entry).await?;
        Ok(transaction.commit().await?)
    }

    /// One challenge for each account, so that their number stays limited.
    fn challenge_key(&self, account: Uuid) -> [u8; 32] {
        self.secret
            .derive("wallet challenges")
            .mac(&[account.as_bytes()])
    }
}

/// The message, in the form of EIP-4361 without a chain id.
fn message(base: &str, address: &Address, nonce: &str, now: OffsetDateTime) -> Result<String> {
    let host = base.split_once("://").map_or(base, |(_, host)| host);
    let time = |at: OffsetDateTime| {
        at.replace_nanosecond(0)
            .ok()
            .and_then(|at| at.format(&Rfc3339).ok())
            .ok_or_else(|| Error::internal("the time has no RFC 3339 form"))
    };
    let address = address.shown();
    let (issued, expires) = (time(now)?, time(now + CHALLENGE_LIFETIME)?);
    Ok(format!(
        "{host} wants you to connect your wallet:\n{address}\n\n\
         이 서명은 지갑을 Witverse 계정에 연결하는 데에만 쓰이며, 비용이 들거나 자산이 이동하는 일은 없습니다.\n\
         This signature only connects the wallet to your Witverse account. It costs nothing and moves no assets.\n\n\
         URI: {base}\nVersion: 1\nNonce: {nonce}\nIssued At: {issued}\nExpiration Time: {expires}"
    ))
}

/// Whether the address signed the message with `personal_sign`.
fn signed(message: &str, signature: &str, address: &Address) -> bool {
    // 65 bytes in hexadecimal digits.
    signature.len() <= 132
        && signature
            .parse::<Signature>()
            .ok()
            .and_then(|signature| signature.recover_address_from_msg(message).ok())
            == Some(address.0)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::{Address, message, signed};

    const ADDRESS: &str = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23";
    /// The signature of "Some data", from the documentation of web3.js.
    const SIGNATURE: &str = "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c";

    #[test]
    fn an_address_has_full_length_and_a_valid_checksum() {
        let address = Address::read(ADDRESS).expect("an address");
        assert_eq!(address.shown(), ADDRESS);
        assert_eq!(address.key(), ADDRESS.to_lowercase());
        assert_eq!(Address::read(&ADDRESS.to_lowercase()), Some(address));
        let shouted = format!("0x{}", ADDRESS[2..].to_uppercase());
        assert_eq!(Address::read(&shouted), Some(address));
        for bad in [
            "",
            "0x",
            &ADDRESS[2..],
            &ADDRESS[..41],
            &format!("{ADDRESS}0"),
            &ADDRESS.replace('E', "e"),
            &ADDRESS.replace('7', "g"),
            "0x2c7536E3605D9C16a7a3D7b1898e529396a65c\0\0",
            "0x지갑지갑지갑지갑지갑지갑지",
        ] {
            assert_eq!(Address::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn only_the_key_owner_can_sign() {
        let address = Address::read(ADDRESS).expect("an address");
        assert!(signed("Some data", SIGNATURE, &address));
        assert!(signed("Some data", &SIGNATURE[2..], &address));
        assert!(!signed("Other data", SIGNATURE, &address));
        let other = Address::read(&ADDRESS.to_lowercase().replace('2', "3")).expect("another");
        assert!(!signed("Some data", SIGNATURE, &other));
        let zeros = "0".repeat(130);
        for bad in [
            "",
            "0x",
            "x",
            &SIGNATURE[..130],
            &zeros,
            &"f".repeat(130),
            &"a".repeat(9000),
        ] {
            assert!(!signed("Some data", bad, &address), "{bad:.20}");
        }
    }

    #[test]
    fn the_message_contains_site_purpose_and_expiry() {
        let address = Address::read(ADDRESS).expect("an address");
        let now = datetime!(2026-03-01 12:00:00.123 UTC);
        let text = message("https://witverse.example", &address, "abc", now).expect("a message");
        for part in [
            "witverse.example wants",
            ADDRESS,
            "연결하는 데에만",
            "only connects",
            "URI: https://witverse.example\n",
            "Nonce: abc\n",
            "Issued At: 2026-03-01T12:00:00Z\n",
            "Expiration Time: 2026-03-01T12:05:00Z",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
