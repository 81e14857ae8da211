//! Password hashes: argon2id, with a limited number of concurrent hashes and a limited queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::config::Auth;
use crate::error::{Error, Result};
use crate::identity::messages::SIGN_IN_BUSY;

/// What one hash costs. The default, m = 47104 KiB, t = 1, p = 1, is one of the settings that OWASP recommends.
#[derive(Clone, Copy, Debug)]
pub struct HashCost {
    pub memory_kib: u32,
    pub passes: u32,
}

impl Default for HashCost {
    fn default() -> Self {
        Self {
            memory_kib: 47_104,
            passes: 1,
        }
    }
}

/// Hashes and verifies on blocking threads, not on those that serve requests.
#[derive(Clone)]
pub struct Passwords {
    running: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    queue: usize,
    cost: HashCost,
    /// The hash that is verified if the account does not exist, so that the response takes the same time.
    decoy: Arc<str>,
}

impl Passwords {
    #[must_use]
    pub fn new(config: &Auth, cost: HashCost) -> Self {
        let hashers = match config.hashers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            given => given,
        };
        // Any hash of the same cost works; this password is not used by any account.
        let decoy = hash_now(cost, "Decoy password that nobody has 0!", None).unwrap_or_default();
        Self {
            running: Arc::new(Semaphore::new(hashers)),
            waiting: Arc::default(),
            queue: config.hash_queue,
            cost,
            decoy: decoy.into(),
        }
    }

    /// # Errors
    /// `busy` if the queue is full.
    pub async fn hash(&self, password: &str) -> Result<String> {
        let (cost, password) = (self.cost, password.to_owned());
        self.run(move || hash_now(cost, &password, None)).await?
    }

    /// Hashes with a given salt, so that one hash can be compared with several.
    ///
    /// # Errors
    /// `busy` if the queue is full.
    pub(super) async fn hash_with_salt(&self, password: &str, salt: [u8; 16]) -> Result<String> {
        let (cost, password) = (self.cost, password.to_owned());
        self.run(move || hash_now(cost, &password, Some(salt)))
            .await?
    }

    /// Whether the password matches `hash`. Without a hash it takes the same time and returns false.
    ///
    /// # Errors
    /// `busy` if the queue is full.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.decoy).to_owned();
        let matches = self.run(move || verify_now(&password, &hash)).await?;
        Ok(matches && known)
    }

    /// Whether a hash was made with another cost than the current one.
    #[must_use]
    pub fn is_outdated(&self, hash: &str) -> bool {
        let HashCost { memory_kib, passes } = self.cost;
        let current = format!("$argon2id$v=19$m={memory_kib},t={passes},p=1$");
        !hash.starts_with(&current)
    }

    async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.queue {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(SIGN_IN_BUSY.retry_after(2).into());
        }
        let place = Place(&self.waiting);
        let slot = self
            .running
            .clone()
            .acquire_owned()
            .await
            .map_err(Error::internal)?;
        drop(place);
        // The hash continues if the caller disconnects, so the blocking task owns the permit.
        tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work()
        })
        .await
        .map_err(Error::internal)
    }
}

/// An entry of the queue, released also when the caller is dropped.
struct Place<'a>(&'a AtomicUsize);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn argon2(cost: HashCost) -> Result<Argon2<'static>> {
    let params = Params::new(cost.memory_kib, cost.passes, 1, None).map_err(Error::internal)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Without a salt, a random one is drawn.
fn hash_now(cost: HashCost, password: &str, salt: Option<[u8; 16]>) -> Result<String> {
    let argon2 = argon2(cost)?;
    let hash = match salt {
        Some(salt) => argon2.hash_password_with_salt(password.as_bytes(), &salt),
        None => argon2.hash_password(password.as_bytes()),
    };
    Ok(hash.map_err(Error::internal)?.to_string())
}

fn verify_now(password: &str, hash: &str) -> bool {
    PasswordHash::new(hash).is_ok_and(|parsed| {
        Argon2::default()
            .verify_password(password.as_bytes(), &parsed)
            .is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::{HashCost, Passwords};
    use crate::config::Auth;

    #[tokio::test]
    async fn a_hash_matches_only_its_password() {
        let passwords = Passwords::new(&Auth::default(), HashCost::default());
        let hash = passwords.hash("Aaaaaa1!").await.expect("a hash");
        assert!(
            hash.starts_with("$argon2id$v=19$m=47104,t=1,p=1$"),
            "{hash}"
        );
        assert!(
            passwords
                .verify("Aaaaaa1!", Some(&hash))
                .await
                .expect("an answer")
        );
        assert!(
            !passwords
                .verify("Aaaaaa1?", Some(&hash))
                .await
                .expect("an answer")
        );
        assert!(
            !passwords
                .verify("Decoy password that nobody has 0!", None)
                .await
                .expect("an answer")
        );
    }

    #[tokio::test]
    async fn a_full_queue_refuses() {
        let config = Auth {
            hash_queue: 0,
            ..Auth::default()
        };
        let passwords = Passwords::new(&config, HashCost::default());
        let refused = passwords.hash("x").await.expect_err("a full queue");
        assert!(refused.to_string().starts_with("busy"), "{refused}");
    }
}
