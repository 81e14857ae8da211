//! Posts, their terms, comments and reactions.

use super::rows::{CROWD, EACH, TERMS, TEXTS, Value, id_of, insert};
use crate::TestApp;

/// Posts with terms of each other world: together a million terms.
const SEARCHED: u32 = 7;
/// The first post of the measured world, which has fifty comments.
pub(super) const FIRST_POST: &str = "01900000-0000-7000-8000-000000000001";

/// Fifty posts in each of the worlds from `from` to `to`, of which the first has fifty comments and replies. World 0 is
/// the measured one; its posts are the newest, by people of the crowd.
pub(super) async fn fill(app: &TestApp, from: u32, to: u32) {
    let post = id_of("8000");
    let author = format!(
        "case x.i when 0 then {} else gen_random_uuid() end",
        CROWD.replace("s::", "x.s::")
    );
    let at = format!("now() - (x.i * {EACH} + x.s) * interval '1 second'");
    let comment = id_of("8200");
    let answered = comment.replace("x.s", "(x.s - 25)");
    let blocked = CROWD.replace("s::", &format!("{}::", EACH + 1));
    let first = post.replace("x.s", "1");
    let statements = [
        format!(
            "insert into plugin_community.post (id, world, author_id, text, comments, posted_at)
             select {post}, case x.i when 0 then 'crowded' else 'w' || lpad(to_hex(x.i), 8, '0') end, {author},
                    concat_ws(' ', x.ko, x.en, x.one, x.pair, case when x.rare then '해달 otter' end),
                    case x.s when 1 then {EACH} else 0 end, {at}
             from {TEXTS}"
        ),
        format!(
            "insert into plugin_community.post_term (post_id, term, posted_at)
             select {post}, t.term, {at} from {TEXTS}, {TERMS} where x.i = 0 or x.s <= {SEARCHED}"
        ),
        format!(
            "insert into plugin_community.comment (id, post_id, parent_id, author_id, text, replies, at)
             select {comment}, {first}, case when x.s > 25 then {answered} end, {author}, 'A comment',
                    case when x.s > 25 then 0 else 1 end, now() - interval '1 day' + x.s * interval '1 second'
             from {TEXTS}"
        ),
        format!(
            "insert into plugin_community.reaction (post_id, account_id, kind)
             select {post}, gen_random_uuid(), 'like' from {TEXTS}"
        ),
        format!(
            "insert into plugin_community.reaction_total (post_id, kind, total)
             select {post}, 'like', case x.i when 0 then 2 else 1 end from {TEXTS}"
        ),
        // The person whom the readers have blocked.
        format!(
            "insert into plugin_community.reaction (post_id, account_id, kind)
             select {post}, {blocked}, 'like' from {TEXTS} where x.i = 0"
        ),
    ];
    let values = [from, to, EACH].map(Value::Number);
    insert(app, &statements, &values).await;
}
