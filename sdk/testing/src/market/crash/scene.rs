//! The people of a run, with WIT and items, and the rules that they trade by.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::Connection;
use uuid::Uuid;
use witverse_kernel::clock::Clock;
use witverse_ledger::{self as ledger, Amount, Key, Kind, Transfer};

use super::plan::Plan;
use super::shop::{self, ORDERS};
use crate::beside;
use crate::crash::request_of;
use crate::ledger::crash::log_in;

/// What each person gets, in hundredths of a WIT.
pub(super) const GIVEN: i64 = 5_000_000;
pub(super) const ADMINISTRATOR: &str = "admin@witverse.localhost";
const COLLECTION: &str = "0190f3a0-0000-7000-8000-00000000c011";
/// Every third item can be worn.
const WEARABLE: usize = 3;

/// The people and their items.
#[derive(Clone, Debug)]
pub(super) struct Scene {
    /// Address, id.
    pub(super) people: Vec<(String, Uuid)>,
    pub(super) items: Vec<Uuid>,
    /// An album and a random item, and each person's address.
    pub(super) products: [Uuid; 2],
    pub(super) addresses: Vec<Uuid>,
    /// The sales, listings and offers that existed before: those of the demo.
    pub(super) before: [i64; 3],
}

impl Scene {
    /// Two neighbours in this ring are friends.
    pub(super) fn friend_of(&self, person: usize, is_next: bool) -> Uuid {
        let count = self.people.len();
        let step = if is_next { 1 } else { count - 1 };
        self.people[(person + step) % count].1
    }
}

pub(super) fn open(data: &Path, port: u16, plan: &Plan) -> Scene {
    let people = beside::runtime().block_on(make_people(data, plan.people));
    let (admin, _) = log_in(port, ADMINISTRATOR).expect("the administrator of the demo");
    let ask = |token: &str, method: &str, path: &str, body: &Value| {
        let body = (!body.is_null()).then_some(body);
        let answer = request_of(port, token, method, path, body);
        let (status, body) = answer.unwrap_or_else(|| panic!("{path}: no answer"));
        assert!(status < 300, "{path}: {status} {body}");
        body["payload"].clone()
    };
    let mut rules = ask(&admin, "GET", "/api/v2/market/rules", &Value::Null);
    (rules["feeBp"], rules["newAccountDays"]) = (json!(123), json!(0));
    ask(&admin, "PUT", "/api/v2/market/rules", &rules);
    let tokens: Vec<String> = people
        .iter()
        .map(|(email, _)| log_in(port, email).expect("a person").0)
        .collect();
    for (n, token) in tokens.iter().enumerate() {
        let next = (n + 1) % tokens.len();
        for (token, name) in [(token, next), (&tokens[next], n)] {
            let body = json!({ "nickname": name_of(name) });
            ask(token, "POST", "/api/v2/relationship/request/friend", &body);
        }
    }
    let mut items = Vec::new();
    for n in 0..plan.items {
        let wearable = n % WEARABLE == 0;
        let mut grant = json!({
            "key": format!("crash-{n}"), "ownerNickname": name_of(n % people.len()), "collectionId": COLLECTION,
            "type": if wearable { "gear" } else { "photo" },
            "collectionName": { "ko": "밤의 불빛", "en": "Lights of the night" },
            "name": { "ko": "등불", "en": "Lantern" },
            "description": { "ko": "어두운 길을 밝힌다.", "en": "It lights dark ways." },
            "thumbnailUrl": "/assets/plugins/items/items/lantern.svg",
        });
        if wearable {
            grant["gear"] = json!({ "slot": "hand", "model": "lantern" });
        }
        let made = ask(&admin, "POST", "/api/v2/items/grants", &grant);
        items.push(made["itemId"].as_str().unwrap().parse().unwrap());
    }
    let id = |value: &Value| value.as_str().unwrap().parse::<Uuid>().unwrap();
    let products = shop::products().map(|product| {
        let made = ask(&admin, "POST", &format!("{ORDERS}/products"), &product);
        id(&made["productId"])
    });
    let addresses = tokens
        .iter()
        .map(|token| {
            let path = format!("{ORDERS}/addresses");
            let saved = ask(token, "POST", &path, &shop::address());
            id(&saved["items"][0]["addressId"])
        })
        .collect();
    let before = beside::runtime().block_on(async {
        let mut owner = beside::connect(data).await;
        // The first person made the collection and gets royalties.
        sqlx::query("update plugin_items.collection set maker_id = $1, royalty_bp = 777 where id = $2::uuid")
            .bind(people[0].1)
            .bind(COLLECTION)
            .execute(&mut owner)
            .await
            .unwrap();
        let counts: (i64, i64, i64) = sqlx::query_as(
            "select (select count(*) from plugin_market.sale), (select count(*) from plugin_market.listing),
                    (select count(*) from plugin_market.offer)",
        )
        .fetch_one(&mut owner)
        .await
        .unwrap();
        owner.close().await.unwrap();
        counts.into()
    });
    Scene {
        people,
        items,
        products,
        addresses,
        before,
    }
}

fn name_of(person: usize) -> String {
    format!("trader{person}")
}

/// Accounts with the password of the demo.
async fn make_people(data: &Path, count: usize) -> Vec<(String, Uuid)> {
    let mut owner = beside::connect(data).await;
    let mut people = Vec::new();
    for n in 0..count {
        let email = format!("{}@witverse.localhost", name_of(n));
        let id: Uuid = sqlx::query_scalar(
            "insert into kernel.account (id, email, email_key, nickname, password_hash, verified_at)
             select ('0190fffe-0000-7000-8000-' || lpad(to_hex($1::int), 12, '0'))::uuid, $2, $2, $3, password_hash, verified_at
             from kernel.account where nickname = 'haneul' returning id",
        )
        .bind(i32::try_from(n + 1).unwrap())
        .bind(&email)
        .bind(name_of(n))
        .fetch_one(&mut owner)
        .await
        .unwrap();
        sqlx::query("select ledger.open_account($1, 0::smallint)")
            .bind(id)
            .execute(&mut owner)
            .await
            .unwrap();
        let bonus = Transfer {
            id: Key::of(&["crash", &id.to_string()]),
            from: ledger::BONUS,
            to: id,
            amount: Amount::new(GIVEN).unwrap(),
            kind: Kind::Bonus,
            source: "kernel",
            memo: "",
            at: Clock::default().now(),
        };
        let mut transaction = owner.begin().await.unwrap();
        ledger::transfer(&mut transaction, &bonus).await.unwrap();
        transaction.commit().await.unwrap();
        people.push((email, id));
    }
    owner.close().await.unwrap();
    people
}
