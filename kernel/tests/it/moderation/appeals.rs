//! Appeals: one per decision, within the time limit, answered once and by another moderator.

use std::time::Duration;

use serde_json::json;

use super::{Scene, answer, appeal, decide, decisions, link, queue, warn};
use crate::support::concurrently;
use crate::user::{says, says_at, text};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_appeal_is_made_once_and_decided_once_by_another_moderator() {
    let scene = Scene::set().await;
    assert_eq!(
        answer(&scene.mod_b, &scene.case, "uphold").await.line(),
        "409 appeal_closed",
        "there is none yet"
    );
    decide(&scene.mod_a, &scene.case, warn()).await;
    assert_eq!(
        answer(&scene.mod_b, &scene.case, "uphold").await.line(),
        "409 appeal_closed"
    );
    let id = text(&decisions(&scene.mal).await[0]["id"]);
    let short = scene
        .mal
        .post(
            &format!("/api/safety/decisions/{id}/appeal"),
            json!({ "text": "아닙니다" }),
        )
        .await;
    says_at(
        &short,
        &[(
            "text",
            "20자 이상 1000자 이하로 입력해 주세요.",
            "Please use 20 to 1000 characters.",
        )],
    );
    let lines = concurrently((0..4).map(|_| {
        let (mal, id) = (scene.mal.clone(), id.clone());
        async move { appeal(&mal, &id, None).await.line() }
    }))
    .await;
    assert_eq!(lines.iter().filter(|line| *line == "200").count(), 1);
    let refused = lines.iter().filter(|line| *line == "409 already_appealed");
    assert_eq!(refused.count(), 3);
    assert_eq!(queue(&scene.mod_a, "appealed").await.len(), 1);
    assert!(queue(&scene.mod_a, "closed").await.is_empty());

    says(
        &answer(&scene.mod_a, &scene.case, "uphold").await,
        "403 appeal_needs_another",
        "이의 제기는 결정한 사람이 아닌 다른 운영자가 검토해야 합니다.",
        "An appeal must be answered by someone who did not make the decision.",
    );
    let lines = concurrently(["uphold", "overturn"].map(|outcome| {
        let (who, case) = (scene.mod_b.clone(), scene.case.clone());
        async move { answer(&who, &case, outcome).await.line() }
    }))
    .await;
    assert!(lines.contains(&"200".to_owned()), "{lines:?}");
    assert!(lines.contains(&"409 appeal_closed".to_owned()), "{lines:?}");
    let shown = scene
        .mod_a
        .get(&format!("/api/moderation/cases/{}", scene.case))
        .await;
    assert_eq!(shown.payload()["state"], "closed");
    assert_eq!(shown.payload()["appeal"]["answer"], "다시 살펴봤습니다.");
    assert_eq!(queue(&scene.mod_a, "closed").await.len(), 1);
    scene.app.stop().await;
}

#[tokio::test]
async fn an_appeal_has_thirty_days() {
    let scene = Scene::set().await;
    decide(&scene.mod_a, &scene.case, warn()).await;
    let (id, token) = link(&scene.app, "mal").await;
    scene.app.advance(Duration::from_secs(30 * 24 * 3600 + 5));
    let visitor = scene.app.visitor();
    let read = visitor
        .get(&format!("/api/safety/decisions/{id}?token={token}"))
        .await;
    assert_eq!(read.payload()["mayAppeal"], false);
    says(
        &appeal(&visitor, &id, Some(&token)).await,
        "409 appeal_too_late",
        "이의는 결정 후 30일 안에 제기할 수 있습니다.",
        "You can only appeal within 30 days of the decision.",
    );
    scene.app.stop().await;
}
