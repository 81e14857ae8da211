//! A plugin on trial: only the people who manage the world reach it, made-up players use it, and its money is play money.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestApp, TestPackage};

use super::{Owner, run, text};
use crate::support::note;

/// Begins a trial with everything that the package asks for.
pub(super) async fn try_out(owner: &Owner, package: &TestPackage) -> Value {
    let review = owner.upload(package).await;
    let review = review.payload();
    let order = json!({ "package": review["digest"], "grant": review["requested"], "trial": true });
    let tried = owner.client.post(&owner.path("plugins"), order).await;
    assert_eq!(tried.line(), "201", "{:?}", tried.body);
    tried.payload().clone()
}

pub(super) async fn players(owner: &Owner, trial: &Value) -> Vec<Value> {
    let path = owner.path(&format!("plugins/{}/players", text(trial, "id")));
    let players = owner.client.get(&path).await;
    players.payload()["items"].as_array().unwrap().clone()
}

fn reward(key: &str, to: &Value, hundredths: i64) -> Value {
    json!({ "op": "transfer", "operation": "reward", "key": key, "to": to, "amount": hundredths })
}

/// What the script reports, also of a refused call.
fn results(reply: &Reply) -> Value {
    match reply.line().as_str() {
        "200" => reply.payload()["results"].clone(),
        _ => serde_json::from_str(reply.body["language"]["en"].as_str().unwrap()).unwrap(),
    }
}

fn as_player(owner: &Owner, number: u32) -> Client {
    owner
        .client
        .with_header("x-witverse-player", &number.to_string())
}

#[tokio::test]
async fn nobody_but_the_managers_reaches_a_trial() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let trial = try_out(&mina, &TestPackage::new("1.0.0")).await;
    assert!(trial["trialUntil"].is_string());
    assert_eq!(
        run(&mina.client, &trial, json!([note("a")])).await.line(),
        "200"
    );

    let bora = app.person("bora").await;
    assert_eq!(run(&bora, &trial, json!([])).await.line(), "404 not_found");
    let claims = bora.with_header("x-witverse-player", "1");
    assert_eq!(
        run(&claims, &trial, json!([])).await.line(),
        "404 not_found"
    );
    let open = format!("/api/x/{}/open", text(&trial, "id"));
    assert_eq!(app.visitor().get(&open).await.line(), "404 not_found");
    let extensions = mina.path("extensions");
    let pages = bora.get(&extensions).await;
    assert_eq!(pages.payload()["items"], json!([]));

    // A trial beside the install of the same plugin, but not beside another trial of it.
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    assert_eq!(run(&bora, &install, json!([])).await.line(), "200");
    assert_eq!(
        super::notes(&mina.client, &install).await,
        json!([]),
        "nothing is shared"
    );
    let review = mina.upload(&TestPackage::new("1.1.0")).await;
    let review = review.payload();
    let again = json!({ "package": review["digest"], "grant": review["requested"], "trial": true });
    let again = mina.client.post(&mina.path("plugins"), again).await;
    assert_eq!(again.line(), "409 plugin_installed_already");
    app.stop().await;
}

#[tokio::test]
async fn made_up_players_win_play_money_within_the_limits() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let trial = try_out(&mina, &TestPackage::new("1.0.0")).await;
    let people = players(&mina, &trial).await;
    assert_eq!(people.len(), 4);
    assert_eq!(people[0]["id"], json!(mina.client.id));
    assert_eq!(people[1]["nickname"], "Player1");
    let one = as_player(&mina, 1);
    let context = run(&one, &trial, json!([{ "op": "context" }])).await;
    let context = context.payload()["results"][0]["ok"].to_string();
    assert!(
        context.contains("Player1") && context.contains(&text(&people[1], "id")),
        "{context}"
    );
    let seen = run(
        &one,
        &trial,
        json!([{ "op": "profiles", "ids": [people[2]["id"], mina.client.id] }]),
    )
    .await;
    let seen = seen.payload()["results"][0]["ok"].to_string();
    assert!(seen.contains("Player2") && seen.contains("mina"), "{seen}");

    // 50 WIT at a time, 120 a day to one person.
    let id = &people[1]["id"];
    assert_eq!(
        run(&one, &trial, json!([reward("a", id, 5000)]))
            .await
            .line(),
        "200"
    );
    let same = run(&one, &trial, json!([reward("a", id, 5000)])).await;
    assert_eq!(same.payload()["results"][0]["ok"]["replayed"], true);
    assert_eq!(
        run(&one, &trial, json!([reward("b", id, 5000)]))
            .await
            .line(),
        "200"
    );
    let check = async |ops: Value, kind: &str| {
        let reply = run(&one, &trial, ops).await;
        let shown = results(&reply).to_string().to_lowercase();
        assert!(shown.contains(kind), "{shown}");
    };
    check(
        json!([reward("c", id, 5000), { "op": "report" }]),
        "overlimit",
    )
    .await;
    check(
        json!([reward("d", id, 5001), { "op": "report" }]),
        "overlimit",
    )
    .await;
    check(
        json!([reward("a", id, 4000), { "op": "report" }]),
        "keyconflict",
    )
    .await;
    let stranger = app.person("bora").await;
    check(
        json!([reward("e", &json!(stranger.id), 100), { "op": "report" }]),
        "nosuchaccount",
    )
    .await;

    let after = players(&mina, &trial).await;
    assert_eq!(after[1]["balanceHundredths"], 50_000 + 10_000);
    let view = mina.view(&trial).await;
    assert_eq!(view.payload()["balanceHundredths"], 1_000_000 - 10_000);
    assert_eq!(
        app.count("select count(*) from ledger.transfer").await,
        0,
        "no WIT was moved"
    );
    let payment = json!({ "amount": 5, "key": uuid::Uuid::from_u128(1) });
    let paid = mina.post(&trial, "funds", payment).await;
    assert_eq!(paid.line(), "404 plugin_not_installed", "no WIT gets in");
    app.stop().await;
}

#[tokio::test]
async fn play_money_is_a_currency_of_its_own() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let install = mina.install(&TestPackage::new("1.0.0"), None).await;
    let trial = try_out(&mina, &TestPackage::new("1.0.0")).await;
    let account = "insert into kernel.play_account (install, holder, balance) values ($1, gen_random_uuid(), 1)";
    let refused = sqlx::query(account)
        .bind(text(&install, "id"))
        .execute(app.owner())
        .await;
    let error = refused.unwrap_err().to_string();
    assert!(
        error.contains("play_account_install_is_trial_fkey"),
        "{error}"
    );
    sqlx::query(account)
        .bind(text(&trial, "id"))
        .execute(app.owner())
        .await
        .unwrap();
    let turned =
        sqlx::query("update kernel.install set is_trial = false, trial_until = null where id = $1")
            .bind(text(&trial, "id"))
            .execute(app.owner())
            .await;
    assert!(
        turned.is_err(),
        "a trial with play money does not become an install"
    );
    app.stop().await;
}

#[tokio::test]
async fn nothing_of_a_trial_stays_after_its_end() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    for by_itself in [false, true] {
        let trial = try_out(&mina, &TestPackage::new("1.0.0")).await;
        run(&mina.client, &trial, json!([note("a")])).await;
        if by_itself {
            app.advance(Duration::from_secs(7 * 86_400 + 1));
            app.app.installs.end_trials().await.unwrap();
        } else {
            let ended = mina.uninstall(&trial).await;
            assert_eq!(ended.payload()["state"], "uninstalled");
            let again = mina.uninstall(&trial).await;
            assert_eq!(again.line(), "404 plugin_not_installed");
        }
        let open = format!("/api/x/{}/open", text(&trial, "id"));
        assert_eq!(app.visitor().get(&open).await.line(), "404 not_found");
        for query in [
            "select count(*) from pg_namespace where nspname like 'plugin_x_%'",
            "select count(*) from kernel.install",
            "select count(*) from kernel.play_account",
            "select count(*) from kernel.install_usage",
        ] {
            assert_eq!(app.count(query).await, 0, "{query}");
        }
    }
    app.stop().await;
}

/// What the platform shows and counts of a world, and how many people and transfers there are.
async fn outside(app: &TestApp, owner: &Owner) -> Vec<String> {
    let mut seen = Vec::new();
    let paths = ["blocks", "statistics", "witch-points", "members"].map(|rest| owner.path(rest));
    let searches = [
        "/api/v2/worlds/search?q=mina",
        "/api/v2/relationship/people/search?q=player1",
    ];
    for path in paths.iter().map(String::as_str).chain(searches) {
        let reply = owner.client.get(path).await;
        seen.push(format!("{path} {} {}", reply.line(), reply.body));
    }
    for query in [
        "select count(*) from kernel.account",
        "select count(*) from plugin_blocks.block",
        "select count(*) from kernel.resource",
        "select count(*) from ledger.transfer",
        "select count(*) from ledger.hold",
        "select coalesce(sum(visits), 0)::bigint from plugin_worlds.visit_day",
    ] {
        seen.push(format!("{query} {}", app.count(query).await));
    }
    seen
}

#[tokio::test]
async fn a_player_pays_with_play_money_and_nothing_outside_changes() {
    let app = TestApp::start().await;
    let mina = Owner::of(&app, "mina").await;
    let bora = app.person("bora").await;
    let before = outside(&app, &mina).await;
    let asks = "sql = { mib = 16 }\nledger = [{ op = \"charge\", per_op = 50, player_day = 60 }, { op = \"reward\", per_op = 50 }]";
    let trial = try_out(&mina, &TestPackage::new("1.0.0").asking_for(asks)).await;
    let one = as_player(&mina, 1);
    let charges = mina.path(&format!("plugins/{}/charges", text(&trial, "id")));
    let charge = |amount: u32, key: u128| json!({ "amount": amount, "reason": "A hat", "key": uuid::Uuid::from_u128(key) });
    let held = one.post(&charges, charge(20, 1)).await;
    assert_eq!(held.line(), "201", "{:?}", held.body);
    let again = one.post(&charges, charge(20, 1)).await;
    assert_eq!(again.payload()["id"], held.payload()["id"], "held once");
    let much = one.post(&charges, charge(50, 2)).await;
    assert_eq!(much.line(), "422 plugin_charge_limit", "60 WIT a day");
    let theirs = bora.post(&charges, charge(5, 3)).await;
    assert_eq!(theirs.line(), "404 plugin_not_installed");

    let capture = json!([
        { "op": "capture", "hold": held.payload()["id"], "amount": 1500 }, { "op": "balance" },
    ]);
    let foreign = run(&as_player(&mina, 2), &trial, capture.clone()).await;
    assert_eq!(
        results(&foreign)[0]["error"]["kind"]
            .as_str()
            .map(str::to_lowercase),
        Some("nosuchhold".into())
    );
    let collected = run(&one, &trial, capture.clone()).await;
    assert_eq!(
        results(&collected)[0]["error"],
        Value::Null,
        "{:?}",
        collected.body
    );
    let twice = run(&one, &trial, capture).await;
    assert_eq!(
        results(&twice)[0]["error"]["kind"]
            .as_str()
            .map(str::to_lowercase),
        Some("holdcaptured".into())
    );
    let after = players(&mina, &trial).await;
    assert_eq!(after[1]["balanceHundredths"], 50_000 - 1_500);
    let view = mina.view(&trial).await;
    assert_eq!(view.payload()["balanceHundredths"], 1_000_000 + 1_500);
    // A charge is given back to the player who has paid it.
    for (player, left) in [(2, 50_000), (1, 50_000 - 1_000)] {
        let back = json!([{
            "op": "transfer", "operation": "refund", "key": "back", "to": after[player]["id"], "amount": 500,
            "charge": held.payload()["id"],
        }]);
        let refunded = run(&one, &trial, back).await;
        let is_refused = !results(&refunded)[0]["error"].is_null();
        assert_eq!(is_refused, player == 2, "{:?}", refunded.body);
        let now = players(&mina, &trial).await;
        assert_eq!(now[player]["balanceHundredths"], left);
    }
    run(&one, &trial, json!([note("of a player")])).await;
    for wrong in ["4", "-1", "x", "1.5"] {
        let wrong = mina.client.with_header("x-witverse-player", wrong);
        assert_eq!(
            run(&wrong, &trial, json!([])).await.line(),
            "422 trial_player_unknown"
        );
    }
    assert_eq!(outside(&app, &mina).await, before, "while it runs");
    mina.uninstall(&trial).await;
    assert_eq!(outside(&app, &mina).await, before, "after its end");
    app.stop().await;
}
