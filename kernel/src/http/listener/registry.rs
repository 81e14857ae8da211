//! The open connections, with a cap in total and one per client network.
//!
//! At a cap, the oldest connection that serves no request makes room for the newest, and one that never sent a
//! complete request goes before one that did. Sockets that are opened and left hanging therefore evict each other,
//! while a client that sends its request at once is served, from the same address too. Only where every connection
//! under the cap serves a request is the newest one closed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::connection::{Connection, Evictable};
use crate::client_address::client_network;

#[derive(Clone, Copy, Debug)]
pub(super) struct Caps {
    pub(super) total: usize,
    /// None behind trusted proxies: there all clients share the proxy's address.
    pub(super) per_network: Option<usize>,
}

#[derive(Debug)]
pub(super) struct Registry {
    caps: Caps,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    /// By age: ids only grow.
    by_id: BTreeMap<u64, Entry>,
    by_network: HashMap<IpAddr, BTreeSet<u64>>,
    next_id: u64,
}

#[derive(Debug)]
struct Entry {
    network: IpAddr,
    connection: Arc<Connection>,
}

/// A connection's entry under the limits; released when dropped.
pub(super) struct Slot {
    registry: Arc<Registry>,
    id: u64,
    pub(super) connection: Arc<Connection>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.registry.open().remove(self.id);
    }
}

impl Registry {
    pub(super) fn new(caps: Caps) -> Self {
        Self {
            caps,
            open: Mutex::default(),
        }
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many connections are open.
    pub(super) fn len(&self) -> usize {
        self.open().by_id.len()
    }

    /// Admits a connection, or returns the name of the limit under which every connection serves a request.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Slot, &'static str> {
        let network = client_network(peer);
        let mut open = self.open();
        let of_network = open.by_network.get(&network).map_or(0, BTreeSet::len);
        if self.caps.per_network.is_some_and(|cap| of_network >= cap)
            && !open.evict_oldest(Some(network))
        {
            return Err("per_address");
        }
        if open.by_id.len() >= self.caps.total && !open.evict_oldest(None) {
            return Err("total");
        }
        let id = open.next_id;
        open.next_id += 1;
        let connection = Arc::new(Connection::new());
        open.by_id.insert(
            id,
            Entry {
                network,
                connection: connection.clone(),
            },
        );
        open.by_network.entry(network).or_default().insert(id);
        Ok(Slot {
            registry: self.clone(),
            id,
            connection,
        })
    }

    /// Evicts the oldest waiting connection; used when the process has no free files.
    pub(super) fn evict_oldest(&self) -> bool {
        self.open().evict_oldest(None)
    }
}

impl Open {
    fn evict_oldest(&mut self, network: Option<IpAddr>) -> bool {
        let Some(id) = self.find_evicted(network) else {
            return false;
        };
        metrics::counter!("http_connections_closed_total", "reason" => "evicted").increment(1);
        self.remove(id);
        true
    }

    fn find_evicted(&self, network: Option<IpAddr>) -> Option<u64> {
        let evict = |which| {
            let may = |id: &u64| {
                let entry = self.by_id.get(id);
                entry.is_some_and(|entry| entry.connection.try_evict(which))
            };
            match network {
                Some(network) => self.by_network.get(&network)?.iter().copied().find(may),
                None => self.by_id.keys().copied().find(may),
            }
        };
        evict(Evictable::Unproven).or_else(|| evict(Evictable::Waiting))
    }

    fn remove(&mut self, id: u64) {
        let Some(entry) = self.by_id.remove(&id) else {
            return;
        };
        if let Some(ids) = self.by_network.get_mut(&entry.network) {
            ids.remove(&id);
            if ids.is_empty() {
                self.by_network.remove(&entry.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::Arc;

    use super::{Caps, Registry, Slot};

    fn registry(total: usize, per_network: Option<usize>) -> Arc<Registry> {
        Arc::new(Registry::new(Caps { total, per_network }))
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    /// Whether a connection may still serve a request.
    fn is_open(slot: &Slot) -> bool {
        slot.connection.begin_request().is_some()
    }

    #[test]
    fn the_oldest_idle_connection_is_closed_for_a_new_one() {
        let registry = registry(2, None);
        let admit = |address: &str| registry.admit(ip(address));
        let (first, second) = (
            admit("10.0.0.1").expect("admitted"),
            admit("10.0.0.2").expect("admitted"),
        );
        let third = admit("10.0.0.3").expect("admitted");
        assert_eq!(registry.len(), 2);
        assert!(!is_open(&first) && is_open(&second) && is_open(&third));
    }

    #[test]
    fn an_idle_connection_without_requests_is_closed_first() {
        let registry = registry(2, None);
        let served = registry.admit(ip("10.0.0.1")).expect("admitted");
        drop(served.connection.begin_request());
        let silent = registry.admit(ip("10.0.0.2")).expect("admitted");
        let _third = registry.admit(ip("10.0.0.3")).expect("admitted");
        assert!(is_open(&served) && !is_open(&silent));
    }

    #[test]
    fn a_new_connection_is_refused_if_all_serve_requests() {
        let registry = registry(2, Some(1));
        let busy = registry.admit(ip("10.0.0.1")).expect("admitted");
        let request = busy.connection.begin_request();
        assert_eq!(registry.admit(ip("10.0.0.1")).err(), Some("per_address"));
        let other = registry.admit(ip("10.0.0.2")).expect("admitted");
        let _other = other.connection.begin_request();
        assert_eq!(registry.admit(ip("10.0.0.3")).err(), Some("total"));
        drop(request);
        assert!(registry.admit(ip("10.0.0.1")).is_ok(), "it waits again");
    }

    #[test]
    fn each_network_is_counted_separately() {
        let registry = registry(100, Some(2));
        let other = registry.admit(ip("2001:db8:0:1::1")).expect("admitted");
        let slots: Vec<Slot> = (1..=5)
            .map(|host| {
                registry
                    .admit(ip(&format!("2001:db8::{host}")))
                    .expect("admitted")
            })
            .collect();
        assert_eq!(registry.len(), 3);
        let open: Vec<bool> = slots.iter().map(is_open).collect();
        assert_eq!(open, [false, false, false, true, true]);
        assert!(is_open(&other));
        drop((slots, other));
        assert_eq!(registry.len(), 0);
    }

    #[test]
    fn mapped_addresses_count_as_ipv4() {
        let registry = registry(100, Some(1));
        let mapped = registry.admit(ip("::ffff:10.0.0.1")).expect("admitted");
        let _plain = registry.admit(ip("10.0.0.1")).expect("admitted");
        let _other = registry.admit(ip("::ffff:10.0.0.2")).expect("admitted");
        assert!(!is_open(&mapped));
        assert_eq!(registry.len(), 2);
    }
}
