//! `/api/admin/forbidden-files`: administrators forbid files by their digest, and allow them again.

use serde_json::json;
use sha2::{Digest, Sha256};
use witverse_testing::{Client, TestApp};

use super::{checked, png, ready, upload};
use crate::safety::all_pages;
use crate::user::{says, says_at};

const FILES: &str = "/api/admin/forbidden-files";

fn digest_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

async fn forbid(by: &Client, digest: &str, reason: &str) -> witverse_testing::Reply {
    by.post(FILES, json!({ "digest": digest, "reason": reason }))
        .await
}

#[tokio::test]
async fn a_forbidden_file_is_refused_until_it_is_allowed_again() {
    let app = TestApp::start().await;
    let (keeper, mina) = (app.administrator().await, app.person("mina").await);
    let image = png(50, 50);
    let digest = digest_of(&image);
    let shared = ready(&app, &mina, image.clone()).await;

    let added = forbid(&keeper, &digest.to_uppercase(), " A stolen picture. ").await;
    assert_eq!(added.line(), "201", "{}", added.body);
    let entry = added.payload().clone();
    let expected = json!({
        "digest": digest, "reason": "A stolen picture.", "addedAt": entry["addedAt"],
        "addedBy": { "id": keeper.id, "nickname": "keeper" },
    });
    assert_eq!(entry, expected);
    says(
        &forbid(&keeper, &digest, "Once more.").await,
        "409 forbidden_file_exists",
        "이미 목록에 있는 파일입니다.",
        "This file is already on the list.",
    );
    let before = mina.get(&format!("/api/files/{shared}")).await;
    assert_eq!(before.payload()["state"], "ready", "it was checked before");
    let sent = upload(&mina, "", image.clone()).await;
    let refused = checked(&app, &mina, sent.payload()["fileId"].as_str().unwrap()).await;
    assert_eq!(refused["reason"], "file_forbidden");

    let remove = async |digest: &str, reason: &str| {
        let path = format!("{FILES}/{digest}/remove");
        keeper.post(&path, json!({ "reason": reason })).await
    };
    assert_eq!(remove(&digest, "no").await.line(), "422 validation_failed");
    assert_eq!(remove(&digest, "A mistake.").await.line(), "200");
    says(
        &remove(&digest, "A mistake.").await,
        "404 forbidden_file_not_found",
        "목록에 없는 파일입니다.",
        "This file is not on the list.",
    );
    for bad in ["7", "%00", &"z".repeat(64)] {
        assert_eq!(remove(bad, "A mistake.").await.line(), "404 not_found");
    }
    ready(&app, &mina, image).await;
    for (kind, reason) in [
        ("file.forbidden", "A stolen picture."),
        ("file.allowed", "A mistake."),
    ] {
        let recorded = all_pages(&keeper, &format!("/api/admin/audit?kind={kind}"), 5).await;
        assert_eq!(recorded.len(), 1, "{kind}");
        assert_eq!(recorded[0]["account"]["nickname"], "keeper");
        let details = json!({ "digest": digest, "reason": reason });
        assert_eq!(recorded[0]["details"], details);
    }
    app.stop().await;
}

#[tokio::test]
async fn the_list_is_ordered_by_time_and_found_by_digest() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let digests: Vec<String> = (0..5_u8).map(|n| digest_of(&[n])).collect();
    for digest in &digests {
        assert_eq!(forbid(&keeper, digest, "On a list.").await.line(), "201");
        app.advance(std::time::Duration::from_secs(1));
    }
    let listed = all_pages(&keeper, FILES, 2).await;
    let listed: Vec<&str> = listed
        .iter()
        .map(|file| file["digest"].as_str().unwrap())
        .collect();
    assert!(listed.iter().eq(digests.iter().rev()), "the newest first");
    let found = all_pages(&keeper, &format!("{FILES}?digest={}", digests[1]), 2).await;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["digest"], digests[1]);
    for bad in ["digest=7", "cursor=x", "cursor=eyJhdCI6MX0"] {
        let reply = keeper.get(&format!("{FILES}?{bad}")).await;
        assert_eq!(reply.line(), "400 invalid_query", "{bad}");
    }
    for bad in ["", "7", &"g".repeat(64), &"0".repeat(63)] {
        says_at(
            &forbid(&keeper, bad, "On a list.").await,
            &[(
                "digest",
                "SHA-256 해시값 64자리를 입력해 주세요.",
                "Please enter a SHA-256 hash of 64 digits.",
            )],
        );
    }
    let short = forbid(&keeper, &"0".repeat(64), "no").await;
    assert_eq!(short.line(), "422 validation_failed");
    app.stop().await;
}
