//! What an operator sets about payments: who takes the money, and which stores sell WIT in apps.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::ConfigError;

/// Everything about payments.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Payments {
    /// `sandbox`, where no money moves, or `portone`. `WITVERSE_PAYMENTS__PROVIDER`
    pub provider: Provider,
    /// Serve the sandbox under a public https address: for rehearsals, never where WIT are worth
    /// something. `WITVERSE_PAYMENTS__ALLOW_SANDBOX`
    pub allow_sandbox: bool,
    pub portone: PortOne,
    pub apple: Apple,
    pub google: Google,
    /// In-app purchases: the stores' product ids, each with its whole WIT.
    pub products: BTreeMap<String, i64>,
}

/// Who takes the money on the web.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    #[default]
    Sandbox,
    Portone,
}

#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PortOne {
    /// Where its API is. `WITVERSE_PAYMENTS__PORTONE__BASE_URL`
    pub base_url: String,
    /// The secret of its V2 API. `WITVERSE_PAYMENTS__PORTONE__SECRET`
    pub secret: Option<String>,
    /// `WITVERSE_PAYMENTS__PORTONE__STORE_ID`
    pub store_id: Option<String>,
    /// The channel that payments must come through. `WITVERSE_PAYMENTS__PORTONE__CHANNEL_KEY`
    pub channel_key: Option<String>,
    /// `whsec_…`, of its notices. `WITVERSE_PAYMENTS__PORTONE__WEBHOOK_SECRET`
    pub webhook_secret: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Apple {
    /// The app's bundle id; App Store purchases are taken where it is set. `WITVERSE_PAYMENTS__APPLE__BUNDLE_ID`
    pub bundle_id: Option<String>,
    /// A file with the certificate that every chain must end in (Apple Root CA - G3), as DER or PEM.
    /// `WITVERSE_PAYMENTS__APPLE__ROOT`
    pub root: Option<PathBuf>,
    /// `Production`, or `Sandbox` for purchases of testers. `WITVERSE_PAYMENTS__APPLE__ENVIRONMENT`
    pub environment: AppleEnvironment,
}

/// Where a purchase was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AppleEnvironment {
    #[default]
    #[serde(alias = "Production")]
    Production,
    #[serde(alias = "Sandbox")]
    Sandbox,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Google {
    /// The app's package name; Play purchases are taken where it is set. `WITVERSE_PAYMENTS__GOOGLE__PACKAGE`
    pub package: Option<String>,
    /// The key file of a service account that may see and consume purchases.
    /// `WITVERSE_PAYMENTS__GOOGLE__SERVICE_ACCOUNT`
    pub service_account: Option<PathBuf>,
    /// `WITVERSE_PAYMENTS__GOOGLE__TOKEN_URL`
    pub token_url: String,
    /// `WITVERSE_PAYMENTS__GOOGLE__API_URL`
    pub api_url: String,
    /// The keys that push messages are signed with. `WITVERSE_PAYMENTS__GOOGLE__KEYS_URL`
    pub keys_url: String,
    /// The service account that push messages about purchases come from; without it none are taken.
    /// `WITVERSE_PAYMENTS__GOOGLE__PUSH_ACCOUNT`
    pub push_account: Option<String>,
    /// What push messages are addressed to; the address of the webhook where absent.
    /// `WITVERSE_PAYMENTS__GOOGLE__PUSH_AUDIENCE`
    pub push_audience: Option<String>,
}

impl Default for PortOne {
    fn default() -> Self {
        Self {
            base_url: "https://api.portone.io".into(),
            secret: None,
            store_id: None,
            channel_key: None,
            webhook_secret: None,
        }
    }
}

impl std::fmt::Debug for PortOne {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PortOne")
            .field("base_url", &self.base_url)
            .field("store_id", &self.store_id)
            .field("channel_key", &self.channel_key)
            .finish_non_exhaustive()
    }
}

impl Default for Google {
    fn default() -> Self {
        Self {
            package: None,
            service_account: None,
            token_url: "https://oauth2.googleapis.com/token".into(),
            api_url: "https://androidpublisher.googleapis.com".into(),
            keys_url: "https://www.googleapis.com/oauth2/v3/certs".into(),
            push_account: None,
            push_audience: None,
        }
    }
}

impl Payments {
    /// Refuses what would be unsafe, or could not work. `public` is the address that people use.
    pub(super) fn check(&self, public: Option<&str>) -> Result<(), ConfigError> {
        let refused = |text: &str| Err(ConfigError(text.to_owned()));
        let is_public = public.is_some_and(|url| url.starts_with("https://"));
        if self.provider == Provider::Sandbox && is_public && !self.allow_sandbox {
            return refused(
                "The sandbox gives WIT away for no money, so it is not served under a public https address: \
                 set payments.provider = \"portone\" with its keys, or payments.allow_sandbox = true for a rehearsal.",
            );
        }
        if self.provider == Provider::Portone {
            self.portone.check()?;
        }
        let apple = &self.apple;
        if apple.bundle_id.is_some() != apple.root.is_some() {
            return refused(
                "App Store purchases need both payments.apple.bundle_id and payments.apple.root.",
            );
        }
        let testers = apple.bundle_id.is_some() && apple.environment == AppleEnvironment::Sandbox;
        if testers && is_public && !self.allow_sandbox {
            return refused(
                "Purchases of App Store testers cost nothing, so they are not taken under a public https address: \
                 set payments.apple.environment = \"production\", or payments.allow_sandbox = true for a rehearsal.",
            );
        }
        let google = &self.google;
        if google.package.is_some() != google.service_account.is_some() {
            return refused(
                "Google Play purchases need both payments.google.package and payments.google.service_account.",
            );
        }
        for url in [&google.token_url, &google.api_url, &google.keys_url] {
            safe("payments.google", url)?;
        }
        for (id, wit) in &self.products {
            if !(1..=1_000_000).contains(wit) || id.is_empty() || id.len() > 100 {
                return Err(ConfigError(format!(
                    "The product {id:?} of payments.products needs an id of at most 100 characters and 1 to 1000000 whole WIT."
                )));
            }
        }
        Ok(())
    }
}

impl PortOne {
    fn check(&self) -> Result<(), ConfigError> {
        for (name, value) in [
            ("secret", &self.secret),
            ("store_id", &self.store_id),
            ("channel_key", &self.channel_key),
            ("webhook_secret", &self.webhook_secret),
        ] {
            if value.as_ref().is_none_or(|value| value.trim().is_empty()) {
                return Err(ConfigError(format!(
                    "PortOne takes payments only with payments.portone.{name}."
                )));
            }
        }
        safe("payments.portone.base_url", &self.base_url)
    }
}

/// An address that secrets may be sent to: over TLS, or on this machine.
fn safe(name: &str, url: &str) -> Result<(), ConfigError> {
    let here = ["http://127.0.0.1:", "http://localhost:", "http://[::1]:"];
    if url.starts_with("https://") || here.iter().any(|start| url.starts_with(start)) {
        return Ok(());
    }
    Err(ConfigError(format!(
        "{name} is {url:?}, where keys would go without encryption: use an https address."
    )))
}

#[cfg(test)]
mod tests {
    use super::{Apple, AppleEnvironment, Payments, PortOne, Provider};

    const PUBLIC: Option<&str> = Some("https://witverse.example");

    fn portone() -> Payments {
        Payments {
            provider: Provider::Portone,
            portone: PortOne {
                secret: Some("s".into()),
                store_id: Some("store".into()),
                channel_key: Some("channel".into()),
                webhook_secret: Some("whsec_x".into()),
                ..PortOne::default()
            },
            ..Payments::default()
        }
    }

    #[test]
    fn play_money_is_not_taken_from_the_public() {
        let sandbox = Payments::default();
        assert!(sandbox.check(None).is_ok());
        assert!(sandbox.check(Some("http://192.168.0.2")).is_ok());
        assert!(sandbox.check(PUBLIC).is_err());
        let rehearsal = Payments {
            allow_sandbox: true,
            ..Payments::default()
        };
        assert!(rehearsal.check(PUBLIC).is_ok());
        let mut testers = portone();
        testers.apple = Apple {
            bundle_id: Some("a.b".into()),
            root: Some("root.pem".into()),
            environment: AppleEnvironment::Sandbox,
        };
        assert!(testers.check(PUBLIC).is_err());
        testers.apple.environment = AppleEnvironment::Production;
        assert!(testers.check(PUBLIC).is_ok());
    }

    #[test]
    fn a_provider_has_all_of_its_keys() {
        assert!(portone().check(PUBLIC).is_ok());
        for missing in 0..4 {
            let mut config = portone();
            let keys = &mut config.portone;
            *[
                &mut keys.secret,
                &mut keys.store_id,
                &mut keys.channel_key,
                &mut keys.webhook_secret,
            ][missing] = Some(" ".into());
            assert!(config.check(None).is_err(), "{missing}");
        }
        let mut config = portone();
        for (url, good) in [
            ("http://127.0.0.1:80", true),
            ("http://api.portone.io", false),
            ("http://127.0.0.1.evil.example:80", false),
            ("ftp://x", false),
        ] {
            config.portone.base_url = url.into();
            assert_eq!(config.check(None).is_ok(), good, "{url}");
        }
        assert!(!format!("{:?}", portone()).contains("whsec"));
    }

    #[test]
    fn stores_are_whole_or_not_there() {
        let mut half = portone();
        half.apple.bundle_id = Some("a.b".into());
        assert!(half.check(None).is_err());
        let mut half = portone();
        half.google.package = Some("a.b".into());
        assert!(half.check(None).is_err());
        for (id, wit) in [("", 1), ("x", 0), ("x", -5), ("x", 1_000_001)] {
            let mut bad = portone();
            bad.products.insert(id.into(), wit);
            assert!(bad.check(None).is_err(), "{id} {wit}");
        }
    }
}
