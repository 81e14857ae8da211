//! Administrators are appointed by two, approve nothing for 72 hours, and never what their appointer has proposed.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;
use witverse_testing::{Client, Reply, TestApp};

use super::role;
use crate::user::text;

const HOUR: Duration = Duration::from_secs(3600);
const OPEN: &str = "/api/admin/appointments";

/// Proposes a person as an administrator; returns the id of the proposal.
async fn propose(by: &Client, person: Uuid) -> String {
    let reply = role(by, "PUT", person, "admin").await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    assert_eq!(reply.payload()["roles"], json!([]));
    text(&reply.payload()["appointment"]["id"])
}

async fn decide(by: &Client, appointment: &str, what: &str) -> Reply {
    by.post(&format!("{OPEN}/{appointment}/{what}"), json!({}))
        .await
}

/// Proposes a correction of a balance; returns its path.
async fn correction(by: &Client, account: Uuid) -> String {
    let body = json!({ "accountId": account, "amountHundredths": 100, "reason": "a correction" });
    let reply = by.post("/api/admin/adjustments", body).await;
    format!("/api/admin/adjustments/{}", text(&reply.payload()["id"]))
}

async fn approve(by: &Client, proposal: &str) -> String {
    by.post(&format!("{proposal}/approve"), json!({}))
        .await
        .line()
}

#[tokio::test]
async fn an_administrator_is_proposed_by_one_and_approved_by_another() {
    let app = TestApp::start().await;
    let (one, mina) = (app.administrator().await, app.person("mina").await);
    let alone = role(&one, "PUT", mina.id, "admin").await;
    assert_eq!(alone.line(), "409 only_admin");
    let two = app.with_role("second", "admin").await;
    let id = propose(&one, mina.id).await;
    assert_eq!(
        propose(&two, mina.id).await,
        id,
        "one open proposal a person"
    );
    assert_eq!(
        decide(&one, &id, "approve").await.line(),
        "403 second_person_required"
    );
    assert_eq!(mina.get("/api/admin/users").await.line(), "403 forbidden");
    let open = two.get(OPEN).await;
    assert_eq!(open.payload()["items"][0]["account"]["nickname"], "mina");
    for address in ["keeper@test.witverse.dev", "second@test.witverse.dev"] {
        let mail = app.mail_to(address).await;
        assert!(mail.contains("keeper") && mail.contains("mina"), "{mail}");
    }
    assert_eq!(decide(&two, &id, "approve").await.line(), "200");
    for what in ["approve", "reject"] {
        assert_eq!(
            decide(&two, &id, what).await.line(),
            "409 appointment_decided"
        );
    }
    assert_eq!(mina.get("/api/admin/users").await.line(), "200", "at once");
    assert_eq!(two.get(OPEN).await.payload()["items"], json!([]));
    app.eventually("the new administrator gets a mail too", async || {
        !app.app
            .mailer
            .mailbox(Some("mina@test.witverse.dev"))
            .is_empty()
    })
    .await;

    let sora = app.person("sora").await;
    let id = propose(&one, sora.id).await;
    assert_eq!(decide(&one, &id, "reject").await.line(), "200", "withdrawn");
    assert_eq!(sora.get("/api/admin/users").await.line(), "403 forbidden");
    let unknown = decide(&two, super::UNKNOWN_ID, "approve").await;
    assert_eq!(unknown.line(), "404 appointment_not_found");
    app.stop().await;
}

#[tokio::test]
async fn a_new_administrator_approves_later_and_never_for_the_one_who_proposed_them() {
    let app = TestApp::start().await;
    let (one, two) = (
        app.administrator().await,
        app.with_role("second", "admin").await,
    );
    let (new, ann) = (app.person("mina").await, app.person("ann").await);
    let id = propose(&one, new.id).await;
    assert_eq!(decide(&two, &id, "approve").await.line(), "200");
    let (of_one, of_two) = (
        correction(&one, ann.id).await,
        correction(&two, ann.id).await,
    );
    assert_eq!(approve(&new, &of_one).await, "403 appointed_by_proposer");
    assert_eq!(approve(&new, &of_two).await, "403 recently_appointed");
    let candidate = propose(&two, ann.id).await;
    let refused = decide(&new, &candidate, "approve").await;
    assert_eq!(refused.line(), "403 recently_appointed");

    app.advance(73 * HOUR);
    let (one, two, new) = (
        app.log_in("keeper", one.id).await,
        app.log_in("second", two.id).await,
        app.log_in("mina", new.id).await,
    );
    assert_eq!(approve(&new, &of_one).await, "403 appointed_by_proposer");
    assert_eq!(approve(&new, &of_two).await, "200");
    // Nor does the appointer approve what the one they proposed has proposed.
    let of_new = correction(&new, ann.id).await;
    assert_eq!(approve(&one, &of_new).await, "403 appointed_by_proposer");
    assert_eq!(approve(&two, &of_new).await, "200");

    // The database refuses it to code that forgets the rule.
    let past_the_kernel =
        "update kernel.adjustment j set state = 'applied', decided_at = now() + interval '1 year',
             decided_by = (select id from kernel.account where nickname = 'mina')
         where state = 'proposed'";
    let error = sqlx::query(past_the_kernel)
        .execute(app.owner())
        .await
        .unwrap_err();
    assert!(error.to_string().contains("may not approve"), "{error}");
    let granted = "insert into kernel.role_binding (account_id, scope, role, granted_by)
         select a.id, 'platform', 'admin', b.id from kernel.account a, kernel.account b
         where a.nickname = 'ann' and b.nickname = 'keeper'";
    let error = sqlx::query(granted).execute(app.owner()).await.unwrap_err();
    assert!(
        error.to_string().contains("by two administrators"),
        "{error}"
    );
    app.stop().await;
}

#[tokio::test]
async fn the_command_line_appoints_without_a_second_administrator() {
    let app = TestApp::start().await;
    let mina = app.person("mina").await;
    let (clock, rng) = Default::default();
    let mut connection = app.owner().acquire().await.unwrap();
    let mut appointed = async |email: &str| {
        let services = (&clock, &rng);
        witverse_kernel::identity::appoint(&mut connection, services, email, "http://a").await
    };
    assert!(appointed("Mina@test.witverse.dev").await.unwrap());
    assert!(!appointed("mina@test.witverse.dev").await.unwrap(), "again");
    assert!(appointed("nobody@test.witverse.dev").await.is_err());
    drop(connection);
    let mina = app.log_in("mina", mina.id).await;
    assert_eq!(mina.get("/api/admin/users").await.line(), "200");
    let (one, ann) = (app.administrator().await, app.person("ann").await);
    let proposed = correction(&one, ann.id).await;
    assert_eq!(approve(&mina, &proposed).await, "200", "without a delay");
    let log = one
        .get(&format!(
            "/api/admin/audit?account={}&kind=role.granted",
            mina.id
        ))
        .await;
    assert_eq!(log.payload()["items"][0]["actor"], Value::Null);
    app.stop().await;
}
