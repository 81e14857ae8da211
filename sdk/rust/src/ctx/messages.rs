//! Outgoing messages of a call: events to plugins, pushes to people, timers, service calls.
//!
//! All except service calls take effect after the request has committed; a rollback discards them.

use crate::bindings::witverse::plugin::{events, live, notify, services, timers, types};
use crate::ctx::Language;
use crate::error::{Error, UNAVAILABLE};
use crate::request::Request;
use crate::time::Timestamp;
use crate::uuid::Uuid;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn bytes(payload: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(payload)
        .map_err(|error| Error::internal(format!("the payload does not serialise: {error}")))
}

/// Events to other plugins; made by [`Ctx::events`](crate::Ctx::events).
#[derive(Clone, Copy, Debug)]
pub struct Events(pub(super) ());

impl Events {
    /// Publishes an event to every subscriber, after this request has committed. The delivery is removed in the
    /// transaction of the subscriber, so its effects happen exactly once. A failed delivery is retried, and is parked
    /// after ten tries.
    ///
    /// `topic` starts with the plugin's id and ends with its version: `worlds.member.joined@1`.
    ///
    /// ```no_run
    /// # fn joined(ctx: &witverse_sdk::Ctx, world: &witverse_sdk::Uuid) -> Result<(), witverse_sdk::Error> {
    /// ctx.events().publish("worlds.member.joined@1", &serde_json::json!({ "worldId": world }))
    /// # }
    /// ```
    pub fn publish(&self, topic: &str, payload: &impl Serialize) -> Result<(), Error> {
        events::publish(topic, &bytes(payload)?).map_err(Error::internal)
    }
}

/// Pushes to a person's open screens; made by [`Ctx::live`](crate::Ctx::live).
#[derive(Clone, Copy, Debug)]
pub struct Live(pub(super) ());

impl Live {
    /// Sends a push; `kind` starts with the plugin's id, and the payload has at most 16 KiB.
    ///
    /// ```no_run
    /// # fn notify(ctx: &witverse_sdk::Ctx, owner: &witverse_sdk::Uuid) -> Result<(), witverse_sdk::Error> {
    /// ctx.live().push(owner, "worlds.member-joined", &serde_json::json!({ "memberCount": 2 }))
    /// # }
    /// ```
    pub fn push(&self, person: &Uuid, kind: &str, payload: &impl Serialize) -> Result<(), Error> {
        live::push(person.as_str(), kind, &bytes(payload)?).map_err(Error::internal)
    }

    /// Pushes to every screen that is open at the commit, without storing the push: for data that screens also query
    /// when they reconnect. At most 4 KiB; system plugins only.
    pub fn broadcast(&self, kind: &str, payload: &impl Serialize) -> Result<(), Error> {
        live::broadcast(kind, &bytes(payload)?).map_err(Error::internal)
    }

    /// Pushes to the screens of these people that are open at the commit, without storing the push: for data that screens
    /// also query when they reconnect. At most 500 people and 4 KiB; system plugins only.
    pub fn signal(
        &self,
        people: &[Uuid],
        kind: &str,
        payload: &impl Serialize,
    ) -> Result<(), Error> {
        let people: Vec<String> = people.iter().map(Uuid::to_string).collect();
        live::signal(&people, kind, &bytes(payload)?).map_err(Error::internal)
    }
}

/// A text in both languages of the platform.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Text {
    /// Korean.
    pub ko: String,
    /// English.
    pub en: String,
}

impl Text {
    /// A text in Korean and English.
    pub fn new(ko: impl Into<String>, en: impl Into<String>) -> Self {
        Self {
            ko: ko.into(),
            en: en.into(),
        }
    }

    /// The text in one language.
    #[must_use]
    pub fn of(&self, language: Language) -> &str {
        match language {
            Language::Ko => &self.ko,
            Language::En => &self.en,
        }
    }
}

impl From<(String, String)> for Text {
    fn from((ko, en): (String, String)) -> Self {
        Self { ko, en }
    }
}

impl From<&Text> for types::Localized {
    fn from(text: &Text) -> Self {
        Self {
            ko: text.ko.clone(),
            en: text.en.clone(),
        }
    }
}

/// The channels on which a person can be reached immediately.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reachable {
    /// The person.
    pub person: Uuid,
    /// A screen is open, or was recently.
    pub screens: bool,
    /// A device is subscribed.
    pub devices: bool,
}

/// The content of a device notification.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// The title; at most 1,200 bytes, like the body.
    pub title: Text,
    /// The text.
    pub body: Text,
    /// The link: a path of the shell.
    pub link: String,
    /// A later notification with the same tag replaces an earlier one.
    pub tag: String,
}

/// Mail and device notifications; created by [`Ctx::notify`](crate::Ctx::notify). System plugins only.
#[derive(Clone, Copy, Debug)]
pub struct Notify(pub(super) ());

impl Notify {
    /// Sends a mail to an account, in its language, with the full address of `link`, a path of the shell, at its end.
    /// False if the account does not exist any more.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid, ctx::Text};
    /// # fn remind(ctx: &Ctx, person: &Uuid, subject: &Text, text: &Text) -> Result<(), Error> {
    /// ctx.notify().email(person, subject, text, Some("/mail"))?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn email(
        &self,
        person: &Uuid,
        subject: &Text,
        text: &Text,
        link: Option<&str>,
    ) -> Result<bool, Error> {
        notify::email(person.as_str(), &subject.into(), &text.into(), link).map_err(Error::internal)
    }

    /// The people among `people` who can be reached immediately, with their channels. The others need no push and no
    /// notification. At most 200.
    pub fn reachable(&self, people: &[&Uuid]) -> Vec<Reachable> {
        let people: Vec<_> = people.iter().map(ToString::to_string).collect();
        notify::reachable(&people)
            .into_iter()
            .map(|found| Reachable {
                person: Uuid::trusted(found.person),
                screens: found.screens,
                devices: found.devices,
            })
            .collect()
    }

    /// Sends a notification to each device that a person has subscribed with; returns the number of devices.
    pub fn push(&self, person: &Uuid, notice: &Notice) -> Result<u32, Error> {
        let wire = notify::Notice {
            title: (&notice.title).into(),
            body: (&notice.body).into(),
            link: notice.link.clone(),
            tag: notice.tag.clone(),
        };
        notify::push(person.as_str(), &wire).map_err(Error::internal)
    }
}

/// The due time of a timer.
#[derive(Clone, Debug, PartialEq)]
pub enum When {
    /// Once.
    At(Timestamp),
    /// Repeating: a cron expression with five fields, in Korean time.
    Cron(String),
}

/// Timers of this plugin; made by [`Ctx::timers`](crate::Ctx::timers).
#[derive(Clone, Copy, Debug)]
pub struct Timers(pub(super) ());

impl Timers {
    /// Sets the timer `key`; replaces a timer with the same key. Takes effect when the request commits. A timer can run
    /// late, and a call that fails is repeated, so the handler checks whether its work is still due.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, ctx::When};
    /// # fn later(ctx: &Ctx) -> Result<(), Error> {
    /// let in_a_day = ctx.now().plus_millis(24 * 3_600_000);
    /// ctx.timers().schedule("return-gift", When::At(in_a_day), &serde_json::json!({ "gift": 7 }))
    /// # }
    /// ```
    pub fn schedule(&self, key: &str, when: When, payload: &impl Serialize) -> Result<(), Error> {
        let when = match when {
            When::At(at) => timers::When::AtMs(u64::try_from(at.as_millis()).unwrap_or(0)),
            When::Cron(fields) => timers::When::Cron(fields),
        };
        timers::schedule(key, &when, &bytes(payload)?).map_err(Error::refused)
    }

    /// Cancels the timer `key`, if it exists.
    pub fn cancel(&self, key: &str) {
        timers::cancel(key);
    }
}

/// Other plugins' services; made by [`Ctx::services`](crate::Ctx::services).
#[derive(Clone, Copy, Debug)]
pub struct Services(pub(super) ());

impl Services {
    /// Calls a method of `service` (with its version: `mail@1`), in the same transaction. Locks of the provider are
    /// held until this request ends. If the provider writes and then returns a problem, the request can only be rolled
    /// back.
    ///
    /// The other plugin's problem becomes this request's; a missing service is 503 `unavailable`.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid};
    /// #[derive(serde::Deserialize)]
    /// #[serde(rename_all = "camelCase")]
    /// struct Facts { world_name: Option<String> }
    ///
    /// fn world_of(ctx: &Ctx, user: &Uuid) -> Result<Option<String>, Error> {
    ///     let request = serde_json::json!({ "userId": user });
    ///     let facts: Facts = ctx.services().call("account-info@1", "facts", &request)?;
    ///     Ok(facts.world_name)
    /// }
    /// ```
    pub fn call<T: DeserializeOwned>(
        &self,
        service: &str,
        method: &str,
        payload: &impl Serialize,
    ) -> Result<T, Error> {
        self.call_optional(service, method, payload)?
            .ok_or_else(|| UNAVAILABLE.into())
    }

    /// Calls an optional service: `None` if no plugin provides it.
    ///
    /// The manifest declares it: `{ use = "account-info@1", optional = true }`.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Error, Uuid};
    /// # #[derive(serde::Deserialize)]
    /// # struct Fellows { ids: Vec<Uuid> }
    /// # fn fellows(ctx: &Ctx, user: &Uuid) -> Result<Vec<Uuid>, Error> {
    /// let request = serde_json::json!({ "userId": user, "limit": 20 });
    /// let fellows: Option<Fellows> = ctx.services().call_optional("account-info@1", "fellows", &request)?;
    /// Ok(fellows.map(|fellows| fellows.ids).unwrap_or_default())
    /// # }
    /// ```
    pub fn call_optional<T: DeserializeOwned>(
        &self,
        service: &str,
        method: &str,
        payload: &impl Serialize,
    ) -> Result<Option<T>, Error> {
        let answer = match services::call(service, method, &bytes(payload)?) {
            Ok(answer) => answer,
            Err(services::ServiceError::Unavailable) => return Ok(None),
            Err(services::ServiceError::Problem(problem)) => return Err(problem.into()),
            Err(services::ServiceError::Failed(detail)) => {
                return Err(Error::internal(format!("service {service}: {detail}")));
            }
        };
        let answer = serde_json::from_slice(&answer)
            .map_err(|error| Error::internal(format!("service {service}.{method}: {error}")))?;
        Ok(Some(answer))
    }

    /// Calls a method of a service whose types are known: [`crate::services`] has those of the system plugins.
    ///
    /// The other plugin's problem becomes this request's; a missing service is 503 `unavailable`.
    ///
    /// ```no_run
    /// # use witverse_sdk::services::friends::{Between, Standing};
    /// # use witverse_sdk::{Ctx, Error, Uuid};
    /// fn are_friends(ctx: &Ctx, a: Uuid, b: Uuid) -> Result<bool, Error> {
    ///     Ok(ctx.services().request(&Between { a, b })?.state == Standing::Friends)
    /// }
    /// ```
    pub fn request<R: Request>(&self, request: &R) -> Result<R::Answer, Error> {
        self.call(R::SERVICE, R::METHOD, request)
    }

    /// Like [`Services::request`] for an optional service: `None` if no plugin provides it.
    pub fn request_optional<R: Request>(&self, request: &R) -> Result<Option<R::Answer>, Error> {
        self.call_optional(R::SERVICE, R::METHOD, request)
    }

    /// True if an enabled plugin provides `service` and this plugin's manifest declares its use.
    pub fn available(&self, service: &str) -> bool {
        services::available(service)
    }
}
