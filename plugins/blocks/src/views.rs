//! Blocks in responses.

use crate::block::{Block, Kind, State};
use crate::chat_rules::Chat;
use crate::entry::Access;
use crate::presence;
use crate::templates::Template;
use crate::thumbnails;
use crate::visits::{self, Visits};
use serde::Serialize;
use std::collections::HashMap;
use witverse_sdk::ctx::Text;
use witverse_sdk::images::Image;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid};

/// A block in a list.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockCard {
    block_id: Uuid,
    world_id: Uuid,
    world_name: String,
    block_name: String,
    r#type: Kind,
    state: State,
    title: Text,
    description: Text,
    /// Who may enter: everybody, people who are logged in, members of the world, owners of one of its memberships, owners of an item of an official collection, or only the maker and the world's administrators.
    access: Access,
    /// The scene that it began with.
    template: Template,
    is_main: bool,
    /// How many people are inside now, with those who have no account.
    people_inside: u32,
    /// Null after the account was erased.
    maker: Option<PersonCard>,
    thumbnails: Vec<Image>,
    created_at: Timestamp,
    published_at: Option<Timestamp>,
}

/// A block on its own.
#[derive(Clone, Debug, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BlockView {
    #[serde(flatten)]
    card: BlockCard,
    /// The collection of which a visitor needs an item; null with another access.
    collection_id: Option<Uuid>,
    /// The id of the plugin whose game is played in the block.
    game: Option<String>,
    /// Who may chat, of those who may enter and have an account: all of them, or owners of one of the world's memberships and people who manage the block.
    chat: Chat,
    /// Seconds between two messages of one person; 0 for no limit.
    slow_mode_seconds: i64,
    /// The caller may edit, publish and delete the block.
    can_manage: bool,
    /// The newest version of the scene; null for others than managers.
    version: Option<i64>,
    /// The version that visitors see; null before the first publication.
    published_version: Option<i64>,
    /// Entries of signed-in people; within half an hour they are one visit
    #[serde(flatten)]
    visits: Visits,
    updated_at: Timestamp,
}

/// The makers, the pictures and the visitors of the blocks of one response.
pub(crate) struct Details {
    makers: People,
    images: HashMap<Uuid, Vec<Image>>,
    people: HashMap<Uuid, u32>,
}

impl Details {
    pub(crate) fn of<'a>(
        ctx: &Ctx,
        blocks: impl Iterator<Item = &'a Block> + Clone,
    ) -> Result<Self, Error> {
        let ids: Vec<Uuid> = blocks.clone().map(|block| block.id.clone()).collect();
        Ok(Self {
            images: thumbnails::of_blocks(ctx, &ids)?,
            people: presence::people_in(ctx, &ids)?,
            makers: People::of(ctx, blocks.filter_map(|block| block.maker_id.as_ref())),
        })
    }

    pub(crate) fn card(&self, block: Block) -> BlockCard {
        BlockCard {
            maker: block.maker_id.as_ref().and_then(|id| self.makers.get(id)),
            thumbnails: self.images.get(&block.id).cloned().unwrap_or_default(),
            people_inside: self.people.get(&block.id).copied().unwrap_or_default(),
            block_id: block.id,
            world_id: block.world_id,
            world_name: block.world_name,
            block_name: block.name,
            r#type: block.kind,
            state: block.state,
            title: block.title,
            description: block.description,
            access: block.access,
            template: block.template,
            is_main: block.is_main,
            created_at: block.created_at,
            published_at: block.published_at,
        }
    }
}

/// Blocks in a list.
pub(crate) fn cards(ctx: &Ctx, blocks: Vec<Block>) -> Result<Vec<BlockCard>, Error> {
    let details = Details::of(ctx, blocks.iter())?;
    Ok(blocks
        .into_iter()
        .map(|block| details.card(block))
        .collect())
}

/// A block on its own. The version of a draft is for people who manage it.
pub(crate) fn view(ctx: &Ctx, block: Block, can_manage: bool) -> Result<BlockView, Error> {
    let details = Details::of(ctx, std::iter::once(&block))?;
    Ok(BlockView {
        visits: visits::of_block(ctx, &block.id)?,
        collection_id: block.collection.clone(),
        game: block.game.clone(),
        chat: block.chat.chat,
        slow_mode_seconds: block.chat.slow_mode_s,
        can_manage,
        version: can_manage.then_some(block.version),
        published_version: block.published_version,
        updated_at: block.updated_at,
        card: details.card(block),
    })
}
