//! Administrators, settings, invitations and the one change of worlds.

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use super::{create, join, world};
use crate::support::concurrently;
use crate::user::{says, text};

/// A world with its owner; returns its id.
pub(crate) async fn world_of(owner: &Client, name: &str) -> String {
    let created = create(owner, name).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    text(&created.payload()["worldId"])
}

async fn appoint(client: &Client, world: &str, nickname: &str) -> Reply {
    let path = format!("/api/v3/worlds/{world}/admins");
    client.post(&path, json!({ "nickname": nickname })).await
}

async fn dismiss(client: &Client, world: &str, person: &Client) -> Reply {
    let path = format!("/api/v3/worlds/{world}/admins/{}", person.id);
    client.send("DELETE", &path, None).await
}

pub(crate) async fn change_to(client: &Client, world: &str) -> Reply {
    let path = format!("/api/v2/worlds/user/member?worldId={world}&change=true");
    client.send("POST", &path, None).await
}

async fn members(client: &Client, world: &str, role: &str) -> Vec<String> {
    let path = format!("/api/v3/worlds/{world}/members?role={role}");
    let reply = client.get(&path).await;
    let rows = reply.payload()["items"].as_array().unwrap();
    rows.iter().map(|row| text(&row["nickname"])).collect()
}

#[tokio::test]
async fn an_owner_appoints_at_most_five_administrators() {
    let app = TestApp::start().await;
    let owner = app.person("owner_1").await;
    let id = world_of(&owner, "agora").await;
    let mut people = Vec::new();
    for n in 0..7 {
        let person = app.person(&format!("person{n}")).await;
        assert_eq!(join(&person, &id).await.line(), "200");
        people.push((format!("person{n}"), person));
    }
    let stranger = app.person("stranger").await;
    says(
        &appoint(&people[0].1, &id, "person1").await,
        "403 world_owner_only",
        "이 월드의 소유자만 할 수 있습니다.",
        "Only the owner of this world can do this.",
    );
    assert_eq!(
        appoint(&owner, &id, "stranger").await.line(),
        "409 not_world_member"
    );
    assert_eq!(
        appoint(&owner, &id, "unknown").await.line(),
        "404 user_not_found"
    );
    // Seven at once for five places.
    let mut lines = concurrently((0..7).map(|n| {
        let (owner, id) = (owner.clone(), id.clone());
        async move {
            let name = format!("person{n}");
            let mut line = appoint(&owner, &id, &name).await.line();
            // Who has waited too long for the lock asks again.
            while line == "503 unavailable" {
                line = appoint(&owner, &id, &name).await.line();
            }
            line
        }
    }))
    .await;
    lines.sort();
    assert_eq!(lines[..5], ["201"; 5].map(str::to_owned));
    assert_eq!(lines[5..], ["409 world_admins_max"; 2].map(str::to_owned));
    let admins = members(&owner, &id, "admin").await;
    assert_eq!(admins.len(), 5);
    assert_eq!(
        appoint(&owner, &id, &admins[0]).await.line(),
        "409 already_world_admin"
    );
    let named = |name: &str| &people.iter().find(|(known, _)| known == name).unwrap().1;
    let (admin, other) = (named(&admins[0]), named(&admins[1]));
    // An administrator manages the world, but does not choose its administrators.
    let data = format!("/api/v3/worlds/{id}/admin/default/data");
    assert_eq!(admin.get(&data).await.payload()["adminCount"], 5);
    assert_eq!(stranger.get(&data).await.line(), "403 world_admins_only");
    assert_eq!(
        dismiss(admin, &id, other).await.line(),
        "403 world_owner_only"
    );
    assert_eq!(
        dismiss(admin, &id, admin).await.payload()["dismissed"],
        true
    );
    assert_eq!(
        dismiss(&owner, &id, other).await.payload()["dismissed"],
        true
    );
    assert_eq!(
        dismiss(&owner, &id, other).await.payload()["dismissed"],
        false
    );
    assert_eq!(admin.get(&data).await.line(), "403 world_admins_only");
    assert_eq!(appoint(&owner, &id, &admins[0]).await.line(), "201");
    assert_eq!(world(admin, "agora").await.payload()["isAdmin"], true);
    app.stop().await;
}

#[tokio::test]
async fn settings_are_changed_by_administrators_and_visibility_by_the_owner() {
    let app = TestApp::start().await;
    let (owner, member) = (app.person("owner_1").await, app.person("mina").await);
    let id = world_of(&owner, "agora").await;
    join(&member, &id).await;
    let texts = "/api/v3/worlds/admins/texts";
    let new = json!({ "worldId": id, "description": { "ko": "밤의 광장", "en": "" }, "hue": 7 });
    assert_eq!(
        member.put(texts, new.clone()).await.line(),
        "403 world_admins_only"
    );
    let changed = owner.put(texts, new).await;
    assert_eq!(
        changed.payload()["description"],
        json!({ "ko": "밤의 광장", "en": "Welcome to agora World!" })
    );
    assert_eq!(changed.payload()["hue"], 7);
    let long =
        json!({ "worldId": id, "description": { "ko": "가".repeat(201), "en": "" }, "hue": 360 });
    assert_eq!(owner.put(texts, long).await.line(), "422 validation_failed");

    let visibility = "/api/v3/worlds/admins/visibility";
    assert_eq!(appoint(&owner, &id, "mina").await.line(), "201");
    let private = json!({ "worldId": id, "isPublic": false });
    assert_eq!(
        member.put(visibility, private.clone()).await.line(),
        "403 world_owner_only"
    );
    for _ in 0..2 {
        let reply = owner.put(visibility, private.clone()).await;
        assert_eq!(reply.payload()["isPublic"], false);
    }
    let visitor = app.visitor();
    assert_eq!(visitor.get("/api/v3/worlds").await.payload()["total"], 0);
    assert_eq!(
        world(&visitor, "agora").await.payload()["description"]["ko"],
        ""
    );
    let inside = format!("/api/v3/worlds/{id}/members");
    assert_eq!(visitor.get(&inside).await.line(), "401 unauthenticated");
    let stranger = app.person("stranger").await;
    assert_eq!(stranger.get(&inside).await.line(), "403 world_members_only");
    assert_eq!(member.get(&inside).await.payload()["total"], 2);
    app.stop().await;
}

#[tokio::test]
async fn a_private_world_is_joined_by_its_current_link() {
    let app = TestApp::start().await;
    let (owner, mina, theo) = (
        app.person("owner_1").await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let new = json!({ "worldName": "hidden", "isPublic": false, "description": { "ko": "비밀", "en": "secret" } });
    let created = owner.post("/api/v3/worlds", new).await;
    let id = text(&created.payload()["worldId"]);
    let link = format!("/api/v3/worlds/{id}/invitation");
    assert_eq!(mina.get(&link).await.line(), "403 world_admins_only");
    assert_eq!(owner.get(&link).await.payload()["invitation"], Value::Null);
    let first = text(&owner.send("POST", &link, None).await.payload()["code"]);
    let second = text(&owner.send("POST", &link, None).await.payload()["code"]);
    let invitation = |code: &str| format!("/api/v3/invitations/{code}");
    says(
        &mina.get(&invitation(&first)).await,
        "404 invitation_not_found",
        "더 이상 사용할 수 없는 초대 링크입니다. 새 링크를 요청해 주세요.",
        "This invitation link no longer works. Ask for a new one.",
    );
    let seen = app.visitor().get(&invitation(&second)).await;
    assert_eq!(seen.payload()["description"]["en"], "secret");
    assert_eq!(seen.payload()["isPublic"], false);
    assert_eq!(join(&mina, &id).await.line(), "403 world_private");
    let joined = mina.post(&invitation(&second), json!({})).await;
    assert_eq!(joined.payload()["isMember"], true);
    let revoked = owner.send("DELETE", &link, None).await;
    assert_eq!(revoked.payload()["revoked"], true);
    let late = theo.post(&invitation(&second), json!({})).await;
    assert_eq!(late.line(), "404 invitation_not_found");
    app.stop().await;
}

#[tokio::test]
async fn a_world_is_changed_once() {
    let app = TestApp::start().await;
    let (ada, bea, mina) = (
        app.person("ada").await,
        app.person("bea").await,
        app.person("mina").await,
    );
    let (agora, orbit) = (world_of(&ada, "agora").await, world_of(&bea, "orbit").await);
    let available = async |client: &Client| {
        let reply = client.get("/api/v2/worlds/my").await;
        reply.payload()["isAvailableWorldChange"].clone()
    };
    // A first world is no change, also with the parameter.
    assert_eq!(change_to(&mina, &agora).await.line(), "200");
    assert_eq!(available(&mina).await, true);
    assert_eq!(join(&mina, &orbit).await.line(), "409 already_has_world");
    let mut lines = concurrently((0..4).map(|_| {
        let (mina, orbit) = (mina.clone(), orbit.clone());
        async move { change_to(&mina, &orbit).await.line() }
    }))
    .await;
    lines.sort();
    assert_eq!(lines[0], "200");
    assert!(
        lines[1..]
            .iter()
            .all(|line| line == "409 already_has_world"),
        "{lines:?}"
    );
    assert_eq!(available(&mina).await, false);
    says(
        &change_to(&mina, &agora).await,
        "409 world_change_used",
        "월드 변경은 한 번만 할 수 있으며, 이미 변경하셨습니다.",
        "You can change your world only once, and you already have.",
    );
    assert_eq!(world(&mina, "agora").await.payload()["memberCount"], 1);
    assert_eq!(world(&mina, "orbit").await.payload()["memberCount"], 2);
    app.stop().await;
}

#[tokio::test]
async fn a_world_is_handed_over_when_its_owner_leaves() {
    let app = TestApp::start().await;
    let (ada, bea, mina, theo) = (
        app.person("ada").await,
        app.person("bea").await,
        app.person("mina").await,
        app.person("theo").await,
    );
    let (agora, orbit) = (world_of(&ada, "agora").await, world_of(&bea, "orbit").await);
    for (person, nickname) in [(&mina, "mina"), (&theo, "theo")] {
        join(person, &agora).await;
        assert_eq!(appoint(&ada, &agora, nickname).await.line(), "201");
        app.advance(std::time::Duration::from_secs(1));
    }
    assert_eq!(change_to(&ada, &orbit).await.line(), "200");
    let seen = world(&mina, "agora").await;
    assert_eq!(
        seen.payload()["owner"]["nickname"],
        "mina",
        "appointed first"
    );
    assert_eq!(seen.payload()["isOwner"], true);
    assert_eq!(world(&ada, "agora").await.payload()["isOwner"], false);
    let data = format!("/api/v3/worlds/{agora}/admin/default/data");
    assert_eq!(ada.get(&data).await.line(), "403 world_admins_only");
    assert_eq!(change_to(&mina, &orbit).await.line(), "200");
    assert_eq!(change_to(&theo, &orbit).await.line(), "200");
    let seen = world(&theo, "agora").await;
    assert_eq!(seen.payload()["owner"], Value::Null);
    assert_eq!(seen.payload()["memberCount"], 0);
    // The platform looks after a world without an owner.
    let keeper = app.administrator().await;
    assert_eq!(keeper.get(&data).await.line(), "200");
    app.stop().await;
}
