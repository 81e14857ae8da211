//! Passkeys (WebAuthn): they cannot be phished, guessed or read from a database. The device verifies the person, so a
//! passkey counts as both factors.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{FromRow, PgConnection, PgPool};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, DiscoverableKey, Passkey, PasskeyRegistration, PublicKeyCredential,
    RegisterPublicKeyCredential, Url,
};
use webauthn_rs::{Webauthn, WebauthnBuilder};

use super::Origin;
use super::account_mail::AccountMail;
use super::audit::{AuditLog, kind};
use super::messages::{NO_SUCH_PASSKEY, PASSKEY_LIMIT, PASSKEY_REFUSED, TICKET_INVALID};
use super::second_factors::SecondFactors;
use super::tickets::{TicketKind, Tickets};
use crate::actor::Person;
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};
use crate::postgres::begin;
use crate::typed_text::line;

/// The time limit of a ceremony.
const CEREMONY: Duration = Duration::minutes(5);
const MAX_PASSKEYS: i64 = 10;

/// A started ceremony: the options for the browser, and the ticket that it returns.
#[derive(Debug)]
pub struct Ceremony {
    pub ticket: String,
    pub options: Value,
}

/// A passkey as shown to its owner.
#[derive(Debug, FromRow)]
pub struct PasskeyView {
    pub id: Uuid,
    pub name: String,
    pub created_at: OffsetDateTime,
    pub used_at: Option<OffsetDateTime>,
}

/// The relying party for the public address of the site.
///
/// # Errors
/// The address is invalid for passkeys.
pub(super) fn relying_party(base_url: &str) -> Result<Webauthn> {
    let origin = Url::parse(base_url).map_err(Error::internal)?;
    let host = origin
        .host_str()
        .ok_or_else(|| Error::internal("the public address has no host"))?
        .to_owned();
    WebauthnBuilder::new(&host, &origin)
        // In development the port varies.
        .map(|builder| {
            builder
                .allow_any_port(host == "localhost")
                .rp_name("Witverse")
        })
        .and_then(WebauthnBuilder::build)
        .map_err(Error::internal)
}

#[derive(Serialize, Deserialize)]
struct Adding {
    state: PasskeyRegistration,
}

#[derive(Serialize, Deserialize)]
struct Asking {
    state: DiscoverableAuthentication,
}

/// `WebAuthn` credentials: registration, assertion, removal.
#[derive(Clone)]
pub struct Passkeys {
    pub(super) clock: Clock,
    pub(super) rng: Rng,
    pub(super) pool: PgPool,
    pub(super) webauthn: Arc<Webauthn>,
    pub(super) mail: AccountMail,
    pub(super) audit: AuditLog,
    pub(super) second_factors: SecondFactors,
    pub(super) tickets: Tickets,
}

impl Passkeys {
    /// Starts the registration of a passkey.
    ///
    /// # Errors
    /// `passkey_limit`.
    pub async fn start_passkey(&self, person: &Person) -> Result<Ceremony> {
        let mut connection = self.pool.acquire().await?;
        let known: Vec<Value> =
            sqlx::query_scalar("select credential from kernel.passkey where account_id = $1")
                .bind(person.id)
                .fetch_all(&mut *connection)
                .await?;
        if known.len() >= usize::try_from(MAX_PASSKEYS).unwrap_or_default() {
            return Err(PASSKEY_LIMIT.into());
        }
        let exclude = known
            .into_iter()
            .map(|credential| stored(credential).map(|passkey| passkey.cred_id().clone()))
            .collect::<Result<Vec<_>>>()?;
        let shown = person.nickname.as_deref().unwrap_or(&person.email);
        let (challenge, state) = self
            .webauthn
            .start_passkey_registration(person.id, &person.email, shown, Some(exclude))
            .map_err(Error::internal)?;
        let mut options = serde_json::to_value(challenge.public_key).map_err(Error::internal)?;
        // A login without an email needs a discoverable credential.
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        let ticket = self
            .tickets
            .issue_ticket(
                &mut connection,
                TicketKind::PasskeyAdd,
                Some(person.id),
                &Adding { state },
                CEREMONY,
            )
            .await?;
        Ok(Ceremony { ticket, options })
    }

    /// Registers the passkey that a device created.
    ///
    /// # Errors
    /// `ticket_invalid`, `passkey_refused`, `passkey_limit`, the field `name`.
    pub async fn add_passkey(
        &self,
        person: &Person,
        ticket: &str,
        name: &str,
        credential: &Value,
        origin: &Origin,
    ) -> Result<PasskeyView> {
        let name = line("name", name, 1..=40)?;
        let credential: RegisterPublicKeyCredential =
            serde_json::from_value(credential.clone()).map_err(|_| PASSKEY_REFUSED)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let adding = self
            .tickets
            .take_ticket::<Adding>(&mut transaction, TicketKind::PasskeyAdd, ticket)
            .await?
            .filter(|adding| adding.account == Some(person.id))
            .ok_or(TICKET_INVALID)?;
        let passkey = self
            .webauthn
            .finish_passkey_registration(&credential, &adding.payload.state)
            .map_err(refused)?;
        // Locks the account's row, so that the limit also holds for concurrent requests.
        sqlx::query("select 1 from kernel.account where id = $1 for update")
            .bind(person.id)
            .execute(&mut *transaction)
            .await?;
        let view = PasskeyView {
            id: self.rng.uuid(self.clock.now_ms()),
            name,
            created_at: self.clock.now(),
            used_at: None,
        };
        let added = sqlx::query(
            "insert into kernel.passkey (id, account_id, credential_id, name, credential, created_at)
             select $1, $2, $3, $4, $5, $6
             where (select count(*) from kernel.passkey where account_id = $2) < $7
             on conflict (credential_id) do nothing",
        )
        .bind(view.id)
        .bind(person.id)
        .bind(passkey.cred_id().as_slice())
        .bind(&view.name)
        .bind(serde_json::to_value(&passkey).map_err(Error::internal)?)
        .bind(view.created_at)
        .bind(MAX_PASSKEYS)
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 0 {
            return Err(PASSKEY_LIMIT.into());
        }
        self.second_factors
            .security_event(
                &mut transaction,
                person,
                kind::PASSKEY_ADDED,
                ("새 패스키를 추가했습니다.", "A passkey was added."),
                origin,
            )
            .await?;
        self.mail.commit_mail(transaction).await?;
        Ok(view)
    }

    /// Starts an assertion with any passkey of this site.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ask_passkey(&self) -> Result<Ceremony> {
        self.ask(TicketKind::PasskeyLogin, None).await
    }

    /// Starts an assertion with a passkey of the signed-in person.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn ask_passkey_again(&self, person: &Person) -> Result<Ceremony> {
        self.ask(TicketKind::PasskeySudo, Some(person.id)).await
    }

    async fn ask(&self, kind: TicketKind, account: Option<Uuid>) -> Result<Ceremony> {
        let (challenge, state) = self
            .webauthn
            .start_discoverable_authentication()
            .map_err(Error::internal)?;
        let mut connection = self.pool.acquire().await?;
        let ticket = self
            .tickets
            .issue_ticket(&mut connection, kind, account, &Asking { state }, CEREMONY)
            .await?;
        let options = serde_json::to_value(challenge.public_key).map_err(Error::internal)?;
        Ok(Ceremony { ticket, options })
    }

    /// Verifies an assertion and returns its account. Updates the passkey's counter in the same transaction.
    pub(super) async fn answered(
        &self,
        connection: &mut PgConnection,
        kind: TicketKind,
        ticket: &str,
        credential: &Value,
    ) -> Result<Uuid> {
        let credential: PublicKeyCredential =
            serde_json::from_value(credential.clone()).map_err(|_| PASSKEY_REFUSED)?;
        let asking = self
            .tickets
            .take_ticket::<Asking>(&mut *connection, kind, ticket)
            .await?
            .ok_or(TICKET_INVALID)?;
        let (account, credential_id) = self
            .webauthn
            .identify_discoverable_authentication(&credential)
            .map_err(refused)?;
        if asking.account.is_some_and(|asked| asked != account) {
            return Err(PASSKEY_REFUSED.into());
        }
        let (id, stored_credential): (Uuid, Value) = sqlx::query_as(
            "select p.id, p.credential from kernel.passkey p join kernel.account a on a.id = p.account_id
             where p.credential_id = $1 and p.account_id = $2 and a.erased_at is null
               and a.verified_at is not null for update of p",
        )
        .bind(credential_id)
        .bind(account)
        .fetch_optional(&mut *connection)
        .await?
        .ok_or(PASSKEY_REFUSED)?;
        let mut passkey = stored(stored_credential)?;
        let result = self
            .webauthn
            .finish_discoverable_authentication_v2(
                &credential,
                asking.payload.state,
                DiscoverableKey::from(&passkey),
            )
            .map_err(refused)?;
        passkey.update_credential(&result);
        sqlx::query("update kernel.passkey set credential = $2, used_at = $3 where id = $1")
            .bind(id)
            .bind(serde_json::to_value(&passkey).map_err(Error::internal)?)
            .bind(self.clock.now())
            .execute(connection)
            .await?;
        Ok(account)
    }

    /// # Errors
    /// The error of the database.
    pub async fn passkeys(&self, account: Uuid) -> Result<Vec<PasskeyView>> {
        Ok(sqlx::query_as(
            "select id, name, created_at, used_at from kernel.passkey
             where account_id = $1 order by created_at, id",
        )
        .bind(account)
        .fetch_all(&self.pool)
        .await?)
    }

    /// # Errors
    /// `not_found`, the field `name`.
    pub async fn rename_passkey(
        &self,
        person: &Person,
        id: Uuid,
        name: &str,
        origin: &Origin,
    ) -> Result<PasskeyView> {
        let name = line("name", name, 1..=40)?;
        let mut transaction = begin(&self.pool, "begin").await?;
        let passkey: PasskeyView = sqlx::query_as(
            "update kernel.passkey set name = $3 where id = $1 and account_id = $2
             returning id, name, created_at, used_at",
        )
        .bind(id)
        .bind(person.id)
        .bind(&name)
        .fetch_optional(&mut *transaction)
        .await?
        .ok_or(NO_SUCH_PASSKEY)?;
        let entry = super::audit::Entry {
            account: person.id,
            kind: kind::PASSKEY_RENAMED,
            by: None,
            origin,
            details: json!({ "name": name }),
        };
        self.audit.record(&mut transaction, entry).await?;
        transaction.commit().await?;
        Ok(passkey)
    }

    /// # Errors
    /// `not_found`.
    pub async fn remove_passkey(&self, person: &Person, id: Uuid, origin: &Origin) -> Result<()> {
        let mut transaction = begin(&self.pool, "begin").await?;
        let removed = sqlx::query("delete from kernel.passkey where id = $1 and account_id = $2")
            .bind(id)
            .bind(person.id)
            .execute(&mut *transaction)
            .await?;
        if removed.rows_affected() == 0 {
            return Err(NO_SUCH_PASSKEY.into());
        }
        self.second_factors
            .security_event(
                &mut transaction,
                person,
                kind::PASSKEY_REMOVED,
                ("패스키를 삭제했습니다.", "A passkey was removed."),
                origin,
            )
            .await?;
        self.mail.commit_mail(transaction).await
    }
}

fn stored(credential: Value) -> Result<Passkey> {
    serde_json::from_value(credential).map_err(Error::internal)
}

fn refused(error: webauthn_rs::prelude::WebauthnError) -> Error {
    tracing::info!(%error, "a passkey was refused");
    PASSKEY_REFUSED.into()
}
