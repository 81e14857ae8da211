//! The network address and user agent of a request, as sessions and audit entries store them.

use std::net::IpAddr;

use crate::client_address::client_network;

/// The origin of a request; shown to the owner of the account.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    pub user_agent: String,
    pub ip: String,
}

impl Origin {
    /// The network that failures are counted by: an IPv4 address, or the /64 network of an IPv6 address.
    #[must_use]
    pub fn network(&self) -> String {
        match self.ip.parse::<IpAddr>() {
            Ok(address) => client_network(address).to_string(),
            Err(_) => self.ip.clone(),
        }
    }
}

/// The user agent, cut to 400 characters.
pub(super) fn shortened(text: &str) -> String {
    text.chars().take(400).collect()
}
