//! Calls to providers and stores over HTTPS: with deadlines, without redirects, and never more of an answer
//! than a payment can need.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

use super::provider::ProviderError;

const CONNECT: Duration = Duration::from_secs(5);
/// The whole of a call, well within what a person waits for.
const WHOLE: Duration = Duration::from_secs(12);
/// The largest answer that is read.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// Makes calls. The trusted roots are read at the first one: a platform without a provider needs none.
#[derive(Clone, Default)]
pub(super) struct Http {
    client: Arc<OnceLock<Client>>,
}

/// What came back.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null for what is none.
    pub(super) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

impl Http {
    pub(super) fn client(&self) -> Result<Client, ProviderError> {
        if let Some(client) = self.client.get() {
            return Ok(client.clone());
        }
        let made = client()
            .map_err(|error| ProviderError::Refused(format!("no calls can be made: {error}")))?;
        Ok(self.client.get_or_init(|| made).clone())
    }
}

fn client() -> Result<Client, String> {
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
        // The environment is read in one place, which has no proxy.
        .no_proxy()
        .connect_timeout(CONNECT)
        .timeout(WHOLE)
        .user_agent(concat!("witverse/", env!("CARGO_PKG_VERSION")))
        .build()
        .map_err(|error| error.to_string())
}

/// Sends a request and reads its answer. Whatever goes wrong on the way may go well later.
pub(super) async fn send(request: RequestBuilder) -> Result<Answer, ProviderError> {
    // Without the address, whose query or path may hold what is not for the log.
    let lost = |error: reqwest::Error| ProviderError::Unavailable(error.without_url().to_string());
    let mut response = request.send().await.map_err(lost)?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(lost)? {
        body.extend_from_slice(&chunk);
        if body.len() > MAX_ANSWER_BYTES {
            return Err(ProviderError::Unavailable("the answer is too long".into()));
        }
    }
    Ok(Answer { status, body })
}
