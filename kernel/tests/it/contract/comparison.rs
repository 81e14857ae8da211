//! Compares a response with the document.

use jsonschema::Validator;
use serde_json::Value;
use witverse_testing::{Client, Reply};

use super::Contract;

impl Contract {
    /// Sends a request with any body, and compares the response.
    pub(super) async fn send(
        &mut self,
        client: &Client,
        method: &str,
        path: &str,
        body: Option<Vec<u8>>,
    ) -> Reply {
        let reply = client.send(method, path, body).await;
        let route = &self.route_of(method, path);
        let operation = &self.document["paths"][route][method.to_lowercase()];
        assert!(
            operation.is_object(),
            "{method} {route} is not in the document"
        );
        let status = reply.status.as_u16().to_string();
        let responses = operation["responses"].as_object().unwrap();
        if reply.status.is_success() {
            let content = &responses[&status]["content"];
            if reply.status.as_u16() == 204 {
                assert!(
                    content.is_null() && reply.bytes.is_empty(),
                    "{method} {path}"
                );
                self.seen.insert(format!("{method} {route}"));
                return reply;
            }
            let kind = reply.header("content-type").unwrap_or_default();
            let kind = kind.split(';').next().unwrap();
            let is_declared = content[kind].is_object() || content["*/*"].is_object();
            if kind != "application/json" && is_declared {
                self.seen.insert(format!("{method} {route}"));
                return reply;
            }
            let schema = &content["application/json"]["schema"];
            assert!(
                schema.is_object(),
                "{method} {path}: {status} has no schema"
            );
            fits(&validator(schema), &reply, path);
            self.seen.insert(format!("{method} {route}"));
        } else {
            fits(&self.problem, &reply, path);
            let code = reply.body["code"].as_str().unwrap();
            let declared = responses.iter().any(|(declared, response)| {
                let fits =
                    *declared == status || (declared == "4XX" && reply.status.is_client_error());
                let codes = response["description"].as_str().unwrap_or_default();
                fits && codes.split(", ").any(|known| known == code)
            });
            assert!(declared, "{method} {path} does not declare {status} {code}");
        }
        reply
    }
}

pub(super) fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap()
}

fn fits(validator: &Validator, reply: &Reply, path: &str) {
    let errors: Vec<String> = validator
        .iter_errors(&reply.body)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{path}: {errors:?} in {}", reply.body);
}
