//! HTTPS calls to other services: with timeouts, without redirects, and with a limited response size. The caller
//! decides which address may be called.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

/// Why a call failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// A retry may succeed.
    #[error("{0}")]
    Unavailable(String),
    /// A retry fails until an operator has fixed the cause.
    #[error("{0}")]
    Refused(String),
}

const CONNECT: Duration = Duration::from_secs(5);
/// The time limit of a whole call, well within what a person waits for.
const WHOLE: Duration = Duration::from_secs(12);
/// The largest response that is read, in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// Makes calls. The trusted root certificates are loaded at the first call.
#[derive(Clone, Default)]
pub(crate) struct Http {
    client: Arc<OnceLock<Client>>,
}

/// A response.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null if it is not JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl Http {
    pub(crate) fn client(&self) -> Result<Client, CallError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let made = client()
            .map_err(|error| CallError::Refused(format!("no calls can be made: {error}")))?;
        Ok(self.client.get_or_init(|| made).clone())
    }
}

/// A client with the timeouts and the trusted root certificates of this module.
///
/// # Errors
/// The TLS library's.
pub fn client() -> Result<Client, String> {
    let mut roots = rustls::RootCertStore::empty();
    let found = rustls_native_certs::load_native_certs();
    roots.add_parsable_certificates(found.certs);
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Client::builder()
        .tls_backend_preconfigured(tls)
        .redirect(Policy::none())
        // The environment is read in `config` only, which has no proxy setting.
        .no_proxy()
        .connect_timeout(CONNECT)
        .timeout(WHOLE)
        .user_agent(concat!("witverse/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| error.to_string())
}

/// Sends a request and reads its response. Network errors count as retryable.
pub(crate) async fn send(request: RequestBuilder) -> Result<Answer, CallError> {
    // Without the URL, whose query or path may contain data that must not be logged.
    let lost = |error: reqwest::Error| CallError::Unavailable(error.without_url().to_string());
    let mut response = request.send().await.map_err(lost)?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(lost)? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_ANSWER_BYTES {
            return Err(CallError::Unavailable("the answer is too long".into()));
        }
    }
    Ok(Answer { status, body })
}
