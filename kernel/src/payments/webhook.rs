//! Standard Webhooks: verifies sender and time of a webhook. Of its content only the payment id is used.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use time::{Duration, OffsetDateTime};

use crate::secret::constant_time_eq;

/// The allowed difference between a webhook's time and the kernel's clock.
const TOLERANCE: Duration = Duration::minutes(5);
/// The longest id of a webhook, in bytes.
const MAX_ID_BYTES: usize = 200;
/// The maximum number of signatures of one webhook; a sender that rotates its secret sends two.
const MAX_SIGNATURES: usize = 8;

/// A webhook as it arrived.
#[derive(Clone, Copy, Debug)]
pub struct Delivered<'a> {
    /// `webhook-id`
    pub id: Option<&'a str>,
    /// `webhook-timestamp`, in seconds
    pub timestamp: Option<&'a str>,
    /// `webhook-signature`: `v1,` and base64, several with a space in between
    pub signature: Option<&'a str>,
    /// `authorization`, which some senders use for their signature.
    pub authorization: Option<&'a str>,
    pub body: &'a [u8],
}

/// The key that a sender signs with.
#[derive(Clone)]
pub struct WebhookKey(Vec<u8>);

impl std::fmt::Debug for WebhookKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("WebhookKey(…)")
    }
}

impl WebhookKey {
    #[must_use]
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Parses a secret as senders show it: `whsec_` and base64. `None` if it is invalid or too short to be secure.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let encoded = text.trim();
        let encoded = encoded.strip_prefix("whsec_").unwrap_or(encoded);
        let bytes = STANDARD.decode(encoded).ok()?;
        (bytes.len() >= 16).then_some(Self(bytes))
    }

    /// The signature of a webhook, in the form of its header.
    #[must_use]
    pub fn sign(&self, id: &str, timestamp: i64, body: &[u8]) -> String {
        let tag = self.tag(id, &timestamp.to_string(), body);
        format!("v1,{}", STANDARD.encode(tag))
    }

    fn tag(&self, id: &str, timestamp: &str, body: &[u8]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key length will do");
        for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// The id of a webhook that was signed with this key recently.
    #[must_use]
    pub fn verify<'a>(&self, notice: &Delivered<'a>, now: OffsetDateTime) -> Option<&'a str> {
        let (id, timestamp) = (notice.id?, notice.timestamp?);
        let plain = |c: char| c.is_ascii_graphic() && c != '.';
        if id.is_empty() || id.len() > MAX_ID_BYTES || !id.chars().all(plain) {
            return None;
        }
        // Digits only: senders write no other number format.
        if timestamp.len() > 12 || !timestamp.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let sent = OffsetDateTime::from_unix_timestamp(timestamp.parse().ok()?).ok()?;
        if (now - sent).abs() > TOLERANCE {
            return None;
        }
        let expected = self.tag(id, timestamp, notice.body);
        let signatures = notice.signature?.split(' ').take(MAX_SIGNATURES);
        // Every signature is compared, also after a match.
        let fits = signatures
            .filter_map(|signature| STANDARD.decode(signature.strip_prefix("v1,")?).ok())
            .fold(false, |fits, tag| fits | constant_time_eq(&expected, &tag));
        fits.then_some(id)
    }
}

#[cfg(test)]
mod tests {
    use time::{Duration, OffsetDateTime};

    use super::{Delivered, WebhookKey};

    fn notice<'a>(
        id: &'a str,
        timestamp: &'a str,
        signature: &'a str,
        body: &'a [u8],
    ) -> Delivered<'a> {
        Delivered {
            id: Some(id),
            timestamp: Some(timestamp),
            signature: Some(signature),
            authorization: None,
            body,
        }
    }

    /// The example of the specification.
    #[test]
    fn the_specifications_example_verifies() {
        let key = WebhookKey::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").expect("a secret");
        let body = br#"{"test": 2432232314}"#;
        let (id, timestamp) = ("msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330");
        let signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        assert_eq!(key.sign(id, 1_614_265_330, body), signature);
        let now = OffsetDateTime::from_unix_timestamp(1_614_265_330).expect("a time");
        let verify = |notice: &Delivered<'_>, late: i64| {
            key.verify(notice, now + Duration::seconds(late)).is_some()
        };
        let good = notice(id, timestamp, signature, body);
        assert!(verify(&good, 0) && verify(&good, 300) && verify(&good, -300));
        assert!(!verify(&good, 301), "too old");
        assert!(!verify(&good, -301), "from the future");
        for several in [
            format!("v1,AAAA {signature}"),
            format!("v1a,xyz v2,abc {signature} v1,"),
        ] {
            assert!(
                verify(&notice(id, timestamp, &several, body), 0),
                "{several}"
            );
        }
    }

    #[test]
    fn a_changed_webhook_is_refused() {
        let key = WebhookKey::new(vec![7; 32]);
        let now = OffsetDateTime::from_unix_timestamp(1_700_000_000).expect("a time");
        let signature = key.sign("msg_1", 1_700_000_000, b"{}");
        let verify = |notice: &Delivered<'_>| key.verify(notice, now).is_some();
        assert!(verify(&notice("msg_1", "1700000000", &signature, b"{}")));
        for bad in [
            notice("msg_2", "1700000000", &signature, b"{}"),
            notice("msg_1", "1700000001", &signature, b"{}"),
            notice("msg_1", "1700000000", &signature, b"{ }"),
            notice("msg_1", "+1700000000", &signature, b"{}"),
            notice("msg_1", " 1700000000", &signature, b"{}"),
            notice("msg_1", "9999999999999", &signature, b"{}"),
            notice("msg_1", "", &signature, b"{}"),
            notice("msg_1", "x", &signature, b"{}"),
            notice("", "1700000000", &signature, b"{}"),
            notice("a b", "1700000000", &signature, b"{}"),
            notice("msg_1", "1700000000", "", b"{}"),
            notice("msg_1", "1700000000", "v1,", b"{}"),
            notice("msg_1", "1700000000", &signature[3..], b"{}"),
            notice("msg_1", "1700000000", &signature[..20], b"{}"),
            notice("msg_1", "1700000000", &signature.replace("v1", "v2"), b"{}"),
        ] {
            assert!(!verify(&bad), "{bad:?}");
        }
        let unsigned = Delivered {
            signature: None,
            ..notice("msg_1", "1700000000", "", b"{}")
        };
        assert!(!verify(&unsigned));
        let other = WebhookKey::new(vec![8; 32]);
        let good = notice("msg_1", "1700000000", &signature, b"{}");
        assert_eq!(other.verify(&good, now), None);
    }

    #[test]
    fn the_boundary_of_id_and_body_is_signed() {
        let key = WebhookKey::new(vec![7; 32]);
        let now = OffsetDateTime::from_unix_timestamp(1_700_000_000).expect("a time");
        // The same text, split at another position: an id with a dot is refused.
        let signature = key.sign("a", 1_700_000_000, b"1700000000.{}");
        let sent = notice("a", "1700000000", &signature, b"1700000000.{}");
        assert_eq!(key.verify(&sent, now), Some("a"));
        let shifted = notice("a.1700000000", "1700000000", &signature, b"{}");
        assert_eq!(key.verify(&shifted, now), None);
    }

    #[test]
    fn a_short_secret_is_refused() {
        for bad in ["", "whsec_", "whsec_AAAA", "whsec_not base64", "AAAA"] {
            assert!(WebhookKey::parse(bad).is_none(), "{bad}");
        }
    }
}
