//! Tables of decisions.

use serde_json::json;
use uuid::Uuid;

use super::{Fragment, Permissions, Target};
use crate::actor::{Actor, Person, RoleBinding};

const SCHEMA: &str = r#"
    namespace karts {
        entity Track = { "public": Bool, "owner": Witverse::User };
        action list appliesTo { principal: [Witverse::User, Witverse::Visitor], resource: [Witverse::Platform] };
        action race appliesTo { principal: [Witverse::User], resource: [Track] };
    }"#;
const POLICIES: &str = r#"
    permit (principal, action == karts::Action::"list", resource);
    @id("owners and the public") permit (principal, action == karts::Action::"race", resource)
    when { resource.public || resource.owner == principal };"#;

fn karts() -> Fragment {
    Fragment {
        plugin: "karts".into(),
        schema: Some(SCHEMA.into()),
        policies: Some(POLICIES.into()),
    }
}

fn person(id: u128, roles: &[(&str, &str)]) -> Actor {
    Actor::Person(std::sync::Arc::new(Person {
        roles: roles
            .iter()
            .map(|(scope, role)| RoleBinding {
                scope: (*scope).to_owned(),
                role: (*role).to_owned(),
            })
            .collect(),
        ..Person::example(Uuid::from_u128(id))
    }))
}

fn track(public: bool, owner: u128) -> Target {
    let attributes = json!({
        "public": public,
        "owner": { "person": Uuid::from_u128(owner) },
    });
    Target::new("karts::Track", "1", attributes)
}

fn check(actor: &Actor, action: &str, target: &Target, expected: Option<&str>) {
    let permissions = Permissions::new(&[karts()]).expect("policies");
    let decision = permissions.explain(actor, action, target);
    let found = decision.allowed.then(|| decision.policies.join(", "));
    assert_eq!(found.as_deref(), expected, "{action} by {actor:?}");
}

#[test]
fn the_table_of_decisions() {
    let (list, race) = (r#"karts::Action::"list""#, r#"karts::Action::"race""#);
    let administer = r#"Witverse::Action::"administer""#;
    let platform = Target::platform();
    check(&Actor::Visitor, list, &platform, Some("karts: 0"));
    check(&Actor::Visitor, race, &track(true, 1), None);
    check(
        &person(2, &[]),
        race,
        &track(true, 1),
        Some("karts: owners and the public"),
    );
    check(&person(2, &[]), race, &track(false, 1), None);
    check(
        &person(1, &[]),
        race,
        &track(false, 1),
        Some("karts: owners and the public"),
    );
    check(&person(1, &[]), administer, &platform, None);
    check(
        &person(1, &[("platform", "admin")]),
        administer,
        &platform,
        Some("kernel: administrators administer"),
    );
    check(
        &Actor::Visitor,
        r#"karts::Action::"unknown""#,
        &platform,
        None,
    );
    check(&Actor::Visitor, "no action at all", &platform, None);
}

#[test]
fn a_plugin_decides_only_about_its_own_actions() {
    let refusal = |schema: &str, policies: &str| {
        let fragment = Fragment {
            plugin: "karts".into(),
            schema: Some(schema.into()),
            policies: Some(policies.into()),
        };
        Permissions::new(&[fragment]).err().unwrap_or_default()
    };
    assert!(refusal("namespace other { entity A; }", "").contains("only \"karts\""));
    assert!(
        refusal(SCHEMA, "permit (principal, action, resource);").contains("actions of its own")
    );
    let foreign = r#"permit (principal, action == Witverse::Action::"administer", resource);"#;
    assert!(refusal(SCHEMA, foreign).contains("actions of its own"));
    let mistyped =
        r#"permit (principal, action == karts::Action::"race", resource) when { resource.color };"#;
    assert!(refusal(SCHEMA, mistyped).contains("validate"));
    assert_eq!(refusal(SCHEMA, POLICIES), "");
}

const CLUBS: &str = r#"
    namespace clubs {
        type Roles = { owner: Witverse::Role, member: Witverse::Role };
        entity Club = { isPublic: Bool, roles: Roles };
        entity Room in [Club] = { parent: Club };
        action enter, rename appliesTo { principal: [Witverse::User, Witverse::Visitor], resource: [Club, Room] };
    }"#;
const CLUB_POLICIES: &str = r#"
    @id("public clubs") @problem("club_private")
    permit (principal, action == clubs::Action::"enter", resource is clubs::Club) when { resource.isPublic };
    @id("members") @problem("members_only")
    permit (principal is Witverse::User, action == clubs::Action::"enter", resource is clubs::Room)
    when { principal in resource.parent.roles.member };
    @id("owners") permit (principal is Witverse::User, action == clubs::Action::"rename", resource is clubs::Room)
    when { principal in resource.parent.roles.owner };
    @id("no muted names") @problem("muted")
    forbid (principal is Witverse::User, action == clubs::Action::"rename", resource) when { principal.muted };"#;

fn room() -> Target {
    let roles = vec!["owner".to_owned(), "member".to_owned()];
    let club = Target {
        roles,
        ..Target::new("clubs::Club", "7", json!({ "isPublic": false }))
    };
    Target {
        parent: Some(Box::new(club)),
        ..Target::new("clubs::Room", "1", json!({}))
    }
}

#[test]
fn roles_on_a_parent_decide_about_its_children() {
    let fragment = Fragment {
        plugin: "clubs".into(),
        schema: Some(CLUBS.into()),
        policies: Some(CLUB_POLICIES.into()),
    };
    let permissions = Permissions::new(&[fragment]).expect("policies");
    let check = |actor: &Actor, action: &str, target: &Target, expected: &str| {
        let action = format!("clubs::Action::{action:?}");
        let decision = permissions.explain(actor, &action, target);
        let found = match decision.allowed {
            true => decision.policies.join(", "),
            false => format!("denied: {}", decision.problems.join(", ")),
        };
        assert_eq!(found, expected, "{action} by {actor:?}");
    };
    let club = *room().parent.expect("a parent");
    let member = person(1, &[("clubs::Club:7", "member")]);
    let owner = person(1, &[("clubs::Club:7", "owner")]);
    check(&member, "enter", &room(), "clubs: members");
    check(&owner, "rename", &room(), "clubs: owners");
    check(&member, "rename", &room(), "denied: ");
    let elsewhere = person(
        1,
        &[("clubs::Club:8", "member"), ("clubs::Room:1", "member")],
    );
    check(&elsewhere, "enter", &room(), "denied: members_only");
    check(&Actor::Visitor, "enter", &club, "denied: club_private");
    let Actor::Person(loud) = &owner else {
        panic!("a person")
    };
    let muted = Actor::Person(std::sync::Arc::new(Person {
        muted_until: Some(time::OffsetDateTime::UNIX_EPOCH),
        ..Person::clone(loud)
    }));
    check(&muted, "rename", &room(), "denied: muted");
}

#[test]
fn policies_about_a_group_decide_about_its_actions() {
    let schema = r#"
        namespace karts {
            action look;
            action list, count in [look] appliesTo { principal: [Witverse::Visitor], resource: [Witverse::Platform] };
            action count_all in [count] appliesTo { principal: [Witverse::Visitor], resource: [Witverse::Platform] };
        }"#;
    let policies = r#"
        @id("look") permit (principal, action in [karts::Action::"look"], resource);
        @id("no counts") forbid (principal, action in [karts::Action::"count"], resource);"#;
    let fragment = Fragment {
        plugin: "karts".into(),
        schema: Some(schema.into()),
        policies: Some(policies.into()),
    };
    let permissions = Permissions::new(&[fragment]).expect("policies");
    for (action, expected) in [
        ("list", "karts: look"),
        ("count", "karts: no counts"),
        ("count_all", "karts: no counts"),
    ] {
        let action = format!("karts::Action::{action:?}");
        let decision = permissions.explain(&Actor::Visitor, &action, &Target::platform());
        assert_eq!(decision.policies, [expected], "{action}");
        assert_eq!(decision.allowed, expected == "karts: look", "{action}");
    }
}

#[test]
fn a_resource_has_the_attributes_that_its_schema_declares() {
    let permissions = Permissions::new(&[karts()]).expect("policies");
    assert_eq!(permissions.check_resource(&track(true, 1)), Ok(()));
    for attributes in [
        json!({}),
        json!({ "public": "yes", "owner": { "person": "1" } }),
    ] {
        let target = Target::new("karts::Track", "1", attributes);
        assert!(permissions.check_resource(&target).is_err(), "{target:?}");
    }
    assert!(
        permissions
            .check_resource(&Target::new("karts::Unknown", "1", json!({})))
            .is_err()
    );
}
