//! Erasure deletes the person's alarms and texts, and alarms of others that contain the person's name.

use serde_json::json;
use std::time::Duration;
use witverse_testing::TestApp;

use super::{alarm, alarms, answer, preferences, prefers, raise, thread};
use crate::safety::log_in;

#[tokio::test]
async fn an_erasure_deletes_all_data_of_the_person() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let of_ann = thread(&ben, &ann, "a").await;
    answer(&ann, &of_ann, "hello").await;
    raise(&ben, alarm(&ann, "b", json!({}))).await;
    raise(&ben, alarm(&ben, "c", json!({}))).await;
    prefers(&ann, &preferences(json!({}), "weekly")).await;
    let device = crate::delivery::Device::new("https://fcm.googleapis.com/fcm/send/ann");
    ann.post("/api/push/subscriptions", device.subscription())
        .await;
    sqlx::query(
        "insert into plugin_mail.plugin_mute (account_id, world_id, plugin, world_name, name_ko, name_en, muted_at)
         values ($1, $1, 'acme.poll', 'agora', '투표', 'Poll', now())",
    )
    .bind(ann.id)
    .execute(app.owner())
    .await
    .unwrap();
    assert_eq!(alarms(&ben).await.len(), 2);

    assert_eq!(
        ann.post("/api/account/deletion", json!({})).await.line(),
        "200"
    );
    app.advance(Duration::from_secs(8 * 86_400));
    app.eventually("she is gone", async || {
        app.count("select count(*) from kernel.account where erased_at is not null")
            .await
            == 1
            && app
                .count("select count(*) from kernel.delivery where subscriber = 'mail'")
                .await
                == 0
    })
    .await;
    let ben = app.visitor().with_token(&log_in(&app, "ben").await);
    let left = alarms(&ben).await;
    assert_eq!(left.len(), 1, "{left:?}");
    for table in [
        "alarm where account_id",
        "reply where author_id",
        "preference where account_id",
        "plugin_mute where account_id",
    ] {
        let statement: &'static str =
            format!("select count(*) from plugin_mail.{table} = '{}'", ann.id).leak();
        assert_eq!(app.count(statement).await, 0, "{table}");
    }
    assert_eq!(
        app.count("select count(*) from kernel.push_subscription")
            .await,
        0
    );
    app.stop().await;
}
