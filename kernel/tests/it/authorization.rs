//! Authorization of every operation of the contract: as a visitor, without the role, without a recent proof of
//! identity, and with an id of another person. A new operation is covered by being in the document; one that cannot be
//! classified fails.

mod owned_objects;
mod scopes;

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::postgres::PgRow;
use sqlx::{AssertSqlSafe, Row};
use uuid::Uuid;
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use crate::http::{Operation, is_problem, operations, sample};
use crate::user::text;
use owned_objects::{IdOwner, OwnedObjects, id_owner};

const MINUTE: std::time::Duration = std::time::Duration::from_secs(60);

/// The operations without authentication, reviewed one by one.
const FOR_ANYBODY: &[&str] = &[
    "GET /api/captcha/challenge",
    "GET /api/exchange/rate",
    "GET /api/ip",
    "GET /api/push/key",
    "GET /api/ui/plugins",
    "GET /api/v2/profile/check/{id}",
    "GET /api/v2/profile/user/{name}",
    "GET /api/v2/user/query/nickname",
    "GET /api/v2/user/sns/{id}",
    // The plugin's rule decides.
    "GET /api/x/{id}/-/files/{name}",
    "GET /api/x/probe/rooms/{room}",
    "GET /api/x/probe/seats",
    "POST /api/recaptcha",
    // The room's plugin decides.
    "POST /api/rooms/{id}/join",
    // Registration and login.
    "POST /api/user/email/register",
    "POST /api/user/login",
    "POST /api/user/login/code/describe",
    "POST /api/user/login/code/redeem",
    "POST /api/user/login/passkey/finish",
    "POST /api/user/login/passkey/start",
    "POST /api/user/login/second-factor",
    "POST /api/user/logout",
    "POST /api/user/refresh",
    "POST /api/user/register/verify",
    "POST /api/v2/user/email/resend",
    // Operations with a token from a mail.
    "GET /api/safety/decisions/{id}",
    "GET /api/user/resetpw/{email}/{encoded}",
    "POST /api/safety/decisions/{id}/appeal",
    "POST /api/user/email/resetpw",
    "POST /api/user/resetpw/change",
    "POST /api/user/resetpw/confirm",
    // The endpoint of a device is a secret of its browser and its push service.
    "POST /api/push/subscriptions/renew",
    // Operations with a signature.
    "POST /api/payments/{provider}/webhook",
    // Plugins, whose policies decide.
    "GET /api/v2/orders/products",
    "GET /api/v2/orders/products/{productId}",
    "GET /api/v2/orders/products/search",
    "GET /api/v2/orders/terms",
    "GET /api/v2/orders/draws/{itemId}",
    "GET /api/v2/avatars/users/{id}",
    "GET /api/v2/user/{id}/portrait",
    "GET /api/v3/blocks/lively",
    "GET /api/v2/collections/official",
    "GET /api/v2/collections/search",
    "GET /api/v2/collections/{id}",
    "GET /api/v2/collections/{id}/items",
    "GET /api/v2/items/search",
    "GET /api/v2/items/{id}",
    "GET /api/v2/items/{id}/provenance",
    "GET /api/v2/market/collections/{id}",
    "GET /api/v2/market/collections/{id}/offers",
    "GET /api/v2/market/collections/{id}/sales",
    "GET /api/v2/market/items/{id}",
    "GET /api/v2/market/items/{id}/offers",
    "GET /api/v2/market/items/{id}/sales",
    "GET /api/v2/market/listings",
    "GET /api/v2/market/sales/{saleId}",
    "GET /api/v2/market/rules",
    "GET /api/v2/user/inventory/paging/{userId}",
    "GET /api/v2/comments/counts",
    "GET /api/v2/comments/{kind}/{id}",
    "GET /api/v2/world/announcements/{world}",
    "GET /api/v2/world/announcements/{world}/{id}",
    "GET /api/v2/world/feed",
    "GET /api/v2/world/feed/block/query",
    "GET /api/v2/world/feed/fixed/{world}",
    "GET /api/v2/world/feed/{id}",
    "GET /api/v2/world/feed/{id}/comments",
    "GET /api/v2/world/feed/{id}/history",
    "GET /api/v2/worlds/basic-info",
    "GET /api/v2/world/posts/search",
    "GET /api/v2/worlds/mInfo",
    "GET /api/v2/worlds/search",
    "GET /api/v3/events",
    "GET /api/v3/events/search",
    "GET /api/v3/events/{id}",
    "GET /api/v3/events/{id}/draw",
    "GET /api/v3/events/{id}/draw/leaves",
    "GET /api/v3/events/{id}/participants",
    "GET /api/v3/events/{id}/ranking",
    "GET /api/v3/meetup/ranking",
    "GET /api/v3/meetup/{id}/detail",
    "GET /api/v3/blocks/{id}",
    "GET /api/v3/blocks/{id}/entry",
    "GET /api/v3/blocks/{id}/puzzle",
    "GET /api/v3/blocks/{id}/puzzle/times",
    "GET /api/v3/blocks/{id}/race",
    "GET /api/v3/blocks/{id}/race/times",
    "GET /api/v3/blocks/{id}/scene",
    "GET /api/v3/invitations/{code}",
    "GET /api/v3/worlds",
    "GET /api/v3/worlds/basic-info/{worldName}",
    "GET /api/v3/worlds/{worldId}/extensions",
    "GET /api/v3/worlds/{id}/blocks",
    "GET /api/v3/worlds/{id}/blocks/{blockName}",
    "GET /api/v3/worlds/{id}/collections",
    "GET /api/v3/worlds/{id}/item-collections",
    "GET /api/v3/worlds/{id}/main-block",
    "GET /api/v3/worlds/{id}/members",
    "GET /api/v3/worlds/{id}/witch-points",
    "GET /api/x/probe/open",
    "POST /api/x/probe/open",
];

fn is_for_anybody(operation: &Operation) -> bool {
    FOR_ANYBODY.contains(&operation.to_string().as_str())
}

/// The inputs: a valid shape, no body, and malformed bytes.
fn bodies(operation: &Operation) -> Vec<Option<Vec<u8>>> {
    let shaped = operation
        .body()
        .map(|schema| sample(schema).to_string().into_bytes());
    vec![shaped, None, Some(b"{".to_vec())]
}

async fn ask(
    client: &Client,
    operation: &Operation,
    address: &str,
    body: Option<Vec<u8>>,
) -> Reply {
    // A stream, with the same refusals as every other operation.
    let reply = client.send(&operation.method, address, body).await;
    is_answered(&reply, operation);
    reply
}

fn is_answered(reply: &Reply, operation: &Operation) {
    assert!(
        !reply.status.is_server_error(),
        "{operation}: {}",
        reply.line()
    );
    if !reply.status.is_success() {
        is_problem(reply, &operation.to_string());
    }
}

/// All rows, as one digest per table: a refusal must not change them.
async fn everything(app: &TestApp) -> BTreeMap<String, String> {
    let tables = sqlx::query(
        "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
         where schemaname in ('kernel', 'ledger') or schemaname like 'plugin\\_%' order by 1",
    )
    .fetch_all(app.owner())
    .await
    .unwrap();
    let mut parts = Vec::new();
    for table in tables {
        let name: String = table.get("name");
        // Attempts are counted by design; the kernel checks its ledger when it starts.
        if ["kernel.login_guard", "kernel.ledger_check"].contains(&name.as_str()) {
            continue;
        }
        // Repeating timers may run at any time.
        let which = match name.as_str() {
            "kernel.timer" => "where t.cron is null",
            _ => "",
        };
        parts.push(format!(
            "select '{name}' as name, md5(string_agg(t::text, '\n' order by t::text)) as digest from {name} t {which}"
        ));
    }
    assert!(parts.len() > 20, "the tables are there");
    // One statement: some tests ask for all tables hundreds of times.
    let digests = sqlx::query(AssertSqlSafe(parts.join(" union all ")))
        .fetch_all(app.owner())
        .await
        .unwrap();
    let of_table = |row: &PgRow| {
        let digest: Option<String> = row.get("digest");
        (row.get("name"), digest.unwrap_or_default())
    };
    digests.iter().map(of_table).collect()
}

async fn nothing_changed(app: &TestApp, before: &BTreeMap<String, String>, what: &str) {
    let after = everything(app).await;
    for (table, digest) in before {
        assert_eq!(*digest, after[table], "{what} wrote to {table}");
    }
}

#[tokio::test]
async fn public_operations_need_no_login() {
    let app = TestApp::start().await;
    let visitor = app.visitor();
    let forged = visitor.with_token("a.b.c");
    let before = everything(&app).await;
    let all = operations(&app).await;
    let mut asked = 0;
    for operation in &all {
        let open = is_for_anybody(operation);
        match &operation.about["security"] {
            security if *security == json!([{ "bearer": [] }]) => {
                assert!(
                    !open,
                    "{operation} requires a login, but is listed as public"
                );
            }
            security if *security == json!([]) => {
                assert!(
                    open,
                    "{operation} needs nobody: list it in FOR_ANYBODY, or give it `.signed_in()`"
                );
            }
            security => assert_eq!(
                *security,
                json!([{}, { "bearer": [] }]),
                "{operation} has a kind of security that this test does not know"
            ),
        }
        if open {
            continue;
        }
        for body in bodies(operation) {
            for client in [&visitor, &forged] {
                let reply = ask(client, operation, &operation.address(), body.clone()).await;
                assert_eq!(reply.line(), "401 unauthenticated", "{operation}");
            }
        }
        asked += 1;
    }
    for listed in FOR_ANYBODY {
        assert!(
            all.iter().any(|operation| operation.to_string() == *listed),
            "{listed} is listed but does not exist"
        );
    }
    assert!(asked >= 60, "most operations require a login: {asked}");
    nothing_changed(&app, &before, "nobody").await;
    app.stop().await;
}

#[tokio::test]
async fn role_permissions_are_refused_to_others() {
    let app = TestApp::start().await;
    let (member, nameless) = (app.person("mina").await, app.nameless("nameless").await);
    let moderator = app.with_role("mod_a", "moderator").await;
    let objects = OwnedObjects::of(&app).await;
    let before = everything(&app).await;
    let (mut moderators, mut admins) = (0, 0);
    for operation in operations(&app).await {
        let wrong: &[&Client] = match operation.about["x-role"].as_str() {
            Some("moderator") => {
                moderators += 1;
                &[&member, &nameless]
            }
            Some("admin") => {
                admins += 1;
                &[&member, &nameless, &moderator]
            }
            Some(other) => panic!("{operation} is for {other:?}, whom this test does not know"),
            None => {
                let path = &operation.path;
                let staff = path.starts_with("/api/admin/") || path.starts_with("/api/moderation/");
                assert!(!staff, "{operation} says nothing of a role");
                continue;
            }
        };
        // With existing ids, so that no request is refused with 404.
        for body in bodies(&operation) {
            for client in wrong {
                let address = objects.address(&operation);
                let reply = ask(client, &operation, &address, body.clone()).await;
                assert_eq!(reply.line(), "403 forbidden", "{operation}");
            }
        }
    }
    assert!(moderators >= 4 && admins >= 10, "{moderators}, {admins}");
    nothing_changed(&app, &before, "somebody without the role").await;
    app.stop().await;
}

/// People who signed in eleven minutes ago, with fresh access tokens.
async fn stale<const N: usize>(app: &TestApp, nicknames: [&str; N]) -> [Client; N] {
    let mut cookies = Vec::new();
    for nickname in nicknames {
        let email = format!("{nickname}@test.witverse.dev");
        let body = json!({ "email": email, "password": PASSWORD });
        let logged_in = app.visitor().post("/api/user/login", body).await;
        cookies.push(logged_in.cookie("witverse_refresh").unwrap());
    }
    app.advance(11 * MINUTE);
    let mut people = Vec::new();
    for cookie in cookies {
        let browser = app
            .visitor()
            .with_header("cookie", &format!("witverse_refresh={cookie}"));
        let renewed = browser.send("POST", "/api/user/refresh", None).await;
        let token = text(&renewed.payload()["accessToken"]);
        people.push(app.visitor().with_token(&token));
    }
    people.try_into().ok().unwrap()
}

#[tokio::test]
async fn sensitive_operations_require_sudo_and_others_do_not() {
    let app = TestApp::start().await;
    app.person("mina").await;
    app.administrator().await;
    let [person, keeper] = stale(&app, ["mina", "keeper"]).await;
    let (sudo, rest): (Vec<Operation>, Vec<Operation>) = operations(&app)
        .await
        .into_iter()
        .filter(|operation| operation.path != "/api/live")
        .partition(|operation| operation.about["x-sudo"] == true);
    assert!(sudo.len() >= 13, "{}", sudo.len());
    for operation in &rest {
        let by_staff = operation.about["x-role"].is_string();
        assert!(
            !by_staff || operation.method == "GET",
            "{operation} changes something without a recent proof of its administrator"
        );
    }
    // A login link proves nothing, however new its session is.
    let fresh = app.log_in("keeper", Uuid::nil()).await;
    let code = fresh.post("/api/user/login/code", json!({})).await;
    let code = json!({ "code": code.payload()["code"] });
    let link = app
        .visitor()
        .post("/api/user/login/code/redeem", code)
        .await;
    let link = app
        .visitor()
        .with_token(&text(&link.payload()["accessToken"]));
    for operation in &sudo {
        if operation.about["x-role"].is_string() {
            let body = bodies(operation).remove(0);
            let reply = ask(&link, operation, &operation.address(), body).await;
            assert_eq!(reply.line(), "403 reauthentication_required", "{operation}");
        }
    }
    let before = everything(&app).await;
    for operation in &sudo {
        let person = operation.allowed_client(&person, &keeper);
        for body in bodies(operation) {
            let reply = ask(person, operation, &operation.address(), body).await;
            assert_eq!(reply.line(), "403 reauthentication_required", "{operation}");
        }
    }
    nothing_changed(&app, &before, "a session without a fresh proof").await;
    for operation in &rest {
        // These end the session, or renew the proof of identity.
        let ends = ["/api/user/logout", "/api/account/reauthenticate"].contains(&&*operation.path);
        if ends {
            continue;
        }
        let body = bodies(operation).remove(0);
        let reply = ask(&person, operation, &operation.address(), body).await;
        assert_ne!(
            reply.body["code"], "reauthentication_required",
            "{operation} asks for a proof, and the document does not say so"
        );
    }
    for person in [&person, &keeper] {
        let proof = json!({ "password": PASSWORD });
        let proven = person.post("/api/account/reauthenticate", proof).await;
        assert_eq!(proven.line(), "200");
    }
    for operation in &sudo {
        let body = bodies(operation).remove(0);
        let person = operation.allowed_client(&person, &keeper);
        let reply = ask(person, operation, &operation.address(), body).await;
        assert_ne!(
            reply.body["code"], "reauthentication_required",
            "{operation}"
        );
    }
    app.stop().await;
}

#[tokio::test]
async fn an_id_of_another_person_is_refused() {
    let app = TestApp::start().await;
    let objects = OwnedObjects::of(&app).await;
    let (mallory, visitor) = (app.person("mallory").await, app.visitor());
    let moderator = app.with_role("mod_a", "moderator").await;
    let before = everything(&app).await;
    let owned = objects.owner_data(&app).await;
    let mut seen = [0; 6];
    let mut named: Vec<Operation> = operations(&app).await;
    named.retain(|operation| operation.path.contains('{'));
    // Operations that may write come last, so that writes of the others are detected.
    named.sort_by_key(|operation| match id_owner(operation) {
        IdOwner::About => 2,
        IdOwner::Proof => 1,
        _ => 0,
    });
    for operation in named {
        let (owner, address) = (id_owner(&operation), objects.address(&operation));
        let words = json!({
            "text": "제가 쓴 글이 아닙니다. 다시 확인해 주시기 바랍니다.", "name": "mine now",
        });
        for client in [&mallory, &moderator, &visitor] {
            for body in [bodies(&operation).remove(0), Some(words.to_string().into())] {
                let reply = ask(client, &operation, &address, body).await;
                let status = reply.status.as_u16();
                let fits = match owner {
                    IdOwner::Own => matches!(status, 401 | 403 | 404 | 422),
                    // Moderators have access where their role allows it, which another test covers.
                    IdOwner::Staff if client.id == moderator.id => true,
                    IdOwner::Staff => matches!(status, 401 | 403),
                    IdOwner::Proof => status == 400,
                    IdOwner::Signed => status == 401,
                    IdOwner::About | IdOwner::Public => true,
                };
                assert!(fits, "{operation}, which is {owner:?}: {}", reply.line());
            }
        }
        if matches!(owner, IdOwner::Own | IdOwner::Proof | IdOwner::Signed) {
            // The attempt is counted on the reset; no other write is allowed.
            let mut before = before.clone();
            let now = everything(&app).await;
            if owner == IdOwner::Proof {
                before.remove("kernel.password_reset");
            }
            for (table, digest) in &before {
                assert_eq!(*digest, now[table], "{operation} wrote to {table}");
            }
        }
        seen[match owner {
            IdOwner::Own => 0,
            IdOwner::Staff => 1,
            IdOwner::About => 2,
            IdOwner::Proof => 3,
            IdOwner::Public => 4,
            IdOwner::Signed => 5,
        }] += 1;
        assert_eq!(objects.owner_data(&app).await, owned, "{operation}");
    }
    let [own, staff, about, proof, public, signed] = seen;
    assert!(
        own >= 11 && staff >= 12 && about >= 4 && proof >= 1 && public >= 3 && signed >= 1,
        "{seen:?}"
    );
    app.stop().await;
}
