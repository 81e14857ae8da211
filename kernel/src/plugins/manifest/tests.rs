//! Manifests that are refused, each with its error text.

use super::Manifest;

fn manifest(rest: &str) -> Result<Manifest, String> {
    Manifest::parse(&format!(
        "plugin = {{ id = \"acme.karts\", version = \"1.0.0\", api = \"^1.0\", kind = \"world-block\", name = \"Karts\" }}\n{rest}"
    ))
}

fn refusal(rest: &str) -> String {
    manifest(rest).expect_err("the manifest must be refused")
}

#[test]
fn a_minimal_manifest_is_accepted() {
    let manifest = manifest("").expect("a manifest");
    assert_eq!(manifest.call_limits().memory_bytes, 64 << 20);
    assert!(manifest.capabilities.sql.is_none());
}

#[test]
fn unknown_fields_are_refused() {
    assert!(refusal("capabilties = {}").contains("capabilties"));
    assert!(
        refusal("[[routes]]\nmethod = \"GET\"\npath = \"/api/x/acme.karts/a\"\n")
            .contains("action")
    );
    assert!(
        refusal("[[routes]]\nmethod = \"GET\"\npath = \"/api/v3/worlds\"\naction = \"a\"\n")
            .contains("is not the path after /api/x/<install>")
    );
    assert!(
        refusal("[[routes]]\nmethod = \"GET\"\npath = \"/a\"\naction = \"a\"\nrate = \"fast\"\n")
            .contains("10/s")
    );
    assert!(refusal("[[timers]]\nkey = \"k\"\ncron = \"whenever\"\n").contains("cron"));
    assert!(refusal("[migrations]\nto = 1\n").contains("sql"));
    assert!(refusal("[data]\nkept_days = 30\n").contains("kept_days"));
    assert!(refusal("[[provides]]\nservice = \"a@1\"\nschema = \"s\"\n").contains("schema"));
    let ledger = |grants: &str| refusal(&format!("[capabilities]\nledger = [{grants}]\n"));
    let charge = r#"{ op = "charge", per_op = 5 }"#;
    assert!(ledger(&format!("{charge}, {charge}")).contains("twice"));
    assert!(ledger(r#"{ op = "steal", per_op = 5 }"#).contains("steal"));
    assert!(ledger(r#"{ op = "charge" }"#).contains("per_op"));
    assert!(ledger(r#"{ op = "charge", per_op = 0 }"#).contains("nothing"));
    assert!(ledger(r#"{ op = "issue", per_op = 5, platform_day = 9 }"#).contains("system"));
}

#[test]
fn ids_fit_into_a_database() {
    for bad in [
        "kernel",
        "kernel.people",
        "",
        "Worlds",
        "a b",
        "a;b",
        "1a",
        "a..b",
        "a'b",
    ] {
        assert!(super::PluginId::try_from(bad.to_owned()).is_err(), "{bad}");
    }
    assert!(super::PluginId::try_from("acme.karts-2".to_owned()).is_ok());
}

#[test]
fn limits_beyond_the_platforms_are_refused() {
    for (key, text) in [
        ("memory_mib", "component = { memory_mib = 65 }"),
        ("call_ticks", "component = { call_ticks = 0 }"),
        ("mib", "capabilities.sql = { mib = 0 }"),
        ("retain_days", "data = { retain_days = 91 }"),
        ("statement_ms", "capabilities.sql = { statement_ms = 251 }"),
        (
            "at_once",
            "subscriptions = [{ topic = \"a\", at_once = 51 }]",
        ),
    ] {
        let refusal = refusal(text);
        assert!(
            refusal.contains(key) && refusal.contains(" to "),
            "{refusal}"
        );
    }
}

#[test]
fn nothing_is_declared_twice() {
    let daily = r#"{ key = "a", cron = "0 0 * * *" }"#;
    for text in [
        format!("timers = [{daily}, {daily}]"),
        r#"subscriptions = [{ topic = "a@1" }, { topic = "a@1" }]"#.to_owned(),
        r#"provides = [{ service = "a@1" }, { service = "a@1" }]"#.to_owned(),
        r#"capabilities.services = [{ use = "a@1" }, { use = "a@1", optional = true }]"#.to_owned(),
    ] {
        assert!(refusal(&text).contains("declared twice"), "{text}");
    }
}

#[test]
fn scopes_are_for_installed_plugins_and_open_each_function_once() {
    let used = |used: &str| {
        refusal(&format!(
            "capabilities.services = [{{ use = \"a@1\"{used} }}]"
        ))
    };
    assert!(used("").contains("names no scopes"));
    assert!(used(", scopes = [\"a\", \"a\"]").contains("named twice"));
    assert!(used(", scopes = [\"a b\"]").contains("is no word"));
    assert!(manifest("capabilities.services = [{ use = \"a@1\", scopes = [\"a\"] }]").is_ok());
    let system = |rest: &str| {
        Manifest::parse(&format!(
            "plugin = {{ id = \"karts\", version = \"1.0.0\", api = \"^1.0\", kind = \"system\", name = \"Karts\" }}\n{rest}"
        ))
        .map(|_| ())
    };
    let opened = |scopes: &str| {
        system(&format!(
            "provides = [{{ service = \"a@1\", installs = [{scopes}] }}]"
        ))
    };
    let scope = |name: &str, functions: &str| {
        format!("{{ scope = \"{name}\", functions = [{functions}], title = \"A\" }}")
    };
    assert_eq!(opened(&scope("read", "\"a\", \"b\"")), Ok(()));
    let refused = |scopes: &str, why: &str| {
        let refusal = opened(scopes).expect_err(why);
        assert!(refusal.contains(why), "{refusal}");
    };
    refused(&scope("read", ""), "opens nothing");
    let twice = format!("{}, {}", scope("read", "\"a\""), scope("write", "\"a\""));
    refused(&twice, "is in two scopes");
    let same = format!("{}, {}", scope("read", "\"a\""), scope("read", "\"b\""));
    refused(&same, "declared twice");
    let undo = |function: &str| {
        format!(
            "{{ scope = \"lock\", functions = [\"a\"], undo = [\"{function}\"], title = \"A\" }}"
        )
    };
    assert_eq!(opened(&undo("a")), Ok(()));
    refused(&undo("b"), "is no function of the scope lock");
    let limited = |objects: &str, scopes: &str| {
        system(&format!(
            "provides = [{{ service = \"a@1\", objects = \"{objects}\", installs = [{scopes}] }}]"
        ))
    };
    assert_eq!(limited("laps", &scope("read", "\"a\"")), Ok(()));
    assert!(limited("two laps", &scope("read", "\"a\"")).is_err());
    assert!(limited("laps", "").is_err_and(|why| why.contains("opens nothing")));
    let own = system("capabilities.services = [{ use = \"a@1\", scopes = [\"a\"] }]");
    assert!(own.is_err_and(|why| why.contains("that operators install")));
}

#[test]
fn a_kind_of_event_has_a_form_and_a_page() {
    let form = r#"{ at = "event.form", form = "a.json", title = "A" }"#;
    let page = r#"{ at = "event.page", page = "a", title = "A" }"#;
    let with = |slots: &str, scope: &str| {
        manifest(&format!(
            "capabilities.services = [{{ use = \"events@1\", scopes = [\"{scope}\"] }}]\n\
             ui = {{ isolation = \"frame\", slots = [{slots}] }}"
        ))
    };
    assert!(with(&format!("{form}, {page}"), "read").is_ok());
    let check = |slots: &str, scope: &str, expect: &str| {
        let refusal = with(slots, scope).expect_err(slots);
        assert!(refusal.contains(expect), "{refusal}");
    };
    check(
        &format!("{form}, {page}"),
        "create",
        "needs the scope read of events@1",
    );
    check(form, "read", "once each");
    check(&format!("{form}, {page}, {page}"), "read", "once each");
    let drawn = r#"{ at = "event.form", page = "a", title = "A" }"#;
    check(
        &format!("{drawn}, {page}"),
        "read",
        "has a form and no page",
    );
    let filled = r#"{ at = "event.page", form = "a.json", title = "A" }"#;
    check(
        &format!("{form}, {filled}"),
        "read",
        "has a page and no form",
    );
}

#[test]
fn initial_data_come_from_a_route_of_the_plugin() {
    let page = |data: &str| {
        Manifest::parse(&format!(
            r#"plugin = {{ id = "karts", version = "1.0.0", api = "^1.0", kind = "system", name = "Karts" }}
            routes = [{{ method = "GET", path = "/api/v2/karts", action = "a", summary = "a" }}, {{ method = "GET", path = "/api/v2/karts/{{id}}", action = "a", summary = "a" }}]
            ui.isolation = "page"
            ui.routes = [{{ path = "/{{name}}", page = "a", title = "a", initial_data = {{ path = "{data}" }} }}]"#
        ))
        .map(|_| ())
    };
    assert_eq!(page("/api/v2/karts?q={name}"), Ok(()));
    assert_eq!(page("/api/v2/karts/{name}"), Ok(()));
    assert!(page("/api/v2/karts/{name}/a").is_err());
    assert!(page("/api/v2/cars").is_err_and(|why| why.contains("not from a GET route")));
    assert!(page("/api/v2/karts?q={id}").is_err_and(|why| why.contains("no placeholder {id}")));
}

#[test]
fn what_the_search_box_asks_is_a_route_of_the_plugin() {
    let asking = |path: &str| {
        Manifest::parse(&format!(
            r#"plugin = {{ id = "karts", version = "1.0.0", api = "^1.0", kind = "system", name = "Karts" }}
            routes = [{{ method = "GET", path = "/api/v2/karts", action = "a", summary = "a" }}]
            ui.isolation = "page"
            ui.search = [{{ path = "{path}", title = "Karts" }}]"#
        ))
        .map(|manifest| manifest.ui.search[0].signed_in)
    };
    assert_eq!(asking("/api/v2/karts"), Ok(false));
    assert!(asking("/api/v2/cars").is_err_and(|why| why.contains("not a GET route")));
}

#[test]
fn compatible_from_is_checked() {
    let tables = |to: i32, from: &str| {
        manifest(&format!(
            "capabilities.sql = {{}}\nmigrations = {{ to = {to}{from} }}\n"
        ))
        .map(|manifest| manifest.compatible_from())
    };
    assert_eq!(tables(3, ""), Ok(3), "nothing older, unless it says so");
    assert_eq!(tables(3, ", compatible_from = 1"), Ok(1));
    for bad in [
        ", compatible_from = 4",
        ", compatible_from = 0",
        ", compatible_from = -1",
    ] {
        assert!(
            tables(3, bad).is_err_and(|why| why.contains("compatible_from")),
            "{bad}"
        );
    }
    assert_eq!(tables(0, ""), Ok(0));
}

#[test]
fn only_system_plugins_run_in_the_page() {
    let ui = |kind: &str, ui: &str| {
        let page = r#"{ path = "/a", page = "a", title = "A" }"#;
        Manifest::parse(&format!(
            "plugin = {{ id = \"a\", version = \"1\", api = \"^1.0\", kind = \"{kind}\", name = \"A\" }}\n\
             [ui]\n{ui}\nroutes = [{page}]\n"
        ))
        .err()
        .unwrap_or_default()
    };
    assert_eq!(ui("system", r#"isolation = "page""#), "");
    assert!(ui("world-block", r#"isolation = "page""#).contains("system plugins"));
    assert!(ui("system", "").contains("ui.isolation"));
    assert!(ui("system", r#"isolation = "frame""#).contains("operators install"));
    for kind in ["system", "world-block"] {
        for unknown in ["", "none", "Page", "pages"] {
            let refusal = ui(kind, &format!("isolation = {unknown:?}"));
            assert!(refusal.contains("unknown variant"), "{refusal}");
        }
    }
}

#[test]
fn a_service_that_is_not_optional_has_to_be_there() {
    let manifest = Manifest::parse(
        r#"plugin = { id = "karts", version = "1.0.0", api = "^1.0", kind = "system", name = "Karts" }
        capabilities.services = [{ use = "a@1", optional = true }, { use = "b@1" }, { use = "c@1", optional = false }]"#,
    )
    .expect("a manifest");
    assert_eq!(manifest.missing_service(&[]), Some("b@1"));
    assert_eq!(manifest.missing_service(&["b@1"]), Some("c@1"));
    assert_eq!(manifest.missing_service(&["c@1", "b@1"]), None);
}

#[test]
fn an_installed_plugin_appears_in_a_few_places_once_each() {
    let slots = |slots: &str| {
        manifest(&format!(
            "capabilities.rooms = true\nui = {{ isolation = \"frame\", slots = [{slots}] }}\n"
        ))
        .err()
        .unwrap_or_default()
    };
    let slot = |at: &str| format!(r#"{{ at = "{at}", page = "a", title = "A" }}"#);
    let places = [
        "block.renderer",
        "world.dashboard.tab",
        "profile.tab",
        "header.action",
    ];
    assert_eq!(slots(&places.map(slot).join(", ")), "");
    for at in places {
        let twice = slots(&format!("{}, {}", slot(at), slot(at)));
        assert_eq!(twice, format!("the slot {at} is declared twice"));
        let with_icon = slot(at).replace(" }", ", icon = \"star\" }");
        assert_eq!(slots(&with_icon), format!("the slot {at} has no icon"));
        let no_document = slot(at).replace("\"a\"", "\"../a\"");
        assert!(slots(&no_document).contains("not the name of a file in web/"));
    }
    for at in [
        "account.menu",
        "world.section",
        "admin.section",
        "profile.actions",
    ] {
        assert_eq!(
            slots(&slot(at)),
            format!("the slot {at} is for system plugins")
        );
    }
    let without_rooms = |at: &str| {
        manifest(&format!(
            "ui = {{ isolation = \"frame\", slots = [{}] }}\n",
            slot(at)
        ))
    };
    assert!(without_rooms("profile.tab").is_ok());
    assert!(
        without_rooms("block.renderer")
            .is_err_and(|why| why.contains("needs the capability rooms"))
    );
    let chat = format!(
        "capabilities.chat = true\nui = {{ isolation = \"frame\", slots = [{}] }}\n",
        slot("header.action")
    );
    assert!(refusal(&chat).contains("the capability chat is for the slot block.renderer"));
}

#[test]
fn a_package_says_whether_its_data_are_personal() {
    let erased = "subscriptions = [{ topic = \"kernel.account.erased@1\" }]\n";
    let check = |rest: &str, refusal: Option<&str>| {
        let checked = manifest(rest).expect("a manifest").check_package();
        match (checked, refusal) {
            (Ok(()), None) => {}
            (Err(why), Some(part)) => assert!(why.contains(part), "{why}"),
            (checked, _) => panic!("{rest}: {checked:?}"),
        }
    };
    let (sql, none) = ("capabilities.sql = {}\n", "data.personal = false\n");
    check("", None);
    check(none, None);
    check(sql, Some("it stores data"));
    check(&format!("{erased}{sql}"), None);
    check(&format!("{sql}{none}"), None);
    check(&format!("{erased}{sql}data.personal = true"), None);
    check(&format!("{sql}data.personal = true"), Some("is true"));
    check(&format!("{erased}{sql}{none}"), Some("is false"));
    check(
        &format!("capabilities.sql = {{ mib = 513 }}\n{none}"),
        Some("at most 512"),
    );
}
