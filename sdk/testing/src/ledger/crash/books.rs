//! Reads the ledger beside the kernel, and compares it with the sum of the acknowledged responses.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::{Connection, Row};
use uuid::Uuid;
use witverse_ledger::Key;

use super::shared::{Acknowledged, Shared};
use crate::beside;

/// Additional payers: with them, two of 64 clients share an account.
const PAYERS: usize = 25;

/// Additional payers with the demo's password: with the few demo accounts alone, clients mostly wait for each other's
/// locks.
pub(crate) fn make_payers(data: &Path) -> Vec<(String, Uuid)> {
    let email = |n: usize| format!("payer{n}@witverse.localhost");
    let emails: Vec<String> = (0..PAYERS).map(email).collect();
    let made = rows_with(
        data,
        "with made as (
             insert into kernel.account (id, email, email_key, nickname, password_hash, verified_at)
             select ('0190fffe-0000-7000-8000-' || lpad(to_hex(p.n), 12, '0'))::uuid, p.email, p.email, 'payer' || p.n,
                    a.password_hash, a.verified_at
             from unnest($1::text[]) with ordinality p (email, n),
                  (select password_hash, verified_at from kernel.account where nickname = 'haneul') a
             returning id, nickname)
         select m.id, substr(m.nickname, 6)::bigint - 1
         from made m, lateral (select ledger.open_account(m.id, 0::smallint)) opened",
        &emails,
    );
    made.into_iter()
        .filter_map(|(id, n)| Some((emails.get(usize::try_from(n).ok()?)?.clone(), id)))
        .collect()
}

/// Receivers, inserted as the owner of the database.
pub(super) fn open_accounts(data: &Path, people: &[Uuid]) -> Vec<Uuid> {
    let opened = rows(
        data,
        "select id, 0::bigint from (
             select ('0190ffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, 300) n) a,
             lateral (select ledger.open_account(id, 0::smallint)) opened",
    );
    people.iter().copied().chain(opened.into_keys()).collect()
}

/// Adds up the acknowledged movements and compares the sum with the ledger.
pub(super) fn compare(
    data: &Path,
    before: &BTreeMap<Uuid, i64>,
    acknowledged: &[Acknowledged],
    shared: &Shared,
) {
    let mut expected = before.clone();
    let mut transfers = BTreeMap::new();
    let mut holds = BTreeMap::new();
    for one in acknowledged {
        match one {
            Acknowledged::Moved {
                key,
                from,
                to,
                amount,
            } => {
                transfers.insert(Key::of(&["plugin", "probe", "transfer", key]), *amount);
                add(&mut expected, *from, -amount);
                add(&mut expected, *to, *amount);
            }
            Acknowledged::Held { key } => {
                holds
                    .entry(Key::of(&["plugin", "probe", "hold", key]))
                    .or_insert(0);
            }
            Acknowledged::Captured {
                hold,
                from,
                to,
                amount,
            } => {
                holds.insert(*hold, 1);
                add(&mut expected, Some(*from), -amount);
                add(&mut expected, Some(*to), *amount);
            }
            Acknowledged::Released { hold } => {
                holds.insert(*hold, 2);
            }
        }
    }
    let ids: Vec<Uuid> = before.keys().copied().collect();
    let found = balances(data, &ids);
    if found != expected {
        shared.complain(format!(
            "balances are {found:?}, and the acknowledged movements add up to {expected:?}"
        ));
    }
    let rows: BTreeMap<Uuid, i64> = rows(
        data,
        "select id, amount from ledger.transfer t where source = 'probe'
        and not exists (select 1 from ledger.hold h where ledger.capture_id(h.id) = t.id)",
    );
    difference("transfer", &rows, &transfers, shared);
    let rows = rows_of_holds(data);
    difference("hold", &rows, &holds, shared);
}

fn difference(
    what: &str,
    found: &BTreeMap<Uuid, i64>,
    acknowledged: &BTreeMap<Uuid, i64>,
    shared: &Shared,
) {
    let lost = acknowledged
        .iter()
        .filter(|(id, value)| found.get(id) != Some(value))
        .count();
    let more = found
        .keys()
        .filter(|id| !acknowledged.contains_key(id))
        .count();
    if lost + more > 0 {
        shared.complain(format!(
            "{lost} acknowledged {what}s are missing or different, {more} unacknowledged ones exist"
        ));
    }
}

fn add(balances: &mut BTreeMap<Uuid, i64>, account: Option<Uuid>, amount: i64) {
    if let Some(balance) = account.and_then(|account| balances.get_mut(&account)) {
        *balance += amount;
    }
}

fn rows_of_holds(data: &Path) -> BTreeMap<Uuid, i64> {
    rows(
        data,
        "select id, state::bigint from ledger.hold where source = 'probe'",
    )
}

pub(super) fn balances(data: &Path, people: &[Uuid]) -> BTreeMap<Uuid, i64> {
    let all = rows(data, "select id, balance from ledger.account");
    people.iter().map(|id| (*id, all[id])).collect()
}

/// Reads beside the kernel, as the owner of the database.
fn rows(data: &Path, statement: &'static str) -> BTreeMap<Uuid, i64> {
    rows_with(data, statement, &[])
}

fn rows_with(data: &Path, statement: &'static str, given: &[String]) -> BTreeMap<Uuid, i64> {
    beside::runtime().block_on(async {
        let mut connection = beside::connect(data).await;
        let mut query = sqlx::query(statement);
        if !given.is_empty() {
            query = query.bind(given);
        }
        let rows = query.fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    })
}
