//! The look of a person in the rooms of blocks.

use bytes::Bytes;
use serde_json::{Value, json};
use uuid::Uuid;
use witverse_rooms::protocol::{Presence, ServerMessage};

use super::{choose, wear};
use crate::blocks::{complete, enter};
use crate::community::Town;
use crate::items::granted_with;
use crate::rooms::socket::listen;

fn look_of(presence: &Presence, person: Uuid) -> Option<Value> {
    let is_theirs = presence.identity.id() == person;
    let look: &Bytes = presence.look.as_ref().filter(|_| is_theirs)?;
    serde_json::from_slice(look).ok()
}

/// The look in the next JOIN or FULL that has one of this person.
fn shown(message: &ServerMessage, person: Uuid) -> Option<Value> {
    match message {
        ServerMessage::Join(presence) => look_of(presence, person),
        ServerMessage::Full { members, .. } => members.iter().find_map(|one| look_of(one, person)),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_in_a_room_see_each_choice_at_once() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let mut witness = enter(address, &town.patron, &id).await;
    let _member = enter(address, &town.member, &id).await;
    let member = town.member.id;
    let made = witness.wait_for(|message| shown(message, member)).await;
    assert_eq!(made["v"], 2, "a made look, before the choice");
    assert_eq!(choose(&town.member, "bun").await.line(), "200");
    let chosen = witness
        .wait_for(|message| shown(message, member).filter(|look| look["hairColor"] == "#b04a32"))
        .await;
    assert_eq!(
        chosen,
        json!({
            "v": 2, "body": "slim", "skin": "#dca878", "face": "bright", "hair": "bun", "hairColor": "#b04a32",
            "top": "#3f9c8a", "topStyle": "hoodie", "bottom": "#2f3358", "bottomStyle": "jeans", "gear": {},
        })
    );
    let keeper = town.app.administrator().await;
    let more = json!({ "gear": { "slot": "hand", "model": "lantern" } });
    let lantern = granted_with(&keeper, "lantern", "member", more).await;
    assert_eq!(
        wear(&town.member, "hand", json!(lantern)).await.line(),
        "200"
    );
    let worn = witness
        .wait_for(|message| shown(message, member).filter(|look| look["gear"] != json!({})))
        .await;
    assert_eq!(worn["gear"], json!({ "hand": "lantern" }));
    town.app.stop().await;
}
