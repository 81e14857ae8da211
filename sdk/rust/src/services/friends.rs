//! `friends@1`: friendships.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::{Ctx, Error, Uuid};
use serde::{Deserialize, Serialize};

/// The relation of `a` to `b`.
#[derive(Debug, Serialize, Deserialize)]
pub struct Between {
    pub a: Uuid,
    pub b: Uuid,
}

/// The relation to another person, from one person's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// No relation.
    None,
    /// A request was sent and is pending.
    Sent,
    /// A request was received and is pending.
    Received,
    /// Friends.
    Friends,
    /// The same person.
    #[serde(rename = "self")]
    Oneself,
}

/// The answer to [`Between`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Relation {
    /// Of `a` to `b`.
    pub state: Standing,
}

/// Whether two people are friends.
///
/// # Errors
/// The problem of `friends`.
pub fn are_friends(ctx: &Ctx, one: &Uuid, other: &Uuid) -> Result<bool, Error> {
    let between = Between {
        a: one.clone(),
        b: other.clone(),
    };
    Ok(ctx.services().request(&between)?.state == Standing::Friends)
}

/// Friends of a person whose nickname begins with a text, in the order of nicknames.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Search {
    pub user_id: Uuid,
    pub prefix: String,
    /// At most 100.
    pub limit: u32,
}

/// The answer to [`Search`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Found {
    pub ids: Vec<Uuid>,
}

/// All friends of a person, by id.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct List {
    pub user_id: Uuid,
    /// `next` of the part before.
    pub after: Option<Uuid>,
    /// At most 100.
    pub limit: u32,
}

/// The answer to [`List`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Part {
    pub ids: Vec<Uuid>,
    /// `Some` if there are more.
    pub next: Option<Uuid>,
}

crate::requests!("friends@1":
    "between" Between => Relation,
    "search" Search => Found,
    "list" List => Part,
);
