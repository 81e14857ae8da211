//! Client addresses: rate limits use the network's address, not headers of the client.

use witverse_testing::{Client, TestApp};

fn from(visitor: &Client, lines: &[&str]) -> Client {
    lines.iter().fold(visitor.clone(), |client, line| {
        client.with_header("x-forwarded-for", line)
    })
}

#[tokio::test]
async fn a_client_cannot_choose_its_address_behind_a_proxy() {
    let app = TestApp::with(|config| config.http.trusted_proxies = 2).await;
    let visitor = app.visitor();
    for (lines, expect) in [
        (&["9.9.9.9, 1.1.1.1, 10.0.0.2"][..], "1.1.1.1"),
        (&["9.9.9.9", "1.1.1.1", "10.0.0.2"], "1.1.1.1"),
        (&["1.1.1.1:4711, 10.0.0.2"], "1.1.1.1"),
        (&["[2001:db8::1]:4711, 10.0.0.2"], "2001:db8::1"),
        (&["::ffff:1.1.1.1, 10.0.0.2"], "1.1.1.1"),
        // An entry that does not parse is not skipped: the entry before it was written by the client.
        (&["9.9.9.9, unknown, 10.0.0.2"], "127.0.0.1"),
        (&["9.9.9.9, 1.1.1.1, unknown"], "1.1.1.1"),
        (&["10.0.0.2"], "127.0.0.1"),
    ] {
        let reply = from(&visitor, lines).get("/api/ip").await;
        assert_eq!(reply.payload()["ip"], expect, "{lines:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn mapped_addresses_have_limits_of_their_own() {
    let app = TestApp::with(|config| {
        config.http.trusted_proxies = 1;
        config.http.account_rate = 1;
    })
    .await;
    let limited = "/api/v2/user/query/nickname?nickname=abcd";
    for (address, line) in [
        ("::ffff:203.0.113.1", "200"),
        ("203.0.113.1", "429 too_many_requests"),
        ("::ffff:203.0.113.2", "200"),
    ] {
        let reply = from(&app.visitor(), &[address]).get(limited).await;
        assert_eq!(reply.line(), line, "{address}");
    }
    app.stop().await;
}

#[tokio::test]
async fn routes_of_plugins_count_visitors_by_network() {
    let app = TestApp::with(|config| {
        config.http.trusted_proxies = 1;
        config.http.route_rate_factor = 1;
    })
    .await;
    // 100 requests a second.
    let list = "/api/v3/worlds";
    let mut refused = 0;
    for host in 0..400 {
        let visitor = from(&app.visitor(), &[&format!("2001:db8::{host:x}")]);
        refused += usize::from(visitor.get(list).await.line() == "429 too_many_requests");
        if refused > 0 {
            break;
        }
    }
    assert!(refused > 0, "one /64 is one client");
    let other = from(&app.visitor(), &["2001:db8:0:1::1"]);
    assert_eq!(other.get(list).await.line(), "200");
    app.stop().await;
}
