//! Calls to other services over HTTPS: with deadlines, without redirects, and never more of an answer than
//! anything here can need. Which address may be called is its caller's to decide.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder};

/// Why a call was not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// May go well later.
    #[error("{0}")]
    Unavailable(String),
    /// Will not go well before an operator does something.
    #[error("{0}")]
    Refused(String),
}

const CONNECT: Duration = Duration::from_secs(5);
/// The whole of a call, well within what a person waits for.
const WHOLE: Duration = Duration::from_secs(12);
/// The largest answer that is read.
const MAX_ANSWER_BYTES: usize = 1 << 20;

/// Makes calls. The trusted roots are read at the first one: a platform without a provider needs none.
#[derive(Clone, Default)]
pub(crate) struct Http {
    client: Arc<OnceLock<Client>>,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body as JSON; null for what is none.
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
pub(crate) async fn send(request: RequestBuilder) -> Result<Answer, CallError> {
    // Without the address, whose query or path may hold what is not for the log.
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
