//! Permissions for plugins: Cedar decisions about the plugin's own resources, their declaration, and roles on them.

use std::sync::Arc;

use serde_json::Value;
use uuid::Uuid;
use witverse_runtime::HostFault;
use witverse_runtime::types::{Decision, Declaration, Profile, ResourceRef};

use super::{Answer, PluginHost, out_of_reach};
use crate::actor::{Actor, Person};
use crate::permissions::{self, Permissions, Target};
use crate::plugins::resources::{canonical_key, target_of};
use crate::unit_of_work::{NewResource, parse_person};

/// The limit of a declaration's attributes, in bytes.
const MAX_ATTRIBUTES: usize = 4096;
/// The limit of people that one call asks about.
const MAX_PEOPLE: usize = 200;

impl PluginHost {
    /// Returns whether the actor may do the action, the policies that decided, and the problems of a denial.
    pub(super) async fn decide(
        &mut self,
        actor: Actor,
        action: &str,
        resource: ResourceRef,
    ) -> Answer<Decision> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        let Some(target) = self.target(resource).await? else {
            return Ok(on_wire(permissions::Decision::default()));
        };
        let action = self.plugin.action(action);
        let decision = self
            .ask_cedar(move |permissions| permissions.explain(&actor, &action, &target))
            .await?;
        Ok(on_wire(decision))
    }

    /// The decision about each person, in their order. Policies read the same facts about them as about a caller.
    pub(super) async fn decide_for(
        &mut self,
        people: &[String],
        action: &str,
        resource: ResourceRef,
    ) -> Answer<Vec<Decision>> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        self.system_only("explain-for")?;
        if people.len() > MAX_PEOPLE {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_PEOPLE} people at once"
            )));
        }
        let denied = || vec![on_wire(permissions::Decision::default()); people.len()];
        let ids: Vec<Option<Uuid>> = people.iter().map(|id| parse_person(id)).collect();
        let known: Vec<Uuid> = ids.iter().flatten().copied().collect();
        if known.is_empty() {
            return Ok(denied());
        }
        let Some(target) = self.target(resource).await? else {
            return Ok(denied());
        };
        let facts = self.facts_of(&known).await?;
        let action = self.plugin.action(action);
        self.ask_cedar(move |permissions| {
            let decide = |id: &Option<Uuid>| {
                let person = facts.iter().find(|person| Some(person.id) == *id)?;
                let actor = Actor::Person(Arc::new(person.clone()));
                Some(permissions.explain(&actor, &action, &target))
            };
            let decisions = ids.iter().map(|id| decide(id).unwrap_or_default());
            decisions.map(on_wire).collect()
        })
        .await
    }

    async fn facts_of(&mut self, people: &[Uuid]) -> Answer<Vec<Person>> {
        let now_ms = self.context.now_ms;
        let facts = self.work().authz_facts(people, now_ms).await;
        facts.map_err(out_of_reach)
    }

    /// Leaves out people who may not enter the resource that the plugin was installed into: a role on it can also be a
    /// refusal, for example on a blacklist.
    pub(super) async fn who_may_enter(&mut self, people: Vec<Profile>) -> Answer<Vec<Profile>> {
        let plugins = self.context.platform.registry.current();
        let Some(install) = &self.plugin.install else {
            return Ok(people);
        };
        let actions = plugins.resource_kind(&install.kind);
        let actions = actions.and_then(|kind| kind.installs.as_ref());
        let owner = plugins.owner_of_kind(&install.kind);
        let (Some(owner), Some(actions)) = (owner, actions) else {
            return Ok(Vec::new());
        };
        let action = owner.action(&actions.enter);
        let resource = ResourceRef {
            kind: install.kind.clone(),
            id: install.id.clone(),
            attributes: String::new(),
        };
        let Some(target) = self.target(resource).await? else {
            return Ok(Vec::new());
        };
        let ids: Vec<Uuid> = people
            .iter()
            .filter_map(|person| parse_person(&person.id))
            .collect();
        let facts = self.facts_of(&ids).await?;
        let permissions = self.context.platform.permissions.clone();
        let entering = on_own_stack(move || {
            let mut entering = Vec::new();
            for person in facts {
                let id = person.id.to_string();
                let actor = Actor::Person(Arc::new(person));
                if permissions.permit(&actor, &action, &target).is_ok() {
                    entering.push(id);
                }
            }
            entering
        })
        .await?;
        let may_enter = |person: &Profile| entering.contains(&person.id);
        Ok(people.into_iter().filter(may_enter).collect())
    }

    async fn ask_cedar<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Permissions) -> T + Send + 'static,
    ) -> Answer<T> {
        let permissions = match &self.plugin.install {
            Some(scope) => scope.permissions.clone(),
            None => self.context.platform.permissions.clone(),
        };
        on_own_stack(move || ask(&permissions)).await
    }

    /// The platform, a resource with the given attributes, or a resource that a plugin has declared, possibly another
    /// one (`worlds::World`); `None` if it was not declared.
    async fn target(&mut self, resource: ResourceRef) -> Answer<Option<Target>> {
        if resource.kind == "Platform" {
            return Ok(Some(Target::platform()));
        }
        let kind = self.plugin.manifest().full_kind(&resource.kind);
        let plugins = self.context.platform.registry.current();
        let is_declared = plugins.resource_kind(&kind).is_some();
        if !resource.attributes.is_empty() || !is_declared {
            let attributes = match resource.attributes.as_str() {
                "" => Value::Null,
                text => serde_json::from_str(text)
                    .map_err(|error| HostFault::Abuse(format!("attributes: {error}")))?,
            };
            return Ok(Some(Target::new(kind, resource.id, attributes)));
        }
        let Some(key) = canonical_key(&resource.id) else {
            return Ok(None);
        };
        let rows = self
            .work()
            .resource_lineage(&kind, &key)
            .await
            .map_err(out_of_reach)?;
        Ok(target_of(&plugins, rows))
    }

    /// The inner error is a sentence for the plugin's author.
    pub(super) async fn record_resource(
        &mut self,
        declaration: Declaration,
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        let manifest = self.plugin.manifest();
        let Some(known) = manifest.resource_kind(&declaration.kind) else {
            return Ok(Err(not_declared(&declaration.kind)));
        };
        let Parsed {
            id,
            alias,
            parent,
            attributes,
        } = match parse_declaration(&declaration) {
            Ok(parsed) => parsed,
            Err(reason) => return Ok(Err(reason)),
        };
        let kind = manifest.full_kind(&known.kind);
        let parent = match (known.parent.clone(), parent) {
            (Some(kind), Some(id)) => Some((kind, id)),
            (None, None) => None,
            (Some(kind), None) => return Ok(Err(format!("its parent of kind {kind} is missing"))),
            (None, Some(_)) => return Ok(Err("its kind has no parent".into())),
        };
        let target = Target {
            roles: known.roles.clone(),
            parent: parent
                .clone()
                .map(|(kind, id)| Box::new(Target::new(kind, id, Value::Null))),
            ..Target::new(kind.clone(), id.clone(), attributes)
        };
        let attributes = target.attributes.clone();
        let checked = self
            .ask_cedar(move |permissions| permissions.check_resource(&target))
            .await?;
        if let Err(reason) = checked {
            return Ok(Err(reason));
        }
        let new = NewResource {
            kind: &kind,
            id: &id,
            alias: alias.as_deref(),
            parent: parent
                .as_ref()
                .map(|(kind, id)| (kind.as_str(), id.as_str())),
            attributes: &attributes,
        };
        let refused = self
            .work()
            .declare_resource(&new)
            .await
            .map_err(out_of_reach)?;
        Ok(match refused.as_str() {
            "" => Ok(()),
            "alias" => Err("another resource of this kind has this alias".into()),
            _ => Err("its parent does not exist, or it has another one".into()),
        })
    }

    pub(super) async fn delete_resource(
        &mut self,
        kind: &str,
        id: &str,
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        if self.plugin.manifest().resource_kind(kind).is_none() {
            return Ok(Err(not_declared(kind)));
        }
        let Some(id) = canonical_key(id) else {
            return Ok(Ok(()));
        };
        let kind = self.plugin.manifest().full_kind(kind);
        self.work()
            .remove_resource(&kind, &id)
            .await
            .map_err(out_of_reach)?;
        Ok(Ok(()))
    }

    /// The inner error is a sentence: the person or the resource does not exist, or the kind has no such role.
    pub(super) async fn set_role_binding(
        &mut self,
        grant: bool,
        person: &str,
        role: &str,
        kind: &str,
        id: &str,
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.authz, "authz")?;
        let Some(person) = parse_person(person) else {
            return Ok(Err("no such person".into()));
        };
        let manifest = self.plugin.manifest();
        let Some(known) = manifest.resource_kind(kind) else {
            return Ok(Err(not_declared(kind)));
        };
        if !known.roles.iter().any(|known| known == role) {
            return Ok(Err(format!(
                "the manifest lists no role {role:?} of {kind}"
            )));
        }
        let Some(id) = canonical_key(id) else {
            return Ok(Err("no such resource".into()));
        };
        let kind = manifest.full_kind(kind);
        let missing = self
            .work()
            .change_role(grant, person, role, (&kind, &id))
            .await
            .map_err(out_of_reach)?;
        Ok(match missing.as_str() {
            "" => Ok(()),
            missing => Err(format!("no such {missing}")),
        })
    }
}

/// Cedar compares its stack use with the limits of the current thread. A host call runs on the guest's own stack, where
/// that comparison is wrong and everything fails. So Cedar runs on another thread.
async fn on_own_stack<T: Send + 'static>(ask: impl FnOnce() -> T + Send + 'static) -> Answer<T> {
    let asked = tokio::spawn(async move { ask() });
    asked
        .await
        .map_err(|error| HostFault::Failure(error.to_string()))
}

fn on_wire(decision: permissions::Decision) -> Decision {
    Decision {
        allowed: decision.allowed,
        policies: decision.policies,
        problems: decision.problems,
    }
}

fn not_declared(kind: &str) -> String {
    format!("the manifest declares no resource kind {kind:?}")
}

/// The checked parts of a declaration.
#[derive(Debug)]
struct Parsed {
    id: String,
    alias: Option<String>,
    parent: Option<String>,
    attributes: Value,
}

fn parse_declaration(declaration: &Declaration) -> Result<Parsed, String> {
    let key = |text: &String| {
        canonical_key(text)
            .ok_or_else(|| "id, alias and parent have 1 to 64 bytes without NUL".to_owned())
    };
    let text = &declaration.attributes;
    if text.len() > MAX_ATTRIBUTES {
        return Err(format!("attributes have at most {MAX_ATTRIBUTES} bytes"));
    }
    // jsonb cannot hold the character NUL.
    if text.contains("\\u0000") {
        return Err("attributes must not contain NUL".into());
    }
    let attributes = match serde_json::from_str(text) {
        Ok(Value::Object(fields)) => Value::Object(fields),
        Ok(_) => return Err("attributes must be a JSON object".into()),
        Err(error) => return Err(format!("attributes: {error}")),
    };
    Ok(Parsed {
        id: key(&declaration.id)?,
        alias: declaration.alias.as_ref().map(key).transpose()?,
        parent: declaration.parent.as_ref().map(key).transpose()?,
        attributes,
    })
}

#[cfg(test)]
mod tests {
    use super::{Declaration, parse_declaration};

    #[test]
    fn a_declaration_has_limits() {
        let check = |id: &str, alias: Option<&str>, attributes: &str, fits: bool| {
            let declaration = Declaration {
                kind: "World".into(),
                id: id.into(),
                alias: alias.map(str::to_owned),
                parent: None,
                attributes: attributes.into(),
            };
            let parsed = parse_declaration(&declaration);
            assert_eq!(parsed.is_ok(), fits, "{declaration:?}: {parsed:?}");
        };
        check("1", Some("plaza"), "{}", true);
        check("", None, "{}", false);
        check(&"x".repeat(65), None, "{}", false);
        check("1", Some(""), "{}", false);
        check("a\0", None, "{}", false);
        check("1", None, "{\"a\":\"\\u0000\"}", false);
        check("1", None, "[]", false);
        check("1", None, "{", false);
        check(
            "1",
            None,
            &format!("{{\"a\":\"{}\"}}", "x".repeat(4096)),
            false,
        );
    }
}
