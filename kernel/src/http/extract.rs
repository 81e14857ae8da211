//! Extractors: a JSON body, query values, the actor and the language of a request.

use std::net::{IpAddr, SocketAddr};

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{ConnectInfo, FromRef, FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, header};

use cookie::Cookie;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::json_shape::list_for_object;
use super::operation::schema_of;
use super::problem::Failure;
use super::state::Shared;
use crate::actor::{Actor, Person};
use crate::client_address::{client_address, client_network};
use crate::error::{
    Catalogue, FORBIDDEN, INVALID_BODY, INVALID_QUERY, Language, Localized, NOT_FOUND, Problem,
    TOO_LARGE, UNAUTHENTICATED,
};
use crate::identity::{Origin, REAUTHENTICATION_REQUIRED};
use crate::json_text::clean_texts;
use crate::permissions::{Administer, Authorized, KernelAction, Moderate, Permit};

/// The cookie with an access token, for clients that cannot set headers, such as a webview's first request.
pub(crate) const ACCESS_COOKIE: &str = "witverse_access";
pub(crate) const REFRESH_COOKIE: &str = "witverse_refresh";

pub(crate) const WRONG_TYPE: Catalogue = Catalogue::new(
    415,
    "unsupported_media_type",
    "JSON 형식으로 보내 주세요.",
    "Please send JSON.",
);

/// A JSON body. Errors name the path of a wrong type or a missing field.
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + JsonSchema + 'static> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        if !is_json(request.headers()) {
            return Err(WRONG_TYPE.into());
        }
        let bytes = clean_body(body(request, state).await?);
        // serde accepts an array for a struct, field by field; the API does not. Most bodies have no list.
        if bytes.contains(&b'[')
            && let Some(place) = list_for_object(&schema_of::<T>(), &bytes)
        {
            return Err(wrong_type(&place));
        }
        parse(&bytes).map(Self)
    }
}

/// The body with its texts in their one form.
pub(super) fn clean_body(body: Bytes) -> Bytes {
    clean_texts(&body).map_or(body, Bytes::from)
}

/// Whether the content type is JSON, which a form of another site cannot send.
pub(crate) fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads the complete body, or returns why it could not be read.
pub(crate) async fn body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Failure> {
    Bytes::from_request(request, state)
        .await
        .map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(failed)
                if failed.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
            {
                TOO_LARGE.into()
            }
            _ => INVALID_BODY.into(),
        })
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Failure> {
    // serde does not check the encoding of unknown fields.
    if std::str::from_utf8(bytes).is_err() {
        return Err(INVALID_BODY.into());
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let place = error.path().to_string();
        let inner = error.into_inner();
        if inner.is_data() {
            let place = match missing_field(&inner) {
                Some(field) => field,
                None if place == "." => "body".to_owned(),
                None => place,
            };
            wrong_type(&place)
        } else {
            INVALID_BODY.into()
        }
    })?;
    reader.end().map_err(|_| INVALID_BODY)?;
    Ok(value)
}

/// `validation_failed` at a field. A value is never converted: a text of digits is no number.
pub(super) fn wrong_type(place: &str) -> Failure {
    let text = Localized::new(
        "값이 없거나 형식이 다릅니다.",
        "This is missing or of the wrong type.",
    );
    Problem::field(place, text).into()
}

/// serde reports the name of a missing field in its message only.
fn missing_field(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let rest = text.strip_prefix("missing field `")?;
    Some(rest.split('`').next()?.to_owned())
}

/// The decoded query, its values in their one form, as the texts of a body; `None` if it is not UTF-8.
pub(crate) fn query_pairs(query: Option<&str>) -> Option<Vec<(String, String)>> {
    let query = query.unwrap_or_default();
    // The parser replaces what is not UTF-8.
    percent_encoding::percent_decode_str(query)
        .decode_utf8()
        .ok()?;
    let pairs = form_urlencoded::parse(query.as_bytes());
    Some(
        pairs
            .map(|(name, value)| {
                let value = witverse_text::clean(&value).into_owned();
                (name.into_owned(), value)
            })
            .collect(),
    )
}

/// One value of the query.
pub(crate) fn query_value(parts: &Parts, name: &str) -> Result<Option<String>, Failure> {
    let pairs = query_pairs(parts.uri.query()).ok_or(INVALID_QUERY)?;
    Ok(pairs
        .into_iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value))
}

/// The actor of a request. An invalid token is refused and not ignored, so that a client knows that it must renew it.
pub(crate) struct Caller(pub(crate) Actor);

impl<S> FromRequestParts<S> for Caller
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let app = Shared::from_ref(state);
        if let Some(value) = parts.headers.get(header::AUTHORIZATION) {
            let token = value
                .to_str()
                .ok()
                .and_then(bearer)
                .ok_or(UNAUTHENTICATED)?;
            let actor = app.identity.sessions.actor(token.trim()).await?;
            return Ok(Self(actor.ok_or(UNAUTHENTICATED)?));
        }
        let Some(token) = cookie(&parts.headers, ACCESS_COOKIE) else {
            return Ok(Self(Actor::Visitor));
        };
        if !parts.method.is_safe() && !same_origin(&parts.headers) {
            return Err(FORBIDDEN.into());
        }
        let actor = app.identity.sessions.actor(token).await?;
        Ok(Self(actor.unwrap_or(Actor::Visitor)))
    }
}

/// A signed-in person; other callers get `unauthenticated`.
pub(crate) struct SignedIn(pub(crate) std::sync::Arc<Person>);

impl<S> FromRequestParts<S> for SignedIn
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        match Caller::from_request_parts(parts, state).await?.0 {
            Actor::Person(person) => Ok(Self(person)),
            Actor::Visitor | Actor::System => Err(UNAUTHENTICATED.into()),
        }
    }
}

/// How long a proof of identity is valid for sensitive operations.
pub(crate) const SUDO: time::Duration = time::Duration::minutes(10);

/// A person with a recent proof of identity; other callers get an error that asks for one.
pub(crate) struct Sudo(pub(crate) std::sync::Arc<Person>);

impl<S> FromRequestParts<S> for Sudo
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let SignedIn(person) = SignedIn::from_request_parts(parts, state).await?;
        require_recent_proof(&person, &Shared::from_ref(state))?;
        Ok(Self(person))
    }
}

/// # Errors
/// `reauthentication_required`.
pub(crate) fn require_recent_proof(person: &Person, app: &Shared) -> Result<(), Failure> {
    if app.platform.clock.now() - person.authenticated_at > SUDO {
        return Err(REAUTHENTICATION_REQUIRED.into());
    }
    Ok(())
}

/// A signed-in person with the permit for an action of the kernel. An unsafe request also needs a recent proof of
/// identity; a caller without the role is refused without being asked for one.
pub(crate) struct PermitHolder<A> {
    pub(crate) person: std::sync::Arc<Person>,
    pub(crate) permit: Permit<A>,
}

/// A person who may decide about reports.
pub(crate) type Moderator = PermitHolder<Moderate>;
/// A person who may change roles, words and sanctions, and read the audit log.
pub(crate) type Administrator = PermitHolder<Administer>;

impl<A> PermitHolder<A> {
    /// The person and the permit, in the form that operations take.
    pub(crate) fn authorized(&self) -> Authorized<'_, A> {
        Authorized {
            person: &self.person,
            permit: &self.permit,
        }
    }
}

impl<S, A: KernelAction> FromRequestParts<S> for PermitHolder<A>
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let SignedIn(person) = SignedIn::from_request_parts(parts, state).await?;
        let permit = Shared::from_ref(state)
            .platform
            .permissions
            .permit_kernel::<A>(&Actor::Person(person.clone()))
            .map_err(|_| FORBIDDEN)?;
        if is_unsafe(&parts.method) {
            require_recent_proof(&person, &Shared::from_ref(state))?;
        }
        Ok(Self { person, permit })
    }
}

/// The origin of a request: its network address and user agent.
impl<S> FromRequestParts<S> for Origin
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let ClientIp(ip) = ClientIp::from_request_parts(parts, state).await?;
        let user_agent = parts
            .headers
            .get(header::USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        Ok(Self {
            user_agent,
            ip: ip.to_string(),
        })
    }
}

/// The `{placeholders}` of a path; an invalid value results in 404.
pub(crate) struct PathParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParams<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let axum::extract::Path(values) = axum::extract::Path::from_request_parts(parts, state)
            .await
            .map_err(|_| NOT_FOUND)?;
        Ok(Self(values))
    }
}

/// The client's address, taken from the trusted proxies' header or the connection.
pub(crate) struct ClientIp(pub(crate) IpAddr);

impl ClientIp {
    pub(crate) fn of(parts: &Parts, app: &Shared) -> Self {
        let peer = parts
            .extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map_or(IpAddr::from([127, 0, 0, 1]), |info| info.0.ip());
        let lines = parts.headers.get_all("x-forwarded-for").iter();
        Self(client_address(
            peer,
            lines.map(HeaderValue::as_bytes),
            app.config.http.trusted_proxies,
        ))
    }

    /// The network that rate limits count by.
    pub(crate) fn network(&self) -> IpAddr {
        client_network(self.0)
    }
}

impl<S> FromRequestParts<S> for ClientIp
where
    Shared: FromRef<S>,
    S: Send + Sync,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Ok(Self::of(parts, &Shared::from_ref(state)))
    }
}

/// The language of the response: the requested one, the stored one, the browser's preferred one, or Korean.
pub(crate) fn language(headers: &HeaderMap) -> Language {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    header("x-language")
        .and_then(Language::parse)
        .or_else(|| cookie(headers, "lang").and_then(Language::parse))
        .or_else(|| header("accept-language").and_then(preferred))
        .unwrap_or_default()
}

fn preferred(accept: &str) -> Option<Language> {
    accept
        .split(',')
        .filter_map(|entry| entry.split(';').next()?.trim().get(..2))
        .find_map(|tag| Language::parse(&tag.to_ascii_lowercase()))
}

/// The token of an `Authorization` header; its scheme is case-insensitive.
pub(crate) fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

pub(crate) fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .filter_map(Result::ok)
        .find(|cookie| cookie.name() == name)?
        .value_raw()
}

/// Sets a cookie with a response. A value that no header can hold is left out.
pub(crate) fn append_cookie(headers: &mut HeaderMap, cookie: &Cookie<'_>) {
    if let Ok(value) = HeaderValue::from_str(&cookie.to_string()) {
        headers.append(header::SET_COOKIE, value);
    }
}

/// Whether an unsafe request comes from the platform's own origin, judged by the browser's headers.
pub(crate) fn same_origin(headers: &HeaderMap) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(site) = text("sec-fetch-site") {
        return matches!(site, "same-origin" | "none");
    }
    match (text("origin"), text("host")) {
        (Some(origin), Some(host)) => origin.split("://").nth(1) == Some(host),
        (None, _) => true,
        (Some(_), None) => false,
    }
}

/// Whether a method may change state.
pub(crate) fn is_unsafe(method: &Method) -> bool {
    !method.is_safe()
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{cookie, language, query_pairs, same_origin};
    use crate::error::Language;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (
                    name.parse().expect("a name"),
                    HeaderValue::from_static(value),
                )
            })
            .collect()
    }

    #[test]
    fn the_requested_language_takes_precedence() {
        let all = [
            ("x-language", "en"),
            ("cookie", "a=b; lang=ko"),
            ("accept-language", "ko"),
        ];
        assert_eq!(language(&headers(&all)), Language::En);
        assert_eq!(language(&headers(&all[1..])), Language::Ko);
        assert_eq!(
            language(&headers(&[("accept-language", "fr, EN-us;q=0.8, ko")])),
            Language::En
        );
        assert_eq!(
            language(&headers(&[("accept-language", "fr,한")][..0])),
            Language::Ko
        );
    }

    #[test]
    fn cookies_are_found_by_their_whole_name() {
        let headers = headers(&[("cookie", "xlang=en; lang=ko")]);
        assert_eq!(cookie(&headers, "lang"), Some("ko"));
        assert_eq!(cookie(&headers, "la"), None);
    }

    #[test]
    fn queries_are_decoded_or_refused() {
        let pairs = query_pairs(Some("a=1&b=x+y%26&c")).expect("pairs");
        assert_eq!(
            pairs,
            [("a", "1"), ("b", "x y&"), ("c", "")].map(|(k, v)| (k.into(), v.into()))
        );
        assert_eq!(query_pairs(Some("a=%ff")), None);
        // In their one form: composed, and without what is not seen.
        let typed = query_pairs(Some("q=%E2%80%8B%E1%84%92%E1%85%A1%E1%86%AB"));
        assert_eq!(typed, Some(vec![("q".into(), "한".into())]));
        // As browsers read it.
        let percent = ("a".to_owned(), "%".to_owned());
        assert_eq!(query_pairs(Some("a=%")), Some(vec![percent]));
    }

    #[test]
    fn requests_of_other_sites_are_detected() {
        assert!(same_origin(&headers(&[
            ("origin", "http://a:1"),
            ("host", "a:1")
        ])));
        assert!(!same_origin(&headers(&[
            ("origin", "http://b"),
            ("host", "a:1")
        ])));
        assert!(!same_origin(&headers(&[("sec-fetch-site", "cross-site")])));
        assert!(same_origin(&headers(&[])));
    }
}
