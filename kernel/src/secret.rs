//! The kernel's master secret. Every key is derived from it; it never signs directly.

use chacha20poly1305::XChaCha20Poly1305;
use chacha20poly1305::aead::{Aead, Payload};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// 32 bytes that never leave the process; `Debug` does not show them.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl Secret {
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The secret of a text of the configuration.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        Self(Self([0; 32]).mac(&[text.as_bytes()]))
    }

    /// HMAC-SHA-256 over the parts, each with its length, so that different lists of parts cannot collide.
    #[must_use]
    pub fn mac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any key length will do");
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Derives a key for one purpose.
    #[must_use]
    pub fn derive(&self, purpose: &str) -> Self {
        Self(self.mac(&[b"derive", purpose.as_bytes()]))
    }

    /// Encrypts with authentication (XChaCha20-Poly1305); `about` must be the same for decryption.
    #[must_use]
    pub fn seal(&self, nonce: [u8; 24], about: &[u8], text: &[u8]) -> Vec<u8> {
        let payload = Payload {
            msg: text,
            aad: about,
        };
        let sealed = XChaCha20Poly1305::new(&self.0.into())
            .encrypt(&nonce.into(), payload)
            .expect("texts far below 256 GiB can be sealed");
        [&nonce[..], &sealed].concat()
    }

    /// Decrypts a text that was sealed with this key and `about`.
    #[must_use]
    pub fn open(&self, about: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, body) = sealed.split_first_chunk::<24>()?;
        let payload = Payload {
            msg: body,
            aad: about,
        };
        XChaCha20Poly1305::new(&self.0.into())
            .decrypt(&(*nonce).into(), payload)
            .ok()
    }

    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Whether `tag` is the [`Secret::mac`] of the parts, compared in constant time.
    #[must_use]
    pub fn verify(&self, parts: &[&[u8]], tag: &[u8]) -> bool {
        constant_time_eq(&self.mac(parts), tag)
    }
}

/// Compares in constant time.
#[must_use]
pub fn constant_time_eq(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |diff, (x, y)| diff | (x ^ y)) == 0
}

/// Lower-case hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The bytes of hexadecimal digits; `None` for any other text.
#[must_use]
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    let is_hex = digits.len().is_multiple_of(2) && digits.iter().all(u8::is_ascii_hexdigit);
    let bytes = (0..digits.len()).step_by(2);
    let parsed = bytes.map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok());
    is_hex.then(|| parsed.collect()).flatten()
}

#[cfg(test)]
mod tests {
    use super::{Secret, hex, unhex};

    #[test]
    fn hexadecimal_digits_are_read_as_they_are_written() {
        assert_eq!(hex(&[0, 10, 255]), "000aff");
        assert_eq!(unhex("000aFF"), Some(vec![0, 10, 255]));
        for bad in ["0", "0g", "+1", "한"] {
            assert_eq!(unhex(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_sealed_text_opens_only_for_its_purpose() {
        let secret = Secret::new([7; 32]);
        let sealed = secret.seal([1; 24], b"a", b"text");
        assert_eq!(secret.open(b"a", &sealed).as_deref(), Some(&b"text"[..]));
        assert_eq!(secret.open(b"b", &sealed), None);
        assert_eq!(Secret::new([8; 32]).open(b"a", &sealed), None);
        for cut in 0..sealed.len() {
            assert_eq!(secret.open(b"a", &sealed[..cut]), None);
            let mut bent = sealed.clone();
            bent[cut] ^= 1;
            assert_eq!(secret.open(b"a", &bent), None);
        }
    }
}
