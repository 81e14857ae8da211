//! Delivery Tracker (tracker.delivery), version 2 of its API: `POST /graphql`. Only the code and the time of the last event are
//! asked for, because the texts of carriers have names and phone numbers in them. Errors are in the body, also with status 200.

use futures::FutureExt;
use futures::future::BoxFuture;
use serde::Deserialize;
use serde_json::json;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use super::{Found, ParcelState, TrackingService};
use crate::config;
use crate::http_client::{Answer, CallError, Http, send};

/// The carriers of the platform, and their names at the service.
pub(crate) const CARRIERS: [(&str, &str); 5] = [
    ("cj", "kr.cjlogistics"),
    ("hanjin", "kr.hanjin"),
    ("lotte", "kr.lotte"),
    ("epost", "kr.epost"),
    ("logen", "kr.logen"),
];

const QUERY: &str = "query Track($carrierId: ID!, $trackingNumber: String!) { \
    track(carrierId: $carrierId, trackingNumber: $trackingNumber) { lastEvent { time status { code } } } }";

/// The service with the keys of one project.
pub(crate) struct TrackerDelivery {
    http: Http,
    url: String,
    authorization: String,
}

/// The fields of an answer that are read.
#[derive(Deserialize)]
struct Body {
    data: Option<Data>,
    #[serde(default)]
    errors: Vec<Failure>,
}

#[derive(Deserialize)]
struct Data {
    track: Option<Track>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Track {
    last_event: Option<LastEvent>,
}

#[derive(Deserialize)]
struct LastEvent {
    time: Option<String>,
    status: Status,
}

#[derive(Deserialize)]
struct Status {
    code: String,
}

#[derive(Deserialize)]
struct Failure {
    extensions: Option<Extensions>,
}

#[derive(Deserialize)]
struct Extensions {
    code: Option<String>,
}

impl TrackerDelivery {
    pub(crate) fn new(http: Http, config: &config::TrackerDelivery) -> Self {
        let key = |key: &Option<String>| key.clone().unwrap_or_default();
        Self {
            http,
            url: config.url.clone(),
            authorization: format!(
                "TRACKQL-API-KEY {}:{}",
                key(&config.client_id),
                key(&config.client_secret)
            ),
        }
    }
}

impl TrackingService for TrackerDelivery {
    fn find<'a>(
        &'a self,
        carrier: &'a str,
        number: &'a str,
    ) -> BoxFuture<'a, Result<Found, CallError>> {
        async move {
            let Some((_, id)) = CARRIERS.iter().find(|(code, _)| *code == carrier) else {
                return Ok(Found::Nothing);
            };
            let body = json!({
                "query": QUERY,
                "variables": { "carrierId": id, "trackingNumber": number },
            });
            let request = self
                .http
                .client()?
                .post(&self.url)
                .header("authorization", &self.authorization)
                .header("content-type", "application/json")
                .body(body.to_string());
            read(&send(request).await?)
        }
        .boxed()
    }
}

/// The state in an answer.
fn read(answer: &Answer) -> Result<Found, CallError> {
    if matches!(answer.status, 401 | 403) {
        return Err(CallError::Refused("the keys are not accepted".into()));
    }
    let body: Body = serde_json::from_slice(&answer.body)
        .map_err(|_| CallError::Unavailable(format!("status {}, and no answer", answer.status)))?;
    if let Some(failure) = body.errors.first() {
        let code = failure
            .extensions
            .as_ref()
            .and_then(|one| one.code.as_deref());
        return match code {
            // An unknown number: the carrier has not scanned the parcel yet, or it is mistyped.
            Some("NOT_FOUND" | "BAD_REQUEST") => Ok(Found::Nothing),
            Some("UNAUTHENTICATED" | "FORBIDDEN") => {
                Err(CallError::Refused("the keys are not accepted".into()))
            }
            code => Err(CallError::Unavailable(format!(
                "the error {}",
                code.unwrap_or("without a code")
            ))),
        };
    }
    let event = body
        .data
        .and_then(|data| data.track)
        .and_then(|track| track.last_event);
    Ok(match event {
        Some(event) => match state(&event.status.code) {
            Some(state) => Found::State {
                state,
                at: event
                    .time
                    .and_then(|time| OffsetDateTime::parse(&time, &Rfc3339).ok()),
            },
            None => Found::Nothing,
        },
        None => Found::Nothing,
    })
}

/// None for `UNKNOWN`, and for codes that are new.
fn state(code: &str) -> Option<ParcelState> {
    Some(match code {
        "INFORMATION_RECEIVED" => ParcelState::Received,
        "AT_PICKUP" => ParcelState::PickedUp,
        "IN_TRANSIT" => ParcelState::Moving,
        "OUT_FOR_DELIVERY" => ParcelState::Out,
        "ATTEMPT_FAIL" => ParcelState::NotReached,
        "AVAILABLE_FOR_PICKUP" => ParcelState::Held,
        "DELIVERED" => ParcelState::Delivered,
        "EXCEPTION" => ParcelState::Problem,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{CARRIERS, read};
    use crate::http_client::{Answer, CallError};
    use crate::tracking::{Found, ParcelState};

    fn answered(status: u16, body: &str) -> Result<Found, &'static str> {
        let answer = Answer {
            status,
            body: body.as_bytes().to_vec(),
        };
        read(&answer).map_err(|error| match error {
            CallError::Refused(_) => "refused",
            CallError::Unavailable(_) => "unavailable",
        })
    }

    /// Answers in the documented format.
    #[test]
    fn answers_are_read() {
        let last = |code: &str, time: &str| {
            format!(
                r#"{{"data":{{"track":{{"lastEvent":{{"time":{time},"status":{{"code":"{code}"}}}}}}}}}}"#
            )
        };
        let time = r#""2026-11-24T17:19:20.000+09:00""#;
        for (code, expected) in [
            ("INFORMATION_RECEIVED", ParcelState::Received),
            ("AT_PICKUP", ParcelState::PickedUp),
            ("IN_TRANSIT", ParcelState::Moving),
            ("OUT_FOR_DELIVERY", ParcelState::Out),
            ("ATTEMPT_FAIL", ParcelState::NotReached),
            ("AVAILABLE_FOR_PICKUP", ParcelState::Held),
            ("DELIVERED", ParcelState::Delivered),
            ("EXCEPTION", ParcelState::Problem),
        ] {
            let found = answered(200, &last(code, time));
            let Ok(Found::State { state, at }) = found else {
                panic!("{code}: {found:?}");
            };
            assert_eq!(state, expected);
            assert_eq!(
                at.map(time::OffsetDateTime::unix_timestamp),
                Some(1_795_508_360)
            );
        }
        assert_eq!(
            answered(200, &last("DELIVERED", "null")),
            Ok(Found::State {
                state: ParcelState::Delivered,
                at: None
            })
        );
        for nothing in [
            last("UNKNOWN", time),
            last("SOMETHING_NEW", time),
            r#"{"data":{"track":{"lastEvent":null}}}"#.to_owned(),
            r#"{"data":{"track":null}}"#.to_owned(),
        ] {
            assert_eq!(answered(200, &nothing), Ok(Found::Nothing), "{nothing}");
        }
    }

    #[test]
    fn errors_are_in_the_body() {
        let failed = |code: &str| {
            format!(
                r#"{{"errors":[{{"message":"no","path":["track"],"extensions":{{"code":"{code}"}}}}],"data":{{"track":null}}}}"#
            )
        };
        for (code, expected) in [
            ("NOT_FOUND", Ok(Found::Nothing)),
            ("BAD_REQUEST", Ok(Found::Nothing)),
            ("UNAUTHENTICATED", Err("refused")),
            ("FORBIDDEN", Err("refused")),
            ("INTERNAL", Err("unavailable")),
            ("SOMETHING_NEW", Err("unavailable")),
        ] {
            assert_eq!(answered(200, &failed(code)), expected, "{code}");
        }
        let plain = r#"{"errors":[{"message":"no"}]}"#;
        assert_eq!(answered(200, plain), Err("unavailable"));
        assert_eq!(answered(502, "<html>"), Err("unavailable"));
        assert_eq!(answered(401, "{}"), Err("refused"));
    }

    #[test]
    fn every_carrier_has_a_name_at_the_service() {
        assert!(CARRIERS.iter().all(|(_, id)| id.starts_with("kr.")));
    }
}
