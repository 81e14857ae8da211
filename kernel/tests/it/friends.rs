//! `/api/v2/relationship/…`: requests, answers, ends of friendships, and search.

mod endings;
mod finding;
mod races;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use crate::live::Screen;
use crate::support::portrait_of;
use crate::user::{says, text};

const BASE: &str = "/api/v2/relationship";

pub(crate) async fn ask(client: &Client, nickname: &str) -> Reply {
    let path = format!("{BASE}/request/friend");
    client.post(&path, json!({ "nickname": nickname })).await
}

async fn answer(client: &Client, id: &str, approve: bool) -> Reply {
    let path = format!("{BASE}/process/request");
    let body = json!({ "relationshipId": id, "approve": approve });
    client.post(&path, body).await
}

async fn cancel(client: &Client, id: &str) -> Reply {
    let path = format!("{BASE}/cancel/request");
    client.post(&path, json!({ "relationshipId": id })).await
}

pub(crate) async fn unfriend(client: &Client, nickname: &str) -> Reply {
    let path = format!("{BASE}/delete/friend");
    client.post(&path, json!({ "nickname": nickname })).await
}

async fn state(client: &Client, nickname: &str) -> String {
    let reply = client.get(&format!("{BASE}/with/{nickname}")).await;
    text(&reply.payload()["state"])
}

async fn friends(client: &Client) -> Vec<String> {
    let reply = client.get(&format!("{BASE}/get/friends")).await;
    let items = reply.payload()["items"].as_array().unwrap().clone();
    assert_eq!(reply.payload()["total"], items.len());
    items.iter().map(|item| text(&item["nickname"])).collect()
}

/// Friends, requests received and sent, from the counters.
async fn counted(client: &Client) -> [i64; 3] {
    let reply = client.get(&format!("{BASE}/summary")).await;
    ["friends", "received", "sent"].map(|name| reply.payload()[name].as_i64().unwrap())
}

/// Makes two people friends; the first sends the request.
pub(crate) async fn befriend(one: &Client, other: (&Client, &str)) {
    let asked = ask(one, other.1).await;
    let id = text(&asked.payload()["relationshipId"]);
    let answered = answer(other.0, &id, true).await;
    assert_eq!(answered.payload()["status"], 1);
}

/// The counters, the lists and both sides of every friendship agree.
pub(crate) async fn assert_friends_consistent(app: &TestApp) {
    let wrong = "select count(*) from (
        (select t.account_id, t.friends::bigint, t.received::bigint, t.sent::bigint from plugin_friends.tally t
         where (t.friends, t.received, t.sent) <> (0, 0, 0))
        except
        (select p.id,
            (select count(*) from plugin_friends.friend f where f.account_id = p.id),
            (select count(*) from plugin_friends.relationship r where r.asked_id = p.id and r.status = 0),
            (select count(*) from plugin_friends.relationship r where r.asker_id = p.id and r.status = 0)
         from kernel.account p)) x";
    assert_eq!(app.count(wrong).await, 0, "a counter is wrong");
    let one_sided = "select count(*) from (
        (select account_id, friend_id from plugin_friends.friend)
        except
        (select asker_id, asked_id from plugin_friends.relationship where status = 1
         union all select asked_id, asker_id from plugin_friends.relationship where status = 1)) x";
    assert_eq!(app.count(one_sided).await, 0, "a friendship of one");
    let unlisted = "select (select 2 * count(*) from plugin_friends.relationship where status = 1)
        - (select count(*) from plugin_friends.friend)";
    assert_eq!(app.count(unlisted).await, 0, "a friendship nobody sees");
    let uncounted = "select (select coalesce(sum(friends), 0) from plugin_friends.tally)
        - (select count(*) from plugin_friends.friend)";
    assert_eq!(app.count(uncounted).await, 0, "a friend nobody counts");
}

#[tokio::test]
async fn a_request_is_accepted() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut screen = Screen::open(&theo).await;
    let asked = ask(&mina, "theo").await;
    let id = text(&asked.payload()["relationshipId"]);
    let card = |id: Uuid, name: &str| json!({ "userId": id, "nickname": name, "thumbnail": portrait_of(id) });
    assert_eq!(
        *asked.payload(),
        json!({ "relationshipId": id, "status": 0, "person": card(theo.id, "theo") })
    );
    let push = screen.next().await.unwrap();
    assert_eq!(push.event, "friends.changed");
    assert_eq!(push.data, json!({ "kind": "requested", "userId": mina.id }));
    assert_eq!(
        (
            state(&mina, "theo").await,
            state(&theo, "mina").await,
            state(&mina, "mina").await
        ),
        ("sent".into(), "received".into(), "self".into())
    );
    assert_eq!(
        (counted(&mina).await, counted(&theo).await),
        ([0, 0, 1], [0, 1, 0])
    );
    for (client, direction, other) in [
        (&mina, "sent", card(theo.id, "theo")),
        (&theo, "received", card(mina.id, "mina")),
    ] {
        let path = format!("{BASE}/requests?direction={direction}");
        let list = client.get(&path).await;
        assert_eq!(list.payload()["total"], 1);
        let item = &list.payload()["items"][0];
        let expected = json!({
            "relationshipId": id, "direction": direction, "person": other,
            "requestedAt": item["requestedAt"], "status": 0,
        });
        assert_eq!(*item, expected);
    }
    says(
        &ask(&mina, "theo").await,
        "409 friend_request_exists",
        "이미 친구 요청을 보냈습니다.",
        "You have already sent a friend request.",
    );
    let mut screen = Screen::open(&mina).await;
    let answered = answer(&theo, &id, true).await;
    assert_eq!(
        *answered.payload(),
        json!({ "relationshipId": id, "status": 1, "person": card(mina.id, "mina") })
    );
    let push = screen.next().await.unwrap();
    assert_eq!(push.data, json!({ "kind": "accepted", "userId": theo.id }));
    let list = mina.get(&format!("{BASE}/get/friends")).await;
    let item = &list.payload()["items"][0];
    let mut expected = card(theo.id, "theo");
    expected["since"] = item["since"].clone();
    assert_eq!(*item, expected);
    assert!(item["since"].as_str().unwrap().ends_with('Z'));
    assert_eq!(friends(&theo).await, ["mina"]);
    assert_eq!(
        (counted(&mina).await, counted(&theo).await),
        ([1, 0, 0], [1, 0, 0])
    );
    for client in [(&mina, "theo"), (&theo, "mina")] {
        assert_eq!(ask(client.0, client.1).await.line(), "409 already_friends");
        assert_eq!(state(client.0, client.1).await, "friends");
    }
    let again = answer(&theo, &id, false).await;
    says(
        &again,
        "409 request_answered",
        "이미 수락한 친구 요청입니다.",
        "This friend request has already been accepted.",
    );
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn operations_require_their_roles() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let (visitor, nameless) = (app.visitor(), app.nameless("nameless").await);
    assert_eq!(ask(&visitor, "theo").await.line(), "401 unauthenticated");
    assert_eq!(ask(&nameless, "theo").await.line(), "403 nickname_required");
    assert_eq!(ask(&mina, "mina").await.line(), "422 friend_self");
    for nobody in ["nobody", "", "nameless", "테오"] {
        says(
            &ask(&mina, nobody).await,
            "404 user_not_found",
            "존재하지 않는 사용자입니다.",
            "No such user.",
        );
    }
    let asked = ask(&mina, "theo").await;
    let id = text(&asked.payload()["relationshipId"]);
    let sora = app.person("sora").await;
    for approve in [true, false] {
        for (client, id) in [
            (&sora, &*id),
            (&mina, &id),
            (&theo, "7"),
            (&theo, &Uuid::nil().to_string()),
        ] {
            let reply = answer(client, id, approve).await;
            assert_eq!(reply.line(), "404 request_not_found");
        }
    }
    for client in [&sora, &theo] {
        let reply = cancel(client, &id).await;
        assert_eq!(reply.line(), "404 request_not_found");
    }
    for other in ["theo", "nobody", "mina"] {
        assert_eq!(unfriend(&mina, other).await.line(), "404 not_friends");
    }
    assert_eq!(counted(&theo).await, [0, 1, 0]);
    assert_friends_consistent(&app).await;
    app.stop().await;
}

#[tokio::test]
async fn a_muted_person_cannot_send_requests() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let theo = app.person("theo").await;
    let sanctions = format!("/api/admin/users/{}/sanctions", mina.id);
    let body = json!({ "action": "mute", "reason": "because", "hours": 24 });
    assert_eq!(keeper.post(&sanctions, body).await.line(), "200");
    assert_eq!(ask(&mina, "theo").await.line(), "403 muted");
    // A muted person may answer, because an answer contains no text.
    befriend(&theo, (&mina, "mina")).await;
    app.stop().await;
}

#[tokio::test]
async fn only_the_rejected_person_waits_a_week() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let mut screen = Screen::open(&mina).await;
    let asked = ask(&mina, "theo").await;
    let id = text(&asked.payload()["relationshipId"]);
    assert_eq!(answer(&theo, &id, false).await.payload()["status"], 2);
    says(
        &answer(&theo, &id, true).await,
        "409 request_answered",
        "이미 거절한 친구 요청입니다.",
        "This friend request has already been declined.",
    );
    // No answer to Mina says that her request was rejected.
    assert_eq!(cancel(&mina, &id).await.line(), "404 request_not_found");
    assert_eq!(state(&mina, "theo").await, "none");
    let again_too_soon = ask(&mina, "theo").await;
    says(
        &again_too_soon,
        "409 friend_request_refused_lately",
        "이 사람에게는 아직 친구 요청을 다시 보낼 수 없습니다. 늦어도 7일 뒤에는 다시 보낼 수 있습니다.",
        "You can't send this person another request yet. You can try again in 7 days at the latest.",
    );
    assert!(again_too_soon.header("retry-after").is_none());
    assert_eq!(counted(&mina).await, [0, 0, 0]);
    // The other person may send a request at once; the first push that Mina gets is about that.
    let asked = ask(&theo, "mina").await;
    assert_eq!(asked.payload()["status"], 0);
    let push = screen.next().await.unwrap();
    assert_eq!(push.data["kind"], "requested");
    let second = text(&asked.payload()["relationshipId"]);
    assert_ne!(second, id, "made anew");
    assert_eq!(cancel(&theo, &second).await.line(), "200");

    let third = text(&ask(&mina, "theo").await.payload()["relationshipId"]);
    assert_eq!(answer(&theo, &third, false).await.line(), "200");
    app.advance(std::time::Duration::from_secs(7 * 86_400 + 1));
    app.eventually("the refusal is forgotten", async || {
        app.count("select count(*) from plugin_friends.relationship")
            .await
            == 0
    })
    .await;
    let mina = again(&app, "mina").await;
    assert_eq!(ask(&mina, "theo").await.line(), "200");
    assert_friends_consistent(&app).await;
    app.stop().await;
}

/// A person with a new session, because access tokens are short-lived and the clock was advanced.
pub(crate) async fn again(app: &TestApp, name: &str) -> Client {
    let reply = crate::account::log_in(app, name, witverse_testing::PASSWORD).await;
    let mut client = crate::account::client_of(app, &reply);
    let profile = client.get(&format!("/api/v2/profile/user/{name}")).await;
    client.id = text(&profile.payload()["id"]).parse().unwrap();
    client
}

/// The values of a field in the rows of a list.
fn column(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| text(&row[name])).collect()
}
