//! Alarms: replies and comments after the commit of what caused them, and measures of administrators against a post or
//! comment, in the same transaction. The mentions of a comment are notified together with its other receivers.

use crate::access;
use crate::comment_store::{self, Comment};
use crate::events::Commented;
use crate::mentions;
use crate::readable;
use crate::store::{self, Post};
use crate::threads;
use witverse_sdk::alarm::{Kind, NewAlarm};
use witverse_sdk::ctx::Text;
use witverse_sdk::people::{People, PersonCard};
use witverse_sdk::{Ctx, Error, Event, Uuid, text};

/// Characters of a text that an alarm quotes.
const QUOTED: usize = 80;

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
    let mut named = mentions::people(ctx, me, &comment.text);
    named.retain(|person| !reached.iter().any(|(to, _)| to == person));
    let named = mentions::reachable(ctx, &post, me, named)?;
    alarms.extend(
        named
            .into_iter()
            .map(|to| mentions::alarm(&post, &author, to, &comment.id)),
    );
    readable::raise(ctx, &post, alarms)
}

fn comment_alarm(
    post: &Post,
    author: &PersonCard,
    comment: &Comment,
    to: Uuid,
    is_reply: bool,
) -> NewAlarm {
    let (name, text) = (&author.nickname, text::excerpt(&comment.text, QUOTED));
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
        link: Some(post.link()),
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

/// What an alarm about a measure names.
struct Moderated<'a> {
    author: &'a Uuid,
    /// `글` or `댓글`.
    what: (&'a str, &'a str),
    text: &'a str,
    /// Before the quotation, for texts of a world.
    world: Option<&'a str>,
    link: String,
    /// The page of the post takes requests for a review.
    has_review: bool,
    moderator: (&'a str, &'a str),
}

const ADMINISTRATOR: (&str, &str) = ("관리자가", "An administrator");
const COMMENT: (&str, &str) = ("댓글", "comment");

/// Where a measure leads: to the post, or to the world once it is deleted.
fn link_after(post: &Post, measure: Measure) -> String {
    match measure {
        Measure::Deleted => format!("/{}", post.world.as_str()),
        _ => post.link(),
    }
}

/// Notifies the author of a post.
pub(crate) fn post_moderated(
    ctx: &Ctx,
    post: &Post,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let about = Moderated {
        author: &post.author,
        what: ("글", "post"),
        text: &post.text,
        world: Some(post.world.as_str()),
        link: link_after(post, measure),
        has_review: true,
        moderator: ADMINISTRATOR,
    };
    moderated(ctx, about, measure, reason)
}

/// Notifies the author of a comment.
pub(crate) fn comment_moderated(
    ctx: &Ctx,
    post: &Post,
    comment: &Comment,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let about = Moderated {
        author: &comment.author,
        what: COMMENT,
        text: &comment.text,
        world: Some(post.world.as_str()),
        link: link_after(post, measure),
        has_review: false,
        moderator: ADMINISTRATOR,
    };
    moderated(ctx, about, measure, reason)
}

/// Notifies the author of a comment on an item or a block.
pub(crate) fn gallery_moderated(
    ctx: &Ctx,
    author: &Uuid,
    link: &str,
    text: &str,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let about = Moderated {
        author,
        what: COMMENT,
        text,
        world: None,
        link: link.to_owned(),
        has_review: false,
        moderator: ("갤러리 관리자가", "A moderator of the gallery"),
    };
    moderated(ctx, about, measure, reason)
}

fn moderated(
    ctx: &Ctx,
    about: Moderated<'_>,
    measure: Measure,
    reason: Option<&str>,
) -> Result<(), Error> {
    let (done_ko, done_en) = match measure {
        Measure::Hidden => ("숨겼습니다", "hid"),
        Measure::Shown => ("다시 공개했습니다", "restored"),
        Measure::Deleted => ("삭제했습니다", "deleted"),
    };
    let reason_ko = reason.map(|reason| format!(" 사유: {}", text::excerpt(reason, QUOTED)));
    let reason_en = reason.map(|reason| format!(" Reason: {}", text::excerpt(reason, QUOTED)));
    let (next_ko, next_en) = match (measure, about.has_review, about.world) {
        (Measure::Shown, ..) | (_, _, None) => ("", ""),
        (Measure::Hidden, true, _) => (
            " 글 페이지에서 재검토를 요청할 수 있습니다.",
            " You can ask for a review on the post's page.",
        ),
        _ => (
            " 이의가 있으면 월드 소유자에게 알려 주세요.",
            " If you disagree, contact the owner of the world.",
        ),
    };
    let quote = text::excerpt(about.text, QUOTED);
    let world = about.world.map(|world| format!("{world} · "));
    let world = world.unwrap_or_default();
    let ((ko, en), (by_ko, by_en)) = (about.what, about.moderator);
    NewAlarm {
        to: about.author.clone(),
        kind: Kind::System,
        key: format!("moderated:{}", ctx.random().uuid()),
        title: Text::new(
            format!("{by_ko} {ko}을 {done_ko}"),
            format!("{by_en} {done_en} your {en}"),
        ),
        description: Text::new(
            format!("{world}“{quote}”{}{next_ko}", reason_ko.unwrap_or_default()),
            format!("{world}“{quote}”{}{next_en}", reason_en.unwrap_or_default()),
        ),
        link: Some(about.link),
        from: None,
        can_reply: false,
        remain_amount: None,
    }
    .raise(ctx)
}

/// Notifies the administrator who hid a post, and still moderates the feed, that its author asks for a review.
pub(crate) fn appealed(ctx: &Ctx, post: &Post, text: &str) -> Result<(), Error> {
    let Some(to) = post.hidden_by.clone() else {
        return Ok(());
    };
    let alarm = NewAlarm {
        to,
        kind: Kind::System,
        key: format!("appealed:{}", ctx.random().uuid()),
        title: Text::new("재검토 요청", "A review was requested"),
        description: Text::new(
            format!("숨긴 글의 글쓴이가 재검토를 요청했습니다: {text}"),
            format!("The author of a post you hid asked for a review: {text}"),
        ),
        link: Some(post.link()),
        from: None,
        can_reply: false,
        remain_amount: None,
    };
    let world = access::resource(&post.world);
    NewAlarm::raise_permitted(ctx, ("moderateFeed", &world), vec![alarm])
}
