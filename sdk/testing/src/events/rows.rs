//! Rows of events, places and scores that only a database is filled with quickly.

use serde_json::json;
use sqlx::AssertSqlSafe;
use uuid::Uuid;

use crate::social::growth::rows::{ABSENT, COMMON, CROWD, RARE, begin};
use crate::{Client, TestApp};

/// Events, places and joined events of each measured list that does not grow.
pub(super) const EACH: u32 = 50;
/// The first rows, which belong to the measured lists that do not grow.
const SPECIAL: u32 = 1_000;
/// Participants of the event that is looked at.
const PARTICIPANTS: u32 = 2_000;
/// The people at the top of the ranking have accounts.
pub(super) const RANKED: u32 = 110;

pub(super) const COMMON_WORD: &str = COMMON[1];
pub(super) const RARE_WORD: &str = RARE[1];
pub(super) const ABSENT_WORD: &str = ABSENT[1];

const EVENT: &str = "('01900000-0000-7000-9100-' || lpad(to_hex(i), 12, '0'))::uuid";

/// What the rows belong to.
pub(super) struct Measured {
    pub(super) world: Uuid,
    pub(super) block: Uuid,
    /// A meetup with participants.
    pub(super) meetup: Uuid,
    pub(super) challenge: Uuid,
    pub(super) readers: Vec<Uuid>,
}

/// A published block in the world of the same name; returns its id.
pub(super) async fn open_block(owner: &Client, world: &str) -> String {
    let new =
        json!({ "blockName": "hall", "type": "social", "title": { "ko": "홀", "en": "Hall" } });
    let created = owner
        .post(&format!("/api/v3/worlds/{world}/blocks"), new)
        .await;
    let block = created.payload()["blockId"].as_str().unwrap().to_owned();
    let path = format!("/api/v3/blocks/{block}/publish");
    let published = owner.post(&path, json!({ "version": 1 })).await;
    assert_eq!(published.line(), "200", "{}", published.body);
    block
}

/// Fills the tables with `rows` events, places and scores.
pub(super) async fn fill(app: &TestApp, of: &Measured, rows: usize) {
    let rows = i32::try_from(rows).unwrap();
    let crowd = format!(
        "insert into kernel.account (id, email, email_key, password_hash, nickname, verified_at)
         select {CROWD}, s || '@crowd', s || '@crowd', '', 'crowd' || s, now()
         from generate_series(1, {RANKED} + 1) s where $1::int > 0 and cardinality($2::uuid[]) > 0"
    );
    // One person whom every reader has blocked has organised every third event.
    let blocks = format!(
        "insert into kernel.block (blocker, blocked) select reader, {} from unnest($2::uuid[]) reader where $1::int > 0",
        blocked()
    );
    let mut transaction = begin(app).await;
    for statement in [
        crowd,
        blocks,
        events(of),
        terms(),
        places(of),
        attempts(of),
        scores(of),
    ] {
        let mut query = sqlx::query(AssertSqlSafe(statement.clone()));
        query = query.bind(rows);
        if statement.contains("$2") {
            query = query.bind(&of.readers);
        }
        query.execute(&mut *transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();
    for settle in ["vacuum analyze", "checkpoint"] {
        sqlx::raw_sql(settle).execute(app.owner()).await.unwrap();
    }
}

fn blocked() -> String {
    CROWD.replace("s::int", &format!("{}", RANKED + 1))
}

/// Six years of events of which the last one is to come, in random order. Of the first thousand, fifty are in the measured
/// world, and fifty are organised by each reader.
fn events(of: &Measured) -> String {
    let Measured { world, block, .. } = of;
    let blocked = blocked();
    format!(
        "insert into plugin_events.event (id, kind, organiser_id, world_id, world_name, block_id, block_name, block_title_ko,
             block_title_en, is_public, title_ko, title_en, description_ko, description_en, starts_at, ends_at, eligibility,
             entry, attempts, scoring, prizes, review, status, steps_done, attended, created_at, closed_at)
         select {EVENT}, case when is_race then 'challenge' else 'meetup' end,
             case when i > {SPECIAL} and i % 3 = 0 then {blocked}
                  when i between 101 and 500 then ($2::uuid[])[1 + i % cardinality($2::uuid[])]
                  else gen_random_uuid() end,
             case when i <= {EACH} then '{world}'::uuid else md5('world' || i % 1000)::uuid end, 'crowded',
             case when i <= {EACH} then '{block}'::uuid else md5('block' || i % 5000)::uuid end, 'hall', '홀', 'Hall', true,
             '모임', 'Meetup ' || case when i % 2 = 0 then '{COMMON_WORD}' else 'park' end
                 || case when i <= 3 then ' {RARE_WORD}' else '' end, '설명', 'Text', at, at + interval '1 hour', 'open',
             'first', case when is_race then 3 end, case when is_race then 'best' end, '{{}}',
             case when is_race then 'approved' else 'none' end,
             case when i > {SPECIAL} and i % 10 = 0 then 'cancelled'
                  when at + interval '1 hour' < now() then 'ended' else 'open' end,
             1023, case when at < now() and not is_race then 1 + i * 31 % 500 else 0 end, at - interval '20 days',
             case when i > {SPECIAL} and i % 10 = 0 or at + interval '1 hour' < now() then at + interval '1 hour' end
         from (select i, i > {SPECIAL} and i % 4 = 1 as is_race,
                   case when i <= {EACH} then now() + i * interval '1 day'
                        else now() + ((i::bigint * 7919 % $1)::float8 / $1 - 0.8) * interval '2190 days' end as at
               from generate_series(1, $1::int) i) x"
    )
}

fn terms() -> String {
    format!(
        "insert into plugin_events.event_term (term, starts_at, event_id)
         select t.term, e.starts_at, e.id from generate_series(1, $1::int) i
         join plugin_events.event e on e.id = {EVENT}
         cross join unnest(array['me', 'mee', 'meetup']
             || case when i % 2 = 0 then array['so', 'son', '{COMMON_WORD}'] else array['pa', 'par', 'park'] end
             || case when i <= 3 then array['ot', 'ott', '{RARE_WORD}'] end) t (term)"
    )
}

/// One place at each event; two thousand at the event that is looked at, and fifty of each reader.
fn places(of: &Measured) -> String {
    format!(
        "insert into plugin_events.place (id, event_id, holder_id, state, code, joined_at)
         select gen_random_uuid(), event, holder, 'taken', gen_random_uuid()::text, at from (
             select {EVENT} as event, gen_random_uuid() as holder, now() - i * interval '1 second' as at
             from generate_series(1, $1::int) i
             union all
             select '{}'::uuid, case when s <= {RANKED} then {CROWD} else gen_random_uuid() end,
                 now() - s * interval '1 second' from generate_series(1, {PARTICIPANTS}) s
             union all
             select {EVENT}, reader, now() - i * interval '1 minute'
             from generate_series({SPECIAL} - {EACH} + 1, {SPECIAL}) i, unnest($2::uuid[]) reader) x",
        of.meetup
    )
}

/// Each reader has made two attempts.
fn attempts(of: &Measured) -> String {
    format!(
        "insert into plugin_events.attempt (event_id, race_id, account_id, time_ms, state, at)
         select '{}', gen_random_uuid(), reader, 90000, 'counted', now()
         from unnest($2::uuid[]) reader, generate_series(1, 2) n where $1::int > 0",
        of.challenge
    )
}

/// The first ranks are people with accounts; the readers have the last ones.
fn scores(of: &Measured) -> String {
    format!(
        "insert into plugin_events.score (event_id, account_id, value_ms, attempts, is_complete, achieved_at)
         select '{}'::uuid, case when s <= {RANKED} then {CROWD} else gen_random_uuid() end, 60000 + s, 1, true, now()
         from generate_series(1, $1::int) s
         union all
         select '{}'::uuid, reader, 60000 + $1::int + n, 2, true, now()
         from unnest($2::uuid[]) with ordinality r (reader, n)",
        of.challenge, of.challenge
    )
}
