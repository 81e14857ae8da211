//! People's pictures that come from a plugin, in the transaction of a unit of work.

use time::OffsetDateTime;
use uuid::Uuid;

use super::UnitOfWork;

impl UnitOfWork {
    /// Makes an image of a plugin a person's picture; it replaces any other.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn set_image(
        &mut self,
        person: Uuid,
        (plugin, reference): (&str, &str),
        path: &str,
        now: OffsetDateTime,
    ) -> Result<(), sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        self.effects.changed_people.push(person);
        let done = sqlx::query("select kernel_api.set_image($1, $2, $3, $4, $5)")
            .bind(person)
            .bind(plugin)
            .bind(reference)
            .bind(path)
            .bind(now)
            .execute(self.kernel().await?)
            .await;
        self.record_error(done).map(drop)
    }

    /// Removes a person's picture if this reference of the plugin has set it.
    ///
    /// # Errors
    /// The error of the database.
    pub async fn clear_image(
        &mut self,
        person: Uuid,
        (plugin, reference): (&str, &str),
    ) -> Result<(), sqlx::Error> {
        self.wrote = true;
        self.writes += 1;
        let cleared = sqlx::query_scalar("select kernel_api.clear_image($1, $2, $3)")
            .bind(person)
            .bind(plugin)
            .bind(reference)
            .fetch_one(self.kernel().await?)
            .await;
        if self.record_error(cleared)? {
            self.effects.changed_people.push(person);
        }
        Ok(())
    }
}
