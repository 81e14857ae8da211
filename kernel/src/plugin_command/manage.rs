//! `witverse plugin install`, `upgrade`, `rollback`, `finish`, `export`, `uninstall`, `settings` and `events`: what an operator does
//! in a world, in a terminal.

use std::fs::{self, File};
use std::path::Path;

use serde_json::Value;

use super::file_error::at;
use super::platform_client::{Choice, Platform, WorldPlugins};

pub(super) async fn install(
    package: &Path,
    (without, only): (&[String], &[String]),
    choice: &Choice,
    platform: &Platform,
) -> Result<(), String> {
    let archive = fs::read(package).map_err(at(package))?;
    let world = WorldPlugins::connect(platform).await?;
    let review = world.upload(archive).await?;
    check_agreement(&review["publisher"], choice)?;
    let mut grant = self::without(&review["requested"], without)?;
    limit_objects(&mut grant, only)?;
    let install = world.install(&review["digest"], &grant, choice).await?;
    println!(
        "{} {} is installed in {}, by {}. It:",
        word(&install["plugin"]),
        word(&install["version"]),
        platform.world,
        publisher(&review["publisher"]),
    );
    print_lines(&install["permissions"]);
    print_objects(&install["granted"]);
    print_address(&install, platform);
    Ok(())
}

pub(super) async fn upgrade(
    package: &Path,
    dry_run: bool,
    grant_more: bool,
    choice: &Choice,
    platform: &Platform,
) -> Result<(), String> {
    let archive = fs::read(package).map_err(at(package))?;
    let world = WorldPlugins::connect(platform).await?;
    let review = world.upload(archive).await?;
    let plugin = word(&review["plugin"]);
    let installed = &review["installed"];
    if installed.is_null() {
        return Err(format!("{plugin} is not installed in this world"));
    }
    let more = review["additional"].as_array().map_or(0, Vec::len);
    let versions = format!(
        "{plugin} {} → {}",
        word(&installed["version"]),
        word(&review["version"])
    );
    match more {
        0 => println!("{versions} asks for no more than before."),
        _ => {
            println!("{versions} asks for more. It:");
            print_lines(&review["additional"]);
        }
    }
    if let Some(until) = review["restsUntil"].as_str() {
        println!("It rests until {until}; --early applies it now.");
    }
    if dry_run {
        if review["publisher"]["needsAgreement"] == true {
            print!("{}", summary(&review["publisher"]));
        }
        let applies = match more {
            0 => "it would be applied with the permissions of now.",
            _ => "it waits for --grant-more.",
        };
        println!("Nothing was changed: {applies}");
        return Ok(());
    }
    check_agreement(&review["publisher"], choice)?;
    let grant = grant_more.then(|| with_additional(&review));
    let upgraded = world
        .upgrade(installed, &review["digest"], grant.as_ref(), choice)
        .await?;
    println!("{plugin} {} runs. It:", word(&upgraded["version"]));
    print_lines(&upgraded["permissions"]);
    print_objects(&upgraded["granted"]);
    Ok(())
}

pub(super) async fn roll_back(plugin: &str, platform: &Platform) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    let before = world.roll_back(&install).await?;
    println!(
        "{plugin} {} runs again, after {}. It:",
        word(&before["version"]),
        word(&install["version"])
    );
    print_lines(&before["permissions"]);
    print_objects(&before["granted"]);
    Ok(())
}

pub(super) async fn finish(plugin: &str, platform: &Platform) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    if install["isUnfinished"] != true {
        println!("{plugin} {}: nothing to finish", word(&install["version"]));
        return Ok(());
    }
    let finished = world.finish(&install).await?;
    println!(
        "{plugin} {}: what only earlier versions needed was removed; it cannot be rolled back now",
        word(&finished["version"])
    );
    Ok(())
}

pub(super) async fn export(plugin: &str, out: &Path, platform: &Platform) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    write_export(&world, &install, out).await
}

async fn write_export(world: &WorldPlugins, install: &Value, out: &Path) -> Result<(), String> {
    let mut file = File::create_new(out).map_err(at(out))?;
    let exported = world.export(install, &mut file).await;
    let bytes = exported.inspect_err(|_| drop(fs::remove_file(out)))?;
    println!(
        "{} holds everything of {} ({bytes} bytes).",
        out.display(),
        word(&install["plugin"])
    );
    Ok(())
}

/// Prints the settings, after setting those that `values` name as `key=value`.
pub(super) async fn settings(
    plugin: &str,
    values: &[String],
    platform: &Platform,
) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let mut install = world.find(plugin).await?;
    if !values.is_empty() {
        let entered = entered(&install["settings"], values)?;
        install = world.set(&install, &entered).await?;
    }
    let fields = install["settings"].as_array().cloned().unwrap_or_default();
    if fields.is_empty() {
        println!("{plugin} has no settings.");
    }
    for field in fields {
        println!(
            "{:<20} {:<12} {}",
            word(&field["key"]),
            field["value"].to_string(),
            word(&field["title"]["en"])
        );
    }
    Ok(())
}

/// The values of `key=value` in the types of the settings; an empty value is the default.
fn entered(fields: &Value, values: &[String]) -> Result<Value, String> {
    let mut entered = serde_json::Map::new();
    for pair in values {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| format!("{pair:?} is not like key=value"))?;
        let mut fields = fields.as_array().into_iter().flatten();
        let field = fields
            .find(|field| field["key"] == key)
            .ok_or_else(|| format!("the plugin has no setting {key:?}"))?;
        let value = match (text, field["kind"].as_str()) {
            ("", _) => Value::Null,
            (text, Some("switch" | "number")) => {
                serde_json::from_str(text).map_err(|_| format!("{text:?} is no value of {key}"))?
            }
            (text, _) => Value::from(text),
        };
        entered.insert(key.to_owned(), value);
    }
    Ok(Value::Object(entered))
}

pub(super) async fn uninstall(
    plugin: &str,
    out: Option<&Path>,
    platform: &Platform,
) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    if let Some(out) = out {
        write_export(&world, &install, out).await?;
    }
    let ended = world.uninstall(&install).await?;
    println!(
        "{plugin} is uninstalled. Its data are kept until {}; its WIT went to the owner of the world.",
        word(&ended["retainedUntil"])
    );
    Ok(())
}

pub(super) async fn events(plugin: &str, platform: &Platform) -> Result<(), String> {
    let world = WorldPlugins::connect(platform).await?;
    let install = world.find(plugin).await?;
    for event in world.events(&install).await? {
        let details = match &event["details"] {
            Value::Object(details) if !details.is_empty() => event["details"].to_string(),
            _ => String::new(),
        };
        println!(
            "{} {:<12} {details}",
            word(&event["at"]),
            word(&event["kind"])
        );
    }
    Ok(())
}

/// What the version asks for, with the limits and refusals of the operator for everything that the installed version
/// asked for as well.
fn with_additional(review: &Value) -> Value {
    let mut grant = review["requested"].clone();
    let (asked, granted) = (
        &review["installed"]["requested"],
        &review["installed"]["granted"],
    );
    if let Value::Object(fields) = &mut grant {
        for (key, value) in &mut *fields {
            if key == "services" {
                retain_scopes(value, |service, scope| {
                    !has_scope(asked, service, scope) || has_scope(granted, service, scope)
                });
            } else if asked[key] == *value {
                *value = granted[key].clone();
            }
        }
        // A manifest limits no objects; the operator did.
        if let Some(objects) = granted.get("objects") {
            fields.insert("objects".to_owned(), objects.clone());
        }
    }
    grant
}

/// Limits what services open to a plugin: each of `only` is a kind of objects with their ids, `collections=<id>,<id>`.
fn limit_objects(grant: &mut Value, only: &[String]) -> Result<(), String> {
    for limit in only {
        let (kind, ids) = limit
            .split_once('=')
            .ok_or_else(|| format!("{limit:?} is not like collections=<id>,<id>"))?;
        let ids = ids.split(',').filter(|id| !id.is_empty());
        grant["objects"][kind] = ids.map(Value::from).collect();
    }
    Ok(())
}

fn has_scope(grant: &Value, service: &str, scope: &Value) -> bool {
    let scopes = grant["services"][service].as_array();
    scopes.is_some_and(|scopes| scopes.contains(scope))
}

/// Keeps some of the scopes of services in a grant: `{"events@1": ["read"]}`.
fn retain_scopes(services: &mut Value, keeps: impl Fn(&str, &Value) -> bool) {
    let Value::Object(services) = services else {
        return;
    };
    for (service, scopes) in services {
        if let Value::Array(scopes) = scopes {
            scopes.retain(|scope| keeps(service, scope));
        }
    }
}

/// A grant without the permissions of these keys.
pub(super) fn without(requested: &Value, keys: &[String]) -> Result<Value, String> {
    let mut grant = requested.clone();
    for key in keys {
        // `services.events@1.read`: the name of a service has dots, a scope has none.
        let scope = key
            .strip_prefix("services.")
            .and_then(|rest| rest.rsplit_once('.'));
        if let Some((service, scope)) = scope {
            let scope = Value::from(scope);
            if !has_scope(&grant, service, &scope) {
                return Err(format!("the plugin does not ask for {key:?}"));
            }
            retain_scopes(&mut grant["services"], |other, one| {
                other != service || *one != scope
            });
            continue;
        }
        match grant.get(key) {
            Some(Value::Bool(true)) => grant[key] = Value::Bool(false),
            Some(Value::Object(_)) => grant[key] = Value::Null,
            _ => return Err(format!("the plugin does not ask for {key:?}")),
        }
    }
    Ok(grant)
}

/// The lines of a review, in English.
fn print_lines(permissions: &Value) {
    let lines = permissions.as_array().cloned().unwrap_or_default();
    if lines.is_empty() {
        println!("  - needs no permission");
    }
    for line in lines {
        println!("  - {}", in_a_list(&word(&line["en"])));
    }
}

/// What services open to the plugin, if the operator has limited it.
fn print_objects(granted: &Value) {
    for (kind, ids) in granted["objects"].as_object().into_iter().flatten() {
        let ids = ids.as_array().into_iter().flatten().map(word);
        let ids: Vec<String> = ids.collect();
        println!("Of the {kind} of the world only: {}", ids.join(", "));
    }
}

fn print_address(install: &Value, platform: &Platform) {
    if install["hasPages"] == true {
        println!(
            "Open {}/{}/x/{}",
            platform.url.trim_end_matches('/'),
            platform.world,
            word(&install["plugin"])
        );
    }
}

fn publisher(publisher: &Value) -> String {
    let name = word(&publisher["name"]);
    let key = word(&publisher["keyId"]);
    match publisher["isNew"] == true {
        true => format!("{name} (new on this platform, key {key})"),
        false => format!("{name} (key {key})"),
    }
}

/// Refuses a publisher whose key the world has not agreed to, unless `--agree-key` names this key.
fn check_agreement(publisher: &Value, choice: &Choice) -> Result<(), String> {
    let key = word(&publisher["keyId"]);
    let agreed = choice.agreed_key.as_deref() == Some(key.as_str());
    if publisher["needsAgreement"] != true || agreed {
        return Ok(());
    }
    print!("{}", summary(publisher));
    Err(format!(
        "this world has not agreed to the key {key}: pass --agree-key {key} if you trust it"
    ))
}

/// What an operator should know before they trust a key.
fn summary(publisher: &Value) -> String {
    let name = word(&publisher["name"]);
    let mut text = format!(
        "{name} is known since {}. Uploaded versions: {}. Worlds that use them: {}.\nIt signs with the key {} since {}.\n",
        word(&publisher["knownSince"]),
        publisher["packages"],
        publisher["worlds"],
        word(&publisher["keyId"]),
        word(&publisher["keySince"]),
    );
    match publisher["agreedKeyId"].as_str() {
        Some(earlier) => text += &format!("This world has agreed to the key {earlier}.\n"),
        None => text += &format!("This world has no plugin of {name} yet.\n"),
    }
    text
}

/// A text of the platform; empty if it is absent.
fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// `Sees people's nicknames.` as a part of a sentence.
fn in_a_list(sentence: &str) -> String {
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn settings_are_read_in_their_types() {
        let fields =
            json!([{ "key": "rounds", "kind": "number" }, { "key": "name", "kind": "text" }]);
        let read = |values: &[&str]| {
            let values: Vec<String> = values.iter().map(|one| (*one).to_owned()).collect();
            entered(&fields, &values)
        };
        assert_eq!(
            read(&["rounds=7", "name=7"]),
            Ok(json!({ "rounds": 7, "name": "7" }))
        );
        assert_eq!(read(&["rounds="]), Ok(json!({ "rounds": null })));
        for wrong in ["rounds", "rounds=x", "wings=1"] {
            assert!(read(&[wrong]).is_err(), "{wrong}");
        }
    }

    #[test]
    fn withheld_permissions_are_not_granted() {
        let asked =
            json!({ "sql": true, "users": true, "balance": false, "reward": { "perPayment": 5 } });
        let grant = without(&asked, &["users".into(), "reward".into()]).expect("it asks for both");
        assert_eq!(
            grant,
            json!({ "sql": true, "users": false, "balance": false, "reward": null })
        );
        assert!(without(&asked, &["balance".into()]).is_err());
        assert!(without(&asked, &["wings".into()]).is_err());
    }

    #[test]
    fn scopes_are_withheld_and_added_one_by_one() {
        let services = |events: &[&str]| json!({ "sql": true, "services": { "events@1": events } });
        let asked = services(&["create", "read"]);
        let keys = ["services.events@1.create".to_owned()];
        assert_eq!(without(&asked, &keys), Ok(services(&["read"])));
        assert!(without(&asked, &["services.mail@1.send".into()]).is_err());
        let review = json!({
            "requested": services(&["create", "manage", "read"]),
            "installed": { "requested": asked, "granted": services(&["read"]) },
        });
        assert_eq!(with_additional(&review), services(&["manage", "read"]));
    }

    #[test]
    fn objects_are_limited_and_stay_so() {
        let mut grant = json!({ "sql": true });
        assert_eq!(
            limit_objects(&mut grant, &["collections=a,b".into()]),
            Ok(())
        );
        let limited = json!({ "sql": true, "objects": { "collections": ["a", "b"] } });
        assert_eq!(grant, limited);
        assert!(limit_objects(&mut grant, &["collections".into()]).is_err());
        let review = json!({
            "requested": { "sql": true, "users": true },
            "installed": { "requested": { "sql": true }, "granted": limited },
        });
        assert_eq!(
            with_additional(&review),
            json!({ "sql": true, "users": true, "objects": { "collections": ["a", "b"] } })
        );
    }

    #[test]
    fn more_permissions_leave_the_operators_limits() {
        let review = json!({
            "requested": { "sql": true, "users": true, "balance": true, "reward": { "perPayment": 50 } },
            "installed": {
                "requested": { "sql": true, "users": true, "balance": false, "reward": { "perPayment": 50 } },
                "granted": { "sql": true, "users": false, "balance": false, "reward": { "perPayment": 10 } },
            },
        });
        assert_eq!(
            with_additional(&review),
            json!({ "sql": true, "users": false, "balance": true, "reward": { "perPayment": 10 } })
        );
    }
}
