//! Client addresses: from the TCP peer and `X-Forwarded-For`, and the network that rate limits and caps count by.
//!
//! Pure functions: nothing here reads a socket or a request.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// The client's address, given `X-Forwarded-For` lines in the order they arrived.
///
/// Each of the `trusted_proxies` appended one entry, so the entry that many places from the right is the address of
/// the first trusted proxy's client. Entries are counted before they are parsed: a client can add entries on the left
/// only, and an entry that does not parse must not shift the count. If the counted entry is missing or is not an
/// address, the peer's address is used: that is a proxy of the operator, never a value the client chose.
pub(crate) fn client_address<'a>(
    peer: IpAddr,
    forwarded_for: impl Iterator<Item = &'a [u8]>,
    trusted_proxies: usize,
) -> IpAddr {
    let peer = peer.to_canonical();
    if trusted_proxies == 0 {
        return peer;
    }
    let entries: Vec<&[u8]> = forwarded_for
        .flat_map(|line| line.split(|byte| *byte == b','))
        .collect();
    entries
        .len()
        .checked_sub(trusted_proxies)
        .and_then(|index| entries.get(index))
        .and_then(|entry| parse_entry(entry))
        .unwrap_or(peer)
}

/// `1.2.3.4`, `1.2.3.4:5`, `::1`, `[::1]` or `[::1]:5`; the port is dropped.
fn parse_entry(entry: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(entry).ok()?.trim();
    let address = if let Ok(address) = text.parse::<IpAddr>() {
        address
    } else if let Ok(socket) = text.parse::<SocketAddr>() {
        socket.ip()
    } else {
        let inner = text.strip_prefix('[')?.strip_suffix(']')?;
        IpAddr::V6(inner.parse::<Ipv6Addr>().ok()?)
    };
    Some(address.to_canonical())
}

/// The network that rate limits and caps count by: an IPv4 address, or the /64 network of an IPv6 address, because one
/// customer has a whole /64. An IPv4-mapped address counts as its IPv4 address.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::{client_address, client_network};

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn forwarded_entries_are_counted_before_they_are_parsed() {
        let check = |trusted: usize, lines: &[&str], expect: &str| {
            let lines = lines.iter().map(|line| line.as_bytes());
            assert_eq!(
                client_address(ip("10.0.0.1"), lines, trusted),
                ip(expect),
                "{trusted} proxies"
            );
        };
        // Without trusted proxies the header is ignored.
        check(0, &["1.1.1.1"], "10.0.0.1");
        check(1, &[], "10.0.0.1");
        check(1, &["1.1.1.1"], "1.1.1.1");
        check(1, &["9.9.9.9, 1.1.1.1"], "1.1.1.1");
        check(2, &["9.9.9.9, 1.1.1.1, 10.0.0.2"], "1.1.1.1");
        // Fewer entries than proxies: the request did not pass all of them.
        check(2, &["1.1.1.1"], "10.0.0.1");
        // Header lines are one list, in order.
        check(2, &["9.9.9.9", "1.1.1.1", "10.0.0.2"], "1.1.1.1");
        check(1, &["9.9.9.9,8.8.8.8", "1.1.1.1"], "1.1.1.1");
        // Ports and brackets.
        check(1, &["1.1.1.1:443"], "1.1.1.1");
        check(1, &["[2001:db8::7]"], "2001:db8::7");
        check(1, &["[2001:db8::7]:443"], "2001:db8::7");
        check(1, &["2001:db8::7"], "2001:db8::7");
        check(1, &["::ffff:1.1.1.1"], "1.1.1.1");
        check(1, &["[::ffff:1.1.1.1]:5"], "1.1.1.1");
        // The entry at the counted position does not parse: the peer is used, never the client's own entry beside it.
        check(1, &["9.9.9.9, unknown"], "10.0.0.1");
        check(1, &["9.9.9.9, "], "10.0.0.1");
        check(1, &["9.9.9.9, [1.1.1.1]"], "10.0.0.1");
        check(1, &["9.9.9.9, fe80::1%eth0"], "10.0.0.1");
        check(2, &["9.9.9.9, unknown, 10.0.0.2"], "10.0.0.1");
        check(2, &["9.9.9.9, 1.1.1.1, unknown"], "1.1.1.1");
        // Unparsable entries of the client do not shift the count.
        check(
            2,
            &["junk, 9.9.9.9, more junk, 1.1.1.1, 10.0.0.2"],
            "1.1.1.1",
        );
        check(1, &["\u{fffd}", "1.1.1.1"], "1.1.1.1");
        check(1, &[",,,", "1.1.1.1"], "1.1.1.1");
    }

    #[test]
    fn a_line_that_is_not_utf8_still_counts() {
        let lines: [&[u8]; 1] = [b"\xff\xfe, 1.1.1.1"];
        assert_eq!(
            client_address(ip("10.0.0.1"), lines.into_iter(), 1),
            ip("1.1.1.1")
        );
    }

    #[test]
    fn an_ipv6_network_counts_as_one_client() {
        let check = |address: &str, expect: &str| {
            assert_eq!(client_network(ip(address)), ip(expect), "{address}");
        };
        check("203.0.113.7", "203.0.113.7");
        check("::ffff:203.0.113.7", "203.0.113.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
        check("2001:db8:1:2::", "2001:db8:1:2::");
        check("::1", "::");
    }

    #[test]
    fn the_peer_is_canonical_too() {
        let peer = client_address(ip("::ffff:127.0.0.2"), std::iter::empty(), 0);
        assert_eq!(peer, ip("127.0.0.2"));
    }
}
