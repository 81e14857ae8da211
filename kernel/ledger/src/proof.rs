//! The hash chain of an account, as its owner can compute it.

use sha2::{Digest, Sha256};
use uuid::Uuid;

/// Times in hashes count microseconds from 2000-01-01T00:00:00Z; this is that moment in microseconds of Unix.
pub const ENTRY_EPOCH_US: i64 = 946_684_800_000_000;

/// The hash before the first entry.
#[must_use]
pub fn genesis(account: Uuid) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"witverse ledger\n");
    hash.update(account.as_bytes());
    hash.finalize().into()
}

/// The hash of an entry: over the hash before it and everything it says. Whole numbers are big-endian and signed.
#[must_use]
#[allow(
    clippy::too_many_arguments,
    reason = "these are the columns of an entry"
)]
pub fn entry_hash(
    before: &[u8; 32],
    account: Uuid,
    seq: i64,
    transfer: Uuid,
    amount: i64,
    balance_after: i64,
    kind: i16,
    at_us: i64,
) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(before);
    hash.update(account.as_bytes());
    hash.update(seq.to_be_bytes());
    hash.update(transfer.as_bytes());
    hash.update(amount.to_be_bytes());
    hash.update(balance_after.to_be_bytes());
    hash.update(kind.to_be_bytes());
    hash.update(at_us.to_be_bytes());
    hash.finalize().into()
}
