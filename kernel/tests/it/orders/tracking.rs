//! The state of a parcel, from a tracking service that the test plays with answers in the documented format.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::post;
use serde_json::{Value, json};
use witverse_kernel::config::TrackingServiceName;
use witverse_testing::TestApp;

use super::{album, id_of, on_sale, paid_by_card, placed, saved, seen, sell, wait_for_items};
use crate::payments::played;

const HOUR: u64 = 60 * 60;

#[derive(Default)]
struct Books {
    answer: Value,
    asked: Vec<Value>,
}

#[derive(Clone, Default)]
struct Service(Arc<Mutex<Books>>);

impl Service {
    fn answers(&self, answer: Value) {
        self.0.lock().unwrap().answer = answer;
    }

    fn state(&self, code: &str, time: &str) {
        let event = json!({ "time": time, "status": { "code": code } });
        self.answers(json!({ "data": { "track": { "lastEvent": event } } }));
    }

    fn asked(&self) -> usize {
        self.0.lock().unwrap().asked.len()
    }
}

async fn track(
    State(service): State<Service>,
    headers: HeaderMap,
    axum::Json(body): axum::Json<Value>,
) -> axum::Json<Value> {
    assert_eq!(headers["authorization"], "TRACKQL-API-KEY id:key");
    let mut books = service.0.lock().unwrap();
    books.asked.push(body["variables"].clone());
    axum::Json(books.answer.clone())
}

#[tokio::test]
async fn a_carrier_reports_where_a_parcel_is_and_moves_no_order() {
    let service = Service::default();
    let router = Router::new()
        .route("/graphql", post(track))
        .with_state(service.clone());
    let port = played(router).await;
    let app = TestApp::with(|config| {
        config.tracking.service = TrackingServiceName::TrackerDelivery;
        let keys = &mut config.tracking.tracker_delivery;
        keys.url = format!("http://127.0.0.1:{port}/graphql");
        keys.client_id = Some("id".into());
        keys.client_secret = Some("key".into());
    })
    .await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(2)).await;
    let address = saved(&buyer, "04524").await;
    let id = id_of(&placed(&buyer, &product, Some(&address)).await);
    paid_by_card(&app, &buyer, &id).await;
    wait_for_items(&app, &buyer, &id).await;
    let ship = json!({ "step": "ship", "carrier": "cj", "tracking": "123456789012" });
    let by_hand = json!({ "step": "parcel", "carrier": "Quick", "tracking": "1" });
    for step in [ship, by_hand] {
        assert_eq!(sell(&keeper, &id, "step", step).await.line(), "200");
    }
    let followed = "select count(*) from kernel.tracked_parcel";
    assert_eq!(app.count(followed).await, 1, "of listed carriers only");
    assert_eq!(service.asked(), 0, "a new number is unknown for a while");

    // An unknown number is no error.
    service
        .answers(json!({ "errors": [{ "message": "no", "extensions": { "code": "NOT_FOUND" } }] }));
    app.advance(Duration::from_secs(HOUR));
    app.eventually("the service was asked", async || service.asked() == 1)
        .await;
    let asked = service.0.lock().unwrap().asked[0].clone();
    assert_eq!(
        asked,
        json!({ "carrierId": "kr.cjlogistics", "trackingNumber": "123456789012" })
    );
    let failing = "select count(*) from kernel.tracked_parcel where failures > 0";
    app.eventually("it counts as an answer", async || {
        app.count(failing).await == 0
    })
    .await;

    // What the buyer sees; sessions end while hours pass.
    let tracked = async || {
        let buyer = app.log_in("mina", buyer.id).await;
        let order = seen(&buyer, &id).await;
        let parcel = &order["parcels"][0];
        (parcel["trackedState"].clone(), order["state"].clone())
    };
    service.state("IN_TRANSIT", "2026-11-24T17:19:20.000+09:00");
    app.advance(Duration::from_secs(3 * HOUR));
    app.eventually("the parcel moves", async || tracked().await.0 == "moving")
        .await;
    // A service that fails is asked again later, and less often.
    service.answers(json!({ "errors": [{ "extensions": { "code": "INTERNAL" } }] }));
    let before = service.asked();
    app.advance(Duration::from_secs(3 * HOUR));
    app.eventually("the failure is counted", async || {
        service.asked() > before && app.count(failing).await == 1
    })
    .await;
    assert_eq!(tracked().await.0, "moving");

    service.state("DELIVERED", "2026-11-25T11:00:00.000+09:00");
    app.advance(Duration::from_secs(HOUR));
    app.eventually("the parcel is delivered", async || {
        tracked().await.0 == "delivered"
    })
    .await;
    // The order waits for its buyer, and no term has begun.
    assert_eq!(tracked().await.1, "shipped");
    let clocks =
        "select count(*) from plugin_orders.clock where kind in ('withdraw', 'defect', 'payout')";
    assert_eq!(app.count(clocks).await, 0);
    assert_eq!(app.count(followed).await, 0, "nothing more to ask");
    let alarms = "select count(*) from plugin_mail.alarm where key like 'arrived-1:%'";
    assert_eq!(app.count(alarms).await, 1);
    app.stop().await;
}
