//! `[http]`: the listening address, trusted proxies, and the limits of one client.

use std::net::IpAddr;

use serde::Deserialize;

use super::error::ConfigError;

/// The shortest token for `/metrics`, in bytes.
const MIN_TOKEN_BYTES: usize = 16;

#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Http {
    /// `WITVERSE_HTTP__HOST`
    pub host: IpAddr,
    /// 0 binds any free port. `WITVERSE_HTTP__PORT`
    pub port: u16,
    /// The public address of the site; over `https` the refresh cookie is `Secure`. `WITVERSE_HTTP__PUBLIC_URL`
    pub public_url: Option<String>,
    /// Take the client's address from `X-Forwarded-For`, as set by this many proxies. `WITVERSE_HTTP__TRUSTED_PROXIES`
    pub trusted_proxies: usize,
    /// Requests a minute to the account calls from one network address. `WITVERSE_HTTP__ACCOUNT_RATE`
    pub account_rate: u32,
    /// Multiplies the rates that plugins declare for their routes. `WITVERSE_HTTP__ROUTE_RATE_FACTOR`
    pub route_rate_factor: u32,
    /// Open connections in total; derived from the limit on open files if absent. `WITVERSE_HTTP__MAX_CONNECTIONS`
    pub max_connections: Option<usize>,
    /// Open connections of one IPv4 address or IPv6 /64; not applied behind trusted proxies.
    /// `WITVERSE_HTTP__MAX_CONNECTIONS_PER_ADDRESS`
    pub max_connections_per_address: usize,
    /// Milliseconds within which a request's headers must be complete, from the connection or from their first byte.
    /// `WITVERSE_HTTP__HEADER_TIMEOUT_MS`
    pub header_timeout_ms: u64,
    /// Milliseconds that a connection may stay open between two requests. `WITVERSE_HTTP__IDLE_TIMEOUT_MS`
    pub idle_timeout_ms: u64,
    /// Milliseconds within which a client must accept at least a part of a response. `WITVERSE_HTTP__WRITE_TIMEOUT_MS`
    pub write_timeout_ms: u64,
    /// Open live streams (`/api/live`) in total; half of the connections if absent. `WITVERSE_HTTP__MAX_STREAMS`
    pub max_streams: Option<usize>,
    /// Live streams of one IPv4 address or IPv6 /64. `WITVERSE_HTTP__MAX_STREAMS_PER_ADDRESS`
    pub max_streams_per_address: usize,
    /// Live streams of one account (tabs and devices). `WITVERSE_HTTP__MAX_STREAMS_PER_ACCOUNT`
    pub max_streams_per_account: usize,
    /// The bearer token for `/metrics`; without one, the response is 404. `WITVERSE_HTTP__METRICS_TOKEN`
    pub metrics_token: Option<String>,
}

impl Default for Http {
    fn default() -> Self {
        Self {
            host: IpAddr::from([127, 0, 0, 1]),
            port: 8080,
            public_url: None,
            trusted_proxies: 0,
            account_rate: 120,
            route_rate_factor: 1,
            max_connections: None,
            max_connections_per_address: 128,
            header_timeout_ms: 10_000,
            // Longer than the 60 s after which common proxies close an idle connection, so that the proxy closes it
            // first.
            idle_timeout_ms: 75_000,
            write_timeout_ms: 30_000,
            max_streams: None,
            max_streams_per_address: 256,
            max_streams_per_account: 20,
            metrics_token: None,
        }
    }
}

impl Http {
    /// Whether people reach the platform over TLS.
    #[must_use]
    pub fn is_https(&self) -> bool {
        self.public_url
            .as_deref()
            .is_some_and(|url| url.starts_with("https://"))
    }

    /// Refuses limits that would block every request, and a token that is too short.
    pub(super) fn check(&self) -> Result<(), ConfigError> {
        let at_least_one = [
            (
                "max_connections",
                self.max_connections.map(|max| max as u64),
            ),
            (
                "max_connections_per_address",
                Some(self.max_connections_per_address as u64),
            ),
            ("header_timeout_ms", Some(self.header_timeout_ms)),
            ("idle_timeout_ms", Some(self.idle_timeout_ms)),
            ("write_timeout_ms", Some(self.write_timeout_ms)),
        ];
        for (name, value) in at_least_one {
            if value == Some(0) {
                return Err(ConfigError(format!(
                    "http.{name} is 0, so nothing could be served: set it to 1 or more, or leave it out for the default."
                )));
            }
        }
        if self
            .metrics_token
            .as_ref()
            .is_some_and(|token| token.len() < MIN_TOKEN_BYTES)
        {
            return Err(ConfigError(format!(
                "http.metrics_token is too short: give it at least {MIN_TOKEN_BYTES} characters."
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Http;

    #[test]
    fn zero_limits_and_short_tokens_are_refused() {
        let check = |change: fn(&mut Http), refused: &str| {
            let mut http = Http::default();
            change(&mut http);
            let error = http.check().err().map(|error| error.0).unwrap_or_default();
            assert!(error.contains(refused), "{error:?}: {refused}");
            assert_eq!(error.is_empty(), refused.is_empty());
        };
        check(|_| {}, "");
        check(|http| http.max_connections = Some(0), "max_connections");
        check(|http| http.header_timeout_ms = 0, "header_timeout_ms");
        check(
            |http| http.metrics_token = Some("short".into()),
            "metrics_token",
        );
        check(
            |http| http.metrics_token = Some("sixteen-letters-".into()),
            "",
        );
    }
}
