//! The choice, which is final, and who sees it.

use serde_json::json;
use witverse_testing::{Client, TestApp};

use super::{CHOOSE, TOKEN, choose, look, view};
use crate::support::concurrently;
use crate::user::text;

#[tokio::test]
async fn an_avatar_is_chosen_once() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let before = view(&theo, &mina).await;
    assert_eq!(
        (&before["chosen"], &before["canChoose"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(view(&mina, &mina).await["canChoose"], true);
    assert_eq!(before, view(&theo, &mina).await, "a made look is stable");
    let first = choose(&mina, "bob").await;
    assert_eq!(first.line(), "200", "{}", first.body);
    // The same request again, as after a lost response.
    assert_eq!(choose(&mina, "bob").await.payload(), first.payload());
    let other = choose(&mina, "curly").await;
    assert_eq!(other.line(), "409 avatar_already_chosen");
    assert_eq!(
        other.body["language"]["en"],
        "Avatar changes are not possible: an avatar is chosen once."
    );
    for viewer in [&theo, &mina, &app.visitor()] {
        let seen = view(viewer, &mina).await;
        let drawn = &seen["drawn"];
        assert_eq!((&drawn["v"], &drawn["hair"]), (&json!(2), &json!("bob")));
        assert_eq!(
            seen,
            json!({
                "userId": mina.id, "chosen": true, "canChoose": false, "look": look("bob"), "drawn": drawn, "gear": [], "vrm": null,
            })
        );
    }
    let events = "select count(*) from plugin_avatars.avatar";
    assert_eq!(app.count(events).await, 1);
    app.stop().await;
}

#[tokio::test]
async fn a_client_that_knows_no_clothes_gets_the_first_ones() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let mut plain = look("bob");
    for style in ["topStyle", "bottomStyle"] {
        plain.as_object_mut().unwrap().remove(style);
    }
    let chosen = mina.put(CHOOSE, plain.clone()).await;
    assert_eq!(chosen.line(), "200", "{}", chosen.body);
    let worn = &chosen.payload()["look"];
    assert_eq!(
        (&worn["topStyle"], &worn["bottomStyle"]),
        (&json!("tee"), &json!("trousers"))
    );
    assert_eq!(mina.put(CHOOSE, plain).await.line(), "200", "the same");
    let other = choose(&mina, "bob").await;
    assert_eq!(other.line(), "409 avatar_already_chosen", "other clothes");
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_look_without_clothes_is_replaced_once() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    for person in [&mina, &theo] {
        assert_eq!(choose(person, "bob").await.line(), "200");
        assert_eq!(view(person, person).await["canChoose"], false);
    }
    // As the migration leaves it.
    let migration = include_str!("../../../../plugins/avatars/migrations/0003_expand.sql");
    let (_, fill) = migration.split_once("update avatar set").unwrap();
    let old = format!("update plugin_avatars.avatar set version = 1, {fill}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(old))
        .execute(app.owner())
        .await
        .unwrap();
    let old = view(&mina, &mina).await;
    assert_eq!(
        (&old["chosen"], &old["canChoose"]),
        (&json!(true), &json!(true))
    );
    let (top, bottom) = (
        text(&old["look"]["topStyle"]),
        text(&old["look"]["bottomStyle"]),
    );
    assert!(["tee", "long-sleeve", "hoodie", "knit", "shirt"].contains(&top.as_str()));
    assert!(["trousers", "jeans", "joggers", "shorts"].contains(&bottom.as_str()));
    assert_eq!(view(&theo, &mina).await["canChoose"], false, "only she");
    let kept = one_of_many(&mina, ["pixie", "two-block", "half-up"]).await;
    let new = view(&mina, &mina).await;
    assert_eq!(
        (&new["look"], &new["canChoose"]),
        (&look(kept), &json!(false))
    );
    assert_eq!(choose(&mina, kept).await.line(), "200", "a repeated call");
    assert_eq!(
        choose(&mina, "bob").await.line(),
        "409 avatar_already_chosen"
    );
    // Who chooses the old look again has chosen, too.
    let same = view(&theo, &theo).await["look"].clone();
    assert_eq!(theo.put(CHOOSE, same).await.line(), "200");
    assert_eq!(view(&theo, &theo).await["canChoose"], false);
    app.stop().await;
}

/// Chooses looks with each of these hair styles at once; one is kept, which is returned.
async fn one_of_many<const N: usize>(person: &Client, styles: [&'static str; N]) -> &'static str {
    let lines = concurrently(styles.map(|hair| {
        let person = person.clone();
        async move { (hair, choose(&person, hair).await.line()) }
    }))
    .await;
    let (kept, others): (Vec<_>, Vec<_>) = lines.into_iter().partition(|(_, line)| line == "200");
    assert_eq!(kept.len(), 1, "{others:?}");
    for (_, line) in others {
        assert_eq!(line, "409 avatar_already_chosen");
    }
    kept[0].0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_choices_at_once_one_is_kept() {
    let app = TestApp::start().await;
    for round in 0..6 {
        let mina = app.person(&format!("mina{round}")).await;
        let kept = one_of_many(&mina, ["bob", "curly", "long", "bun"]).await;
        assert_eq!(view(&mina, &mina).await["look"]["hair"], kept);
    }
    app.stop().await;
}

#[tokio::test]
async fn only_listed_options_and_only_people_with_a_nickname() {
    let app = TestApp::start().await;
    let (mina, nameless) = (app.person("mina").await, app.nameless("nameless").await);
    let mut wrong = look("bob");
    wrong["skin"] = json!("green");
    let refused = mina.put(CHOOSE, wrong).await;
    assert_eq!(refused.line(), "422 validation_failed");
    assert_eq!(
        refused.body["fields"][0]["field"], "skin",
        "{}",
        refused.body
    );
    let mut missing = look("bob");
    missing.as_object_mut().unwrap().remove("face");
    assert_eq!(
        mina.put(CHOOSE, missing).await.line(),
        "422 validation_failed"
    );
    assert_eq!(
        choose(&nameless, "bob").await.line(),
        "403 nickname_required"
    );
    assert_eq!(
        choose(&app.visitor(), "bob").await.line(),
        "401 unauthenticated"
    );
    assert_eq!(
        app.count("select count(*) from plugin_avatars.avatar")
            .await,
        0
    );
    // The constraints hold without the handler, too.
    let insert = format!(
        "insert into plugin_avatars.avatar values ('{}', 'slim', 'green', 'calm', 'bob', 'red', 'teal', 'navy', now())",
        mina.id
    );
    let error = sqlx::query(sqlx::AssertSqlSafe(insert))
        .execute(app.owner())
        .await
        .unwrap_err();
    assert!(error.to_string().contains("avatar_skin"), "{error}");
    app.stop().await;
}

#[tokio::test]
async fn a_block_hides_the_avatar_without_revealing_itself() {
    let app = TestApp::start().await;
    let (mina, theo) = (app.person("mina").await, app.person("theo").await);
    let made = view(&theo, &mina).await;
    choose(&mina, "bob").await;
    crate::community::block(&mina, &theo).await;
    assert_eq!(view(&theo, &mina).await, made, "as before the choice");
    assert_eq!(view(&app.visitor(), &mina).await["chosen"], true);
    choose(&theo, "long").await;
    assert_eq!(view(&mina, &theo).await["chosen"], false, "both ways");
    for id in ["7", "00000000-0000-0000-0000-000000000000"] {
        let reply = theo.get(&format!("/api/v2/avatars/users/{id}")).await;
        assert_eq!(reply.line(), "404 user_not_found");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_token_is_signed_by_the_platform_and_expires() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    assert_eq!(choose(&mina, "bob").await.line(), "200");
    let reply = mina.get(TOKEN).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let token = reply.payload();
    let statement = text(&token["statement"]);
    let said: serde_json::Value = serde_json::from_str(&statement).unwrap();
    assert_eq!(said["account"], json!(mina.id));
    assert_eq!(said["chosen"], true);
    assert_eq!(said["look"]["hair"], "bob");
    assert_eq!(said["look"]["hairColor"], "#b04a32");
    assert_eq!(
        (&said["look"]["v"], &said["look"]["topStyle"]),
        (&json!(2), &json!("hoodie"))
    );
    assert_eq!(said["expiresAt"], token["expiresAt"]);
    crate::items::assert_signed("avatars", &statement, token, &token["keys"]);
    app.stop().await;
}
