//! The signature of the platform over the digest of a package that it has reviewed.

use sqlx::FromRow;

use crate::secret::hex;
use crate::signing::{Signed, Statements};

/// A reserved id: no plugin can sign under it.
const SIGNER: &str = "kernel";

/// The platform's signature over the digest of a package; both are absent before a review.
#[derive(Clone, Debug, Default, FromRow)]
pub(super) struct Countersignature {
    review_kid: Option<String>,
    review_signature: Option<String>,
}

impl Countersignature {
    /// Whether there is a signature, valid or not.
    pub(super) fn is_present(&self) -> bool {
        self.review_kid.is_some()
    }

    /// Whether this platform has reviewed the package with this digest. The signature is verified each time: a row that
    /// was written past the kernel is no review.
    pub(super) fn is_valid(&self, statements: &Statements, digest: &[u8]) -> bool {
        let Some((kid, signature)) = self.review_kid.as_ref().zip(self.review_signature.as_ref())
        else {
            return false;
        };
        let valid = statements.has_signed(SIGNER, &statement(digest), kid, signature);
        if !valid {
            tracing::error!(
                digest = hex(digest),
                kid,
                "the countersignature of a package is invalid"
            );
        }
        valid
    }
}

fn statement(digest: &[u8]) -> Vec<u8> {
    format!("package review 1\n{}", hex(digest)).into_bytes()
}

/// Signs the digest of a package.
pub(super) fn countersign(statements: &Statements, digest: &[u8]) -> Signed {
    statements.sign(SIGNER, &statement(digest))
}
