//! Complete blocks with pictures, and the blocks that people entered last.

use super::rows::{CROWD, EACH, OTHER, Value, id_of, insert};
use crate::TestApp;
use uuid::Uuid;

/// Fifty complete blocks in each of the worlds from `from` to `to`, each with one picture. World 0 is `world`, whose blocks
/// are the crowd's. Each person from `from` to `to` has entered ten blocks.
pub(super) async fn fill(app: &TestApp, world: Uuid, from: u32, to: u32) {
    let each =
        "(select i, s from generate_series($1::int, $2::int) i, generate_series(1, $3::int) s) x";
    let block = id_of("8300");
    let of_world = format!(
        "case x.i when 0 then $4::uuid else {} end",
        OTHER.replace("(i)", "(x.i)")
    );
    let maker = format!(
        "case x.i when 0 then {} else gen_random_uuid() end",
        CROWD.replace("s::", "x.s::")
    );
    let name = "case x.i when 0 then 'crowded' else 'w' || lpad(to_hex(x.i), 8, '0') end";
    let at = format!("now() - (x.i * {EACH} + x.s) * interval '1 second'");
    let statements = [
        format!(
            "insert into plugin_blocks.block (id, world_id, world_name, name, maker_id, kind, state, title_ko, title_en,
                 description_ko, description_en, access, is_main, version, published_version, created_at, updated_at,
                 published_at)
             select {block}, {of_world}, {name}, 'b' || lpad(x.s::text, 9, '0'), {maker}, 'social', 'complete', 'ko', 'en',
                    'ko', 'en', 'everybody', x.s = 1, 1, 1, {at}, {at}, {at}
             from {each}"
        ),
        format!(
            "insert into plugin_blocks.world_total (world_id, world_name, blocks, complete, sequence)
             select {of_world}, {name}, {EACH}, {EACH}, 1 from {each} where x.s = 1"
        ),
        format!(
            "insert into plugin_blocks.thumbnail (block_id, place, file_id, url, width, height)
             select {block}, 1, gen_random_uuid(), '/x.webp', 640, 360 from {each}"
        ),
        format!(
            "insert into plugin_blocks.visited (account_id, block_ids)
             select gen_random_uuid(), array_agg({block}) from {each} where x.s <= 10 group by x.i"
        ),
    ];
    let values = [
        Value::Number(from),
        Value::Number(to),
        Value::Number(EACH),
        Value::Id(world),
    ];
    insert(app, &statements, &values).await;
}

/// The readers have entered ten blocks of `world`, of which five are shown. Cedar decides about each of them, so they are
/// declared.
pub(super) async fn visit(app: &TestApp, world: Uuid, readers: &[Uuid]) {
    let declared = format!(
        "insert into kernel.resource (kind, id, parent_kind, parent_id)
         select 'blocks::Block', {}::text, 'worlds::World', $1::uuid::text from generate_series(2, 11) s",
        id_of("8300").replace("x.i", "0").replace("x.s", "s")
    );
    sqlx::query(sqlx::AssertSqlSafe(declared))
        .bind(world)
        .execute(app.owner())
        .await
        .unwrap();
    let visited = format!(
        "insert into plugin_blocks.visited (account_id, block_ids)
         select r.id, array(select {} from generate_series(2, 11) s) from unnest($1::uuid[]) r (id)",
        id_of("8300").replace("x.i", "0").replace("x.s", "s")
    );
    sqlx::query(sqlx::AssertSqlSafe(visited))
        .bind(readers)
        .execute(app.owner())
        .await
        .unwrap();
}
