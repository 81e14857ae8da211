//! What an install has in the database, as digests that can be compared.

use std::collections::BTreeMap;

use serde_json::Value;
use sqlx::{AssertSqlSafe, PgConnection};
use witverse_kernel::app::App;
use witverse_kernel::postgres::{plugin_owner, plugin_role, plugin_schema};

/// Counts of what a call can cause outside of the tables of the plugin. `$1` is the install.
const EFFECTS: [(&str, &str); 5] = [
    (
        "its timers",
        "select count(*) from kernel.timer where plugin = $1",
    ),
    (
        "its events",
        "select count(*) from kernel.delivery where subscriber <> 'kernel:mail' and $1 <> ''",
    ),
    (
        "messages to screens",
        "select count(*) from kernel.live_event where $1 <> ''",
    ),
    (
        "movements of WIT",
        "select count(*) from ledger.transfer where $1 <> ''",
    ),
    (
        "held WIT",
        "select count(*) from ledger.hold where $1 <> ''",
    ),
];

/// The digests of the tables, and the counts of effects, by their names.
pub(super) type State = BTreeMap<String, String>;

/// Reads the state of installs. The owner of the database may read every table.
pub(super) struct Inspector(PgConnection);

impl Inspector {
    pub(super) async fn open(app: &App) -> Result<Self, String> {
        let owner = app.platform.pools.owner().await;
        owner.map(Self).map_err(|error| error.to_string())
    }

    pub(super) async fn state(&mut self, install: &Value) -> Result<State, String> {
        let id = install["id"].as_str().unwrap_or_default();
        self.read(id).await.map_err(|error| error.to_string())
    }

    async fn read(&mut self, id: &str) -> Result<State, sqlx::Error> {
        let schema = plugin_schema(id);
        let tables: Vec<String> = sqlx::query_scalar(
            "select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
             where n.nspname = $1 and c.relkind = 'r' order by 1",
        )
        .bind(&schema)
        .fetch_all(&mut self.0)
        .await?;
        let mut state = State::new();
        for table in tables {
            // Names of the catalog, quoted.
            let quoted = table.replace('"', "\"\"");
            let statement = format!(
                "select md5(coalesce(string_agg(t::text, e'\\n' order by t::text), ''))
                 from \"{schema}\".\"{quoted}\" t"
            );
            let digest: String = sqlx::query_scalar(AssertSqlSafe(statement))
                .fetch_one(&mut self.0)
                .await?;
            state.insert(format!("the table {table}"), digest);
        }
        for (name, statement) in EFFECTS {
            let count: i64 = sqlx::query_scalar(statement)
                .bind(id)
                .fetch_one(&mut self.0)
                .await?;
            state.insert(name.to_owned(), count.to_string());
        }
        Ok(state)
    }

    /// What is left of an install whose data were deleted.
    pub(super) async fn remains(&mut self, install: &Value) -> Result<Vec<String>, String> {
        let id = install["id"].as_str().unwrap_or_default();
        let (schema, role, owner) = (plugin_schema(id), plugin_role(id), plugin_owner(id));
        let checks = [
            (
                "its schema",
                "select count(*) from pg_namespace where nspname = $1",
                schema.as_str(),
            ),
            (
                "its role",
                "select count(*) from pg_roles where rolname = $1",
                role.as_str(),
            ),
            (
                "the owner of its tables",
                "select count(*) from pg_roles where rolname = $1",
                owner.as_str(),
            ),
            (
                "its timers",
                "select count(*) from kernel.timer where plugin = $1",
                id,
            ),
            (
                "its deliveries",
                "select count(*) from kernel.delivery where subscriber = $1",
                id,
            ),
            (
                "its migrations",
                "select count(*) from kernel.plugin_migration where plugin = $1",
                id,
            ),
            (
                "its row",
                "select count(*) from kernel.plugin where id = $1",
                id,
            ),
            (
                "its install",
                "select count(*) from kernel.install where id = $1",
                id,
            ),
        ];
        let mut left = Vec::new();
        for (what, statement, value) in checks {
            let count: i64 = sqlx::query_scalar(statement)
                .bind(value)
                .fetch_one(&mut self.0)
                .await
                .map_err(|error| error.to_string())?;
            if count > 0 {
                left.push(what.to_owned());
            }
        }
        Ok(left)
    }

    /// Runs statements as the owner of the database.
    pub(super) async fn run(&mut self, statements: String) -> Result<(), String> {
        let run = sqlx::raw_sql(AssertSqlSafe(statements));
        let done = run.execute(&mut self.0).await;
        done.map(drop).map_err(|error| error.to_string())
    }
}

/// The names of what differs.
pub(super) fn changes(before: &State, after: &State) -> Vec<String> {
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let changed = names
        .into_iter()
        .filter(|name| before.get(*name) != after.get(*name));
    changed.cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_named() {
        let state = |pairs: &[(&str, &str)]| -> State {
            let pairs = pairs.iter();
            pairs
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect()
        };
        let before = state(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let after = state(&[("a", "1"), ("b", "2"), ("d", "1")]);
        assert_eq!(changes(&before, &after), ["b", "c", "d"]);
    }
}
