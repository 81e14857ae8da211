//! A kernel that is killed and started again, and requests that are repeated until it answers.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use sqlx::{ConnectOptions, PgConnection};
use uuid::Uuid;
use witverse_kernel::postgres::Embedded;
use witverse_testing::crash::request_of;
use witverse_testing::{Program, free_port, target};

use crate::program::{folder, kernel};
use crate::user::text;

/// A kernel with the demo data.
pub(crate) struct Killed {
    program: Option<Program>,
    data: tempfile::TempDir,
    pub(crate) port: u16,
}

/// A signed-in demo account. Tokens stay valid after a kill: their keys are in the database.
#[derive(Clone)]
pub(crate) struct SignedIn {
    pub(crate) token: String,
    pub(crate) id: Uuid,
}

impl Killed {
    pub(crate) fn start() -> Self {
        let (data, port) = (folder(), free_port());
        let program = Some(started(data.path(), port));
        Self {
            program,
            data,
            port,
        }
    }

    pub(crate) fn log_in(&self, name: &str) -> SignedIn {
        let visitor = SignedIn {
            token: String::new(),
            id: Uuid::nil(),
        };
        let credentials = json!({
            "email": format!("{name}@witverse.localhost"), "password": witverse_kernel::demo::PASSWORD,
        });
        let logged_in = self.ask(&visitor, "POST", "/api/user/login", Some(&credentials));
        SignedIn {
            token: text(&logged_in["payload"]["accessToken"]),
            id: text(&logged_in["payload"]["user"]["id"]).parse().unwrap(),
        }
    }

    pub(crate) async fn database(&self) -> PgConnection {
        let running = Embedded::running(&self.data.path().join("postgres"), "witverse");
        running.expect("it runs").connect().await.unwrap()
    }

    pub(crate) fn kill_and_start(&mut self) {
        self.kill();
        self.program = Some(started(self.data.path(), self.port));
    }

    pub(crate) fn kill(&mut self) {
        self.program.take().unwrap().kill();
    }

    /// A request that is repeated until it succeeds.
    pub(crate) fn ask(
        &self,
        who: &SignedIn,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> Value {
        match self.answer(who, method, path, body) {
            (status, body) if status < 300 => body,
            other => panic!("{method} {path}: {other:?}"),
        }
    }

    /// The first answer of a kernel that runs and is not busy.
    pub(crate) fn answer(
        &self,
        who: &SignedIn,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> (u16, Value) {
        let started = Instant::now();
        loop {
            match request_of(self.port, &who.token, method, path, body) {
                Some((status, body)) if status != 429 && status != 503 => return (status, body),
                _ => assert!(
                    started.elapsed() < Duration::from_secs(30),
                    "{method} {path}: no answer"
                ),
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
}

fn started(data: &std::path::Path, port: u16) -> Program {
    Program::start_from(kernel(), data, port, &target().join("bundles"), |command| {
        command.arg("--demo");
    })
}

/// Gives a person WIT by a correction of the platform.
pub(crate) async fn give(database: &mut PgConnection, person: Uuid, hundredths: i64) {
    sqlx::query(
        "select ledger.post(gen_random_uuid(), 'ffffffff-ffff-8fff-bfff-000000000002', $1, $2, 4::smallint, now(), 'kernel', '')",
    )
    .bind(person)
    .bind(hundredths)
    .execute(database)
    .await
    .unwrap();
}

/// Balance and held WIT of an account, in hundredths.
pub(crate) async fn funds(database: &mut PgConnection, account: Uuid) -> (i64, i64) {
    sqlx::query_as("select balance, held from ledger.account where id = $1")
        .bind(account)
        .fetch_one(database)
        .await
        .unwrap()
}
