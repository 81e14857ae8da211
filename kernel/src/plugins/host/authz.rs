//! Permissions for plugins: Cedar decisions about the plugin's own resources, and roles on them.

use witverse_runtime::HostFault;
use witverse_runtime::types::{Decision, ResourceRef};

use super::{Answer, PluginHost, out_of_reach};
use crate::permissions::{Target, namespace};
use crate::unit_of_work::parse_person;

impl PluginHost {
    /// Returns whether the caller may do the action, and the policies that decided.
    pub(super) async fn decide(&mut self, action: &str, resource: ResourceRef) -> Answer<Decision> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        let own = namespace(self.plugin.id.as_str());
        let attributes = match resource.attributes.as_str() {
            "" => serde_json::Value::Null,
            text => serde_json::from_str(text)
                .map_err(|error| HostFault::Abuse(format!("attributes: {error}")))?,
        };
        let target = match (resource.kind.as_str(), attributes) {
            ("Platform", _) => Target::platform(),
            (kind, attributes) => Target {
                kind: format!("{own}::{kind}"),
                id: resource.id,
                attributes,
            },
        };
        let action = format!("{own}::Action::{:?}", action);
        // Cedar compares its stack use with the limits of the current thread. A host call runs on the guest's own
        // stack, where that comparison is wrong and every policy fails. So Cedar runs on another thread.
        let permissions = self.context.platform.permissions.clone();
        let actor = self.context.actor.clone();
        let asked = tokio::spawn(async move { permissions.explain(&actor, &action, &target) });
        let decision = asked
            .await
            .map_err(|error| HostFault::Failure(error.to_string()))?;
        Ok(Decision {
            allowed: decision.allowed,
            policies: decision.policies,
        })
    }

    /// The inner error is a sentence: the person does not exist, or the role, kind or id is invalid.
    pub(super) async fn give_or_take_role(
        &mut self,
        grant: bool,
        person: &str,
        role: &str,
        kind: &str,
        id: &str,
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        let word = |text: &str| {
            !text.is_empty()
                && text.len() <= 64
                && text
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
        };
        let Some(person) = parse_person(person) else {
            return Ok(Err("no such person".into()));
        };
        if ![role, kind, id].into_iter().all(word) {
            return Ok(Err(
                "role, kind and id are words of at most 64 letters, digits, - and _".into(),
            ));
        }
        let scope = format!("{}::{kind}:{id}", namespace(self.plugin.id.as_str()));
        let known = self
            .work()
            .change_role(grant, person, role, &scope)
            .await
            .map_err(out_of_reach)?;
        Ok(if known {
            Ok(())
        } else {
            Err("no such person".into())
        })
    }
}
