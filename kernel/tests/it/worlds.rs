//! `/api/v2/worlds/…` and `/api/v3/worlds`: the list, creating a world, joining one.

mod blacklist;
mod images;
mod list;
pub(crate) mod managing;
mod memberships;
mod races;
mod visits;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::live::Screen;
use crate::support::portrait_of;
use crate::user::{says, says_at, text};

async fn create(client: &Client, name: &str) -> Reply {
    client
        .post("/api/v3/worlds", json!({ "worldName": name }))
        .await
}

async fn check_name(client: &Client, name: &str) -> Reply {
    client
        .post("/api/v2/worlds/name", json!({ "worldName": name }))
        .await
}

async fn join(client: &Client, world: &str) -> Reply {
    client
        .send(
            "POST",
            &format!("/api/v2/worlds/user/member?worldId={world}"),
            None,
        )
        .await
}

async fn world(client: &Client, name: &str) -> Reply {
    client
        .get(&format!("/api/v2/worlds/mInfo?worldName={name}"))
        .await
}

fn says_already(reply: &Reply) {
    says(
        reply,
        "409 already_has_world",
        "이미 가입한 월드가 있습니다.",
        "You have already joined a world.",
    );
}

fn says_not_found(reply: &Reply) {
    says(
        reply,
        "404 world_not_found",
        "월드를 찾을 수 없습니다.",
        "World not found.",
    );
}

fn says_duplicate(reply: &Reply) {
    says(
        reply,
        "409 world_name_duplicate",
        "이미 사용 중인 월드 이름입니다.",
        "this world name is already in use",
    );
    assert_eq!(reply.body["fields"][0]["field"], "worldName");
}

fn says_nickname_required(reply: &Reply) {
    assert_eq!(reply.line(), "403 nickname_required");
    assert_eq!(
        reply.body["language"]["en"],
        "Please choose a nickname first."
    );
}

#[tokio::test]
async fn a_world_is_created_and_joined() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    assert_eq!(
        *mina.get("/api/v2/worlds/my").await.payload(),
        json!({ "hasWorld": false, "isAvailableWorldChange": true, "world": null })
    );
    assert_eq!(
        *check_name(&mina, "agora").await.payload(),
        json!({ "available": true })
    );
    let new = json!({
        "worldName": "agora", "description": { "ko": " 광장 ", "en": "" }, "hue": 262,
        "logo": "/assets/plugins/worlds/demo/agora-logo.svg",
    });
    let created = mina.post("/api/v3/worlds", new).await;
    assert_eq!(created.line(), "201");
    let view = created.payload().clone();
    let id = text(&view["worldId"]);
    let expected = json!({
        "worldId": id, "worldName": "agora",
        "description": { "ko": "광장", "en": "Welcome to agora World!" },
        "worldLogoImg": "/assets/plugins/worlds/demo/agora-logo.svg", "worldThumbnailImg": null,
        "hue": 262, "memberCount": 1, "blockCount": 0, "itemCount": 0, "isPublic": true,
        "createdAt": view["createdAt"], "isMember": true,
        "owner": { "userId": mina.id, "nickname": "mina", "thumbnail": portrait_of(mina.id) }, "isOwner": true, "isAdmin": false, "hasMembership": false, "blacklisted": null, "witchPoint": 0.0,
    });
    assert_eq!(view, expected);
    // Names are found in any case.
    for path in [
        "/api/v2/worlds/mInfo?worldName=Agora",
        "/api/v2/worlds/basic-info?worldName=AGORA",
        "/api/v3/worlds/basic-info/AGORA",
    ] {
        let found = mina.get(path).await;
        assert_eq!(found.payload()["worldName"], "agora", "{path}");
    }
    assert_eq!(
        *mina.get("/api/v2/worlds/my").await.payload(),
        json!({ "hasWorld": true, "isAvailableWorldChange": true, "world": view })
    );
    assert_eq!(*world(&mina, "agora").await.payload(), view);
    let seen = world(&app.visitor(), "agora").await;
    assert_eq!(
        (&seen.payload()["isMember"], &seen.payload()["isOwner"]),
        (&json!(false), &json!(false))
    );
    says_duplicate(&check_name(&theo, "agora").await);
    let info = mina.post("/api/user/auth", json!({})).await;
    assert_eq!(
        (&info.payload()["hasWorld"], &info.payload()["worldName"]),
        (&json!(true), &json!("agora"))
    );

    let mut screen = Screen::open(&mina).await;
    let joined = join(&theo, &id).await;
    assert_eq!(
        (
            &joined.payload()["memberCount"],
            &joined.payload()["isMember"]
        ),
        (&json!(2), &json!(true))
    );
    assert_eq!(joined.payload()["isOwner"], false);
    let push = screen.next().await.unwrap();
    assert_eq!(push.event, "worlds.member-joined");
    assert_eq!(
        push.data,
        json!({ "worldName": "agora", "nickname": "theo", "memberCount": 2 })
    );
    says_already(&join(&theo, &id).await);
    says_already(&join(&mina, &id).await);
    says_already(&create(&theo, "orbit").await);
    let info = theo.post("/api/user/auth", json!({})).await;
    assert_eq!(info.payload()["worldName"], "agora");
    let list = theo.get("/api/v3/worlds").await;
    assert_eq!(list.payload()["total"], 1);
    assert_eq!(
        (
            &list.payload()["items"][0]["memberCount"],
            &list.payload()["items"][0]["isMember"]
        ),
        (&json!(2), &json!(true))
    );
    assert_eq!(
        list.payload()["items"][0].get("owner"),
        None,
        "a card has no owner"
    );
    let roles = app
        .count("select count(*) from kernel.role_binding where role = 'owner'")
        .await;
    assert_eq!(roles, 1, "the owner may do more with it");
    app.stop().await;
}

#[tokio::test]
async fn operations_require_their_roles() {
    let app = TestApp::start().await;
    let (visitor, nameless) = (app.visitor(), app.nameless("nameless").await);
    let nobody = uuid::Uuid::nil().to_string();
    for reply in [
        create(&visitor, "agora").await,
        check_name(&visitor, "agora").await,
        join(&visitor, &nobody).await,
        visitor.get("/api/v2/worlds/my").await,
    ] {
        says(
            &reply,
            "401 unauthenticated",
            "로그인이 필요합니다.",
            "Please log in.",
        );
    }
    says_nickname_required(&create(&nameless, "agora").await);
    says_not_found(&join(&nameless, &nobody).await);
    assert_eq!(check_name(&nameless, "agora").await.line(), "200");
    assert_eq!(visitor.get("/api/v3/worlds").await.payload()["total"], 0);
    for missing in [
        "nowhere",
        "NO",
        "%20",
        "a%2fb",
        "%ED%95%9C%EA%B8%80%EA%B8%80",
    ] {
        says_not_found(&world(&visitor, missing).await);
    }
    assert_eq!(world(&visitor, "market").await.line(), "404 not_found");
    let person = app.person("person").await;
    for missing in [&nobody, "x", "", "0190f3a0-0000-7000-8000-00000000000g"] {
        says_not_found(&join(&person, missing).await);
    }
    let required = ("worldId", "필수 항목입니다.", "This field is required.");
    says_at(
        &person
            .send("POST", "/api/v2/worlds/user/member", None)
            .await,
        &[required],
    );
    let required = ("worldName", "필수 항목입니다.", "This field is required.");
    says_at(&person.get("/api/v2/worlds/mInfo").await, &[required]);
    says_at(&person.post("/api/v3/worlds", json!({})).await, &[required]);
    assert_eq!(
        app.count("select count(*) from plugin_worlds.world").await,
        0
    );
    app.stop().await;
}

#[tokio::test]
async fn names_and_fields_keep_their_rules() {
    let app = TestApp::start().await;
    let person = app.person("mina").await;
    let length = (
        "world_name_length",
        "월드 이름의 길이를 확인해 주세요.",
        "check the length of the world name",
    );
    let unavailable = (
        "world_name_unavailable",
        "이 이름으로는 월드를 만들 수 없습니다.",
        "a world cannot be created with that name",
    );
    let refused = [
        (length, &["", "ab", "abcdefghijk", "가나"][..]),
        (
            unavailable,
            &["Agora", "a b", " abc", "a-b", "가나다", "a.b", "abc\n"],
        ),
        // Screens, services, and the export of decision 0011.
        (
            unavailable,
            &[
                "404",
                "500",
                "admin",
                "api",
                "assets",
                "block",
                "charge",
                "collection",
                "crafting",
                "custom",
                "dev",
                "event",
                "health",
                "item",
                "login",
                "logout",
                "mail",
                "market",
                "metaverse",
                "metrics",
                "order",
                "privacy",
                "profile",
                "register",
                "signup",
                "static",
                "terms",
                "user",
                "world",
                "www",
            ],
        ),
        // Forbidden words.
        (
            unavailable,
            &[
                "adminzone",
                "myadmin",
                "witverse",
                "xfuckx",
                "sibal",
                "system",
            ],
        ),
    ];
    for ((code, ko, en), names) in refused {
        for name in names {
            for reply in [check_name(&person, name).await, create(&person, name).await] {
                says(&reply, &format!("422 {code}"), ko, en);
                assert_eq!(reply.body["fields"][0]["field"], "worldName", "{name}");
            }
        }
    }
    let with = |more: Value| {
        let mut body = json!({ "worldName": "agora" });
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        person.post("/api/v3/worlds", body)
    };
    let hue = (
        "hue",
        "색상은 0부터 359까지의 정수입니다.",
        "The hue must be a whole number from 0 to 359.",
    );
    let picture = |field| {
        (
            field,
            "플랫폼이 제공하는 이미지만 쓸 수 있습니다.",
            "Only pictures provided by the platform can be used.",
        )
    };
    let long = |field| {
        (
            field,
            "200자까지 입력할 수 있습니다.",
            "Please enter at most 200 characters.",
        )
    };
    for wrong in [-1, 360, i64::MAX] {
        says_at(&with(json!({ "hue": wrong })).await, &[hue]);
    }
    says_at(
        &with(json!({ "logo": "https://elsewhere.example/a.png" })).await,
        &[picture("logo")],
    );
    let art = "/assets/plugins/worlds/demo/../../x.svg";
    says_at(
        &with(json!({ "thumbnail": art })).await,
        &[picture("thumbnail")],
    );
    let description = json!({ "ko": "가".repeat(201), "en": "e".repeat(201) });
    says_at(
        &with(json!({ "description": description, "hue": 400 })).await,
        &[long("description.ko"), long("description.en"), hue],
    );
    assert_eq!(
        with(json!({ "description": { "ko": "a\0", "en": "" } }))
            .await
            .line(),
        "400 invalid_body"
    );
    assert_eq!(
        app.count("select count(*) from plugin_worlds.world").await,
        0
    );
    let longest = json!({ "ko": "가".repeat(200), "en": "e".repeat(200) });
    assert_eq!(with(json!({ "description": longest })).await.line(), "201");
    app.stop().await;
}

#[tokio::test]
async fn a_private_world_shows_non_members_its_name_only() {
    let app = TestApp::start().await;
    let (owner, stranger) = (app.person("owner_1").await, app.person("stranger").await);
    let new = json!({ "worldName": "hidden", "isPublic": false, "description": { "ko": "비밀", "en": "secret" } });
    let created = owner.post("/api/v3/worlds", new).await;
    assert_eq!(created.line(), "201");
    let id = text(&created.payload()["worldId"]);
    assert_eq!(
        world(&owner, "hidden").await.payload()["description"]["en"],
        "secret"
    );
    for client in [&stranger, &app.visitor()] {
        let seen = world(client, "hidden").await;
        assert_eq!(seen.payload()["description"], json!({ "ko": "", "en": "" }));
        assert_eq!(seen.payload()["owner"], Value::Null);
        assert_eq!(seen.payload()["isPublic"], false);
        let list = client.get("/api/v3/worlds").await;
        assert_eq!(
            (&list.payload()["items"], &list.payload()["total"]),
            (&json!([]), &json!(0))
        );
    }
    says(
        &join(&stranger, &id).await,
        "403 world_private",
        "비공개 월드에는 초대 링크로만 가입할 수 있습니다.",
        "This world is private. You can only join with an invitation link.",
    );
    says_duplicate(&create(&stranger, "hidden").await);
    assert_eq!(
        stranger.get("/api/v2/worlds/my").await.payload()["hasWorld"],
        false
    );
    app.stop().await;
}
