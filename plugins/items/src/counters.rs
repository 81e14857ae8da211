//! The numbers of items by owner, type and state, which change with the items.

use crate::account_events;
use crate::item::{ItemType, State};
use crate::store;
use std::collections::BTreeMap;
use witverse_sdk::{Ctx, Error, Uuid, params};

/// A change of the number of items of one type and state of an owner.
#[derive(Clone, Debug)]
pub(crate) struct Count<'a> {
    pub(crate) owner: &'a Uuid,
    pub(crate) kind: ItemType,
    pub(crate) state: State,
    pub(crate) by: i64,
}

/// Updates the counters, in the order of owners and states.
pub(crate) fn count(ctx: &Ctx, mut counts: Vec<Count<'_>>) -> Result<(), Error> {
    counts.sort_by_key(|count| (count.owner, count.state.as_str()));
    for count in counts {
        let (kind, state) = (count.kind.as_str(), count.state.as_str());
        // A decrement never inserts: its row exists, because the item was counted before.
        let statement = if count.by < 0 {
            "update tally set items = items + $4 where owner_id = $1 and type = $2 and state = $3"
        } else {
            "insert into tally (owner_id, type, state, items) values ($1, $2, $3, $4) \
             on conflict (owner_id, type, state) do update set items = tally.items + excluded.items"
        };
        ctx.sql()
            .execute(statement, &params![count.owner, kind, state, count.by])?;
    }
    Ok(())
}

/// Moves an item's count from one state to another, for the same owner.
pub(crate) fn move_count(
    ctx: &Ctx,
    owner: &Uuid,
    kind: ItemType,
    (from, to): (State, State),
) -> Result<(), Error> {
    let one = |state, by| Count {
        owner,
        kind,
        state,
        by,
    };
    count(ctx, vec![one(from, -1), one(to, 1)])
}

/// The number of items by owner and type.
pub(crate) type Counts = BTreeMap<(Uuid, String), i64>;

pub(crate) fn counted(items: impl Iterator<Item = (Uuid, String)>) -> Counts {
    let mut counts = Counts::new();
    for one in items {
        *counts.entry(one).or_insert(0) += 1;
    }
    counts
}

/// Moves items from one state to another, by their owners and types: two statements, in the order of the states.
pub(crate) fn move_counts(
    ctx: &Ctx,
    counts: &Counts,
    (from, to): (State, State),
) -> Result<(), Error> {
    if counts.is_empty() {
        return Ok(());
    }
    let (mut owners, mut types, mut items) = (Vec::new(), Vec::new(), Vec::new());
    for ((owner, kind), count) in counts {
        owners.push(owner.clone());
        types.push(kind.clone());
        items.push(*count);
    }
    let mut moves = [(from.as_str(), false), (to.as_str(), true)];
    moves.sort_unstable();
    for (state, is_more) in moves {
        let statement = match is_more {
            true => {
                "insert into tally (owner_id, type, state, items) \
                 select c.owner_id, c.type, $2, c.items \
                 from unnest($1::uuid[], $3::text[], $4::bigint[]) c (owner_id, type, items) \
                 order by c.owner_id, c.type \
                 on conflict (owner_id, type, state) do update set items = tally.items + excluded.items"
            }
            false => {
                "update tally set items = tally.items - c.items from ( \
                     select t.owner_id, t.type, n.items \
                     from unnest($1::uuid[], $3::text[], $4::bigint[]) n (owner_id, type, items) \
                     join tally t on t.owner_id = n.owner_id and t.state = $2 and t.type = n.type \
                     order by t.owner_id, t.type for no key update of t) c \
                 where tally.owner_id = c.owner_id and tally.state = $2 and tally.type = c.type"
            }
        };
        ctx.sql().execute(
            statement,
            &params![owners.clone(), state, types.clone(), items.clone()],
        )?;
    }
    Ok(())
}

/// Counts items whose locks have ended, and hands those of erased accounts on.
pub(crate) fn count_freed(ctx: &Ctx, freed: Vec<(Uuid, String)>) -> Result<(), Error> {
    let counts = counted(freed.into_iter());
    move_counts(ctx, &counts, (State::Locked, State::Free))?;
    let mut owners: Vec<Uuid> = counts.into_keys().map(|(owner, _)| owner).collect();
    owners.dedup();
    for owner in store::erased_of(ctx, owners)? {
        account_events::schedule_transfer(ctx, &owner, ctx.now())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::counted;
    use witverse_sdk::Uuid;

    #[test]
    fn items_are_counted_by_owner_and_type() {
        let other = Uuid::parse("0190f3a0-0000-7000-8000-000000000001").expect("a UUID");
        let items = [
            (other.clone(), "audio"),
            (Uuid::nil(), "photo"),
            (other.clone(), "audio"),
        ];
        let counts = counted(
            items
                .map(|(owner, kind)| (owner, kind.to_owned()))
                .into_iter(),
        );
        let counts: Vec<_> = counts.into_iter().collect();
        let expected = [
            ((Uuid::nil(), "photo".to_owned()), 1),
            ((other, "audio".to_owned()), 2),
        ];
        assert_eq!(counts, expected);
    }
}
