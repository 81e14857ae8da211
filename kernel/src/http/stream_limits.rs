//! Limits of live streams, which stay open as long as a screen: per account, per client network and in total.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use uuid::Uuid;

use super::listener::max_streams;
use crate::config::Config;
use crate::error::{Catalogue, Problem};

pub(crate) const TOO_MANY_STREAMS: Catalogue = Catalogue::new(
    429,
    "too_many_streams",
    "동시에 열린 실시간 연결이 너무 많습니다. 다른 탭이나 기기에서 화면을 닫고 다시 시도해 주세요.",
    "Too many live connections are open. Close this site in other tabs or devices and try again.",
);
/// The retry delay in seconds: by then the kernel has detected a stream whose client has disconnected.
const RETRY_AFTER_S: u64 = 15;

#[derive(Clone)]
pub(crate) struct StreamLimits(Arc<Limits>);

struct Limits {
    total: usize,
    per_network: usize,
    per_account: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    total: usize,
    networks: HashMap<IpAddr, usize>,
    accounts: HashMap<Uuid, usize>,
}

/// An open stream's entry under the limits; released when dropped.
pub(crate) struct StreamSlot {
    limits: Arc<Limits>,
    network: IpAddr,
    account: Uuid,
}

impl StreamLimits {
    pub(crate) fn new(config: &Config) -> Self {
        Self(Arc::new(Limits {
            total: max_streams(config),
            per_network: config.http.max_streams_per_address,
            per_account: config.http.max_streams_per_account,
            open: Mutex::default(),
        }))
    }

    /// Counts a stream for as long as the slot is held.
    ///
    /// # Errors
    /// `too_many_streams`.
    pub(crate) fn open(&self, account: Uuid, network: IpAddr) -> Result<StreamSlot, Problem> {
        let limits = &self.0;
        let mut open = limits.open.lock().unwrap_or_else(PoisonError::into_inner);
        let of = |count: Option<&usize>| count.copied().unwrap_or_default();
        let is_full = open.total >= limits.total
            || of(open.networks.get(&network)) >= limits.per_network
            || of(open.accounts.get(&account)) >= limits.per_account;
        if is_full {
            return Err(TOO_MANY_STREAMS.retry_after(RETRY_AFTER_S));
        }
        open.total += 1;
        *open.networks.entry(network).or_default() += 1;
        *open.accounts.entry(account).or_default() += 1;
        Ok(StreamSlot {
            limits: limits.clone(),
            network,
            account,
        })
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut open = self
            .limits
            .open
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        release(&mut open.networks, self.network);
        release(&mut open.accounts, self.account);
    }
}

/// Decrements a count and removes it at zero.
fn release<K: Hash + Eq>(counts: &mut HashMap<K, usize>, key: K) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use uuid::Uuid;

    use super::StreamLimits;
    use crate::config::Config;

    #[test]
    fn streams_are_counted_by_account_by_network_and_in_total() {
        let mut config = Config::default();
        config.http.max_streams = Some(4);
        config.http.max_streams_per_address = 3;
        config.http.max_streams_per_account = 2;
        let limits = StreamLimits::new(&config);
        let open = |account: u128, host: u8| {
            limits
                .open(Uuid::from_u128(account), IpAddr::from([10, 0, 0, host]))
                .map_err(|problem| problem.code)
        };
        let first = open(1, 1).expect("the first");
        let _second = open(1, 1).expect("the second of an account");
        assert_eq!(open(1, 2).err().as_deref(), Some("too_many_streams"));
        let _third = open(2, 1).expect("the third of a network");
        assert!(open(3, 1).is_err(), "the fourth of a network");
        let fourth = open(3, 2).expect("the fourth in total");
        assert!(open(4, 3).is_err(), "the fifth in total");
        drop((first, fourth));
        assert!(open(1, 1).is_ok(), "slots are given back");
    }
}
