//! Verifies Apple's signatures: a JWS whose certificate chain ends at the root that the operator has pinned. The pinned
//! root is what makes a chain Apple's.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use rustls::pki_types::{CertificateDer, UnixTime};
use serde::Deserialize;
use serde_json::Value;
use time::{Duration, OffsetDateTime};
use webpki::ring::{ECDSA_P256_SHA256, ECDSA_P256_SHA384, ECDSA_P384_SHA256, ECDSA_P384_SHA384};
use webpki::{ExtendedKeyUsageValidator, KeyPurposeIdIter};
use x509_parser::certificate::X509Certificate;
use x509_parser::der_parser::asn1_rs::oid;
use x509_parser::der_parser::oid::Oid;
use x509_parser::prelude::FromDer;

/// The largest JWS that is parsed, in bytes.
const MAX_BYTES: usize = 64 * 1024;
/// How far a signature's time may be in the future.
const AHEAD: Duration = Duration::minutes(5);

/// A pinned root certificate.
pub(super) struct Root(Vec<u8>);

#[derive(Deserialize)]
struct Header {
    alg: String,
    x5c: Vec<String>,
}

/// Apple marks the usage of these certificates with extensions of its own.
struct AnyUsage;

impl ExtendedKeyUsageValidator for AnyUsage {
    fn validate(&self, _: KeyPurposeIdIter<'_, '_>) -> Result<(), webpki::Error> {
        Ok(())
    }
}

/// The extension of certificates that sign store data (on the leaf).
fn of_leaf() -> Oid<'static> {
    oid!(1.2.840.113635.100.6.11.1)
}

/// The extension of the authority that issues them (on the intermediate).
fn of_intermediate() -> Oid<'static> {
    oid!(1.2.840.113635.100.6.2.1)
}

impl Root {
    /// Parses a self-signed certificate, as DER or PEM.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let der = match x509_parser::pem::parse_x509_pem(bytes) {
            Ok((_, pem)) => pem.contents,
            Err(_) => bytes.to_vec(),
        };
        let root = certificate(&der)?;
        let signs_itself = root.verify_signature(None).is_ok() && root.is_ca();
        if !signs_itself {
            return Err("not a self-signed CA certificate".into());
        }
        Ok(Self(der))
    }

    /// The payload of a JWS that was signed under this root, and its signing time.
    ///
    /// # Errors
    /// Why it is refused, for the log.
    pub(super) fn verify(
        &self,
        jws: &str,
        now: OffsetDateTime,
    ) -> Result<(Value, OffsetDateTime), String> {
        if jws.len() > MAX_BYTES {
            return Err(format!("the JWS has more than {MAX_BYTES} bytes"));
        }
        let mut parts = jws.split('.');
        let (Some(header), Some(payload), Some(signature), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err("not a JWS in compact form".into());
        };
        let signed = &jws[..header.len() + 1 + payload.len()];
        let part = |text: &str| URL_SAFE_NO_PAD.decode(text).map_err(|_| "not base64");
        let header: Header =
            serde_json::from_slice(&part(header)?).map_err(|error| error.to_string())?;
        if header.alg != "ES256" {
            return Err("the algorithm of the JWS is not ES256".into());
        }
        let content: Value =
            serde_json::from_slice(&part(payload)?).map_err(|error| error.to_string())?;
        let at = signed_at(&content)?;
        if at > now + AHEAD {
            return Err("signedDate is in the future".into());
        }
        let key = self.key(&header.x5c, at)?;
        let signature =
            Signature::from_slice(&part(signature)?).map_err(|_| "not an ES256 signature")?;
        key.verify(signed.as_bytes(), &signature)
            .map_err(|_| "the signature is invalid")?;
        Ok((content, at))
    }

    /// The key of the leaf, if the chain was valid at a time.
    fn key(&self, chain: &[String], at: OffsetDateTime) -> Result<VerifyingKey, String> {
        let [leaf, intermediate, root] = chain else {
            return Err("the certificate chain does not have three certificates".into());
        };
        let der = |text: &String| STANDARD.decode(text).map_err(|_| "not base64".to_owned());
        let (leaf, intermediate, root) = (der(leaf)?, der(intermediate)?, der(root)?);
        if root != self.0 {
            return Err("the chain does not end in the configured root certificate".into());
        }
        self.verify_chain(&leaf, &intermediate, at)?;
        let (leaf, intermediate) = (certificate(&leaf)?, certificate(&intermediate)?);
        let usage = intermediate.key_usage().ok().flatten();
        if usage.is_some_and(|usage| !usage.value.key_cert_sign()) {
            return Err("the intermediate certificate may not sign certificates".into());
        }
        let marked = |one: &X509Certificate<'_>, mark: Oid<'static>| {
            matches!(one.get_extension_unique(&mark), Ok(Some(_)))
        };
        if !marked(&leaf, of_leaf()) || !marked(&intermediate, of_intermediate()) {
            return Err("the certificates lack Apple's extensions for store receipts".into());
        }
        let key = &leaf.public_key().subject_public_key.data;
        VerifyingKey::from_sec1_bytes(key)
            .map_err(|_| "the public key is not on the curve P-256".into())
    }

    /// Checks signatures, validity and constraints of the chain at a time.
    fn verify_chain(
        &self,
        leaf: &[u8],
        intermediate: &[u8],
        at: OffsetDateTime,
    ) -> Result<(), String> {
        let (root, leaf) = (CertificateDer::from(&*self.0), CertificateDer::from(leaf));
        let invalid = |error: webpki::Error| format!("invalid certificate chain: {error}");
        let anchor = webpki::anchor_from_trusted_cert(&root).map_err(invalid)?;
        let since_epoch =
            u64::try_from(at.unix_timestamp()).map_err(|_| "the signing time is before 1970")?;
        webpki::EndEntityCert::try_from(&leaf)
            .and_then(|leaf| {
                leaf.verify_for_usage(
                    &[
                        ECDSA_P256_SHA256,
                        ECDSA_P256_SHA384,
                        ECDSA_P384_SHA256,
                        ECDSA_P384_SHA384,
                    ],
                    &[anchor],
                    &[CertificateDer::from(intermediate)],
                    UnixTime::since_unix_epoch(std::time::Duration::from_secs(since_epoch)),
                    AnyUsage,
                    None,
                    None,
                )
                .map(|_| ())
            })
            .map_err(invalid)
    }
}

/// The signing time that the content states; the certificates must be valid at this time.
fn signed_at(content: &Value) -> Result<OffsetDateTime, String> {
    let ms = content["signedDate"]
        .as_i64()
        .ok_or("signedDate is missing or invalid")?;
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(ms) * 1_000_000)
        .map_err(|_| "signedDate is missing or invalid".into())
}

/// Parses a certificate without trailing data.
fn certificate(der: &[u8]) -> Result<X509Certificate<'_>, String> {
    match X509Certificate::from_der(der) {
        Ok(([], certificate)) => Ok(certificate),
        Ok(_) => Err("trailing data after the certificate".into()),
        Err(error) => Err(format!("not a certificate: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::Root;

    /// Apple's root, the authority "Worldwide Developer Relations" G6, and a certificate that signed store data in 2025.
    const CHAIN: &str = include_str!("apple_chain.txt");

    #[test]
    fn apples_own_chain_is_accepted_while_it_is_valid() {
        let chain: Vec<String> = CHAIN.lines().map(str::to_owned).collect();
        let [leaf, intermediate, root] = &chain[..] else {
            panic!("three certificates");
        };
        let pem = format!("-----BEGIN CERTIFICATE-----\n{root}\n-----END CERTIFICATE-----\n");
        let pinned = Root::parse(pem.as_bytes()).expect("a root");
        assert_eq!(
            pinned.key(&chain, datetime!(2025-11-01 0:00 UTC)).err(),
            None
        );
        for at in [
            datetime!(2025-09-01 0:00 UTC),
            datetime!(2027-11-01 0:00 UTC),
        ] {
            assert!(pinned.key(&chain, at).is_err(), "{at}");
        }
        let reordered = [intermediate, leaf, root].map(Clone::clone);
        assert!(
            pinned
                .key(&reordered, datetime!(2025-11-01 0:00 UTC))
                .is_err()
        );
    }
}
