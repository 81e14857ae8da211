//! Takes a place without the plugin, with or without its lock: tests show with it that they find oversold events.

use std::time::Duration;

use sqlx::PgPool;
use uuid::Uuid;

/// Time between reading the quota and writing the place, in which other callers without the lock read the same quota.
const PAUSE: Duration = Duration::from_millis(400);

/// Takes a place as the plugin does: the lock of the event, the quota in a fresh statement, the row with its entry. Returns
/// whether there was a free place.
///
/// # Panics
/// The database fails.
pub async fn take(pool: PgPool, event: Uuid, is_locked: bool) -> bool {
    let mut work = pool.begin().await.unwrap();
    if is_locked {
        sqlx::query("select 1 from plugin_events.event where id = $1 for no key update")
            .bind(event)
            .execute(&mut *work)
            .await
            .unwrap();
    }
    let free: bool = sqlx::query_scalar(
        "select e.max_people > (select count(*) from plugin_events.place p where p.event_id = e.id and p.state = 'taken')
         from plugin_events.event e where e.id = $1",
    )
    .bind(event)
    .fetch_one(&mut *work)
    .await
    .unwrap();
    if !is_locked {
        tokio::time::sleep(PAUSE).await;
    }
    if free {
        let place: Uuid = sqlx::query_scalar(
            "insert into plugin_events.place (id, event_id, holder_id, state, code, joined_at)
             values (gen_random_uuid(), $1, gen_random_uuid(), 'taken', $2, now()) returning id",
        )
        .bind(event)
        .bind(Uuid::new_v4().simple().to_string())
        .fetch_one(&mut *work)
        .await
        .unwrap();
        sqlx::query(
            "insert into plugin_events.place_entry (id, event_id, place_id, delta, reason, at)
             values (gen_random_uuid(), $1, $2, 1, 'taken', now())",
        )
        .bind(event)
        .bind(place)
        .execute(&mut *work)
        .await
        .unwrap();
    }
    work.commit().await.unwrap();
    free
}
