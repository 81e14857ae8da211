//! Recovery codes: ten one-use codes that replace a lost authenticator app.

use sqlx::PgConnection;
use uuid::Uuid;

use super::Origin;
use super::audit::kind;
use super::messages::TOTP_IS_OFF;
use super::second_factors::SecondFactors;
use crate::actor::Person;
use crate::error::Result;
use crate::postgres::begin;

const RECOVERY_CODES: usize = 10;
/// Without letters and digits that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz123456789";

impl SecondFactors {
    /// Replaces the recovery codes.
    ///
    /// # Errors
    /// `totp_off`.
    pub async fn renew_recovery_codes(
        &self,
        person: &Person,
        origin: &Origin,
    ) -> Result<Vec<String>> {
        let mut transaction = begin(&self.pool, "begin").await?;
        if !self.asks_second_factor(&mut transaction, person.id).await? {
            return Err(TOTP_IS_OFF.into());
        }
        let codes = self.new_recovery_codes(&mut transaction, person.id).await?;
        self.security_event(
            &mut transaction,
            person,
            kind::RECOVERY_CODES_RENEWED,
            (
                "복구 코드를 새로 만들었습니다.",
                "New recovery codes were created.",
            ),
            origin,
        )
        .await?;
        self.mail.commit_mail(transaction).await?;
        Ok(codes)
    }

    pub(super) async fn new_recovery_codes(
        &self,
        connection: &mut PgConnection,
        account: Uuid,
    ) -> Result<Vec<String>> {
        let codes: Vec<String> = (0..RECOVERY_CODES)
            .map(|_| {
                self.rng
                    .bytes::<10>()
                    .iter()
                    .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
                    .collect()
            })
            .collect();
        let hashes: Vec<Vec<u8>> = codes
            .iter()
            .map(|code| self.recovery_hash(account, code))
            .collect();
        sqlx::query("delete from kernel.recovery_code where account_id = $1")
            .bind(account)
            .execute(&mut *connection)
            .await?;
        sqlx::query(
            "insert into kernel.recovery_code (account_id, hash) select $1, unnest($2::bytea[])",
        )
        .bind(account)
        .bind(hashes)
        .execute(connection)
        .await?;
        Ok(codes
            .iter()
            .map(|code| format!("{}-{}-{}", &code[..4], &code[4..8], &code[8..]))
            .collect())
    }

    pub(super) fn recovery_hash(&self, account: Uuid, code: &str) -> Vec<u8> {
        self.secret
            .derive("recovery codes")
            .mac(&[account.as_bytes(), code.as_bytes()])
            .to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::ALPHABET;

    #[test]
    fn letters_are_equally_likely() {
        let unlike: std::collections::HashSet<_> = ALPHABET.iter().collect();
        assert_eq!(unlike.len(), 32);
    }
}
