//! A draw that anybody can check.
//!
//! With the event, the hash of a secret seed is published. When entries close, they become the leaves of a Merkle tree, and its
//! root is published. A minute later the seed is published, and each leaf gets its rank by the hash of the seed and the leaf.
//! Each entrant gets a proof that their leaf is in the tree; the page computes everything again with the cryptography of the
//! browser (`web-plugins/events/src/draw/verify.ts` has the same hashes). The database computes the hashes here.

use crate::access::OfEvent;
use crate::event::{Event, Phase};
use crate::notices;
use crate::place_store;
use crate::problems::DRAW_NOT_CLOSED;
use crate::seats;
use serde::{Deserialize, Serialize};
use witverse_sdk::http::{Params, Payload, Query};
use witverse_sdk::page::{Page, PageLimits, PageQuery, Window};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// A tree of 5,000 entries has 14 levels.
const LEVELS_MAX: i64 = 16;
const LEAVES: PageLimits = PageLimits {
    default_limit: 900,
    max_limit: 900,
    max_page: 1,
};

/// Closes the entries of a locked event: builds the tree and publishes its root.
pub(crate) fn close(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    ctx.sql().execute(
        "update place p set leaf = sha256(convert_to(concat('witverse:draw:leaf:v1:', p.event_id::text, ':', p.id::text), \
         'UTF8')) where p.event_id = $1 and p.state = 'applied'",
        &params![&event.id],
    )?;
    let entries = ctx.sql().execute(
        "insert into draw_node (event_id, level, position, hash) \
         select $1, 0, row_number() over (order by p.leaf) - 1, p.leaf from place p \
         where p.event_id = $1 and p.leaf is not null",
        &params![&event.id],
    )?;
    let (mut level, mut nodes) = (0_i64, entries);
    while nodes > 1 && level < LEVELS_MAX {
        // A node without a sibling moves up as it is: a copy of it would make two trees with one root.
        nodes = ctx.sql().execute(
            "insert into draw_node (event_id, level, position, hash) \
             select $1, $2::bigint + 1, l.position / 2, case when r.hash is null then l.hash \
             else sha256(convert_to('witverse:draw:node:v1:', 'UTF8') || l.hash || r.hash) end \
             from draw_node l left join draw_node r \
             on r.event_id = $1 and r.level = $2 and r.position = l.position + 1 \
             where l.event_id = $1 and l.level = $2 and l.position % 2 = 0",
            &params![&event.id, level],
        )?;
        level += 1;
    }
    ctx.sql().execute(
        "update event set draw_entries = $2, draw_root = (select n.hash from draw_node n where n.event_id = $1 \
         and n.level = $3 and n.position = 0) where id = $1 and draw_root is null",
        &params![
            &event.id,
            i64::try_from(entries).unwrap_or(i64::MAX),
            level
        ],
    )?;
    notices::event_changed(ctx, event)
}

/// Draws the places of a locked event whose root is published. People who are not drawn are the waiting list in the order of the
/// ranks, which anybody can check. A person who has withdrawn since keeps the rank, and the place goes to the waiting list.
pub(crate) fn draw(ctx: &Ctx, event: &Event, now: Timestamp) -> Result<(), Error> {
    ctx.sql().execute(
        "with ranked as materialized (select p.id, row_number() over (order by \
             sha256(convert_to('witverse:draw:rank:v1:', 'UTF8') || e.draw_seed || p.leaf), p.leaf) as n \
             from place p join event e on e.id = p.event_id where p.event_id = $1 and p.leaf is not null) \
         update place p set rank = r.n from ranked r where p.id = r.id",
        &params![&event.id],
    )?;
    ctx.sql().execute(
        "with won as (update place p set state = 'taken', \
             code = upper(substr(encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'), 1, 10)) \
             where p.event_id = $1 and p.state = 'applied' and p.rank <= $2 returning p.id, p.holder_id), \
         lost as (update place p set state = case when p.rank is null then 'freed' else 'waiting' end \
             where p.event_id = $1 and p.state = 'applied' and (p.rank is null or p.rank > $2) returning p.id, p.holder_id) \
         insert into place_entry (id, event_id, place_id, delta, reason, at, account_id) \
         select gen_random_uuid(), $1, w.id, 1, 'drawn', $3, w.holder_id from won w \
         union all select gen_random_uuid(), $1, l.id, 0, 'not_drawn', $3, l.holder_id from lost l",
        &params![&event.id, event.max_people, now],
    )?;
    ctx.sql().execute(
        "update event set drawn_at = $2 where id = $1 and drawn_at is null",
        &params![&event.id, now],
    )?;
    seats::schedule_offers(ctx, event)?;
    notices::draw_done(ctx, event)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A sibling on the way from a leaf to the root.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sibling {
    hash: String,
    is_left: bool,
}

/// The caller's own entry.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnEntry {
    place_id: Uuid,
    leaf: String,
    rank: Option<i64>,
    proof: Vec<Sibling>,
}

/// What is published about a draw.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DrawView {
    event_id: Uuid,
    draw_at: Timestamp,
    /// The hash of the seed.
    commit: String,
    /// Published when entries close.
    root: Option<String>,
    entries: Option<i64>,
    places: Option<i64>,
    /// Published with the result.
    seed: Option<String>,
    drawn_at: Option<Timestamp>,
    own: Option<OwnEntry>,
}

/// What is published about the draw of an event, with the proof of the caller's entry.
pub(crate) fn view(ctx: &Ctx, Params(of): Params<OfEvent>) -> Result<Payload<DrawView>, Error> {
    let event = of.visible(ctx)?;
    let Some(draw) = &event.draw else {
        return Err(crate::problems::EVENT_NOT_FOUND.into());
    };
    let seed: Option<(Vec<u8>,)> = ctx.sql().optional(
        "select e.draw_seed from event e where e.id = $1 and e.drawn_at is not null",
        &params![&event.id],
    )?;
    let own = match ctx.actor().account() {
        Some(me) => own_entry(ctx, &event, me)?,
        None => None,
    };
    Ok(Payload(DrawView {
        draw_at: draw.at,
        commit: hex(&draw.commit),
        root: draw.root.as_deref().map(hex),
        entries: draw.entries,
        places: event.max_people,
        seed: seed.map(|(seed,)| hex(&seed)),
        drawn_at: draw.drawn_at,
        event_id: event.id,
        own,
    }))
}

fn own_entry(ctx: &Ctx, event: &Event, me: &Uuid) -> Result<Option<OwnEntry>, Error> {
    let Some(place) = place_store::latest_of(ctx, &event.id, me)? else {
        return Ok(None);
    };
    let found: Option<(i64, Vec<u8>)> = ctx.sql().optional(
        "select n.position, n.hash from place p join draw_node n on n.event_id = $1 and n.level = 0 and n.hash = p.leaf \
         where p.id = $2",
        &params![&event.id, &place.id],
    )?;
    let Some((position, leaf)) = found else {
        return Ok(None);
    };
    let siblings: Vec<i64> = (0..LEVELS_MAX)
        .map(|level| (position >> level) ^ 1)
        .collect();
    let rows: Vec<(i64, Vec<u8>)> = ctx
        .sql()
        .query(
            "select n.position, n.hash from unnest($2::bigint[]) with ordinality s (position, nth) \
             join draw_node n on n.event_id = $1 and n.level = s.nth - 1 and n.position = s.position order by s.nth",
            &params![&event.id, siblings],
        )?
        .all()?;
    // The root has no sibling: its position is 0, and a node at 1 does not exist above it.
    let proof = rows
        .into_iter()
        .map(|(position, hash)| Sibling {
            is_left: position % 2 == 0,
            hash: hex(&hash),
        })
        .collect();
    Ok(Some(OwnEntry {
        rank: place.rank,
        place_id: place.id,
        leaf: hex(&leaf),
        proof,
    }))
}

#[derive(Serialize, Deserialize)]
struct LeafKey(i64);

/// A leaf of the tree.
#[derive(Serialize)]
pub(crate) struct Leaf {
    hash: String,
    /// What the draw has done, as the ledger of places says; `None` before it.
    outcome: Option<&'static str>,
}

/// The leaves of a draw in the order of the tree. With their outcomes anybody can check that the places went to the first ranks.
pub(crate) fn leaves(
    ctx: &Ctx,
    (Params(of), Query(query)): (Params<OfEvent>, Query<PageQuery>),
) -> Result<Payload<Page<Leaf>>, Error> {
    let window: Window<LeafKey> = query.window(LEAVES)?;
    let (event, now) = (of.visible(ctx)?, ctx.now());
    let entries = event.draw.as_ref().and_then(|draw| draw.entries);
    let Some(entries) = entries else {
        return Err(match event.phase(now) {
            Phase::Cancelled => crate::problems::CANCELLED.into(),
            _ => DRAW_NOT_CLOSED.into(),
        });
    };
    let after = window.after.as_ref().map_or(-1, |key| key.0);
    let rows: Vec<(i64, Vec<u8>, Option<bool>)> = ctx
        .sql()
        .query(
            "select n.position, n.hash, (select x.reason = 'drawn' from place p join place_entry x on x.place_id = p.id \
             and x.reason in ('drawn', 'not_drawn') where p.event_id = $1 and p.leaf = n.hash limit 1) \
             from draw_node n where n.event_id = $1 and n.level = 0 and n.position > $2 order by n.position limit $3",
            &params![&event.id, after, window.fetch()],
        )?
        .all()?;
    let is_drawn = event
        .draw
        .as_ref()
        .is_some_and(|draw| draw.drawn_at.is_some());
    let page = window.page(rows, entries.unsigned_abs(), |row| LeafKey(row.0));
    Ok(Payload(page.map(|(_, hash, has_won)| Leaf {
        hash: hex(&hash),
        outcome: is_drawn.then_some(match has_won {
            Some(true) => "drawn",
            Some(false) => "notDrawn",
            None => "withdrawn",
        }),
    })))
}
