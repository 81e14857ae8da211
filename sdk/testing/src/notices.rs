//! Delivers the sandbox's notices to a kernel that has no listener.

use std::sync::Weak;

use axum::body::Body;
use axum::http::Request;
use futures::FutureExt;
use futures::future::BoxFuture;
use tower::ServiceExt;
use witverse_kernel::app::App;
use witverse_kernel::payments::Sender;

/// Weak, because the kernel owns the deliverer: a strong reference would be a cycle.
pub(crate) struct InProcess(pub(crate) Weak<App>);

impl Sender for InProcess {
    fn post<'a>(
        &'a self,
        path: &'a str,
        headers: Vec<(&'static str, String)>,
        body: Vec<u8>,
    ) -> BoxFuture<'a, Result<u16, String>> {
        async move {
            let mut request = Request::post(path);
            for (name, value) in headers {
                request = request.header(name, value);
            }
            let request = request
                .body(Body::from(body))
                .map_err(|error| error.to_string())?;
            let app = self.0.upgrade().ok_or("the kernel is gone")?;
            let answer = witverse_kernel::http::router(app).oneshot(request).await;
            answer
                .map(|response| response.status().as_u16())
                .map_err(|error| error.to_string())
        }
        .boxed()
    }
}
