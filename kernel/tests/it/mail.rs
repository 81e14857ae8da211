//! Mail over SMTP: it is sent after the commit, and retried as the same mail if the server refuses it.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use witverse_testing::{PASSWORD, TestApp};

use crate::user::ticket;

/// A server that refuses the first mails and stores the accepted ones.
#[derive(Clone, Default)]
struct Server {
    refusals: Arc<Mutex<u32>>,
    mails: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn start(refusals: u32) -> (Self, u16) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = Self {
            refusals: Arc::new(Mutex::new(refusals)),
            mails: Arc::default(),
        };
        let serving = server.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serving.clone().talk(stream));
            }
        });
        (server, port)
    }

    async fn talk(self, stream: TcpStream) -> std::io::Result<()> {
        let (read, mut write) = stream.into_split();
        let mut lines = BufReader::new(read).lines();
        write.write_all(b"220 test\r\n").await?;
        let (mut mail, mut in_data) = (String::new(), false);
        while let Some(line) = lines.next_line().await? {
            let answer: &[u8] = if in_data && line == "." {
                in_data = false;
                let refused = {
                    let mut left = self.refusals.lock().unwrap();
                    let refused = *left > 0;
                    *left = left.saturating_sub(1);
                    refused
                };
                self.mails.lock().unwrap().push(std::mem::take(&mut mail));
                if refused {
                    b"451 later\r\n"
                } else {
                    b"250 kept\r\n"
                }
            } else if in_data {
                mail.push_str(&line);
                mail.push('\n');
                continue;
            } else if line.eq_ignore_ascii_case("DATA") {
                in_data = true;
                b"354 go on\r\n"
            } else if line.eq_ignore_ascii_case("QUIT") {
                b"221 bye\r\n"
            } else {
                b"250 ok\r\n"
            };
            write.write_all(answer).await?;
        }
        Ok(())
    }

    fn seen(&self) -> Vec<String> {
        self.mails.lock().unwrap().clone()
    }
}

#[tokio::test]
async fn a_code_is_sent_by_smtp_and_retried_after_a_refusal() {
    let (server, port) = Server::start(1).await;
    let url = format!("smtp://127.0.0.1:{port}");
    let app = TestApp::with(|config| config.mail.smtp_url = Some(url)).await;
    let visitor = app.visitor();
    let captcha = ticket(&visitor).await;
    let new = json!({ "email": "sora@test.witverse.dev", "password": PASSWORD, "language": "ko", "captcha": captcha });
    assert_eq!(
        visitor.post("/api/user/email/register", new).await.line(),
        "201"
    );
    app.eventually("it is tried", async || server.seen().len() == 1)
        .await;
    // A refused mail is due later; the clock is advanced.
    app.eventually("it is put off", async || {
        app.count(
            "select count(*) from kernel.delivery where attempts = 1 and last_error like '%451%'",
        )
        .await
            == 1
    })
    .await;
    app.advance(Duration::from_secs(10));
    app.eventually("it is tried again", async || server.seen().len() == 2)
        .await;
    app.eventually("it is done", async || {
        app.count("select count(*) from kernel.delivery").await == 0
    })
    .await;

    let mails = server.seen();
    let header = |mail: &str, name: &str| {
        mail.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap()
            .to_owned()
    };
    assert_eq!(
        header(&mails[0], "Message-ID: "),
        header(&mails[1], "Message-ID: "),
        "the same mail"
    );
    assert_eq!(header(&mails[1], "To: "), "sora@test.witverse.dev");
    assert!(header(&mails[1], "From: ").contains("no-reply@witverse.localhost"));
    app.stop().await;
}
