//! Reaching people who have no open screen (mail, push), and signed statements, for plugins with these capabilities.

use uuid::Uuid;
use witverse_runtime::types::{Localized, Notice, Profile, Reachable, Signed};
use witverse_runtime::{HostFault, LiveBackend};

use super::people::MAX_PROFILES;
use super::{Answer, PluginHost, out_of_reach};
use crate::actor::Actor;
use crate::error::Language;
use crate::mailer::{self, Message};
use crate::outbox::Subscriber;
use crate::plugins::answer::is_local_path;
use crate::push;
use crate::unit_of_work::{BroadcastIntent, EventIntent, parse_person};

const MAX_STATEMENT_BYTES: usize = 16 << 10;
const MAX_FOUND: u32 = 50;
const MAX_PREFIX: usize = 12;
const MAX_BLOCKS: i32 = 200;
const MAX_SUBJECT: usize = 200;
const MAX_TEXT: usize = 20_000;
const MAX_NOTICE: usize = 300;
/// Bytes of a title or a text of a notice: 300 characters of any script, and push services take both.
const MAX_NOTICE_TEXT: usize = 1_200;
const MAX_SIGNALLED: usize = 500;
const MAX_BROADCAST_BYTES: usize = 4 << 10;

impl PluginHost {
    pub(super) async fn people_named(&mut self, prefix: &str, limit: u32) -> Answer<Vec<Profile>> {
        self.need(self.plugin.manifest().capabilities.users, "users")?;
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        // No nickname can begin with this prefix.
        if prefix.is_empty() || prefix.len() > MAX_PREFIX || !prefix.chars().all(plain) {
            return Ok(Vec::new());
        }
        let asker = self.caller_id();
        let limit = i32::try_from(limit.min(MAX_FOUND)).unwrap_or(0);
        let Some(scope) = self.scope_of_install() else {
            let found = self.work().people_named(prefix, asker, limit).await;
            return found.map_err(out_of_reach);
        };
        let work = self.work();
        let found = work.people_of_scope_named(prefix, &scope, asker, limit);
        let found = found.await.map_err(out_of_reach)?;
        self.who_may_enter(found).await
    }

    /// The scope of roles in the resource that the plugin was installed into.
    fn scope_of_install(&self) -> Option<String> {
        let install = self.plugin.install.as_ref()?;
        Some(format!("{}:{}", install.kind, install.id))
    }

    /// Refuses an installed plugin what tells who has blocked or muted whom.
    pub(super) fn need_blocks(&mut self) -> Answer<()> {
        let is_ours = self.plugin.install.is_none();
        self.need(self.plugin.manifest().capabilities.users, "users")?;
        self.need(is_ours, "blocks")
    }

    /// Whether either of two people has blocked the other; an invalid id matches nobody.
    pub(super) async fn has_block_between(&mut self, a: &str, b: &str) -> Answer<bool> {
        self.need_blocks()?;
        match (parse_person(a), parse_person(b)) {
            (Some(a), Some(b)) => self
                .work()
                .blocked_between(a, b)
                .await
                .map_err(out_of_reach),
            _ => Ok(false),
        }
    }

    /// The people on either side of a block with the caller.
    pub(super) async fn people_blocked(&mut self) -> Answer<Vec<String>> {
        self.need_blocks()?;
        let Some(caller) = self.caller_id() else {
            return Ok(Vec::new());
        };
        let people = self.work().blocks_of(caller, MAX_BLOCKS).await;
        let people = people.map_err(out_of_reach)?;
        Ok(people.iter().map(Uuid::to_string).collect())
    }

    fn caller_id(&self) -> Option<Uuid> {
        match &self.context.actor {
            Actor::Person(person) => Some(person.id),
            Actor::Visitor | Actor::System => None,
        }
    }

    pub(super) fn sign_statement(&mut self, statement: &[u8]) -> Answer<Result<Signed, String>> {
        self.need(self.plugin.manifest().capabilities.signing, "signing")?;
        if statement.len() > MAX_STATEMENT_BYTES {
            return Ok(Err(format!(
                "a statement has at most {MAX_STATEMENT_BYTES} bytes"
            )));
        }
        let signed = self
            .context
            .platform
            .statements
            .sign(self.plugin.id.as_str(), statement);
        Ok(Ok(Signed {
            hash: signed.hash,
            key_id: signed.kid,
            signature: signed.signature,
        }))
    }

    /// A push that is not stored: to everybody, or to some people.
    fn queue_momentary(
        &mut self,
        to: Option<Vec<Uuid>>,
        kind: String,
        payload: &[u8],
    ) -> Answer<Result<(), String>> {
        self.need(self.plugin.manifest().capabilities.live, "live")?;
        self.system_only("broadcast")?;
        if let Err(error) = self
            .check_prefix(&kind, &['.'])
            .and_then(|()| self.may_queue(payload.len(), MAX_BROADCAST_BYTES))
        {
            return Ok(Err(error));
        }
        if !kind.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(Err(format!("{kind:?} is not plain letters")));
        }
        match serde_json::from_slice(payload) {
            Ok(payload) => {
                self.work().broadcast(BroadcastIntent { to, kind, payload });
                Ok(Ok(()))
            }
            Err(error) => Ok(Err(format!("the payload is not JSON: {error}"))),
        }
    }

    pub(super) async fn reachable_people(&mut self, people: &[String]) -> Answer<Vec<Reachable>> {
        let capabilities = &self.plugin.manifest().capabilities;
        self.need(capabilities.email || capabilities.push, "email or push")?;
        if people.len() > MAX_PROFILES {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_PROFILES} people at once"
            )));
        }
        let ids: Vec<Uuid> = people.iter().filter_map(|id| parse_person(id)).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        self.work().reachable(&ids).await.map_err(out_of_reach)
    }

    pub(super) async fn queue_email(
        &mut self,
        person: &str,
        subject: Localized,
        text: Localized,
        link: Option<String>,
    ) -> Answer<Result<bool, String>> {
        self.need(self.plugin.manifest().capabilities.email, "email")?;
        let fits = |text: &Localized, most: usize| {
            [&text.ko, &text.en]
                .iter()
                .all(|text| !text.is_empty() && text.len() <= most && !text.contains('\0'))
        };
        let one_line = |text: &str| !text.contains(['\r', '\n']);
        if !fits(&subject, MAX_SUBJECT)
            || !fits(&text, MAX_TEXT)
            || !one_line(&subject.ko)
            || !one_line(&subject.en)
        {
            return Ok(Err(format!(
                "a subject is a line of at most {MAX_SUBJECT} bytes, a text has at most {MAX_TEXT}"
            )));
        }
        if link.as_deref().is_some_and(|link| !is_path(link)) {
            return Ok(Err("the link is not a path".into()));
        }
        if let Err(error) = self.may_queue(0, 0) {
            return Ok(Err(error));
        }
        let Some(person) = parse_person(person) else {
            return Ok(Ok(false));
        };
        let address = self.work().address_of(person).await.map_err(out_of_reach)?;
        let Some((to, language)) = address else {
            return Ok(Ok(false));
        };
        let (subject, text) = match language {
            Language::Ko => (subject.ko, text.ko),
            Language::En => (subject.en, text.en),
        };
        let text = match link {
            Some(link) => format!(
                "{}\n\n{}{link}\n",
                text.trim_end(),
                self.context.platform.origin
            ),
            None => text,
        };
        let message = Message { to, subject, text };
        self.queue_for_kernel(&mailer::SUBSCRIBER, mailer::TOPIC, &message)?;
        Ok(Ok(true))
    }

    pub(super) async fn queue_notice(
        &mut self,
        person: &str,
        notice: Notice,
    ) -> Answer<Result<u32, String>> {
        self.need(self.plugin.manifest().capabilities.push, "push")?;
        let texts = [
            &notice.title.ko,
            &notice.title.en,
            &notice.body.ko,
            &notice.body.en,
        ];
        let fits = texts.iter().all(|text| text.len() <= MAX_NOTICE_TEXT)
            && notice.tag.len() <= MAX_NOTICE
            && notice.link.len() <= MAX_NOTICE;
        if !fits || !is_path(&notice.link) {
            return Ok(Err(format!(
                "a notice's texts have at most {MAX_NOTICE_TEXT} bytes, and its link is a path"
            )));
        }
        if let Err(error) = self.may_queue(0, 0) {
            return Ok(Err(error));
        }
        let Some(person) = parse_person(person) else {
            return Ok(Ok(0));
        };
        let devices: Vec<Uuid> = self
            .work()
            .push_subscriptions_of(person)
            .await
            .map_err(out_of_reach)?;
        if devices.is_empty() {
            return Ok(Ok(0));
        }
        let language = match self.work().address_of(person).await.map_err(out_of_reach)? {
            Some((_, language)) => language,
            None => return Ok(Ok(0)),
        };
        let of = |text: Localized| match language {
            Language::Ko => text.ko,
            Language::En => text.en,
        };
        let shown = push::Notice {
            title: of(notice.title),
            body: of(notice.body),
            link: notice.link,
            tag: notice.tag,
        };
        for subscription in &devices {
            let task = push::PushTask {
                subscription: *subscription,
                notice: shown.clone(),
            };
            self.queue_for_kernel(&push::SUBSCRIBER, push::TOPIC, &task)?;
        }
        Ok(Ok(u32::try_from(devices.len()).unwrap_or(u32::MAX)))
    }

    /// Queues a delivery to one of the kernel's own subscribers.
    fn queue_for_kernel(
        &mut self,
        subscriber: &Subscriber,
        topic: &str,
        payload: &impl serde::Serialize,
    ) -> Answer<()> {
        let payload =
            serde_json::to_vec(payload).map_err(|error| HostFault::Failure(error.to_string()))?;
        let at_ms = self.context.now_ms;
        let id = self.context.platform.rng.uuid(at_ms);
        self.work().publish(EventIntent {
            id,
            subscriber: subscriber.name.to_owned(),
            topic: topic.to_owned(),
            payload,
            at_ms,
        });
        Ok(())
    }
}

/// Whether the link is a path of the shell and short enough for a notice.
fn is_path(link: &str) -> bool {
    link.len() <= MAX_NOTICE && is_local_path(link)
}

impl LiveBackend for PluginHost {
    fn push(
        &mut self,
        person: String,
        kind: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        self.queue_push(&person, kind, &payload)
    }

    fn broadcast(&mut self, kind: String, payload: Vec<u8>) -> Answer<Result<(), String>> {
        self.queue_momentary(None, kind, &payload)
    }

    fn signal(
        &mut self,
        people: Vec<String>,
        kind: String,
        payload: Vec<u8>,
    ) -> Answer<Result<(), String>> {
        if people.len() > MAX_SIGNALLED {
            return Err(HostFault::Abuse(format!(
                "at most {MAX_SIGNALLED} people at once"
            )));
        }
        let people = people.iter().filter_map(|id| parse_person(id)).collect();
        self.queue_momentary(Some(people), kind, &payload)
    }
}
