//! The captcha: ALTCHA's proof of work, without a third party. A solved challenge is exchanged for a ticket that is
//! valid for one use.

use altcha::{
    CreateChallengeOptions, Payload, VerifySolutionOptions, create_challenge, verify_solution,
};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use sqlx::PgConnection;
use time::{Duration, OffsetDateTime};

use super::messages::{CAPTCHA_FAILED, CAPTCHA_REQUIRED};
use crate::clock::{Clock, Rng};
use crate::error::{Error, Result};
use crate::secret::{Secret, hex};

const ALGORITHM: &str = "PBKDF2/SHA-256";
/// The range of the number of work steps; the middle takes about half a second in a browser.
const STEPS: std::ops::Range<u32> = 60..180;
const LIFETIME: Duration = Duration::minutes(10);
const NONCE_BYTES: usize = 16;

/// Creates challenges, checks solutions and redeems tickets.
#[derive(Clone)]
pub struct Captcha {
    challenge_secret: String,
    key_secret: String,
    ticket_secret: Secret,
    clock: Clock,
    rng: Rng,
    cost: u32,
}

impl Captcha {
    pub(super) fn new(secret: &Secret, clock: Clock, rng: Rng, cost: u32) -> Self {
        let text = |purpose| hex(secret.derive(purpose).bytes());
        Self {
            challenge_secret: text("captcha challenge"),
            key_secret: text("captcha key"),
            ticket_secret: secret.derive("captcha ticket"),
            clock,
            rng,
            cost: cost.max(1),
        }
    }

    /// A challenge in ALTCHA's format, as JSON.
    ///
    /// # Errors
    /// Only on a programming error.
    pub fn challenge(&self) -> Result<serde_json::Value> {
        let draw = u32::from_be_bytes(self.rng.bytes());
        let counter = STEPS.start + draw % (STEPS.end - STEPS.start);
        let challenge = create_challenge(CreateChallengeOptions {
            algorithm: ALGORITHM.to_owned(),
            cost: self.cost,
            counter: Some(counter),
            // The library compares the expiry with the system clock.
            expires_at: Some((machine_now() + LIFETIME).unix_timestamp()),
            hmac_signature_secret: Some(self.challenge_secret.clone()),
            hmac_key_signature_secret: Some(self.key_secret.clone()),
            ..CreateChallengeOptions::default()
        })
        .map_err(Error::internal)?;
        serde_json::to_value(challenge).map_err(Error::internal)
    }

    /// Exchanges a solved challenge for a ticket. `token` is base64 of `{"challenge", "solution"}`.
    ///
    /// # Errors
    /// `captcha_failed`.
    pub fn redeem(&self, token: &str) -> Result<String> {
        let bytes = STANDARD
            .decode(token)
            .or_else(|_| STANDARD_NO_PAD.decode(token))
            .or_else(|_| URL_SAFE_NO_PAD.decode(token))
            .map_err(|_| CAPTCHA_FAILED)?;
        let payload: Payload = serde_json::from_slice(&bytes).map_err(|_| CAPTCHA_FAILED)?;
        let own_kind = payload.challenge.parameters.algorithm == ALGORITHM
            && payload.challenge.parameters.cost == self.cost;
        let verdict = verify_solution(VerifySolutionOptions {
            hmac_key_signature_secret: Some(self.key_secret.clone()),
            ..VerifySolutionOptions::new(
                &payload.challenge,
                &payload.solution,
                self.challenge_secret.clone(),
            )
        })
        .map_err(|_| CAPTCHA_FAILED)?;
        if !own_kind || !verdict.verified {
            return Err(CAPTCHA_FAILED.into());
        }
        // The ticket is derived from the challenge, so that one solution yields one ticket however often it is sent.
        let nonce = self
            .ticket_secret
            .mac(&[b"nonce", payload.challenge.parameters.nonce.as_bytes()]);
        Ok(self.ticket(&nonce[..NONCE_BYTES], self.clock.now() + LIFETIME))
    }

    fn ticket(&self, nonce: &[u8], expires: OffsetDateTime) -> String {
        let expires = expires.unix_timestamp().to_be_bytes();
        let mac = self.ticket_secret.mac(&[b"ticket", nonce, &expires]);
        URL_SAFE_NO_PAD.encode([nonce, &expires, &mac].concat())
    }

    /// Uses up a ticket, in the caller's transaction.
    ///
    /// # Errors
    /// `captcha_required` without a ticket; `captcha_failed` for a ticket that is invalid, expired or used.
    pub(super) async fn spend(
        &self,
        connection: &mut PgConnection,
        ticket: Option<&str>,
    ) -> Result<()> {
        let (nonce, expires) = self.read(ticket)?;
        let used = sqlx::query(
            "insert into kernel.captcha_used (ticket, expires_at) values ($1, $2) on conflict do nothing",
        )
        .bind(&nonce)
        .bind(expires)
        .execute(connection)
        .await?;
        if used.rows_affected() == 0 {
            return Err(CAPTCHA_FAILED.into());
        }
        Ok(())
    }

    /// Checks a ticket without using it up.
    pub(super) fn read(&self, ticket: Option<&str>) -> Result<(Vec<u8>, OffsetDateTime)> {
        let ticket = ticket
            .filter(|ticket| !ticket.is_empty())
            .ok_or(CAPTCHA_REQUIRED)?;
        let bytes = URL_SAFE_NO_PAD.decode(ticket).map_err(|_| CAPTCHA_FAILED)?;
        let (nonce, rest) = bytes.split_at_checked(NONCE_BYTES).ok_or(CAPTCHA_FAILED)?;
        let (stamp, mac) = rest.split_first_chunk::<8>().ok_or(CAPTCHA_FAILED)?;
        if !self.ticket_secret.verify(&[b"ticket", nonce, stamp], mac) {
            return Err(CAPTCHA_FAILED.into());
        }
        let expires = OffsetDateTime::from_unix_timestamp(i64::from_be_bytes(*stamp))
            .map_err(|_| CAPTCHA_FAILED)?;
        if expires < self.clock.now() {
            return Err(CAPTCHA_FAILED.into());
        }
        Ok((nonce.to_vec(), expires))
    }
}

fn machine_now() -> OffsetDateTime {
    #[allow(
        clippy::disallowed_methods,
        reason = "the library reads the machine's clock too"
    )]
    OffsetDateTime::now_utc()
}

#[cfg(test)]
mod tests {
    use altcha::{Challenge, Payload, SolveChallengeOptions, solve_challenge};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::Captcha;
    use crate::clock::{Clock, Rng};
    use crate::secret::Secret;

    fn captcha(secret: u8) -> Captcha {
        Captcha::new(
            &Secret::new([secret; 32]),
            Clock::default(),
            Rng::default(),
            10,
        )
    }

    fn solved(captcha: &Captcha) -> String {
        let challenge: Challenge =
            serde_json::from_value(captcha.challenge().expect("a challenge"))
                .expect("ALTCHA's shape");
        let solution = solve_challenge(SolveChallengeOptions::new(&challenge))
            .expect("a solver")
            .expect("a solution");
        let payload = Payload {
            challenge,
            solution,
        };
        STANDARD.encode(serde_json::to_vec(&payload).expect("JSON"))
    }

    #[test]
    fn a_solution_is_exchanged_for_a_ticket() {
        let captcha = captcha(1);
        let token = solved(&captcha);
        let ticket = captcha.redeem(&token).expect("a ticket");
        let (nonce, _) = captcha.read(Some(&ticket)).expect("a good ticket");
        let again = captcha.redeem(&token).expect("the same work");
        assert_eq!(
            captcha.read(Some(&again)).expect("a good ticket").0,
            nonce,
            "one work, one nonce"
        );
    }

    #[test]
    fn a_wrong_solution_is_refused() {
        let captcha = captcha(1);
        for bad in ["", "x", "e30=", &solved(&self::captcha(2))] {
            assert!(captcha.redeem(bad).is_err(), "{bad}");
        }
        assert!(
            captcha
                .read(None)
                .expect_err("none")
                .to_string()
                .starts_with("captcha_required")
        );
        let foreign = self::captcha(2).ticket(&[0; 16], captcha.clock.now() + super::LIFETIME);
        assert!(captcha.read(Some(&foreign)).is_err());
        let ticket = captcha.ticket(&[0; 16], captcha.clock.now() + super::LIFETIME);
        assert!(captcha.read(Some(&ticket)).is_ok());
        captcha.clock.advance(std::time::Duration::from_secs(601));
        assert!(captcha.read(Some(&ticket)).is_err(), "too old");
    }
}
