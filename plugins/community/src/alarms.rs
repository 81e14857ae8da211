//! Alarms: mentions, replies and comments after the commit of what caused them, and measures of administrators against a
//! post or comment, in the same transaction.

use crate::comment_store::{self, Comment};
use crate::events::{Commented, Posted};
use crate::post::{excerpt, mentions};
use crate::store::{self, Post};
use crate::threads;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Event, Uuid};

/// Characters of a text that an alarm quotes.
const QUOTED: usize = 80;

fn link(post: &Post) -> String {
    format!("/{}/post/{}", post.world.as_str(), post.id)
}

/// Notifies the people that a new post mentions.
pub(crate) fn on_posted(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let posted: Posted = event.json()?;
    let Some(post) = store::by_id(ctx, &posted.feed_id)?.filter(|post| !post.is_hidden) else {
        return Ok(());
    };
    let Some(author) = ctx.users().profile(&post.author).map(PersonCard::from) else {
        return Ok(());
    };
    let alarms = mentioned(ctx, &author.user_id, &post.text, &[])
        .into_iter()
        .map(|to| mention_alarm(&post, &author, to, &post.id));
    NewAlarm::raise_all(ctx, &alarms.collect::<Vec<_>>())
}

/// Notifies the author of the answered comment, the author of the post, and the people that a new comment mentions;
/// each person once.
pub(crate) fn on_commented(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let happened: Commented = event.json()?;
    let shown = |post: &Post| !post.is_hidden;
    let Some(post) = store::by_id(ctx, &happened.feed_id)?.filter(shown) else {
        return Ok(());
    };
    let comment = comment_store::by_id(ctx, &happened.comment_id)?;
    let Some(comment) = comment.filter(|comment| !comment.is_hidden) else {
        return Ok(());
    };
    let answered = match &happened.replied_to {
        Some(id) => comment_store::by_id(ctx, id)?.map(|answered| answered.author),
        None => None,
    };
    let me = &comment.author;
    let mut receivers: Vec<(Uuid, bool)> = Vec::new();
    for (person, is_reply) in answered
        .map(|author| (author, true))
        .into_iter()
        .chain([(post.author.clone(), false)])
    {
        let known = person == *me || receivers.iter().any(|(known, _)| *known == person);
        if !known && !threads::is_muted(ctx, &post.id, &person)? {
            receivers.push((person, is_reply));
        }
    }
    let pairs: Vec<(&Uuid, &Uuid)> = receivers.iter().map(|(to, _)| (me, to)).collect();
    let (mut people, blocked) = People::among(ctx, &pairs);
    if people.get(me).is_none() {
        people = People::of(ctx, [me]);
    }
    let Some(author) = people.get(me) else {
        return Ok(());
    };
    let reached: Vec<&(Uuid, bool)> = receivers
        .iter()
        .zip(blocked)
        .filter(|(_, blocked)| !blocked)
        .map(|(receiver, _)| receiver)
        .collect();
    let mut alarms: Vec<NewAlarm> = reached
        .iter()
        .map(|(to, is_reply)| comment_alarm(&post, &author, &comment, to.clone(), *is_reply))
        .collect();
    let told: Vec<&Uuid> = reached.iter().map(|(to, _)| to).collect();
    let named = mentioned(ctx, me, &comment.text, &told);
    alarms.extend(
        named
            .into_iter()
            .map(|to| mention_alarm(&post, &author, to, &comment.id)),
    );
    NewAlarm::raise_all(ctx, &alarms)
}

/// The people that a text of `author` mentions, without a block between them, `author`, and `except`.
fn mentioned(ctx: &Ctx, author: &Uuid, text: &str, except: &[&Uuid]) -> Vec<Uuid> {
    let found: Vec<Uuid> = mentions(text)
        .into_iter()
        .filter_map(|name| ctx.users().find_by_nickname(name))
        .map(|profile| PersonCard::from(profile).user_id)
        .filter(|id| id != author && !except.contains(&id))
        .collect();
    let pairs: Vec<(&Uuid, &Uuid)> = found.iter().map(|id| (author, id)).collect();
    let (_, blocked) = People::among(ctx, &pairs);
    found
        .iter()
        .zip(blocked)
        .filter(|(_, blocked)| !blocked)
        .map(|(id, _)| id.clone())
        .collect()
}

/// Does not quote the text: the mentioned person may not be allowed to read it.
fn mention_alarm(post: &Post, author: &PersonCard, to: Uuid, source: &Uuid) -> NewAlarm {
    let (name, world) = (&author.nickname, post.world.as_str());
    NewAlarm {
        to,
        kind: Kind::Reply,
        key: format!("mentioned:{source}"),
        title: Text::new("나를 언급했습니다", "You were mentioned"),
        description: Text::new(
            format!("{name}님이 {world} 월드에서 나를 언급했습니다."),
            format!("{name} mentioned you in the world {world}."),
        ),
        link: Some(link(post)),
        from: Some(author.user_id.clone()),
        can_reply: false,
        remain_amount: None,
    }
}

fn comment_alarm(
    post: &Post,
    author: &PersonCard,
    comment: &Comment,
    to: Uuid,
    is_reply: bool,
) -> NewAlarm {
    let (name, text) = (&author.nickname, excerpt(&comment.text, QUOTED));
    let title = match is_reply {
        true => Text::new("새 답글", "New reply"),
        false => Text::new("새 댓글", "New comment"),
    };
    NewAlarm {
        to,
        kind: Kind::Reply,
        key: format!("commented:{}", comment.id),
        title,
        description: Text::new(format!("{name}님: {text}"), format!("{name}: {text}")),
        link: Some(link(post)),
        from: Some(author.user_id.clone()),
        can_reply: false,
        remain_amount: None,
    }
}

/// What an administrator did. The alarm names the role and never the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    Hidden,
    Shown,
    Deleted,
}

/// Notifies the author of a post.
pub(crate) fn post_moderated(
    ctx: &Ctx,
    post: &Post,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let what = ("글", "post");
    moderated(ctx, post, &post.author, (&post.text, what), measure, reason)
}

/// Notifies the author of a comment.
pub(crate) fn comment_moderated(
    ctx: &Ctx,
    post: &Post,
    comment: &Comment,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let what = ("댓글", "comment");
    moderated(
        ctx,
        post,
        &comment.author,
        (&comment.text, what),
        measure,
        reason,
    )
}

fn moderated(
    ctx: &Ctx,
    post: &Post,
    author: &Uuid,
    (text, (ko, en)): (&str, (&str, &str)),
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let (done_ko, done_en) = match measure {
        Measure::Hidden => ("숨겼습니다", "hid"),
        Measure::Shown => ("다시 보이게 했습니다", "restored"),
        Measure::Deleted => ("삭제했습니다", "deleted"),
    };
    let world = post.world.as_str();
    let reason_ko = reason.map(|reason| format!(" 사유: {}", excerpt(reason, QUOTED)));
    let reason_en = reason.map(|reason| format!(" Reason: {}", excerpt(reason, QUOTED)));
    let (next_ko, next_en) = match (measure, ko) {
        (Measure::Shown, _) => ("", ""),
        (Measure::Hidden, "글") => (
            " 글 페이지에서 재검토를 요청할 수 있습니다.",
            " You can ask for a review on the post's page.",
        ),
        _ => (
            " 이의가 있으면 월드 소유자에게 알려 주세요.",
            " If you disagree, tell the owner of the world.",
        ),
    };
    let quote = excerpt(text, QUOTED);
    NewAlarm {
        to: author.clone(),
        kind: Kind::System,
        key: format!("moderated:{}", ctx.random().uuid()),
        title: Text::new(
            format!("관리자가 {ko}을 {done_ko}"),
            format!("An administrator {done_en} your {en}"),
        ),
        description: Text::new(
            format!(
                "{world} · “{quote}”{}{next_ko}",
                reason_ko.unwrap_or_default()
            ),
            format!(
                "{world} · “{quote}”{}{next_en}",
                reason_en.unwrap_or_default()
            ),
        ),
        link: Some(match measure {
            Measure::Deleted => format!("/{world}"),
            _ => link(post),
        }),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

/// Notifies the administrator who hid a post that its author asks for a review.
pub(crate) fn appealed(ctx: &Ctx, post: &Post, text: &str) -> Result<(), Error> {
    let Some(to) = post.hidden_by.clone() else {
        return Ok(());
    };
    NewAlarm {
        to,
        kind: Kind::System,
        key: format!("appealed:{}", ctx.random().uuid()),
        title: Text::new("재검토 요청", "A review was requested"),
        description: Text::new(
            format!("숨긴 글의 글쓴이가 재검토를 요청했습니다: {text}"),
            format!("The author of a post that you hid asks for a review: {text}"),
        ),
        link: Some(link(post)),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}
