//! The hash chain of an account, in the form that its owner can verify.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::Link;

/// Times in hashes are microseconds since 2000-01-01T00:00:00Z; this is that time in microseconds of Unix.
pub const ENTRY_EPOCH_US: i64 = 946_684_800_000_000;

/// The hash before the first entry.
#[must_use]
pub fn genesis(account: Uuid) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"witverse ledger\n");
    hash.update(account.as_bytes());
    hash.finalize().into()
}

/// The bytes of a movement that are equal for both sides (`ledger.record` in the database). The time is in microseconds
/// since [`ENTRY_EPOCH_US`].
pub(crate) fn record(
    transfer: Uuid,
    (payer, payee): (Uuid, Uuid),
    amount: i64,
    kind: i16,
    at_us: i64,
) -> [u8; 66] {
    let mut record = [0; 66];
    record[..16].copy_from_slice(transfer.as_bytes());
    record[16..32].copy_from_slice(payer.as_bytes());
    record[32..48].copy_from_slice(payee.as_bytes());
    record[48..56].copy_from_slice(&amount.to_be_bytes());
    record[56..58].copy_from_slice(&kind.to_be_bytes());
    record[58..].copy_from_slice(&at_us.to_be_bytes());
    record
}

/// The hash of an entry of `account`, over the previous hash and the entry's data. Integers are signed and big-endian.
/// Form 1 repeats the number and the balance, which follow from the earlier entries, and excludes the other account;
/// form 2 is equal for both sides of a movement.
#[must_use]
pub fn entry_hash(before: &[u8; 32], account: Uuid, entry: &Link) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(before);
    if entry.form == 1 {
        hash.update(account.as_bytes());
        hash.update(entry.seq.to_be_bytes());
        hash.update(entry.transfer.as_bytes());
        hash.update(entry.amount.to_be_bytes());
        hash.update(entry.balance_after.to_be_bytes());
        hash.update(entry.kind.to_be_bytes());
        hash.update(entry.at_us.to_be_bytes());
    } else {
        let (payer, payee, amount) = if entry.other == account {
            (account, account, entry.amount)
        } else if entry.amount < 0 {
            (account, entry.other, -entry.amount)
        } else {
            (entry.other, account, entry.amount)
        };
        hash.update(record(
            entry.transfer,
            (payer, payee),
            amount,
            entry.kind,
            entry.at_us,
        ));
    }
    hash.finalize().into()
}
