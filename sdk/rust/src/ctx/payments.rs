//! Card payments for what the plugin sells, and sealed texts.

use crate::bindings::witverse::plugin::{payments, sealing, types};
use crate::ctx::Text;
use crate::error::{Error, FORBIDDEN, Problem};
use crate::problem;
use crate::time::Timestamp;

/// A payment as the kernel has it, and its state.
pub use payments::{PaymentError, PaymentInfo, PaymentState};

/// The payment is in another state, for example not paid.
pub const PAYMENT_STATE: Problem = problem!(
    409,
    "payment_state",
    "결제 상태가 바뀌었습니다. 새로고침한 뒤 다시 시도해 주세요.",
    "The payment has changed. Please refresh and try again.",
);

/// Card payments; made by [`Ctx::payments`](crate::Ctx::payments).
#[derive(Clone, Copy, Debug)]
pub struct Payments(pub(super) ());

/// A payment of the caller.
#[derive(Clone, Debug)]
pub struct NewPayment<'a> {
    /// The plugin's order; an order has one payment.
    pub reference: &'a str,
    /// Won, 100 to 10,000,000.
    pub won: u64,
    /// At most 60 characters.
    pub title: &'a Text,
    /// At most one hour ahead.
    pub expires_at: Timestamp,
    /// The path that the payer returns to.
    pub return_path: &'a str,
}

impl Payments {
    /// Opens a payment of the caller, in the transaction of the order. Idempotent by the reference.
    pub fn open(&self, new: &NewPayment<'_>) -> Result<PaymentInfo, Error> {
        payments::open(&payments::NewPayment {
            reference: new.reference.to_owned(),
            amount: new.won,
            title: types::Localized {
                ko: new.title.ko.clone(),
                en: new.title.en.clone(),
            },
            expires_at_ms: u64::try_from(new.expires_at.as_millis()).unwrap_or_default(),
            return_path: new.return_path.to_owned(),
        })
        .map_err(problem_of)
    }

    /// The payment of an order.
    pub fn find(&self, reference: &str) -> Result<Option<PaymentInfo>, Error> {
        match payments::find(reference) {
            Ok(info) => Ok(Some(info)),
            Err(PaymentError::NoSuchPayment) => Ok(None),
            Err(error) => Err(problem_of(error)),
        }
    }

    /// Ends an unpaid payment; 409 `payment_state` if it was paid.
    pub fn cancel(&self, reference: &str) -> Result<(), Error> {
        payments::cancel(reference).map_err(problem_of)
    }

    /// Refunds a paid payment, in whole or in part. Idempotent by the key.
    pub fn refund(&self, reference: &str, key: &str, won: u64) -> Result<(), Error> {
        payments::refund(reference, key, won).map_err(problem_of)
    }
}

fn problem_of(error: PaymentError) -> Error {
    match error {
        PaymentError::NotGranted => FORBIDDEN.into(),
        PaymentError::WrongState => PAYMENT_STATE.into(),
        other => Error::internal(format!("a payment: {other:?}")),
    }
}

/// Sealed texts; made by [`Ctx::sealing`](crate::Ctx::sealing).
#[derive(Clone, Copy, Debug)]
pub struct Sealing(pub(super) ());

impl Sealing {
    /// Encrypts a text of at most 16 KiB. `about` names the row that it is stored in.
    pub fn seal(&self, about: &str, text: &[u8]) -> Result<Vec<u8>, Error> {
        sealing::seal(about, text).map_err(Error::internal)
    }

    /// Decrypts; `None` if it was not sealed by this plugin under this name.
    pub fn unseal(&self, about: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        sealing::unseal(about, sealed)
    }
}
