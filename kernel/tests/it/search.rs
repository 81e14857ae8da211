//! The sources of the search box: worlds, people and posts that a person may see.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use crate::community::{FEED, Town, block, write};
use crate::user::text;

const WORLDS: &str = "/api/v2/worlds/search";
const PEOPLE: &str = "/api/v2/relationship/people/search";
const POSTS: &str = "/api/v2/world/posts/search";

async fn search(by: &Client, source: &str, q: &str) -> Vec<Value> {
    let q: String = form_urlencoded::byte_serialize(q.as_bytes()).collect();
    let reply = by.get(&format!("{source}?q={q}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload()["items"].as_array().unwrap().clone()
}

async fn titles(by: &Client, source: &str, q: &str) -> Vec<String> {
    let found = search(by, source, q).await;
    found.iter().map(|result| text(&result["title"])).collect()
}

async fn create(app: &TestApp, name: &str, ko: &str, is_public: bool) -> (Client, String) {
    let owner = app.person(&format!("of_{name}")).await;
    let world = json!({
        "worldName": name, "isPublic": is_public, "description": { "ko": ko, "en": "A place" },
    });
    let created = owner.post("/api/v3/worlds", world).await;
    assert_eq!(created.line(), "201", "{}", created.body);
    (owner, text(&created.payload()["worldId"]))
}

#[tokio::test]
async fn worlds_are_found_by_name_and_description() {
    let app = TestApp::start().await;
    let (owner, id) = create(&app, "agora", "함께 걷는 광장입니다", true).await;
    let (_, plaza) = create(&app, "plaza", "밤의 광장", true).await;
    let (hidden_owner, _) = create(&app, "hideout", "비밀 광장", false).await;
    let visitor = app.visitor();
    for (q, expected) in [
        ("AGO", vec!["agora"]),
        ("걷는", vec!["agora"]),
        // Decomposed, as file names of macOS are.
        (
            "\u{1100}\u{1165}\u{11ae}\u{1102}\u{1173}\u{11ab}",
            vec!["agora"],
        ),
        ("광장 밤", vec!["plaza"]),
        ("hide", vec![]),
        ("gora", vec![]),
        ("a", vec![]),
        ("%", vec![]),
        ("", vec![]),
    ] {
        assert_eq!(titles(&visitor, WORLDS, q).await, expected, "{q}");
    }
    let found = &search(&visitor, WORLDS, "agora").await[0];
    let expected = json!({
        "id": id, "title": "agora", "text": { "ko": "함께 걷는 광장입니다", "en": "A place" },
        "image": null, "at": null, "link": "/agora",
    });
    assert_eq!(*found, expected);
    assert_eq!(
        titles(&hidden_owner, WORLDS, "광장").await.len(),
        3,
        "members find their private world"
    );

    // The world with more members comes first.
    let guest = app.person("guest").await;
    let join = format!("/api/v2/worlds/user/member?worldId={plaza}");
    assert_eq!(guest.send("POST", &join, None).await.line(), "200");
    assert_eq!(titles(&visitor, WORLDS, "광장").await, ["plaza", "agora"]);
    let join = format!("/api/v2/worlds/user/member?worldId={id}&change=true");
    assert_eq!(guest.send("POST", &join, None).await.line(), "200");
    assert_eq!(titles(&visitor, WORLDS, "광장").await, ["agora", "plaza"]);

    let texts = json!({ "worldId": id, "description": { "ko": "바닷가", "en": "A beach" } });
    let changed = owner.put("/api/v3/worlds/admins/texts", texts).await;
    assert_eq!(changed.line(), "200");
    assert_eq!(titles(&visitor, WORLDS, "광장").await, ["plaza"]);
    assert_eq!(titles(&visitor, WORLDS, "바닷").await, ["agora"]);
    for (is_public, expected) in [(false, vec![]), (true, vec!["agora"])] {
        let body = json!({ "worldId": id, "isPublic": is_public });
        owner.put("/api/v3/worlds/admins/visibility", body).await;
        assert_eq!(titles(&visitor, WORLDS, "beach").await, expected);
    }
    // The list in each order, and with a text.
    let listed = async |query: &str| -> Vec<String> {
        let reply = visitor.get(&format!("/api/v3/worlds?{query}")).await;
        assert_eq!(reply.line(), "200", "{}", reply.body);
        let items = reply.payload()["items"].as_array().unwrap().clone();
        items
            .iter()
            .map(|world| text(&world["worldName"]))
            .collect()
    };
    assert_eq!(listed("sort=members").await, ["agora", "plaza"]);
    assert_eq!(listed("sort=newest").await, ["plaza", "agora"]);
    assert_eq!(listed("sort=points").await, Vec::<String>::new());
    assert_eq!(listed("q=place&sort=points").await, ["plaza"]);
    let visit = json!({ "worldName": "plaza" });
    let visited = guest.post("/api/v2/worlds/logs/user-connection", visit);
    assert_eq!(visited.await.line(), "200");
    assert_eq!(listed("sort=points").await, ["plaza"]);
    for (sort, expected) in [("members", "plaza"), ("newest", "agora")] {
        let first = visitor
            .get(&format!("/api/v3/worlds?sort={sort}&limit=1"))
            .await;
        let cursor = text(&first.payload()["nextCursor"]);
        let rest = listed(&format!("sort={sort}&limit=1&cursor={cursor}")).await;
        assert_eq!(rest, [expected], "{sort}");
    }
    let refused = visitor.get("/api/v3/worlds?sort=size").await;
    assert_eq!(refused.line(), "422 validation_failed");

    let terms = "select count(*) from plugin_worlds.world_term t join plugin_worlds.world w on w.id = t.world_id
                 where not w.is_public or t.popularity <> floor(log(2, w.member_count))";
    assert_eq!(app.count(terms).await, 0);
    app.stop().await;
}

#[tokio::test]
async fn people_are_found_by_their_nickname() {
    let app = TestApp::start().await;
    let (ann, andy) = (app.person("ann").await, app.person("andy").await);
    assert_eq!(titles(&ann, PEOPLE, "@AN").await, ["andy"]);
    assert_eq!(
        search(&ann, PEOPLE, "andy").await[0]["link"],
        format!("/user/{}", andy.id)
    );
    for q in ["", "@", "안녕", "an dy"] {
        assert_eq!(titles(&ann, PEOPLE, q).await, Vec::<String>::new(), "{q}");
    }
    block(&andy, &ann).await;
    assert_eq!(titles(&ann, PEOPLE, "andy").await, Vec::<String>::new());
    let refused = app.visitor().get(&format!("{PEOPLE}?q=ann")).await;
    assert_eq!(refused.line(), "401 unauthenticated");
    app.stop().await;
}

#[tokio::test]
async fn posts_are_found_by_those_who_may_read_them() {
    let town = Town::start().await;
    let visitor = town.app.visitor();
    let id = town
        .post(&town.patron, "토요일 저녁 벼룩시장에서 만나요")
        .await;
    let second = town.post(&town.owner, "벼룩시장은 7시에 시작합니다").await;
    let found = search(&visitor, POSTS, "벼룩시장").await;
    assert_eq!(found.len(), 2, "newest first: {found:?}");
    assert_eq!(found[0]["id"], second);
    assert_eq!(found[1]["link"], format!("/agora/post/{id}"));
    assert_eq!(found[1]["title"], "patron · agora");
    assert_eq!(found[1]["text"]["en"], "토요일 저녁 벼룩시장에서 만나요");
    assert_eq!(titles(&visitor, POSTS, "벼룩시장 토요일").await.len(), 1);
    let decomposed = "\u{1107}\u{1167}\u{1105}\u{116e}\u{11a8}";
    assert_eq!(titles(&visitor, POSTS, decomposed).await.len(), 2);
    assert_eq!(titles(&visitor, POSTS, "일요일").await.len(), 0);

    let count = async |by: &Client| titles(by, POSTS, "벼룩").await.len();
    block(&town.guest, &town.patron).await;
    assert_eq!(count(&town.guest).await, 1);
    let mute = format!("/api/safety/mutes/{}", town.owner.id);
    assert_eq!(town.guest.send("PUT", &mute, None).await.line(), "200");
    assert_eq!(count(&town.guest).await, 0);
    assert_eq!(town.hide(&second, true).await.line(), "200");
    assert_eq!(count(&visitor).await, 1);
    assert_eq!(town.hide(&second, false).await.line(), "200");

    let for_members = json!({ "feedId": second, "isMember": true });
    let path = format!("{FEED}/change/ismember");
    assert_eq!(town.admin.post(&path, for_members).await.line(), "200");
    assert_eq!((count(&visitor).await, count(&town.member).await), (1, 2));
    town.make_private().await;
    assert_eq!((count(&visitor).await, count(&town.member).await), (0, 2));

    let edited = json!({ "text": "플리마켓" });
    let path = format!("{FEED}/{id}");
    assert_eq!(town.patron.put(&path, edited).await.line(), "200");
    assert_eq!(count(&town.member).await, 1);
    assert_eq!(titles(&town.member, POSTS, "플리").await.len(), 1);
    assert_eq!(town.patron.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(titles(&town.member, POSTS, "플리").await.len(), 0);
    assert_eq!(
        write(&town.patron, "?!").await.line(),
        "201",
        "without a term"
    );
    town.app.stop().await;
}

#[tokio::test]
async fn the_page_names_what_the_box_asks() {
    let app = TestApp::start().await;
    let boot = app.visitor().get("/api/ui/plugins").await;
    let mut sources: Vec<Value> = Vec::new();
    for plugin in boot.payload()["plugins"].as_array().unwrap() {
        sources.extend(plugin["search"].as_array().unwrap().iter().cloned());
    }
    let source = |path: &str, ko: &str, en: &str, signed_in: bool| json!({ "path": path, "title": { "ko": ko, "en": en }, "signedIn": signed_in });
    let expected = [
        source(POSTS, "글", "Posts", false),
        source("/api/v3/events/search", "이벤트", "Events", false),
        source(PEOPLE, "사람", "People", true),
        source("/api/v2/collections/search", "컬렉션", "Collections", false),
        source("/api/v2/items/search", "아이템", "Items", false),
        source("/api/v2/orders/products/search", "상점 상품", "Shop", false),
        source(WORLDS, "월드", "Worlds", false),
    ];
    assert_eq!(sources, expected);
    app.stop().await;
}
