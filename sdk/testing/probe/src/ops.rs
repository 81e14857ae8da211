//! The script: a list of host calls and faults, run in order.
//!
//! A host call's error is a result like any other, and the script continues. `problem`, `respond` and similar ops end
//! it.

use crate::ledger_ops::{LegOp, PaymentOp, TransferOp};
use crate::payment_ops::CardOp;
use crate::perform::{Step, step};
use crate::room_ops::RoomOp;
use crate::value::Cell;
use serde::Deserialize;
use serde_json::Value as Json;
use witverse_sdk::http::Response;
use witverse_sdk::{Error, localized};

/// The body of a script.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
pub struct Script {
    /// The ops, in order.
    pub ops: Vec<Op>,
}

/// How a script ends.
#[derive(Debug)]
pub enum Flow {
    /// With the result of each op.
    Results(Vec<Json>),
    /// With another response.
    Answer(Response),
}

/// One step: `{"op": "<name>", …}`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    SqlQuery {
        statement: String,
        #[serde(default)]
        params: Vec<Cell>,
    },
    SqlExecute {
        statement: String,
        #[serde(default)]
        params: Vec<Cell>,
    },
    /// Opens `open` cursors (default 1), reads at most `pieces` batches of `max` rows from the last.
    Cursor {
        statement: String,
        #[serde(default)]
        params: Vec<Cell>,
        max: u32,
        open: Option<u32>,
        pieces: Option<u32>,
    },
    Publish {
        topic: String,
        #[serde(default)]
        payload: Json,
    },
    LivePush {
        person: String,
        kind: String,
        #[serde(default)]
        payload: Json,
    },
    Schedule {
        key: String,
        at_ms: Option<u64>,
        cron: Option<String>,
        #[serde(default)]
        payload: Json,
    },
    Cancel {
        key: String,
    },
    ServiceCall {
        service: String,
        method: String,
        #[serde(default)]
        payload: Json,
    },
    ServiceAvailable {
        service: String,
    },
    FillForm {
        install: String,
        slot: String,
        values: Json,
    },
    Declare {
        kind: String,
        id: String,
        alias: Option<String>,
        parent: Option<String>,
        #[serde(default)]
        attributes: Json,
    },
    Remove {
        kind: String,
        id: String,
    },
    GrantRole {
        person: String,
        role: String,
        kind: String,
        id: String,
    },
    RevokeRole {
        person: String,
        role: String,
        kind: String,
        id: String,
    },
    Check {
        action: String,
        kind: String,
        id: String,
        #[serde(default)]
        attributes: Json,
    },
    Explain {
        action: String,
        kind: String,
        id: String,
        #[serde(default)]
        attributes: Json,
    },
    ExplainFor {
        people: Vec<String>,
        action: String,
        kind: String,
        id: String,
        #[serde(default)]
        attributes: Json,
    },
    Balance {
        of: Option<String>,
    },
    Transfer(TransferOp),
    /// `kept`: of a payment that was given back in part.
    CountSpending {
        key: String,
        world: String,
        kept: Option<u64>,
    },
    TransferLegs {
        key: String,
        legs: Vec<LegOp>,
    },
    Hold {
        key: String,
        to: Option<String>,
        amount: u64,
        expires_at_ms: u64,
        #[serde(default)]
        memo: String,
    },
    Capture {
        hold: String,
        to: Option<String>,
        amount: Option<u64>,
    },
    Release {
        hold: String,
    },
    GiveMandate {
        key: String,
        amount: u64,
        expires_at_ms: u64,
    },
    Collect {
        mandate: String,
        payments: Vec<PaymentOp>,
    },
    RevokeMandate {
        mandate: String,
    },
    History {
        of: Option<String>,
        before: Option<u64>,
        limit: u32,
    },
    Profile {
        id: String,
    },
    Profiles {
        ids: Vec<String>,
    },
    FindByNickname {
        nickname: String,
    },
    Search {
        prefix: String,
        limit: u32,
    },
    Broadcast {
        kind: String,
        payload: Json,
    },
    Sign {
        statement: String,
    },
    Keys,
    FileInfo {
        ids: Vec<String>,
    },
    FileDigest {
        file: String,
    },
    FileAttach {
        file: String,
        /// `image` (default) or `video`.
        #[serde(default)]
        kind: Option<String>,
        reference: String,
    },
    /// All files of the reference without an id.
    FileDetach {
        #[serde(default)]
        file: Option<String>,
        reference: String,
    },
    /// `text` or, in hexadecimal, `hex`.
    OwnFileWrite {
        name: String,
        #[serde(default)]
        text: String,
        #[serde(default)]
        hex: String,
        /// Repeats the content.
        #[serde(default)]
        times: Option<usize>,
        #[serde(default)]
        person: Option<String>,
    },
    Granted {
        permission: String,
    },
    OwnFileRead {
        name: String,
    },
    OwnFileRemove {
        name: String,
    },
    OwnFileFind {
        #[serde(default)]
        prefix: String,
        #[serde(default)]
        after: Option<String>,
        limit: u32,
    },
    /// The same text in both languages, marked with the language.
    Email {
        person: String,
        subject: String,
        text: String,
    },
    Notify {
        person: String,
        title: String,
        link: String,
    },
    Reachable {
        people: Vec<String>,
    },
    Pairs {
        pairs: Vec<(String, String)>,
    },
    BlockedBetween {
        a: String,
        b: String,
    },
    /// The people on either side of a block with the caller.
    Blocks,
    SetImage {
        path: String,
        reference: String,
    },
    ClearImage {
        person: String,
        reference: String,
    },
    ForbiddenWord {
        text: String,
    },
    Log {
        level: Option<String>,
        message: String,
    },
    Random {
        count: u32,
    },
    Uuid,
    Settings {
        key: String,
    },
    Metrics {
        name: String,
        delta: Option<u64>,
        value: Option<f64>,
        #[serde(default)]
        labels: Vec<(String, String)>,
    },
    Clock,
    Context,
    Trap,
    Panic {
        message: Option<String>,
    },
    Loop,
    Recurse,
    Hog {
        mib: Option<usize>,
    },
    HugeResponse {
        bytes: usize,
    },
    BadStatus {
        status: Option<u16>,
    },
    InvalidUtf8Header,
    LogFlood {
        lines: Option<u64>,
        bytes: Option<usize>,
    },
    RandomHuge,
    HostcallFlood {
        count: u64,
    },
    Sleepless,
    Problem {
        status: u16,
        code: String,
        #[serde(default)]
        retry_after_s: Option<u32>,
    },
    /// Ends with a problem whose message contains the results so far: the only response after an aborted transaction.
    Report,
    Respond {
        status: u16,
        #[serde(default)]
        headers: Vec<(String, String)>,
        #[serde(default)]
        body: String,
    },
    #[serde(untagged)]
    Room(RoomOp),
    #[serde(untagged)]
    Card(CardOp),
}

/// Runs the ops.
pub fn run(ops: Vec<Op>) -> Result<Flow, Error> {
    let mut results = Vec::with_capacity(ops.len());
    for op in ops {
        if matches!(op, Op::Report) {
            let text = Json::from(results).to_string();
            return Err(Error::new(409, "reported", localized(&text, &text)));
        }
        match step(op)? {
            Step::Done(result) => results.push(result),
            Step::Answer(response) => return Ok(Flow::Answer(response)),
        }
    }
    Ok(Flow::Results(results))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_are_read() {
        let script: Script = serde_json::from_str(
            r#"{"ops":[{"op":"sql_query","statement":"select $1","params":[1,{"uuid":"x"}]},
                {"op":"uuid"},{"op":"hog"},{"op":"problem","status":409,"code":"no"}]}"#,
        )
        .expect("a script");
        assert_eq!(script.ops.len(), 4);
        assert!(serde_json::from_str::<Script>(r#"{"ops":[{"op":"dance"}]}"#).is_err());
    }

    #[test]
    fn a_problem_ends_the_script() {
        let problem = Op::Problem {
            status: 409,
            code: "no".into(),
            retry_after_s: None,
        };
        let respond = Op::Respond {
            status: 204,
            headers: vec![],
            body: String::new(),
        };
        let error = run(vec![problem, respond.clone()]).expect_err("the problem");
        assert_eq!((error.status(), error.code()), (409, "no"));
        assert!(matches!(run(vec![respond]), Ok(Flow::Answer(r)) if r.status == 204));
    }
}
