//! Runs each op of a script: the host call, and its result as JSON.
//!
//! Uses the bare imports and not the SDK's wrappers, so that a test sees the host's exact result.

use crate::files;
use crate::hostile;
use crate::ledger_ops::{count_spending, ledger_error, nothing, party, posting};
use crate::ops::Op;
use crate::resource::resource;
use crate::value::Cell;
use serde_json::{Value as Json, json};
use witverse_sdk::bindings::witverse::plugin::{
    authz, clock, context, events, install_forms, ledger, live, log, metrics, notify, random,
    services, settings, signing, sql, timers, types, users,
};
use witverse_sdk::http::Response;
use witverse_sdk::sql::Value;
use witverse_sdk::{Error, localized};

/// The result of an op.
pub(crate) enum Step {
    Done(Json),
    Answer(Response),
}

impl From<Json> for Step {
    fn from(result: Json) -> Self {
        Self::Done(result)
    }
}

pub(crate) fn ok(value: impl Into<Json>) -> Step {
    json!({ "ok": value.into() }).into()
}

fn done<T: Into<Json>>(result: Result<T, String>) -> Step {
    match result {
        Ok(value) => ok(value),
        Err(error) => json!({ "error": error }).into(),
    }
}

fn sql_error(error: &sql::SqlError) -> Step {
    let kind = format!("{:?}", error.kind);
    let kind = kind.rsplit("::").next().unwrap_or_default().to_lowercase();
    json!({ "error": {
        "kind": kind,
        "code": error.code,
        "constraint": error.constraint,
        "message": error.message,
    }})
    .into()
}

fn cells(rows: Vec<Vec<Value>>) -> Json {
    let row = |row: Vec<Value>| row.into_iter().map(Cell::from).collect::<Vec<_>>();
    json!(rows.into_iter().map(row).collect::<Vec<_>>())
}

fn values(params: Vec<Cell>) -> Vec<Value> {
    params.into_iter().map(Into::into).collect()
}

fn bytes(payload: &Json) -> Vec<u8> {
    payload.to_string().into_bytes()
}

fn answer(status: u16, headers: Vec<(String, String)>, body: Vec<u8>) -> Step {
    Step::Answer(Response {
        status,
        headers,
        body,
    })
}

/// Runs one op.
pub(crate) fn step(op: Op) -> Result<Step, Error> {
    Ok(match op {
        Op::SqlQuery { statement, params } => match sql::query(&statement, &values(params)) {
            Ok(rows) => ok(json!({ "columns": rows.columns, "rows": cells(rows.rows) })),
            Err(error) => sql_error(&error),
        },
        Op::SqlExecute { statement, params } => match sql::execute(&statement, &values(params)) {
            Ok(changed) => ok(changed),
            Err(error) => sql_error(&error),
        },
        Op::Cursor {
            statement,
            params,
            max,
            open,
            pieces,
        } => {
            let read = read_pieces(&statement, &values(params), max, open.unwrap_or(1), pieces);
            match read {
                Ok(pieces) => ok(pieces),
                Err(error) => sql_error(&error),
            }
        }
        Op::Publish { topic, payload } => done(events::publish(&topic, &bytes(&payload))),
        Op::LivePush {
            person,
            kind,
            payload,
        } => done(live::push(&person, &kind, &bytes(&payload))),
        Op::Schedule {
            key,
            at_ms,
            cron,
            payload,
        } => {
            let when = match cron {
                Some(fields) => timers::When::Cron(fields),
                None => timers::When::AtMs(at_ms.unwrap_or_default()),
            };
            done(timers::schedule(&key, &when, &bytes(&payload)))
        }
        Op::Cancel { key } => {
            timers::cancel(&key);
            ok(Json::Null)
        }
        Op::ServiceCall {
            service,
            method,
            payload,
        } => service_result(services::call(&service, &method, &bytes(&payload))),
        Op::FillForm {
            install,
            slot,
            values,
        } => match install_forms::fill(&install, &slot, &values.to_string()) {
            Ok(filled) => ok(filled.values),
            Err(install_forms::FormError::Unavailable) => ok("unavailable"),
            Err(install_forms::FormError::Invalid(problems)) => {
                let fields: Vec<_> = problems.into_iter().map(|one| one.field).collect();
                json!({ "error": fields }).into()
            }
        },
        Op::ServiceAvailable { service } => ok(services::available(&service)),
        Op::Declare {
            kind,
            id,
            alias,
            parent,
            attributes,
        } => done(authz::declare(&authz::Declaration {
            kind,
            id,
            alias,
            parent,
            attributes: attributes.to_string(),
        })),
        Op::Remove { kind, id } => done(authz::remove(&kind, &id)),
        Op::GrantRole {
            person,
            role,
            kind,
            id,
        } => done(authz::grant_role(&person, &role, &kind, &id)),
        Op::RevokeRole {
            person,
            role,
            kind,
            id,
        } => done(authz::revoke_role(&person, &role, &kind, &id)),
        Op::Check {
            action,
            kind,
            id,
            attributes,
        } => ok(authz::check(&action, &resource(kind, id, &attributes))),
        Op::Explain {
            action,
            kind,
            id,
            attributes,
        } => {
            let decision = authz::explain(&action, &resource(kind, id, &attributes));
            ok(json!({
                "allowed": decision.allowed,
                "policies": decision.policies,
                "problems": decision.problems,
            }))
        }
        Op::ExplainFor {
            people,
            action,
            kind,
            id,
            attributes,
        } => {
            let asked = resource(kind, id, &attributes);
            let decisions = authz::explain_for(&people, &action, &asked);
            let allowed = decisions.iter().map(|one| one.allowed);
            ok(allowed.collect::<Vec<bool>>())
        }
        Op::Balance { of } => match ledger::balance(&party(of)) {
            Ok(funds) => {
                ok(json!({ "balance": funds.balance, "held": funds.held, "frozen": funds.frozen }))
            }
            Err(error) => ledger_error(&error),
        },
        Op::Transfer(new) => posting(new.make()),
        Op::CountSpending { key, world, kept } => count_spending(&key, &world, kept),
        Op::TransferLegs { key, legs } => {
            let legs: Vec<ledger::Leg> = legs.into_iter().map(Into::into).collect();
            posting(ledger::transfer_legs(&key, &legs))
        }
        Op::Hold {
            key,
            to,
            amount,
            expires_at_ms,
            memo,
        } => posting(ledger::hold(&ledger::NewHold {
            key,
            to,
            amount,
            memo,
            expires_at_ms,
        })),
        Op::Capture { hold, to, amount } => match ledger::capture(&hold, to.as_deref(), amount) {
            Ok(capture) => ok(json!({ "payer": capture.payer, "payee": capture.payee })),
            Err(error) => ledger_error(&error),
        },
        Op::Release { hold } => nothing(ledger::release(&hold)),
        Op::GiveMandate {
            key,
            amount,
            expires_at_ms,
        } => posting(ledger::give_mandate(&ledger::NewMandate {
            key,
            amount,
            expires_at_ms,
        })),
        Op::Collect { mandate, payments } => {
            let payments: Vec<ledger::Payment> = payments.into_iter().map(Into::into).collect();
            nothing(ledger::collect(&mandate, &payments))
        }
        Op::RevokeMandate { mandate } => nothing(ledger::revoke_mandate(&mandate)),
        Op::History { of, before, limit } => match ledger::history(&party(of), before, limit) {
            Ok(entries) => {
                let entries = entries.iter().map(
                    |entry| json!({ "seq": entry.seq, "amount": entry.amount, "memo": entry.memo, "other": entry.other }),
                );
                ok(entries.collect::<Vec<_>>())
            }
            Err(error) => ledger_error(&error),
        },
        Op::Profile { id } => ok(json!(users::profile(&id).map(profile))),
        Op::Profiles { ids } => {
            ok(users::profiles(&ids).into_iter().map(profile).collect::<Vec<_>>())
        }
        Op::FindByNickname { nickname } => ok(users::find_by_nickname(&nickname).map(profile)),
        Op::Search { prefix, limit } => {
            let found: Vec<_> = users::search(&prefix, limit)
                .into_iter()
                .map(profile)
                .collect();
            ok(found)
        }
        Op::Broadcast { kind, payload } => done(live::broadcast(&kind, &bytes(&payload))),
        Op::Sign { statement } => done(signing::sign(statement.as_bytes()).map(|signed| {
            json!({ "hash": signed.hash, "keyId": signed.key_id, "signature": signed.signature })
        })),
        Op::Room(op) => crate::room_ops::perform(op).into(),
        Op::Card(op) => crate::payment_ops::perform(op).into(),
        Op::Keys => ok(signing::keys()),
        Op::FileInfo { ids } => files::info(&ids).into(),
        Op::FileDigest { file } => files::digest(&file).into(),
        Op::FileAttach {
            file,
            kind,
            reference,
        } => files::attach(&file, kind.as_deref(), &reference).into(),
        Op::FileDetach { file, reference } => files::detach(file.as_deref(), &reference).into(),
        Op::OwnFileWrite {
            name,
            text,
            hex,
            times,
            person,
        } => {
            let content = files::content_of(&text, &hex, times);
            files::write_own(&name, &content, person.as_deref()).into()
        }
        Op::Granted { permission } => ok(context::granted(&permission)),
        Op::OwnFileRead { name } => files::read_own(&name).into(),
        Op::OwnFileRemove { name } => files::remove_own(&name).into(),
        Op::OwnFileFind {
            prefix,
            after,
            limit,
        } => files::find_own(&prefix, after.as_deref(), limit).into(),
        Op::Email {
            person,
            subject,
            text,
        } => done(notify::email(
            &person,
            &both(&subject),
            &both(&text),
            Some("/mail"),
        )),
        Op::Notify {
            person,
            title,
            link,
        } => done(notify::push(
            &person,
            &notify::Notice {
                title: both(&title),
                body: both("body"),
                link,
                tag: "probe".into(),
            },
        )),
        Op::Reachable { people } => ok(notify::reachable(&people)
            .into_iter()
            .map(|found| json!([found.person, found.screens, found.devices]))
            .collect::<Vec<_>>()),
        Op::Pairs { pairs } => {
            let pairs = users::pairs(&pairs);
            let side = |side: &Option<users::PublicProfile>| {
                side.as_ref().map(|profile| profile.nickname.clone())
            };
            ok(pairs
                .iter()
                .map(|pair| json!([side(&pair.a), side(&pair.b), pair.blocked, pair.muted]))
                .collect::<Vec<_>>())
        }
        Op::BlockedBetween { a, b } => ok(users::blocked_between(&a, &b)),
        Op::Blocks => ok(users::blocks()),
        Op::SetImage { path, reference } => files::set_image(&path, &reference).into(),
        Op::ClearImage { person, reference } => files::clear_image(&person, &reference).into(),
        Op::ForbiddenWord { text } => ok(users::forbidden_word(&text)),
        Op::Log { level, message } => {
            log::write(log_level(level.as_deref()), &message, &[]);
            ok(Json::Null)
        }
        Op::Random { count } => ok(random::bytes(count)),
        Op::Uuid => ok(random::uuid()),
        Op::Settings { key } => ok(json!(settings::get(&key))),
        Op::Metrics {
            name,
            delta,
            value,
            labels,
        } => {
            match value {
                Some(value) => metrics::observe(&name, value, &labels),
                None => metrics::count(&name, delta.unwrap_or(1), &labels),
            }
            ok(Json::Null)
        }
        Op::Clock => ok(clock::now_ms()),
        Op::Context => ok(context_facts()),
        Op::Problem {
            status,
            code,
            retry_after_s,
        } => {
            let text = localized("탐침의 문제", "a problem of the probe");
            let error = Error::new(status, code, text);
            return Err(match retry_after_s {
                Some(seconds) => error.retry_after(seconds),
                None => error,
            });
        }
        Op::Respond {
            status,
            headers,
            body,
        } => answer(status, headers, body.into_bytes()),
        misdeed => misbehave(misdeed),
    })
}

fn misbehave(op: Op) -> Step {
    match op {
        Op::Trap => hostile::trap(),
        #[expect(clippy::panic, reason = "panicking is what was asked for")]
        Op::Panic { message } => panic!("{}", message.as_deref().unwrap_or("as told")),
        Op::Loop => hostile::spin(),
        Op::Sleepless => hostile::sleepless(),
        Op::Recurse => ok(hostile::recurse(0)),
        Op::Hog { mib } => ok(hostile::hog(mib)),
        Op::LogFlood { lines, bytes } => ok(hostile::log_flood(lines, bytes.unwrap_or(1))),
        Op::RandomHuge => ok(hostile::random_huge()),
        Op::HostcallFlood { count } => ok(hostile::hostcall_flood(count)),
        Op::HugeResponse { bytes } => answer(200, Vec::new(), vec![b'x'; bytes]),
        Op::BadStatus { status } => answer(status.unwrap_or(99), Vec::new(), Vec::new()),
        Op::InvalidUtf8Header => Step::Answer(hostile::invalid_utf8_header()),
        other => json!({ "error": format!("not a misdeed: {other:?}") }).into(),
    }
}

fn read_pieces(
    statement: &str,
    params: &[Value],
    max: u32,
    open: u32,
    pieces: Option<u32>,
) -> Result<Json, sql::SqlError> {
    let mut cursors = Vec::new();
    for _ in 0..open {
        cursors.push(sql::open_cursor(statement, params)?);
    }
    let mut read = Vec::new();
    if let Some(cursor) = cursors.last() {
        while pieces.is_none_or(|pieces| read.len() < pieces as usize) {
            let rows = cursor.next(max)?;
            if rows.is_empty() {
                break;
            }
            read.push(cells(rows));
        }
    }
    Ok(Json::Array(read))
}

fn service_result(result: Result<Vec<u8>, services::ServiceError>) -> Step {
    let error = match result {
        Ok(body) => {
            let text = || Json::String(String::from_utf8_lossy(&body).into_owned());
            return ok(serde_json::from_slice(&body).unwrap_or_else(|_| text()));
        }
        Err(services::ServiceError::Unavailable) => json!("unavailable"),
        Err(services::ServiceError::Failed(detail)) => json!({ "failed": detail }),
        Err(services::ServiceError::Problem(problem)) => {
            json!({ "problem": { "status": problem.status, "code": problem.code } })
        }
    };
    json!({ "error": error }).into()
}

fn both(text: &str) -> types::Localized {
    types::Localized {
        ko: format!("{text} ko"),
        en: format!("{text} en"),
    }
}

fn language(language: types::Language) -> &'static str {
    match language {
        types::Language::Ko => "ko",
        types::Language::En => "en",
    }
}

fn profile(profile: users::PublicProfile) -> Json {
    json!({
        "id": profile.id,
        "nickname": profile.nickname,
        "image": profile.image,
        "language": language(profile.language),
    })
}

fn log_level(level: Option<&str>) -> log::Level {
    match level {
        Some("debug") => log::Level::Debug,
        Some("warn") => log::Level::Warn,
        Some("error") => log::Level::Error,
        _ => log::Level::Info,
    }
}

fn context_facts() -> Json {
    let caller = match context::caller() {
        context::Principal::Visitor => json!("visitor"),
        context::Principal::Person(person) => {
            json!({ "person": { "id": person.id, "nickname": person.nickname } })
        }
        context::Principal::Plugin(id) => json!({ "plugin": id }),
        context::Principal::System => json!("system"),
    };
    let install = context::install();
    json!({
        "caller": caller,
        "world": context::world(),
        "install": { "plugin": install.plugin, "version": install.version },
        "locale": language(context::locale()),
        "deadline_ms": context::deadline_ms(),
    })
}
