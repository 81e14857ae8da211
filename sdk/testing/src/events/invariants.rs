//! What is true of events at any time, as queries that count the exceptions.

use sqlx::{AssertSqlSafe, Executor, Postgres};

const OCCUPIED: &str = "('cart', 'offered', 'taken')";

/// True in every snapshot of the database. The text names the exception.
#[must_use]
pub fn always() -> Vec<(&'static str, String)> {
    let mut queries = vec![
        (
            "events are oversold",
            format!(
                "select count(*) from plugin_events.event e where e.max_people < (select count(*)
                 from plugin_events.place p where p.event_id = e.id and p.state in {OCCUPIED})"
            ),
        ),
        (
            "tickets are oversold",
            format!(
                "select count(*) from plugin_events.ticket t where t.quantity < (select count(*)
                 from plugin_events.place p where p.ticket_id = t.id and p.state in {OCCUPIED})"
            ),
        ),
        (
            "places and their entries differ",
            format!(
                "select count(*) from plugin_events.place p where (p.state in {OCCUPIED})::int <> (
                 select coalesce(sum(x.delta), 0) from plugin_events.place_entry x where x.place_id = p.id)"
            ),
        ),
        // Paid for tickets and prizes, minus what was paid out, is what is on the account of the plugin.
        (
            "hundredths differ between payouts and the ledger",
            "select abs((select coalesce(sum(p.paid), 0) from plugin_events.place p)
             + (select coalesce(sum(x), 0) from plugin_events.event e, unnest(e.prizes) x)
             - (select coalesce(sum(o.amount), 0) from plugin_events.payout o where o.state = 'paid')
             - (select coalesce(sum(case when t.memo in ('event_ticket', 'event_prizes') then t.amount else -t.amount end), 0)
                from ledger.transfer t where t.source = 'events'))::bigint"
                .to_owned(),
        ),
        (
            "ranks of a draw are given twice, or without an entry",
            "select count(*) from (select p.event_id, p.rank from plugin_events.place p where p.rank is not null
                 group by 1, 2 having count(*) > 1 or bool_or(p.leaf is null)) x"
                .to_owned(),
        ),
        (
            "people have won more than one place of a draw",
            "select count(*) from (select x.event_id, x.account_id from plugin_events.place_entry x
                 join plugin_events.event e on e.id = x.event_id and e.drawn_at is not null
                 where x.reason = 'drawn' and x.account_id is not null group by 1, 2 having count(*) > 1) w"
                .to_owned(),
        ),
        (
            "draws have more winners than places, or winners below others",
            "select count(*) from plugin_events.event e where e.drawn_at is not null and (
                 (select count(*) from plugin_events.place_entry x where x.event_id = e.id and x.reason = 'drawn') > e.max_people
                 or exists (select 1 from plugin_events.place_entry x join plugin_events.place p on p.id = x.place_id
                            where x.event_id = e.id and x.reason = 'drawn' and p.rank > e.max_people))"
                .to_owned(),
        ),
        (
            "paid places have no payer",
            "select count(*) from plugin_events.place p where p.paid > 0 and p.payer_id is null
             and exists (select 1 from kernel.account a where a.id = p.holder_id)"
                .to_owned(),
        ),
    ];
    for (kind, memo) in [
        ("prize", "event_prize"),
        ("refund", "event_refund"),
        ("revenue", "event_revenue"),
        ("prize-return", "event_prize_return"),
    ] {
        // Each person has received each amount as often as it was owed.
        queries.push((
            "payouts are paid twice, or not at all",
            format!(
                "select count(*) from (
                     select account_id, amount, count(*) from plugin_events.payout where kind = '{kind}' and state = 'paid'
                     group by 1, 2) o
                 full join (
                     select credit, amount, count(*) from ledger.transfer where source = 'events' and memo = '{memo}'
                     group by 1, 2) t on t.credit = o.account_id and t.amount = o.amount
                 where o.count is distinct from t.count"
            ),
        ));
    }
    queries
}

/// Also true when the clock has done all that it was set for.
#[must_use]
pub fn at_rest() -> Vec<(&'static str, String)> {
    let mut queries = always();
    queries.extend([
        (
            "payouts are not paid",
            "select count(*) from plugin_events.payout where state = 'due'".to_owned(),
        ),
        (
            "places of events that are over are held, waiting, or without a decision",
            "select count(*) from plugin_events.place p join plugin_events.event e on e.id = p.event_id
             where e.status <> 'open' and p.state in ('applied', 'waiting', 'cart', 'offered')"
                .to_owned(),
        ),
        (
            "paid places of cancelled events are not refunded",
            "select count(*) from plugin_events.place p join plugin_events.event e on e.id = p.event_id
             where e.status = 'cancelled' and p.paid > 0 and not exists (
                 select 1 from plugin_events.payout o where o.place_id = p.id and o.kind = 'refund')"
                .to_owned(),
        ),
        (
            "prizes are neither paid nor returned",
            "select count(*) from plugin_events.event e where e.status <> 'open' and (
                 select coalesce(sum(x), 0) from unnest(e.prizes) x) <> (
                 select coalesce(sum(o.amount), 0) from plugin_events.payout o
                 where o.event_id = e.id and o.kind in ('prize', 'prize-return'))"
                .to_owned(),
        ),
    ]);
    queries
}

/// The exceptions, each with its number.
///
/// # Errors
/// The database fails.
pub async fn exceptions<'c>(
    queries: Vec<(&'static str, String)>,
    database: impl Executor<'c, Database = Postgres> + Copy,
) -> Result<Vec<String>, sqlx::Error> {
    let mut found = Vec::new();
    for (what, query) in queries {
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(query))
            .fetch_one(database)
            .await?;
        if count != 0 {
            found.push(format!("{what}: {count}"));
        }
    }
    Ok(found)
}
