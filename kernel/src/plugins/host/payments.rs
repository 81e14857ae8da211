//! Card payments for plugins, the encryption of what they store about people, and the parcels that they follow. The plugin never names the payer, the
//! provider or the payment's id: the payer is the caller, and a payment is found by the plugin's own reference.

use time::{Duration, OffsetDateTime};
use witverse_runtime::PaymentBackend;
use witverse_runtime::types::{
    NewCardPayment, PaymentError, PaymentInfo, PaymentState, TrackingError,
};

use super::{Answer, PluginHost, out_of_reach};
use crate::unit_of_work::{FollowedParcel, PluginPaymentOrder, PluginPaymentRow, PluginRefund};

/// The amounts of a payment, in won.
const PRICES: std::ops::RangeInclusive<u64> = 100..=10_000_000;
const MAX_NAME_BYTES: usize = 100;
const MAX_TITLE_CHARS: usize = 60;
const MAX_PATH_BYTES: usize = 200;
const LONGEST: Duration = Duration::hours(1);
/// The first question about a parcel: a new number is unknown to its carrier for a while.
const FIRST_LOOK: Duration = Duration::minutes(30);
const MAX_SEALED_BYTES: usize = 16 << 10;
const MAX_ABOUT_BYTES: usize = 200;

type Tried<T> = Result<T, PaymentError>;

impl PaymentBackend for PluginHost {
    async fn open_payment(&mut self, new: NewCardPayment) -> Answer<Tried<PaymentInfo>> {
        let order = match self.planned_payment(new) {
            Ok(order) => order,
            Err(error) => return Ok(Err(error)),
        };
        let (payer, reference) = (order.payer, order.reference.clone());
        let outcome = self
            .work()
            .payment_open(order)
            .await
            .map_err(out_of_reach)?;
        if let Err(error) = outcome_of(&outcome) {
            return Ok(Err(error));
        }
        let found = self.find_payment(reference).await?;
        // A payment of another person under this reference was refused above.
        debug_assert!(
            found
                .as_ref()
                .is_ok_and(|found| found.payer == payer.hyphenated().to_string())
        );
        Ok(found)
    }

    async fn find_payment(&mut self, reference: String) -> Answer<Tried<PaymentInfo>> {
        if !self.may_take_payments() {
            return Ok(Err(PaymentError::NotGranted));
        }
        if !is_name(&reference) {
            return Ok(Err(PaymentError::NoSuchPayment));
        }
        let plugin = self.plugin.id.to_string();
        let row = self
            .work()
            .payment_find(&plugin, &reference)
            .await
            .map_err(out_of_reach)?;
        match row {
            Some(row) => Ok(Ok(info(row, reference)?)),
            None => Ok(Err(PaymentError::NoSuchPayment)),
        }
    }

    async fn cancel_payment(&mut self, reference: String) -> Answer<Tried<()>> {
        if !self.may_take_payments() {
            return Ok(Err(PaymentError::NotGranted));
        }
        if !is_name(&reference) {
            return Ok(Err(PaymentError::NoSuchPayment));
        }
        let (plugin, now) = (self.plugin.id.to_string(), self.now());
        let outcome = self
            .work()
            .payment_cancel(&plugin, &reference, now)
            .await
            .map_err(out_of_reach)?;
        Ok(outcome_of(&outcome))
    }

    async fn refund_payment(
        &mut self,
        reference: String,
        key: String,
        amount: u64,
    ) -> Answer<Tried<()>> {
        if !self.may_take_payments() {
            return Ok(Err(PaymentError::NotGranted));
        }
        let amount = i64::try_from(amount).ok().filter(|amount| *amount > 0);
        let (Some(amount), true, true) = (amount, is_name(&reference), is_name(&key)) else {
            return Ok(Err(PaymentError::Invalid));
        };
        let rng = &self.context.platform.rng;
        let refund = PluginRefund {
            plugin: self.plugin.id.to_string(),
            reference,
            key,
            amount,
            refund: rng.uuid(self.context.now_ms),
            delivery: rng.uuid(self.context.now_ms),
            at: self.now(),
        };
        let outcome = self
            .work()
            .payment_refund(refund)
            .await
            .map_err(out_of_reach)?;
        Ok(outcome_of(&outcome))
    }

    async fn follow_parcel(
        &mut self,
        reference: String,
        carrier: String,
        number: String,
    ) -> Answer<Result<bool, TrackingError>> {
        if !self.plugin.manifest().capabilities.tracking {
            return Ok(Err(TrackingError::NotGranted));
        }
        if !is_name(&reference) || !is_code(&carrier, 20) || !is_code(&number, 40) {
            return Ok(Err(TrackingError::Invalid));
        }
        if !self
            .context
            .platform
            .tracked_carriers
            .contains(&carrier.as_str())
        {
            return Ok(Ok(false));
        }
        let now = self.now();
        let parcel = FollowedParcel {
            plugin: self.plugin.id.to_string(),
            reference,
            carrier,
            number,
            at: now,
            look_at: now + FIRST_LOOK,
        };
        self.work()
            .follow_parcel(parcel)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(true))
    }

    fn seal(&mut self, about: String, text: Vec<u8>) -> Answer<Result<Vec<u8>, String>> {
        self.need(self.plugin.manifest().capabilities.sealing, "sealing")?;
        if text.len() > MAX_SEALED_BYTES || about.len() > MAX_ABOUT_BYTES {
            return Ok(Err(format!(
                "a sealed text has at most {MAX_SEALED_BYTES} bytes, its name {MAX_ABOUT_BYTES}"
            )));
        }
        let nonce = self.context.platform.rng.bytes::<24>();
        Ok(Ok(self.seal_key().seal(nonce, about.as_bytes(), &text)))
    }

    fn unseal(&mut self, about: String, sealed: Vec<u8>) -> Answer<Option<Vec<u8>>> {
        self.need(self.plugin.manifest().capabilities.sealing, "sealing")?;
        Ok(self.seal_key().open(about.as_bytes(), &sealed))
    }
}

impl PluginHost {
    fn may_take_payments(&self) -> bool {
        self.plugin.manifest().capabilities.payments
    }

    /// The key of this plugin.
    fn seal_key(&self) -> crate::secret::Secret {
        let id = self.plugin.id.as_str();
        self.context.platform.seal_key.derive(id)
    }

    fn planned_payment(&self, new: NewCardPayment) -> Tried<PluginPaymentOrder> {
        let payer = self.context.actor.person().map(|person| person.id);
        let (Some(payer), true) = (payer, self.may_take_payments()) else {
            return Err(PaymentError::NotGranted);
        };
        let now = self.now();
        let expires_at = i128::from(new.expires_at_ms) * 1_000_000;
        let expires_at = OffsetDateTime::from_unix_timestamp_nanos(expires_at)
            .map_err(|_| PaymentError::Invalid)?;
        let is_title = |title: &str| {
            (1..=MAX_TITLE_CHARS).contains(&witverse_text::length(title))
                && !title.chars().any(char::is_control)
        };
        let fits = is_name(&new.reference)
            && PRICES.contains(&new.amount)
            && is_title(&new.title.ko)
            && is_title(&new.title.en)
            && is_return_path(&new.return_path)
            && now < expires_at
            && expires_at <= now + LONGEST;
        if !fits {
            return Err(PaymentError::Invalid);
        }
        Ok(PluginPaymentOrder {
            id: self.context.platform.rng.uuid(self.context.now_ms),
            plugin: self.plugin.id.to_string(),
            reference: new.reference,
            payer,
            price: i64::try_from(new.amount).map_err(|_| PaymentError::Invalid)?,
            title_ko: new.title.ko,
            title_en: new.title.en,
            return_path: new.return_path,
            at: now,
            expires_at,
        })
    }
}

/// The error of an outcome of the database; an empty outcome is success.
fn outcome_of(outcome: &str) -> Tried<()> {
    match outcome {
        "" => Ok(()),
        "missing" => Err(PaymentError::NoSuchPayment),
        "too_much" => Err(PaymentError::TooMuch),
        "conflict" => Err(PaymentError::KeyConflict),
        _ => Err(PaymentError::WrongState),
    }
}

fn info(row: PluginPaymentRow, reference: String) -> Answer<PaymentInfo> {
    let state = match row.state.as_str() {
        "created" => PaymentState::Created,
        "paid" => PaymentState::Paid,
        "failed" => PaymentState::Failed,
        "cancelled" => PaymentState::Cancelled,
        "expired" => PaymentState::Expired,
        "voided" => PaymentState::Voided,
        "refunded" => PaymentState::Refunded,
        "disputed" => PaymentState::Disputed,
        other => return Err(out_of_reach(format!("the payment state {other:?}"))),
    };
    let expires_at_ms = row.expires_at.unix_timestamp_nanos() / 1_000_000;
    Ok(PaymentInfo {
        id: row.id.hyphenated().to_string(),
        reference,
        payer: row.account_id.hyphenated().to_string(),
        state,
        amount: u64::try_from(row.price).unwrap_or_default(),
        refunded: u64::try_from(row.refunded).unwrap_or_default(),
        expires_at_ms: u64::try_from(expires_at_ms).unwrap_or_default(),
    })
}

fn is_name(text: &str) -> bool {
    (1..=MAX_NAME_BYTES).contains(&text.len()) && !text.contains('\0')
}

/// A code of a carrier, or a tracking number.
fn is_code(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// A path of the shell, with a query of plain characters.
fn is_return_path(path: &str) -> bool {
    path.len() <= MAX_PATH_BYTES
        && path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'?' | b'=' | b'&')
        })
}

#[cfg(test)]
mod tests {
    use super::is_return_path;

    #[test]
    fn payers_return_to_paths_of_this_origin() {
        for path in ["/order", "/order/complete?order=0190-a&x=1"] {
            assert!(is_return_path(path), "{path}");
        }
        for path in [
            "",
            "order",
            "//host",
            "https://host",
            "/a#b",
            "/a b",
            "/a\"b",
            "/\\a",
        ] {
            assert!(!is_return_path(path), "{path}");
        }
    }
}
