//! Determines from the configuration whether other machines can reach the platform; development features are then
//! refused.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

use super::error::ConfigError;
use super::http::Http;

/// A setting that makes the platform reachable from other machines, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Exposure {
    setting: &'static str,
    value: String,
}

impl fmt::Display for Exposure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.setting, self.value)
    }
}

/// The first setting that makes the platform reachable from other machines: a public address, a proxy, or the listening
/// address. `None` if the platform is reachable from this machine only.
pub(super) fn of(http: &Http) -> Result<Option<Exposure>, ConfigError> {
    let exposure = |setting, value| Ok(Some(Exposure { setting, value }));
    if let Some(text) = &http.public_url
        && !is_loopback(&public_url(text)?)
    {
        return exposure("http.public_url", format!("{text:?}"));
    }
    if http.trusted_proxies > 0 {
        return exposure("http.trusted_proxies", http.trusted_proxies.to_string());
    }
    if !is_loopback_ip(http.host) {
        return exposure("http.host", format!("\"{}\"", http.host));
    }
    Ok(None)
}

/// Parses the public address of the site as browsers do.
///
/// # Errors
/// The address is not an absolute http or https URL, or has credentials, a query or a fragment.
pub(super) fn public_url(text: &str) -> Result<Url, ConfigError> {
    let refused = |why: &str| {
        Err(ConfigError(format!(
            "The value {text:?} of http.public_url {why}: use an address like \"https://witverse.example\"."
        )))
    };
    let Ok(url) = Url::parse(text) else {
        return refused("is not an address");
    };
    if !matches!(url.scheme(), "http" | "https") {
        return refused("is neither http nor https");
    }
    if url.host_str().is_none_or(str::is_empty) {
        return refused("has no host");
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refused("contains a user name or a password");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refused("has a query or a fragment");
    }
    Ok(url)
}

/// Whether an address leads to this machine only: `localhost`, its subdomains, and loopback addresses.
pub(super) fn is_loopback(url: &Url) -> bool {
    let Some(host) = url.host_str() else {
        return false;
    };
    let number = host.trim_start_matches('[').trim_end_matches(']');
    if let Ok(ip) = number.parse() {
        return is_loopback_ip(ip);
    }
    // A trailing dot names the same host.
    let name = host.strip_suffix('.').unwrap_or(host);
    name == "localhost" || name.ends_with(".localhost")
}

fn is_loopback_ip(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::{Http, of};

    fn exposure(change: impl Fn(&mut Http)) -> String {
        let mut http = Http::default();
        change(&mut http);
        match of(&http) {
            Ok(None) => "private".into(),
            Ok(Some(exposure)) => exposure.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_address_on_this_machine_is_private() {
        for url in [
            "http://localhost",
            "http://localhost:8080/",
            "https://LOCALHOST",
            "HTTP://Localhost.:8080",
            "http://app.localhost",
            "http://a.b.LocalHost.",
            "http://127.0.0.1:8080",
            "http://127.8.7.6",
            "http://2130706433",
            "http://0x7f.1",
            "http://[::1]:8080",
            "http://[::ffff:127.0.0.1]",
        ] {
            let url = url.to_owned();
            let found = exposure(|http| http.public_url = Some(url.clone()));
            assert_eq!(found, "private", "{url}");
        }
    }

    #[test]
    fn any_other_address_is_public() {
        for url in [
            "https://witverse.example",
            "HTTPS://witverse.example",
            "HttpS://WITVERSE.example:443/",
            "http://witverse.example",
            "http://192.168.0.2",
            "http://10.0.0.1",
            "http://0.0.0.0",
            "http://[::]",
            "http://[fe80::1]",
            "http://[::ffff:192.0.2.1]",
            "http://localhost.example",
            "http://notlocalhost",
            "http://localhost..",
            "http://127.0.0.1.example",
            "http:\\\\witverse.example",
            "https:witverse.example",
        ] {
            let url = url.to_owned();
            let found = exposure(|http| http.public_url = Some(url.clone()));
            assert_eq!(found, format!("http.public_url = {url:?}"), "{url}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for (url, why) in [
            ("", "not an address"),
            ("witverse.example", "not an address"),
            ("//witverse.example", "not an address"),
            ("https://", "not an address"),
            ("https://:443", "not an address"),
            ("http://[::1", "not an address"),
            ("localhost:8080", "neither http nor https"),
            ("ftp://localhost", "neither http nor https"),
            ("file:///tmp", "neither http nor https"),
            ("http://localhost@evil.example", "user name"),
            ("http://localhost:80@evil.example", "user name"),
            ("http://:secret@localhost", "user name"),
            ("https://witverse.example?x", "a query or a fragment"),
            ("https://witverse.example/#x", "a query or a fragment"),
        ] {
            let found = exposure(|http| http.public_url = Some(url.to_owned()));
            assert!(found.contains("of http.public_url"), "{url}: {found}");
            assert!(found.contains(why), "{url}: {found}");
        }
    }

    #[test]
    fn proxies_and_other_addresses_to_listen_on_make_it_public() {
        assert_eq!(exposure(|_| {}), "private");
        for host in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
            let found = exposure(|http| http.host = host.parse().expect("an address"));
            assert_eq!(found, "private", "{host}");
        }
        for host in ["0.0.0.0", "::", "192.168.0.2", "::ffff:192.0.2.1"] {
            let found = exposure(|http| http.host = host.parse().expect("an address"));
            assert_eq!(found, format!("http.host = \"{host}\""));
        }
        assert_eq!(
            exposure(|http| http.trusted_proxies = 1),
            "http.trusted_proxies = 1"
        );
        // A loopback public address does not mask the other settings.
        let found = exposure(|http| {
            http.public_url = Some("http://localhost".into());
            http.host = "0.0.0.0".parse().expect("an address");
        });
        assert_eq!(found, "http.host = \"0.0.0.0\"");
    }
}
