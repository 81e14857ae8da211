//! The holidays of the Korean calendar: versions, refusals in both languages, a term over a new holiday, and the warning before
//! the table ends.

use std::time::Duration;

use serde_json::{Value, json};
use time::{Date, Weekday};
use witverse_testing::{Client, Reply, TestApp};

use super::{album, name, on_sale, paid_by_card, placed_parcel, seen};

const PATH: &str = "/api/v2/orders/holidays";
const DAY: u64 = 24 * 60 * 60;

/// Today in Korea.
fn today(app: &TestApp) -> Date {
    (app.clock.now() + Duration::from_secs(9 * 3600)).date()
}

async fn in_force(keeper: &Client) -> Value {
    let reply = keeper.get(PATH).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    reply.payload().clone()
}

async fn change(keeper: &Client, version: &Value, year: i32, days: &[String]) -> Reply {
    let days: Vec<Value> = days
        .iter()
        .map(|day| json!({ "day": day, "name": name("임시공휴일", "Temporary holiday") }))
        .collect();
    let body = json!({ "version": version, "year": year, "days": days, "reason": "announced" });
    keeper.put(PATH, body).await
}

/// The coming holidays of a year, and another one.
fn with(holidays: &Value, year: i32, more: Option<Date>) -> Vec<String> {
    let today = holidays["today"].as_str().unwrap();
    let items = holidays["items"].as_array().unwrap().iter();
    let mut days: Vec<String> = items
        .map(|one| one["day"].as_str().unwrap().to_owned())
        .filter(|day| day.as_str() > today && day.starts_with(&year.to_string()))
        .chain(more.map(|day| day.to_string()))
        .collect();
    days.sort();
    days.dedup();
    days
}

#[tokio::test]
async fn a_new_holiday_moves_terms_that_begin_later() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    let product = on_sale(&keeper, album(3)).await;
    let before = placed_parcel(&buyer, &product).await;
    paid_by_card(&app, &buyer, &before).await;
    let before = seen(&buyer, &before).await;
    // The first day of shipping becomes a holiday.
    let first = before["shipFrom"].as_str().unwrap().to_owned();
    let format = time::format_description::well_known::Iso8601::DATE;
    let day = Date::parse(&first, &format).unwrap();
    let holidays = in_force(&keeper).await;
    let days = with(&holidays, day.year(), Some(day));
    let reply = change(&keeper, &holidays["version"], day.year(), &days).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let made = reply.payload();
    assert_eq!(made["version"], 2);
    let items = made["items"].as_array().unwrap();
    assert_eq!(items.len(), holidays["items"].as_array().unwrap().len() + 1);
    assert!(items.iter().any(|one| one["day"] == first.as_str()));
    let after = placed_parcel(&buyer, &product).await;
    paid_by_card(&app, &buyer, &after).await;
    let after = seen(&buyer, &after).await;
    let mut next = day.next_day().unwrap();
    while matches!(next.weekday(), Weekday::Saturday | Weekday::Sunday)
        || items.iter().any(|one| one["day"] == next.to_string())
    {
        next = next.next_day().unwrap();
    }
    assert_eq!(after["shipFrom"], next.to_string());
    assert!(after["shipBy"].as_str() > before["shipBy"].as_str());
    // A term that has begun keeps its end; a former version is refused.
    let path = format!(
        "/api/v2/orders/mine/{}",
        before["orderId"].as_str().unwrap()
    );
    assert_eq!(buyer.get(&path).await.payload()["shipBy"], before["shipBy"]);
    let stale = change(&keeper, &holidays["version"], day.year(), &days).await;
    assert_eq!(stale.line(), "409 terms_changed");
    // Two administrators at the same time.
    let both = tokio::join!(
        change(&keeper, &made["version"], day.year(), &days),
        change(&keeper, &made["version"], day.year(), &days)
    );
    let mut lines = [both.0.line(), both.1.line()];
    lines.sort();
    assert_eq!(lines, ["200", "409 terms_changed"]);
    assert_eq!(
        app.count("select count(*) from plugin_orders.holiday_version")
            .await,
        3
    );
    app.stop().await;
}

#[tokio::test]
async fn holidays_that_do_not_fit_are_refused_and_past_ones_stay() {
    let app = TestApp::start().await;
    let (keeper, buyer) = (app.administrator().await, app.person("mina").await);
    assert_eq!(buyer.get(PATH).await.line(), "403 forbidden");
    let holidays = in_force(&keeper).await;
    let (today, version) = (today(&app), &holidays["version"]);
    let year = today.year();
    let check = async |year: i32, day: String, field: &str, ko: &str, en: &str| {
        let reply = change(&keeper, version, year, &[day]).await;
        assert_eq!(reply.line(), "422 validation_failed");
        let fields = reply.body["fields"].as_array().unwrap();
        let found = fields.iter().find(|one| one["field"] == field).unwrap();
        assert!(
            found["language"]["ko"].as_str().unwrap().contains(ko),
            "{found}"
        );
        assert!(
            found["language"]["en"].as_str().unwrap().contains(en),
            "{found}"
        );
    };
    let day = "days.0.day";
    check(
        year,
        format!("{year}-02-30"),
        day,
        "달력에 없는 날짜",
        "no such day",
    )
    .await;
    check(year, today.to_string(), day, "이미 지난 날", "are over").await;
    check(
        year,
        format!("{}-12-24", year + 1),
        day,
        "년의 날짜",
        "Enter a day of",
    )
    .await;
    check(
        year + 9,
        format!("{}-05-05", year + 9),
        "year",
        "사이의 정수",
        "whole number",
    )
    .await;
    let next = holidays["lastYear"].as_i64().unwrap() as i32 + 1;
    check(
        next,
        format!("{next}-05-05"),
        "days",
        "모두 입력",
        "all holidays",
    )
    .await;
    // Without any coming holidays, the past ones stay.
    let reply = change(&keeper, version, year, &[]).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let past = |holidays: &Value| {
        let items = holidays["items"].as_array().unwrap().iter();
        items
            .filter(|one| one["day"].as_str().unwrap() <= today.to_string().as_str())
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(past(reply.payload()), past(&holidays));
    app.stop().await;
}

#[tokio::test]
async fn the_administrator_is_warned_before_the_table_ends() {
    let app = TestApp::start().await;
    let keeper = app.administrator().await;
    let holidays = in_force(&keeper).await;
    let last = holidays["lastYear"].as_i64().unwrap() as i32;
    let year = today(&app).year();
    let days = with(&holidays, year, None);
    let made = change(&keeper, &holidays["version"], year, &days).await;
    assert_eq!(made.line(), "200", "{}", made.body);
    let end = Date::from_calendar_date(last, time::Month::December, 31).unwrap();
    let left = (end - today(&app)).whole_days();
    let wait = u64::try_from(left - 364).unwrap_or_default().max(1);
    app.advance(Duration::from_secs(wait * DAY));
    let warned = "select count(*) from plugin_mail.alarm where title_en = 'Please add next year''s holidays'";
    app.eventually("the alarm is there", async || app.count(warned).await == 1)
        .await;
    let keeper = app.log_in("keeper", keeper.id).await;
    assert_eq!(in_force(&keeper).await["endsSoon"], true);
    app.stop().await;
}
