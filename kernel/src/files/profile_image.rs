//! A person's picture as a file that they uploaded, used by the kernel under the reference `profile-image`. A picture can
//! also come from a plugin (`unit_of_work/profile_images.rs`).

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::messages::{FILE_NOT_FOUND, FILE_NOT_READY, FILE_WRONG_KIND, refusal};
use super::{Files, path_of};
use crate::error::Result;
use crate::postgres::begin;

const REFERENCE: &str = "profile-image";
/// The name of the kernel among the plugins that use files.
const KERNEL: &str = "kernel";

impl Files {
    /// Sets or removes the picture of a person; returns the path of the one that people see then. Without a picture that is the
    /// portrait, and null for a person without a nickname.
    ///
    /// # Errors
    /// `file_not_found`, `file_not_ready`, `file_wrong_kind`, or the reason why the file was refused.
    pub async fn set_profile_image(
        &self,
        person: Uuid,
        file: Option<Uuid>,
    ) -> Result<Option<String>> {
        let now = self.now();
        let mut transaction = begin(self.pool(), "begin").await?;
        // The account before its files: the lock order of a deletion too.
        sqlx::query("select 1 from kernel.account where id = $1 for no key update")
            .bind(person)
            .execute(&mut *transaction)
            .await?;
        if let Some(id) = file {
            let row: Option<(String, Option<String>, Option<String>)> = sqlx::query_as(
                "select state, kind, refusal from kernel.file where id = $1 and account_id = $2",
            )
            .bind(id)
            .bind(person)
            .fetch_optional(&mut *transaction)
            .await?;
            match row {
                None => return Err(FILE_NOT_FOUND.into()),
                Some((_, _, Some(code))) => return Err(refusal(&code).into()),
                Some((_, Some(kind), _)) if kind != "image" => return Err(FILE_WRONG_KIND.into()),
                Some((state, _, _)) if state != "ready" => return Err(FILE_NOT_READY.into()),
                Some(_) => {}
            }
        }
        sqlx::query("select kernel.end_image_uses($1, $2, $3)")
            .bind(person)
            .bind(file)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        if let Some(id) = file {
            attach(&mut transaction, id, now).await?;
        }
        let picture = sqlx::query_scalar(
            "update kernel.account set image = $2, image_source = null where id = $1 returning picture",
        )
        .bind(person)
        .bind(file.map(path_of))
        .fetch_one(&mut *transaction)
        .await?;
        transaction.commit().await?;
        self.0.identity.sessions.forget_person(person);
        Ok(picture)
    }
}

/// Records the use. The lock on the file keeps the collection of unused files away.
async fn attach(connection: &mut PgConnection, file: Uuid, now: OffsetDateTime) -> Result<()> {
    let kept = sqlx::query("update kernel.file set unused_since = null where id = $1 returning 1")
        .bind(file)
        .fetch_optional(&mut *connection)
        .await?;
    if kept.is_none() {
        return Err(FILE_NOT_FOUND.into());
    }
    sqlx::query(
        "insert into kernel.file_use (file_id, plugin, reference, since) values ($1, $2, $3, $4)
         on conflict do nothing",
    )
    .bind(file)
    .bind(KERNEL)
    .bind(REFERENCE)
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes the picture of a person if it is this file. Returns whether it was.
pub(super) async fn forget_image(
    connection: &mut PgConnection,
    person: Uuid,
    file: Uuid,
) -> Result<bool> {
    let changed =
        sqlx::query("update kernel.account set image = null where id = $1 and image = $2")
            .bind(person)
            .bind(path_of(file))
            .execute(connection)
            .await?;
    Ok(changed.rows_affected() > 0)
}
