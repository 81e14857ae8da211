//! `/api/v2/world/feed/…`, announcements, and comments: who may do what, in which order, and who sees it.

mod announcements;
mod comments;
mod counts;
mod images;
mod leaving;
mod moderation;
mod reactions;
mod rights;

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp};

use crate::live::Screen;
use crate::support::portrait_of;
use crate::user::{says, text};

pub(crate) const FEED: &str = "/api/v2/world/feed";
/// Longer than the time between two posts of a person.
const PAUSE: Duration = Duration::from_secs(16);

/// The world `agora` with people in every role.
pub(crate) struct Town {
    pub(crate) app: TestApp,
    pub(crate) id: String,
    pub(crate) owner: Client,
    pub(crate) admin: Client,
    /// A member with a membership.
    pub(crate) patron: Client,
    pub(crate) member: Client,
    /// A person without a world.
    pub(crate) guest: Client,
}

impl Town {
    pub(crate) async fn start() -> Self {
        let app = TestApp::start().await;
        let owner = app.person("owner_1").await;
        let world = json!({ "worldName": "agora", "isPublic": true });
        let created = owner.post("/api/v3/worlds", world).await;
        let id = text(&created.payload()["worldId"]);
        let mut people = Vec::new();
        for name in ["admin_1", "patron", "member", "guest"] {
            people.push(app.person(name).await);
        }
        let [admin, patron, member, guest] = people.try_into().ok().unwrap();
        for person in [&admin, &patron, &member] {
            let path = format!("/api/v2/worlds/user/member?worldId={id}");
            assert_eq!(person.send("POST", &path, None).await.line(), "200");
        }
        let town = Self {
            app,
            id,
            owner,
            admin,
            patron,
            member,
            guest,
        };
        let appointed = town
            .manage("admins", json!({ "nickname": "admin_1" }))
            .await;
        assert_eq!(appointed.line(), "201", "{}", appointed.body);
        town.give_membership(&town.patron).await;
        town
    }

    /// A POST of the owner about the world.
    pub(crate) async fn manage(&self, what: &str, body: Value) -> Reply {
        let path = format!("/api/v3/worlds/{}/{what}", self.id);
        self.owner.post(&path, body).await
    }

    async fn give_membership(&self, person: &Client) {
        let new = json!({ "name": { "ko": "봄", "en": "Spring" }, "quantity": 50, "price": 0 });
        let opened = self.manage("collections", new).await;
        assert_eq!(opened.line(), "201", "{}", opened.body);
        let collection = text(&opened.payload()["collectionId"]);
        let path = format!("/api/v3/worlds/{}/collections/{collection}/buy", self.id);
        let bought = person.post(&path, json!({ "price": 0 })).await;
        assert_eq!(bought.line(), "201", "{}", bought.body);
    }

    pub(crate) async fn make_private(&self) {
        self.set_public(false).await;
    }

    pub(crate) async fn set_public(&self, is_public: bool) {
        let body = json!({ "worldId": self.id, "isPublic": is_public });
        let changed = self
            .owner
            .put("/api/v3/worlds/admins/visibility", body)
            .await;
        assert_eq!(changed.line(), "200", "{}", changed.body);
    }

    /// A post; the clock then advances so that the author may write again.
    pub(crate) async fn post(&self, by: &Client, words: &str) -> String {
        let reply = write(by, words).await;
        assert_eq!(reply.line(), "201", "{}", reply.body);
        self.app.advance(PAUSE);
        text(&reply.payload()["feedId"])
    }

    pub(crate) async fn hide(&self, id: &str, is_hide: bool) -> Reply {
        let body = json!({ "feedId": id, "isHide": is_hide, "reason": "No advertising" });
        let path = format!("{FEED}/change/status");
        self.admin.post(&path, body).await
    }
}

pub(crate) async fn write(by: &Client, words: &str) -> Reply {
    by.post(FEED, json!({ "worldName": "agora", "text": words }))
        .await
}

pub(crate) async fn read(by: &Client, id: &str) -> Reply {
    by.get(&format!("{FEED}/{id}")).await
}

pub(crate) async fn comment(by: &Client, id: &str, words: &str) -> Reply {
    let path = format!("{FEED}/{id}/comments");
    by.post(&path, json!({ "text": words })).await
}

async fn pin(by: &Client, id: &str) -> Reply {
    by.send("PUT", &format!("{FEED}/{id}/fixed"), None).await
}

async fn fixed(by: &Client) -> Value {
    by.get(&format!("{FEED}/fixed/agora")).await.payload()["post"].clone()
}

pub(crate) async fn block(by: &Client, whom: &Client) {
    let path = format!("/api/safety/blocks/{}", whom.id);
    assert_eq!(by.send("PUT", &path, None).await.line(), "200");
}

/// The texts of the feed, newest first.
pub(crate) async fn feed(by: &Client) -> Vec<String> {
    let reply = by.get(&format!("{FEED}?worldName=agora")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap().clone();
    items.iter().map(|post| text(&post["text"])).collect()
}

#[tokio::test]
async fn a_post_is_written_read_edited_and_deleted() {
    let town = Town::start().await;
    let mut screen = Screen::open(&town.guest).await;
    let written = write(&town.patron, "  첫 글 ").await;
    assert_eq!(written.line(), "201", "{}", written.body);
    let view = written.payload().clone();
    let id = text(&view["feedId"]);
    let expected = json!({
        "feedId": id, "worldName": "agora", "text": "첫 글", "images": [], "blockId": null,
        "author": { "userId": town.patron.id, "nickname": "patron", "thumbnail": portrait_of(town.patron.id) },
        "isHide": false, "hideReason": null, "isAppealed": false, "isMember": false, "isFixed": false,
        "isMine": true, "canModerate": false, "commentCount": 0, "reactions": [], "myReaction": null,
        "createdAt": view["createdAt"], "editedAt": null,
    });
    assert_eq!(view, expected);
    let push = screen.heard("community.posted").await;
    assert_eq!(push, json!({ "worldName": "agora" }));

    let path = format!("{FEED}/{id}");
    let page = town.member.get(&path).await;
    assert_eq!(page.payload()["canComment"], true);
    assert_eq!(page.payload()["isMine"], false);
    let page = town.app.visitor().get(&path).await;
    assert_eq!(page.payload()["canComment"], false);

    let edited = town.patron.put(&path, json!({ "text": "고친 글" })).await;
    assert_eq!(edited.payload()["text"], "고친 글");
    assert!(edited.payload()["editedAt"].is_string());
    let history = town.app.visitor().get(&format!("{path}/history")).await;
    assert_eq!(history.payload()["items"][0]["text"], "첫 글");
    let refused = town.member.put(&path, json!({ "text": "x" })).await;
    assert_eq!(refused.line(), "403 not_author");
    let of_block = format!(
        "{FEED}/block/query?worldName=agora&blockId={}",
        uuid::Uuid::nil()
    );
    let posts = town.member.get(&of_block).await;
    assert_eq!(posts.payload()["items"], json!([]), "no post of a block");

    for (words, message) in [
        ("", "This field is required."),
        ("  ", "This field is required."),
        (&"가".repeat(2001), "Please enter at most 2000 characters."),
    ] {
        let reply = write(&town.patron, words).await;
        assert_eq!(reply.line(), "422 validation_failed");
        assert_eq!(reply.fields(), [format!("text: {message}")]);
    }
    let unknown = json!({
        "worldName": "agora", "text": "x", "images": ["0190a1b2-0000-7000-8000-000000000001"],
    });
    town.app.advance(PAUSE);
    assert_eq!(
        town.patron.post(FEED, unknown).await.line(),
        "404 file_not_found"
    );

    assert_eq!(town.patron.send("DELETE", &path, None).await.line(), "200");
    for client in [&town.patron, &town.owner, &town.app.visitor()] {
        assert_eq!(client.get(&path).await.line(), "404 feed_not_found");
        assert_eq!(feed(client).await, Vec::<String>::new());
    }
    town.app
        .eventually("the row is gone", async || {
            town.app
                .count("select count(*) from plugin_community.post")
                .await
                == 0
        })
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn every_page_continues_where_the_one_before_ended() {
    let town = Town::start().await;
    let fill = "insert into plugin_community.post (id, world, author_id, text, posted_at)
        select gen_random_uuid(), 'agora', $1, 'post ' || n, now() - (n || ' minutes')::interval
        from generate_series(1, 45) n";
    let filled = sqlx::query(fill)
        .bind(town.patron.id)
        .execute(town.app.owner());
    filled.await.unwrap();
    let mut seen: Vec<String> = Vec::new();
    let mut cursor = String::new();
    loop {
        let path = format!("{FEED}?worldName=agora&limit=20{cursor}");
        let reply = town.guest.get(&path).await;
        let items = reply.payload()["items"].as_array().unwrap();
        seen.extend(items.iter().map(|post| text(&post["text"])));
        // A post that arrives meanwhile moves nothing.
        if seen.len() == 20 {
            town.post(&town.patron, "meanwhile").await;
        }
        match reply.payload()["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let expected: Vec<String> = (1..=45).map(|n| format!("post {n}")).collect();
    assert_eq!(seen, expected);
    town.app.stop().await;
}

#[tokio::test]
async fn a_refusal_of_pace_names_the_rule_and_its_end() {
    let town = Town::start().await;
    assert_eq!(write(&town.patron, "one").await.line(), "201");
    let refused = write(&town.patron, "two").await;
    says(
        &refused,
        "429 pace_exceeded",
        "글은 15초에 1개씩 쓸 수 있습니다. 15초 뒤에 다시 시도해 주세요.",
        "You can write one post every 15 seconds. Please try again in 15 seconds.",
    );
    assert_eq!(refused.header("retry-after"), Some("15"));
    town.app.advance(PAUSE);
    let id = town.post(&town.patron, "two").await;
    town.post(&town.patron, "three").await;
    let refused = write(&town.patron, "four").await;
    assert_eq!(refused.line(), "429 pace_exceeded");
    let message = text(&refused.body["language"]["en"]);
    assert!(
        message.contains("3 posts, and you have written 3"),
        "{message}"
    );
    assert!(message.contains("00:00 (KST)"), "{message}");
    let wait: u32 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=86_400).contains(&wait), "until midnight: {wait}");
    assert_eq!(refused.body["retryAfterSeconds"], wait);
    assert_eq!(feed(&town.patron).await, ["three", "two", "one"]);
    // Another person has a pace of their own, and comments have one, too.
    town.post(&town.owner, "hello").await;
    assert_eq!(comment(&town.patron, &id, "a").await.line(), "201");
    assert_eq!(
        comment(&town.patron, &id, "b").await.line(),
        "429 pace_exceeded"
    );
    town.app.advance(Duration::from_secs(5));
    assert_eq!(comment(&town.patron, &id, "b").await.line(), "201");
    town.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_version_of_a_post_is_lost_in_changes_at_once() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "text 0").await;
    let path = format!("{FEED}/{id}");
    let edits = (1..=4).map(|n| {
        let (patron, path) = (town.patron.clone(), path.clone());
        async move {
            let text = json!({ "text": format!("text {n}") });
            while patron.put(&path, text.clone()).await.status == 503 {}
        }
    });
    crate::support::concurrently(edits).await;
    let now = read(&town.member, &id).await.payload().clone();
    let history = town.member.get(&format!("{path}/history")).await;
    let earlier = history.payload()["items"].as_array().unwrap().clone();
    let mut texts: Vec<String> = earlier.iter().map(|one| text(&one["text"])).collect();
    assert_eq!(texts.last().map(String::as_str), Some("text 0"));
    texts.push(text(&now["text"]));
    texts.sort();
    assert_eq!(texts, ["text 0", "text 1", "text 2", "text 3", "text 4"]);
    town.app.stop().await;
}
