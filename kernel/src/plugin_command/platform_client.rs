//! The operations on plugins of a world, over the public HTTP interface of a running platform.

use std::fs::File;
use std::io::Write;
use std::time::Duration;

use clap::Args;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

/// Compiling an uploaded component takes seconds.
const LIMIT: Duration = Duration::from_secs(120);

/// A running platform, a world, and how to sign in.
#[derive(Args, Clone)]
pub(crate) struct Platform {
    /// The address of the platform
    #[arg(long, env = "WITVERSE_URL", default_value = "http://localhost:8080")]
    pub(super) url: String,
    /// The name or the id of the world
    #[arg(long, env = "WITVERSE_WORLD")]
    pub(super) world: String,
    /// An access token of an administrator of the world, in place of email and password
    #[arg(long, env = "WITVERSE_TOKEN", hide_env_values = true)]
    pub(super) token: Option<String>,
    /// The email of an administrator of the world
    #[arg(long, env = "WITVERSE_EMAIL", requires = "password")]
    pub(super) email: Option<String>,
    /// The password; better in the variable than in the command
    #[arg(long, env = "WITVERSE_PASSWORD", hide_env_values = true)]
    pub(super) password: Option<String>,
}

/// What an operator decides about a version besides its permissions.
#[derive(Args, Clone)]
pub(crate) struct Choice {
    /// Agree to the publisher's signing key with this id
    #[arg(long = "agree-key", value_name = "KEY")]
    pub(super) agreed_key: Option<String>,
    /// Apply a version that was uploaded less than 24 hours ago
    #[arg(long)]
    pub(super) early: bool,
}

impl Choice {
    /// The agreement of a first install, which does not rest.
    pub(super) fn of_key(agreed_key: Option<String>) -> Self {
        Self {
            agreed_key,
            early: false,
        }
    }
}

/// Calls the platform as one person, for one world.
pub(super) struct WorldPlugins {
    client: Client,
    url: String,
    world: String,
    token: String,
}

impl WorldPlugins {
    /// Signs in.
    pub(super) async fn connect(platform: &Platform) -> Result<Self, String> {
        let client = witverse_kernel::http_client::client()?;
        let url = platform.url.trim_end_matches('/').to_owned();
        let token = match (&platform.token, &platform.email, &platform.password) {
            (Some(token), _, _) => token.clone(),
            (None, Some(email), Some(password)) => log_in(&client, &url, email, password).await?,
            _ => {
                return Err(
                    "sign in with WITVERSE_TOKEN, or with WITVERSE_EMAIL and WITVERSE_PASSWORD"
                        .into(),
                );
            }
        };
        Ok(Self {
            client,
            url,
            world: form_urlencoded::byte_serialize(platform.world.as_bytes()).collect(),
            token,
        })
    }

    /// Uploads a package; returns its review.
    pub(super) async fn upload(&self, archive: Vec<u8>) -> Result<Value, String> {
        let request = self
            .request(Method::POST, "plugin-packages")
            .header("content-type", "application/octet-stream")
            .body(archive);
        answer(request).await
    }

    /// The plugins of the world, without uninstalled ones.
    pub(super) async fn installed(&self) -> Result<Vec<Value>, String> {
        let listed = answer(self.request(Method::GET, "plugins")).await?;
        let items = listed["items"].as_array().cloned().unwrap_or_default();
        Ok(items
            .into_iter()
            .filter(|install| install["state"] != "uninstalled")
            .collect())
    }

    /// The install of a plugin.
    pub(super) async fn find(&self, plugin: &str) -> Result<Value, String> {
        let mut installed = self.installed().await?.into_iter();
        installed
            .find(|install| install["plugin"] == plugin)
            .ok_or_else(|| format!("{plugin} is not installed in this world"))
    }

    pub(super) async fn install(
        &self,
        package: &Value,
        grant: &Value,
        choice: &Choice,
    ) -> Result<Value, String> {
        let order = json!({ "package": package, "grant": grant, "agreedKey": choice.agreed_key });
        self.post("plugins", &order).await
    }

    /// Changes the version. Without a grant, one that asks for more is refused.
    pub(super) async fn upgrade(
        &self,
        install: &Value,
        package: &Value,
        grant: Option<&Value>,
        choice: &Choice,
    ) -> Result<Value, String> {
        let mut version = json!({
            "package": package, "agreedKey": choice.agreed_key, "isEarly": choice.early,
        });
        if let Some(grant) = grant {
            version["grant"] = grant.clone();
        }
        self.post(&of(install, "/version"), &version).await
    }

    pub(super) async fn roll_back(&self, install: &Value) -> Result<Value, String> {
        self.post(&of(install, "/rollback"), &json!({})).await
    }

    pub(super) async fn finish(&self, install: &Value) -> Result<Value, String> {
        self.post(&of(install, "/finish"), &json!({})).await
    }

    /// Pays WIT into the account of an install.
    pub(super) async fn pay_in(&self, install: &Value, payment: &Value) -> Result<Value, String> {
        self.post(&of(install, "/funds"), payment).await
    }

    pub(super) async fn uninstall(&self, install: &Value) -> Result<Value, String> {
        answer(self.request(Method::DELETE, &of(install, ""))).await
    }

    /// Sets settings by their keys.
    pub(super) async fn set(&self, install: &Value, settings: &Value) -> Result<Value, String> {
        let request = self
            .request(Method::PATCH, &of(install, ""))
            .header("content-type", "application/json")
            .body(json!({ "settings": settings }).to_string());
        answer(request).await
    }

    /// Writes the zip with everything that an install holds; returns its size.
    pub(super) async fn export(&self, install: &Value, to: &mut File) -> Result<u64, String> {
        let request = self.request(Method::GET, &of(install, "/export"));
        let mut response = request
            .send()
            .await
            .map_err(|error| format!("the platform was not reached: {error}"))?;
        let status = response.status();
        if !status.is_success() {
            let body = response.bytes().await.map_err(|error| error.to_string())?;
            let body = serde_json::from_slice(&body).unwrap_or_default();
            return Err(problem(status.as_u16(), &body));
        }
        let mut bytes = 0;
        while let Some(piece) = response.chunk().await.map_err(|error| error.to_string())? {
            to.write_all(&piece).map_err(|error| error.to_string())?;
            bytes += u64::try_from(piece.len()).unwrap_or_default();
        }
        Ok(bytes)
    }

    /// A page of an install's log, the latest first.
    pub(super) async fn logs(&self, install: &Value, query: &str) -> Result<Value, String> {
        answer(self.request(Method::GET, &of(install, &format!("/logs?{query}")))).await
    }

    /// The latest events of an install.
    pub(super) async fn events(&self, install: &Value) -> Result<Vec<Value>, String> {
        let listed = answer(self.request(Method::GET, &of(install, "/events"))).await?;
        Ok(listed["items"].as_array().cloned().unwrap_or_default())
    }

    async fn post(&self, rest: &str, body: &Value) -> Result<Value, String> {
        let request = self
            .request(Method::POST, rest)
            .header("content-type", "application/json")
            .body(body.to_string());
        answer(request).await
    }

    fn request(&self, method: Method, rest: &str) -> RequestBuilder {
        let url = format!("{}/api/v3/worlds/{}/{rest}", self.url, self.world);
        self.client
            .request(method, url)
            .bearer_auth(&self.token)
            .timeout(LIMIT)
    }
}

fn of(install: &Value, rest: &str) -> String {
    format!(
        "plugins/{}{rest}",
        install["id"].as_str().unwrap_or_default()
    )
}

async fn log_in(client: &Client, url: &str, email: &str, password: &str) -> Result<String, String> {
    let body = json!({ "email": email, "password": password });
    let request = client
        .post(format!("{url}/api/user/login"))
        .header("content-type", "application/json")
        .body(body.to_string());
    let logged_in = answer(request).await?;
    match logged_in["accessToken"].as_str() {
        Some(token) => Ok(token.to_owned()),
        None => Err("this account has a second factor: sign in with WITVERSE_TOKEN".into()),
    }
}

/// The payload of a response, or its problem in words.
async fn answer(request: RequestBuilder) -> Result<Value, String> {
    let response = request
        .header("accept-language", "en")
        .send()
        .await
        .map_err(|error| format!("the platform was not reached: {error}"))?;
    let status = response.status();
    let body = response.bytes().await.map_err(|error| error.to_string())?;
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    if status.is_success() {
        return Ok(body["payload"].clone());
    }
    Err(problem(status.as_u16(), &body))
}

/// The field of a refused package with the sentence for its author, as the screen shows it.
const AUTHOR: &str = "author";

/// The English text of a problem with its code and its fields. What the author of a package has to change is a line of its
/// own.
fn problem(status: u16, body: &Value) -> String {
    let english = body["language"]["en"].as_str();
    let mut text = english.map_or_else(|| format!("HTTP status {status}"), str::to_owned);
    let fields = body["fields"].as_array().into_iter().flatten();
    let fields: Vec<(&str, &str)> = fields
        .filter_map(|field| Some((field["field"].as_str()?, field["message"].as_str()?)))
        .collect();
    for (field, message) in fields.iter().filter(|(field, _)| *field != AUTHOR) {
        text += &format!(" {field}: {message}");
    }
    if let Some(code) = body["code"].as_str() {
        text += &format!(" ({code})");
    }
    if let Some((_, message)) = fields.iter().find(|(field, _)| *field == AUTHOR) {
        text += &format!("\nFor its author: {message}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_its_code_and_the_sentence_for_the_author() {
        let body = json!({ "code": "validation_failed", "language": { "en": "Please check the fields." },
            "fields": [{ "field": "grant.files", "message": "The limits must be at least 1." }] });
        assert_eq!(
            problem(422, &body),
            "Please check the fields. grant.files: The limits must be at least 1. (validation_failed)"
        );
        let body = json!({ "code": "package_invalid", "language": { "en": "web/play.html is missing. Ask its author." },
            "fields": [{ "field": "author", "message": "the page play names web/play.html, which is missing" }] });
        assert_eq!(
            problem(422, &body),
            "web/play.html is missing. Ask its author. (package_invalid)\n\
             For its author: the page play names web/play.html, which is missing"
        );
        assert_eq!(problem(502, &Value::Null), "HTTP status 502");
    }
}
