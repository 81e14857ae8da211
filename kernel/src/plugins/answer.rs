//! The headers of a plugin's response: which ones it may set, where it may redirect to, and which caches may store it.

/// The headers that a plugin may set; the kernel sets all others.
const ALLOWED: &[&str] = &[
    "content-type",
    "content-disposition",
    "content-language",
    "cache-control",
    "etag",
    "last-modified",
    "location",
];
const MAX_VALUE_BYTES: usize = 1024;

/// Returns the headers that the kernel passes on, or why a header is refused.
///
/// `is_installed`: an operator has installed the plugin. Its responses are JSON: the browser would run a script or show a
/// document of a stranger under the platform's own address.
///
/// `has_credentials`: the request came from a signed-in person. The response may be private, so shared caches must not
/// store it, independently of the plugin's headers.
pub(super) fn check_headers(
    headers: Vec<(String, String)>,
    (is_installed, has_credentials): (bool, bool),
) -> Result<Vec<(String, String)>, String> {
    headers
        .into_iter()
        .map(|(name, value)| {
            if !ALLOWED.contains(&name.as_str()) {
                return Err(format!("the header {name:?} is not a plugin's to set"));
            }
            let is_plain = value.bytes().all(|byte| (0x20..0x7f).contains(&byte));
            if value.len() > MAX_VALUE_BYTES || !is_plain {
                return Err(format!("the value of header {name:?} is not plain text"));
            }
            if name == "content-type" && is_installed && !is_json(&value) {
                return Err(format!(
                    "a response of an installed plugin is JSON, not {value:?}"
                ));
            }
            if name == "location" && !is_local_path(&value) {
                return Err("a redirect leaves this site: its location is no path".into());
            }
            let value = match name == "cache-control" && has_credentials {
                true => private_cache_control(&value),
                false => value,
            };
            Ok((name, value))
        })
        .collect()
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

/// Whether the text is a path of this site: it begins with exactly one `/`, and browsers cannot parse a host from it.
pub(super) fn is_local_path(text: &str) -> bool {
    text.starts_with('/')
        && !text.starts_with("//")
        && text
            .bytes()
            .all(|byte| byte.is_ascii_graphic() && byte != b'\\')
}

/// Removes the directives that let shared caches store a response to a request with credentials (RFC 9111, 3.5), and
/// adds `private`.
fn private_cache_control(value: &str) -> String {
    let is_shared = |directive: &&str| {
        let name = directive.split('=').next().unwrap_or_default().trim();
        ["public", "s-maxage", "private"]
            .iter()
            .any(|shared| name.eq_ignore_ascii_case(shared))
    };
    let kept = value
        .split(',')
        .map(str::trim)
        .filter(|directive| !directive.is_empty() && !is_shared(directive));
    ["private"]
        .into_iter()
        .chain(kept)
        .collect::<Vec<_>>()
        .join(", ")
}

#[cfg(test)]
mod tests {
    use super::check_headers;

    fn checked(name: &str, value: &str, has_credentials: bool) -> Result<String, String> {
        let mut headers =
            check_headers(vec![(name.into(), value.into())], (false, has_credentials))?;
        Ok(headers.remove(0).1)
    }

    #[test]
    fn redirects_stay_on_this_site() {
        for path in ["/", "/worlds", "/worlds?next=https://b.example", "/a//b#c"] {
            assert_eq!(checked("location", path, true).as_deref(), Ok(path));
        }
        for elsewhere in [
            "",
            "worlds",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "https:evil.example",
            "javascript:alert(1)",
            " /worlds",
            "/a b",
            "/\tevil",
        ] {
            assert!(
                checked("location", elsewhere, false).is_err(),
                "{elsewhere:?}"
            );
        }
    }

    #[test]
    fn a_response_to_credentials_is_never_public() {
        let check = |given: &str, visitor: &str, member: &str| {
            assert_eq!(
                checked("cache-control", given, false).as_deref(),
                Ok(visitor)
            );
            assert_eq!(checked("cache-control", given, true).as_deref(), Ok(member));
        };
        check(
            "public, max-age=60",
            "public, max-age=60",
            "private, max-age=60",
        );
        check("Public,S-MaxAge=60", "Public,S-MaxAge=60", "private");
        check("s-maxage = 5", "s-maxage = 5", "private");
        check("max-age=60", "max-age=60", "private, max-age=60");
        check("private", "private", "private");
        check("no-store", "no-store", "private, no-store");
        check(
            "must-revalidate",
            "must-revalidate",
            "private, must-revalidate",
        );
    }

    #[test]
    fn installed_plugins_answer_json() {
        let check = |value: &str, is_installed: bool| {
            check_headers(
                vec![("content-type".into(), value.into())],
                (is_installed, true),
            )
            .is_ok()
        };
        for json in ["application/json", "Application/JSON; charset=utf-8"] {
            assert!(check(json, true) && check(json, false), "{json}");
        }
        for other in [
            "text/html",
            "application/javascript",
            "text/json",
            "",
            "application/json2",
        ] {
            assert!(!check(other, true) && check(other, false), "{other}");
        }
    }

    #[test]
    fn headers_of_the_kernel_are_refused() {
        for name in ["set-cookie", "Location", "content-security-policy", ""] {
            assert!(checked(name, "x", false).is_err(), "{name:?}");
        }
        assert!(checked("etag", "a\r\nb: c", false).is_err());
        assert!(checked("etag", &"x".repeat(1025), false).is_err());
    }
}
