//! What an install holds: a summary for the person who is about to uninstall it, and a zip with everything.
//!
//! The zip has the rows of each table as JSON lines, the settings, the permissions, the history, the log, the timers, the
//! movements of its WIT and its files. It is read in one snapshot, and written to a file without a name in the
//! folder of packages, so neither a large install nor a slow download costs memory or a connection.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::time::Duration;

use futures::TryStreamExt;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row};
use tokio::sync::mpsc::{Receiver, Sender, channel};
use witverse_ledger as ledger;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::messages::EXPORT_TOO_LARGE;
use super::records::day_of;
use super::store::InstallRow;
use super::trials::play_balance;
use super::uses::{NamedUses, OpenHolds};
use super::{Installs, ManagedScope};
use crate::error::{Error, Result, UNAVAILABLE};
use crate::plugins::{EVENT_FORM_SLOT, GAME_SLOT};
use crate::postgres::{begin, plugin_owner, plugin_schema};

/// Rows of a table are counted up to this number.
const COUNTED_ROWS: i64 = 100_000;
/// How long an export may take to write; the deadline of a request is 60 s.
const LIMIT: Duration = Duration::from_secs(50);
/// Bytes that are passed on to the writer at once.
const PIECE_BYTES: usize = 256 << 10;

/// What an install holds, and what an uninstall ends.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InstallContents {
    pub tables: Vec<TableContents>,
    /// The size of its tables and their indexes.
    pub bytes: i64,
    /// Pages of its own.
    pub pages: usize,
    /// It can be the game of blocks.
    pub is_game: bool,
    /// It is a kind of event. The events stay without it.
    pub is_event_kind: bool,
    /// The files that it has stored.
    pub files: i32,
    /// The size of these files.
    pub file_bytes: i64,
    /// Times at which it will run by itself.
    pub timers: i64,
    /// Hundredths of a WIT on its account.
    pub balance_hundredths: i64,
    /// The nickname of the owner of the world, who gets the WIT; absent if there is none.
    pub returns_to: Option<String>,
    /// Confirmed payments that it has not collected; they return to the people.
    pub holds: OpenHolds,
    /// The blocks whose game it is.
    pub blocks: NamedUses,
    /// Its events that have not ended.
    pub events: NamedUses,
    /// How many days the data are kept.
    pub retain_days: i32,
}

/// A table of an install.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TableContents {
    pub name: String,
    /// Rows, counted up to 100,000.
    pub rows: i64,
}

/// Files of an export that are one statement each, which returns a line of JSON a row. `$1` is the install.
const KERNEL_FILES: &[(&str, &str)] = &[
    (
        "history.jsonl",
        "select json_build_object('at', e.at, 'kind', e.kind, 'by', a.nickname, 'details', e.details)::text
         from kernel.install_event e left join kernel.account a on a.id = e.actor
         where e.install = $1 order by e.at, e.id",
    ),
    (
        "log.jsonl",
        "select json_build_object('at', at, 'level', level, 'message', message, 'fields', fields)::text
         from kernel.install_log where install = $1 order by at, id",
    ),
    (
        "usage.jsonl",
        "select json_build_object('day', day, 'calls', calls, 'failures', failures, 'cpuUs', cpu_us,
             'statements', statements, 'paidHundredths', paid, 'collectedHundredths', collected)::text
         from kernel.install_usage where install = $1 order by day",
    ),
    (
        "timers.jsonl",
        "select json_build_object('key', key, 'dueAt', due_at, 'cron', cron)::text
         from kernel.timer where plugin = $1 order by key",
    ),
    (
        "files.jsonl",
        "select json_build_object('name', name, 'mediaType', media_type, 'bytes', octet_length(content), 'person', person,
             'state', state, 'refusal', refusal, 'changedAt', changed_at)::text
         from kernel.install_file where install = $1 order by name",
    ),
];

/// The movements of the account `$1`: its entries, each of which can stand for several movements, and those that are not
/// in an entry yet.
const WIT: &str = "select json_build_object('number', number, 'at', at, 'amountHundredths', amount,
        'balanceAfterHundredths', balance, 'memo', memo)::text
    from (
        select seq as number, at, amount, balance_after as balance, memo from ledger.entry where account_id = $1
        union all
        select null, t.at, d.amount, null, t.memo
        from ledger.deferred d join ledger.transfer t on t.id = d.transfer_id where d.account_id = $1
    ) moved order by number nulls last, at";

/// A piece of the zip.
enum Piece {
    File(String),
    Bytes(Vec<u8>),
}

impl Installs {
    /// What an install holds.
    ///
    /// # Errors
    /// `plugin_not_installed`.
    pub async fn contents(&self, scope: &ManagedScope<'_>, id: &str) -> Result<InstallContents> {
        let row = self.any_row(scope, id).await?;
        let bundle = self.accepted_bundle(&row.scope_kind, &row.digest).await;
        let bundle = bundle.map_err(Error::internal)?;
        let mut connection = self.platform.pools.app.acquire().await?;
        let bytes = sqlx::query_scalar("select kernel.plugin_bytes($1)")
            .bind(plugin_schema(id))
            .fetch_one(&mut *connection)
            .await?;
        let timers = sqlx::query_scalar("select count(*) from kernel.timer where plugin = $1")
            .bind(id)
            .fetch_one(&mut *connection)
            .await?;
        let used: Option<(i32, i64)> =
            sqlx::query_as("select files, bytes from kernel.install_file_usage where install = $1")
                .bind(id)
                .fetch_optional(&mut *connection)
                .await?;
        let (files, file_bytes) = used.unwrap_or_default();
        let account = ledger::plugin(id);
        let balance = match row.is_trial {
            true => play_balance(&mut connection, id, account).await?,
            false => ledger::plugin_balance(&mut connection, account).await?,
        };
        let returns_to = self.owner(&mut connection, &row).await?;
        let holds = self.open_holds(&mut connection, id).await?;
        drop(connection);
        let mut owner = self.platform.pools.owner().await?;
        let (mut snapshot, names) = as_owner_of(&mut owner, id).await?;
        let mut tables = Vec::new();
        for name in names {
            let statement = format!(
                "select count(*) from (select from {} limit $1) counted",
                quoted(id, &name)
            );
            let rows = sqlx::query_scalar(AssertSqlSafe(statement))
                .bind(COUNTED_ROWS)
                .fetch_one(&mut *snapshot)
                .await?;
            tables.push(TableContents { name, rows });
        }
        drop(snapshot);
        let ui = &bundle.manifest.ui;
        let has = |at: &str| ui.slots.iter().any(|slot| slot.at == at);
        let (is_game, is_event_kind) = (has(GAME_SLOT), has(EVENT_FORM_SLOT));
        let blocks = match is_game && !row.is_trial {
            true => self.blocks_of(&row).await,
            false => NamedUses::default(),
        };
        let events = match is_event_kind && !row.is_trial {
            true => self.events_of(&row).await,
            false => NamedUses::default(),
        };
        Ok(InstallContents {
            tables,
            bytes,
            pages: ui.routes.len(),
            is_game,
            is_event_kind,
            files,
            file_bytes,
            timers,
            balance_hundredths: balance,
            returns_to: returns_to.and_then(|owner| owner.nickname),
            holds,
            blocks,
            events,
            retain_days: row.retain_days,
        })
    }

    /// Writes everything that an install holds into a zip; returns its name and the file, at its beginning. Works until
    /// the data are deleted.
    ///
    /// # Errors
    /// `plugin_not_installed`, `plugin_export_too_large`.
    pub async fn export(&self, scope: &ManagedScope<'_>, id: &str) -> Result<(String, File)> {
        let row = self.any_row(scope, id).await?;
        let _turn = self.exports.acquire().await.map_err(|_| UNAVAILABLE)?;
        self.write_records().await?;
        let written = tokio::time::timeout(LIMIT, self.write_export(&row)).await;
        let file = match written.map_err(|_| EXPORT_TOO_LARGE)? {
            Ok(file) => file,
            // The end of an uninstall deletes the data while they are read.
            Err(error) => {
                self.any_row(scope, id).await?;
                return Err(error);
            }
        };
        let mut transaction = begin(&self.platform.pools.app, "begin").await?;
        self.event(&row, "exported", Some(scope.person.id))
            .record(&mut transaction)
            .await?;
        transaction.commit().await?;
        let day = day_of(self.platform.clock.now());
        Ok((format!("{}-{day}.zip", row.plugin), file))
    }

    async fn write_export(&self, row: &InstallRow) -> Result<File> {
        tokio::fs::create_dir_all(&self.folder)
            .await
            .map_err(Error::internal)?;
        let folder = self.folder.clone();
        let (pieces, received) = channel(4);
        let writing = tokio::task::spawn_blocking(move || {
            let file = tempfile::tempfile_in(folder)?;
            write_zip(file, received)
        });
        let read = self.read_into(row, pieces).await;
        let file = writing.await.map_err(Error::internal)?;
        // An error of the writer is the reason of the reader's, which lost its receiver.
        let file = file.map_err(Error::internal)?;
        read?;
        Ok(file)
    }

    /// Reads everything in one snapshot, and passes it on.
    async fn read_into(&self, row: &InstallRow, pieces: Sender<Piece>) -> Result<()> {
        let id = row.id.as_str();
        let about = json!({
            "install": id,
            "plugin": row.plugin,
            "version": row.version,
            "state": row.state,
            "installedAt": row.installed_at.unix_timestamp(),
            "granted": row.granted.0,
            "settings": row.settings,
        });
        send_json(&pieces, "plugin.json", &about).await?;
        let mut kernel = begin(
            &self.platform.pools.app,
            "begin isolation level repeatable read read only",
        )
        .await?;
        for (name, statement) in KERNEL_FILES {
            send_rows(&mut kernel, &pieces, name, statement, |query| {
                query.bind(id)
            })
            .await?;
        }
        let account = ledger::plugin(id);
        send_rows(&mut kernel, &pieces, "wit.jsonl", WIT, |query| {
            query.bind(account)
        })
        .await?;
        send_files(&mut kernel, &pieces, id).await?;
        drop(kernel);
        let mut owner = self.platform.pools.owner().await?;
        let (mut snapshot, names) = as_owner_of(&mut owner, id).await?;
        for (name, file) in names.iter().zip(file_names(&names)) {
            let statement = format!("select row_to_json(t)::text from {} t", quoted(id, name));
            let file = format!("rows/{file}.jsonl");
            send_rows(&mut snapshot, &pieces, &file, &statement, |query| query).await?;
        }
        Ok(())
    }
}

/// A snapshot in which only the tables of an install can be read, and their names: in it, statements run as the role that
/// owns them. This role cannot read the catalogue, so the names are read before.
async fn as_owner_of<'a>(
    owner: &'a mut PgConnection,
    id: &str,
) -> Result<(sqlx::Transaction<'a, sqlx::Postgres>, Vec<String>)> {
    let mut snapshot = owner
        .begin_with("begin isolation level repeatable read read only")
        .await?;
    let names = table_names(&mut snapshot, id).await?;
    let role = format!("set local role {}", plugin_owner(id));
    sqlx::raw_sql(AssertSqlSafe(role))
        .execute(&mut *snapshot)
        .await?;
    Ok((snapshot, names))
}

async fn table_names(connection: &mut PgConnection, id: &str) -> Result<Vec<String>> {
    let names = sqlx::query_scalar(
        "select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = $1 and c.relkind in ('r', 'p') order by c.relname",
    )
    .bind(plugin_schema(id))
    .fetch_all(connection)
    .await?;
    Ok(names)
}

/// A table of an install in a statement.
fn quoted(id: &str, table: &str) -> String {
    format!("{}.\"{}\"", plugin_schema(id), table.replace('"', "\"\""))
}

/// The name of a table as a file name.
fn plain(table: &str) -> String {
    let letter = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => letter,
        _ => '-',
    };
    table.chars().map(letter).collect()
}

/// The names of tables as different file names, also if tables differ only in letters that file names leave out.
fn file_names(tables: &[String]) -> Vec<String> {
    let mut taken = HashSet::new();
    let unique = |table: &String| {
        let name = plain(table);
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let found = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| taken.insert(name.to_lowercase()));
        found.unwrap_or(name)
    };
    tables.iter().map(unique).collect()
}

async fn send_json(pieces: &Sender<Piece>, name: &str, value: &Value) -> Result<()> {
    let bytes = serde_json::to_vec_pretty(value).map_err(Error::internal)?;
    send(pieces, Piece::File(name.to_owned())).await?;
    send(pieces, Piece::Bytes(bytes)).await
}

/// Sends the rows of a statement as lines, as they arrive.
async fn send_rows(
    connection: &mut PgConnection,
    pieces: &Sender<Piece>,
    name: &str,
    statement: &str,
    bind: impl for<'q> Fn(Bound<'q>) -> Bound<'q>,
) -> Result<()> {
    send(pieces, Piece::File(name.to_owned())).await?;
    let query = bind(sqlx::query(AssertSqlSafe(statement.to_owned())));
    let mut rows = query.fetch(connection);
    let mut lines = Vec::with_capacity(PIECE_BYTES);
    while let Some(row) = rows.try_next().await? {
        lines.extend_from_slice(row.try_get::<&str, _>(0)?.as_bytes());
        lines.push(b'\n');
        if lines.len() >= PIECE_BYTES {
            send(pieces, Piece::Bytes(std::mem::take(&mut lines))).await?;
        }
    }
    send(pieces, Piece::Bytes(lines)).await
}

/// Sends the files of an install as they are, one after the other. Those that the check has refused are empty.
async fn send_files(
    connection: &mut PgConnection,
    pieces: &Sender<Piece>,
    install: &str,
) -> Result<()> {
    let mut rows = sqlx::query(
        "select name, content from kernel.install_file where install = $1 and state <> 'refused' order by name",
    )
    .bind(install)
    .fetch(connection);
    while let Some(row) = rows.try_next().await? {
        let name: &str = row.try_get("name")?;
        send(pieces, Piece::File(format!("files/{name}"))).await?;
        send(pieces, Piece::Bytes(row.try_get("content")?)).await?;
    }
    Ok(())
}

type Bound<'q> = sqlx::query::Query<'q, sqlx::Postgres, sqlx::postgres::PgArguments>;

async fn send(pieces: &Sender<Piece>, piece: Piece) -> Result<()> {
    let sent = pieces.send(piece).await;
    sent.map_err(|_| Error::internal("the writer of an export has ended"))
}

/// Writes pieces until the reader has sent all of them.
fn write_zip(file: File, mut pieces: Receiver<Piece>) -> std::io::Result<File> {
    let mut zip = ZipWriter::new(file);
    let options = SimpleFileOptions::default().large_file(true);
    while let Some(piece) = pieces.blocking_recv() {
        match piece {
            Piece::File(name) => zip.start_file(name, options)?,
            Piece::Bytes(bytes) => zip.write_all(&bytes)?,
        }
    }
    let mut file = zip.finish()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tables_stay_names() {
        assert_eq!(quoted("x-a", "a\"b"), "plugin_x_a.\"a\"\"b\"");
        assert_eq!(plain("../a b"), "---a-b");
        assert_eq!(plain("score_2"), "score_2");
    }

    #[test]
    fn tables_with_similar_names_have_a_file_each() {
        let tables = ["a b", "a.b", "A-B", "a-b-2", "c"].map(str::to_owned);
        let names = file_names(&tables);
        assert_eq!(names[..2], ["a-b", "a-b-2"]);
        let different: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
        assert_eq!(different.len(), tables.len(), "{names:?}");
    }
}
