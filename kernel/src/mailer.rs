//! Mail: queued in the transaction that causes it, sent after its commit.
//!
//! A mail is a delivery; this module is its subscriber. If the kernel stops between sending a mail and deleting its
//! delivery, the mail is sent twice, with the same Message-ID.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::ContentType;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio::sync::{Notify, watch};
use uuid::Uuid;

use crate::clock::{Clock, Rng};
use crate::config::Mail;
use crate::error::{Error, Result};
use crate::outbox::Subscriber;
use crate::supervisor::{STEP_LIMIT, step};

/// The subscriber of mails. Parking clears the payload, because a mail may contain a code.
pub(crate) const SUBSCRIBER: Subscriber = Subscriber {
    name: "kernel:mail",
    max_attempts: 10,
    clears_parked: true,
};
/// The topic of its deliveries.
pub(crate) const TOPIC: &str = "mail";
const POLL: Duration = Duration::from_secs(1);
/// The time limit of sending one mail: less than its lease.
const SENDING: Duration = Duration::from_secs(45);
/// How many mails are sent concurrently.
const SENDERS: usize = 4;
/// How many mails the development mailbox shows.
const SHOWN: usize = 200;

/// A mail to one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub to: String,
    pub subject: String,
    pub text: String,
}

/// A mail as the development mailbox shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SentMail {
    pub id: String,
    #[serde(flatten)]
    pub message: Message,
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
}

/// Queues a mail in the caller's transaction.
///
/// # Errors
/// The error of the database.
pub async fn queue(
    connection: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    message: &Message,
) -> Result<()> {
    queue_all(connection, rng, clock, std::slice::from_ref(message)).await
}

/// Queues many mails in the caller's transaction, with one statement.
///
/// # Errors
/// The error of the database.
pub async fn queue_all(
    connection: &mut PgConnection,
    rng: &Rng,
    clock: &Clock,
    messages: &[Message],
) -> Result<()> {
    SUBSCRIBER
        .queue_all(connection, (clock, rng), TOPIC, messages, clock.now())
        .await
}

enum Transport {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// The folder of a maildir.
    Maildir(PathBuf),
}

/// Sends mail, by SMTP or into a maildir.
#[derive(Clone)]
pub struct Mailer {
    transport: Arc<Transport>,
    from: Mailbox,
    /// Notified when a mail may have been queued.
    pub queued: Arc<Notify>,
}

impl Mailer {
    /// # Errors
    /// An invalid sender or server address, or a folder that cannot be created.
    pub fn new(config: &Mail, data_dir: &Path) -> std::result::Result<Self, String> {
        let from = config
            .from
            .parse()
            .map_err(|error| format!("mail.from is not an address: {error}"))?;
        let transport = match &config.smtp_url {
            Some(url) => Transport::Smtp(
                AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
                    .map_err(|error| format!("mail.smtp_url is not usable: {error}"))?
                    .timeout(Some(Duration::from_secs(20)))
                    .build(),
            ),
            None => {
                let folder = data_dir.join("mail");
                for part in ["tmp", "new", "cur", "index"] {
                    std::fs::create_dir_all(folder.join(part))
                        .map_err(|error| format!("{}: {error}", folder.display()))?;
                }
                std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o700))
                    .map_err(|error| format!("{}: {error}", folder.display()))?;
                Transport::Maildir(folder)
            }
        };
        Ok(Self {
            transport: Arc::new(transport),
            from,
            queued: Arc::default(),
        })
    }

    async fn send(&self, id: Uuid, at: OffsetDateTime, message: &Message) -> Result<()> {
        let to = message.to.parse::<Mailbox>().map_err(Error::internal)?;
        let mail = lettre::Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&message.subject)
            .message_id(Some(format!("<{id}@witverse>")))
            .header(ContentType::TEXT_PLAIN)
            .body(message.text.clone())
            .map_err(Error::internal)?;
        match &*self.transport {
            Transport::Smtp(smtp) => {
                smtp.send(mail).await.map_err(Error::internal)?;
            }
            Transport::Maildir(folder) => {
                let record = SentMail {
                    id: id.to_string(),
                    message: message.clone(),
                    at,
                };
                let (folder, bytes) = (folder.clone(), mail.formatted());
                let index = serde_json::to_vec(&record).map_err(Error::internal)?;
                let write = move || {
                    put(&folder, "new", &format!("{id}.eml"), &bytes)?;
                    put(&folder, "index", &format!("{id}.json"), &index)
                };
                tokio::task::spawn_blocking(write)
                    .await
                    .map_err(Error::internal)?
                    .map_err(Error::internal)?;
            }
        }
        Ok(())
    }

    /// The mails in the maildir, newest first; optionally of one address.
    #[must_use]
    pub fn mailbox(&self, to: Option<&str>) -> Vec<SentMail> {
        let Transport::Maildir(folder) = &*self.transport else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("index"))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        // The file names are time-ordered ids.
        files.sort_by(|a, b| b.cmp(a));
        files
            .iter()
            .filter_map(|path| serde_json::from_slice::<SentMail>(&std::fs::read(path).ok()?).ok())
            .filter(|mail| to.is_none_or(|to| mail.message.to.eq_ignore_ascii_case(to)))
            .take(SHOWN)
            .collect()
    }

    /// Sends queued mails until `stop` changes, several concurrently: a slow server delays one of them.
    pub async fn run(self, pool: PgPool, clock: Clock, stop: watch::Receiver<bool>) {
        let senders = (0..SENDERS).map(|_| self.send_queued(&pool, &clock, stop.clone()));
        futures::future::join_all(senders).await;
    }

    async fn send_queued(&self, pool: &PgPool, clock: &Clock, mut stop: watch::Receiver<bool>) {
        while !*stop.borrow() {
            match step("mail", STEP_LIMIT, self.send_next(pool, clock)).await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "queued mail could not be sent"),
            }
            tokio::select! {
                () = self.queued.notified() => {}
                () = tokio::time::sleep(POLL) => {}
                _ = stop.changed() => {}
            }
        }
    }

    /// Sends one due mail; false if none is due.
    async fn send_next(&self, pool: &PgPool, clock: &Clock) -> Result<bool> {
        let Some(claimed) = SUBSCRIBER.claim(pool, clock).await? else {
            return Ok(false);
        };
        let Some(message) = claimed.read::<Message>(pool, clock).await? else {
            return Ok(true);
        };
        let sending = self.send(claimed.id, claimed.happened_at, &message);
        let sent = tokio::time::timeout(SENDING, sending)
            .await
            .unwrap_or_else(|_| Err(Error::internal("the mail server took too long")));
        let mut connection = pool.acquire().await?;
        match sent {
            Ok(()) => claimed.complete(&mut connection).await?,
            Err(error) => {
                claimed
                    .fail(&mut connection, clock, &error.to_string())
                    .await?;
            }
        }
        Ok(true)
    }
}

/// Writes a file as a maildir requires: completely in `tmp`, then renamed.
fn put(folder: &Path, part: &str, name: &str, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let partial = folder.join("tmp").join(name);
    let mut file = std::fs::File::create(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(partial, folder.join(part).join(name))
}
