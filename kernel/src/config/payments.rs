//! `[payments]`: the payment provider, and the app stores that sell WIT.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use super::error::ConfigError;
use super::exposure::{Exposure, is_loopback};

/// All settings of payments.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Payments {
    /// `sandbox`, which moves no money, or `portone`. `WITVERSE_PAYMENTS__PROVIDER`
    pub provider: Provider,
    /// Serve the sandbox although other machines can reach the platform: for rehearsals only, never if WIT have
    /// monetary value. `WITVERSE_PAYMENTS__ALLOW_SANDBOX`
    pub allow_sandbox: bool,
    pub portone: PortOne,
    pub apple: Apple,
    pub google: Google,
    /// In-app purchases: the stores' product ids, each with its amount in whole WIT.
    pub products: BTreeMap<String, i64>,
}

/// The payment provider of the web front end.
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
    /// The address of its API. `WITVERSE_PAYMENTS__PORTONE__BASE_URL`
    pub base_url: String,
    /// The secret of its V2 API. `WITVERSE_PAYMENTS__PORTONE__SECRET`
    pub secret: Option<String>,
    /// `WITVERSE_PAYMENTS__PORTONE__STORE_ID`
    pub store_id: Option<String>,
    /// The channel that payments must use. `WITVERSE_PAYMENTS__PORTONE__CHANNEL_KEY`
    pub channel_key: Option<String>,
    /// The secret of its webhooks, `whsec_…`. `WITVERSE_PAYMENTS__PORTONE__WEBHOOK_SECRET`
    pub webhook_secret: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Apple {
    /// The app's bundle id; App Store purchases are accepted if it is set. `WITVERSE_PAYMENTS__APPLE__BUNDLE_ID`
    pub bundle_id: Option<String>,
    /// A file with the certificate that every chain must end in (Apple Root CA - G3), as DER or PEM.
    /// `WITVERSE_PAYMENTS__APPLE__ROOT`
    pub root: Option<PathBuf>,
    /// `Production`, or `Sandbox` for purchases of testers. `WITVERSE_PAYMENTS__APPLE__ENVIRONMENT`
    pub environment: AppleEnvironment,
    /// The issuer id of the key for the App Store Server API, which is queried before a credit. Set it together with
    /// `key_id` and `key`, or omit all three. `WITVERSE_PAYMENTS__APPLE__ISSUER_ID`
    pub issuer_id: Option<String>,
    /// `WITVERSE_PAYMENTS__APPLE__KEY_ID`
    pub key_id: Option<String>,
    /// The file of the private key, as downloaded from App Store Connect (`.p8`). `WITVERSE_PAYMENTS__APPLE__KEY`
    pub key: Option<PathBuf>,
    /// The API's address; Apple's address for the environment if absent. `WITVERSE_PAYMENTS__APPLE__API_URL`
    pub api_url: Option<String>,
    /// Without a key: the maximum age of a signed transaction, in days.
    /// `WITVERSE_PAYMENTS__APPLE__MAX_AGE_DAYS`
    pub max_age_days: u32,
}

impl Default for Apple {
    fn default() -> Self {
        Self {
            bundle_id: None,
            root: None,
            environment: AppleEnvironment::default(),
            issuer_id: None,
            key_id: None,
            key: None,
            api_url: None,
            max_age_days: 7,
        }
    }
}

impl Apple {
    /// The address of the App Store Server API.
    #[must_use]
    pub fn api_url(&self) -> &str {
        match (&self.api_url, self.environment) {
            (Some(url), _) => url,
            (None, AppleEnvironment::Production) => "https://api.storekit.itunes.apple.com",
            (None, AppleEnvironment::Sandbox) => "https://api.storekit-sandbox.itunes.apple.com",
        }
    }

    fn check(&self) -> Result<(), ConfigError> {
        if self.bundle_id.is_some() != self.root.is_some() {
            return Err(ConfigError(
                "App Store purchases need both payments.apple.bundle_id and payments.apple.root."
                    .into(),
            ));
        }
        let key_settings = [
            self.issuer_id.is_some(),
            self.key_id.is_some(),
            self.key.is_some(),
        ];
        if key_settings.contains(&true)
            && (key_settings.contains(&false) || self.bundle_id.is_none())
        {
            return Err(ConfigError(
                "The App Store Server API needs payments.apple.issuer_id, key_id and key, and payments.apple.bundle_id: \
                 set all of them, or none of the first three."
                    .into(),
            ));
        }
        if !(1..=3650).contains(&self.max_age_days) {
            return Err(ConfigError(format!(
                "The value {} of payments.apple.max_age_days is out of range: use 1 to 3650 days.",
                self.max_age_days
            )));
        }
        check_url("payments.apple.api_url", self.api_url())
    }
}

/// The environment of a purchase.
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
    /// The app's package name; Play purchases are accepted if it is set. `WITVERSE_PAYMENTS__GOOGLE__PACKAGE`
    pub package: Option<String>,
    /// The key file of a service account that can read and consume purchases.
    /// `WITVERSE_PAYMENTS__GOOGLE__SERVICE_ACCOUNT`
    pub service_account: Option<PathBuf>,
    /// `WITVERSE_PAYMENTS__GOOGLE__TOKEN_URL`
    pub token_url: String,
    /// `WITVERSE_PAYMENTS__GOOGLE__API_URL`
    pub api_url: String,
    /// The keys that push messages are signed with. `WITVERSE_PAYMENTS__GOOGLE__KEYS_URL`
    pub keys_url: String,
    /// The service account that sends push messages about purchases; without it no push messages are accepted.
    /// `WITVERSE_PAYMENTS__GOOGLE__PUSH_ACCOUNT`
    pub push_account: Option<String>,
    /// The audience of push messages; the address of the webhook if absent. `WITVERSE_PAYMENTS__GOOGLE__PUSH_AUDIENCE`
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
    /// Refuses unsafe or unusable settings. `exposure` is the setting that makes the platform reachable from other
    /// machines, `None` if it is not reachable.
    pub(super) fn check(&self, exposure: Option<&Exposure>) -> Result<(), ConfigError> {
        let refused = |text: &str| Err(ConfigError(text.to_owned()));
        let exposure = exposure.filter(|_| !self.allow_sandbox);
        if let (Provider::Sandbox, Some(exposure)) = (self.provider, exposure) {
            return Err(ConfigError(format!(
                "The payment sandbox credits WIT without a payment, and {exposure} makes this platform reachable from other \
                 machines: set payments.provider = \"portone\" with its keys, or payments.allow_sandbox = true for a rehearsal."
            )));
        }
        if self.provider == Provider::Portone {
            self.portone.check()?;
        }
        self.apple.check()?;
        let is_app_store_sandbox =
            self.apple.bundle_id.is_some() && self.apple.environment == AppleEnvironment::Sandbox;
        if let (true, Some(exposure)) = (is_app_store_sandbox, exposure) {
            return Err(ConfigError(format!(
                "Purchases of App Store testers cost nothing, and {exposure} makes this platform reachable from other \
                 machines: set payments.apple.environment = \"production\", or payments.allow_sandbox = true for a rehearsal."
            )));
        }
        let google = &self.google;
        if google.package.is_some() != google.service_account.is_some() {
            return refused(
                "Google Play purchases need both payments.google.package and payments.google.service_account.",
            );
        }
        for url in [&google.token_url, &google.api_url, &google.keys_url] {
            check_url("payments.google", url)?;
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
                    "payments.provider is \"portone\", but payments.portone.{name} is not set: copy it from the \
                     PortOne console."
                )));
            }
        }
        check_url("payments.portone.base_url", &self.base_url)
    }
}

/// Refuses a URL that must not receive secrets: it must use TLS or lead to this machine, and contain no credentials.
pub(super) fn check_url(name: &str, url: &str) -> Result<(), ConfigError> {
    let refused = |why: &str, remedy: &str| {
        Err(ConfigError(format!(
            "The address {url:?} of {name} {why}: {remedy}."
        )))
    };
    match reqwest::Url::parse(url) {
        Ok(parsed) if !parsed.username().is_empty() || parsed.password().is_some() => {
            refused("contains a user name or a password", "remove it")
        }
        Ok(parsed) if parsed.scheme() == "https" => Ok(()),
        Ok(parsed) if parsed.scheme() == "http" && is_loopback(&parsed) => Ok(()),
        _ => refused(
            "would receive secrets without encryption",
            "use an https address",
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Http;
    use super::super::exposure::{self, Exposure};
    use super::{Apple, AppleEnvironment, Payments, PortOne, Provider};

    fn public() -> Exposure {
        let http = Http {
            public_url: Some("HTTPS://witverse.example".into()),
            ..Http::default()
        };
        exposure::of(&http).expect("an address").expect("public")
    }

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
    fn the_sandbox_is_refused_on_a_public_platform() {
        let public = public();
        let sandbox = Payments::default();
        assert!(sandbox.check(None).is_ok());
        let refused = sandbox
            .check(Some(&public))
            .map_err(|error| error.to_string());
        let refused = refused.expect_err("the sandbox is refused");
        for part in [
            "http.public_url = \"HTTPS://witverse.example\"",
            "payments.provider = \"portone\"",
            "payments.allow_sandbox = true",
        ] {
            assert!(refused.contains(part), "{refused}");
        }
        let rehearsal = Payments {
            allow_sandbox: true,
            ..Payments::default()
        };
        assert!(rehearsal.check(Some(&public)).is_ok());
        let mut testers = portone();
        testers.apple = Apple {
            bundle_id: Some("a.b".into()),
            root: Some("root.pem".into()),
            environment: AppleEnvironment::Sandbox,
            ..Apple::default()
        };
        assert!(testers.check(Some(&public)).is_err());
        testers.apple.environment = AppleEnvironment::Production;
        assert!(testers.check(Some(&public)).is_ok());
    }

    #[test]
    fn a_provider_has_all_of_its_keys() {
        assert!(portone().check(Some(&public())).is_ok());
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
            ("http://127.0.0.1:80@evil.example", false),
            ("https://key@evil.example", false),
            ("HTTPS://api.portone.io", true),
            ("http://LOCALHOST:1", true),
            ("http://[::1]:1", true),
            ("https://", false),
            ("ftp://x", false),
        ] {
            config.portone.base_url = url.into();
            assert_eq!(config.check(None).is_ok(), good, "{url}");
        }
        assert!(!format!("{:?}", portone()).contains("whsec"));
    }

    #[test]
    fn store_settings_are_complete_or_absent() {
        let mut half = portone();
        half.apple.bundle_id = Some("a.b".into());
        assert!(half.check(None).is_err());
        let mut half = portone();
        half.google.package = Some("a.b".into());
        assert!(half.check(None).is_err());
        // The App Store API key has all three settings or none.
        let mut apple = portone();
        (apple.apple.bundle_id, apple.apple.root) = (Some("a.b".into()), Some("root.pem".into()));
        assert!(apple.check(None).is_ok());
        apple.apple.issuer_id = Some("issuer".into());
        apple.apple.key_id = Some("key".into());
        assert!(apple.check(None).is_err());
        apple.apple.key = Some("key.p8".into());
        assert!(apple.check(None).is_ok());
        apple.apple.api_url = Some("http://api.example".into());
        assert!(apple.check(None).is_err());
        apple.apple.api_url = None;
        apple.apple.max_age_days = 0;
        assert!(apple.check(None).is_err());
        for (id, wit) in [("", 1), ("x", 0), ("x", -5), ("x", 1_000_001)] {
            let mut bad = portone();
            bad.products.insert(id.into(), wit);
            assert!(bad.check(None).is_err(), "{id} {wit}");
        }
    }
}
