//! Sends the sandbox's webhooks to the kernel over HTTP, as any provider does.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use futures::FutureExt;
use futures::future::BoxFuture;

use crate::http_client::{Http, send};

/// Sends a webhook.
pub trait Sender: Send + Sync {
    /// Posts a body to a path of the kernel; returns the status, or why the request failed.
    fn post<'a>(
        &'a self,
        path: &'a str,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    ) -> BoxFuture<'a, Result<u16, String>>;
}

/// Sends over HTTP on this machine.
pub struct OverHttp {
    http: Http,
    address: SocketAddr,
}

impl OverHttp {
    /// Sends to the address that the kernel listens on.
    #[must_use]
    pub fn new(listens: SocketAddr) -> Self {
        let ip = match listens.ip() {
            // An unspecified address can be listened on but not called.
            IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
            ip => ip,
        };
        Self {
            http: Http::default(),
            address: SocketAddr::new(ip, listens.port()),
        }
    }
}

impl Sender for OverHttp {
    fn post<'a>(
        &'a self,
        path: &'a str,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    ) -> BoxFuture<'a, Result<u16, String>> {
        async move {
            let client = self.http.client().map_err(|error| error.to_string())?;
            let mut request = client.post(format!("http://{}{path}", self.address));
            for (name, value) in headers {
                request = request.header(name, value);
            }
            let answer = send(request.body(body)).await;
            answer
                .map(|answer| answer.status)
                .map_err(|error| error.to_string())
        }
        .boxed()
    }
}
