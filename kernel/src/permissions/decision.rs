//! The outcome of an authorization request.

/// A decision and the policies that determined it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub allowed: bool,
    pub policies: Vec<String>,
}
