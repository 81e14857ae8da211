//! `witverse plugin logs`: the log of an installed plugin in a terminal.

use std::time::Duration;

use serde_json::Value;

use super::platform_client::{Platform, WorldPlugins};

/// How often new lines are looked for.
const EVERY: Duration = Duration::from_secs(2);
/// Lines of one request.
const PAGE: usize = 100;

/// Prints the stored lines, the latest last; with `follow` also new ones, until the program is stopped.
pub(super) async fn print(plugin: &str, follow: bool, platform: &Platform) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    let mut newest = None;
    loop {
        let lines = lines_after(&world, &install, newest.as_deref()).await?;
        for line in lines.iter().rev() {
            println!("{}", shown(line));
        }
        if let Some(line) = lines.first() {
            newest = line["id"].as_str().map(str::to_owned);
        }
        if !follow {
            return Ok(());
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// The lines after the line with the id `newest`, the latest first.
async fn lines_after(
    world: &WorldPlugins,
    install: &Value,
    newest: Option<&str>,
) -> Result<Vec<Value>, String> {
    let mut lines = Vec::new();
    let mut query = format!("limit={PAGE}");
    loop {
        let page = world.logs(install, &query).await?;
        for line in page["items"].as_array().into_iter().flatten() {
            if newest.is_some_and(|newest| line["id"] == newest) {
                return Ok(lines);
            }
            lines.push(line.clone());
        }
        match page["nextCursor"].as_str() {
            Some(next) => query = format!("limit={PAGE}&cursor={next}"),
            None => return Ok(lines),
        }
    }
}

/// `2026-11-25T10:00:00Z ERROR the plugin used up its CPU time "export"="handle"`
fn shown(line: &Value) -> String {
    let word = |key: &str| line[key].as_str().unwrap_or_default();
    // The plugin wrote message and fields: control characters would reach the terminal.
    let message: String = word("message").escape_debug().collect();
    let level = word("level").to_uppercase();
    format!("{} {level:<5} {message} {}", word("at"), word("fields"))
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let line = json!({ "at": "T", "level": "warn", "message": "a\u{1b}[31m", "fields": "\"n\"=\"1\"" });
        assert_eq!(shown(&line), "T WARN  a\\u{1b}[31m \"n\"=\"1\"");
    }
}
