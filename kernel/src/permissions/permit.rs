//! Proof of a decision, as a value that the guarded operation requires.

use std::marker::PhantomData;

/// An action of the kernel, as a type: an operation that requires `Permit<Administer>` cannot be called with
/// `Permit<Moderate>`.
pub trait KernelAction {
    /// The full name in the policies.
    const NAME: &'static str;
}

/// Changes roles, words and sanctions, moves money, reads the audit log.
#[derive(Debug)]
pub enum Administer {}

impl KernelAction for Administer {
    const NAME: &'static str = r#"Witverse::Action::"administer""#;
}

/// Decides about reports.
#[derive(Debug)]
pub enum Moderate {}

impl KernelAction for Moderate {
    const NAME: &'static str = r#"Witverse::Action::"moderate""#;
}

/// An action that a plugin declares; [`Permit::action`] has its name.
#[derive(Debug)]
pub enum PluginAction {}

/// Proof that an actor may do an action. Only [`super::Permissions`] makes one.
#[derive(Debug)]
#[must_use]
pub struct Permit<A = PluginAction> {
    action: String,
    kind: PhantomData<fn() -> A>,
}

impl<A> Permit<A> {
    pub(super) fn new(action: &str) -> Self {
        Self {
            action: action.to_owned(),
            kind: PhantomData,
        }
    }

    /// The full name of the action: `worlds::Action::"createWorld"`.
    #[must_use]
    pub fn action(&self) -> &str {
        &self.action
    }
}
