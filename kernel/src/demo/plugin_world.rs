//! The platform of `witverse plugin dev`: a world with an operator, who has WIT for prizes, and two players.

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

const PEOPLE: [Member; 3] = [
    Member {
        email: OPERATOR,
        nickname: "olive",
        admin: false,
        world: PLUGIN_WORLD,
    },
    Member {
        email: "player1@witverse.localhost",
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
];

/// Email and nickname of the accounts, the operator first.
#[must_use]
pub fn plugin_world_logins() -> Vec<(&'static str, &'static str)> {
    PEOPLE
        .iter()
        .map(|person| (person.email, person.nickname))
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
    let [operator, players @ ..] = &PEOPLE;
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
