//! kill -9 between an acceptance and its mail: each gift ends once, no WIT is lost or doubled, and the sender is
//! notified once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::Connection;
use witverse_testing::crash::request_of;

use crate::killed::{Killed, SignedIn, funds, give};
use crate::user::text;

const ROUNDS: u64 = 8;

/// Two demo accounts that are friends.
struct Stage {
    killed: Killed,
    sender: SignedIn,
    recipient: SignedIn,
}

impl Stage {
    fn open() -> Self {
        let killed = Killed::start();
        let [sender, recipient] = ["haneul", "theo"].map(|name| killed.log_in(name));
        for (who, name) in [(&sender, "theo"), (&recipient, "haneul")] {
            let body = json!({ "nickname": name });
            killed.ask(
                who,
                "POST",
                "/api/v2/relationship/request/friend",
                Some(&body),
            );
        }
        Self {
            killed,
            sender,
            recipient,
        }
    }

    /// The id of a pending gift.
    fn give(&self, kind: &str, what: &Value) -> String {
        let body = json!({
            "airdropTargetData": what, "airdropTargetType": kind, "fee": 0, "message": "", "userId": self.recipient.id,
        });
        let given = self
            .killed
            .ask(&self.sender, "POST", "/api/v2/gift/create", Some(&body));
        text(&given["payload"]["airdropId"])
    }

    fn status(&self, gift: &str) -> String {
        let path = format!("/api/v2/gift/{gift}");
        text(&self.killed.ask(&self.recipient, "GET", &path, None)["payload"]["status"])
    }

    /// The number of notifications about a gift in the sender's mail.
    fn mail_count(&self, gift: &str) -> usize {
        let path = "/api/v2/mails/alarms?limit=100";
        let listed = self.killed.ask(&self.sender, "GET", path, None);
        let link = format!("/gifts?id={gift}");
        let alarms = listed["payload"]["items"].as_array().unwrap();
        alarms.iter().filter(|alarm| alarm["link"] == link).count()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_killed_between_an_acceptance_and_its_mail_loses_neither() {
    let mut stage = tokio::task::spawn_blocking(Stage::open).await.unwrap();
    let mut database = stage.killed.database().await;
    give(&mut database, stage.sender.id, 100_000).await;
    let before = funds(&mut database, stage.sender.id).await;
    database.close().await.unwrap();
    let path = "/api/item/inventory/craft/gift/item";
    let items = stage.killed.ask(&stage.sender, "GET", path, None)["payload"]["items"].clone();
    let mut items: Vec<Value> = items.as_array().unwrap().clone();

    let mut gifts: Vec<(String, Option<String>)> = Vec::new();
    for round in 0..ROUNDS {
        let item = if round % 2 == 0 { items.pop() } else { None };
        let gift = match &item {
            Some(item) => stage.give("item", &item["id"]),
            None => stage.give("wit", &json!(1)),
        };
        let (port, token) = (stage.killed.port, stage.recipient.token.clone());
        let body = json!({ "airdropId": gift, "approve": true });
        let accepting = std::thread::spawn(move || {
            request_of(port, &token, "POST", "/api/v2/gift/handle", Some(&body))
        });
        // Before, during and after the commit.
        std::thread::sleep(Duration::from_millis(round * 9));
        stage.killed.kill_and_start();
        let acknowledged = accepting
            .join()
            .unwrap()
            .is_some_and(|(status, _)| status == 200);
        let status = stage.status(&gift);
        assert!(
            status == "accepted" || !acknowledged && status == "pending",
            "{status}"
        );
        if status == "pending" {
            let body = json!({ "airdropId": gift, "approve": true });
            let path = "/api/v2/gift/handle";
            stage
                .killed
                .ask(&stage.recipient, "POST", path, Some(&body));
        }
        gifts.push((gift, item.map(|item| text(&item["id"]))));
    }

    let started = Instant::now();
    while !gifts.iter().all(|(gift, _)| stage.mail_count(gift) == 1) {
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "every sender hears of every gift"
        );
        std::thread::sleep(Duration::from_millis(200));
    }
    std::thread::sleep(Duration::from_millis(500));
    for (gift, item) in &gifts {
        assert_eq!(
            (stage.status(gift).as_str(), stage.mail_count(gift)),
            ("accepted", 1)
        );
        if let Some(item) = item {
            let path = format!("/api/v2/items/{item}");
            let seen = stage.killed.ask(&stage.recipient, "GET", &path, None);
            assert_eq!(seen["payload"]["owner"]["nickname"], "theo");
        }
    }
    let mut database = stage.killed.database().await;
    let report = witverse_ledger::check(&mut database).await.unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
    let of_wit = gifts.iter().filter(|(_, item)| item.is_none()).count();
    let (balance, held) = funds(&mut database, stage.sender.id).await;
    let given = 100 * i64::try_from(of_wit).unwrap();
    assert_eq!((balance, held), (before.0 - given, before.1));
    database.close().await.unwrap();
    assert!(of_wit >= 4, "items ran out, points did not");
    stage.killed.kill();
}
