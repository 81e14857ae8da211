//! The operations of blocks: one success each, and their refusals.

use serde_json::{Value, json};
use witverse_testing::{Client, TestApp};

use super::Contract;
use crate::blocks::{BLOCKS, new_block, scene};
use crate::user::text;

const OF_WORLD: &str = "/api/v3/worlds/blocky/blocks";
/// The people of the calls: the owner of the world, and a person without a world.
type Two<'a> = (&'a Client, &'a Client);

pub(super) async fn call_everything(contract: &mut Contract, app: &TestApp) {
    let (owner, guest) = (
        app.person("blockowner").await,
        app.person("blockguest").await,
    );
    let new = json!({ "worldName": "blocky", "isPublic": true });
    owner.post("/api/v3/worlds", new).await;
    let two = (&owner, &guest);
    let id = settings(contract, app, two).await;
    scenes(contract, two, &id).await;
    items(contract, app, two).await;
    visits(contract, app, two, &id).await;
    races(contract, app, two).await;
    puzzles(contract, app, two).await;
    let path = format!("{BLOCKS}/{id}");
    for who in [&guest, &owner, &owner] {
        contract.call(who, "DELETE", &path, Value::Null).await;
    }
}

async fn settings(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) -> String {
    let created = contract
        .call(owner, "POST", OF_WORLD, new_block("plaza"))
        .await;
    let id = text(&created.payload()["blockId"]);
    let nowhere = "/api/v3/worlds/nowhere/blocks";
    for (who, path, body) in [
        (owner, OF_WORLD, new_block("plaza")),
        (owner, OF_WORLD, new_block("x")),
        (owner, OF_WORLD, new_block("ab")),
        (owner, OF_WORLD, json!({})),
        (guest, OF_WORLD, new_block("other")),
        (owner, nowhere, new_block("other")),
        (&app.visitor(), OF_WORLD, new_block("other")),
    ] {
        contract.call(who, "POST", path, body).await;
    }
    let path = format!("{BLOCKS}/{id}");
    for body in [
        json!({ "access": "signedIn" }),
        json!({ "type": "x" }),
        json!({ "title": { "ko": "", "en": "" } }),
        json!({ "blockName": "event" }),
    ] {
        for who in [owner, guest] {
            contract.call(who, "PUT", &path, body.clone()).await;
        }
    }
    let thumbnails = format!("{path}/thumbnails");
    for images in [json!([]), json!([uuid::Uuid::nil()]), json!(1)] {
        let body = json!({ "images": images });
        contract.call(owner, "PUT", &thumbnails, body).await;
    }
    let drafts = format!("{BLOCKS}/drafts");
    contract.call(owner, "GET", &drafts, Value::Null).await;
    id
}

/// The lantern race in a block of its own, with the owner in its room.
async fn races(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) {
    let game = json!("lantern-race");
    let id = crate::lantern_race::course_block(owner, OF_WORLD, game).await;
    let race = format!("{BLOCKS}/{id}/race");
    let (join, leave) = (format!("{race}/join"), format!("{race}/leave"));
    let times = format!("{race}/times");
    contract.call(owner, "GET", &race, Value::Null).await;
    contract.call(owner, "POST", &race, json!({})).await;
    contract.call(owner, "POST", &join, Value::Null).await;
    let address = crate::rooms::socket::listen(app).await;
    let _inside = crate::lantern_race::Walker::enter(address, owner, &id).await;
    for body in [
        json!({ "laps": 9 }),
        json!({ "laps": "x" }),
        json!({}),
        json!({}),
    ] {
        for who in [owner, guest, &app.visitor()] {
            contract.call(who, "POST", &race, body.clone()).await;
        }
    }
    for who in [owner, guest, &app.visitor()] {
        contract.call(who, "GET", &race, Value::Null).await;
        contract.call(who, "POST", &join, Value::Null).await;
        contract.call(who, "POST", &leave, Value::Null).await;
        for query in ["", "?limit=0", "?page=101"] {
            let path = format!("{times}{query}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    let review: uuid::Uuid = impossible_time(app, &id, guest).await;
    for who in [guest, &app.visitor(), owner] {
        for query in ["", "?limit=0", "?page=101"] {
            let path = format!("{race}/reviews{query}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
        let way = format!("{race}/reviews/{review}/way");
        contract.call(who, "GET", &way, Value::Null).await;
        for verdict in ["accept", "reject"] {
            let path = format!("{race}/reviews/{review}/{verdict}");
            contract.call(who, "POST", &path, Value::Null).await;
        }
    }
    // A moderator does not decide about their own time.
    for runner in [guest, owner] {
        let review = impossible_time(app, &id, runner).await;
        let path = format!("{race}/reviews/{review}/reject");
        contract.call(owner, "POST", &path, Value::Null).await;
    }
    let nowhere = format!("{BLOCKS}/{}/race", uuid::Uuid::nil());
    for (method, path) in [
        ("GET", "reviews"),
        ("GET", "reviews/x/way"),
        ("POST", "reviews/x/accept"),
        ("POST", "reviews/x/reject"),
    ] {
        let path = format!("{nowhere}/{path}");
        contract.call(owner, method, &path, Value::Null).await;
    }
    contract.call(owner, "GET", &nowhere, Value::Null).await;
    contract.call(owner, "POST", &nowhere, json!({})).await;
    contract
        .call(owner, "GET", &format!("{nowhere}/times"), Value::Null)
        .await;
    let body = json!({ "type": "social" });
    contract
        .call(owner, "PUT", &format!("{BLOCKS}/{id}"), body)
        .await;
    contract.call(owner, "POST", &race, json!({})).await;
}

/// The lantern puzzle in a block of its own, with the owner in its room.
async fn puzzles(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) {
    let game = json!("lantern-puzzle");
    let id = crate::lantern_race::course_block(owner, OF_WORLD, game).await;
    let puzzle = format!("{BLOCKS}/{id}/puzzle");
    contract.call(owner, "POST", &puzzle, Value::Null).await;
    let address = crate::rooms::socket::listen(app).await;
    let _inside = crate::lantern_race::Walker::enter(address, owner, &id).await;
    let run = crate::lantern_puzzle::start(owner, &id)
        .await
        .payload()
        .clone();
    let run_id = run["runId"].as_str().unwrap().to_owned();
    let board = u32::try_from(run["board"].as_u64().unwrap()).unwrap();
    let log = crate::lantern_puzzle::log(&crate::lantern_puzzle::solution(board));
    for who in [owner, guest, &app.visitor()] {
        contract.call(who, "GET", &puzzle, Value::Null).await;
        contract.call(who, "POST", &puzzle, Value::Null).await;
        for list in ["times", "reviews"] {
            for query in ["", "?limit=0", "?page=101"] {
                let path = format!("{puzzle}/{list}{query}");
                contract.call(who, "GET", &path, Value::Null).await;
            }
        }
        for body in [json!({}), json!({ "presses": [{ "cell": 0, "atMs": 0 }] })] {
            let path = format!("{puzzle}/{run_id}/finish");
            contract.call(who, "POST", &path, body).await;
        }
    }
    app.advance(std::time::Duration::from_secs(5));
    for step in ["finish", "give-up", "accept", "reject"] {
        let path = format!("{puzzle}/{run_id}/{step}");
        for who in [guest, &app.visitor(), owner] {
            let body = if step == "finish" {
                log.clone()
            } else {
                Value::Null
            };
            contract.call(who, "POST", &path, body).await;
        }
    }
    // A run that waits for a moderator, who does not decide about their own one.
    let _beside = crate::lantern_race::Walker::enter(address, guest, &id).await;
    for (player, verdict) in [
        (guest, "accept"),
        (guest, "reject"),
        (owner, "accept"),
        (owner, "reject"),
    ] {
        let run = crate::lantern_puzzle::start(player, &id)
            .await
            .payload()
            .clone();
        let board = u32::try_from(run["board"].as_u64().unwrap()).unwrap();
        let mut fast = crate::lantern_puzzle::log(&crate::lantern_puzzle::solution(board));
        for press in fast["presses"].as_array_mut().unwrap() {
            press["atMs"] = json!(1);
        }
        let path = format!("{puzzle}/{}", run["runId"].as_str().unwrap());
        contract
            .call(player, "POST", &format!("{path}/finish"), fast)
            .await;
        contract
            .call(owner, "GET", &format!("{puzzle}/reviews"), Value::Null)
            .await;
        contract
            .call(owner, "POST", &format!("{path}/{verdict}"), Value::Null)
            .await;
    }
    let nowhere = format!("{BLOCKS}/{}/puzzle", uuid::Uuid::nil());
    for (method, path) in [
        ("GET", ""),
        ("POST", ""),
        ("GET", "/times"),
        ("GET", "/reviews"),
        ("POST", "/x/give-up"),
        ("POST", "/x/accept"),
        ("POST", "/x/reject"),
    ] {
        let path = format!("{nowhere}{path}");
        contract.call(owner, method, &path, Value::Null).await;
    }
}

/// A time of a person in an ended race that waits for a decision.
async fn impossible_time(app: &TestApp, block: &str, person: &Client) -> uuid::Uuid {
    sqlx::query_scalar(
        "with race as (
             insert into plugin_lantern_race.race (id, block_id, course, gates, laps, state, end_reason, created_ms,
                 lobby_until_ms, go_ms, limit_ms, created_at, ended_at)
             values (gen_random_uuid(), $1::uuid, 'c-1', '{s,a}', 1, 'ended', 'finished', 1, 2, 3, 4, now(), now())
             returning id),
         run as (
             insert into plugin_lantern_race.runner (race_id, account_id, state, passed, false_starts, time_ms, is_best,
                 joined_at, review) select id, $2, 'finished', 3, 0, 5, false, now(), 'pending' from race
             returning race_id)
         insert into plugin_lantern_race.review (id, block_id, race_id, account_id, time_ms, from_step, to_step, took_ms,
             least_ms, found_at)
         select gen_random_uuid(), $1::uuid, race_id, $2, 5, 0, 1, 5, 900, now() from run returning id",
    )
    .bind(block)
    .bind(person.id)
    .fetch_one(app.owner())
    .await
    .unwrap()
}

async fn scenes(contract: &mut Contract, (owner, guest): Two<'_>, id: &str) {
    let path = format!("{BLOCKS}/{id}");
    let save = format!("{path}/scene");
    for (based_on, scene) in [
        (1, scene(3)),
        (1, scene(3)),
        (2, json!({})),
        (2, scene(401)),
    ] {
        for who in [owner, guest] {
            let body = json!({ "basedOn": based_on, "scene": scene });
            contract.call(who, "PUT", &save, body).await;
        }
    }
    let large = json!({ "basedOn": 2, "scene": "x".repeat(600_000) });
    contract.call(owner, "PUT", &save, large).await;
    for read in ["versions", "versions/latest", "versions/9", "versions/x"] {
        for who in [owner, guest] {
            let path = format!("{path}/{read}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    for (version, based_on) in [(1, 2), (1, 2), (9, 3)] {
        let path = format!("{path}/versions/{version}/restore");
        let body = json!({ "basedOn": based_on });
        contract.call(owner, "POST", &path, body).await;
    }
    let publish = format!("{path}/publish");
    for version in [2, 9] {
        for who in [owner, guest] {
            let body = json!({ "version": version });
            contract.call(who, "POST", &publish, body).await;
        }
    }
}

/// A block with an item of the owner.
async fn items(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>) {
    let keeper = app.with_role("hangingkeeper", "admin").await;
    let hers = crate::items::granted(&keeper, "to-hang", "blockowner").await;
    let his = crate::items::granted(&keeper, "not-hers", "blockguest").await;
    let created = owner.post(OF_WORLD, new_block("gallery")).await;
    let id = text(&created.payload()["blockId"]);
    let path = format!("{BLOCKS}/{id}");
    for (based_on, item, kind) in [
        (1, &his, "picture-frame"),
        (2, &hers, "item-stand"),
        (3, &hers, "tree"),
    ] {
        let mut document = scene(1);
        document["objects"][0]["kind"] = json!(kind);
        document["objects"][0]["item"] = json!(item);
        let body = json!({ "basedOn": based_on, "scene": document });
        contract
            .call(owner, "PUT", &format!("{path}/scene"), body)
            .await;
    }
    for version in [2, 3] {
        let body = json!({ "version": version });
        contract
            .call(owner, "POST", &format!("{path}/publish"), body)
            .await;
    }
    for read in ["scene", "versions/2", "versions/3"] {
        let path = format!("{path}/{read}");
        contract.call(owner, "GET", &path, Value::Null).await;
    }
    for who in [owner, guest, &app.visitor()] {
        for query in [format!("?itemId={hers}"), String::new()] {
            let path = format!("{BLOCKS}/placed{query}");
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    for who in [&app.visitor(), guest, owner, owner] {
        for (block, item) in [(id.as_str(), hers.as_str()), (&id, "x"), ("x", &hers)] {
            let path = format!("{BLOCKS}/{block}/items/{item}");
            contract.call(who, "DELETE", &path, Value::Null).await;
        }
    }
}

async fn visits(contract: &mut Contract, app: &TestApp, (owner, guest): Two<'_>, id: &str) {
    let visitor = app.visitor();
    let main = "/api/v3/worlds/blocky/main-block";
    contract.call(guest, "GET", main, Value::Null).await;
    for block in [json!(id), json!(uuid::Uuid::nil()), json!(1)] {
        for who in [owner, guest] {
            let body = json!({ "blockId": block });
            contract.call(who, "PUT", main, body).await;
        }
    }
    let other = contract
        .call(owner, "POST", OF_WORLD, new_block("other"))
        .await;
    let draft = text(&other.payload()["blockId"]);
    let body = json!({ "blockId": draft });
    contract.call(owner, "PUT", main, body).await;
    let path = format!("{BLOCKS}/{draft}/publish");
    let body = json!({ "version": 1 });
    contract.call(owner, "POST", &path, body).await;
    for query in ["", "?limit=1", "?limit=0", "?page=101", "?cursor=x"] {
        let path = format!("{OF_WORLD}{query}");
        contract.call(&visitor, "GET", &path, Value::Null).await;
    }
    let unknown = uuid::Uuid::nil();
    for path in [
        main.to_owned(),
        format!("{OF_WORLD}/plaza"),
        format!("{OF_WORLD}/nothing"),
        "/api/v3/worlds/nowhere/main-block".to_owned(),
        format!("{BLOCKS}/{id}"),
        format!("{BLOCKS}/{unknown}"),
        format!("{BLOCKS}/{id}/entry"),
        format!("{BLOCKS}/{unknown}/entry"),
        format!("{BLOCKS}/{id}/scene"),
        format!("{BLOCKS}/x/scene"),
    ] {
        for who in [&visitor, guest] {
            contract.call(who, "GET", &path, Value::Null).await;
        }
    }
    let settings = format!("{BLOCKS}/{id}");
    for access in ["owner", "membership", "members", "signedIn"] {
        let body = json!({ "access": access });
        contract.call(owner, "PUT", &settings, body).await;
        let entry = format!("{settings}/entry");
        contract.call(guest, "GET", &entry, Value::Null).await;
        let entered = format!("{settings}/entered");
        contract.call(guest, "POST", &entered, Value::Null).await;
    }
    let kick = format!("{settings}/kick");
    for (who, body) in [
        (owner, json!({ "accountId": guest.id, "minutes": 5 })),
        (owner, json!({ "accountId": owner.id })),
        (owner, json!({ "accountId": uuid::Uuid::nil() })),
        (owner, json!({ "accountId": guest.id, "minutes": 0 })),
        (owner, json!({})),
        (guest, json!({ "accountId": owner.id })),
        (&visitor, json!({ "accountId": owner.id })),
    ] {
        contract.call(who, "POST", &kick, body).await;
    }
    let kicks = format!("{settings}/kicks");
    for who in [owner, guest, &visitor] {
        for path in [&kicks, &format!("{kicks}?limit=1000")] {
            contract.call(who, "GET", path, Value::Null).await;
        }
        for whom in [guest.id.to_string(), "x".to_owned()] {
            let path = format!("{kicks}/{whom}");
            contract.call(who, "DELETE", &path, Value::Null).await;
        }
    }
    contract
        .call(owner, "POST", &kick, json!({ "accountId": guest.id }))
        .await;
    let body = json!({ "access": "everybody" });
    contract.call(owner, "PUT", &settings, body).await;
    for refused in ["scene", "entry"] {
        let path = format!("{settings}/{refused}");
        contract.call(guest, "GET", &path, Value::Null).await;
    }
    let visited = format!("{BLOCKS}/visited");
    contract.call(guest, "GET", &visited, Value::Null).await;
}
