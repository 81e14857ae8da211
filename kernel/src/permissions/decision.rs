//! The outcome of an authorization request.

/// A decision and the policies that determined it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub allowed: bool,
    /// The policies that permitted the action, or that forbid it; none if no policy permits it.
    pub policies: Vec<String>,
    /// Of a denial: problem codes from the `@problem` annotations of the policies that forbid the action, or of those
    /// that could have permitted it, in the order of the policies.
    pub problems: Vec<String>,
}
