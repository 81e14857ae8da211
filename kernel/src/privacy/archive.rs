//! The content of a data export: the kernel's tables about a person, then a folder for each plugin.

use std::io::{Cursor, Write};
use std::sync::Arc;

use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::error::{Error, Result};
use crate::plugins::{Installed, Platform, export_data};

/// The largest export, uncompressed, in bytes.
const MAX_BYTES: usize = 64 << 20;
/// The maximum number of calls to one plugin for its part.
const MAX_PAGES: usize = 1000;

/// Tables of the kernel as (file, statement); each statement returns one JSON value.
const KERNEL_FILES: &[(&str, &str)] = &[
    (
        "account.json",
        "select jsonb_build_object('id', id, 'email', email, 'nickname', nickname, 'image', image,
             'language', language, 'createdAt', created_at, 'verifiedAt', verified_at,
             'passwordChangedAt', password_changed_at)
         from kernel.account where id = $1",
    ),
    (
        "sessions.json",
        "select coalesce(jsonb_agg(jsonb_build_object('createdAt', created_at, 'usedAt', used_at,
             'endedAt', revoked_at, 'ip', ip, 'userAgent', user_agent, 'method', method)
             order by created_at), '[]')
         from kernel.session where account_id = $1",
    ),
    (
        "activity.json",
        "select coalesce(jsonb_agg(jsonb_build_object('seq', seq, 'at', at, 'kind', kind,
             'facts', personal, 'hash', encode(hash, 'hex')) order by seq), '[]')
         from kernel.audit_entry where account_id = $1",
    ),
    (
        "passkeys.json",
        "select coalesce(jsonb_agg(jsonb_build_object('name', name, 'createdAt', created_at,
             'usedAt', used_at) order by created_at), '[]')
         from kernel.passkey where account_id = $1",
    ),
    (
        "wallets.json",
        "select coalesce(jsonb_agg(jsonb_build_object('address', address, 'connectedAt', connected_at)
             order by connected_at), '[]')
         from kernel.wallet where account_id = $1",
    ),
    (
        "wit.json",
        "select jsonb_build_object(
             'balanceHundredths', a.balance, 'heldHundredths', a.held,
             'entries', (select coalesce(jsonb_agg(jsonb_build_object('number', e.seq, 'at', e.at,
                 'amountHundredths', e.amount, 'balanceAfterHundredths', e.balance_after, 'transferId', e.transfer_id,
                 'source', e.source, 'memo', e.memo, 'hash', encode(e.hash, 'hex')) order by e.seq), '[]')
                 from ledger.entry e where e.account_id = a.id),
             'promised', (select coalesce(jsonb_agg(jsonb_build_object('amountHundredths', h.amount, 'at', h.at,
                 'expiresAt', h.expires_at, 'source', h.source, 'memo', h.memo) order by h.at), '[]')
                 from ledger.hold h where h.account_id = a.id and h.state = 0),
             'bought', (select coalesce(jsonb_agg(jsonb_build_object('order', l.id, 'at', l.bought_at,
                 'amountHundredths', l.amount, 'leftHundredths', l.remaining) order by l.bought_at), '[]')
                 from ledger.lot l where l.account_id = a.id))
         from ledger.account a where a.id = $1",
    ),
    (
        "orders.json",
        "select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'state', o.state, 'amountHundredths', o.amount,
             'currency', o.currency, 'amountMinor', o.price, 'provider', o.provider, 'product', o.product,
             'createdAt', o.created_at, 'paidAt', o.paid_at, 'disputedAt', o.disputed_at,
             'refunds', (
                 select coalesce(jsonb_agg(jsonb_build_object('state', f.state, 'reason', f.reason,
                     'requestedAt', f.requested_at, 'answer', f.answer) order by f.requested_at), '[]')
                 from kernel.payment_refund f where f.order_id = o.id))
             order by o.created_at), '[]')
         from kernel.payment_order o where o.account_id = $1",
    ),
    (
        "files.json",
        "select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'address', '/files/' || f.id, 'name', f.name,
             'state', f.state, 'mediaType', f.media_type, 'bytes', f.charged, 'sha256', encode(f.digest, 'hex'),
             'createdAt', f.created_at,
             'usedBy', (
                 select coalesce(jsonb_agg(jsonb_build_object('plugin', u.plugin, 'reference', u.reference,
                     'since', u.since) order by u.since), '[]')
                 from kernel.file_use u where u.file_id = f.id))
             order by f.created_at), '[]')
         from kernel.file f where f.account_id = $1",
    ),
    (
        "roles.json",
        "select coalesce(jsonb_agg(jsonb_build_object('role', role, 'scope', scope,
             'grantedAt', granted_at) order by granted_at), '[]')
         from kernel.role_binding where account_id = $1",
    ),
    (
        "blocked-and-muted.json",
        "select jsonb_build_object(
             'blocked', (select coalesce(jsonb_agg(jsonb_build_object('userId', b.blocked,
                 'nickname', a.nickname, 'since', b.created_at)), '[]')
                 from kernel.block b join kernel.account a on a.id = b.blocked where b.blocker = $1),
             'muted', (select coalesce(jsonb_agg(jsonb_build_object('userId', m.muted,
                 'nickname', a.nickname, 'since', m.created_at)), '[]')
                 from kernel.mute m join kernel.account a on a.id = m.muted where m.muter = $1))",
    ),
    (
        "reports.json",
        "select coalesce(jsonb_agg(jsonb_build_object('at', at, 'about', person, 'reason', reason,
             'text', text, 'room', room_id) order by at), '[]')
         from kernel.report where reporter = $1",
    ),
    (
        "decisions-about-me.json",
        "select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', action, 'reason', reason,
             'until', until, 'liftedAt', lifted_at, 'appeal', appeal_text, 'answer', appeal_answer)
             order by at), '[]')
         from kernel.sanction where account_id = $1",
    ),
];

/// A zip file that is being written.
pub(super) struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
    bytes: usize,
}

impl Default for Archive {
    fn default() -> Self {
        Self {
            zip: ZipWriter::new(Cursor::new(Vec::new())),
            bytes: 0,
        }
    }
}

impl Archive {
    /// Adds a file to a folder. The name must be a plain file name, so that unpacking cannot write outside of the
    /// folder.
    pub(super) fn add(&mut self, folder: &str, name: &str, content: &[u8]) -> Result<()> {
        let plain = (1..=100).contains(&name.len())
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
            && !name.starts_with('.');
        if !plain {
            return Err(Error::internal(format!("{folder}: no file name: {name:?}")));
        }
        self.bytes += content.len();
        if self.bytes > MAX_BYTES {
            return Err(Error::internal(
                "the copy of an account's data is too large",
            ));
        }
        self.zip
            .start_file(format!("{folder}/{name}"), SimpleFileOptions::default())
            .map_err(Error::internal)?;
        self.zip.write_all(content).map_err(Error::internal)
    }

    pub(super) fn finish(self) -> Result<Vec<u8>> {
        Ok(self.zip.finish().map_err(Error::internal)?.into_inner())
    }
}

/// The data that the kernel stores about a person.
pub(super) async fn kernel_files(pool: &PgPool, account: Uuid) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for (name, statement) in KERNEL_FILES {
        let value: Value = sqlx::query_scalar(*statement)
            .bind(account)
            .fetch_one(pool)
            .await?;
        let content = serde_json::to_vec_pretty(&value).map_err(Error::internal)?;
        files.push(((*name).to_owned(), content));
    }
    Ok(files)
}

/// The data that a plugin stores about a person, in a folder of its own.
pub(super) async fn plugin_files(
    platform: &Arc<Platform>,
    plugin: &Arc<Installed>,
    account: Uuid,
    archive: &mut Archive,
) -> Result<()> {
    let mut cursor = None;
    for _ in 0..MAX_PAGES {
        let page = export_data(platform, plugin, account, cursor.as_deref()).await?;
        for file in page.files {
            archive.add(plugin.id.as_str(), &file.name, &file.content)?;
        }
        cursor = page.next;
        if cursor.is_none() {
            return Ok(());
        }
    }
    Err(Error::internal(format!(
        "{}: its part of the copy does not end",
        plugin.id
    )))
}

#[cfg(test)]
mod tests {
    use super::Archive;

    #[test]
    fn files_stay_in_their_folder() {
        let mut archive = Archive::default();
        for bad in ["", "../x", "/etc/x", ".hidden", "a/b", "a\\b", "한글.json"] {
            assert!(archive.add("worlds", bad, b"").is_err(), "{bad:?}");
        }
        archive.add("worlds", "worlds.json", b"{}").expect("a file");
        let zip = archive.finish().expect("a zip");
        let mut read = zip::ZipArchive::new(std::io::Cursor::new(zip)).expect("a zip");
        assert_eq!(
            read.by_index(0).expect("a file").name().expect("a name"),
            "worlds/worlds.json"
        );
    }
}
