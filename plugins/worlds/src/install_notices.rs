//! Tells the owner and the administrators of a world that one of its plugins was stopped without them, or that an update waits
//! for them.

use crate::events;
use witverse_sdk::ctx::Text;
use witverse_sdk::kernel_events::{InstallStopped, InstallUpdate};
use witverse_sdk::{Ctx, Error, Event, Uuid, params, text};

/// Characters of a plugin's name and of a reason in an alarm, whose texts are short.
const NAME: usize = 40;
const REASON: usize = 150;

/// Tells them that a plugin has stopped.
pub(crate) fn on_install_stopped(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let stop: InstallStopped = event.json()?;
    tell(ctx, (&stop.scope, &stop.key), |world| words(&stop, world))
}

/// Tells them that an update waits for them.
pub(crate) fn on_install_update(ctx: &Ctx, event: &Event) -> Result<(), Error> {
    let update: InstallUpdate = event.json()?;
    tell(ctx, (&update.scope, &update.key), |world| {
        update_words(&update, world)
    })
}

/// Raises an alarm for each of them. A notice has a key, so a repeated delivery raises no second one. Nothing if the world is gone.
fn tell(
    ctx: &Ctx,
    (world, key): (&Uuid, &Uuid),
    words: impl Fn(&str) -> (Text, Text),
) -> Result<(), Error> {
    let found = ctx.sql().query(
        "select name, owner_id from world where id = $1",
        &params![world],
    )?;
    let Some((name, owner)) = found.all::<(String, Uuid)>()?.into_iter().next() else {
        return Ok(());
    };
    // At most five.
    let admins = ctx.sql().query(
        "select account_id from member where world_id = $1 and role = 'admin' order by account_id",
        &params![world],
    )?;
    let admins: Vec<(Uuid,)> = admins.all()?;
    let (title, text) = words(&name);
    for to in [owner].iter().chain(admins.iter().map(|(id,)| id)) {
        events::plugin_notice(ctx, key, &name, to, (title.clone(), text.clone()))?;
    }
    Ok(())
}

fn words(stop: &InstallStopped, world: &str) -> (Text, Text) {
    let (ko, en) = (
        text::excerpt(&stop.name.ko, NAME),
        text::excerpt(&stop.name.en, NAME),
    );
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
            let reason = text::excerpt(stop.reason.as_deref().unwrap_or_default(), REASON);
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

fn update_words(update: &InstallUpdate, world: &str) -> (Text, Text) {
    let (ko, en) = (
        text::excerpt(&update.name.ko, NAME),
        text::excerpt(&update.name.en, NAME),
    );
    let version = text::excerpt(&update.version, NAME);
    if update.because == "failed" {
        return (
            Text::new(
                format!("{ko} 업데이트를 적용하지 못했습니다"),
                format!("{en} could not be updated"),
            ),
            Text::new(
                format!(
                    "{world} 월드에서 버전 {version} 실행에 실패해 이전 버전을 계속 사용합니다. 만든 사람에게 알려 주세요."
                ),
                format!(
                    "Version {version} did not start in {world}, so the version before keeps running. Tell its author."
                ),
            ),
        );
    }
    let (why_ko, why_en) = match update.because.as_str() {
        "wants_more" => (
            "새 권한이 필요하니 검토한 뒤 업데이트해 주세요.",
            "It asks for more permissions: review them to update.",
        ),
        "new_key" => (
            "제작자의 서명 키가 바뀌었으니 확인한 뒤 업데이트해 주세요.",
            "Its publisher has a new signing key: check it to update.",
        ),
        _ => (
            "자동 업데이트가 꺼져 있으니 직접 업데이트해 주세요.",
            "Automatic updates are off, so update it when it suits you.",
        ),
    };
    (
        Text::new(
            format!("{ko} 새 버전이 나왔습니다"),
            format!("A new version of {en} is ready"),
        ),
        Text::new(
            format!("{world} 월드에서 버전 {version} 업데이트를 기다리고 있습니다. {why_ko}"),
            format!("Version {version} waits in {world}. {why_en}"),
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use witverse_sdk::kernel_events::InstallName;
    use witverse_sdk::text_length;

    fn name() -> InstallName {
        InstallName {
            ko: "등불 찾기".to_owned(),
            en: "Find the lamp".to_owned(),
        }
    }

    fn check((title, text): &(Text, Text)) {
        assert!(title.ko.contains("등불 찾기") && title.en.contains("Find the lamp"));
        assert!(text.ko.contains("agora") && text.en.contains("agora"));
        assert!(text_length(&text.ko) <= 300 && text_length(&text.en) <= 300);
    }

    #[test]
    fn a_notice_of_an_update_names_the_version_and_what_to_do() {
        let update = |because: &str| InstallUpdate {
            install: "x-aaaaaaaaaaaa".to_owned(),
            scope: Uuid::nil(),
            plugin: "acme.lamps".to_owned(),
            name: name(),
            version: "1.2.0".to_owned(),
            because: because.to_owned(),
            key: Uuid::nil(),
        };
        let texts = ["wants_more", "new_key", "off", "failed"].map(|because| {
            let words = update_words(&update(because), "agora");
            check(&words);
            assert!(words.1.ko.contains("1.2.0") && words.1.en.contains("1.2.0"));
            words.1.en
        });
        let different: std::collections::BTreeSet<_> = texts.iter().collect();
        assert_eq!(different.len(), texts.len());
    }

    #[test]
    fn a_notice_names_plugin_world_and_reason_and_stays_short() {
        let long = "긴".repeat(500);
        let stop = |because: &str| InstallStopped {
            install: "x-aaaaaaaaaaaa".to_owned(),
            scope: Uuid::nil(),
            plugin: "acme.lamps".to_owned(),
            name: name(),
            because: because.to_owned(),
            reason: Some(long.clone()),
            key: Uuid::nil(),
        };
        for because in ["failures", "platform", "trial_over"] {
            check(&words(&stop(because), "agora"));
        }
    }
}
