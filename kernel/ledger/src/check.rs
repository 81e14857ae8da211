//! The ledger check: verifies all invariants on a live system. It reads one snapshot of the database and changes
//! nothing.

use sqlx::{AssertSqlSafe, PgConnection};

/// The size of the checked data and the violations; no findings means that every invariant holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub accounts: i64,
    pub entries: i64,
    /// One sentence each, at most 20 for each rule.
    pub findings: Vec<String>,
}

/// Each rule as a query for its violations.
const RULES: &[&str] = &[
    // Double entry.
    "select 'all movements together are ' || sum(amount) || ', not 0'
     from (select amount from ledger.entry union all select amount from ledger.deferred) m
     having coalesce(sum(amount), 0) <> 0",
    // Each account's entries: numbered without gaps, each balance from the one before, each hash over the one before.
    "select 'entry ' || seq || ' of ' || account_id || ' does not follow from the one before'
     from (
         select e.*, lag(seq) over w as seq_before, lag(balance_after) over w as balance_before, lag(hash) over w as hash_before
         from ledger.entry e window w as (partition by account_id order by seq)
     ) e
     where seq <> coalesce(seq_before, 0) + 1 or balance_after <> coalesce(balance_before, 0) + amount or amount = 0
        or hash <> sha256(coalesce(hash_before, ledger.genesis(account_id)) || case when form = 1
               then uuid_send(account_id) || int8send(seq) || uuid_send(transfer_id) || int8send(amount)
                    || int8send(balance_after) || int2send(kind) || timestamptz_send(at)
               when other = account_id then ledger.record(transfer_id, account_id, account_id, amount, kind, at)
               when amount < 0 then ledger.record(transfer_id, account_id, other, -amount, kind, at)
               else ledger.record(transfer_id, other, account_id, amount, kind, at) end)",
    // The account row equals the account's last entry.
    "select 'account ' || a.id || ' is not at its last entry'
     from ledger.account a left join lateral (
         select seq, balance_after, hash from ledger.entry where account_id = a.id order by seq desc limit 1) l on true
     where a.seq <> coalesce(l.seq, 0) or a.balance <> coalesce(l.balance_after, 0)
        or a.head <> coalesce(l.hash, ledger.genesis(a.id))",
    "select 'entries of ' || e.account_id || ', which is no account'
     from (select distinct account_id from ledger.entry) e
     where not exists (select 1 from ledger.account a where a.id = e.account_id)",
    // Balances equal the sums of transfers.
    "select 'account ' || coalesce(a.id, m.account_id) || ' has ' || coalesce(a.balance, 0) || ' and its transfers make ' || coalesce(m.amount, 0)
     from ledger.account a
     full join (
         select account_id, sum(amount) as amount from (
             select debit as account_id, -amount as amount from ledger.transfer
             union all select credit, amount from ledger.transfer
             union all select account_id, -amount from ledger.deferred
         ) t group by account_id
     ) m on m.account_id = a.id
     where coalesce(a.balance, 0) <> coalesce(m.amount, 0)",
    "select 'there are ' || e.n || ' entries for ' || t.n || ' sides of transfers'
     from (select count(*) as n from ledger.entry where kind <> 99) e,
          (select coalesce(sum((debit < 'ffffffff-0000-0000-0000-000000000000')::int
                               + (credit < 'fffffffe-0000-0000-0000-000000000000')::int), 0) as n from ledger.transfer) t
     where e.n <> t.n",
    "select 'transfer ' || id || ' moves nothing' from ledger.transfer where amount <= 0 or debit = credit",
    // No balance is negative, and no account holds more than its balance.
    "select 'account ' || id || ' has ' || balance || ', of which ' || held || ' is promised and ' || bought || ' was bought'
     from ledger.account where kind < 2 and (held < 0 or balance < held or balance < bought) or bought < 0",
    // Holds.
    "select 'account ' || coalesce(a.id, h.account_id) || ' has promised ' || coalesce(a.held, 0) || ' and its holds make ' || coalesce(h.amount, 0)
     from (select id, held from ledger.account where kind < 2) a
     full join (select account_id, sum(amount) as amount from ledger.hold where state = 0 group by account_id) h
       on h.account_id = a.id
     where coalesce(a.held, 0) <> coalesce(h.amount, 0)",
    "select 'hold ' || h.id || ' is in state ' || h.state || case when t.id is null then ' without' else ' with' end || ' a capture'
     from ledger.hold h left join ledger.transfer t on t.id = ledger.capture_id(h.id)
     where (h.state = 1) <> (t.id is not null)
        or t.id is not null and ((t.amount, t.debit) <> (h.captured, h.account_id) or t.credit <> h.to_account)",
    "select 'hold ' || id || ' of ' || amount || ' is in state ' || state || ', captured ' || coalesce(captured::text, 'nothing')
            || ', ended ' || coalesce(ended_at::text, 'never')
     from ledger.hold
     where amount <= 0 or state not between 0 and 3 or captured not between 1 and amount
        or (state = 1) <> (captured is not null) or (state = 0) <> (ended_at is null)",
    // Mandates: a collected one equals its legs.
    "select 'mandate ' || m.id || ' of ' || m.amount || ' is in state ' || m.state || ', collected '
            || coalesce(m.collected::text, 'nothing') || ', and its legs make ' || coalesce(l.amount::text, 'nothing')
     from ledger.mandate m left join lateral (
         select sum(t.amount) as amount, bool_and(t.debit = m.account_id and t.source = m.source) as is_own
         from generate_series(1, 64) n join ledger.transfer t on t.id = ledger.leg_id(m.id, n)) l on true
     where m.collected is distinct from l.amount or not coalesce(l.is_own, true) or m.collected > m.amount
        or (m.state = 1) <> (m.collected is not null)",
    // Lots.
    "select 'account ' || coalesce(a.id, l.account_id) || ' has ' || coalesce(a.bought, 0) || ' of bought WIT and its lots make ' || coalesce(l.amount, 0)
     from ledger.account a
     full join (select account_id, sum(remaining) as amount from ledger.lot where state < 2 group by account_id) l
       on l.account_id = a.id
     where coalesce(a.bought, 0) <> coalesce(l.amount, 0)",
    "select 'lot ' || l.id || ' is in state ' || l.state || ' with ' || l.remaining || ' of ' || l.amount
     from ledger.lot l left join ledger.hold h on h.id = l.hold_id
     where l.state = 1 and (h.id is null or h.state <> 0 or h.amount <> l.amount or l.remaining <> l.amount)
        or l.state > 1 and l.remaining <> 0",
    // A lot lacks at least what payments have taken from it and not given back.
    "select 'lot ' || l.id || ' has ' || l.remaining || ' of ' || l.amount || ', and payments have taken ' || s.taken
     from ledger.lot l join (
         select lot_id, sum(amount - restored) as taken from ledger.lot_spending group by lot_id) s on s.lot_id = l.id
     where l.state < 2 and l.remaining + s.taken > l.amount",
    "select 'transfer ' || t.id || ' of ' || t.amount || ' has spent ' || s.amount || ' of lots'
     from ledger.transfer t join (
         select s.transfer_id, sum(s.amount) as amount, count(distinct l.account_id) as accounts, min(l.account_id::text) as account
         from ledger.lot_spending s join ledger.lot l on l.id = s.lot_id group by s.transfer_id) s on s.transfer_id = t.id
     where s.amount > t.amount or s.accounts > 1 or s.account <> t.debit::text",
];

/// Checks every rule on one snapshot. The connection must not be in a transaction; nothing is locked.
///
/// # Errors
/// The error of the database.
pub async fn check(connection: &mut PgConnection) -> Result<Report, sqlx::Error> {
    sqlx::raw_sql(
        "begin isolation level repeatable read read only;
         set local statement_timeout = 0; set local work_mem = '128MB'; set local enable_seqscan = on;
         set local random_page_cost = 4",
    )
    .execute(&mut *connection)
    .await?;
    let report = run_rules(connection).await;
    sqlx::raw_sql("rollback").execute(&mut *connection).await?;
    report
}

async fn run_rules(connection: &mut PgConnection) -> Result<Report, sqlx::Error> {
    let mut findings = Vec::new();
    for rule in RULES {
        let violations: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("{rule} limit 20")))
            .fetch_all(&mut *connection)
            .await?;
        findings.extend(violations);
    }
    let (accounts, entries): (i64, i64) = sqlx::query_as(
        "select (select count(*) from ledger.account) as accounts, (select count(*) from ledger.entry) as entries",
    )
    .fetch_one(connection)
    .await?;
    Ok(Report {
        accounts,
        entries,
        findings,
    })
}
