//! Who is inside: on cards, in the list of lively blocks, and for friends, as far as they show it and the caller may enter.

use serde_json::{Value, json};
use witverse_testing::Client;

use super::{BLOCKS, OF_AGORA, complete, enter};
use crate::community::Town;
use crate::friends::befriend;
use crate::live::Screen;
use crate::rooms::socket::listen;
use crate::user::text;

const PRESENCE: &str = "/api/v2/relationship/presence";

/// Nickname, link and number of people of each friend who is somewhere.
async fn present(by: &Client) -> Vec<(String, String, i64)> {
    let reply = by.get(PRESENCE).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap().clone();
    let one = |item: &Value| {
        let people = item["people"].as_i64().unwrap();
        (
            text(&item["person"]["nickname"]),
            text(&item["link"]),
            people,
        )
    };
    items.iter().map(one).collect()
}

async fn choose(by: &Client, audience: &str) {
    let path = format!("{PRESENCE}/audience");
    let reply = by.put(&path, json!({ "audience": audience })).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_friend_learns_at_once_where_a_person_is() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    let nickname = "member";
    befriend(&town.patron, (&town.member, nickname)).await;
    assert_eq!(present(&town.patron).await, []);
    let mut screen = Screen::open(&town.patron).await;
    let socket = enter(address, &town.member, &id).await;
    let _visitor = enter(address, &town.app.visitor(), &id).await;
    screen.heard("friends.presence").await;
    let expected = [(nickname.to_owned(), "/agora/plaza".to_owned(), 2)];
    town.app
        .eventually("the friend is shown", async || {
            present(&town.patron).await == expected
        })
        .await;
    // For others the list stays empty.
    assert_eq!(present(&town.guest).await, []);

    // Who shows their place to nobody is no longer listed, at once.
    choose(&town.member, "nobody").await;
    screen.heard("friends.presence").await;
    assert_eq!(present(&town.patron).await, []);
    let own = town.member.get(PRESENCE).await;
    assert_eq!(own.payload()["audience"], "nobody");
    choose(&town.member, "friends").await;
    screen.heard("friends.presence").await;
    assert_eq!(present(&town.patron).await, expected);

    socket.leave().await;
    town.app
        .eventually("the friend is gone", async || {
            present(&town.patron).await.is_empty()
        })
        .await;
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_place_is_not_named() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let id = complete(&town.patron, "plaza").await;
    befriend(&town.patron, (&town.guest, "guest")).await;
    let edited = json!({ "access": "owner" });
    let reply = town.patron.put(&format!("{BLOCKS}/{id}"), edited).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let _socket = enter(address, &town.patron, &id).await;
    town.app
        .eventually("the owner is inside", async || {
            inside(&town.patron, &id).await == 1
        })
        .await;
    assert_eq!(present(&town.guest).await, []);
    assert_eq!(lively(&town.app.visitor()).await, Vec::<String>::new());
    town.app.stop().await;
}

/// How many people a block's card says are inside.
async fn inside(by: &Client, id: &str) -> i64 {
    let reply = by.get(&format!("{BLOCKS}/{id}")).await;
    reply.payload()["peopleInside"].as_i64().unwrap()
}

async fn lively(by: &Client) -> Vec<String> {
    let reply = by.get(&format!("{BLOCKS}/lively")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap().clone();
    items.iter().map(|item| text(&item["blockName"])).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cards_say_how_many_are_inside_and_the_liveliest_come_first() {
    let town = Town::start().await;
    let address = listen(&town.app).await;
    let (plaza, garden) = (
        complete(&town.patron, "plaza").await,
        complete(&town.patron, "garden").await,
    );
    complete(&town.patron, "attic").await;
    let mut sockets = vec![enter(address, &town.patron, &plaza).await];
    for by in [&town.member, &town.app.visitor()] {
        sockets.push(enter(address, by, &garden).await);
    }
    town.app
        .eventually("both blocks are lively", async || {
            lively(&town.app.visitor()).await == ["garden", "plaza"]
        })
        .await;
    assert_eq!(inside(&town.guest, &garden).await, 2);
    let cards = town.guest.get(OF_AGORA).await;
    let cards = cards.payload()["items"].as_array().unwrap().clone();
    let counts: Vec<(String, i64)> = cards
        .iter()
        .map(|card| {
            let people = card["peopleInside"].as_i64().unwrap();
            (text(&card["blockName"]), people)
        })
        .collect();
    assert!(counts.contains(&("garden".to_owned(), 2)), "{counts:?}");
    assert!(counts.contains(&("attic".to_owned(), 0)), "{counts:?}");
    for socket in sockets {
        socket.leave().await;
    }
    town.app
        .eventually("nobody is inside", async || {
            lively(&town.app.visitor()).await.is_empty()
        })
        .await;
    town.app.stop().await;
}
