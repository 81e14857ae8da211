//! A draw that anybody can check.
//!
//! With the event, the hash of a secret seed is published. Each entrant's device adds a random number to their leaf, which the
//! server cannot choose, and gets a signed receipt of the leaf. When entries close, they become the leaves of a Merkle tree, and
//! its root is published. A minute later the seed is published, and each leaf gets its rank by the hash of the seed, the root and
//! the leaf, so that an entry which is added changes all ranks (docs/decisions/0040). Each entrant gets a proof that their leaf is in the tree; the page computes everything again with the cryptography of the
//! browser (`web-plugins/events/src/draw/verify.ts` has the same hashes). The database computes the hashes here.

use crate::access::OfEvent;
use crate::event::{Entry, Event, Phase};
use crate::notices;
use crate::place::Place;
use crate::place_store;
use crate::problems::DRAW_NOT_CLOSED;
use crate::seats;
use serde::{Deserialize, Serialize};
use serde_json::Value;
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

/// The leaf of a place `p`. Entries from before have no nonce.
macro_rules! leaf {
    () => {
        "sha256(convert_to(case when p.nonce is null \
         then concat('witverse:draw:leaf:v1:', p.event_id::text, ':', p.id::text) \
         else concat('witverse:draw:leaf:v2:', p.event_id::text, ':', p.id::text, ':', p.nonce) end, 'UTF8'))"
    };
}

/// The nonce of an entrant's device: 64 lower-case hexadecimal digits, which a draw requires.
pub(crate) fn checked_nonce(event: &Event, nonce: Option<String>) -> Result<Option<String>, Error> {
    if event.entry != Entry::Draw {
        return Ok(None);
    }
    match nonce.filter(|nonce| is_nonce(nonce)) {
        Some(nonce) => Ok(Some(nonce)),
        None => Err(Error::field(
            "nonce",
            "이 기기에서 만든 64자리 16진수 난수가 필요합니다. 페이지를 새로고침해 주세요.",
            "This needs a random number of your device: 64 hexadecimal digits. Please refresh the page.",
        )),
    }
}

fn is_nonce(text: &str) -> bool {
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    text.len() == 64 && text.bytes().all(is_digit)
}

/// Closes the entries of a locked event: builds the tree and publishes its root.
pub(crate) fn close(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    ctx.sql().execute(
        concat!(
            "update place p set leaf = ",
            leaf!(),
            " where p.event_id = $1 and p.state = 'applied'"
        ),
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
        "update event set draw_version = 2, draw_entries = $2, draw_root = (select n.hash from draw_node n where n.event_id = $1 \
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
             sha256(case e.draw_version \
             when 1 then convert_to('witverse:draw:rank:v1:', 'UTF8') || e.draw_seed || p.leaf \
             else convert_to('witverse:draw:rank:v2:', 'UTF8') || e.draw_seed || e.draw_root || p.leaf end), p.leaf) as n \
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
         insert into place_entry (id, event_id, seq, place_id, delta, reason, at, account_id) \
         select gen_random_uuid(), $1, \
         (select coalesce(max(x.seq), 0) from place_entry x where x.event_id = $1) + row_number() over (order by d.id), \
         d.id, d.delta, d.reason, $3, d.holder_id from ( \
         select w.id, 1::bigint as delta, 'drawn' as reason, w.holder_id from won w \
         union all select l.id, 0, 'not_drawn', l.holder_id from lost l) d",
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
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Sibling {
    hash: String,
    is_left: bool,
}

/// The caller's own entry.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OwnEntry {
    place_id: Uuid,
    leaf: String,
    /// Null: an entry from before entrants added one.
    nonce: Option<String>,
    rank: Option<i64>,
    proof: Vec<Sibling>,
}

/// The signed receipt of the caller's entry, from the application on. Who keeps it can show that the entry was left out or
/// exchanged.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct EntryReceipt {
    place_id: Uuid,
    nonce: String,
    leaf: String,
    /// Signed over `witverse:events`, a line feed and this text.
    statement: String,
    /// Ed25519, base64url.
    signature: String,
    key_id: String,
    /// Every key that may have signed it, as a JWK set.
    #[schemars(with = "witverse_sdk::ctx::JsonWebKeySet")]
    keys: Value,
}

/// What a receipt states.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Statement<'a> {
    r#type: &'static str,
    event_id: &'a Uuid,
    place_id: &'a Uuid,
    leaf: &'a str,
    /// The hash of the seed.
    commit: &'a str,
    at: Timestamp,
}

/// What is published about a draw.
#[derive(Serialize, schemars::JsonSchema)]
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
    /// 1: ranks follow from the seed and the leaf; 2: also from the root.
    #[schemars(extend("enum" = [1, 2]))]
    version: i64,
    own: Option<OwnEntry>,
    /// The caller's entry, signed from the application on.
    receipt: Option<EntryReceipt>,
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
    let (version,): (i64,) = ctx.sql().one(
        "select e.draw_version from event e where e.id = $1",
        &params![&event.id],
    )?;
    let commit = hex(&draw.commit);
    let place = match ctx.actor().account() {
        Some(me) => place_store::latest_of(ctx, &event.id, me)?,
        None => None,
    };
    let (own, receipt) = match place {
        Some(place) => (
            own_entry(ctx, &event, &place)?,
            receipt(ctx, &event, &commit, &place)?,
        ),
        None => (None, None),
    };
    Ok(Payload(DrawView {
        draw_at: draw.at,
        commit,
        version,
        receipt,
        root: draw.root.as_deref().map(hex),
        entries: draw.entries,
        places: event.max_people,
        seed: seed.map(|(seed,)| hex(&seed)),
        drawn_at: draw.drawn_at,
        event_id: event.id,
        own,
    }))
}

fn receipt(
    ctx: &Ctx,
    event: &Event,
    commit: &str,
    place: &Place,
) -> Result<Option<EntryReceipt>, Error> {
    let Some(nonce) = place.nonce.clone() else {
        return Ok(None);
    };
    let (leaf,): (Vec<u8>,) = ctx.sql().one(
        concat!("select ", leaf!(), " from place p where p.id = $1"),
        &params![&place.id],
    )?;
    let leaf = hex(&leaf);
    let stated = Statement {
        r#type: "witverse.draw.entry.v1",
        event_id: &event.id,
        place_id: &place.id,
        leaf: &leaf,
        commit,
        at: place.joined_at,
    };
    let statement = serde_json::to_string(&stated)
        .map_err(|error| Error::internal(format!("a receipt: {error}")))?;
    let signed = ctx.signing().sign(statement.as_bytes())?;
    let keys = serde_json::from_str(&ctx.signing().keys())
        .map_err(|error| Error::internal(format!("the signing keys are not JSON: {error}")))?;
    Ok(Some(EntryReceipt {
        place_id: place.id.clone(),
        nonce,
        leaf,
        statement,
        signature: signed.signature,
        key_id: signed.key_id,
        keys,
    }))
}

fn own_entry(ctx: &Ctx, event: &Event, place: &Place) -> Result<Option<OwnEntry>, Error> {
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
        place_id: place.id.clone(),
        nonce: place.nonce.clone(),
        leaf: hex(&leaf),
        proof,
    }))
}

#[derive(Serialize, Deserialize)]
struct LeafKey(i64);

/// A leaf of the tree.
#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Leaf {
    hash: String,
    /// What the draw has done, as the ledger of places says; `None` before it.
    #[schemars(extend("enum" = ["drawn", "notDrawn", "withdrawn", null]))]
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
    let page = window.counted_page(rows, entries.unsigned_abs(), |row| LeafKey(row.0));
    Ok(Payload(page.map(|(_, hash, has_won)| Leaf {
        hash: hex(&hash),
        outcome: is_drawn.then_some(match has_won {
            Some(true) => "drawn",
            Some(false) => "notDrawn",
            None => "withdrawn",
        }),
    })))
}

#[cfg(test)]
mod tests {
    use super::{checked_nonce, is_nonce};
    use crate::event::tests::event;
    use crate::event::{Entry, Event};

    #[test]
    fn a_draw_needs_a_nonce_of_the_entrant() {
        let nonce = "0a".repeat(32);
        let draw = Event {
            entry: Entry::Draw,
            ..event()
        };
        let taken = checked_nonce(&draw, Some(nonce.clone())).ok().flatten();
        assert_eq!(taken, Some(nonce.clone()));
        let refused = checked_nonce(&draw, None).expect_err("it is missing");
        assert_eq!(refused.fields()[0].field, "nonce");
        assert_eq!(
            checked_nonce(&event(), Some(nonce.clone())).ok(),
            Some(None)
        );
        for bad in [
            "",
            "0a",
            &nonce.to_uppercase(),
            &format!("{nonce}0"),
            &"0g".repeat(32),
        ] {
            assert!(!is_nonce(bad), "{bad}");
        }
    }
}
