//! kill -9 between an acceptance and its mail: each gift ends once, no WIT is lost or doubled, and the sender is
//! notified once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection, PgConnection};
use uuid::Uuid;
use witverse_kernel::postgres::Embedded;
use witverse_testing::crash::request_of;
use witverse_testing::{Program, free_port, target};

use crate::program::{folder, kernel};
use crate::user::text;

const ROUNDS: u64 = 8;

/// A kernel that is killed and restarted, with two demo accounts that are friends.
struct Stage {
    program: Option<Program>,
    data: tempfile::TempDir,
    port: u16,
    sender: SignedInPerson,
    recipient: SignedInPerson,
}

struct SignedInPerson {
    token: String,
    id: Uuid,
}

impl Stage {
    fn open() -> Self {
        let (data, port) = (folder(), free_port());
        let program = started(data.path(), port);
        let [sender, recipient] = ["haneul", "theo"].map(|name| entered(port, name));
        for (who, name) in [(&sender, "theo"), (&recipient, "haneul")] {
            let body = json!({ "nickname": name });
            ask(
                port,
                who,
                "POST",
                "/api/v2/relationship/request/friend",
                Some(&body),
            );
        }
        Self {
            program: Some(program),
            data,
            port,
            sender,
            recipient,
        }
    }

    async fn database(&self) -> PgConnection {
        let running = Embedded::running(&self.data.path().join("postgres"), "witverse");
        running.expect("it runs").connect().await.unwrap()
    }

    fn kill_and_start(&mut self) {
        self.program.take().unwrap().kill();
        self.program = Some(started(self.data.path(), self.port));
        // Tokens stay valid: their keys are in the database.
    }

    /// The id of a pending gift.
    fn give(&self, kind: &str, what: &Value) -> String {
        let body = json!({
            "airdropTargetData": what, "airdropTargetType": kind, "fee": 0, "message": "", "userId": self.recipient.id,
        });
        let path = "/api/v2/gift/create";
        let (_, given) = ask(self.port, &self.sender, "POST", path, Some(&body));
        text(&given["payload"]["airdropId"])
    }

    fn status(&self, gift: &str) -> String {
        let path = format!("/api/v2/gift/{gift}");
        text(&ask(self.port, &self.recipient, "GET", &path, None).1["payload"]["status"])
    }

    /// The number of notifications about a gift in the sender's mail.
    fn mail_count(&self, gift: &str) -> usize {
        let path = "/api/v2/mails/alarms?limit=100";
        let (_, listed) = ask(self.port, &self.sender, "GET", path, None);
        let link = format!("/gifts?id={gift}");
        let alarms = listed["payload"]["items"].as_array().unwrap();
        alarms.iter().filter(|alarm| alarm["link"] == link).count()
    }
}

/// Balance and held WIT of an account, in hundredths.
async fn funds(database: &mut PgConnection, account: Uuid) -> (i64, i64) {
    sqlx::query_as("select balance, held from ledger.account where id = $1")
        .bind(account)
        .fetch_one(database)
        .await
        .unwrap()
}

fn started(data: &std::path::Path, port: u16) -> Program {
    Program::start_from(kernel(), data, port, &target().join("bundles"), |command| {
        command.arg("--demo");
    })
}

/// A request that is retried until it succeeds.
fn ask(
    port: u16,
    who: &SignedInPerson,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> (u16, Value) {
    let started = Instant::now();
    loop {
        let answer = request_of(port, &who.token, method, path, body);
        match answer {
            Some((status, body)) if status < 300 => return (status, body),
            // The kernel is restarting or busy.
            None | Some((429 | 503, _)) if started.elapsed() < Duration::from_secs(30) => {
                std::thread::sleep(Duration::from_millis(100));
            }
            other => panic!("{method} {path}: {other:?}"),
        }
    }
}

fn entered(port: u16, name: &str) -> SignedInPerson {
    let visitor = SignedInPerson {
        token: String::new(),
        id: Uuid::nil(),
    };
    let credentials = json!({
        "email": format!("{name}@witverse.localhost"), "password": witverse_kernel::demo::PASSWORD,
    });
    let (_, logged_in) = ask(
        port,
        &visitor,
        "POST",
        "/api/user/login",
        Some(&credentials),
    );
    let token = text(&logged_in["payload"]["accessToken"]);
    let id = text(&logged_in["payload"]["user"]["id"]).parse().unwrap();
    SignedInPerson { token, id }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kernel_killed_between_an_acceptance_and_its_mail_loses_neither() {
    let mut stage = tokio::task::spawn_blocking(Stage::open).await.unwrap();
    let mut database = stage.database().await;
    sqlx::query(
        "select ledger.post(gen_random_uuid(), 'ffffffff-ffff-8fff-bfff-000000000002', $1, 100000, 4::smallint, now(), 'kernel', '')",
    )
    .bind(stage.sender.id)
    .execute(&mut database)
    .await
    .unwrap();
    let before = funds(&mut database, stage.sender.id).await;
    database.close().await.unwrap();
    let held = |path: &str| ask(stage.port, &stage.sender, "GET", path, None).1;
    let items = held("/api/item/inventory/craft/gift/item")["payload"]["items"].clone();
    let mut items: Vec<Value> = items.as_array().unwrap().clone();

    let mut gifts: Vec<(String, Option<String>)> = Vec::new();
    for round in 0..ROUNDS {
        let item = if round % 2 == 0 { items.pop() } else { None };
        let gift = match &item {
            Some(item) => stage.give("item", &item["id"]),
            None => stage.give("wit", &json!(1)),
        };
        let (port, token) = (stage.port, stage.recipient.token.clone());
        let body = json!({ "airdropId": gift, "approve": true });
        let accepting = std::thread::spawn(move || {
            request_of(port, &token, "POST", "/api/v2/gift/handle", Some(&body))
        });
        // Before, during and after the commit.
        std::thread::sleep(Duration::from_millis(round * 9));
        stage.kill_and_start();
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
            ask(
                port,
                &stage.recipient,
                "POST",
                "/api/v2/gift/handle",
                Some(&body),
            );
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
            let (_, seen) = ask(
                stage.port,
                &stage.recipient,
                "GET",
                &format!("/api/v2/items/{item}"),
                None,
            );
            assert_eq!(seen["payload"]["owner"]["nickname"], "theo");
        }
    }
    let mut database = stage.database().await;
    let report = witverse_ledger::check(&mut database).await.unwrap();
    assert_eq!(report.findings, Vec::<String>::new());
    let of_wit = gifts.iter().filter(|(_, item)| item.is_none()).count();
    let (balance, held) = funds(&mut database, stage.sender.id).await;
    let given = 100 * i64::try_from(of_wit).unwrap();
    assert_eq!((balance, held), (before.0 - given, before.1));
    database.close().await.unwrap();
    assert!(of_wit >= 4, "items ran out, points did not");
    stage.program.take().unwrap().kill();
}
