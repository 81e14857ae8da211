//! Queries to the kernel: people, permissions, settings, random numbers, and the operator's log.

use crate::bindings::witverse::plugin::{authz, log, metrics, random, settings, signing, users};
use crate::error::Error;
use crate::uuid::Uuid;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A person's public profile.
pub use users::{Pair, PublicProfile as Profile};

/// Public facts about people; made by [`Ctx::users`](crate::Ctx::users).
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

    /// Both profiles of each pair and whether either has blocked the other, in the order of `pairs`. At most 100; one question
    /// in place of two.
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

    /// True if the text holds a reserved or profane word of the platform's list.
    pub fn forbidden_word(&self, text: &str) -> bool {
        users::forbidden_word(text)
    }
}

/// A statement's hash and its signature.
pub use signing::Signed;

/// Statements that hold without the platform; made by [`Ctx::signing`](crate::Ctx::signing).
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

/// Something that Cedar is asked about: an entity type of the plugin's schema, an id, its attributes.
#[derive(Clone, Debug, PartialEq)]
pub struct Resource(authz::ResourceRef);

impl Resource {
    /// `attributes` must serialise to a JSON object as the plugin's Cedar schema declares it.
    pub fn new(
        kind: impl Into<String>,
        id: impl Into<String>,
        attributes: &impl Serialize,
    ) -> Result<Self, Error> {
        let attributes = serde_json::to_string(attributes)
            .map_err(|error| Error::internal(format!("attributes do not serialise: {error}")))?;
        Ok(Self(authz::ResourceRef {
            kind: kind.into(),
            id: id.into(),
            attributes,
        }))
    }
}

/// Permissions; made by [`Ctx::authz`](crate::Ctx::authz).
#[derive(Clone, Copy, Debug)]
pub struct Authz(pub(super) ());

impl Authz {
    /// May the caller do `action` to `resource`?
    pub fn check(&self, action: &str, resource: &Resource) -> bool {
        authz::check(action, &resource.0)
    }

    /// Fails with 403 `forbidden` unless the caller may.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, ctx::Resource};
    /// # fn edit(ctx: &Ctx, world_id: &str) -> Result<(), Error> {
    /// let world = Resource::new("World", world_id, &serde_json::json!({ "isPublic": true }))?;
    /// ctx.authz().require("editWorld", &world)
    /// # }
    /// ```
    pub fn require(&self, action: &str, resource: &Resource) -> Result<(), Error> {
        match self.check(action, resource) {
            true => Ok(()),
            false => Err(crate::error::FORBIDDEN.into()),
        }
    }

    /// The ids of the policies that decide, and whether they allow.
    pub fn explain(&self, action: &str, resource: &Resource) -> (bool, Vec<String>) {
        let decision = authz::explain(action, &resource.0);
        (decision.allowed, decision.policies)
    }

    /// Gives a role on a resource of a kind that this plugin declares.
    pub fn grant_role(&self, person: &Uuid, role: &str, kind: &str, id: &str) -> Result<(), Error> {
        authz::grant_role(person.as_str(), role, kind, id).map_err(Error::internal)
    }

    /// Takes it away again.
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

/// Chance; made by [`Ctx::random`](crate::Ctx::random).
#[derive(Clone, Copy, Debug)]
pub struct Random(pub(super) ());

impl Random {
    /// Unpredictable bytes, at most 4,096.
    pub fn bytes(&self, count: u32) -> Vec<u8> {
        random::bytes(count)
    }

    /// A new identifier (UUID version 7: later ones sort later).
    pub fn uuid(&self) -> Uuid {
        Uuid::trusted(random::uuid())
    }
}

/// Lines for the operator; made by [`Ctx::log`](crate::Ctx::log). At most 100 lines a call, 4 KiB each.
#[derive(Clone, Copy, Debug)]
pub struct Log(pub(super) ());

impl Log {
    /// A log line for debugging.
    pub fn debug(&self, message: &str) {
        log::write(log::Level::Debug, message, &[]);
    }

    /// Worth knowing.
    pub fn info(&self, message: &str) {
        log::write(log::Level::Info, message, &[]);
    }

    /// Odd, but handled.
    pub fn warn(&self, message: &str) {
        log::write(log::Level::Warn, message, &[]);
    }

    /// A log line for an error that an operator must act on.
    pub fn error(&self, message: &str) {
        log::write(log::Level::Error, message, &[]);
    }

    /// A line of any level with fields.
    pub fn write(&self, level: LogLevel, message: &str, fields: &[(String, String)]) {
        log::write(level, message, fields);
    }
}

/// How much a line of the log matters.
pub use log::Level as LogLevel;

/// Figures for the operator; made by [`Ctx::metrics`](crate::Ctx::metrics). The kernel prefixes names with the plugin's id.
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
