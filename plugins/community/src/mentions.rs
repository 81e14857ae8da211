//! Mentions: the people that a text names after an `@`, and their alarms.
//!
//! The author, people who may not read the post, people on either side of a block with the author, and people who muted the
//! thread get none. A post notifies each person once over all its versions.

use crate::events::Posted;
use crate::post::{self, MENTIONS_MAX};
use crate::readable;
use crate::store::{self, Post};
use crate::threads;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// The text of a post was changed; the payload is that of a new post.
pub(crate) const EDITED: &str = "community.edited@1";

/// Publishes a changed text.
pub(crate) fn publish_edit(ctx: &Ctx, post: &Post) -> Result<(), Error> {
    ctx.events().publish(EDITED, &Posted::from(post))
}

/// Notifies the people that a new or edited post mentions and that no earlier version has mentioned.
pub(crate) fn on_text(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let changed: Posted = event.json()?;
    let visible = |post: &Post| !post.is_hidden && !post::mentions(&post.text).is_empty();
    if store::by_id(ctx, &changed.feed_id)?.is_none_or(|post| !visible(&post)) {
        return Ok(());
    }
    // Two events of one post must not use the same remaining places.
    let Some(post) = store::lock(ctx, &changed.feed_id)?.filter(visible) else {
        return Ok(());
    };
    let Some(author) = ctx.users().profile(&post.author).map(PersonCard::from) else {
        return Ok(());
    };
    let named = people(ctx, &post.author, &post.text);
    let added = record(ctx, &post.id, named)?;
    let alarms: Vec<NewAlarm> = reachable(ctx, &post, &post.author, added)?
        .into_iter()
        .map(|to| alarm(&post, &author, to, &post.id))
        .collect();
    readable::raise(ctx, &post, alarms)
}

/// Records people as mentioned by a locked post, at most [`MENTIONS_MAX`] in all. Returns those that are new, also if they
/// get no alarm now.
fn record(ctx: &Ctx, post: &Uuid, named: Vec<Uuid>) -> Result<Vec<Uuid>, Error> {
    let known: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "select account_id from mention where post_id = $1",
            &params![post],
        )?
        .all()?;
    let room = MENTIONS_MAX.saturating_sub(known.len());
    let added: Vec<Uuid> = named
        .into_iter()
        .filter(|person| !known.iter().any(|(known,)| known == person))
        .take(room)
        .collect();
    if !added.is_empty() {
        ctx.sql().execute(
            "insert into mention (post_id, account_id) select $1, n.id from unnest($2::uuid[]) n (id)",
            &params![post, added.clone()],
        )?;
    }
    Ok(added)
}

/// The people that a text of `author` mentions, without the author.
pub(crate) fn people(ctx: &Ctx, author: &Uuid, text: &str) -> Vec<Uuid> {
    post::mentions(text)
        .into_iter()
        .filter_map(|name| ctx.users().find_by_nickname(&name))
        .map(|profile| PersonCard::from(profile).user_id)
        .filter(|id| id != author)
        .collect()
}

/// The mentioned people without a block between them and `author`, and without a mute of the thread.
pub(crate) fn reachable(
    ctx: &Ctx,
    post: &Post,
    author: &Uuid,
    mut people: Vec<Uuid>,
) -> Result<Vec<Uuid>, Error> {
    if people.is_empty() {
        return Ok(people);
    }
    let muted = threads::muted_by(ctx, &post.id, &people)?;
    people.retain(|person| !muted.contains(person));
    let pairs: Vec<(&Uuid, &Uuid)> = people.iter().map(|person| (author, person)).collect();
    let (_, blocked) = People::among(ctx, &pairs);
    let reached = people.iter().zip(blocked).filter(|(_, blocked)| !blocked);
    Ok(reached.map(|(person, _)| person.clone()).collect())
}

/// The alarm of a mentioned person; `source` is the post or comment.
pub(crate) fn alarm(post: &Post, author: &PersonCard, to: Uuid, source: &Uuid) -> NewAlarm {
    let (name, world) = (&author.nickname, post.world.as_str());
    NewAlarm {
        to,
        kind: Kind::Reply,
        key: format!("mentioned:{source}"),
        title: Text::new("새 언급", "You were mentioned"),
        description: Text::new(
            format!("{name}님이 {world} 월드에서 회원님을 언급했습니다."),
            format!("{name} mentioned you in {world}."),
        ),
        link: Some(post.link()),
        from: Some(author.user_id.clone()),
        can_reply: false,
        remain_amount: None,
    }
}
