//! Where friends are now. Each person chooses whether their friends learn it; `blocks` leaves out where the caller may not
//! enter.

use crate::queries;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use witverse_sdk::http::{Json, Payload};
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::services::presence::{Moved, Place, Whereabouts};
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// Friends of one question to `blocks`, and of one signal.
const AT_ONCE: usize = 500;
/// Friends in the answer.
const SHOWN: usize = 100;
/// The push that a friend came or went; a screen asks again.
const SIGNAL: &str = "friends.presence";

/// Who learns where a person is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Audience {
    #[default]
    Friends,
    Nobody,
}

impl Audience {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Friends => "friends",
            Self::Nobody => "nobody",
        }
    }
}

/// A friend who is in a block that the caller may enter.
#[derive(Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PresentFriend {
    person: PersonCard,
    block_id: Uuid,
    /// How many people are inside.
    people: u32,
    title: witverse_sdk::ctx::Text,
    /// The path of the room.
    link: String,
}

#[derive(Serialize, schemars::JsonSchema)]
pub(crate) struct Present {
    /// Who learns where the caller is.
    audience: Audience,
    /// At most 100.
    items: Vec<PresentFriend>,
}

/// The friends of the caller who are in blocks now.
pub(crate) fn list_present(ctx: &Ctx, (): ()) -> Result<Payload<Present>, Error> {
    let me = ctx.caller()?;
    let hidden = ctx.users().blocks();
    let friends = queries::friends_who_show(ctx, &me.id)?;
    let friends: Vec<Uuid> = friends
        .into_iter()
        .filter(|id| !hidden.contains(id))
        .collect();
    let mut places = Vec::new();
    for people in friends.chunks(AT_ONCE) {
        let asked = Whereabouts {
            people: people.to_vec(),
        };
        let found = ctx.services().request_optional(&asked)?;
        places.extend(found.unwrap_or_default().places);
        if places.len() >= SHOWN {
            break;
        }
    }
    places.truncate(SHOWN);
    let people = People::of(ctx, places.iter().map(|place| &place.user_id));
    let present = |place: Place| {
        Some(PresentFriend {
            person: people.get(&place.user_id)?,
            link: format!("/{}/{}", place.world_name, place.block_name),
            block_id: place.block_id,
            people: place.people,
            title: place.title,
        })
    };
    Ok(Payload(Present {
        audience: audience(ctx, &me.id)?,
        items: places.into_iter().filter_map(present).collect(),
    }))
}

#[derive(Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Choice {
    /// Who learns where the caller is.
    audience: Audience,
}

/// Chooses who learns where the caller is. Friends' screens ask again at once.
pub(crate) fn choose_audience(
    ctx: &Ctx,
    Json(choice): Json<Choice>,
) -> Result<Payload<Choice>, Error> {
    let me = ctx.caller()?;
    if store(ctx, &me.id, choice.audience, ctx.now())? {
        tell_friends(ctx, &me.id)?;
    }
    Ok(Payload(choice))
}

/// `arrivals@1`: friends' screens ask where the person is.
pub(crate) fn moved(ctx: &Ctx, moved: Moved) -> Result<(), Error> {
    match audience(ctx, &moved.person)? {
        Audience::Friends => tell_friends(ctx, &moved.person),
        Audience::Nobody => Ok(()),
    }
}

fn tell_friends(ctx: &Ctx, person: &Uuid) -> Result<(), Error> {
    let friends = queries::all_friends(ctx, person)?;
    for friends in friends.chunks(AT_ONCE) {
        ctx.live()
            .signal(friends, SIGNAL, &HashMap::from([("userId", person)]))?;
    }
    Ok(())
}

/// For the export: `None` if nothing was chosen.
pub(crate) fn chosen(ctx: &Ctx, account: &Uuid) -> Result<Option<Choice>, Error> {
    let chosen: Option<(String,)> = ctx.sql().optional(
        "select audience from presence_setting where account_id = $1",
        &params![account],
    )?;
    Ok(chosen.map(|(chosen,)| Choice {
        audience: match chosen == Audience::Nobody.as_str() {
            true => Audience::Nobody,
            false => Audience::Friends,
        },
    }))
}

fn audience(ctx: &Ctx, account: &Uuid) -> Result<Audience, Error> {
    Ok(chosen(ctx, account)?.map_or_else(Audience::default, |choice| choice.audience))
}

/// False if it was chosen before.
fn store(ctx: &Ctx, account: &Uuid, audience: Audience, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "insert into presence_setting as s (account_id, audience, changed_at) values ($1, $2, $3) \
         on conflict (account_id) do update set audience = excluded.audience, changed_at = excluded.changed_at \
         where s.audience <> excluded.audience",
        &params![account, audience.as_str(), now],
    )?;
    Ok(changed == 1)
}

pub(crate) fn forget(ctx: &Ctx, account: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "delete from presence_setting where account_id = $1",
        &params![account],
    )?;
    Ok(())
}
