//! The expressions that rows of all lists are made of, and the transaction that inserts them.

use sqlx::{AssertSqlSafe, Postgres, Transaction};
use uuid::Uuid;

use crate::TestApp;

/// Rows of each measured person and world, and of all others.
pub(super) const EACH: u32 = 50;
/// The `s`-th of fifty people who are in every measured list.
pub(crate) const CROWD: &str =
    "('01900000-0000-7000-a000-' || lpad(to_hex(s::int), 12, '0'))::uuid";
/// The `i`-th of the others: a person, and the id of a world.
pub(super) const OTHER: &str = "('01900000-0000-7000-9000-' || lpad(to_hex(i), 12, '0'))::uuid";

/// Words of a third of all texts each.
pub(crate) const COMMON: [&str; 2] = ["광장", "song"];
/// Words of three texts.
pub(crate) const RARE: [&str; 2] = ["해달", "otter"];
/// Words of no text.
pub(crate) const ABSENT: [&str; 2] = ["바람", "zebra"];

/// The texts of rows `i, s`, with the words that they consist of: two common ones, of which a third of the texts has
/// the first and another third the second, and two that few texts share. The first three rows of 0 have two rare words
/// more.
pub(super) const TEXTS: &str = "(
    select i, s, x.ko, x.en, x.one, x.pair, i = 0 and s <= 3 as rare
    from generate_series($1::int, $2::int) i, generate_series(1, $3::int) s
    cross join lateral (select i * $3::int + s as n) n
    cross join lateral (
        select case n % 3 when 0 then '광장' else '마을' end as ko, case n % 3 when 1 then 'song' else 'park' end as en,
               'k' || n as one, chr(44032 + n % 11172) || chr(44032 + n / 11172 % 11172) as pair
    ) x
) x";

/// The terms of a text: those of its common words, and one for each of the others.
pub(super) const TERMS: &str =
    "unnest(array[left(x.ko, 1), x.ko, left(x.en, 2), left(x.en, 3), x.en, x.one, x.pair]
    || case when x.rare then array['해달', 'otter'] end) t (term)";

/// The id of row `x.i, x.s` of a table: `kind` is four hexadecimal digits.
pub(super) fn id_of(kind: &str) -> String {
    format!("('01900000-0000-7000-{kind}-' || lpad(to_hex(x.i * 64 + x.s), 12, '0'))::uuid")
}

/// A bound value.
#[derive(Clone, Copy)]
pub(super) enum Value {
    Number(u32),
    Id(Uuid),
}

/// A transaction without triggers, which insert more slowly: the statements also insert the rows that foreign keys name.
pub(crate) async fn begin(app: &TestApp) -> Transaction<'static, Postgres> {
    let mut transaction = app.owner().begin().await.unwrap();
    sqlx::raw_sql("set local session_replication_role = replica; set local work_mem = '64MB'")
        .execute(&mut *transaction)
        .await
        .unwrap();
    transaction
}

/// Runs the statements in one transaction, so that `now()` is the same in all, each with the values that it names.
pub(super) async fn insert(app: &TestApp, statements: &[String], values: &[Value]) {
    let mut transaction = begin(app).await;
    for statement in statements {
        let mut query = sqlx::query(AssertSqlSafe(statement.clone()));
        let named = |n: &usize| statement.contains(&format!("${}", n + 1));
        for n in (0..values.len()).filter(named) {
            query = match values[n] {
                Value::Number(number) => query.bind(i32::try_from(number).unwrap()),
                Value::Id(id) => query.bind(id),
            };
        }
        query.execute(&mut *transaction).await.unwrap();
    }
    transaction.commit().await.unwrap();
}
