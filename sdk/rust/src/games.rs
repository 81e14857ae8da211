//! Blocks as seen by their games, for the platform's own games: who may enter, who moderates, what the block says.
//!
//! The service `blocks.rooms@1` answers, so the manifest asks for it. Installed plugins have the interface `rooms` alone.

use crate::error::FORBIDDEN;
use crate::{Ctx, Error, Uuid};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const SERVICE: &str = "blocks.rooms@1";

/// The room of a block, as the host knows it.
#[must_use]
pub fn room(block: &Uuid) -> String {
    format!("blocks:{block}")
}

/// The block of a room; `None` for a room of another plugin.
#[must_use]
pub fn block_of(room: &str) -> Option<Uuid> {
    Uuid::parse(room.strip_prefix("blocks:")?)
}

/// Refuses a caller who may not enter a block.
///
/// # Errors
/// The problem of `blocks`, which names what would let the caller in.
pub fn require_entry(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    let asked = json!({ "room": block });
    let _: Value = ctx.services().call(SERVICE, "enter", &asked)?;
    Ok(())
}

/// Refuses a caller who does not moderate the room of a block.
///
/// # Errors
/// `forbidden`, or the problem of `blocks`.
pub fn require_moderator(ctx: &Ctx, block: &Uuid) -> Result<(), Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Entry {
        is_moderator: bool,
    }
    let asked = json!({ "room": block });
    let entry: Entry = ctx.services().call(SERVICE, "enter", &asked)?;
    match entry.is_moderator {
        true => Ok(()),
        false => Err(FORBIDDEN.into()),
    }
}

/// What `blocks` says about the room of a block: `game` and `zones`, among others.
///
/// # Errors
/// The problem of `blocks`.
pub fn described<T: DeserializeOwned>(ctx: &Ctx, block: &Uuid) -> Result<T, Error> {
    ctx.services()
        .call(SERVICE, "describe", &json!({ "room": block }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_named_by_their_blocks() {
        let block = Uuid::nil();
        assert_eq!(block_of(&room(&block)), Some(block));
        assert_eq!(block_of("probe:hall"), None);
        assert_eq!(block_of("blocks:hall"), None);
    }
}
