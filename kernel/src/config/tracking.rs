//! The tracking service for parcels.

use serde::Deserialize;

use super::ConfigError;
use super::payments::check_url;

/// Where parcels are looked up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tracking {
    /// `none`, or `tracker-delivery`. `WITVERSE_TRACKING__SERVICE`
    pub service: Service,
    pub tracker_delivery: TrackerDelivery,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Service {
    /// Parcels have a link to the page of their carrier, and no state.
    #[default]
    None,
    TrackerDelivery,
}

#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TrackerDelivery {
    /// The address of its API. `WITVERSE_TRACKING__TRACKER_DELIVERY__URL`
    pub url: String,
    /// `WITVERSE_TRACKING__TRACKER_DELIVERY__CLIENT_ID`
    pub client_id: Option<String>,
    /// `WITVERSE_TRACKING__TRACKER_DELIVERY__CLIENT_SECRET`
    pub client_secret: Option<String>,
}

impl Default for TrackerDelivery {
    fn default() -> Self {
        Self {
            url: "https://apis.tracker.delivery/graphql".into(),
            client_id: None,
            client_secret: None,
        }
    }
}

impl std::fmt::Debug for TrackerDelivery {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TrackerDelivery")
            .field("url", &self.url)
            .finish_non_exhaustive()
    }
}

impl Tracking {
    /// Refuses a service without its keys, or one that would receive them without encryption.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        if self.service == Service::None {
            return Ok(());
        }
        let keys = &self.tracker_delivery;
        for (name, value) in [
            ("client_id", &keys.client_id),
            ("client_secret", &keys.client_secret),
        ] {
            if value.as_ref().is_none_or(|value| value.trim().is_empty()) {
                return Err(ConfigError(format!(
                    "tracking.service is \"tracker-delivery\", but tracking.tracker_delivery.{name} is not set: copy it from \
                     the console of Delivery Tracker."
                )));
            }
        }
        check_url("tracking.tracker_delivery.url", &keys.url)
    }
}

#[cfg(test)]
mod tests {
    use super::{Service, TrackerDelivery, Tracking};

    #[test]
    fn a_service_needs_its_keys_and_encryption() {
        let check = |service, key: Option<&str>, url: &str, expect: Option<&str>| {
            let tracking = Tracking {
                service,
                tracker_delivery: TrackerDelivery {
                    url: url.into(),
                    client_id: Some("id".into()),
                    client_secret: key.map(str::to_owned),
                },
            };
            let error = tracking.check().err().map(|error| error.0);
            match expect {
                None => assert_eq!(error, None),
                Some(text) => assert!(
                    error.as_ref().is_some_and(|error| error.contains(text)),
                    "{error:?}"
                ),
            }
        };
        let safe = "https://tracker.example/graphql";
        check(Service::None, None, "http://tracker.example", None);
        check(Service::TrackerDelivery, Some("s"), safe, None);
        check(
            Service::TrackerDelivery,
            Some(" "),
            safe,
            Some("client_secret"),
        );
        let open = "http://tracker.example";
        check(
            Service::TrackerDelivery,
            Some("s"),
            open,
            Some("encryption"),
        );
        assert!(!format!("{:?}", Tracking::default()).contains("secret"));
    }
}
