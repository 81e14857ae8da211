//! The resource of an authorization request, with its ancestors and its roles.

use serde_json::Value;

/// The resource that an action is applied to.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The full type name, `worlds::World`.
    pub kind: String,
    pub id: String,
    /// Attributes as JSON, in the shape that the schema declares.
    pub attributes: Value,
    /// The roles that exist on it, in the order of the manifest. Policies read them as `resource.roles.<role>`.
    pub roles: Vec<String>,
    /// The resource that contains it. Policies read it as `resource.parent`, and `resource in …` holds for it.
    pub parent: Option<Box<Target>>,
}

impl Target {
    /// A resource without roles and parent.
    #[must_use]
    pub fn new(kind: impl Into<String>, id: impl Into<String>, attributes: Value) -> Self {
        Self {
            kind: kind.into(),
            id: id.into(),
            attributes,
            roles: Vec::new(),
            parent: None,
        }
    }

    /// The platform as a whole.
    #[must_use]
    pub fn platform() -> Self {
        Self::new("Witverse::Platform", "witverse", Value::Null)
    }

    pub(super) fn is_platform(&self) -> bool {
        self.kind == "Witverse::Platform" && self.attributes.is_null()
    }

    /// The resource and its ancestors, nearest first.
    pub(super) fn lineage(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |target| target.parent.as_deref())
    }

    /// The id of the Cedar entity of a role on this resource. Role bindings give people entities with the same ids.
    pub(super) fn role_id(&self, role: &str) -> String {
        format!("{}:{}:{role}", self.kind, self.id)
    }
}
