//! The ops about card payments, sealed texts and parcels.

use serde::Deserialize;
use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::{payments, sealing, tracking, types};

/// One host call of the interfaces `payments`, `sealing` and `tracking`.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum CardOp {
    PaymentOpen {
        reference: String,
        amount: u64,
        expires_at_ms: u64,
        return_path: String,
    },
    PaymentFind {
        reference: String,
    },
    PaymentCancel {
        reference: String,
    },
    PaymentRefund {
        reference: String,
        key: String,
        amount: u64,
    },
    Follow {
        reference: String,
        carrier: String,
        number: String,
    },
    Seal {
        about: String,
        text: String,
    },
    Unseal {
        about: String,
        sealed: Vec<u8>,
    },
}

pub(crate) fn perform(op: CardOp) -> Json {
    match op {
        CardOp::PaymentOpen {
            reference,
            amount,
            expires_at_ms,
            return_path,
        } => found(payments::open(&payments::NewPayment {
            reference,
            amount,
            title: types::Localized {
                ko: "시험".into(),
                en: "Test".into(),
            },
            expires_at_ms,
            return_path,
        })),
        CardOp::PaymentFind { reference } => found(payments::find(&reference)),
        CardOp::PaymentCancel { reference } => nothing(payments::cancel(&reference)),
        CardOp::PaymentRefund {
            reference,
            key,
            amount,
        } => nothing(payments::refund(&reference, &key, amount)),
        CardOp::Follow {
            reference,
            carrier,
            number,
        } => match tracking::follow(&reference, &carrier, &number) {
            Ok(is_followed) => json!({ "ok": is_followed }),
            Err(error) => json!({ "error": { "kind": error.name().replace('-', "") } }),
        },
        CardOp::Seal { about, text } => match sealing::seal(&about, text.as_bytes()) {
            Ok(sealed) => json!({ "ok": sealed }),
            Err(error) => json!({ "error": { "kind": error } }),
        },
        CardOp::Unseal { about, sealed } => {
            let text = sealing::unseal(&about, &sealed);
            json!({ "ok": text.map(|text| String::from_utf8_lossy(&text).into_owned()) })
        }
    }
}

fn found(result: Result<payments::PaymentInfo, payments::PaymentError>) -> Json {
    match result {
        Ok(info) => json!({ "ok": {
            "id": info.id,
            "reference": info.reference,
            "payer": info.payer,
            "state": word(&format!("{:?}", info.state)),
            "amount": info.amount,
            "refunded": info.refunded,
        }}),
        Err(error) => failed(error),
    }
}

fn nothing(result: Result<(), payments::PaymentError>) -> Json {
    match result {
        Ok(()) => json!({ "ok": Json::Null }),
        Err(error) => failed(error),
    }
}

fn failed(error: payments::PaymentError) -> Json {
    json!({ "error": { "kind": error.name().replace('-', "") } })
}

/// The last part of a `Debug` text, in lower case.
fn word(debug: &str) -> String {
    let last = debug.rsplit("::").next().unwrap_or_default();
    last.to_lowercase()
}
