//! WIT: the platform's point currency. A plugin moves WIT of the calling person, of its own account and of its holds;
//! its manifest sets the limits.
//!
//! ```toml
//! [capabilities]
//! ledger = [
//!   { op = "charge", per_op = 50, player_day = 500 },    # whole WIT
//!   { op = "hold", per_op = 1000000 },
//! ]
//! ```

use crate::bindings::witverse::plugin::ledger;
use crate::error::{Error, Problem};
use crate::problem;
use crate::sql::{FromValue, Value};
use crate::time::Timestamp;
use crate::uuid::Uuid;
use std::fmt;

/// The payer has too little WIT. The shell offers to buy some.
pub const INSUFFICIENT_WIT: Problem = problem!(
    409,
    "insufficient_wit",
    "보유 WIT가 부족합니다.",
    "Not enough WIT in possession.",
);
/// The caller's own wallet is frozen.
const WALLET_FROZEN: Problem = problem!(
    403,
    "wallet_frozen",
    "회원님의 지갑이 정지되어 WIT를 쓰거나 받을 수 없습니다.",
    "Your wallet is frozen, so you can't spend or receive WIT.",
);
/// One of the wallets is frozen. The text does not name it: other people must not learn about a sanction.
pub const TRANSFER_UNAVAILABLE: Problem = problem!(
    409,
    "wit_transfer_unavailable",
    "지금은 이 WIT를 보낼 수 없습니다.",
    "These WIT can't be sent right now.",
);
const WALLET_CLOSED: Problem = problem!(
    409,
    "wallet_closed",
    "탈퇴한 회원에게는 WIT를 보낼 수 없습니다.",
    "This person has left Witverse and cannot receive WIT.",
);
const AMOUNT_INVALID: Problem = problem!(
    422,
    "amount_invalid",
    "WIT 수량을 다시 확인해 주세요.",
    "Please check the amount of WIT.",
);
const LIMIT_REACHED: Problem = problem!(
    409,
    "wit_limit_reached",
    "오늘 쓸 수 있는 WIT 한도를 넘었습니다.",
    "This is over your WIT limit for today.",
);

/// An amount of WIT in hundredths: never negative, never a float.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wit(u64);

impl Wit {
    /// From whole WIT, as people enter them; `None` on overflow.
    ///
    /// ```
    /// use witverse_sdk::ctx::Wit;
    /// assert_eq!(Wit::whole(7).map(Wit::hundredths), Some(700));
    /// assert_eq!(Wit::whole(u64::MAX), None);
    /// ```
    pub const fn whole(wit: u64) -> Option<Self> {
        match wit.checked_mul(100) {
            Some(hundredths) => Some(Self(hundredths)),
            None => None,
        }
    }

    /// An amount in hundredths of a WIT.
    pub const fn of_hundredths(hundredths: u64) -> Self {
        Self(hundredths)
    }

    /// The amount in hundredths of a WIT.
    pub const fn hundredths(self) -> u64 {
        self.0
    }
}

impl From<Wit> for Value {
    fn from(amount: Wit) -> Self {
        amount.hundredths().into()
    }
}

impl FromValue for Wit {
    const EXPECTED: &'static str = "WIT in hundredths";
    fn from_value(value: &Value) -> Option<Self> {
        u64::from_value(value).map(Self::of_hundredths)
    }
}

impl fmt::Display for Wit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 % 100 {
            0 => write!(f, "{}", self.0 / 100),
            rest => write!(f, "{}.{rest:02}", self.0 / 100),
        }
    }
}

/// The account of a query.
pub use ledger::Party;

/// The reason of a refused movement.
pub use ledger::{LedgerError, LedgerErrorKind};

/// The balance of an account, in hundredths of a WIT.
pub use ledger::Funds;

/// One leg; see [`Ledger::transfer_legs`].
pub use ledger::Leg;

impl Leg {
    /// The caller pays this plugin.
    pub fn charge(amount: Wit, memo: &str) -> Self {
        Self::of(ledger::Operation::Charge, None, amount, memo)
    }

    /// The caller pays a person.
    pub fn give(to: &Uuid, amount: Wit, memo: &str) -> Self {
        Self::of(ledger::Operation::Give, Some(to), amount, memo)
    }

    /// This plugin pays a person, from its own account.
    pub fn reward(to: &Uuid, amount: Wit, memo: &str) -> Self {
        Self::of(ledger::Operation::Reward, Some(to), amount, memo)
    }

    fn of(operation: ledger::Operation, to: Option<&Uuid>, amount: Wit, memo: &str) -> Self {
        Self {
            operation,
            to: to.map(Uuid::to_string),
            amount: amount.0,
            memo: memo.to_owned(),
        }
    }
}

/// One payment; see [`Ledger::collect`].
pub use ledger::Payment;

impl Payment {
    /// Pays a person.
    pub fn to(person: &Uuid, amount: Wit, memo: &str) -> Self {
        Self {
            to: Some(person.to_string()),
            amount: amount.0,
            memo: memo.to_owned(),
        }
    }

    /// Pays this plugin.
    pub fn to_plugin(amount: Wit, memo: &str) -> Self {
        Self {
            to: None,
            amount: amount.0,
            memo: memo.to_owned(),
        }
    }
}

/// An entry of the history.
pub use ledger::Entry;

impl Funds {
    /// The spendable balance.
    pub fn available(&self) -> Wit {
        Wit(u64::try_from(self.balance - self.held).unwrap_or_default())
    }
}

impl From<LedgerError> for Error {
    /// An error that a person can act on becomes the problem of the error catalog; any other is an error of the plugin.
    fn from(error: LedgerError) -> Self {
        match error.kind {
            LedgerErrorKind::Insufficient => INSUFFICIENT_WIT.into(),
            LedgerErrorKind::Frozen => TRANSFER_UNAVAILABLE.into(),
            LedgerErrorKind::Closed | LedgerErrorKind::NoSuchAccount => WALLET_CLOSED.into(),
            LedgerErrorKind::OverLimit => LIMIT_REACHED.into(),
            LedgerErrorKind::Invalid | LedgerErrorKind::Overflow => AMOUNT_INVALID.into(),
            LedgerErrorKind::NotGranted
            | LedgerErrorKind::KeyConflict
            | LedgerErrorKind::NoSuchHold
            | LedgerErrorKind::HoldCaptured
            | LedgerErrorKind::HoldEnded => Error::internal(format!("ledger: {}", error.message)),
        }
    }
}

/// A hold: WIT that stay on their owner's account but cannot be spent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The key for capturing or releasing the hold.
    pub id: Uuid,
    /// Whether a hold with the same key existed before.
    pub replayed: bool,
}

/// WIT; made by [`Ctx::ledger`](crate::Ctx::ledger).
///
/// A refused movement changes nothing, and the transaction can continue. Movements take effect when the request
/// commits.
///
/// **Idempotency.** `charge`, `give`, `reward`, `refund`, `issue`, `transfer_legs` and `hold` take a key that is unique within
/// the plugin. A repeated call with the same key and values succeeds and moves nothing; with other values it fails with
/// `KeyConflict`. `capture` and `release` end a hold once; a second call fails with `HoldCaptured` or `HoldEnded`.
///
/// **Locking.** A movement locks the accounts that it changes, in the order of their ids, until the request ends;
/// `capture` and `release` lock the hold first. Several movements in one request can deadlock with another request. The
/// kernel then repeats the whole request, so a handler need not retry. [`Ledger::transfer_legs`] locks all accounts at
/// once.
#[derive(Clone, Copy, Debug)]
pub struct Ledger(pub(super) ());

impl Ledger {
    /// The balance of an account. Takes no lock: another request can change it before a later movement.
    pub fn balance(&self, of: &Party) -> Result<Funds, LedgerError> {
        ledger::balance(of)
    }

    /// Fails with 403 `wallet_frozen` if the caller's own wallet is frozen. Call it after a movement with another
    /// person failed with `Frozen`, which does not name the frozen wallet.
    ///
    /// # Errors
    /// `wallet_frozen`, or the error of [`Ledger::balance`].
    pub fn require_own_wallet(&self) -> Result<(), Error> {
        match self.balance(&Party::Caller)?.frozen {
            true => Err(WALLET_FROZEN.into()),
            false => Ok(()),
        }
    }

    /// The caller pays this plugin. Idempotent by the key.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, ctx::Wit};
    /// # fn enter(ctx: &Ctx, race: &str) -> Result<(), Error> {
    /// let me = ctx.caller()?;
    /// ctx.ledger().charge(&format!("race/{race}/{}", me.id), Wit::of_hundredths(5_000), "a race")?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn charge(&self, key: &str, amount: Wit, memo: &str) -> Result<(), LedgerError> {
        transfer(ledger::Operation::Charge, key, None, amount, memo)
    }

    /// The caller pays a person. Idempotent by the key.
    pub fn give(&self, key: &str, to: &Uuid, amount: Wit, memo: &str) -> Result<(), LedgerError> {
        transfer(ledger::Operation::Give, key, Some(to), amount, memo)
    }

    /// This plugin pays a person, from its own account. Idempotent by the key.
    pub fn reward(&self, key: &str, to: &Uuid, amount: Wit, memo: &str) -> Result<(), LedgerError> {
        transfer(ledger::Operation::Reward, key, Some(to), amount, memo)
    }

    /// Gives back to a person all or a part of what they have paid to this plugin, from its own account and within the grant
    /// `reward`. `charge` is the key of the payment ([`Ledger::charge`], [`Ledger::give`], [`Ledger::transfer_legs`],
    /// [`Ledger::hold`], [`Ledger::give_mandate`]), or the id of a charge, a hold or a mandate that was collected. Use it in place
    /// of [`Ledger::reward`] for all that goes back: WIT that the person had bought can then be refunded as before, while those of
    /// a reward cannot. Idempotent by the key.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid, ctx::Wit};
    /// # fn call_off(ctx: &Ctx, race: &str, runner: &Uuid) -> Result<(), Error> {
    /// let (key, charge) = (format!("back/{race}/{runner}"), format!("race/{race}/{runner}"));
    /// ctx.ledger().refund(&key, runner, Wit::of_hundredths(5_000), "a race", &charge)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// `NoSuchHold` if this person has paid nothing to this plugin under `charge`; those of [`Ledger::reward`].
    pub fn refund(
        &self,
        key: &str,
        to: &Uuid,
        amount: Wit,
        memo: &str,
        charge: &str,
    ) -> Result<(), LedgerError> {
        ledger::refund(&ledger::NewRefund {
            key: key.to_owned(),
            charge: charge.to_owned(),
            to: to.to_string(),
            amount: amount.0,
            memo: memo.to_owned(),
        })
        .map(|_| ())
    }

    /// The platform pays a person. System plugins only. Idempotent by the key.
    pub fn issue(&self, key: &str, to: &Uuid, amount: Wit, memo: &str) -> Result<(), LedgerError> {
        transfer(ledger::Operation::Issue, key, Some(to), amount, memo)
    }

    /// Makes several movements under one key, all or none, in their order, for example a price with a royalty. At most
    /// 64 legs; the message of an error names the first leg that was refused. Returns the id of the movement. Idempotent by the
    /// key and the legs.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid, ctx::{Leg, Wit}};
    /// # fn sell(ctx: &Ctx, sale: &str, seller: &Uuid, maker: &Uuid) -> Result<(), Error> {
    /// ctx.ledger().transfer_legs(&format!("sale/{sale}"), &[
    ///     Leg::give(seller, Wit::of_hundredths(9_500), "price"),
    ///     Leg::give(maker, Wit::of_hundredths(500), "royalty"),
    /// ])?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn transfer_legs(&self, key: &str, legs: &[Leg]) -> Result<Uuid, LedgerError> {
        ledger::transfer_legs(key, legs).map(|posting| Uuid::trusted(posting.id))
    }

    /// Counts what the caller paid under this key as spent in a world, where it earns witch points. `key` is that of
    /// [`Ledger::charge`], [`Ledger::give`] or [`Ledger::transfer_legs`] before. Needs the capability `spending`.
    /// Idempotent.
    ///
    /// # Errors
    /// `Invalid` if nothing was moved under the key, `NoSuchAccount` for an unknown world.
    pub fn count_spending(&self, key: &str, world: &Uuid) -> Result<(), LedgerError> {
        ledger::count_spending(key, world.as_str())
    }

    /// As [`Ledger::count_spending`], of a payment that was given back in part: counts at most `kept`.
    ///
    /// # Errors
    /// As [`Ledger::count_spending`]; `Invalid` if nothing was kept.
    pub fn count_spending_kept(
        &self,
        key: &str,
        world: &Uuid,
        kept: Wit,
    ) -> Result<(), LedgerError> {
        ledger::count_spending_kept(key, world.as_str(), kept.0)
    }

    /// Holds WIT of the caller until `expires_at`, at most 366 days ahead. If `to` is `None`, the capture names the
    /// receiver. Idempotent by the key; the values include `to` and `expires_at`. The kernel releases an expired hold.
    pub fn hold(
        &self,
        key: &str,
        to: Option<&Uuid>,
        amount: Wit,
        expires_at: Timestamp,
        memo: &str,
    ) -> Result<Hold, LedgerError> {
        let posting = ledger::hold(&ledger::NewHold {
            key: key.to_owned(),
            to: to.map(Uuid::to_string),
            amount: amount.0,
            memo: memo.to_owned(),
            expires_at_ms: u64::try_from(expires_at.as_millis()).unwrap_or_default(),
        })?;
        Ok(Hold {
            id: Uuid::trusted(posting.id),
            replayed: posting.replayed,
        })
    }

    /// Captures a hold of this plugin. `to` names the receiver if the hold has none. If `amount` is less than the hold,
    /// the rest is released. Locks the hold, then the accounts.
    ///
    /// # Errors
    /// `HoldCaptured` or `HoldEnded` if the hold was captured, released or has expired before; `Frozen`, `Closed`.
    pub fn capture(
        &self,
        hold: &Uuid,
        to: Option<&Uuid>,
        amount: Option<Wit>,
    ) -> Result<(), LedgerError> {
        let to = to.map(Uuid::to_string);
        ledger::capture(hold.as_str(), to.as_deref(), amount.map(Wit::hundredths)).map(|_| ())
    }

    /// Collects a charge that the caller has confirmed, by its id (`pay` in the plugin's page): its WIT move to the plugin's
    /// own account. `amount` is what the plugin asked for; if more was confirmed, the rest returns to the caller. Needs the
    /// grant `charge`. For installed plugins, which have no other way to take WIT.
    ///
    /// # Errors
    /// `NoSuchHold` for an unknown charge or that of another person, `HoldCaptured` if it was collected before, `HoldEnded`
    /// after ten minutes, `Invalid` if less was confirmed.
    pub fn collect_charge(&self, charge: &Uuid, amount: Wit) -> Result<(), LedgerError> {
        ledger::capture(charge.as_str(), None, Some(amount.hundredths())).map(|_| ())
    }

    /// Releases a hold of this plugin.
    ///
    /// # Errors
    /// `HoldCaptured` or `HoldEnded` if the hold was captured, or released by a call or by its expiry, before.
    pub fn release(&self, hold: &Uuid) -> Result<(), LedgerError> {
        ledger::release(hold.as_str())
    }

    /// The caller permits this plugin to collect up to `amount` from them once, until `expires_at`, at most 366 days ahead.
    /// Reserves nothing. Needs the grant `mandate`; system plugins only. Returns the id of the mandate. Idempotent by the
    /// key.
    pub fn give_mandate(
        &self,
        key: &str,
        amount: Wit,
        expires_at: Timestamp,
    ) -> Result<Uuid, LedgerError> {
        let posting = ledger::give_mandate(&ledger::NewMandate {
            key: key.to_owned(),
            amount: amount.0,
            expires_at_ms: u64::try_from(expires_at.as_millis()).unwrap_or_default(),
        })?;
        Ok(Uuid::trusted(posting.id))
    }

    /// Collects a mandate of this plugin: the person who gave it pays all payments or none.
    ///
    /// # Errors
    /// `Insufficient` if their balance is too low now; the mandate stays open. `HoldCaptured` or `HoldEnded` if it was
    /// collected, revoked or has expired before.
    pub fn collect(&self, mandate: &Uuid, payments: &[Payment]) -> Result<(), LedgerError> {
        ledger::collect(mandate.as_str(), payments)
    }

    /// Ends a mandate of this plugin.
    ///
    /// # Errors
    /// `HoldCaptured` or `HoldEnded` if it has ended before.
    pub fn revoke_mandate(&self, mandate: &Uuid) -> Result<(), LedgerError> {
        ledger::revoke_mandate(mandate.as_str())
    }

    /// This plugin's movements on an account, newest first, at most 100.
    pub fn history(
        &self,
        of: &Party,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Entry>, LedgerError> {
        ledger::history(of, before, limit)
    }
}

fn transfer(
    operation: ledger::Operation,
    key: &str,
    to: Option<&Uuid>,
    amount: Wit,
    memo: &str,
) -> Result<(), LedgerError> {
    ledger::transfer(&ledger::Movement {
        operation,
        key: key.to_owned(),
        to: to.map(Uuid::to_string),
        amount: amount.0,
        memo: memo.to_owned(),
    })
    .map(|_| ())
}
