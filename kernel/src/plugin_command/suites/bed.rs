//! What the suites run on: a platform in this process, the packed plugin, and calls of its routes as different people.

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_kernel::app::App;
use witverse_kernel::clock::Rng;
use witverse_kernel::plugins::{Bundle, Installed, PublisherKey, pack};
use witverse_runtime::{Ending, RecordedCall};

use super::calls::{Answers, CHARGE, Call, calls_of, filled};
use super::people::{People, Role};
use super::watcher::{Watcher, was_cut};
use crate::plugin_command::platform_client::{Choice, WorldPlugins};
use crate::plugin_command::workshop::Workshop;

/// The largest body that the platform reads.
const MAX_BODY_BYTES: usize = 1 << 20;
/// WIT that each install gets for its prizes.
const FUNDS: u32 = 100;

pub(super) struct TestBed {
    pub(super) app: Arc<App>,
    pub(super) world: WorldPlugins,
    pub(super) bundle: Bundle,
    pub(super) calls: Vec<Call>,
    /// The review of the packed plugin.
    pub(super) review: Value,
    pub(super) key: PublisherKey,
    pub(super) watcher: Arc<Watcher>,
    people: People,
    client: reqwest::Client,
    url: String,
}

/// The answer to a call.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Value,
    /// How it went in the plugin; `None` if the platform has answered by itself.
    pub(super) call: Option<RecordedCall>,
}

impl Reply {
    pub(super) fn is_success(&self) -> bool {
        (200..400).contains(&self.status)
    }

    /// Status and code: `409 quiz_full`.
    pub(super) fn line(&self) -> String {
        match self.body["code"].as_str() {
            Some(code) => format!("{} {code}", self.status),
            None => self.status.to_string(),
        }
    }

    /// Why the call is a failure. A typed problem of the plugin is none.
    pub(super) fn failure(&self) -> Option<String> {
        let ending = self.call.as_ref().map(|call| &call.ending);
        let reason = match ending {
            Some(Ending::Trap(reason)) => format!("a trap: {reason}"),
            Some(Ending::OutOfTime) => "its CPU time was used up".into(),
            Some(Ending::OutOfMemory) => "it asked for more memory than it may have".into(),
            Some(Ending::Stopped) => "it took too long".into(),
            Some(Ending::HostFailure(reason)) => format!("the platform failed: {reason}"),
            // The problem of the plugin itself is its own decision.
            Some(Ending::Returned(value)) if self.status >= 500 => {
                match value["Err"]["status"].as_u64() {
                    Some(status) if status == u64::from(self.status) => return None,
                    _ => format!("its answer was refused ({})", self.line()),
                }
            }
            None if self.status >= 500 => format!("the platform answers {}", self.line()),
            _ => return None,
        };
        Some(reason)
    }

    pub(super) fn was_cut(&self) -> bool {
        self.call.as_ref().is_some_and(was_cut)
    }
}

impl TestBed {
    pub(super) async fn new(
        workshop: &Workshop,
        watcher: Arc<Watcher>,
        folder: &Path,
        built: &Path,
    ) -> Result<Self, String> {
        let bundle = Bundle::read(built).map_err(|error| error.reason().to_owned())?;
        let calls = calls_of(folder, &bundle)?;
        let plugin = &bundle.manifest.plugin;
        let id = plugin.id.as_str();
        let publisher = id.split_once('.').map_or(id, |(publisher, _)| publisher);
        let seed: [u8; 32] = Rng::default().bytes();
        let key = PublisherKey::new(publisher, &seed)?;
        let archive = pack(built, id, &plugin.version, &key).map_err(|error| error.to_string())?;
        let world = WorldPlugins::connect(&workshop.platform()).await?;
        let review = world.upload(archive).await?;
        Ok(Self {
            people: People::log_in(&workshop.app).await?,
            app: workshop.app.clone(),
            client: witverse_kernel::http_client::client()?,
            url: workshop.url.clone(),
            world,
            bundle,
            calls,
            review,
            key,
            watcher,
        })
    }

    /// Everything that the plugin asks for.
    pub(super) fn requested(&self) -> &Value {
        &self.review["requested"]
    }

    /// Agrees to the key of this test.
    pub(super) fn choice(&self) -> Choice {
        Choice {
            agreed_key: self.review["publisher"]["keyId"]
                .as_str()
                .map(str::to_owned),
            early: true,
        }
    }

    /// Installs the plugin, and pays into its account.
    pub(super) async fn install(&self, grant: &Value) -> Result<Value, String> {
        let digest = &self.review["digest"];
        let install = self.world.install(digest, grant, &self.choice()).await?;
        if !grant["reward"].is_null() {
            let payment = json!({ "amount": FUNDS, "key": new_key() });
            self.world.pay_in(&install, &payment).await?;
        }
        Ok(install)
    }

    /// The loaded plugin of an install.
    pub(super) fn installed(&self, install: &Value) -> Result<Arc<Installed>, String> {
        let id = install["id"].as_str().unwrap_or_default();
        let plugins = self.app.platform.registry.current();
        let found = plugins.get(id).cloned();
        found.ok_or_else(|| "the plugin does not run after its install".to_owned())
    }

    /// Whether the policies of the plugin allow a call to a person who may enter the world.
    pub(super) async fn is_allowed(
        &self,
        install: &Value,
        call: &Call,
        role: Role,
    ) -> Result<bool, String> {
        let plugin = self.installed(install)?;
        let actor = &self.people.of(role).actor;
        let scope = plugin.install.as_ref();
        let scope = scope.ok_or("the plugin is not installed in a world")?;
        let target = self.app.installs.entered(actor, &scope.kind, &scope.id);
        let Ok(target) = target.await else {
            return Ok(false);
        };
        let action = plugin.action(&call.action);
        Ok(scope.permissions.permit(actor, &action, &target).is_ok())
    }

    /// Makes an example call.
    pub(super) async fn call(
        &self,
        install: &Value,
        call: &Call,
        role: Role,
        answers: &Answers,
    ) -> Result<Reply, String> {
        let body = self.body(install, call, role, answers).await?;
        self.send(install, call, role, answers, body, None).await
    }

    /// The body of an example call; makes the charges in it.
    pub(super) async fn body(
        &self,
        install: &Value,
        call: &Call,
        role: Role,
        answers: &Answers,
    ) -> Result<Option<Vec<u8>>, String> {
        let mut body = call.body.as_ref().map(|body| filled(body, answers));
        if let Some(Value::Object(fields)) = &mut body {
            for value in fields.values_mut() {
                if let Some(amount) = value.get(CHARGE) {
                    *value = self.charge(install, role, amount).await?;
                }
            }
        }
        Ok(body.map(|body| body.to_string().into_bytes()))
    }

    /// Makes a call with any body; `cut_after` ends it after so many host calls.
    pub(super) async fn send(
        &self,
        install: &Value,
        call: &Call,
        role: Role,
        answers: &Answers,
        body: Option<Vec<u8>>,
        cut_after: Option<usize>,
    ) -> Result<Reply, String> {
        let id = install["id"].as_str().unwrap_or_default();
        let url = format!("{}/api/x/{id}{}", self.url, address(call, answers));
        self.watcher.expect(cut_after);
        let (status, body) = self.request(&call.method, &url, role, body).await?;
        Ok(Reply {
            status,
            body,
            call: self.watcher.take(),
        })
    }

    /// Makes all example calls, each as its person, and returns the answers. Failures are added to `failures`.
    pub(super) async fn call_all(
        &self,
        install: &Value,
        calls: &[Call],
        failures: &mut Vec<String>,
    ) -> Result<Vec<Reply>, String> {
        let (mut answers, mut replies) = (Answers::new(), Vec::new());
        for call in calls {
            let reply = self.call(install, call, call.role, &answers).await?;
            if let Some(reason) = reply.failure() {
                failures.push(format!("{}: {reason}", call.name));
            }
            if reply.is_success() {
                answers.insert(call.name.clone(), reply.body["payload"].clone());
            }
            replies.push(reply);
        }
        Ok(replies)
    }

    /// Holds WIT of a person for the plugin, as after a yes in the dialog; null if it is refused.
    async fn charge(&self, install: &Value, role: Role, amount: &Value) -> Result<Value, String> {
        let world = witverse_kernel::demo::PLUGIN_WORLD;
        let id = install["id"].as_str().unwrap_or_default();
        let url = format!("{}/api/v3/worlds/{world}/plugins/{id}/charges", self.url);
        let charge = json!({ "amount": amount, "reason": "A test", "key": new_key() });
        let body = Some(charge.to_string().into_bytes());
        let (_, body) = self.request("POST", &url, role, body).await?;
        Ok(match &body["payload"]["id"] {
            Value::Null => super::schema::UNKNOWN_ID.into(),
            id => id.clone(),
        })
    }

    async fn request(
        &self,
        method: &str,
        url: &str,
        role: Role,
        body: Option<Vec<u8>>,
    ) -> Result<(u16, Value), String> {
        let unreached = |error: reqwest::Error| format!("the platform was not reached: {error}");
        let method =
            reqwest::Method::from_bytes(method.as_bytes()).map_err(|error| error.to_string())?;
        let is_oversized = body
            .as_ref()
            .is_some_and(|body| body.len() > MAX_BODY_BYTES);
        let mut request = self.client.request(method, url);
        if let Some(token) = &self.people.of(role).token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(body);
        }
        let again = request.try_clone();
        let response = match request.send().await {
            Ok(response) => response,
            // The platform refuses such a body and ends the connection while it is still being sent.
            Err(_) if is_oversized => return Ok((413, Value::Null)),
            // A connection that the platform has ended after such a body may have been used again.
            Err(error) => match again {
                Some(again) => again.send().await.map_err(unreached)?,
                None => return Err(unreached(error)),
            },
        };
        let status = response.status().as_u16();
        let body = response.bytes().await.map_err(unreached)?;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }
}

/// The path of a call below the install, with its query.
fn address(call: &Call, answers: &Answers) -> String {
    let text = |value: &Value| match filled(value, answers) {
        Value::String(text) => text,
        other => other.to_string(),
    };
    let segments = call.path.split('/').map(|part| {
        let name = part
            .strip_prefix('{')
            .and_then(|part| part.strip_suffix('}'));
        match name.and_then(|name| call.params.get(name)) {
            Some(value) => encoded(&text(value)),
            None => part.to_owned(),
        }
    });
    let mut address = segments.collect::<Vec<_>>().join("/");
    if !call.query.is_empty() {
        let pairs = call.query.iter().map(|(name, value)| (name, text(value)));
        let query = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(pairs)
            .finish();
        address += "?";
        address += &query;
    }
    address
}

fn encoded(segment: &str) -> String {
    percent_encoding::utf8_percent_encode(segment, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn new_key() -> Uuid {
    Rng::default().uuid(0)
}
