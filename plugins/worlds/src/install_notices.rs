//! Tells the owner and the administrators of a world that one of its plugins was stopped without them.

use crate::events;
use witverse_sdk::ctx::Text;
use witverse_sdk::kernel_events::InstallStopped;
use witverse_sdk::{Ctx, Error, Event, Uuid, params};

/// Characters of a plugin's name and of a reason in an alarm, whose texts are short.
const NAME: usize = 40;
const REASON: usize = 150;

/// Raises an alarm for each of them. A stop has a key, so a repeated delivery raises no second one. Nothing if the world is gone.
pub(crate) fn on_install_stopped(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let stop: InstallStopped = event.json()?;
    let world = ctx.sql().query(
        "select name, owner_id from world where id = $1",
        &params![&stop.scope],
    )?;
    let Some((name, owner)) = world.all::<(String, Uuid)>()?.into_iter().next() else {
        return Ok(());
    };
    // At most five.
    let admins = ctx.sql().query(
        "select account_id from member where world_id = $1 and role = 'admin' order by account_id",
        &params![&stop.scope],
    )?;
    let admins: Vec<(Uuid,)> = admins.all()?;
    let (title, text) = words(&stop, &name);
    for to in [owner].iter().chain(admins.iter().map(|(id,)| id)) {
        events::plugin_stopped(ctx, &stop.key, &name, to, (title.clone(), text.clone()))?;
    }
    Ok(())
}

fn words(stop: &InstallStopped, world: &str) -> (Text, Text) {
    let (ko, en) = (short(&stop.name.ko, NAME), short(&stop.name.en, NAME));
    match stop.because.as_str() {
        "trial_over" => (
            Text::new(
                format!("{ko} 시험이 끝났습니다"),
                format!("Your trial of {en} is over"),
            ),
            Text::new(
                format!("{world} 월드에서 7일 동안 시험했습니다. 계속 쓰려면 설치해 주세요."),
                format!("It ran in {world} for 7 days. To keep using it, install it."),
            ),
        ),
        "failures" => (
            Text::new(
                format!("{ko} 플러그인이 오류로 멈췄습니다"),
                format!("{en} has stopped after errors"),
            ),
            Text::new(
                format!(
                    "{world} 월드에서 한 시간 동안 여러 번 실패했습니다. 로그를 확인한 뒤 다시 실행하거나 만든 사람에게 알려 주세요."
                ),
                format!(
                    "It failed several times within an hour in {world}. Check its log, then run it again or tell its author."
                ),
            ),
        ),
        _ => {
            let reason = short(stop.reason.as_deref().unwrap_or_default(), REASON);
            (
                Text::new(
                    format!("Witverse가 {ko} 플러그인을 중지했습니다"),
                    format!("Witverse has stopped {en}"),
                ),
                Text::new(
                    format!(
                        "{world} 월드에서 더는 실행되지 않습니다. 자료는 그대로 있습니다. 사유: {reason}"
                    ),
                    format!("It no longer runs in {world}. Its data are kept. Reason: {reason}"),
                ),
            )
        }
    }
}

/// The beginning of a text.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let beginning: String = text.chars().take(most - 1).collect();
    format!("{}…", beginning.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::kernel_events::InstallName;

    #[test]
    fn a_notice_names_plugin_world_and_reason_and_stays_short() {
        let long = "긴".repeat(500);
        let stop = |because: &str| InstallStopped {
            install: "x-aaaaaaaaaaaa".to_owned(),
            scope: Uuid::nil(),
            plugin: "acme.lamps".to_owned(),
            name: InstallName {
                ko: "등불 찾기".to_owned(),
                en: "Find the lamp".to_owned(),
            },
            because: because.to_owned(),
            reason: Some(long.clone()),
            key: Uuid::nil(),
        };
        for because in ["failures", "platform", "trial_over"] {
            let (title, text) = words(&stop(because), "agora");
            assert!(title.ko.contains("등불 찾기") && title.en.contains("Find the lamp"));
            assert!(text.ko.contains("agora") && text.en.contains("agora"));
            assert!(text.ko.chars().count() <= 300 && text.en.chars().count() <= 300);
        }
    }
}
