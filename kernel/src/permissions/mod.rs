//! Authorization: Cedar with the kernel's policies and those of every plugin.
//!
//! Default deny. The outcome of a decision is a [`Permit`], which the guarded operation takes as an argument, so that a
//! forgotten check does not compile. This module does not read the database: the actor and the target carry the facts.

mod authorized;
mod decision;
mod decision_cache;
mod entities;
mod permit;
mod policies;
mod target;
#[cfg(test)]
mod tests;

pub use authorized::Authorized;
pub use decision::Decision;
pub use permit::{Administer, KernelAction, Moderate, Permit, PluginAction};
pub use policies::{Fragment, namespace, problem_codes};
pub use target::Target;

use std::str::FromStr;

use arc_swap::ArcSwap;
use cedar_policy::{Authorizer, Context, Entities, EntityUid, Request};

use crate::actor::Actor;
use decision_cache::DecisionCache;
use entities::Names;
use policies::Compiled;

/// The compiled policies of the kernel and of all plugins.
pub struct Permissions {
    compiled: ArcSwap<Compiled>,
    authorizer: Authorizer,
    names: Names,
    decisions: DecisionCache,
}

impl Permissions {
    /// Compiles the policies of the kernel and of the plugins.
    ///
    /// # Errors
    /// The policy that does not parse or validate, with the plugin that it belongs to.
    pub fn new(fragments: &[Fragment]) -> Result<Self, String> {
        Ok(Self {
            compiled: ArcSwap::new(Compiled::recent(fragments)?),
            authorizer: Authorizer::new(),
            decisions: DecisionCache::default(),
            names: Names::new()?,
        })
    }

    /// Replaces the plugins' policies.
    ///
    /// # Errors
    /// Same as [`Permissions::new`]; the earlier policies then stay in force.
    pub fn replace(&self, fragments: &[Fragment]) -> Result<(), String> {
        self.compiled.store(Compiled::recent(fragments)?);
        self.decisions.clear();
        Ok(())
    }

    /// Decides and returns the permit.
    ///
    /// # Errors
    /// The denial: the policies that forbid the action (none if no policy permits it) and the problems they name.
    pub fn permit(&self, actor: &Actor, action: &str, target: &Target) -> Result<Permit, Decision> {
        let decide = || self.explain(actor, action, target);
        let decision = if target.is_platform() {
            self.decisions.get_or_decide(actor, action, decide)
        } else {
            decide()
        };
        if decision.allowed {
            Ok(Permit::new(action))
        } else {
            Err(decision)
        }
    }

    /// Decides about a kernel action on the platform resource.
    ///
    /// # Errors
    /// Same as [`Permissions::permit`].
    pub fn permit_kernel<A: KernelAction>(&self, actor: &Actor) -> Result<Permit<A>, Decision> {
        self.permit(actor, A::NAME, &Target::platform())
            .map(|_| Permit::new(A::NAME))
    }

    /// Decides and returns the deciding policies. `action` is a full name: `worlds::Action::"createWorld"`.
    #[must_use]
    pub fn explain(&self, actor: &Actor, action: &str, target: &Target) -> Decision {
        self.try_explain(actor, action, target)
            .unwrap_or_else(|reason| {
                // The action does not apply to this type of actor or resource: no policy permits it.
                tracing::debug!(%action, %reason, "denied: the request does not fit the schema");
                Decision::default()
            })
    }

    /// Whether the schema lets visitors do the action at all; false for an unknown action.
    #[must_use]
    pub fn is_open_to_visitors(&self, action: &str) -> bool {
        let compiled = self.compiled.load();
        let Ok(action) = EntityUid::from_str(action) else {
            return false;
        };
        compiled
            .schema
            .principals_for_action(&action)
            .is_some_and(|mut principals| principals.any(|kind| self.names.is_visitor(kind)))
    }

    /// Checks that the attributes and the type of the parent of a resource are those that the schema declares. The
    /// ancestors themselves are not checked.
    ///
    /// # Errors
    /// The attribute that is missing, unknown or of another type.
    pub fn check_resource(&self, target: &Target) -> Result<(), String> {
        let entities = self.names.resources(target)?.into_iter().take(1);
        Entities::from_entities(entities, Some(&self.compiled.load().schema))
            .map(|_| ())
            .map_err(|error| with_sources(&error))
    }

    fn try_explain(
        &self,
        actor: &Actor,
        action: &str,
        target: &Target,
    ) -> Result<Decision, String> {
        let compiled = self.compiled.load();
        let principal = self.names.principal(actor)?;
        let action = EntityUid::from_str(action).map_err(|error| error.to_string())?;
        let mut entities = self.names.resources(target)?;
        let (who, resource) = (principal.uid(), entities[0].uid());
        if who != resource {
            entities.push(principal);
        }
        let of_action = compiled
            .of_action(&action)
            .ok_or("the schema has no such action")?;
        entities.push(of_action.entity.clone());
        // Not `from_entities`, which adds all actions of the schema.
        let entities = Entities::empty()
            .add_entities(entities, Some(&compiled.schema))
            .map_err(|error| error.to_string())?;
        let request = Request::new(
            who,
            action.clone(),
            resource.clone(),
            Context::empty(),
            Some(&compiled.schema),
        )
        .map_err(|error| error.to_string())?;
        let answer = self
            .authorizer
            .is_authorized(&request, &of_action.policies, &entities);
        for error in answer.diagnostics().errors() {
            tracing::warn!(%error, "a policy could not be evaluated and was ignored");
        }
        let allowed = answer.decision() == cedar_policy::Decision::Allow;
        let determining = || answer.diagnostics().reason();
        Ok(Decision {
            allowed,
            policies: determining().map(ToString::to_string).collect(),
            problems: match allowed {
                true => Vec::new(),
                false => compiled.problems(&action, &resource, determining()),
            },
        })
    }
}

/// An error with its causes.
fn with_sources(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |text, cause| format!("{text}: {cause}"))
}
