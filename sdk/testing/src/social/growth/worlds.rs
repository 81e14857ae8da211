//! Worlds, their terms, members, and visits.

use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use super::rows::{CROWD, EACH, OTHER, TERMS, TEXTS, Value, id_of, insert};
use crate::{Client, TestApp};

/// Worlds with terms for each other world: together a million terms.
const SEARCHED: u32 = 7;

/// The measured world `crowded`: public, with the crowd as members. Returns its id.
pub(super) async fn crowded(app: &TestApp, owner: &Client) -> Uuid {
    let new = json!({ "worldName": "crowded" });
    let created = owner.post("/api/v3/worlds", new).await;
    let id = created.payload()["worldId"].as_str().unwrap();
    let id = Uuid::parse_str(id).unwrap();
    let members = format!(
        "insert into plugin_worlds.member (account_id, world_id, role, joined_at)
         select {CROWD}, $1, 'member', now() - s * interval '1 minute' from generate_series(1, {EACH}) s"
    );
    sqlx::query(AssertSqlSafe(members))
        .bind(id)
        .execute(app.owner())
        .await
        .unwrap();
    id
}

/// Worlds from `from` to `to` with fifty members each, and seven worlds more for each that only searches read.
pub(super) async fn fill(app: &TestApp, from: u32, to: u32) {
    let each = format!("generate_series($1::int, $2::int) i, generate_series(1, {EACH}) s");
    let statements = [
        format!(
            "insert into plugin_worlds.world (id, name, description_ko, description_en, hue, is_public, member_count, created_at)
             select {OTHER}, 'w' || left(md5({OTHER}::text), 9), '', '', 1, true, {EACH}, now()
             from generate_series($1::int, $2::int) i on conflict do nothing"
        ),
        format!(
            "insert into plugin_worlds.member (account_id, world_id, role, joined_at)
             select gen_random_uuid(), {OTHER}, 'member', now() - s * interval '1 minute' from {each}"
        ),
    ];
    insert(app, &statements, &[from, to].map(Value::Number)).await;
    fill_searched(app, from, to).await;
}

/// Seven public worlds for each number from `from` to `to`, with 1 to 100 members.
pub(super) async fn fill_searched(app: &TestApp, from: u32, to: u32) {
    let world = id_of("8100");
    let members = "(1 + (x.i * 7919 + x.s * 31) % 100)";
    let statements = [
        format!(
            "insert into plugin_worlds.world (id, name, description_ko, description_en, hue, is_public, member_count, created_at)
             select {world}, 's' || lpad(to_hex(x.i * 64 + x.s), 7, '0'),
                    concat_ws(' ', x.ko, x.pair, case when x.rare then '해달' end),
                    concat_ws(' ', x.en, x.one, case when x.rare then 'otter' end), 1, true, {members}, now()
             from {TEXTS}"
        ),
        format!(
            "insert into plugin_worlds.world_term (world_id, term, popularity)
             select {world}, t.term, floor(log(2, {members})) from {TEXTS}, {TERMS}"
        ),
    ];
    let values = [from, to, SEARCHED].map(Value::Number);
    insert(app, &statements, &values).await;
}

/// Visits, rolled up as the plugin stores them: each person from `from` to `to` was in `world` fifty times, and fifty
/// people were in the world of the same number. Number 0 is the crowd, now, in `world`.
pub(super) async fn visit(app: &TestApp, world: Uuid, from: u32, to: u32) {
    const DAY: &str = "(at at time zone 'Asia/Seoul')::date";
    let raw = format!(
        "insert into raw
         select case i when 0 then $3::uuid else {OTHER} end as world,
                case i when 0 then {CROWD} else gen_random_uuid() end as account,
                now() - sign(i) * s * interval '13 hours' as at
         from generate_series($1::int, $2::int) i, generate_series(1, {EACH}) s
         union all
         select $3, {OTHER}, now() - s * interval '13 hours' - interval '1 hour'
         from generate_series(greatest($1::int, 1), $2::int) i, generate_series(1, {EACH}) s"
    );
    let statements = [
        "create temp table raw (world uuid, account uuid, at timestamptz) on commit drop".to_owned(),
        raw,
        "analyze raw".to_owned(),
        format!(
            "insert into plugin_worlds.visitor (world_id, account_id, first_at, last_at, last_day, visits)
             select world, account, min(at), max(at), max({DAY}), count(*) from raw group by world, account"
        ),
        format!(
            "insert into plugin_worlds.visit_day (world_id, day, visits, visitors, spent)
             select world, day, sum(visits), count(*), 0 from (
                 select world, {DAY} as day, account, count(*) as visits from raw group by world, {DAY}, account
             ) x group by world, day
             on conflict (world_id, day) do update set visits = visit_day.visits + excluded.visits,
                 visitors = visit_day.visitors + excluded.visitors"
        ),
        "insert into plugin_worlds.visit_hour (world_id, hour, visits)
         select world, extract(hour from at at time zone 'Asia/Seoul'), count(*) from raw group by 1, 2
         on conflict (world_id, hour) do update set visits = visit_hour.visits + excluded.visits"
            .to_owned(),
        "insert into plugin_worlds.world_total (world_id, visits, visitor_days, spent, first_visit_at, last_visit_at)
         select r.world, d.visits, d.visitors, 0, r.first, r.last
         from (select world, min(at) as first, max(at) as last from raw group by world) r
         join (select world_id, sum(visits) as visits, sum(visitors) as visitors from plugin_worlds.visit_day
               group by world_id) d on d.world_id = r.world
         on conflict (world_id) do update set visits = excluded.visits, visitor_days = excluded.visitor_days"
            .to_owned(),
    ];
    let values = [Value::Number(from), Value::Number(to), Value::Id(world)];
    insert(app, &statements, &values).await;
}
