//! The suite `routes`: who may call each route, by the policies of the plugin, and bodies that a route must survive.

use serde_json::Value;

use super::bed::{Reply, TestBed};
use super::calls::{Answers, Call};
use super::outcome::Outcome;
use super::people::Role;
use super::schema::bad_bodies;

/// Findings after which the suite ends: a plugin that has failed three times does not run.
const ENOUGH: usize = 3;

pub(super) async fn run(bed: &TestBed) -> Outcome {
    let install = bed.install(bed.requested()).await?;
    let mut found = Found::default();
    let mut answers = Answers::new();
    for call in &bed.calls {
        // The person of the example is last, so that the example works as in the other suites.
        let others = Role::ALL.into_iter().filter(|role| *role != call.role);
        for role in others.chain([call.role]) {
            let allowed = bed.is_allowed(&install, call, role).await?;
            let reply = bed.call(&install, call, role, &answers).await?;
            found.check_access(call, role, allowed, &reply);
            if reply.is_success() && role == call.role {
                answers.insert(call.name.clone(), reply.body["payload"].clone());
            }
        }
        bad_requests(bed, &install, call, &answers, &mut found).await?;
        if found.failures.len() >= ENOUGH {
            break;
        }
    }
    bed.world.uninstall(&install).await?;
    let Found {
        allowed,
        refused,
        bad,
        failures,
    } = found;
    Ok(match failures.is_empty() {
        true => Ok(format!(
            "{allowed} calls allowed and {refused} refused as the policies say; {bad} bad requests"
        )),
        false => Err(failures),
    })
}

#[derive(Default)]
struct Found {
    allowed: u32,
    refused: u32,
    bad: u32,
    failures: Vec<String>,
}

impl Found {
    fn check_access(&mut self, call: &Call, role: Role, allowed: bool, reply: &Reply) {
        let (name, who, line) = (&call.name, role.words(), reply.line());
        if let Some(reason) = reply.failure() {
            self.failures.push(format!("{name} as {who}: {reason}"));
        }
        let reached = reply.call.is_some();
        let is_refusal = matches!(reply.status, 401 | 403);
        match allowed {
            true if reached => self.allowed += 1,
            true => self.failures.push(format!(
                "{name} as {who}: cedar/ permits `{}`, and the platform answers {line}",
                call.action
            )),
            false if !reached && is_refusal => self.refused += 1,
            false => self.failures.push(format!(
                "{name} as {who}: cedar/ does not permit `{}`, and the answer is {line}",
                call.action
            )),
        }
    }
}

/// Sends what the route must survive, as the person of the example.
async fn bad_requests(
    bed: &TestBed,
    install: &Value,
    call: &Call,
    answers: &Answers,
    found: &mut Found,
) -> Result<(), String> {
    let mut variants: Vec<(String, Call, Option<Vec<u8>>)> = Vec::new();
    if let Some(schema) = &call.schema {
        for bad in bad_bodies(schema) {
            variants.push((bad.what, call.clone(), Some(bad.body)));
        }
    }
    for name in call.params.keys() {
        for value in ["x", "%00", &"9".repeat(300)] {
            let mut changed = call.clone();
            changed.params.insert(name.clone(), value.into());
            let body = call.body.as_ref().map(|body| body.to_string().into_bytes());
            variants.push((format!("{value:.9} in the path"), changed, body));
        }
    }
    for name in call.query.keys() {
        for value in ["", "x", "-1", &"9".repeat(300)] {
            let mut changed = call.clone();
            changed.query.insert(name.clone(), value.into());
            variants.push((format!("{value:.9} in the query `{name}`"), changed, None));
        }
    }
    for (what, changed, body) in variants {
        let reply = bed
            .send(install, &changed, call.role, answers, body, None)
            .await?;
        found.bad += 1;
        if let Some(reason) = reply.failure() {
            found
                .failures
                .push(format!("{} with {what}: {reason}", call.name));
        } else if reply.status >= 500 {
            found.failures.push(format!(
                "{} with {what}: {}; answer bad input with a problem of the status 400 to 499",
                call.name,
                reply.line()
            ));
        }
        if found.failures.len() >= ENOUGH {
            break;
        }
    }
    Ok(())
}
