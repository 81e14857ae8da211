//! `blocks@1` about blocks, and `blocks.rooms@1` about their rooms.
#![allow(missing_docs, reason = "fields whose name says it all have no comment")]

use crate::ctx::Text;
use crate::{Ctx, Error, Uuid, localized};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Whether visitors see a block.
#[derive(Debug, Serialize, Deserialize)]
pub struct Exists {
    pub id: Uuid,
}

/// The answer to [`Exists`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Existence {
    /// False also for a block that is not published.
    pub exists: bool,
}

/// A block in any state. Decides about no permission.
#[derive(Debug, Serialize, Deserialize)]
pub struct View {
    pub id: Uuid,
}

/// A block.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Block {
    pub block_id: Uuid,
    pub world_id: Uuid,
    pub world_name: String,
    pub block_name: String,
    pub title: Text,
    /// `complete` if visitors see it.
    pub state: String,
    /// `None` after the account was erased.
    pub maker_id: Option<Uuid>,
}

/// The answer to [`View`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Viewed {
    /// `None` if there is no such block.
    pub block: Option<Block>,
}

/// The block with an id, in any state.
///
/// # Errors
/// The problem of `blocks`.
pub fn find(ctx: &Ctx, block: &Uuid) -> Result<Option<Block>, Error> {
    let view = View { id: block.clone() };
    Ok(ctx.services().request(&view)?.block)
}

/// Why a person may not enter a block; the caller does not matter.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryOf {
    pub id: Uuid,
    pub user_id: Uuid,
}

/// The problem that the entry would answer.
#[derive(Debug, Serialize, Deserialize)]
pub struct Refusal {
    pub status: u16,
    pub code: String,
    #[serde(flatten)]
    pub text: Text,
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let Text { ko, en } = refusal.text;
        Self::new(refusal.status, refusal.code, localized(ko, en))
    }
}

/// The answer to [`EntryOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Entry {
    /// `None` if the person may enter.
    pub refusal: Option<Refusal>,
}

/// The blocks of a world that are played with a game. The kernel asks before a plugin is uninstalled.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfGame {
    pub world_id: Uuid,
    pub game: String,
}

/// The answer to [`OfGame`].
#[derive(Debug, Serialize, Deserialize)]
pub struct BlocksOfGame {
    /// Up to 100.
    pub count: usize,
    /// The titles of the newest five.
    pub names: Vec<Text>,
}

/// The gallery of a block for the caller.
#[derive(Debug, Serialize, Deserialize)]
pub struct GalleryOf {
    pub id: Uuid,
}

/// The gallery of a block.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Gallery {
    /// `None` after the account was erased.
    pub maker_id: Option<Uuid>,
    /// Whether the caller manages the block.
    pub can_manage: bool,
}

/// The answer to [`GalleryOf`].
#[derive(Debug, Serialize, Deserialize)]
pub struct GalleryFound {
    /// `None` if the caller may not enter the block.
    pub block: Option<Gallery>,
}

/// What the room of a block is made of.
#[derive(Debug, Serialize, Deserialize)]
pub struct Describe {
    pub room: String,
}

/// A place in a room, in metres, and a direction.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Pose {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub yaw: f64,
}

/// An upright cylinder around an object, in metres; `x`, `y` and `z` are the centre of its base.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// The id of the object in the scene.
    pub id: String,
    /// The kind of the object.
    pub kind: String,
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub radius: f64,
    pub height: f64,
}

/// The answer to [`Describe`], of the scene that visitors see.
#[derive(Debug, Serialize, Deserialize)]
pub struct Description {
    pub bounds: [Pose; 2],
    pub spawns: Vec<Pose>,
    pub seats: Vec<Pose>,
    /// For a game: the start gates, then the checkpoints, each in the order of the scene.
    pub zones: Vec<Zone>,
    /// The game of the block: the id of its plugin.
    pub game: Option<String>,
    /// The world whose installed plugins can be the game.
    pub world: Uuid,
    /// Seconds between two chat messages of a person.
    #[serde(rename = "slowModeS")]
    pub slow_mode_s: i64,
}

/// What the caller may do in the room of a block, by the rules of its entry. The kernel asks again about the people inside after a
/// change of who may enter.
#[derive(Debug, Serialize, Deserialize)]
pub struct Enter {
    pub room: String,
}

/// The answer to [`Enter`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entered {
    /// Visitors without an account may not; the block may ask for a membership.
    pub may_chat: bool,
    /// Visitors without an account may not.
    pub may_interact: bool,
    /// The maker and the administrators of the world moderate.
    pub is_moderator: bool,
    /// The answer of `avatars@1`; without it, clients make a look from the id of the person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Value>,
}

/// What the caller may do in the room of a block.
///
/// # Errors
/// The problem of `blocks` for a caller who may not enter; it names what would let them in.
pub fn enter(ctx: &Ctx, block: &Uuid) -> Result<Entered, Error> {
    let room = block.to_string();
    ctx.services().request(&Enter { room })
}

/// What the room of a block is made of.
///
/// # Errors
/// The problem of `blocks`.
pub fn describe(ctx: &Ctx, block: &Uuid) -> Result<Description, Error> {
    let room = block.to_string();
    ctx.services().request(&Describe { room })
}

crate::requests!("blocks@1":
    "exists" Exists => Existence,
    "view" View => Viewed,
    "entry" EntryOf => Entry,
    "of_game" OfGame => BlocksOfGame,
    "gallery" GalleryOf => GalleryFound,
);
crate::requests!("blocks.rooms@1":
    "describe" Describe => Description,
    "enter" Enter => Entered,
);
