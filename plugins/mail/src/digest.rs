//! A summary of a person's unread alarms by mail, every morning or every Monday, if the person has chosen it.
//!
//! Without new unread alarms, no mail is sent. An index finds the due people. One call sends a few digests and
//! schedules the next call in the same transaction, so that each person gets exactly one digest.

use crate::preference::Digest;
use witverse_sdk::ctx::Text;
use witverse_sdk::sql::{Columns, FromRow};
use witverse_sdk::timer::PlainTimer;
use witverse_sdk::{Ctx, Error, Timestamp, Uuid, params, sql_text};

const BATCH: u32 = 20;
/// Sends the digests that are due.
pub(crate) const DIGESTS: PlainTimer = PlainTimer::new("digests");
/// Maximum number of titles in a digest.
const TITLES: usize = 5;

#[derive(FromRow)]
#[row(alias = "d")]
struct Reader {
    #[row(column = "account_id")]
    account: Uuid,
    #[row(parse)]
    digest: Digest,
    #[row(sql = "coalesce(u.unread, 0)::bigint")]
    unread: i64,
    #[row(sql = "coalesce(u.titles_ko, '{}')")]
    titles_ko: Vec<String>,
    #[row(sql = "coalesce(u.titles_en, '{}')")]
    titles_en: Vec<String>,
}

/// Sends some of the due digests.
pub(crate) fn send_due(ctx: &Ctx) -> Result<(), Error> {
    let now = ctx.now();
    let readers: Vec<Reader> = ctx
        .sql()
        .query(
            sql_text!(
                "with due as materialized (
                 select account_id, digest, digested_until from preference
                 where digest_at <= $1 order by digest_at, account_id limit $2 for no key update skip locked)
             select ",
                Reader::COLUMNS,
                " from due d left join lateral (
                 select count(*) as unread, array_agg(a.title_ko) as titles_ko, array_agg(a.title_en) as titles_en
                 from (
                     select title_ko, title_en from alarm a
                     where a.account_id = d.account_id and a.read_at is null
                       and a.active_at > coalesce(d.digested_until, 'epoch'::timestamptz)
                     order by active_at desc limit 100) a
             ) u on true"
            ),
            &params![now, BATCH],
        )?
        .all()?;
    for reader in &readers {
        if reader.unread > 0 {
            let (subject, text) = compose(reader);
            ctx.notify()
                .email(&reader.account, &subject, &text, Some("/mail"))?;
        }
    }
    advance(ctx, &readers, now)?;
    if readers.len() == BATCH as usize {
        DIGESTS.now(ctx)?;
    }
    Ok(())
}

/// Sets each person's next time, with one statement per interval.
fn advance(ctx: &Ctx, readers: &[Reader], now: Timestamp) -> Result<(), Error> {
    for digest in [Digest::Off, Digest::Daily, Digest::Weekly] {
        let served: Vec<Uuid> = readers
            .iter()
            .filter(|reader| reader.digest == digest)
            .map(|reader| reader.account.clone())
            .collect();
        if !served.is_empty() {
            ctx.sql().execute(
                "update preference set digest_at = $2, digested_until = $3 where account_id = any($1)",
                &params![served, digest.after(now), now],
            )?;
        }
    }
    Ok(())
}

fn compose(reader: &Reader) -> (Text, Text) {
    // The statement counts up to 100.
    let (unread_ko, unread_en) = match reader.unread {
        100.. => (
            "100개 이상".to_owned(),
            "100 or more unread notifications".to_owned(),
        ),
        1 => ("1개".to_owned(), "1 unread notification".to_owned()),
        n => (format!("{n}개"), format!("{n} unread notifications")),
    };
    let list = |titles: &[String]| {
        let lines = titles.iter().take(TITLES).map(|title| format!("· {title}"));
        lines.collect::<Vec<_>>().join("\n")
    };
    let subject = Text {
        ko: format!("Witverse: 읽지 않은 알림 {unread_ko}"),
        en: format!("Witverse: {unread_en}"),
    };
    let text = Text {
        ko: format!(
            "읽지 않은 알림이 {unread_ko} 있습니다.\n\n{}\n\n알림 설정은 우편함에서 바꿀 수 있습니다.",
            list(&reader.titles_ko)
        ),
        en: format!(
            "You have {unread_en}.\n\n{}\n\nYou can change your notification settings in your mail.",
            list(&reader.titles_en)
        ),
    };
    (subject, text)
}

#[cfg(test)]
mod tests {
    use super::{Reader, compose};
    use crate::preference::Digest;
    use witverse_sdk::Uuid;

    #[test]
    fn the_subject_counts_up_to_a_hundred() {
        for (unread, ko, en) in [
            (1, "1개", "1 unread notification"),
            (2, "2개", "2 unread notifications"),
            (100, "100개 이상", "100 or more unread notifications"),
        ] {
            let reader = Reader {
                account: Uuid::nil(),
                digest: Digest::Daily,
                unread,
                titles_ko: Vec::new(),
                titles_en: Vec::new(),
            };
            let (subject, _) = compose(&reader);
            assert_eq!(subject.ko, format!("Witverse: 읽지 않은 알림 {ko}"));
            assert_eq!(subject.en, format!("Witverse: {en}"));
        }
    }
}
