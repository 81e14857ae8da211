//! Declined attempts to pay for an order of a plugin: their record, what the payer sees of them, and two limits against tests of
//! stolen cards: of a payment (`plugin_payment_state.rs`), and of a person's attempts in a day.

use schemars::JsonSchema;
use serde::Serialize;
use sqlx::{PgConnection, PgExecutor};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::messages::DECLINED_TOO_OFTEN;
use super::plugin_payment_state::MAX_DECLINES;
use super::provider::Decline;
use crate::error::Result;

/// A person with this many declined attempts in a day opens no payment page.
const MAX_OF_PERSON: i64 = 30;
const DAY: Duration = Duration::hours(24);
/// No payment is open for longer, so one that was declined within a day is not older than both.
const LONGEST_OPEN: Duration = Duration::hours(1);
const MAX_REASON_CHARS: usize = 200;
const MAX_ATTEMPT_BYTES: usize = 100;

/// The declined attempts of a payment.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeclinedAttempts {
    pub count: i64,
    /// How many more end the payment.
    pub left: i64,
    /// When the kernel knew of the latest one.
    #[serde(with = "time::serde::rfc3339")]
    #[schemars(with = "String")]
    pub at: OffsetDateTime,
    /// The text of the provider or the card company for the payer, in one language.
    pub reason: Option<String>,
    /// False once the payment page was opened again.
    pub is_latest: bool,
}

/// Records a declined attempt of a payment whose row is locked. False if it is recorded already.
pub(super) async fn record(
    connection: &mut PgConnection,
    payment: Uuid,
    decline: &Decline,
    now: OffsetDateTime,
) -> Result<bool> {
    let recorded = sqlx::query(
        "insert into kernel.plugin_payment_decline (payment_id, n, attempt, reason, openings, declined_at)
         select p.id, 1 + (select count(*) from kernel.plugin_payment_decline d where d.payment_id = p.id),
                $2, $3, p.openings, $4
         from kernel.plugin_payment p where p.id = $1
         on conflict (payment_id, attempt) do nothing",
    )
    .bind(payment)
    .bind(attempt_id(&decline.attempt))
    .bind(decline.reason.as_deref().and_then(shown_reason))
    .bind(now)
    .execute(connection)
    .await?;
    Ok(recorded.rows_affected() == 1)
}

/// The declined attempts of a payment; `None` if there is none.
pub(super) async fn of_payment(
    executor: impl PgExecutor<'_>,
    payment: Uuid,
) -> Result<Option<DeclinedAttempts>> {
    let latest: Option<(i64, OffsetDateTime, Option<String>, bool)> = sqlx::query_as(
        "select d.n::bigint, d.declined_at, d.reason, d.openings = p.openings
         from kernel.plugin_payment_decline d join kernel.plugin_payment p on p.id = d.payment_id
         where d.payment_id = $1 order by d.n desc limit 1",
    )
    .bind(payment)
    .fetch_optional(executor)
    .await?;
    Ok(
        latest.map(|(count, at, reason, is_latest)| DeclinedAttempts {
            count,
            left: (MAX_DECLINES - count).max(0),
            at,
            reason,
            is_latest,
        }),
    )
}

/// Refuses a person whose cards were declined too often within a day, over all payments for orders of plugins.
///
/// # Errors
/// `declined_too_often`, the database's.
pub(super) async fn check_person(
    connection: &mut PgConnection,
    account: Uuid,
    now: OffsetDateTime,
) -> Result<()> {
    let declined: i64 = sqlx::query_scalar(
        "select count(*) from kernel.plugin_payment p join kernel.plugin_payment_decline d on d.payment_id = p.id
         where p.account_id = $1 and p.created_at > $2 and d.declined_at > $3",
    )
    .bind(account)
    .bind(now - DAY - LONGEST_OPEN)
    .bind(now - DAY)
    .fetch_one(connection)
    .await?;
    if declined >= MAX_OF_PERSON {
        return Err(DECLINED_TOO_OFTEN.into());
    }
    Ok(())
}

/// A provider's id of an attempt, as it is stored.
fn attempt_id(attempt: &str) -> String {
    let mut id: String = attempt.chars().filter(|one| *one != '\0').collect();
    let mut end = id.len().min(MAX_ATTEMPT_BYTES);
    while !id.is_char_boundary(end) {
        end -= 1;
    }
    id.truncate(end);
    id
}

/// A provider's reason in one line; `None` if nothing can be shown.
fn shown_reason(reason: &str) -> Option<String> {
    let spaced = reason.replace(char::is_control, " ");
    let line: Vec<&str> = spaced.split_whitespace().collect();
    let line: String = line.join(" ").chars().take(MAX_REASON_CHARS).collect();
    (!line.is_empty()).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::{MAX_ATTEMPT_BYTES, MAX_REASON_CHARS, attempt_id, shown_reason};

    #[test]
    fn a_reason_is_one_line() {
        assert_eq!(
            shown_reason(" 한도\r\n초과\0 ").as_deref(),
            Some("한도 초과")
        );
        assert_eq!(shown_reason("\u{7}\n"), None);
        let long = shown_reason(&"가".repeat(1_000)).unwrap_or_default();
        assert_eq!(long.chars().count(), MAX_REASON_CHARS);
    }

    #[test]
    fn an_attempt_has_a_bounded_id() {
        assert_eq!(attempt_id("tx-1"), "tx-1");
        assert_eq!(attempt_id(""), "");
        assert_eq!(attempt_id("a\0b"), "ab");
        let long = attempt_id(&"가".repeat(100));
        assert!(long.len() <= MAX_ATTEMPT_BYTES && long.starts_with('가'));
    }
}
