//! Compiles the policies of the kernel and of all plugins, and checks that each plugin decides only about its own
//! actions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use cedar_policy::{
    ActionConstraint, Effect, Entity, EntityTypeName, EntityUid, Policy, PolicyId, PolicySet,
    ResourceConstraint, Schema, SchemaFragment, ValidationMode, Validator,
};
use serde::{Deserialize, Serialize};

const KERNEL_SCHEMA: &str = include_str!("../../policies/kernel.cedarschema");
const KERNEL_POLICIES: &str = include_str!("../../policies/kernel.cedar");
/// Annotation of a policy: the problem code that explains a denial to the caller.
const PROBLEM: &str = "problem";

/// A plugin's part of the policies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fragment {
    pub plugin: String,
    pub schema: Option<String>,
    pub policies: Option<String>,
}

/// A plugin's namespace in Cedar: its id with dots as separators.
#[must_use]
pub fn namespace(plugin: &str) -> String {
    plugin.replace('.', "::").replace('-', "_")
}

pub(super) struct Compiled {
    pub schema: Schema,
    policies: PolicySet,
    /// Cedar evaluates each policy of a set, and the sets of all plugins grow with the number of installs. A decision
    /// evaluates only the policies whose scope contains its action; the others cannot be satisfied.
    by_action: HashMap<EntityUid, OfAction>,
    /// Action → what the policies that permit it require, in the order of their ids.
    requirements: BTreeMap<String, Vec<Requirement>>,
}

/// An action with its groups, and the policies whose scope contains it.
pub(super) struct OfAction {
    pub entity: Entity,
    pub policies: PolicySet,
}

/// The problem of a caller who does not meet the conditions of a policy.
struct Requirement {
    /// The type of resource that the policy is about; `None` for any.
    kind: Option<EntityTypeName>,
    problem: String,
}

/// The last policies compiled in this process, newest first. A start compiles those of the kernel before it knows its
/// plugins, and the tests of a process start hundreds of kernels with the same plugins: a tenth of their time.
static RECENT: Mutex<Vec<(Vec<Fragment>, Arc<Compiled>)>> = Mutex::new(Vec::new());
const RECENT_COUNT: usize = 3;

impl Compiled {
    /// The compiled policies, from [`RECENT`] if they were compiled a moment ago.
    pub(super) fn recent(fragments: &[Fragment]) -> Result<Arc<Self>, String> {
        let lock = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |recent: &[(Vec<Fragment>, Arc<Self>)]| {
            let found = recent.iter().find(|(from, _)| from == fragments);
            found.map(|(_, compiled)| compiled.clone())
        };
        if let Some(compiled) = known(&lock()) {
            return Ok(compiled);
        }
        let compiled = Arc::new(Self::new(fragments)?);
        let mut recent = lock();
        recent.insert(0, (fragments.to_vec(), compiled.clone()));
        recent.truncate(RECENT_COUNT);
        Ok(compiled)
    }

    fn new(fragments: &[Fragment]) -> Result<Self, String> {
        let mut schemas = vec![schema_fragment("kernel", KERNEL_SCHEMA)?];
        let mut policies = PolicySet::new();
        add_policies(&mut policies, None, KERNEL_POLICIES)?;
        for fragment in fragments {
            if let Some(text) = &fragment.schema {
                schemas.push(own_schema(&fragment.plugin, text)?);
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
        let requirements = requirements(&policies);
        let by_action = by_action(&schema, &policies)?;
        Ok(Self {
            schema,
            policies,
            by_action,
            requirements,
        })
    }

    /// What a decision about an action of the schema needs.
    pub(super) fn of_action(&self, action: &EntityUid) -> Option<&OfAction> {
        self.by_action.get(action)
    }

    /// The problem codes that explain a denial. `forbidding` are the policies that determined it; if there are none,
    /// no policy permitted the action.
    pub(super) fn problems<'a>(
        &self,
        action: &EntityUid,
        resource: &EntityUid,
        forbidding: impl Iterator<Item = &'a PolicyId>,
    ) -> Vec<String> {
        let mut forbidding = forbidding.peekable();
        if forbidding.peek().is_none() {
            let fits = |known: &&Requirement| {
                known
                    .kind
                    .as_ref()
                    .is_none_or(|kind| kind == resource.type_name())
            };
            let known = self.requirements.get(&action.to_string());
            let fitting = known.into_iter().flatten().filter(fits);
            return fitting.map(|known| known.problem.clone()).collect();
        }
        let codes = forbidding
            .filter_map(|id| self.policies.policy(id))
            .filter_map(|policy| annotation(policy, PROBLEM));
        codes.map(str::to_owned).collect()
    }
}

/// The problem codes that the policies of a plugin name.
///
/// # Errors
/// The policies do not parse.
pub fn problem_codes(policies: &str) -> Result<Vec<String>, String> {
    let parsed = PolicySet::from_str(policies).map_err(|error| error.to_string())?;
    let codes = parsed
        .policies()
        .filter_map(|policy| annotation(policy, PROBLEM));
    Ok(codes.map(str::to_owned).collect())
}

/// [`Policy::annotation`], which would parse `name` for each policy: that took longer than parsing all policies.
fn annotation<'a>(policy: &'a Policy, name: &str) -> Option<&'a str> {
    let mut annotations = policy.annotations();
    annotations.find_map(|(other, value)| (other == name).then_some(value))
}

fn requirements(policies: &PolicySet) -> BTreeMap<String, Vec<Requirement>> {
    let mut permits: Vec<&Policy> = policies
        .policies()
        .filter(|policy| policy.effect() == Effect::Permit)
        .collect();
    permits.sort_by_key(|policy| policy.id().to_string());
    let mut found = BTreeMap::<String, Vec<Requirement>>::new();
    for policy in permits {
        let Some(problem) = annotation(policy, PROBLEM) else {
            continue;
        };
        let kind = match policy.resource_constraint() {
            ResourceConstraint::Eq(resource) => Some(resource.type_name().clone()),
            ResourceConstraint::Is(kind) | ResourceConstraint::IsIn(kind, _) => Some(kind),
            ResourceConstraint::Any | ResourceConstraint::In(_) => None,
        };
        for action in actions_of(policy) {
            found
                .entry(action.to_string())
                .or_default()
                .push(Requirement {
                    kind: kind.clone(),
                    problem: problem.to_owned(),
                });
        }
    }
    found
}

fn by_action(
    schema: &Schema,
    policies: &PolicySet,
) -> Result<HashMap<EntityUid, OfAction>, String> {
    let actions = schema
        .action_entities()
        .map_err(|error| error.to_string())?;
    // The actions of each group, and each action under its own name.
    let mut members = HashMap::<EntityUid, Vec<EntityUid>>::new();
    let mut found = HashMap::new();
    for entity in actions.iter() {
        let uid = entity.uid();
        for group in actions.ancestors(&uid).into_iter().flatten() {
            members.entry(group.clone()).or_default().push(uid.clone());
        }
        members.entry(uid.clone()).or_default().push(uid.clone());
        let of_action = OfAction {
            entity: entity.clone(),
            policies: PolicySet::new(),
        };
        found.insert(uid, of_action);
    }
    for policy in policies.policies() {
        let named = actions_of(policy);
        let in_scope: BTreeSet<&EntityUid> = match named.is_empty() {
            // No action is named: all are in the scope.
            true => members.keys().collect(),
            false => named
                .iter()
                .filter_map(|named| members.get(named))
                .flatten()
                .collect(),
        };
        for action in in_scope {
            if let Some(of_action) = found.get_mut(action) {
                let added = of_action.policies.add(policy.clone());
                added.map_err(|error| error.to_string())?;
            }
        }
    }
    Ok(found)
}

fn actions_of(policy: &Policy) -> Vec<EntityUid> {
    match policy.action_constraint() {
        ActionConstraint::Eq(action) => vec![action],
        ActionConstraint::In(actions) => actions,
        ActionConstraint::Any => Vec::new(),
    }
}

fn own_schema(plugin: &str, text: &str) -> Result<SchemaFragment, String> {
    let parsed = schema_fragment(plugin, text)?;
    let own = namespace(plugin);
    for found in parsed.namespaces() {
        let found = found.map(|name| name.to_string()).unwrap_or_default();
        if found != own && !found.starts_with(&format!("{own}::")) {
            return Err(format!(
                "{plugin}: its Cedar schema declares {found:?}, and only {own:?} is its own"
            ));
        }
    }
    Ok(parsed)
}

fn schema_fragment(plugin: &str, text: &str) -> Result<SchemaFragment, String> {
    SchemaFragment::from_cedarschema_str(text)
        .map(|(fragment, _warnings)| fragment)
        .map_err(|error| format!("{plugin}: its Cedar schema does not parse: {error}"))
}

/// Adds policies with ids that contain their owner. A plugin may decide only about its own actions.
fn add_policies(set: &mut PolicySet, owner: Option<&str>, text: &str) -> Result<(), String> {
    let plugin = owner.unwrap_or("kernel");
    let parsed = PolicySet::from_str(text)
        .map_err(|error| format!("{plugin}: its policies do not parse: {error}"))?;
    let own = format!("{}::Action::", namespace(plugin));
    for (index, policy) in parsed.policies().enumerate() {
        if owner.is_some() {
            let actions = actions_of(policy);
            let all_own =
                !actions.is_empty() && actions.iter().all(|a| a.to_string().starts_with(&own));
            if !all_own {
                return Err(format!(
                    "{plugin}: each of its policies must name actions of its own ({own}\"…\")"
                ));
            }
        }
        let label = annotation(policy, "id").map_or_else(|| index.to_string(), str::to_owned);
        let policy: Policy = policy.new_id(PolicyId::new(format!("{plugin}: {label}")));
        set.add(policy).map_err(|error| error.to_string())?;
    }
    Ok(())
}
