//! Ten thousand guesses of every guessable secret: the number of comparisons is bounded by the counters, and the owner
//! gets in during the attack and afterwards.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use totp_rs::{Builder, Totp};
use witverse_testing::{Client, PASSWORD, Reply, TestApp};

use crate::support::concurrently;
use crate::user::{code, register, text, ticket, verify, wrong};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const NEW: &str = "Harbour2@Song";

/// Requests of the attack so far, by response.
#[derive(Default)]
struct Attack {
    sent: usize,
    answers: BTreeMap<String, usize>,
}

impl Attack {
    /// Sends concurrent guesses, each from another network, and counts the responses.
    async fn wave(&mut self, app: &TestApp, guesses: Vec<(&'static str, String, Option<Value>)>) {
        let doings: Vec<_> = guesses
            .into_iter()
            .map(|(method, path, body)| {
                self.sent += 1;
                let stranger = stranger(app, self.sent);
                async move {
                    let body = body.map(|body| body.to_string().into_bytes());
                    let reply = stranger.send(method, &path, body).await;
                    assert!(!reply.status.is_success(), "a guess was right: {path}");
                    assert!(!reply.status.is_server_error(), "{path}: {}", reply.line());
                    reply.line()
                }
            })
            .collect();
        for line in concurrently(doings).await {
            *self.answers.entry(line).or_default() += 1;
        }
    }

    fn answered(&self, line: &str) -> usize {
        self.answers.get(line).copied().unwrap_or_default()
    }
}

/// A client from an otherwise unused network.
fn stranger(app: &TestApp, number: usize) -> Client {
    let [.., a, b, c] = number.to_be_bytes();
    app.visitor()
        .with_header("x-forwarded-for", &format!("10.{a}.{b}.{c}"))
}

/// A kernel that distinguishes networks, just after midnight in Korea, so that no daily limit is reset midway.
async fn kernel() -> TestApp {
    let app = TestApp::with(|config| config.http.trusted_proxies = 1).await;
    let now = app.clock.now_ms() / 1000;
    let since_midnight = (now + 9 * 3600) % 86_400;
    app.advance(SECOND * u32::try_from(86_400 - since_midnight).unwrap() + MINUTE);
    app
}

fn email(name: &str) -> String {
    format!("{name}@test.witverse.dev")
}

async fn log_in(client: &Client, name: &str, password: &str) -> Reply {
    let body = json!({ "email": email(name), "password": password });
    client.post("/api/user/login", body).await
}

/// A browser on which the account has signed in before.
async fn device(app: &TestApp, name: &str) -> Client {
    let known = log_in(&app.visitor(), name, PASSWORD).await;
    let mark = known.cookie("witverse_device").unwrap();
    app.visitor()
        .with_header("cookie", &format!("witverse_device={mark}"))
}

async fn ask_reset(app: &TestApp, name: &str) -> Reply {
    let captcha = ticket(&app.visitor()).await;
    let body = json!({ "email": email(name), "captcha": captcha });
    app.visitor().post("/api/user/email/resetpw", body).await
}

/// The token of the link in the newest mail that has one.
async fn mailed_token(app: &TestApp, email: &str) -> String {
    let find = || {
        let mails = app.app.mailer.mailbox(Some(email));
        let links = mails.iter().filter_map(|mail| {
            let link = mail.message.text.split("&reset=").nth(1)?;
            Some(link.split_whitespace().next()?.to_owned())
        });
        links.take(1).next()
    };
    app.eventually("the link arrives", async || find().is_some())
        .await;
    find().unwrap()
}

/// Sets a new password with the link in the mail.
async fn reset_by_mail(app: &TestApp, address: &str, token: &str) {
    let owner = app.visitor();
    let path = format!("/api/user/resetpw/{address}/{token}");
    let confirmed = owner.get(&path).await;
    let body = json!({
        "email": address, "hashed": confirmed.payload()["hashed"], "new_password": NEW,
    });
    let changed = owner.post("/api/user/resetpw/change", body).await;
    assert_eq!(changed.line(), "200");
    let body = json!({ "email": address, "password": NEW });
    let logged_in = owner.post("/api/user/login", body).await;
    assert_eq!(logged_in.line(), "200", "the owner of the mailbox");
}

async fn written(app: &TestApp, name: &str, kind: &str) -> i64 {
    sqlx::query_scalar(
        "select count(*) from kernel.audit_entry e join kernel.account a on a.id = e.account_id
         where a.email = $1 and e.kind = $2",
    )
    .bind(email(name))
    .bind(kind)
    .fetch_one(app.owner())
    .await
    .unwrap()
}

fn guess(number: usize) -> String {
    format!("{:06}", number * 7919 % 1_000_000)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ten_thousand_guesses_neither_succeed_nor_lock_out_the_owner() {
    let mut total = 0;
    total += passwords().await;
    total += sign_up_codes().await;
    total += reset_codes().await;
    total += second_factors().await;
    total += login_codes().await;
    assert!(total >= 10_000, "{total}");
}

/// A patient attacker: captchas are solved and delays respected. At most a hundred passwords a day are compared.
async fn passwords() -> usize {
    let app = kernel().await;
    app.person("mina").await;
    let owner = device(&app, "mina").await;
    let mut attack = Attack::default();
    for wave in 0..120 {
        let captcha = ticket(&app.visitor()).await;
        let guesses = (0..27).map(|n| {
            let body = json!({
                "email": email("mina"), "password": format!("Guess{wave}${n}x"), "captcha": captcha,
            });
            ("POST", "/api/user/login".to_owned(), Some(body))
        });
        attack.wave(&app, guesses.collect()).await;
        if wave % 40 == 20 {
            let reply = log_in(&owner, "mina", PASSWORD).await;
            assert_eq!(
                reply.line(),
                "200",
                "a device that the account knows, during"
            );
        }
        app.advance(10 * SECOND);
    }
    let compared = attack.answered("401 password_unmatch");
    assert_eq!(compared, 100, "{:?}", attack.answers);
    app.eventually("every miss is written down", async || {
        written(&app, "mina", "login.failed").await + written(&app, "mina", "login.locked").await
            == 100
    })
    .await;
    let counted = "select max(day_failures)::bigint from kernel.login_guard";
    assert_eq!(app.count(counted).await, 100);
    assert_eq!(written(&app, "mina", "login.locked").await, 1);

    // Afterwards: a known device, an unknown one with the right password, and a password reset.
    assert_eq!(log_in(&owner, "mina", PASSWORD).await.line(), "200");
    let other = stranger(&app, 0);
    let locked = log_in(&other, "mina", PASSWORD).await;
    assert_eq!(locked.line(), "429 login_locked");
    assert_eq!(ask_reset(&app, "mina").await.line(), "200");
    let token = mailed_token(&app, &email("mina")).await;
    reset_by_mail(&app, &email("mina"), &token).await;
    app.stop().await;
    attack.sent
}

/// Five attempts per code, ten codes a day: fifty of a million.
async fn sign_up_codes() -> usize {
    let app = kernel().await;
    let address = "new@b.co";
    assert_eq!(register(&app, address, PASSWORD).await.line(), "201");
    let right = code(&app, address, 1).await;
    let mut attack = Attack::default();
    let mut compared: i64 = 0;
    for sent in 1..=10 {
        let guesses = (0..250).map(|n| {
            let mut given = guess(sent * 250 + n);
            // A random hit has a probability of one in a million and is not tested.
            if given == right {
                given = wrong(&given);
            }
            let body = json!({ "email": address, "code": given });
            ("POST", "/api/user/register/verify".to_owned(), Some(body))
        });
        attack.wave(&app, guesses.collect()).await;
        compared += app
            .count("select least(tries, 5)::bigint from kernel.sign_up")
            .await;
        app.advance(5 * MINUTE);
        if sent < 10 {
            let body = json!({ "email": address });
            let again = app.visitor().post("/api/v2/user/email/resend", body).await;
            assert_eq!(again.line(), "200");
        }
    }
    assert_eq!(compared, 50);
    assert_eq!(
        attack.answered("400 code_not_matched"),
        50,
        "{:?}",
        attack.answers
    );
    let body = json!({ "email": address });
    let over = app.visitor().post("/api/v2/user/email/resend", body).await;
    assert_eq!(over.line(), "429 resend_limit");
    assert_eq!(verify(&app, address, &right).await.line(), "400 invalid");
    // A password reset by mail still works, without a delay.
    let captcha = ticket(&app.visitor()).await;
    let body = json!({ "email": address, "captcha": captcha });
    let asked = app.visitor().post("/api/user/email/resetpw", body).await;
    assert_eq!(asked.line(), "200");
    let token = mailed_token(&app, address).await;
    reset_by_mail(&app, address, &token).await;
    app.stop().await;
    attack.sent
}

/// Five attempts per reset; the link in the same mail is not affected.
async fn reset_codes() -> usize {
    let app = kernel().await;
    app.person("mina").await;
    let owner = device(&app, "mina").await;
    let address = email("mina");
    let mut attack = Attack::default();
    let mut compared: i64 = 0;
    for sent in 1..=10 {
        assert_eq!(ask_reset(&app, "mina").await.line(), "200");
        let right = code_of_reset(&app, &address, sent).await;
        let guesses = (0..250).map(|n| {
            let mut given = guess(sent * 250 + n);
            if given == right {
                given = wrong(&given);
            }
            ("GET", format!("/api/user/resetpw/{address}/{given}"), None)
        });
        attack.wave(&app, guesses.collect()).await;
        compared += app
            .count("select least(tries, 5)::bigint from kernel.password_reset")
            .await;
        let path = format!("/api/user/resetpw/{address}/{right}");
        assert_eq!(
            app.visitor().get(&path).await.line(),
            "400 invalid",
            "spent"
        );
        assert_eq!(
            log_in(&owner, "mina", PASSWORD).await.line(),
            "200",
            "during"
        );
        if sent < 10 {
            app.advance(5 * MINUTE);
        }
    }
    assert_eq!(compared, 50);
    let over = ask_reset(&app, "mina").await;
    assert_eq!(over.line(), "429 resend_too_soon");
    let token = mailed_token(&app, &address).await;
    reset_by_mail(&app, &address, &token).await;
    app.stop().await;
    attack.sent
}

/// The code in the newest mail.
async fn code_of_reset(app: &TestApp, address: &str, mails: usize) -> String {
    app.eventually("the mail arrives", async || {
        app.app.mailer.mailbox(Some(address)).len() >= mails
    })
    .await;
    let text = app.app.mailer.mailbox(Some(address))[0]
        .message
        .text
        .clone();
    let mut numbers = text.split(|c: char| !c.is_ascii_alphanumeric());
    let digits = |part: &&str| part.len() == 6 && part.bytes().all(|byte| byte.is_ascii_digit());
    numbers
        .find(digits)
        .expect("a mail holds a code")
        .to_owned()
}

/// With the password but without the authenticator app: one code per ten seconds, a hundred a day, five per ticket.
async fn second_factors() -> usize {
    let app = kernel().await;
    let mina = app.person("mina").await;
    let setup = mina.post("/api/account/totp/start", json!({})).await;
    let secret = totp_rs::Secret::try_from_base32(text(&setup.payload()["secret"]));
    let totp: Totp = Builder::new().with_secret(secret.unwrap()).build().unwrap();
    let now = || app.clock.now_ms() / 1000;
    let body = json!({ "code": totp.generate(now()).to_string() });
    let confirmed = mina.post("/api/account/totp/confirm", body).await;
    assert_eq!(confirmed.line(), "200");
    let finish = "/api/user/login/second-factor";
    let begin = async || {
        let reply = log_in(&app.visitor(), "mina", PASSWORD).await;
        text(&reply.payload()["secondFactor"]["ticket"])
    };
    let mut attack = Attack::default();
    let waves = 60;
    for wave in 0..waves {
        let held = begin().await;
        let right: Vec<String> = (0..3)
            .map(|step| totp.generate(now() + 30 * step - 30).to_string())
            .collect();
        let guesses = (0..20).map(|n| {
            let mut given = guess(wave * 20 + n);
            while right.contains(&given) {
                given = wrong(&given);
            }
            let body = json!({ "ticket": held, "code": given });
            ("POST", finish.to_owned(), Some(body))
        });
        attack.wave(&app, guesses.collect()).await;
        if wave == waves / 2 {
            // During the attack, the owner of the app waits for one delay, like every caller.
            app.advance(30 * SECOND);
            let body = json!({ "ticket": begin().await, "code": totp.generate(now()).to_string() });
            let owner = app.visitor().post(finish, body).await;
            assert_eq!(owner.line(), "200", "the owner, during");
        }
        app.advance(10 * SECOND);
    }
    let compared = attack.answered("400 second_factor_wrong");
    assert_eq!(compared, waves, "one a wave: {:?}", attack.answers);
    let recorded = written(&app, "mina", "login.second_factor_failed").await;
    assert_eq!(usize::try_from(recorded).unwrap(), compared);
    let tries = "select max(tries)::bigint from kernel.ticket where kind = 'second-factor'";
    assert!(app.count(tries).await >= 5, "tries of a ticket are counted");
    app.advance(30 * SECOND);
    let body = json!({ "ticket": begin().await, "code": totp.generate(now()).to_string() });
    let owner = app.visitor().post(finish, body).await;
    assert_eq!(owner.line(), "200", "the owner, afterwards");
    app.stop().await;
    attack.sent
}

/// Sealed tokens: a forged one is rejected without a lookup, and the real one stays valid.
async fn login_codes() -> usize {
    let app = kernel().await;
    let mina = app.person("mina").await;
    let redeem = "/api/user/login/code/redeem";
    let issued = mina.post("/api/user/login/code", json!({})).await;
    let right = text(&issued.payload()["code"]);
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let mut attack = Attack::default();
    for wave in 0..6 {
        let guesses = (0..250).map(|n| {
            let number = wave * 250 + n;
            let given: String = match number % 3 {
                // A real token with one changed character, and random characters.
                0 => right
                    .chars()
                    .enumerate()
                    .map(|(place, letter)| match place == number % right.len() {
                        true if letter == 'x' => 'y',
                        true => 'x',
                        false => letter,
                    })
                    .collect(),
                1 => (0..right.len())
                    .map(|place| letters[(number * 31 + place * (7 + number % 11)) % letters.len()])
                    .collect(),
                _ => right[..number % right.len()].to_owned(),
            };
            ("POST", redeem.to_owned(), Some(json!({ "code": given })))
        });
        attack.wave(&app, guesses.collect()).await;
    }
    assert_eq!(
        attack.answered("401 login_code_invalid"),
        attack.sent,
        "{:?}",
        attack.answers
    );
    let untouched = "select count(*) from kernel.ticket where kind = 'login-code' and tries = 0";
    assert_eq!(
        app.count(untouched).await,
        1,
        "none of them reached the table"
    );
    let owner = app.visitor().post(redeem, json!({ "code": right })).await;
    assert_eq!(owner.line(), "200");
    let twice = app.visitor().post(redeem, json!({ "code": right })).await;
    assert_eq!(twice.line(), "401 login_code_invalid");
    app.stop().await;
    attack.sent
}
