//! Benchmarks of people's and worlds' lists with a hundred times the rows in their tables.

mod blocks;
mod community;
pub(crate) mod rows;
mod worlds;

use std::time::Instant;

use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::cluster::use_much_memory;
use crate::ledger::bench::Line;
use crate::{Client, TestApp};
use rows::{ABSENT, COMMON, CROWD, EACH, RARE};

/// The numbers of the other people and worlds with fifty rows each: ten thousand rows, then a million.
const SIZES: [(u32, u32); 2] = [(1, 200), (201, 20_000)];
const READERS: usize = 8;
/// Requests of each list in a round. The median of the rounds counts, because other load affects some of them.
const REQUESTS: usize = 500;
const ROUNDS: usize = 7;

/// A measured request.
pub(crate) struct List<'a> {
    pub(crate) name: String,
    pub(crate) path: String,
    pub(crate) readers: &'a [Client],
    /// The number of items in each answer, for answers that are lists.
    pub(crate) items: Option<usize>,
}

/// Friends, alarms, an inventory, gifts, what is inside of a world, and search.
///
/// # Panics
/// The measurement is not possible.
pub async fn growth(line: Line<'_>) {
    use_much_memory();
    let app = TestApp::start().await;
    let mut readers = Vec::new();
    for n in 0..READERS {
        readers.push(app.person(&name_of(n)).await);
    }
    let ids: Vec<Uuid> = readers.iter().map(|reader| reader.id).collect();
    add_crowd(&app, &ids).await;
    fill(&app, "select unnest($1::uuid[])", &ids).await;
    let world = worlds::crowded(&app, &readers[0]).await;
    worlds::fill_searched(&app, 0, 0).await;
    worlds::visit(&app, world, 0, 0).await;
    community::fill(&app, 0, 0).await;
    blocks::fill(&app, world, 0, 0).await;
    blocks::visit(&app, world, &ids).await;
    let mut before = Vec::new();
    for (from, to) in SIZES {
        let others = format!(
            "select ('01900000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid
             from generate_series({from}, {to}) i where cardinality($1::uuid[]) = 0"
        );
        fill(&app, &others, &[]).await;
        worlds::fill(&app, from, to).await;
        worlds::visit(&app, world, from, to).await;
        community::fill(&app, from, to).await;
        blocks::fill(&app, world, from, to).await;
        // Writes out the changes of the filling before the measurement.
        for settle in ["vacuum analyze", "checkpoint"] {
            sqlx::raw_sql(settle).execute(app.owner()).await.unwrap();
        }
        // Filling takes longer than an access token is valid.
        for (n, id) in ids.iter().enumerate() {
            readers[n] = app.log_in(&name_of(n), *id).await;
        }
        let lists = lists(&world.to_string(), &readers);
        let now = measured(&lists).await;
        if before.is_empty() {
            before = now;
            continue;
        }
        for (list, (small, large)) in lists.iter().zip(before.iter().zip(&now)) {
            line(
                &format!(
                    "{}: p99 at 1M rows / at 10k ({:.2} ms, p50 {:.2}; at 10k {:.2}, p50 {:.2})",
                    list.name, large.1, large.0, small.1, small.0
                ),
                format!("{:.2}", large.1 / small.1),
                "<= 1.2",
            );
        }
    }
    app.stop().await;
}

fn name_of(reader: usize) -> String {
    format!("reader{reader}")
}

/// The lists of each reader, then those of the world `crowded`. Its owner is the first reader and sees its dashboard; the
/// others read what it shows to everybody.
fn lists<'a>(world: &str, readers: &'a [Client]) -> Vec<List<'a>> {
    let (owner, others) = readers.split_at(1);
    let list = |name: &str, path: String, readers: &'a [Client], items: Option<usize>| List {
        name: name.to_owned(),
        path,
        readers,
        items,
    };
    let comments = format!(
        "/api/v2/world/feed/{}/comments?limit=20",
        community::FIRST_POST
    );
    let page = Some(20);
    let of_world = |what: &str| format!("/api/v3/worlds/{world}/{what}");
    let own = |path: &str| path.to_owned();
    let mut lists = vec![
        list(
            "friends",
            own("/api/v2/relationship/get/friends?limit=20"),
            readers,
            page,
        ),
        list(
            "alarms",
            own("/api/v2/mails/alarms?limit=20"),
            readers,
            page,
        ),
        list(
            "an inventory",
            own("/api/item/inventory/craft/all/all?limit=20"),
            readers,
            page,
        ),
        list(
            "gifts received",
            own("/api/v2/gift/received?status=all&limit=20"),
            readers,
            page,
        ),
        list(
            "members of a world",
            of_world("members?limit=20"),
            readers,
            page,
        ),
        list(
            "the feed of a world",
            own("/api/v2/world/feed?worldName=crowded&limit=20"),
            others,
            page,
        ),
        list("comments of a post", comments, others, page),
        list(
            "blocks of a world",
            of_world("blocks?limit=20"),
            others,
            page,
        ),
        list(
            "blocks that a person entered last",
            own("/api/v3/blocks/visited"),
            readers,
            Some(5),
        ),
        list(
            "visitors of a world",
            of_world("visitors?limit=20"),
            owner,
            page,
        ),
        list("statistics of a world", of_world("statistics"), owner, None),
    ];
    for (what, path) in [
        ("worlds", "/api/v2/worlds/search"),
        ("posts", "/api/v2/world/posts/search"),
    ] {
        for (kind, words, items) in [
            ("a common", COMMON, 8),
            ("a rare", RARE, 3),
            ("an absent", ABSENT, 0),
        ] {
            for (language, word) in ["Korean", "Latin"].into_iter().zip(words) {
                let name = format!("search for {what}, {kind} {language} term");
                let path = format!("{path}?q={}", percent_encoded(word));
                lists.push(list(&name, path, others, Some(items)));
            }
        }
    }
    lists
}

fn percent_encoded(word: &str) -> String {
    word.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The people of the crowd, and one whom every reader has blocked and who has reacted to all posts of the crowd.
async fn add_crowd(app: &TestApp, readers: &[Uuid]) {
    let crowd = format!(
        "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
         select {CROWD}, s || '@crowd', s || '@crowd', '', 'crowd' || s, now() from generate_series(1, {EACH} + 1) s"
    );
    let blocks = format!(
        "insert into kernel.block (blocker, blocked) select unnest($1::uuid[]), {CROWD} from generate_series({EACH} + 1, {EACH} + 1) s"
    );
    sqlx::raw_sql(AssertSqlSafe(crowd))
        .execute(app.owner())
        .await
        .unwrap();
    sqlx::query(AssertSqlSafe(blocks))
        .bind(readers)
        .execute(app.owner())
        .await
        .unwrap();
}

/// The median of each list's p50 and p99 over the rounds; the first round is a warm-up.
async fn measured(lists: &[List<'_>]) -> Vec<(f64, f64)> {
    let mut rounds = vec![(Vec::new(), Vec::new()); lists.len()];
    for round in 0..=ROUNDS {
        for (list, (p50s, p99s)) in lists.iter().zip(&mut rounds) {
            let (p50, p99) = p50_and_p99_ms(list, REQUESTS).await;
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

/// The p50 and p99 of some requests, one after the other.
pub(crate) async fn p50_and_p99_ms(list: &List<'_>, requests: usize) -> (f64, f64) {
    let mut times = Vec::new();
    for n in 0..requests {
        let reader = &list.readers[n % list.readers.len()];
        let started = Instant::now();
        let reply = reader.get(&list.path).await;
        times.push(started.elapsed().as_secs_f64() * 1e3);
        assert_eq!(reply.line(), "200", "{}", list.name);
        let items = reply.payload()["items"].as_array().map(Vec::len);
        assert_eq!(items, list.items, "{}", list.name);
    }
    times.sort_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

/// Gives each person that `people` selects fifty of each; the first of the crowd is the other side.
async fn fill(app: &TestApp, people: &str, ids: &[Uuid]) {
    let many = format!("({people}) p (id), generate_series(1, {EACH}) s");
    let other = CROWD.replace("s::int", "1");
    let mut transaction = rows::begin(app).await;
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
            .execute(&mut *transaction)
            .await
            .unwrap();
    }
    transaction.commit().await.unwrap();
}
