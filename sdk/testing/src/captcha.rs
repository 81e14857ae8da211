//! Solves the kernel's captcha, like a browser.

use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// The token of a solved challenge; `None` if the response is not a challenge.
#[must_use]
pub fn solve(challenge: &Value) -> Option<String> {
    let challenge: Challenge = serde_json::from_value(challenge.clone()).ok()?;
    let solution = solve_challenge(SolveChallengeOptions::new(&challenge)).ok()??;
    let payload = serde_json::to_vec(&Payload {
        challenge,
        solution,
    })
    .ok()?;
    Some(STANDARD.encode(payload))
}
