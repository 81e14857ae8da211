//! The platform of `witverse plugin dev`: a world with an operator, who has WIT for prizes, two players, and a
//! person outside of it.

use std::sync::Arc;

use serde_json::json;

use super::clients::DemoClients;
use super::people::Member;
use super::{create, social};
use crate::app::App;
use crate::error::Result;

/// The name of the world.
pub const PLUGIN_WORLD: &str = "workshop";
/// The email of the operator.
pub const OPERATOR: &str = "operator@witverse.localhost";
/// The email of a player.
pub const PLAYER: &str = "player1@witverse.localhost";
/// The email of a person who has not joined the world.
pub const GUEST: &str = "guest@witverse.localhost";

const PEOPLE: [Member; 4] = [
    Member {
        email: OPERATOR,
        nickname: "olive",
        admin: false,
        world: PLUGIN_WORLD,
    },
    Member {
        email: PLAYER,
        nickname: "paul",
        admin: false,
        world: PLUGIN_WORLD,
    },
    Member {
        email: "player2@witverse.localhost",
        nickname: "pia",
        admin: false,
        world: PLUGIN_WORLD,
    },
    Member {
        email: GUEST,
        nickname: "gus",
        admin: false,
        world: "",
    },
];

/// Email, nickname and role of the accounts.
#[must_use]
pub fn plugin_world_logins() -> Vec<(&'static str, &'static str, &'static str)> {
    let role = |person: &Member| match person.email {
        OPERATOR => "the operator",
        GUEST => "has not joined the world",
        _ => "a player",
    };
    let people = PEOPLE.iter();
    people
        .map(|person| (person.email, person.nickname, role(person)))
        .collect()
}

/// Makes the world on an empty database.
///
/// # Errors
/// The failed call, with its response.
pub async fn seed_plugin_world(app: &Arc<App>) -> Result<()> {
    for person in &PEOPLE {
        create(app, person).await?;
    }
    let router = crate::http::router(app.clone());
    let clients = DemoClients::log_in(app, router, &PEOPLE).await?;
    let [operator, players @ .., _] = &PEOPLE;
    let world = json!({
        "worldName": PLUGIN_WORLD,
        "description": { "ko": "플러그인을 시험하는 월드", "en": "A world to try a plugin in" },
        "isPublic": true,
        "hue": 262,
    });
    let created = clients
        .post_accepting(
            operator.nickname,
            "/api/v3/worlds",
            "plugin-world",
            world,
            &[],
        )
        .await?;
    let id = created.payload()["worldId"].as_str().unwrap_or_default();
    for player in players {
        let path = format!("/api/v2/worlds/user/member?worldId={id}");
        clients
            .post_accepting(player.nickname, &path, "join", json!({}), &[])
            .await?;
    }
    social::buy_wit(&clients, operator.nickname).await?;
    clients.log_out().await
}

/// The address of the block of a plugin, in the world.
pub const PLUGIN_BLOCK: &str = "play";

/// Opens a block whose game is the plugin `plugin`, which is installed in the world, as its main block.
///
/// # Errors
/// The failed call, with its response.
pub async fn open_plugin_block(app: &Arc<App>, plugin: &str) -> Result<()> {
    let [operator, ..] = &PEOPLE;
    let router = crate::http::router(app.clone());
    let clients = DemoClients::log_in(app, router, std::slice::from_ref(operator)).await?;
    let path = format!("/api/v3/worlds/{PLUGIN_WORLD}/blocks");
    let block = json!({
        "blockName": PLUGIN_BLOCK, "type": "game", "template": "lantern-garden", "game": plugin,
        "title": { "ko": "플러그인 놀이터", "en": "Playground of the plugin" },
    });
    let who = operator.nickname;
    let made = clients
        .post_accepting(who, &path, "block", block, &[])
        .await?;
    let id = made.payload()["blockId"].as_str().unwrap_or_default();
    let path = format!("/api/v3/blocks/{id}");
    let latest = clients.get(who, &format!("{path}/versions/latest")).await?;
    let version = json!({ "version": latest.payload()["version"] });
    clients
        .post_accepting(who, &format!("{path}/publish"), "publish", version, &[])
        .await?;
    let path = format!("/api/v3/worlds/{PLUGIN_WORLD}/main-block");
    clients.put(who, &path, json!({ "blockId": id })).await?;
    clients.log_out().await
}
