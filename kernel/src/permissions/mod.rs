//! Authorization: Cedar with the kernel's policies and those of every plugin.
//!
//! Default deny. The outcome of a decision is a [`Permit`], which the guarded operation takes as an argument, so that a
//! forgotten check does not compile. This module does not read the database: the actor carries the facts.

mod authorized;
mod decision;
mod decision_cache;
mod permit;

pub use authorized::Authorized;
pub use decision::Decision;
pub use permit::{Administer, KernelAction, Moderate, Permit, PluginAction};

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use arc_swap::ArcSwap;
use cedar_policy::{
    Authorizer, Context, Entities, Entity, EntityId, EntityTypeName, EntityUid, Policy, PolicyId,
    PolicySet, Request, RestrictedExpression, Schema, SchemaFragment, ValidationMode, Validator,
};
use decision_cache::DecisionCache;
use serde_json::Value;

use crate::actor::Actor;

const KERNEL_SCHEMA: &str = include_str!("../../policies/kernel.cedarschema");
const KERNEL_POLICIES: &str = include_str!("../../policies/kernel.cedar");

/// A plugin's part of the policies.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    pub plugin: String,
    pub schema: Option<String>,
    pub policies: Option<String>,
}

/// The resource that an action is applied to.
#[derive(Clone, Debug)]
pub struct Target {
    /// The full type name, `worlds::World`.
    pub kind: String,
    pub id: String,
    /// Attributes as JSON, in the shape that the schema declares.
    pub attributes: Value,
}

impl Target {
    /// The platform as a whole.
    #[must_use]
    pub fn platform() -> Self {
        Self {
            kind: "Witverse::Platform".into(),
            id: "witverse".into(),
            attributes: Value::Null,
        }
    }

    fn is_platform(&self) -> bool {
        self.kind == "Witverse::Platform" && self.attributes.is_null()
    }
}

/// The compiled policies of the kernel and of all plugins.
pub struct Permissions {
    compiled: ArcSwap<Compiled>,
    authorizer: Authorizer,
    names: Names,
    decisions: DecisionCache,
}

struct Compiled {
    schema: Schema,
    policies: PolicySet,
}

/// Type names that every decision uses, parsed once.
struct Names {
    user: EntityTypeName,
    visitor: EntityTypeName,
    plugin: EntityTypeName,
    role: EntityTypeName,
}

/// A plugin's namespace in Cedar: its id with dots as separators.
#[must_use]
pub fn namespace(plugin: &str) -> String {
    plugin.replace('.', "::").replace('-', "_")
}

impl Permissions {
    /// Compiles the policies of the kernel and of the plugins.
    ///
    /// # Errors
    /// The policy that does not parse or validate, with the plugin that it belongs to.
    pub fn new(fragments: &[Fragment]) -> Result<Self, String> {
        let name = |text: &str| EntityTypeName::from_str(text).map_err(|error| error.to_string());
        Ok(Self {
            compiled: ArcSwap::from_pointee(compile(fragments)?),
            authorizer: Authorizer::new(),
            decisions: DecisionCache::default(),
            names: Names {
                user: name("Witverse::User")?,
                visitor: name("Witverse::Visitor")?,
                plugin: name("Witverse::Plugin")?,
                role: name("Witverse::Role")?,
            },
        })
    }

    /// Replaces the plugins' policies.
    ///
    /// # Errors
    /// Same as [`Permissions::new`]; the earlier policies then stay in force.
    pub fn replace(&self, fragments: &[Fragment]) -> Result<(), String> {
        self.compiled.store(compile(fragments)?.into());
        self.decisions.clear();
        Ok(())
    }

    /// Decides and returns the permit.
    ///
    /// # Errors
    /// The denial, with the policies that forbid the action (none if no policy permits it).
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
        match self.try_explain(actor, action, target) {
            Ok(decision) => decision,
            Err(reason) => {
                // The action does not apply to this type of actor or resource: no policy permits it.
                tracing::debug!(%action, %reason, "denied: the question does not fit the schema");
                Decision {
                    allowed: false,
                    policies: Vec::new(),
                }
            }
        }
    }

    fn try_explain(
        &self,
        actor: &Actor,
        action: &str,
        target: &Target,
    ) -> Result<Decision, String> {
        let compiled = self.compiled.load();
        let (principal, principal_entity) = self.principal(actor)?;
        let action = EntityUid::from_str(action).map_err(|error| error.to_string())?;
        let kind = EntityTypeName::from_str(&target.kind).map_err(|error| error.to_string())?;
        let resource = EntityUid::from_type_name_and_id(kind, EntityId::new(&target.id));
        let mut entities = vec![principal_entity];
        if resource != principal {
            entities.push(resource_entity(&resource, target)?);
        }
        let entities = Entities::from_entities(entities, Some(&compiled.schema))
            .map_err(|error| error.to_string())?;
        let request = Request::new(
            principal,
            action,
            resource,
            Context::empty(),
            Some(&compiled.schema),
        )
        .map_err(|error| error.to_string())?;
        let answer = self
            .authorizer
            .is_authorized(&request, &compiled.policies, &entities);
        for error in answer.diagnostics().errors() {
            tracing::warn!(%error, "a policy could not be evaluated and was ignored");
        }
        Ok(Decision {
            allowed: answer.decision() == cedar_policy::Decision::Allow,
            policies: answer
                .diagnostics()
                .reason()
                .map(ToString::to_string)
                .collect(),
        })
    }

    fn principal(&self, actor: &Actor) -> Result<(EntityUid, Entity), String> {
        let uid = |name: &EntityTypeName, id: &str| {
            EntityUid::from_type_name_and_id(name.clone(), EntityId::new(id))
        };
        Ok(match actor {
            Actor::Visitor => {
                let visitor = uid(&self.names.visitor, "visitor");
                (visitor.clone(), Entity::with_uid(visitor))
            }
            Actor::System => {
                let system = uid(&self.names.plugin, "kernel");
                (system.clone(), Entity::with_uid(system))
            }
            Actor::Person(person) => {
                let user = uid(&self.names.user, &person.id.hyphenated().to_string());
                let attributes = HashMap::from([
                    ("verified".to_owned(), RestrictedExpression::new_bool(true)),
                    (
                        "hasNickname".to_owned(),
                        RestrictedExpression::new_bool(person.nickname.is_some()),
                    ),
                    (
                        "muted".to_owned(),
                        RestrictedExpression::new_bool(person.muted_until.is_some()),
                    ),
                ]);
                let roles: HashSet<EntityUid> = person
                    .roles
                    .iter()
                    .map(|binding| {
                        uid(
                            &self.names.role,
                            &format!("{}:{}", binding.scope, binding.role),
                        )
                    })
                    .collect();
                let entity = Entity::new(user.clone(), attributes, roles)
                    .map_err(|error| error.to_string())?;
                (user, entity)
            }
        })
    }
}

fn resource_entity(uid: &EntityUid, target: &Target) -> Result<Entity, String> {
    let Value::Object(attributes) = &target.attributes else {
        return Ok(Entity::with_uid(uid.clone()));
    };
    let attributes = attributes
        .iter()
        .map(|(name, value)| Ok((name.clone(), expression(value)?)))
        .collect::<Result<HashMap<_, _>, String>>()?;
    Entity::new(uid.clone(), attributes, HashSet::new()).map_err(|error| error.to_string())
}

/// Converts a JSON value to a Cedar expression: strings, whole numbers, booleans, lists, and people as `{"person":
/// "<id>"}`.
fn expression(value: &Value) -> Result<RestrictedExpression, String> {
    Ok(match value {
        Value::Bool(value) => RestrictedExpression::new_bool(*value),
        Value::String(value) => RestrictedExpression::new_string(value.clone()),
        Value::Number(value) => RestrictedExpression::new_long(
            value
                .as_i64()
                .ok_or_else(|| format!("{value} is not a whole number"))?,
        ),
        Value::Array(values) => RestrictedExpression::new_set(
            values
                .iter()
                .map(expression)
                .collect::<Result<Vec<_>, _>>()?,
        ),
        Value::Object(fields) => {
            let id = fields
                .get("person")
                .and_then(Value::as_str)
                .ok_or("an object must be {\"person\": id}")?;
            let user =
                EntityTypeName::from_str("Witverse::User").map_err(|error| error.to_string())?;
            RestrictedExpression::new_entity_uid(EntityUid::from_type_name_and_id(
                user,
                EntityId::new(id),
            ))
        }
        Value::Null => return Err("null is no attribute".into()),
    })
}

fn compile(fragments: &[Fragment]) -> Result<Compiled, String> {
    let mut schemas = vec![schema_fragment("kernel", KERNEL_SCHEMA)?];
    let mut policies = PolicySet::new();
    add_policies(&mut policies, None, KERNEL_POLICIES)?;
    for fragment in fragments {
        if let Some(text) = &fragment.schema {
            let parsed = schema_fragment(&fragment.plugin, text)?;
            let own = namespace(&fragment.plugin);
            for found in parsed.namespaces() {
                let found = found.map(|name| name.to_string()).unwrap_or_default();
                if found != own && !found.starts_with(&format!("{own}::")) {
                    return Err(format!(
                        "{}: its Cedar schema declares {found:?}, and only {own:?} is its own",
                        fragment.plugin
                    ));
                }
            }
            schemas.push(parsed);
        }
        if let Some(text) = &fragment.policies {
            add_policies(&mut policies, Some(&fragment.plugin), text)?;
        }
    }
    let schema = Schema::from_schema_fragments(schemas).map_err(|error| error.to_string())?;
    let verdict = Validator::new(schema.clone()).validate(&policies, ValidationMode::Strict);
    if let Some(error) = verdict.validation_errors().next() {
        return Err(format!("the policies do not validate: {error}"));
    }
    Ok(Compiled { schema, policies })
}

fn schema_fragment(plugin: &str, text: &str) -> Result<SchemaFragment, String> {
    SchemaFragment::from_cedarschema_str(text)
        .map(|(fragment, _warnings)| fragment)
        .map_err(|error| format!("{plugin}: its Cedar schema does not parse: {error}"))
}

/// Adds policies with ids that contain their owner. A plugin may forbid only its own actions.
fn add_policies(set: &mut PolicySet, owner: Option<&str>, text: &str) -> Result<(), String> {
    let plugin = owner.unwrap_or("kernel");
    let parsed = PolicySet::from_str(text)
        .map_err(|error| format!("{plugin}: its policies do not parse: {error}"))?;
    let own = format!("{}::Action::", namespace(plugin));
    for (index, policy) in parsed.policies().enumerate() {
        if owner.is_some() {
            let actions = match policy.action_constraint() {
                cedar_policy::ActionConstraint::Eq(action) => vec![action],
                cedar_policy::ActionConstraint::In(actions) => actions,
                cedar_policy::ActionConstraint::Any => Vec::new(),
            };
            let all_own =
                !actions.is_empty() && actions.iter().all(|a| a.to_string().starts_with(&own));
            if !all_own {
                return Err(format!(
                    "{plugin}: each of its policies must name actions of its own ({own}\"…\")"
                ));
            }
        }
        let label = policy
            .annotation("id")
            .map_or_else(|| index.to_string(), str::to_owned);
        let policy: Policy = policy.new_id(PolicyId::new(format!("{plugin}: {label}")));
        set.add(policy).map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{Fragment, Permissions, Target};
    use crate::actor::{Actor, Person, RoleBinding};

    const SCHEMA: &str = r#"
        namespace karts {
            entity Track = { "public": Bool, "owner": Witverse::User };
            action list appliesTo { principal: [Witverse::User, Witverse::Visitor], resource: [Witverse::Platform] };
            action race appliesTo { principal: [Witverse::User], resource: [Track] };
        }"#;
    const POLICIES: &str = r#"
        permit (principal, action == karts::Action::"list", resource);
        @id("owners and the public") permit (principal, action == karts::Action::"race", resource)
        when { resource.public || resource.owner == principal };"#;

    fn karts() -> Fragment {
        Fragment {
            plugin: "karts".into(),
            schema: Some(SCHEMA.into()),
            policies: Some(POLICIES.into()),
        }
    }

    fn person(id: u128, roles: &[(&str, &str)]) -> Actor {
        Actor::Person(std::sync::Arc::new(Person {
            roles: roles
                .iter()
                .map(|(scope, role)| RoleBinding {
                    scope: (*scope).to_owned(),
                    role: (*role).to_owned(),
                })
                .collect(),
            ..Person::example(Uuid::from_u128(id))
        }))
    }

    fn track(public: bool, owner: u128) -> Target {
        Target {
            kind: "karts::Track".into(),
            id: "1".into(),
            attributes: serde_json::json!({
                "public": public,
                "owner": { "person": Uuid::from_u128(owner) },
            }),
        }
    }

    fn check(actor: &Actor, action: &str, target: &Target, expected: Option<&str>) {
        let permissions = Permissions::new(&[karts()]).expect("policies");
        let decision = permissions.explain(actor, action, target);
        let found = decision.allowed.then(|| decision.policies.join(", "));
        assert_eq!(found.as_deref(), expected, "{action} by {actor:?}");
    }

    #[test]
    fn the_table_of_decisions() {
        let (list, race) = (r#"karts::Action::"list""#, r#"karts::Action::"race""#);
        let administer = r#"Witverse::Action::"administer""#;
        let platform = Target::platform();
        check(&Actor::Visitor, list, &platform, Some("karts: 0"));
        check(&Actor::Visitor, race, &track(true, 1), None);
        check(
            &person(2, &[]),
            race,
            &track(true, 1),
            Some("karts: owners and the public"),
        );
        check(&person(2, &[]), race, &track(false, 1), None);
        check(
            &person(1, &[]),
            race,
            &track(false, 1),
            Some("karts: owners and the public"),
        );
        check(&person(1, &[]), administer, &platform, None);
        check(
            &person(1, &[("platform", "admin")]),
            administer,
            &platform,
            Some("kernel: administrators administer"),
        );
        check(
            &Actor::Visitor,
            r#"karts::Action::"unknown""#,
            &platform,
            None,
        );
        check(&Actor::Visitor, "no action at all", &platform, None);
    }

    #[test]
    fn a_plugin_decides_only_about_its_own_actions() {
        let refusal = |schema: &str, policies: &str| {
            let fragment = Fragment {
                plugin: "karts".into(),
                schema: Some(schema.into()),
                policies: Some(policies.into()),
            };
            Permissions::new(&[fragment]).err().unwrap_or_default()
        };
        assert!(refusal("namespace other { entity A; }", "").contains("only \"karts\""));
        assert!(
            refusal(SCHEMA, "permit (principal, action, resource);").contains("actions of its own")
        );
        let foreign = r#"permit (principal, action == Witverse::Action::"administer", resource);"#;
        assert!(refusal(SCHEMA, foreign).contains("actions of its own"));
        let mistyped = r#"permit (principal, action == karts::Action::"race", resource) when { resource.color };"#;
        assert!(refusal(SCHEMA, mistyped).contains("validate"));
        assert_eq!(refusal(SCHEMA, POLICIES), "");
    }
}
