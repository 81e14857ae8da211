//! The suite `quota`: with its space used up, its log full and the messages of the day sent, the plugin answers, and its reads work.
//! With space again, its calls work as before.

use serde_json::Value;
use witverse_kernel::plugins::measure_all;
use witverse_kernel::postgres::plugin_schema;

use super::bed::TestBed;
use super::outcome::Outcome;
use super::state::Inspector;

/// A table of the suite in the schema of the plugin.
const FILLER: &str = "witverse_suite_filler";
/// Lines of a log that are kept.
const LOG_LINES: u32 = 1_000;
/// More messages than a plugin may send on a day.
const SENT: u32 = 1_000_000;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

pub(super) async fn run(bed: &TestBed) -> Outcome {
    let install = bed.install(bed.requested()).await?;
    let mut inspector = Inspector::open(&bed.app).await?;
    let mut failures = Vec::new();
    // With rows in its tables, more of its statements run.
    bed.call_all(&install, &bed.calls, &mut failures).await?;
    let sql = bed.bundle.manifest.capabilities.sql.as_ref();
    let mib = sql.map_or(0, |sql| sql.mib);
    let id = install["id"].as_str().unwrap_or_default();
    if mib > 0 {
        inspector.run(fill(&plugin_schema(id), mib)).await?;
        measure_all(&bed.app.platform).await;
    }
    inspector.run(full_log(id)).await?;
    inspector.run(sent_messages(id, bed)).await?;
    let mut found = Vec::new();
    let replies = bed.call_all(&install, &bed.calls, &mut found).await?;
    let refused = replies.iter().filter(|reply| !reply.is_success()).count();
    failures.extend(
        found
            .into_iter()
            .map(|found| format!("with its space used up, {found}")),
    );
    for (call, reply) in bed.calls.iter().zip(&replies) {
        if call.method == "GET" && reply.status >= 500 {
            failures.push(format!(
                "with its space used up, {} answers {}; a read should not write",
                call.name,
                reply.line()
            ));
        }
    }
    if mib > 0 {
        let schema = plugin_schema(id);
        inspector
            .run(format!("drop table \"{schema}\".{FILLER}"))
            .await?;
        measure_all(&bed.app.platform).await;
        let mut found = Vec::new();
        bed.call_all(&install, &bed.calls, &mut found).await?;
        failures.extend(
            found
                .into_iter()
                .map(|found| format!("with space again, {found}")),
        );
    }
    bed.world.uninstall(&install).await?;
    Ok(match failures.is_empty() {
        true => Ok(format!(
            "{mib} MiB, {LOG_LINES} log lines and the day's messages used up; {refused} of {} calls refused",
            replies.len()
        )),
        false => Err(failures),
    })
}

/// Fills the schema of the plugin beyond its quota with bytes that are not compressed.
fn fill(schema: &str, mib: u32) -> String {
    format!(
        "create unlogged table \"{schema}\".{FILLER} (bytes text);
         alter table \"{schema}\".{FILLER} alter column bytes set storage plain;
         insert into \"{schema}\".{FILLER} select repeat('x', 8000) from generate_series(1, {});",
        mib * 131 + 131
    )
}

fn full_log(id: &str) -> String {
    format!(
        "insert into kernel.install_log (install, at, id, level, message)
         select '{id}', now() - n * interval '1 second', gen_random_uuid(), 'info', 'a line of the suite'
         from generate_series(1, {LOG_LINES}) n"
    )
}

/// The plugin `mail` counts the messages of an install for each person and day, and for all of them.
fn sent_messages(id: &str, bed: &TestBed) -> String {
    let mails = &bed.requested()["services"]["mail@1"];
    if *mails == Value::Null {
        return "select 1".into();
    }
    // Days in Korean time.
    let day = (bed.app.platform.clock.now_ms() + 9 * DAY_MS / 24) / DAY_MS;
    format!(
        "insert into plugin_mail.plugin_alarm_count (install, account_id, day, sent)
         select '{id}', a.id, {day}, {SENT} from kernel.account a
         union all select '{id}', '00000000-0000-0000-0000-000000000000', {day}, {SENT}
         on conflict (install, account_id, day) do update set sent = excluded.sent"
    )
}
