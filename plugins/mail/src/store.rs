//! Statements that change rows. Constraints and conditions decide between concurrent calls, never an earlier read.

use crate::alarm::{Alarm, ReplyText};
use crate::notice::NewNotice;
use crate::preference::Preferences;
use serde_json::json;
use witverse_sdk::alarm::{NewAlarm, Settled};
use witverse_sdk::ctx::Text;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params};

/// The outcome for an alarm that was inserted.
pub(crate) struct InsertedAlarm {
    pub(crate) account: Uuid,
    pub(crate) id: Uuid,
    key: String,
}

impl InsertedAlarm {
    pub(crate) fn is(&self, new: &NewAlarm) -> bool {
        (&self.account, &self.key) == (&new.to, &new.key)
    }
}

/// Inserts alarms with the given ids; returns those whose key was new.
pub(crate) fn put_alarms(
    ctx: &Ctx,
    source: &str,
    news: &[(Uuid, &NewAlarm)],
    now: Timestamp,
) -> Result<Vec<InsertedAlarm>, Error> {
    if news.is_empty() {
        return Ok(Vec::new());
    }
    let rows = news.iter().map(|(id, new)| {
        json!({
            "id": id, "account_id": new.to, "kind": new.kind, "key": new.key, "from_id": new.from,
            "title_ko": new.title.ko, "title_en": new.title.en,
            "description_ko": new.description.ko, "description_en": new.description.en,
            "link": new.link, "can_reply": new.can_reply, "remain_amount": new.remain_amount,
        })
    });
    let inserted: Vec<(Uuid, Uuid, String)> = ctx
        .sql()
        .query(
            "with inserted as ( \
                 insert into alarm (account_id, id, thread_id, kind, source, key, from_id, title_ko, title_en, \
                 description_ko, description_en, link, can_reply, remain_amount, created_at, active_at) \
                 select n.account_id, n.id, n.id, n.kind, $2, n.key, n.from_id, n.title_ko, n.title_en, \
                     n.description_ko, n.description_en, n.link, n.can_reply, n.remain_amount, $3, $3 \
                 from jsonb_to_recordset($1::text::jsonb) n (id uuid, account_id uuid, kind text, key text, from_id uuid, \
                     title_ko text, title_en text, description_ko text, description_en text, link text, \
                     can_reply boolean, remain_amount bigint) \
                 on conflict on constraint alarm_once do nothing \
                 returning account_id, id, key) \
             select account_id, id, key from inserted",
            &params![
                serde_json::Value::from_iter(rows).to_string(),
                source,
                now
            ],
        )?
        .all()?;
    let inserted = inserted
        .into_iter()
        .map(|(account, id, key)| InsertedAlarm { account, id, key });
    Ok(inserted.collect())
}

/// A person's alarm with a key.
pub(crate) fn alarm_of_key(
    ctx: &Ctx,
    account: &Uuid,
    source: &str,
    key: &str,
) -> Result<Option<Uuid>, Error> {
    let known: Option<(Uuid,)> = ctx.sql().optional(
        "select id from alarm where account_id = $1 and source = $2 and key = $3",
        &params![account, source, key],
    )?;
    Ok(known.map(|(id,)| id))
}

/// Marks one alarm as read; false if there is none with that id.
pub(crate) fn read_alarm(
    ctx: &Ctx,
    account: &Uuid,
    id: &Uuid,
    now: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update alarm set read_at = coalesce(read_at, $3) where account_id = $1 and id = $2",
        &params![account, id, now],
    )?;
    Ok(changed == 1)
}

/// Marks alarms as read by their plugin and keys; returns their owners.
pub(crate) fn settle(
    ctx: &Ctx,
    source: &str,
    settled: &[Settled],
    now: Timestamp,
) -> Result<Vec<Uuid>, Error> {
    let accounts: Vec<Uuid> = settled.iter().map(|settled| settled.to.clone()).collect();
    let keys: Vec<String> = settled.iter().map(|settled| settled.key.clone()).collect();
    // Empty: the description stays.
    let outcomes = |language: fn(&Text) -> &String| -> Vec<String> {
        let outcome =
            |settled: &Settled| settled.outcome.as_ref().map(|text| language(text).clone());
        settled
            .iter()
            .map(|settled| outcome(settled).unwrap_or_default())
            .collect()
    };
    let (ko, en) = (outcomes(|text| &text.ko), outcomes(|text| &text.en));
    let rows: Vec<(Uuid,)> = ctx
        .sql()
        .query(
            "with held as materialized ( \
                 select a.account_id, a.id, s.ko, s.en \
                 from unnest($1::uuid[], $2::text[], $5::text[], $6::text[]) s (account_id, key, ko, en) \
                 join alarm a on a.account_id = s.account_id and a.source = $3 and a.key = s.key \
                 where a.read_at is null or s.ko <> '' order by a.account_id, a.id for update of a) \
             update alarm a set read_at = coalesce(a.read_at, $4), \
                 description_ko = coalesce(nullif(h.ko, ''), a.description_ko), \
                 description_en = coalesce(nullif(h.en, ''), a.description_en) \
             from held h where a.account_id = h.account_id and a.id = h.id \
             returning a.account_id",
            &params![accounts, keys, source, now, ko, en],
        )?
        .all()?;
    let mut people: Vec<Uuid> = rows.into_iter().map(|(account,)| account).collect();
    people.sort();
    people.dedup();
    Ok(people)
}

/// Marks a batch of unread alarms as read; returns how many there were. The caller repeats it until 0.
pub(crate) fn read_alarms(
    ctx: &Ctx,
    account: &Uuid,
    now: Timestamp,
    most: u32,
) -> Result<u64, Error> {
    Ok(ctx.sql().execute(
        "update alarm set read_at = $2 where account_id = $1 and id in (
             select id from alarm where account_id = $1 and read_at is null limit $3)",
        &params![account, now, most],
    )?)
}

/// Adds a reply to a thread.
pub(crate) fn put_reply(
    ctx: &Ctx,
    thread: &Uuid,
    id: &Uuid,
    author: &Uuid,
    content: &ReplyText,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into reply (thread_id, id, author_id, content, at) values ($1, $2, $3, $4, $5)",
        &params![thread, id, author, content.as_str(), now],
    )?;
    Ok(())
}

/// Moves a thread to the top of its author's list, as read.
pub(crate) fn bump_own(
    ctx: &Ctx,
    account: &Uuid,
    thread: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "update alarm set active_at = $3, read_at = $3, reply_count = reply_count + 1 \
         where thread_id = $2 and account_id = $1",
        &params![account, thread, now],
    )?;
    Ok(())
}

/// Moves a thread to the top of the other person's list, as unread. If the person has no row of the thread, one is
/// created with the texts of the `first` alarm, from `author`. A silent thread keeps its state; a new one is read.
pub(crate) fn bump_other(
    ctx: &Ctx,
    (to, author): (&Uuid, &Uuid),
    id: &Uuid,
    first: &Alarm,
    is_silent: bool,
    now: Timestamp,
) -> Result<(), Error> {
    let stirred = ctx.sql().execute(
        "update alarm set active_at = $3, read_at = case when $4 then read_at end, reply_count = reply_count + 1 \
         where thread_id = $2 and account_id = $1",
        &params![to, &first.thread, now, is_silent],
    )?;
    if stirred == 1 {
        return Ok(());
    }
    ctx.sql().execute(
        "insert into alarm (account_id, id, thread_id, kind, source, key, from_id, title_ko, title_en, \
         description_ko, description_en, link, can_reply, reply_count, created_at, active_at, read_at) \
         values ($1, $2, $3, 'reply', 'mail', $4, $5, $6, $7, $8, $9, null, true, 1, $10, $10, \
         case when $11 then $10::timestamptz end)",
        &params![
            to,
            id,
            &first.thread,
            format!("thread:{}", first.thread),
            author,
            &first.title.ko,
            &first.title.en,
            &first.description.ko,
            &first.description.en,
            now,
            is_silent,
        ],
    )?;
    Ok(())
}

/// Marks all notices as seen by a person.
pub(crate) fn mark_all_notices_seen(
    ctx: &Ctx,
    account: &Uuid,
    now: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into notice_reader (account_id, seen_until) values ($1, $2) \
         on conflict (account_id) do update set seen_until = greatest(notice_reader.seen_until, excluded.seen_until)",
        &params![account, now],
    )?;
    ctx.sql().execute(
        "delete from notice_seen where account_id = $1",
        &params![account],
    )?;
    Ok(())
}

pub(crate) fn mark_notice_seen(ctx: &Ctx, account: &Uuid, id: &Uuid) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into notice_seen (account_id, notice_id) values ($1, $2) on conflict do nothing",
        &params![account, id],
    )?;
    Ok(())
}

pub(crate) fn put_preferences(
    ctx: &Ctx,
    account: &Uuid,
    chosen: &Preferences,
    now: Timestamp,
) -> Result<(), Error> {
    let channels = serde_json::to_string(&chosen.kinds)
        .map_err(|error| Error::internal(format!("channels: {error}")))?;
    ctx.sql().execute(
        "insert into preference (account_id, channels, digest, digest_at, digested_until, notices_elsewhere) \
         values ($1, $2::text::jsonb, $3, $4, $5, $6) \
         on conflict (account_id) do update set channels = excluded.channels, digest = excluded.digest, \
         digest_at = excluded.digest_at, notices_elsewhere = excluded.notices_elsewhere, \
         digested_until = coalesce(preference.digested_until, excluded.digested_until)",
        &params![
            account,
            channels,
            chosen.digest.as_str(),
            chosen.digest.after(now),
            now,
            chosen.has_other_notice_channel(),
        ],
    )?;
    Ok(())
}

pub(crate) fn put_notice(
    ctx: &Ctx,
    id: &Uuid,
    author: &Uuid,
    new: &NewNotice,
    publish_at: Timestamp,
) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into notice (id, title_ko, title_en, body_ko, body_en, author_id, publish_at) \
         values ($1, $2, $3, $4, $5, $6, $7)",
        &params![
            id,
            &new.title.ko,
            &new.title.en,
            &new.body.ko,
            &new.body.en,
            author,
            publish_at,
        ],
    )?;
    count_notices(ctx, 0, 1)
}

/// Changes an unpublished notice; false if it was published or withdrawn.
pub(crate) fn change_notice(
    ctx: &Ctx,
    id: &Uuid,
    new: &NewNotice,
    publish_at: Timestamp,
) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update notice set title_ko = $2, title_en = $3, body_ko = $4, body_en = $5, publish_at = $6 \
         where id = $1 and published_at is null and withdrawn_at is null",
        &params![
            id,
            &new.title.ko,
            &new.title.en,
            &new.body.ko,
            &new.body.en,
            publish_at,
        ],
    )?;
    Ok(changed == 1)
}

/// Publishes a due notice; false if it was published, withdrawn or postponed.
pub(crate) fn publish(ctx: &Ctx, id: &Uuid, now: Timestamp) -> Result<bool, Error> {
    let changed = ctx.sql().execute(
        "update notice set published_at = $2 \
         where id = $1 and published_at is null and withdrawn_at is null and publish_at <= $2",
        &params![id, now],
    )?;
    if changed == 1 {
        count_notices(ctx, 1, 0)?;
    }
    Ok(changed == 1)
}

/// Withdraws a notice; returns whether it was published, or `None` if it was withdrawn before.
pub(crate) fn withdraw(ctx: &Ctx, id: &Uuid, now: Timestamp) -> Result<Option<bool>, Error> {
    let row: Option<(bool,)> = ctx.sql().optional(
        "update notice set withdrawn_at = $2 where id = $1 and withdrawn_at is null \
         returning published_at is not null",
        &params![id, now],
    )?;
    if let Some((true,)) = row {
        // Not by the upsert of `count_notices`: its proposed row would have a negative count and violate the CHECK.
        ctx.sql().execute(
            "update notice_tally set shown = shown - 1 where id = 1",
            &params![],
        )?;
    }
    Ok(row.map(|(was_published,)| was_published))
}

fn count_notices(ctx: &Ctx, shown: i32, written: i32) -> Result<(), Error> {
    ctx.sql().execute(
        "insert into notice_tally (id, shown, written) values (1, $1, $2) \
         on conflict (id) do update set shown = notice_tally.shown + excluded.shown, \
         written = notice_tally.written + excluded.written",
        &params![shown, written],
    )?;
    Ok(())
}
