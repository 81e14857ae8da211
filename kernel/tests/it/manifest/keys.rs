//! No key of a manifest is without effect. For each key there is either a change of only this key that changes the
//! parsed manifest, or the test that shows its effect on a running kernel. A key that is missing here fails.

use std::collections::BTreeSet;
use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;
use witverse_kernel::http::{front_end, openapi_document};
use witverse_kernel::plugins::{Bundle, Manifest};

use super::complete::{COMPLETE, INSTALLABLE};

enum Effect {
    /// The text before and after; the parsed results differ.
    Changes(&'static str, &'static str),
    /// A file of these tests, and the test in it.
    ShownBy(&'static str, &'static str),
}
use Effect::{Changes, ShownBy};

const CAPABILITIES: Effect = ShownBy(
    "manifest.rs",
    "each_capability_grants_its_own_calls_and_no_others",
);
const SCOPES: Effect = ShownBy(
    "authorization/scopes.rs",
    "a_route_decides_about_the_resource_that_it_names",
);
const PAGES: Effect = ShownBy("http/web.rs", "a_path_without_a_page_is_not_found");
const FIRST_DATA: Effect = ShownBy("http/web.rs", "a_page_comes_with_its_first_data_and_markup");
const ROLES: Effect = ShownBy(
    "authorization/scopes.rs",
    "a_resource_is_declared_as_the_manifest_says",
);
const GRANTS: Effect = ShownBy(
    "manifest.rs",
    "a_grant_is_counted_by_movement_person_world_and_platform",
);
const SERVICES: Effect = ShownBy(
    "manifest.rs",
    "a_service_that_is_missing_is_refused_unless_it_is_optional",
);
const OWN_FILES: Effect = ShownBy(
    "installs/files.rs",
    "a_file_is_checked_and_only_for_the_people_of_its_rule",
);
const OPEN_SERVICES: Effect = ShownBy(
    "installs/services.rs",
    "each_scope_opens_its_own_functions_and_no_others",
);
const TIMERS: Effect = ShownBy(
    "gifts/expiry.rs",
    "a_gift_has_a_timer_only_shortly_before_its_expiry",
);

const KEYS: &[(&str, Effect)] = &[
    ("plugin.id", Changes(r#"id = "sample""#, r#"id = "other""#)),
    ("plugin.version", Changes("1.0.0", "1.0.1")),
    ("plugin.api", Changes("^1.0\"", "^2.0\"")),
    (
        "plugin.kind",
        Changes("kind = \"system\"", "kind = \"world-block\""),
    ),
    (
        "plugin.name",
        Changes("name = \"t:name\"", "name = \"Laps\""),
    ),
    (
        "plugin.description",
        ShownBy(
            "installs/catalogue.rs",
            "operators_find_what_the_platform_has_reviewed",
        ),
    ),
    ("component.file", Changes("component.wasm", "other.wasm")),
    (
        "component.memory_mib",
        Changes("memory_mib = 64", "memory_mib = 32"),
    ),
    (
        "component.call_ticks",
        Changes("call_ticks = 10", "call_ticks = 9"),
    ),
    (
        "migrations.dir",
        Changes("dir = \"migrations\"", "dir = \"others\""),
    ),
    ("migrations.to", Changes("to = 1", "to = 2")),
    (
        "migrations.compatible_from",
        ShownBy("manifest.rs", "a_downgrade_is_limited_by_the_newer_version"),
    ),
    ("routes.method", Changes("\"POST\"", "\"PUT\"")),
    ("routes.path", Changes("/laps/{lap}", "/laps/{id}")),
    (
        "routes.action",
        ShownBy(
            "containment.rs",
            "a_permission_is_checked_before_the_plugin_runs",
        ),
    ),
    (
        "routes.rate",
        ShownBy("worlds/list.rs", "the_rate_limit_of_a_route_applies"),
    ),
    ("routes.summary", Changes("Submit a lap", "Submit")),
    (
        "routes.request",
        Changes("request = \"a.json\"", "request = \"b.json\""),
    ),
    (
        "routes.response",
        Changes("response = \"a.json\"", "response = \"b.json\""),
    ),
    (
        "routes.media_type",
        Changes("\"image/svg+xml\"", "\"text/csv\""),
    ),
    (
        "routes.query",
        Changes("query = \"a.json\"", "query = \"b.json\""),
    ),
    ("routes.status", Changes("status = 201", "status = 200")),
    ("routes.problems", Changes("lap_too_slow", "lap_too_fast")),
    (
        "routes.role",
        Changes("role = \"admin\"", "role = \"moderator\""),
    ),
    ("routes.resource.kind", SCOPES),
    ("routes.resource.path", SCOPES),
    ("routes.resource.query", SCOPES),
    ("routes.resource.body", SCOPES),
    ("routes.resource.unknown", SCOPES),
    ("resources.kind", ROLES),
    ("resources.roles", ROLES),
    ("resources.parent", ROLES),
    (
        "resources.installs.manage",
        ShownBy(
            "installs/lifecycle.rs",
            "two_worlds_share_nothing_of_a_plugin",
        ),
    ),
    (
        "resources.installs.enter",
        ShownBy(
            "installs/lifecycle.rs",
            "a_private_world_closes_its_plugins_to_others",
        ),
    ),
    (
        "resources.installs.owner",
        ShownBy(
            "installs/funds.rs",
            "what_a_plugin_leaves_goes_to_the_owner_of_the_world",
        ),
    ),
    (
        "subscriptions.topic",
        ShownBy(
            "event_relay.rs",
            "an_event_arrives_once_after_its_request_committed",
        ),
    ),
    (
        "subscriptions.at_once",
        ShownBy(
            "event_relay.rs",
            "an_event_arrives_once_after_its_request_committed",
        ),
    ),
    ("timers.key", TIMERS),
    ("timers.cron", TIMERS),
    (
        "capabilities.sql.mib",
        ShownBy("manifest/quota.rs", "a_quota_stops_only_its_plugin"),
    ),
    (
        "capabilities.sql.statement_ms",
        Changes("statement_ms = 250", "statement_ms = 249"),
    ),
    ("capabilities.balance", CAPABILITIES),
    ("capabilities.ledger.op", GRANTS),
    ("capabilities.ledger.per_op", GRANTS),
    ("capabilities.ledger.player_day", GRANTS),
    ("capabilities.ledger.world_day", GRANTS),
    ("capabilities.ledger.platform_day", GRANTS),
    ("capabilities.spending", CAPABILITIES),
    ("capabilities.users", CAPABILITIES),
    ("capabilities.authz", CAPABILITIES),
    ("capabilities.events", CAPABILITIES),
    ("capabilities.live", CAPABILITIES),
    ("capabilities.timers", CAPABILITIES),
    ("capabilities.rooms", CAPABILITIES),
    (
        "capabilities.chat",
        ShownBy(
            "installs/games.rs",
            "an_installed_plugin_is_the_game_of_a_block",
        ),
    ),
    ("capabilities.signing", CAPABILITIES),
    ("capabilities.files", CAPABILITIES),
    ("capabilities.files.mib", OWN_FILES),
    ("capabilities.files.read", OWN_FILES),
    (
        "capabilities.kept_files",
        ShownBy(
            "items/crafting.rs",
            "the_files_of_items_outlive_their_maker",
        ),
    ),
    ("capabilities.profile_images", CAPABILITIES),
    ("capabilities.payments", CAPABILITIES),
    ("capabilities.sealing", CAPABILITIES),
    ("capabilities.tracking", CAPABILITIES),
    ("capabilities.email", CAPABILITIES),
    ("capabilities.push", CAPABILITIES),
    ("capabilities.install_forms", CAPABILITIES),
    ("capabilities.services.use", CAPABILITIES),
    ("capabilities.services.scopes", OPEN_SERVICES),
    ("capabilities.services.optional", SERVICES),
    ("provides.service", SERVICES),
    (
        "provides.objects",
        ShownBy(
            "installs/opened_collections.rs",
            "a_plugin_reaches_only_the_collections_that_its_operator_chose",
        ),
    ),
    ("provides.installs.scope", OPEN_SERVICES),
    ("provides.installs.functions", OPEN_SERVICES),
    ("provides.installs.undo", OPEN_SERVICES),
    (
        "provides.installs.title",
        ShownBy(
            "installs/services.rs",
            "the_operator_reads_each_scope_and_a_wider_version_waits",
        ),
    ),
    (
        "provides.installs.trial",
        ShownBy(
            "installs/services.rs",
            "a_trial_reads_and_changes_nothing_outside",
        ),
    ),
    (
        "ui.isolation",
        Changes("\"page\"\nroutes", "\"frame\"\nroutes"),
    ),
    (
        "ui.routes.path",
        Changes("path = \"/laps/{track}\"", "path = \"/lap/{track}\""),
    ),
    (
        "ui.routes.page",
        Changes("page = \"laps\"", "page = \"lap\""),
    ),
    (
        "ui.routes.title",
        Changes("title = \"t:name\", nav", "title = \"Laps\", nav"),
    ),
    ("ui.routes.nav", Changes("nav = true", "nav = false")),
    ("ui.routes.icon", Changes("\"flag\"", "\"car\"")),
    ("ui.routes.layout", Changes("\"none\"", "\"default\"")),
    ("ui.routes.resource.kind", PAGES),
    ("ui.routes.resource.path", PAGES),
    ("ui.routes.initial_data.path", FIRST_DATA),
    ("ui.routes.initial_data.only_if", FIRST_DATA),
    ("ui.slots.at", Changes("profile.actions", "profile.gallery")),
    (
        "ui.slots.page",
        Changes("page = \"lap\",", "page = \"laps\","),
    ),
    (
        "ui.slots.title",
        Changes("title = \"t:name\", icon", "title = \"Lap\", icon"),
    ),
    (
        "ui.slots.form",
        ShownBy(
            "installs/event_kinds.rs",
            "an_organiser_fills_in_the_form_of_an_installed_plugin",
        ),
    ),
    ("ui.slots.icon", Changes("\"trophy\"", "\"cup\"")),
    (
        "ui.search.path",
        ShownBy("search.rs", "the_page_names_what_the_box_asks"),
    ),
    (
        "ui.search.title",
        Changes(
            "title = \"t:name\", signed_in",
            "title = \"Laps\", signed_in",
        ),
    ),
    (
        "ui.search.signed_in",
        Changes("signed_in = true", "signed_in = false"),
    ),
    ("ui.invalidates", Changes("[\"items\"]", "[\"friends\"]")),
    (
        "cedar.schema",
        Changes("schema = \"cedar/a\"", "schema = \"cedar/b\""),
    ),
    (
        "cedar.policies",
        Changes("policies = \"cedar/a\"", "policies = \"cedar/b\""),
    ),
    (
        "data.personal",
        ShownBy(
            "installs/erasure.rs",
            "a_plugin_with_tables_says_whether_they_are_personal",
        ),
    ),
    (
        "data.retain_days",
        ShownBy(
            "installs/erasure.rs",
            "a_package_says_how_long_its_data_are_kept",
        ),
    ),
    (
        "settings.schema",
        ShownBy(
            "installs/records.rs",
            "settings_are_checked_and_reach_the_plugin",
        ),
    ),
];

/// The keys of a manifest, including those in lists. A manifest is serialised with all of its keys, so these are those
/// of the types.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                keys(value, &path, found);
            }
        }
        Value::Array(items) => {
            assert!(
                !items.is_empty(),
                "the complete manifest leaves {path} empty"
            );
            for item in items {
                keys(item, path, found);
            }
        }
        Value::Null => panic!("the complete manifest leaves {path} out"),
        _ => {
            found.insert(path.to_owned());
        }
    }
}

/// The result of parsing a manifest without running it: a refusal, or the accepted values.
fn made_of(manifest: &str) -> Value {
    let folder = TempDir::new().unwrap();
    for (name, text) in [
        ("plugin.toml", manifest),
        ("component.wasm", "one"),
        ("other.wasm", "two"),
        ("migrations/0001_expand.sql", "create table lap (id uuid)"),
        ("others/0001_expand.sql", "create table lap (id int)"),
        (
            "a.json",
            r#"{ "type": "object", "properties": { "a": { "type": "string" } } }"#,
        ),
        (
            "b.json",
            r#"{ "type": "object", "properties": { "b": { "type": "string" } } }"#,
        ),
        (
            "c.json",
            r#"{ "type": "object", "properties": { "c": { "type": "string" } } }"#,
        ),
        ("settings.json", r#"{ "type": "object", "properties": {} }"#),
        ("cedar/a", "// a"),
        ("cedar/b", "// b"),
        (
            "i18n/ko.toml",
            "name = \"트랙\"\n\"problem.track_not_found\" = \"트랙을 찾을 수 없습니다.\"",
        ),
        (
            "i18n/en.toml",
            "name = \"Track\"\n\"problem.track_not_found\" = \"There is no such track.\"",
        ),
        (
            "web/mf-manifest.json",
            r#"{ "metaData": { "remoteEntry": { "name": "entry.js" } } }"#,
        ),
        ("web/entry.js", "1"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let bundle = match Bundle::read(folder.path()) {
        Ok(bundle) => bundle,
        Err(error) => {
            let error = error.to_string();
            return json!({ "refused": error.replace(&folder.path().display().to_string(), "") });
        }
    };
    let sql = bundle.manifest.capabilities.sql.unwrap();
    let migrations = bundle.migrations.iter().map(|migration| &migration.sql);
    json!({
        "contract": openapi_document([&bundle].into_iter()),
        "shell": front_end(&bundle),
        "code": bundle.component,
        "migrations": migrations.collect::<Vec<_>>(),
        "policies": [bundle.cedar_schema, bundle.cedar_policies],
        "limits": format!("{:?} {:?}", bundle.manifest.call_limits(), sql.limits()),
    })
}

#[test]
fn every_key_of_a_manifest_has_an_effect() {
    let complete = Manifest::parse(COMPLETE).expect("the complete manifest is valid");
    let mut found = BTreeSet::new();
    keys(&serde_json::to_value(&complete).unwrap(), "", &mut found);
    let installable = Manifest::parse(INSTALLABLE).expect("it is valid");
    let installable = serde_json::to_value(&installable).unwrap();
    for (key, value) in [
        (
            "capabilities.services.scopes",
            &installable["capabilities"]["services"][0]["scopes"],
        ),
        ("capabilities.files", &installable["capabilities"]["files"]),
        ("ui.slots.form", &installable["ui"]["slots"][0]["form"]),
        ("data.personal", &installable["data"]["personal"]),
        ("plugin.description", &installable["plugin"]["description"]),
    ] {
        keys(value, key, &mut found);
    }
    let listed: BTreeSet<String> = KEYS.iter().map(|(key, _)| (*key).to_owned()).collect();
    assert_eq!(listed.len(), KEYS.len(), "a key is listed twice");
    assert_eq!(
        found, listed,
        "the manifest's keys and those whose effect is known"
    );

    let unchanged = made_of(COMPLETE);
    assert_eq!(unchanged["refused"], Value::Null);
    assert_eq!(unchanged, made_of(COMPLETE));
    for (key, effect) in KEYS {
        match effect {
            Changes(from, to) => {
                assert_eq!(COMPLETE.matches(from).count(), 1, "{key}: {from}");
                let changed = made_of(&COMPLETE.replace(from, to));
                assert_ne!(unchanged, changed, "{key} has no effect");
                let unknown = changed["refused"]
                    .as_str()
                    .is_some_and(|why| why.contains("unknown field"));
                assert!(!unknown, "{key}: {changed}");
            }
            ShownBy(file, test) => {
                let path = format!("{}/tests/it/{file}", env!("CARGO_MANIFEST_DIR"));
                let text = fs::read_to_string(&path).unwrap_or_default();
                assert!(
                    text.contains(&format!("async fn {test}()")),
                    "{key}: there is no {test} in {file}"
                );
            }
        }
    }
}
