//! Cedar entities of an authorization request: the principal with its roles, the resource with its ancestors.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use cedar_policy::{Entity, EntityId, EntityTypeName, EntityUid, RestrictedExpression};
use serde_json::Value;

use super::target::Target;
use crate::actor::Actor;

/// Type names that every request uses, parsed once.
pub(super) struct Names {
    user: EntityTypeName,
    visitor: EntityTypeName,
    plugin: EntityTypeName,
    role: EntityTypeName,
}

impl Names {
    pub(super) fn new() -> Result<Self, String> {
        Ok(Self {
            user: type_name("Witverse::User")?,
            visitor: type_name("Witverse::Visitor")?,
            plugin: type_name("Witverse::Plugin")?,
            role: type_name("Witverse::Role")?,
        })
    }

    pub(super) fn is_visitor(&self, kind: &EntityTypeName) -> bool {
        *kind == self.visitor
    }

    pub(super) fn principal(&self, actor: &Actor) -> Result<Entity, String> {
        match actor {
            Actor::Visitor => Ok(Entity::with_uid(uid(&self.visitor, "visitor"))),
            Actor::System => Ok(Entity::with_uid(uid(&self.plugin, "kernel"))),
            Actor::Person(person) => {
                let flag =
                    |name: &str, value| (name.to_owned(), RestrictedExpression::new_bool(value));
                let attributes = HashMap::from([
                    flag("verified", true),
                    flag("hasNickname", person.nickname.is_some()),
                    flag("muted", person.muted_until.is_some()),
                ]);
                let roles = person
                    .roles
                    .iter()
                    .map(|binding| uid(&self.role, &format!("{}:{}", binding.scope, binding.role)))
                    .collect();
                let user = uid(&self.user, &person.id.hyphenated().to_string());
                Entity::new(user, attributes, roles).map_err(|error| error.to_string())
            }
        }
    }

    /// The entities of a resource and its ancestors, nearest first.
    pub(super) fn resources(&self, target: &Target) -> Result<Vec<Entity>, String> {
        target
            .lineage()
            .map(|target| self.resource(target))
            .collect()
    }

    fn resource(&self, target: &Target) -> Result<Entity, String> {
        let mut attributes = match &target.attributes {
            Value::Object(fields) => fields
                .iter()
                .map(|(name, value)| Ok((name.clone(), self.expression(value)?)))
                .collect::<Result<HashMap<_, _>, String>>()?,
            _ => HashMap::new(),
        };
        if !target.roles.is_empty() {
            let roles = target.roles.iter().map(|role| {
                let entity = uid(&self.role, &target.role_id(role));
                (role.clone(), RestrictedExpression::new_entity_uid(entity))
            });
            let record =
                RestrictedExpression::new_record(roles).map_err(|error| error.to_string())?;
            attributes.insert("roles".to_owned(), record);
        }
        let mut parents = HashSet::new();
        if let Some(parent) = &target.parent {
            let parent = uid(&type_name(&parent.kind)?, &parent.id);
            let expression = RestrictedExpression::new_entity_uid(parent.clone());
            attributes.insert("parent".to_owned(), expression);
            parents.insert(parent);
        }
        let uid = uid(&type_name(&target.kind)?, &target.id);
        Entity::new(uid, attributes, parents).map_err(|error| error.to_string())
    }

    /// Converts a JSON value to a Cedar expression: strings, whole numbers, booleans, lists, and people as
    /// `{"person": "<id>"}`.
    fn expression(&self, value: &Value) -> Result<RestrictedExpression, String> {
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
                    .map(|value| self.expression(value))
                    .collect::<Result<Vec<_>, _>>()?,
            ),
            Value::Object(fields) => {
                let id = fields
                    .get("person")
                    .and_then(Value::as_str)
                    .ok_or("an object must be {\"person\": id}")?;
                RestrictedExpression::new_entity_uid(uid(&self.user, id))
            }
            Value::Null => return Err("an attribute must not be null".into()),
        })
    }
}

fn uid(name: &EntityTypeName, id: &str) -> EntityUid {
    EntityUid::from_type_name_and_id(name.clone(), EntityId::new(id))
}

fn type_name(text: &str) -> Result<EntityTypeName, String> {
    EntityTypeName::from_str(text).map_err(|error| error.to_string())
}
