//! Compares responses with the committed OpenAPI document. Operations that are not in it, such as the routes of plugins
//! that a test installs, are not compared.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use axum::http::StatusCode;
use jsonschema::Validator;
use matchit::Router;
use serde_json::Value;
use witverse_kernel::http::PROBLEM_OF_PLUGIN;

use crate::reply::Reply;
use crate::root;

static CONTRACT: LazyLock<Contract> = LazyLock::new(Contract::read);

struct Contract {
    /// The operations of each path, by method.
    paths: Router<HashMap<String, Operation>>,
    problem: Validator,
}

struct Operation {
    /// The declared responses, by status.
    responses: Value,
    /// The schema of its success, compiled when the first one is compared.
    success: OnceLock<Validator>,
}

/// Panics if the response is not one that the document declares for the operation.
pub(crate) fn check(method: &str, path: &str, reply: &Reply) {
    // Responses to HEAD have no body.
    if method == "HEAD" {
        return;
    }
    if let Some(operation) = CONTRACT.operation(method, path)
        && let Err(violation) = operation.compare(reply)
    {
        let line = reply.line();
        panic!("{method} {path} violates the contract: {line}: {violation}");
    }
}

impl Contract {
    fn read() -> Self {
        let file = std::fs::read(root().join("sdk/api-client/openapi.json")).unwrap();
        let mut document: Value = serde_json::from_slice(&file).unwrap();
        let problem = validator(&document["components"]["schemas"]["Problem"]);
        let mut paths = Router::new();
        for (path, methods) in document["paths"].as_object_mut().unwrap() {
            let methods = methods.as_object_mut().unwrap().iter_mut();
            let operations = methods.map(|(method, operation)| {
                let operation = Operation {
                    responses: operation["responses"].take(),
                    success: OnceLock::new(),
                };
                (method.to_uppercase(), operation)
            });
            paths.insert(path, operations.collect()).unwrap();
        }
        Self { paths, problem }
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Operation> {
        self.paths.at(path).ok()?.value.get(method)
    }
}

impl Operation {
    fn compare(&self, reply: &Reply) -> Result<(), String> {
        let status = reply.status.as_u16().to_string();
        // The client has the content of the success.
        if reply.status == StatusCode::NOT_MODIFIED && reply.bytes.is_empty() {
            return Ok(());
        }
        if !reply.status.is_success() {
            fits(&CONTRACT.problem, &reply.body)?;
            return match self.declares(reply, &status) {
                true => Ok(()),
                false => Err("the status with this code is not declared".to_owned()),
            };
        }
        let Some(response) = self.responses.get(&status) else {
            return Err("the status is not declared".to_owned());
        };
        let content = &response["content"];
        let media_type = reply.header("content-type").unwrap_or_default();
        let media_type = media_type.split(';').next().unwrap_or_default();
        let schema = &content["application/json"]["schema"];
        if media_type == "application/json" && schema.is_object() {
            fits(self.success.get_or_init(|| validator(schema)), &reply.body)
        } else if content.is_null() && reply.bytes.is_empty()
            || content[media_type].is_object()
            || content["*/*"].is_object()
        {
            Ok(())
        } else {
            Err(format!("{media_type:?} is not declared"))
        }
    }

    /// Whether the code of a problem is in the description of its status, of `4XX`, or of `default`, or can be any code of a
    /// plugin.
    fn declares(&self, reply: &Reply, status: &str) -> bool {
        let class = if reply.status.is_client_error() {
            "4XX"
        } else {
            "default"
        };
        [status, class].iter().any(|status| {
            let codes = self.responses[status]["description"].as_str();
            codes.is_some_and(|codes| {
                let mut declared = codes.split(", ");
                codes == PROBLEM_OF_PLUGIN || declared.any(|code| reply.body["code"] == code)
            })
        })
    }
}

fn validator(schema: &Value) -> Validator {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .unwrap()
}

fn fits(validator: &Validator, body: &Value) -> Result<(), String> {
    if validator.is_valid(body) {
        return Ok(());
    }
    let errors = validator.iter_errors(body).map(|error| {
        let short: String = error.to_string().chars().take(300).collect();
        format!("{}: {short}", error.instance_path())
    });
    Err(errors.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, StatusCode, header};
    use serde_json::json;

    use super::*;

    fn compared(status: u16, media_type: &'static str, body: Value) -> Result<(), String> {
        let reply = Reply {
            status: StatusCode::from_u16(status).unwrap(),
            headers: HeaderMap::from_iter([(header::CONTENT_TYPE, media_type.parse().unwrap())]),
            bytes: body.to_string().into_bytes(),
            body,
        };
        let operation = CONTRACT.operation("GET", "/api/user/nickname").unwrap();
        operation.compare(&reply)
    }

    #[test]
    fn only_declared_responses_are_accepted() {
        let json = "application/json";
        let named = |nickname: Value| json!({ "payload": { "nickname": nickname } });
        assert_eq!(compared(200, json, named(json!("mina"))), Ok(()));
        assert_eq!(
            compared(200, json, named(json!(7))).unwrap_err(),
            "/payload/nickname: 7 is not of types \"null\", \"string\""
        );
        for (status, media_type) in [(201, json), (200, "text/csv")] {
            let refused = compared(status, media_type, named(json!("mina"))).unwrap_err();
            assert!(refused.ends_with("is not declared"), "{refused}");
        }
        let problem = |status: u16, code: &str| {
            let language = json!({ "ko": "", "en": "" });
            let body = json!({
                "type": "about:blank", "title": "", "status": status, "code": code, "message": "",
                "language": language, "requestId": "",
            });
            compared(status, "application/problem+json", body)
        };
        assert_eq!(problem(401, "unauthenticated"), Ok(()));
        assert_eq!(problem(500, "internal_error"), Ok(()));
        assert!(problem(401, "forbidden").is_err());
        assert!(problem(403, "unauthenticated").is_err());
    }

    #[test]
    fn operations_are_found_by_method_and_path() {
        assert!(CONTRACT.operation("GET", "/api/files/7").is_some());
        assert!(CONTRACT.operation("PUT", "/api/user/nickname").is_none());
        assert!(CONTRACT.operation("GET", "/api/x/probe/open").is_none());
    }
}
