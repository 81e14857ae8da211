//! A person who trades: looks at an item, chooses a change, and sends it under an idempotency key until there is an answer.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;

use super::scene::Scene;
use super::shared::{PATIENCE, Shared, Sold};
use crate::crash::request_with;
use crate::ledger::crash::log_in;

const BASE: &str = "/api/v2/market";
/// Most changes are of these items, so that the people meet.
const HOT_ITEMS: usize = 6;
/// One of so many changes is a step of an order.
const ORDERS_AMONG: usize = 8;
/// Pause after a lost answer.
const AGAIN: Duration = Duration::from_millis(40);

#[derive(Clone, Copy, Debug)]
enum Action {
    List,
    Change,
    Cancel,
    Buy,
    Offer,
    ChangeOffer,
    Accept,
    Reject,
    CancelAll,
    Give,
    AnswerGift,
    Wear,
    TakeOff,
}

/// What an owner does with an item, what others do, and what all of them try.
const OF_OWNER: [Action; 6] = [
    Action::List,
    Action::List,
    Action::Accept,
    Action::Reject,
    Action::Give,
    Action::Wear,
];
const OF_SELLER: [Action; 5] = [
    Action::Change,
    Action::Cancel,
    Action::Accept,
    Action::Accept,
    Action::Wear,
];
const OF_OTHERS: [Action; 7] = [
    Action::Buy,
    Action::Buy,
    Action::Buy,
    Action::Offer,
    Action::Offer,
    Action::ChangeOffer,
    Action::AnswerGift,
];
const OF_ANYBODY: [Action; 13] = [
    Action::List,
    Action::Change,
    Action::Cancel,
    Action::Buy,
    Action::Offer,
    Action::ChangeOffer,
    Action::Accept,
    Action::Reject,
    Action::CancelAll,
    Action::Give,
    Action::AnswerGift,
    Action::Wear,
    Action::TakeOff,
];

pub(super) struct Person {
    pub(super) port: u16,
    pub(super) number: usize,
    pub(super) scene: Scene,
    pub(super) shared: Arc<Shared>,
    pub(super) rng: StdRng,
    pub(super) token: Option<String>,
    /// Numbers the idempotency keys.
    pub(super) sent: usize,
}

/// Why a person stops.
pub(super) struct GivesUp;

impl Person {
    pub(super) fn work(mut self) {
        let shared = self.shared.clone();
        while !shared.over.load(Ordering::Relaxed) {
            if shared.change(|| self.act_once()).is_err() {
                return;
            }
            shared.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn act_once(&mut self) -> Result<(), GivesUp> {
        match self.rng.random_range(0..ORDERS_AMONG) {
            0 => self.order(),
            _ => self.trade(),
        }
    }

    fn trade(&mut self) -> Result<(), GivesUp> {
        let item = match self.rng.random_range(0..10) {
            0..5 => self.own_item()?,
            5..8 => Some(self.one_of(HOT_ITEMS)),
            _ => Some(self.one_of(self.scene.items.len())),
        };
        let item = item.unwrap_or_else(|| self.one_of(HOT_ITEMS));
        let view = self.read(&format!("{BASE}/items/{item}"))?;
        let (own, listed) = (view["isOwn"] == true, !view["listing"].is_null());
        let wanted: &[Action] = match (self.rng.random_range(0..6), own, listed) {
            (0, ..) => &OF_ANYBODY,
            (_, true, true) => &OF_SELLER,
            (_, true, false) => &OF_OWNER,
            _ => &OF_OTHERS,
        };
        let action = wanted[self.rng.random_range(0..wanted.len())];
        self.act(action, item, &view)
    }

    fn one_of(&mut self, first: usize) -> Uuid {
        let among = first.min(self.scene.items.len());
        self.scene.items[self.rng.random_range(0..among)]
    }

    /// An item that the person owns.
    fn own_item(&mut self) -> Result<Option<Uuid>, GivesUp> {
        let inventory = self.read("/api/item/inventory/craft/all/all?limit=20")?;
        let Some(items) = inventory["items"]
            .as_array()
            .filter(|items| !items.is_empty())
        else {
            return Ok(None);
        };
        let item = &items[self.rng.random_range(0..items.len())];
        let id = item.get("itemId").unwrap_or(&item["id"]);
        Ok(id.as_str().and_then(|id| id.parse().ok()))
    }

    fn act(&mut self, action: Action, item: Uuid, view: &Value) -> Result<(), GivesUp> {
        let price: i64 = self.rng.random_range(1..200);
        let listing = view["listing"]["listingId"].as_str().unwrap_or("none");
        let own_offer = view["ownOffer"]["offerId"].as_str().unwrap_or("none");
        let terms = json!({ "price": price, "duration": "1d", "confirmedPrice": price });
        let new = json!({
            "itemId": item, "price": price, "duration": "1d", "agreed": true, "confirmedPrice": price,
        });
        match action {
            Action::List => {
                let (key, answer) = self.write("POST", &format!("{BASE}/listings"), &new)?;
                self.note_id(&answer["listingId"], key, |shared| &shared.listings);
            }
            Action::Change => {
                self.write("PUT", &format!("{BASE}/listings/{listing}"), &terms)?;
            }
            Action::Cancel => {
                self.write(
                    "DELETE",
                    &format!("{BASE}/listings/{listing}"),
                    &Value::Null,
                )?;
            }
            Action::Buy => {
                let path = format!("{BASE}/listings/{listing}");
                let (_, quote) = self.write("POST", &format!("{path}/quote"), &Value::Null)?;
                let Some(hundredths) = quote["priceHundredths"].as_i64() else {
                    return Ok(());
                };
                let purchase =
                    json!({ "quote": quote, "agreed": true, "confirmedPrice": hundredths / 100 });
                let (key, answer) = self.write("POST", &format!("{path}/buy"), &purchase)?;
                self.note_sale(&answer, key, item);
            }
            Action::Offer => {
                let (key, answer) = self.write("POST", &format!("{BASE}/offers"), &new)?;
                self.note_id(&answer["offerId"], key, |shared| &shared.offers);
            }
            Action::ChangeOffer => {
                self.write("PUT", &format!("{BASE}/offers/{own_offer}"), &terms)?;
            }
            Action::Accept | Action::Reject => {
                let offers = self.read(&format!("{BASE}/items/{item}/offers"))?;
                let best = &offers["items"][0];
                let path = format!(
                    "{BASE}/offers/{}",
                    best["offerId"].as_str().unwrap_or("none")
                );
                let hundredths = best["priceHundredths"].as_i64().unwrap_or(100);
                let acceptance = json!({
                    "version": best["version"].as_i64().unwrap_or(1), "priceHundredths": hundredths, "agreed": true,
                    "confirmedPrice": hundredths / 100,
                });
                if matches!(action, Action::Reject) {
                    self.write("POST", &format!("{path}/reject"), &Value::Null)?;
                } else {
                    let (key, answer) =
                        self.write("POST", &format!("{path}/accept"), &acceptance)?;
                    self.note_sale(&answer, key, item);
                }
            }
            Action::CancelAll => {
                self.write("POST", &format!("{BASE}/offers/cancel-all"), &Value::Null)?;
            }
            Action::Give => {
                let friend = self.scene.friend_of(self.number, self.rng.random());
                let gift = json!({
                    "airdropTargetType": "item", "airdropTargetData": item, "fee": 0, "message": "", "userId": friend,
                });
                self.write("POST", "/api/v2/gift/create", &gift)?;
            }
            Action::AnswerGift => {
                let gifts = self.read("/api/v2/gift/received?status=pending&limit=5")?;
                if let Some(gift) = gifts["items"][0]["airdropId"].as_str() {
                    let answer = json!({ "airdropId": gift, "approve": self.rng.random::<bool>() });
                    self.write("POST", "/api/v2/gift/handle", &answer)?;
                }
            }
            Action::Wear => {
                let gear = json!({ "slot": "hand", "itemId": item });
                self.write("PUT", "/api/v2/avatars/gear", &gear)?;
            }
            Action::TakeOff => {
                self.write("PUT", "/api/v2/avatars/gear", &json!({ "slot": "hand" }))?;
            }
        }
        Ok(())
    }

    pub(super) fn read(&mut self, path: &str) -> Result<Value, GivesUp> {
        Ok(self.until_answered("GET", path, &Value::Null, None)?.1)
    }

    /// A change, with its key; the payload is null if it was refused.
    pub(super) fn write(
        &mut self,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(String, Value), GivesUp> {
        self.sent += 1;
        let key = format!("market-{}-{}", self.number, self.sent);
        let (status, payload) = self.until_answered(method, path, body, Some(&key))?;
        let payload = if status < 300 { payload } else { Value::Null };
        Ok((key, payload))
    }

    /// Retries with the same key until there is an answer. Errors of the server are expected around kills only.
    fn until_answered(
        &mut self,
        method: &str,
        path: &str,
        body: &Value,
        key: Option<&str>,
    ) -> Result<(u16, Value), GivesUp> {
        let since = Instant::now();
        let mut attempt = 0;
        while since.elapsed() < PATIENCE {
            if self.token.is_none() {
                self.token =
                    log_in(self.port, &self.scene.people[self.number].0).map(|(token, _)| token);
            }
            let Some(token) = &self.token else {
                std::thread::sleep(AGAIN * 5);
                continue;
            };
            let mut headers = format!("authorization: Bearer {token}\r\n");
            if let Some(key) = key {
                headers.push_str(&format!("idempotency-key: {key}\r\n"));
            }
            if attempt > 0 {
                self.shared.repeated.fetch_add(1, Ordering::Relaxed);
            }
            attempt += 1;
            let sent = Instant::now();
            let sendable = (!body.is_null()).then_some(body);
            let answer = request_with(self.port, &headers, method, path, sendable);
            match answer {
                Some((401, _)) => self.token = None,
                Some((status, body)) if status < 500 && status != 429 => {
                    if [400, 405, 415].contains(&status) || body["code"] == "validation_failed" {
                        self.shared
                            .complain(format!("{method} {path} was refused: {status} {body}"));
                    }
                    return Ok((status, body["payload"].clone()));
                }
                lost => {
                    if !self.shared.is_excused(sent) {
                        self.note_error(&format!("{method} {path}"), lost);
                    }
                    std::thread::sleep(AGAIN);
                }
            }
        }
        self.shared
            .complain(format!("{method} {path} was never answered"));
        Err(GivesUp)
    }

    /// An error of the server without a kill. Overload is answered with 429, 503 or 504 and writes nothing: it is counted.
    fn note_error(&self, request: &str, answer: Option<(u16, Value)>) {
        match answer {
            Some((429 | 503 | 504, _)) => {
                self.shared.busy.fetch_add(1, Ordering::Relaxed);
            }
            other => self
                .shared
                .complain(format!("{request} without a kill: {other:?}")),
        }
    }

    fn note_sale(&self, answer: &Value, key: String, item: Uuid) {
        let Some(id) = answer["saleId"].as_str().and_then(|id| id.parse().ok()) else {
            return;
        };
        let number = |field: &str| answer[field].as_i64().unwrap_or_default();
        let sold = Sold {
            key,
            item,
            price: number("priceHundredths"),
            provenance_seq: number("provenanceSeq"),
        };
        let earlier = self.shared.sales.lock().unwrap().insert(id, sold.clone());
        if let Some(earlier) = earlier {
            let what = format!("sale {id} was acknowledged twice: {earlier:?} and {sold:?}");
            self.shared.complain(what);
        }
    }

    pub(super) fn note_id(
        &self,
        id: &Value,
        key: String,
        of: impl Fn(&Shared) -> &std::sync::Mutex<std::collections::HashMap<Uuid, String>>,
    ) {
        let Some(id) = id.as_str().and_then(|id| id.parse::<Uuid>().ok()) else {
            return;
        };
        let earlier = of(&self.shared).lock().unwrap().insert(id, key.clone());
        if let Some(earlier) = earlier {
            self.shared
                .complain(format!("{id} was acknowledged for {earlier} and for {key}"));
        }
    }
}
