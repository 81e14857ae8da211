//! Comments, replies, mentions, muted threads, and comments on items.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply};

use super::{FEED, Town, block, comment, read};
use crate::mails::alarms;
use crate::user::{says_at, text};

async fn reply(by: &Client, id: &str, parent: &str, words: &str) -> Reply {
    let body = json!({ "text": words, "parentId": parent });
    by.post(&format!("{FEED}/{id}/comments"), body).await
}

/// Texts of comments, or of the replies to one.
async fn texts(by: &Client, id: &str, parent: Option<&str>) -> Vec<Value> {
    let query = parent.map_or_else(String::new, |parent| format!("?parentId={parent}"));
    let reply = by.get(&format!("{FEED}/{id}/comments{query}")).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let items = reply.payload()["items"].as_array().unwrap();
    items
        .iter()
        .map(|comment| comment["text"].clone())
        .collect()
}

/// The counters and the rows agree.
async fn assert_counted(town: &Town) {
    let wrong = "select (select count(*) from plugin_community.post p where not p.is_deleted and p.comments <>
            (select count(*) from plugin_community.comment c
             where c.post_id = p.id and not c.is_hidden and not c.is_deleted))
        + (select count(*) from plugin_community.comment c where c.replies <>
            (select count(*) from plugin_community.comment r
             where r.parent_id = c.id and not r.is_hidden and not r.is_deleted))";
    assert_eq!(town.app.count(wrong).await, 0);
}

#[tokio::test]
async fn comments_have_replies_of_one_level() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "hello").await;
    let first = comment(&town.member, &id, " first ").await;
    assert_eq!(first.line(), "201", "{}", first.body);
    let first = text(&first.payload()["commentId"]);
    let answer = reply(&town.patron, &id, &first, "answer").await;
    let answer = text(&answer.payload()["commentId"]);
    let nested = reply(&town.owner, &id, &answer, "nested").await;
    assert_eq!(nested.payload()["parentId"], json!(first));
    town.app.advance(Duration::from_secs(6));
    comment(&town.member, &id, "second").await;
    assert_eq!(texts(&town.guest, &id, None).await, ["first", "second"]);
    assert_eq!(
        texts(&town.guest, &id, Some(&first)).await,
        ["answer", "nested"]
    );
    assert_eq!(read(&town.guest, &id).await.payload()["commentCount"], 4);
    says_at(
        &comment(&town.owner, &id, &"가".repeat(101)).await,
        &[(
            "text",
            "100자까지 입력할 수 있습니다.",
            "Please enter at most 100 characters.",
        )],
    );
    let path = format!("{FEED}/{id}/comments/{first}");
    assert_eq!(
        town.guest.send("DELETE", &path, None).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(town.member.send("DELETE", &path, None).await.line(), "200");
    assert_eq!(
        town.member.send("DELETE", &path, None).await.line(),
        "404 comment_not_found"
    );
    // It stays without its text while it has replies.
    assert_eq!(
        texts(&town.guest, &id, None).await,
        [Value::Null, json!("second")]
    );
    assert_eq!(
        reply(&town.guest, &id, &first, "x").await.line(),
        "403 members_only_comment"
    );
    let status = format!("{FEED}/{id}/comments/{answer}/status");
    let hide = json!({ "isHide": true, "reason": "Not nice" });
    assert_eq!(
        town.member.post(&status, hide.clone()).await.line(),
        "403 world_admins_only"
    );
    assert_eq!(town.admin.post(&status, hide).await.line(), "200");
    assert_eq!(texts(&town.guest, &id, Some(&first)).await, ["nested"]);
    assert_eq!(
        texts(&town.admin, &id, Some(&first)).await,
        ["answer", "nested"]
    );
    let told = alarms(&town.patron).await;
    assert_eq!(told[0]["title"]["en"], "An administrator hid your comment");
    assert!(text(&told[0]["description"]["en"]).contains("Not nice"));
    assert_eq!(read(&town.guest, &id).await.payload()["commentCount"], 2);
    for parent in ["x", &Uuid::nil().to_string()] {
        let line = reply(&town.owner, &id, parent, "x").await.line();
        assert!(
            ["404 comment_not_found", "422 validation_failed"].contains(&line.as_str()),
            "{line}"
        );
    }
    assert_counted(&town).await;
    // Nothing to see, and a hundred emojis of several code points.
    let unseen = comment(&town.owner, &id, "\u{200b}\u{3164}").await;
    assert_eq!(unseen.line(), "422 validation_failed");
    town.app.advance(Duration::from_secs(6));
    let families = comment(&town.owner, &id, &"👨‍👩‍👧‍👦".repeat(100)).await;
    assert_eq!(families.line(), "201", "{:?}", families.body);
    town.app.stop().await;
}

/// Waits until every event was delivered.
async fn delivered(town: &Town) {
    let waiting = "select count(*) from kernel.delivery";
    town.app
        .eventually("alarms are raised", async || {
            town.app.count(waiting).await == 0
        })
        .await;
}

async fn titles(of: &Client) -> Vec<String> {
    let alarms = alarms(of).await;
    alarms
        .iter()
        .map(|alarm| text(&alarm["title"]["en"]))
        .collect()
}

#[tokio::test]
async fn mentions_and_replies_raise_alarms_once() {
    let town = Town::start().await;
    block(&town.guest, &town.patron).await;
    let id = town
        .post(&town.patron, "@member @guest @nobody @patron @member hello")
        .await;
    delivered(&town).await;
    assert_eq!(titles(&town.member).await, ["You were mentioned"]);
    assert_eq!(titles(&town.guest).await, Vec::<String>::new());
    assert_eq!(titles(&town.patron).await, Vec::<String>::new());
    let mention = &alarms(&town.member).await[0];
    assert_eq!(mention["link"], json!(format!("/agora/post/{id}")));
    assert_eq!(mention["from"]["nickname"], "patron");

    let first = comment(&town.member, &id, "hi @patron and @owner_1").await;
    let first = text(&first.payload()["commentId"]);
    delivered(&town).await;
    assert_eq!(titles(&town.patron).await, ["New comment"], "once");
    assert_eq!(titles(&town.owner).await, ["You were mentioned"]);
    reply(&town.owner, &id, &first, "welcome").await;
    delivered(&town).await;
    assert_eq!(
        titles(&town.member).await,
        ["New reply", "You were mentioned"]
    );
    assert_eq!(titles(&town.patron).await.len(), 2);

    let mute = format!("{FEED}/{id}/mute");
    assert_eq!(
        town.patron.send("PUT", &mute, None).await.payload()["muted"],
        true
    );
    assert_eq!(
        read(&town.patron, &id).await.payload()["isThreadMuted"],
        true
    );
    comment(&town.admin, &id, "too").await;
    delivered(&town).await;
    assert_eq!(titles(&town.patron).await.len(), 2);
    assert_eq!(
        town.patron.send("DELETE", &mute, None).await.payload()["muted"],
        false
    );
    town.app.advance(Duration::from_secs(6));
    comment(&town.admin, &id, "again").await;
    delivered(&town).await;
    assert_eq!(titles(&town.patron).await.len(), 3);
    town.app.stop().await;
}

#[tokio::test]
async fn what_a_person_may_not_read_raises_no_alarm() {
    let town = Town::start().await;
    let id = town.post(&town.patron, "hello").await;
    let path = format!("{FEED}/{id}");
    let limited = json!({ "feedId": id, "isMember": true });
    let changed = town
        .admin
        .post(&format!("{FEED}/change/ismember"), limited)
        .await;
    assert_eq!(changed.line(), "200", "{}", changed.body);
    // A post that is limited to members, and a private world.
    let named = json!({ "text": "@guest @member" });
    assert_eq!(town.patron.put(&path, named).await.line(), "200");
    delivered(&town).await;
    assert_eq!(titles(&town.guest).await, Vec::<String>::new());
    assert_eq!(titles(&town.member).await, ["You were mentioned"]);
    town.make_private().await;
    town.post(&town.patron, "@guest @owner_1 in private").await;
    comment(&town.admin, &id, "@guest too").await;
    delivered(&town).await;
    assert_eq!(titles(&town.guest).await, Vec::<String>::new());
    assert_eq!(titles(&town.owner).await, ["You were mentioned"]);
    assert_eq!(titles(&town.patron).await, ["New comment"]);
    // An author who has left the world reads it no more.
    let leave = "delete from kernel.role_binding where account_id = $1 and scope like 'worlds::%'";
    let left = sqlx::query(leave).bind(town.patron.id);
    left.execute(town.app.owner()).await.unwrap();
    town.app.advance(Duration::from_secs(6));
    comment(&town.admin, &id, "again").await;
    delivered(&town).await;
    assert_eq!(titles(&town.patron).await.len(), 1);
    town.app.stop().await;
}

/// How many alarms about mentions a person has.
async fn mentions(of: &Client) -> usize {
    let titles = titles(of).await;
    let about = titles.iter().filter(|title| *title == "You were mentioned");
    about.count()
}

#[tokio::test]
async fn an_edit_notifies_newly_mentioned_people_once() {
    let town = Town::start().await;
    block(&town.guest, &town.patron).await;
    let id = town.post(&town.patron, "hello @member").await;
    delivered(&town).await;
    let path = format!("{FEED}/{id}");
    let edit = async |words: &str| {
        let edited = town.patron.put(&path, json!({ "text": words })).await;
        assert_eq!(edited.line(), "200", "{}", edited.body);
        delivered(&town).await;
    };
    let muted = town.admin.send("PUT", &format!("{path}/mute"), None).await;
    assert_eq!(muted.line(), "200");
    edit("hello @member @owner_1 @guest @admin_1 @patron @nobody").await;
    assert_eq!(titles(&town.owner).await, ["You were mentioned"]);
    let mention = &alarms(&town.owner).await[0];
    assert_eq!(mention["link"], json!(format!("/agora/post/{id}")));
    assert_eq!(titles(&town.member).await, ["You were mentioned"], "once");
    for nobody in [&town.guest, &town.admin, &town.patron] {
        assert_eq!(mentions(nobody).await, 0);
    }
    // Named again after they were removed, also by a person who has deleted the alarm.
    let delete = "delete from plugin_mail.alarm where account_id = $1";
    let deleted = sqlx::query(delete).bind(town.owner.id);
    deleted.execute(town.app.owner()).await.unwrap();
    edit("hello").await;
    edit("hello again, @owner_1 and @member").await;
    assert_eq!(mentions(&town.owner).await, 0);
    assert_eq!(mentions(&town.member).await, 1);
    // A mention in a comment respects a mute of the thread, too.
    assert_eq!(comment(&town.patron, &id, "@admin_1").await.line(), "201");
    delivered(&town).await;
    assert_eq!(mentions(&town.admin).await, 0);
    // Ten people in all versions together.
    let mut late = Vec::new();
    for number in 0..8 {
        late.push(town.app.person(&format!("late_{number}")).await);
    }
    let names: String = (0..8).map(|number| format!(" @late_{number}")).collect();
    edit(&format!("hello{names}")).await;
    let mut told = 0;
    for person in &late {
        told += mentions(person).await;
    }
    assert_eq!(told, 6, "after member, owner_1, guest and admin_1");
    let left = "select count(*) from plugin_community.mention";
    assert_eq!(town.app.count(left).await, 10);
    assert_eq!(town.patron.send("DELETE", &path, None).await.line(), "200");
    town.app
        .eventually("nothing is left of the post", async || {
            town.app.count(left).await == 0
        })
        .await;
    town.app.stop().await;
}

#[tokio::test]
async fn an_item_has_comments_of_everybody() {
    let town = Town::start().await;
    let keeper = town.app.administrator().await;
    let item = crate::items::granted(&keeper, "lamp", "patron").await;
    let path = format!("/api/v2/comments/item/{item}");
    let body = |words: &str| json!({ "text": words });
    let first = town.guest.post(&path, body(" nice ")).await;
    assert_eq!(first.line(), "201", "{}", first.body);
    let id = text(&first.payload()["commentId"]);
    assert_eq!(
        town.guest.post(&path, body("x")).await.line(),
        "429 pace_exceeded"
    );
    let second = town.member.post(&path, body("mine")).await;
    let second = text(&second.payload()["commentId"]);
    let visitor = town.app.visitor();
    let listed = visitor.get(&path).await;
    let words: Vec<&Value> = listed.payload()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|comment| &comment["text"])
        .collect();
    assert_eq!(words, ["mine", "nice"]);
    assert_eq!(
        visitor.post(&path, body("x")).await.line(),
        "401 unauthenticated"
    );
    let delete =
        async |by: &Client, id: &str| by.send("DELETE", &format!("{path}/{id}"), None).await;
    assert_eq!(
        delete(&town.guest, &second).await.line(),
        "404 comment_not_found"
    );
    assert_eq!(delete(&town.guest, &id).await.line(), "200");
    // The owner of the item keeps its gallery clean.
    assert_eq!(delete(&town.patron, &second).await.line(), "200");
    block(&town.patron, &town.admin).await;
    assert_eq!(
        town.admin.post(&path, body("x")).await.line(),
        "404 subject_not_found"
    );
    for unknown in [
        format!("/api/v2/comments/item/{}", Uuid::nil()),
        format!("/api/v2/comments/block/{item}"),
        "/api/v2/comments/world/x".to_owned(),
    ] {
        assert_eq!(visitor.get(&unknown).await.line(), "404 subject_not_found");
    }
    town.app.stop().await;
}

#[tokio::test]
async fn the_comments_of_a_page_of_items_are_counted_without_what_the_reader_does_not_see() {
    let town = Town::start().await;
    let keeper = town.app.administrator().await;
    let lamp = crate::items::granted(&keeper, "lamp", "patron").await;
    let bare = crate::items::granted(&keeper, "bare", "patron").await;
    let path = format!("/api/v2/comments/item/{lamp}");
    for (by, words) in [(&town.guest, "nice"), (&town.member, "rude")] {
        let reply = by.post(&path, json!({ "text": words })).await;
        assert_eq!(reply.line(), "201", "{}", reply.body);
    }
    let unknown = Uuid::nil();
    let page = format!("/api/v2/comments/counts?itemIds={lamp},{unknown},{bare},{lamp}");
    let visitor = town.app.visitor();
    let counted = async |by: &Client| by.get(&page).await.payload()["items"].clone();
    let of_lamp = async |by: &Client| counted(by).await[0]["comments"].clone();
    assert_eq!(
        counted(&visitor).await,
        json!([{ "itemId": lamp, "comments": 2 }, { "itemId": bare, "comments": 0 }])
    );
    // Hidden comments are counted for their author and for the owner of the item.
    let rude = visitor.get(&path).await.payload()["items"][0]["commentId"].clone();
    set_hidden(&town.patron, &path, &text(&rude), true).await;
    for (reader, count) in [
        (&visitor, 1),
        (&town.guest, 1),
        (&town.member, 2),
        (&town.patron, 2),
    ] {
        assert_eq!(of_lamp(reader).await, json!(count));
        // The list shows as many.
        let listed = texts_of(reader, &path).await;
        assert_eq!(listed.len(), count);
    }
    // People on either side of a block are left out, but not for the owner, who keeps the gallery clean.
    block(&town.admin, &town.guest).await;
    assert_eq!(of_lamp(&town.admin).await, json!(0));
    block(&town.patron, &town.guest).await;
    assert_eq!(of_lamp(&town.patron).await, json!(2));
    let many: Vec<String> = (0..51).map(|n| Uuid::from_u128(n).to_string()).collect();
    let many = many.join(",");
    for (ids, line) in [
        ("", "422 validation_failed"),
        ("x", "422 validation_failed"),
        (&unknown.to_string(), "200"),
        (many.as_str(), "422 validation_failed"),
    ] {
        let path = format!("/api/v2/comments/counts?itemIds={ids}");
        assert_eq!(visitor.get(&path).await.line(), line, "{ids}");
    }
    town.app.stop().await;
}

/// The texts of listed comments.
async fn texts_of(by: &Client, path: &str) -> Vec<String> {
    let listed = by.get(path).await;
    let items = listed.payload()["items"].as_array().cloned();
    let items = items.unwrap_or_default();
    items.iter().map(|comment| text(&comment["text"])).collect()
}

async fn set_hidden(by: &Client, path: &str, id: &str, is_hide: bool) -> Reply {
    let body = json!({ "isHide": is_hide, "reason": "off topic" });
    by.post(&format!("{path}/{id}/status"), body).await
}

#[tokio::test]
async fn a_block_has_comments_of_people_who_may_enter_it() {
    let town = Town::start().await;
    let block_id = crate::blocks::complete(&town.patron, "plaza").await;
    let path = format!("/api/v2/comments/block/{block_id}");
    let body = |words: &str| json!({ "text": words });
    let visitor = town.app.visitor();
    let written = town.guest.post(&path, body("lovely lights")).await;
    assert_eq!(written.line(), "201", "{}", written.body);
    let id = text(&written.payload()["commentId"]);
    assert_eq!(texts_of(&visitor, &path).await, ["lovely lights"]);
    assert_eq!(
        visitor.post(&path, body("x")).await.line(),
        "401 unauthenticated"
    );
    let long = town.member.post(&path, body(&"가".repeat(101))).await;
    assert_eq!(long.line(), "422 validation_failed");
    block(&town.patron, &town.member).await;
    let refused = town.member.post(&path, body("x")).await;
    assert_eq!(refused.line(), "404 subject_not_found");

    // Only the people who may enter a private block know its comments.
    let access = async |access: &str| {
        let address = format!("/api/v3/blocks/{block_id}");
        let changed = town.patron.put(&address, json!({ "access": access })).await;
        assert_eq!(changed.line(), "200", "{}", changed.body);
    };
    access("owner").await;
    for other in [&visitor, &town.guest] {
        assert_eq!(other.get(&path).await.line(), "404 subject_not_found");
    }
    assert_eq!(
        town.guest.post(&path, body("x")).await.line(),
        "404 subject_not_found"
    );
    for manager in [&town.patron, &town.admin, &town.owner] {
        assert_eq!(texts_of(manager, &path).await, ["lovely lights"]);
    }
    // An author can take back what they wrote.
    let one = format!("{path}/{id}");
    assert_eq!(town.guest.send("DELETE", &one, None).await.line(), "200");
    access("signedIn").await;
    assert_eq!(visitor.get(&path).await.line(), "404 subject_not_found");
    assert!(texts_of(&town.guest, &path).await.is_empty());
    town.app.stop().await;
}

#[tokio::test]
async fn managers_moderate_the_gallery_of_a_block() {
    let town = Town::start().await;
    let block_id = crate::blocks::complete(&town.patron, "plaza").await;
    let path = format!("/api/v2/comments/block/{block_id}");
    let written = town.guest.post(&path, json!({ "text": "buy now" })).await;
    let id = text(&written.payload()["commentId"]);
    let visitor = town.app.visitor();
    assert_eq!(
        set_hidden(&town.member, &path, &id, true).await.line(),
        "404 comment_not_found"
    );
    for _ in 0..2 {
        assert_eq!(
            set_hidden(&town.admin, &path, &id, true).await.line(),
            "200"
        );
    }
    assert!(texts_of(&visitor, &path).await.is_empty());
    for reader in [&town.guest, &town.patron, &town.admin] {
        assert_eq!(texts_of(reader, &path).await, ["buy now"]);
    }
    let first = town.guest.get(&path).await.payload()["items"][0].clone();
    assert_eq!(
        (&first["isHide"], &first["canModerate"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(
        titles(&town.guest).await,
        ["A moderator of the gallery hid your comment"],
        "once"
    );
    assert_eq!(
        set_hidden(&town.patron, &path, &id, false).await.line(),
        "200"
    );
    assert_eq!(texts_of(&visitor, &path).await, ["buy now"]);
    let one = format!("{path}/{id}");
    assert_eq!(town.admin.send("DELETE", &one, None).await.line(), "200");
    assert_eq!(
        town.admin.send("DELETE", &one, None).await.line(),
        "404 comment_not_found"
    );
    assert_eq!(titles(&town.guest).await.len(), 3);
    town.app.stop().await;
}
