//! Benchmarks of people's and worlds' lists with a hundred times the rows in their tables.

use std::time::Instant;

use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::ledger::bench::Line;
use crate::{Client, TestApp};

/// Rows of each measured person, and of all others.
const EACH: u32 = 50;
const READERS: usize = 8;
/// Requests of each list in a round. The median of the rounds counts, because other load affects some of them.
const REQUESTS: usize = 500;
const ROUNDS: usize = 7;
/// The `s`-th of fifty common friends.
const CROWD: &str = "('01900000-0000-7000-a000-' || lpad(to_hex(s::int), 12, '0'))::uuid";

/// Friends, alarms, an inventory, gifts, and what is inside of a world.
///
/// # Panics
/// The measurement is not possible.
pub async fn growth(line: Line<'_>) {
    let app = TestApp::start().await;
    let mut readers = Vec::new();
    for n in 0..READERS {
        readers.push(app.person(&format!("reader{n}")).await);
    }
    let crowd = format!(
        "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
         select {CROWD}, s || '@crowd', s || '@crowd', '', 'crowd' || s, now() from generate_series(1, {EACH}) s"
    );
    sqlx::raw_sql(AssertSqlSafe(crowd))
        .execute(app.owner())
        .await
        .unwrap();
    let ids: Vec<Uuid> = readers.iter().map(|reader| reader.id).collect();
    fill(&app, "select unnest($1::uuid[])", &ids).await;
    let world = world_with_crowd(&app, &readers[0]).await;
    let members = format!("/api/v3/worlds/{world}/members?limit=20");
    let lists = [
        ("friends", "/api/v2/relationship/get/friends?limit=20"),
        ("alarms", "/api/v2/mails/alarms?limit=20"),
        ("an inventory", "/api/item/inventory/craft/all/all?limit=20"),
        (
            "gifts received",
            "/api/v2/gift/received?status=all&limit=20",
        ),
        ("members of a world", &members),
    ];
    let mut before = Vec::new();
    for (from, to) in [(1, 200), (201, 20_000)] {
        // This many other people with as many rows each: ten thousand rows, then a million.
        let others = format!(
            "select ('01900000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid
             from generate_series({from}, {to}) i where cardinality($1::uuid[]) = 0"
        );
        fill(&app, &others, &[]).await;
        fill_worlds(&app, &others).await;
        // Writes out the changes of the filling before the measurement.
        for settle in ["vacuum analyze", "checkpoint"] {
            sqlx::raw_sql(settle).execute(app.owner()).await.unwrap();
        }
        let now = measured(&readers, &lists).await;
        if before.is_empty() {
            before = now;
            continue;
        }
        for ((name, _), (small, large)) in lists.iter().zip(before.iter().zip(&now)) {
            line(
                &format!(
                    "{name}: p99 at 1M rows / at 10k ({:.2} ms, p50 {:.2})",
                    large.1, large.0
                ),
                format!("{:.2}", large.1 / small.1),
                "<= 1.2",
            );
        }
    }
    app.stop().await;
}

/// A public world with the crowd as members; returns its id.
async fn world_with_crowd(app: &TestApp, owner: &Client) -> String {
    let new = json!({ "worldName": "crowded" });
    let created = owner.post("/api/v3/worlds", new).await;
    let id = created.payload()["worldId"].as_str().unwrap().to_owned();
    let members = format!(
        "insert into plugin_worlds.member (account_id, world_id, role, joined_at)
         select {CROWD}, '{id}', 'member', now() - s * interval '1 minute' from generate_series(1, {EACH}) s"
    );
    sqlx::raw_sql(AssertSqlSafe(members))
        .execute(app.owner())
        .await
        .unwrap();
    id
}

/// One world with fifty members and fifty visitors for each id that `others` selects.
async fn fill_worlds(app: &TestApp, others: &str) {
    let many = format!("({others}) p (id), generate_series(1, {EACH}) s");
    for statement in [
        format!(
            "insert into plugin_worlds.world (id, name, description_ko, description_en, hue, is_public, member_count, created_at)
             select p.id, 'w' || left(md5(p.id::text), 9), '', '', 1, true, {EACH}, now() from ({others}) p (id)
             on conflict do nothing"
        ),
        format!(
            "insert into plugin_worlds.member (account_id, world_id, role, joined_at)
             select gen_random_uuid(), p.id, 'member', now() - s * interval '1 minute' from {many}"
        ),
        format!(
            "insert into plugin_worlds.visitor (world_id, account_id, first_at, last_at, last_day, visits)
             select p.id, gen_random_uuid(), now(), now(), current_date, 1 from {many}"
        ),
    ] {
        sqlx::query(AssertSqlSafe(statement))
            .bind(&[] as &[Uuid])
            .execute(app.owner())
            .await
            .unwrap();
    }
}

/// The median of each list's p50 and p99 over the rounds; the first round is a warm-up.
async fn measured(readers: &[Client], lists: &[(&str, &str)]) -> Vec<(f64, f64)> {
    let mut rounds = vec![(Vec::new(), Vec::new()); lists.len()];
    for round in 0..=ROUNDS {
        for ((_, path), (p50s, p99s)) in lists.iter().zip(&mut rounds) {
            let (p50, p99) = p50_and_p99_ms(readers, path).await;
            if round > 0 {
                p50s.push(p50);
                p99s.push(p99);
            }
        }
    }
    let middle = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    rounds
        .into_iter()
        .map(|(p50s, p99s)| (middle(p50s), middle(p99s)))
        .collect()
}

async fn p50_and_p99_ms(readers: &[Client], path: &str) -> (f64, f64) {
    let mut times = Vec::new();
    for n in 0..REQUESTS {
        let reader = &readers[n % readers.len()];
        let started = Instant::now();
        let reply = reader.get(path).await;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        assert_eq!(reply.payload()["items"].as_array().unwrap().len(), 20);
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Gives each person that `people` selects fifty of each; the first of the crowd is the other side.
async fn fill(app: &TestApp, people: &str, ids: &[Uuid]) {
    let many = format!("({people}) p (id), generate_series(1, {EACH}) s");
    let other = CROWD.replace("s::int", "1");
    for statement in [
        format!(
            "insert into plugin_friends.friend (account_id, friend_id, nickname, since)
             select p.id, {CROWD}, 'crowd' || s, now() - s * interval '1 minute' from {many}"
        ),
        format!(
            "insert into plugin_friends.tally (account_id, friends) select p.id, {EACH} from ({people}) p (id)"
        ),
        format!(
            "insert into plugin_mail.alarm (account_id, id, thread_id, kind, source, key, from_id, title_ko, title_en,
                 description_ko, description_en, can_reply, created_at, active_at)
             select p.id, gen_random_uuid(), gen_random_uuid(), 'gift', 'bench', s::text, {other}, 'ko', 'en', 'ko', 'en',
                    false, now(), now() - s * interval '1 minute'
             from {many}"
        ),
        "insert into plugin_items.collection (id, name_ko, name_en, created_at)
         select '01900000-0000-7000-8000-000000000001', 'ko', 'en', now() where cardinality($1::uuid[]) >= 0
         on conflict do nothing"
            .to_owned(),
        format!(
            "insert into plugin_items.item (id, collection_id, type, name_ko, name_en, description_ko, description_en, thumbnail,
                 owner_id, made_at, acquired_at, state, links)
             select gen_random_uuid(), '01900000-0000-7000-8000-000000000001', 'pfp', 'ko', 'en', 'ko', 'en', '/x.svg',
                    p.id, now(), now() - s * interval '1 minute', 'free', 1
             from {many}"
        ),
        format!(
            "insert into plugin_gifts.gift (id, sender_id, recipient_id, message, amount, hold_id, status, sent_at, expires_at,
                 closed_at)
             select gen_random_uuid(), {other}, p.id, '', 100, gen_random_uuid(), 'accepted',
                    now() - s * interval '1 minute', now(), now()
             from {many}"
        ),
    ] {
        sqlx::query(AssertSqlSafe(statement))
            .bind(ids)
            .execute(app.owner())
            .await
            .unwrap();
    }
}
