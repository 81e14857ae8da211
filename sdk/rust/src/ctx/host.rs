//! Queries to the kernel: people, permissions, settings, random numbers, and the operator's log.

use crate::bindings::witverse::plugin::{authz, log, metrics, random, settings, signing, users};
use crate::error::Error;
use crate::uuid::Uuid;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The outcome of an authorization request.
pub use authz::Decision;
/// A person's public profile.
pub use users::{Pair, PublicProfile as Profile};

/// Public data about people; made by [`Ctx::users`](crate::Ctx::users).
#[derive(Clone, Copy, Debug)]
pub struct Users(pub(super) ());

impl Users {
    /// The profile of `id`.
    pub fn profile(&self, id: &Uuid) -> Option<Profile> {
        users::profile(id.as_str())
    }

    /// The profiles of `ids` in that order, without those that do not exist. At most 200.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Uuid};
    /// # fn names(ctx: &Ctx, ids: &[Uuid]) -> Vec<String> {
    /// ctx.users().profiles(ids).into_iter().map(|profile| profile.nickname).collect()
    /// # }
    /// ```
    pub fn profiles(&self, ids: &[Uuid]) -> Vec<Profile> {
        let ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
        users::profiles(&ids)
    }

    /// The person with this nickname.
    pub fn find_by_nickname(&self, nickname: &str) -> Option<Profile> {
        users::find_by_nickname(nickname)
    }

    /// True if either has blocked the other.
    pub fn blocked_between(&self, a: &Uuid, b: &Uuid) -> bool {
        users::blocked_between(a.as_str(), b.as_str())
    }

    /// Both profiles of each pair, and whether either has blocked the other, in the order of `pairs`. At most 100; one
    /// query for all.
    pub fn pairs(&self, pairs: &[(&Uuid, &Uuid)]) -> Vec<Pair> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (a.to_string(), b.to_string()))
            .collect();
        users::pairs(&pairs)
    }

    /// People whose nickname begins with `prefix`, in its order, without the caller and without those who have
    /// blocked them or are blocked by them. At most 50.
    ///
    /// ```no_run
    /// # use witverse_sdk::Ctx;
    /// # fn found(ctx: &Ctx) -> Vec<String> {
    /// ctx.users().search("ha", 20).into_iter().map(|profile| profile.nickname).collect()
    /// # }
    /// ```
    pub fn search(&self, prefix: &str, limit: u32) -> Vec<Profile> {
        users::search(prefix, limit)
    }

    /// The people on either side of a block with the caller, the newest block first. At most 200; none for visitors. Never
    /// reveal them: a person must not learn who has blocked them.
    pub fn blocks(&self) -> Vec<Uuid> {
        users::blocks().into_iter().map(Uuid::trusted).collect()
    }

    /// Makes an image of this plugin the caller's picture; it replaces any other. `path` is an absolute path on this
    /// origin, `reference` names the thing that the image shows, for example an item. Needs the capability
    /// `profile_images`.
    pub fn set_image(&self, path: &str, reference: &str) -> Result<(), Error> {
        users::set_image(path, reference).map_err(Error::internal)
    }

    /// Removes a person's picture if it is the one that this plugin has set under `reference`. Idempotent.
    pub fn clear_image(&self, person: &Uuid, reference: &str) {
        users::clear_image(person.as_str(), reference);
    }

    /// True if the text contains a reserved or profane word of the platform's list.
    pub fn forbidden_word(&self, text: &str) -> bool {
        users::forbidden_word(text)
    }
}

/// A statement's hash and its signature.
pub use signing::Signed;

/// Signed statements; made by [`Ctx::signing`](crate::Ctx::signing).
#[derive(Clone, Copy, Debug)]
pub struct Signing(pub(super) ());

impl Signing {
    /// Signs a statement of at most 16 KiB with the platform's Ed25519 key: over `witverse:<plugin>`, a line feed
    /// and the statement.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error};
    /// # fn made(ctx: &Ctx) -> Result<(), Error> {
    /// let statement = r#"{"item":"…","seq":1,"kind":"made"}"#;
    /// let signed = ctx.signing().sign(statement.as_bytes())?;
    /// // keep the statement, signed.hash, signed.key_id and signed.signature
    /// # let _ = signed;
    /// # Ok(())
    /// # }
    /// ```
    pub fn sign(&self, statement: &[u8]) -> Result<Signed, Error> {
        signing::sign(statement).map_err(Error::internal)
    }

    /// Every key that the platform ever signed with, as a JWK set in JSON.
    pub fn keys(&self) -> String {
        signing::keys()
    }
}

/// The shape of the platform's keys, for schemas: a JWK set.
#[derive(Debug, schemars::JsonSchema)]
pub struct JsonWebKeySet {
    /// Every key that the platform ever signed with.
    pub keys: Vec<serde_json::Map<String, serde_json::Value>>,
}

/// A resource of an authorization request.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource(authz::ResourceRef);

impl Resource {
    /// A resource with attributes from the caller. `attributes` must serialise to a JSON object as the plugin's
    /// Cedar schema declares it.
    pub fn new(
        kind: impl Into<String>,
        id: impl Into<String>,
        attributes: &impl Serialize,
    ) -> Result<Self, Error> {
        Ok(Self(authz::ResourceRef {
            kind: kind.into(),
            id: id.into(),
            attributes: json_text(attributes)?,
        }))
    }

    /// A resource that [`Authz::declare`] has recorded, by its id or its alias.
    pub fn declared(kind: impl Into<String>, key: impl Into<String>) -> Self {
        Self(authz::ResourceRef {
            kind: kind.into(),
            id: key.into(),
            attributes: String::new(),
        })
    }
}

/// A resource to record; see [`Authz::declare`].
#[derive(Clone, Debug)]
pub struct Declaration<'a, A> {
    /// A kind of the manifest's `[[resources]]`.
    pub kind: &'a str,
    /// At most 64 bytes.
    pub id: &'a str,
    /// A second unique key of the kind, such as the name of a world; at most 64 bytes.
    pub alias: Option<&'a str>,
    /// The id of the containing resource, if the kind has a parent. It never changes.
    pub parent: Option<&'a str>,
    /// Attributes as the Cedar schema declares them, without `roles` and `parent`; at most 4 KiB of JSON.
    pub attributes: A,
}

/// Permissions; made by [`Ctx::authz`](crate::Ctx::authz).
#[derive(Clone, Copy, Debug)]
pub struct Authz(pub(super) ());

impl Authz {
    /// Whether the caller may do `action` to `resource`.
    pub fn check(&self, action: &str, resource: &Resource) -> bool {
        authz::check(action, &resource.0)
    }

    /// Whether a visitor may do `action` to `resource`, whoever the caller is: what anybody may see can be broadcast.
    pub fn check_visitor(&self, action: &str, resource: &Resource) -> bool {
        authz::check_visitor(action, &resource.0)
    }

    /// Fails with 403 `forbidden` if the caller may not.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, ctx::Resource};
    /// # fn edit(ctx: &Ctx, world_id: &str) -> Result<(), Error> {
    /// ctx.authz().require("editWorld", &Resource::declared("World", world_id))
    /// # }
    /// ```
    pub fn require(&self, action: &str, resource: &Resource) -> Result<(), Error> {
        match self.check(action, resource) {
            true => Ok(()),
            false => Err(crate::error::FORBIDDEN.into()),
        }
    }

    /// The decision, the ids of the policies that determined it, and the problems that a denial names.
    pub fn explain(&self, action: &str, resource: &Resource) -> Decision {
        authz::explain(action, &resource.0)
    }

    /// The decision about another person, as if they were the caller.
    pub fn explain_for(&self, person: &Uuid, action: &str, resource: &Resource) -> Decision {
        let person = std::slice::from_ref(person);
        let decisions = explained(person, action, resource);
        decisions.into_iter().next().unwrap_or(Decision {
            allowed: false,
            policies: Vec::new(),
            problems: Vec::new(),
        })
    }

    /// The people of a list who may do `action` to `resource`, in its order: a notice reaches only people who may read
    /// what it is about.
    pub fn permitted(&self, people: &[Uuid], action: &str, resource: &Resource) -> Vec<Uuid> {
        let mut permitted = Vec::new();
        for people in people.chunks(ASKED_AT_ONCE) {
            let decisions = explained(people, action, resource);
            let allowed = people.iter().zip(decisions);
            let allowed = allowed.filter(|(_, decision)| decision.allowed);
            permitted.extend(allowed.map(|(person, _)| person.clone()));
        }
        permitted
    }

    /// Records a resource, so that routes can name it and roles can be given on it. Replaces the alias and the
    /// attributes of a recorded one, so a repeated call changes nothing. Committed with the request.
    ///
    /// Locks the parent against deletion until the request ends.
    ///
    /// # Errors
    /// An internal error with a reason: the manifest does not declare the kind, the attributes do not fit the schema,
    /// another resource has the alias, or the parent does not exist.
    pub fn declare(&self, new: &Declaration<'_, impl Serialize>) -> Result<(), Error> {
        let declaration = authz::Declaration {
            kind: new.kind.to_owned(),
            id: new.id.to_owned(),
            alias: new.alias.map(str::to_owned),
            parent: new.parent.map(str::to_owned),
            attributes: json_text(&new.attributes)?,
        };
        authz::declare(&declaration).map_err(Error::internal)
    }

    /// Deletes a declared resource, the resources in it, and all roles on them. Deleting an unknown one succeeds.
    ///
    /// # Errors
    /// An internal error: the manifest does not declare the kind.
    pub fn remove(&self, kind: &str, id: &str) -> Result<(), Error> {
        authz::remove(kind, id).map_err(Error::internal)
    }

    /// Grants a role on a declared resource; granting it again changes nothing. Locks the resource against deletion
    /// until the request ends.
    ///
    /// # Errors
    /// An internal error: the manifest does not list the role, or the person or the resource does not exist.
    pub fn grant_role(&self, person: &Uuid, role: &str, kind: &str, id: &str) -> Result<(), Error> {
        authz::grant_role(person.as_str(), role, kind, id).map_err(Error::internal)
    }

    /// Revokes a role; succeeds if the person does not have it.
    ///
    /// # Errors
    /// Same as [`Authz::grant_role`], except for a resource that does not exist.
    pub fn revoke_role(
        &self,
        person: &Uuid,
        role: &str,
        kind: &str,
        id: &str,
    ) -> Result<(), Error> {
        authz::revoke_role(person.as_str(), role, kind, id).map_err(Error::internal)
    }
}

/// The limit of people that the kernel decides about in one call.
const ASKED_AT_ONCE: usize = 200;

fn explained(people: &[Uuid], action: &str, resource: &Resource) -> Vec<Decision> {
    let people: Vec<String> = people.iter().map(|id| id.as_str().to_owned()).collect();
    authz::explain_for(&people, action, &resource.0)
}

fn json_text(attributes: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(attributes)
        .map_err(|error| Error::internal(format!("attributes do not serialise: {error}")))
}

/// Settings of this install; made by [`Ctx::settings`](crate::Ctx::settings).
#[derive(Clone, Copy, Debug)]
pub struct Settings(pub(super) ());

impl Settings {
    /// The setting `key`, or `None` if the operator has set nothing.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error};
    /// # fn limit(ctx: &Ctx) -> Result<u32, Error> {
    /// Ok(ctx.settings().get("limit")?.unwrap_or(10))
    /// # }
    /// ```
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, Error> {
        settings::get(key)
            .map(|json| serde_json::from_str(&json))
            .transpose()
            .map_err(|error| Error::internal(format!("setting `{key}`: {error}")))
    }
}

/// Randomness; made by [`Ctx::random`](crate::Ctx::random).
#[derive(Clone, Copy, Debug)]
pub struct Random(pub(super) ());

impl Random {
    /// Cryptographically random bytes, at most 4,096.
    pub fn bytes(&self, count: u32) -> Vec<u8> {
        random::bytes(count)
    }

    /// A new identifier (UUID version 7, ordered by time).
    pub fn uuid(&self) -> Uuid {
        Uuid::trusted(random::uuid())
    }
}

/// Log lines for the operator; made by [`Ctx::log`](crate::Ctx::log). At most 100 lines per call, 4 KiB each.
#[derive(Clone, Copy, Debug)]
pub struct Log(pub(super) ());

impl Log {
    /// A log line for debugging.
    pub fn debug(&self, message: &str) {
        log::write(log::Level::Debug, message, &[]);
    }

    /// A log line for a noteworthy event.
    pub fn info(&self, message: &str) {
        log::write(log::Level::Info, message, &[]);
    }

    /// A log line for an unexpected condition that was handled.
    pub fn warn(&self, message: &str) {
        log::write(log::Level::Warn, message, &[]);
    }

    /// A log line for an error that an operator must act on.
    pub fn error(&self, message: &str) {
        log::write(log::Level::Error, message, &[]);
    }

    /// A log line of any level, with fields.
    pub fn write(&self, level: LogLevel, message: &str, fields: &[(String, String)]) {
        log::write(level, message, fields);
    }
}

/// The level of a log line.
pub use log::Level as LogLevel;

/// Metrics for the operator; made by [`Ctx::metrics`](crate::Ctx::metrics). The kernel prefixes names with the plugin's
/// id.
#[derive(Clone, Copy, Debug)]
pub struct Metrics(pub(super) ());

impl Metrics {
    /// Adds to a counter.
    pub fn count(&self, name: &str, delta: u64, labels: &[(String, String)]) {
        metrics::count(name, delta, labels);
    }

    /// Adds a value to a distribution.
    pub fn observe(&self, name: &str, value: f64, labels: &[(String, String)]) {
        metrics::observe(name, value, labels);
    }
}
