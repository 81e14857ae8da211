//! People in responses. Profiles are read for each response, so an erased account disappears everywhere at once.
//!
//! A plugin stores ids and never copies of names. There is no permission check, since profiles are public.

use crate::ctx::{Ctx, Profile};
use crate::uuid::Uuid;
use serde::Serialize;
use std::collections::HashMap;

/// Maximum number of profiles per kernel call.
const AT_ONCE: usize = 200;
/// Maximum number of pairs per kernel call.
const PAIRS_AT_ONCE: usize = 100;

/// A person, as shown in lists and views.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonCard {
    /// The account.
    pub user_id: Uuid,
    /// Their nickname.
    pub nickname: String,
    /// The path of their picture on this origin: the one that they have set, or their portrait.
    pub thumbnail: Option<String>,
}

impl From<Profile> for PersonCard {
    fn from(profile: Profile) -> Self {
        Self {
            user_id: Uuid::trusted(profile.id),
            nickname: profile.nickname,
            thumbnail: profile.image,
        }
    }
}

/// The relation between two people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// Either has blocked the other.
    pub blocked: bool,
    /// The first has muted the second, who must not learn of it.
    pub muted: bool,
}

/// The people of one response, read in one call.
#[derive(Clone, Debug, Default)]
pub struct People(HashMap<Uuid, PersonCard>);

impl FromIterator<Profile> for People {
    fn from_iter<T: IntoIterator<Item = Profile>>(profiles: T) -> Self {
        let found = profiles
            .into_iter()
            .map(PersonCard::from)
            .map(|person| (person.user_id.clone(), person));
        Self(found.collect())
    }
}

impl People {
    /// Reads the profiles; ids may repeat, and unknown ids have no result.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Uuid, people::People};
    /// # fn names(ctx: &Ctx, ids: &[Uuid]) -> Vec<String> {
    /// let people = People::of(ctx, ids);
    /// ids.iter().filter_map(|id| people.get(id)).map(|person| person.nickname).collect()
    /// # }
    /// ```
    pub fn of<'a>(ctx: &Ctx, ids: impl IntoIterator<Item = &'a Uuid>) -> Self {
        let mut wanted: Vec<Uuid> = ids.into_iter().cloned().collect();
        wanted.sort();
        wanted.dedup();
        wanted
            .chunks(AT_ONCE)
            .flat_map(|ids| ctx.users().profiles(ids))
            .collect()
    }

    /// Two people, and whether either has blocked the other, in one query.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Uuid, people::People};
    /// # fn may_write(ctx: &Ctx, me: &Uuid, other: &Uuid) -> bool {
    /// let (people, blocked) = People::between(ctx, me, other);
    /// people.get(other).is_some() && !blocked
    /// # }
    /// ```
    pub fn between(ctx: &Ctx, one: &Uuid, other: &Uuid) -> (Self, bool) {
        let pair = ctx.users().pairs(&[(one, other)]).pop();
        let (profiles, blocked) = match pair {
            Some(pair) => ([pair.a, pair.b], pair.blocked),
            None => ([None, None], false),
        };
        (profiles.into_iter().flatten().collect(), blocked)
    }

    /// The same for many pairs: all existing people, and for each pair whether either has blocked the other.
    ///
    /// ```no_run
    /// # use witverse_sdk::{Ctx, Uuid, people::People};
    /// # fn open(ctx: &Ctx, pairs: &[(&Uuid, &Uuid)]) -> usize {
    /// let (people, blocked) = People::among(ctx, pairs);
    /// let there = |(one, other): &(&Uuid, &Uuid)| people.get(one).is_some() && people.get(other).is_some();
    /// pairs.iter().zip(blocked).filter(|(pair, blocked)| there(pair) && !blocked).count()
    /// # }
    /// ```
    pub fn among(ctx: &Ctx, pairs: &[(&Uuid, &Uuid)]) -> (Self, Vec<bool>) {
        let (people, relations) = Self::related(ctx, pairs);
        let blocked = relations.iter().map(|relation| relation.blocked);
        (people, blocked.collect())
    }

    /// The same with both kinds of relation.
    pub fn related(ctx: &Ctx, pairs: &[(&Uuid, &Uuid)]) -> (Self, Vec<Relation>) {
        let found = pairs
            .chunks(PAIRS_AT_ONCE)
            .flat_map(|pairs| ctx.users().pairs(pairs));
        let (profiles, relations): (Vec<_>, Vec<Relation>) = found
            .map(|pair| {
                let relation = Relation {
                    blocked: pair.blocked,
                    muted: pair.muted,
                };
                ([pair.a, pair.b], relation)
            })
            .unzip();
        let people = profiles.into_iter().flatten().flatten().collect();
        (people, relations)
    }

    /// A person; `None` if the account was erased.
    pub fn get(&self, id: &Uuid) -> Option<PersonCard> {
        self.0.get(id).cloned()
    }
}
