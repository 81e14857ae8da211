//! What a grant contains, compared and in words.

use super::*;

fn reward(per_payment: u32, person_day: Option<u32>, world_day: Option<u32>) -> Grant {
    Grant {
        reward: Some(WitLimits {
            per_payment,
            person_day,
            world_day,
        }),
        ..Grant::default()
    }
}

#[test]
fn a_grant_fits_if_nothing_in_it_is_wider() {
    let check = |ours: &Grant, theirs: &Grant, fits: bool| {
        assert_eq!(ours.fits_in(theirs), fits, "{ours:?} in {theirs:?}");
    };
    let none = Grant::default();
    let users = Grant {
        users: true,
        ..Grant::default()
    };
    check(&none, &none, true);
    check(&none, &users, true);
    check(&users, &users, true);
    check(&users, &none, false);
    check(&none, &reward(5, None, None), true);
    check(&reward(5, None, None), &none, false);
    check(&reward(5, Some(9), None), &reward(5, None, None), true);
    check(&reward(5, None, None), &reward(5, Some(9), None), false);
    check(&reward(6, Some(9), None), &reward(5, Some(9), None), false);
    check(
        &reward(5, Some(9), Some(7)),
        &reward(5, Some(9), Some(8)),
        true,
    );
    check(
        &reward(5, Some(9), Some(9)),
        &reward(5, Some(9), Some(8)),
        false,
    );
}

#[test]
fn an_intersection_fits_in_both() {
    let all = [
        Grant::default(),
        Grant {
            sql: true,
            timers: true,
            ..Grant::default()
        },
        Grant {
            sql: true,
            balance: true,
            ..reward(5, None, Some(3))
        },
        reward(9, Some(4), None),
        Grant {
            charge: reward(7, None, Some(9)).reward,
            ..reward(2, None, None)
        },
    ];
    for a in &all {
        for b in &all {
            let both = a.intersection(b);
            assert!(both.fits_in(a) && both.fits_in(b), "{a:?} and {b:?}");
            assert_eq!(both, b.intersection(a));
        }
    }
}

#[test]
fn a_larger_size_of_the_data_is_a_wider_grant() {
    let data = |mib| Grant {
        sql: true,
        sql_mib: Some(mib),
        ..Grant::default()
    };
    assert!(data(8).fits_in(&data(16)) && !data(17).fits_in(&data(16)));
    assert_eq!(data(32).beyond(&data(16)), data(32));
    assert_eq!(data(16).beyond(&data(16)), Grant::default());
    assert_eq!(data(32).intersection(&data(16)), data(16));
    let open = Grant {
        sql: true,
        ..Grant::default()
    };
    assert!(open.completed(&data(16)).fits_in(&data(16)));
    assert_eq!(Grant::default().completed(&data(16)), Grant::default());
    assert_eq!(data(0).empty_limit(), Some("grant.sqlMib"));
    assert_eq!(
        data(16).lines(99)[0].en,
        "Stores up to 16 MB of its own data."
    );
}

#[test]
fn a_rollback_grants_nothing_that_was_withdrawn() {
    let all = Grant {
        users: true,
        timers: true,
        ..reward(50, None, None)
    };
    // The operator has withdrawn nicknames and lowered the prizes.
    let granted = Grant {
        timers: true,
        ..reward(20, Some(9), None)
    };
    assert_eq!(all.narrowed_to(&granted, &all), granted);
    // The present version does not ask for timers, so they were not withdrawn.
    let asked = Grant {
        users: true,
        ..reward(50, None, None)
    };
    let granted = reward(20, None, None);
    let expected = Grant {
        timers: true,
        ..reward(20, None, None)
    };
    assert_eq!(all.narrowed_to(&granted, &asked), expected);
}

#[test]
fn limits_are_put_into_words() {
    let lines = reward(1_000_000, Some(500), None).lines(16);
    assert_eq!(lines.len(), 1);
    assert_eq!(
        lines[0].en,
        "May pay up to 1,000,000 WIT at a time from its own wallet, 500 a day to one person."
    );
    assert_eq!(
        lines[0].ko,
        "플러그인 지갑에서 한 번에 최대 1,000,000 WIT, 한 사람에게 하루 최대 500 WIT를 이용자에게 줄 수 있습니다."
    );
    let charges = Grant {
        charge: reward(50, Some(500), None).reward,
        ..Grant::default()
    };
    assert_eq!(
        charges.lines(16)[0].en,
        "May ask a person to pay up to 50 WIT at a time, 500 a day from one person. Witverse asks them each time."
    );
}

fn on_services(ids: Option<&[&str]>) -> Grant {
    let services = serde_json::json!({ "items@1": ["lock", "owns"] });
    Grant {
        services: serde_json::from_value(services).expect("scopes"),
        objects: ids.map_or_else(ServiceObjects::default, |ids| {
            ServiceObjects::of("collections", ids)
        }),
        ..Grant::default()
    }
}

#[test]
fn a_grant_for_more_objects_is_wider() {
    let (all, two, one) = (
        on_services(None),
        on_services(Some(&["a", "b"])),
        on_services(Some(&["a"])),
    );
    for (narrow, wide) in [(&one, &two), (&two, &all), (&one, &all)] {
        assert!(narrow.fits_in(wide) && !wide.fits_in(narrow));
        assert_eq!(narrow.beyond(wide), Grant::default());
        assert_eq!(wide.beyond(narrow), *wide, "its scopes reach more objects");
        assert_eq!(wide.intersection(narrow), *narrow);
    }
    // A limit says nothing without the services that it limits.
    let idle = Grant {
        services: ServiceScopes::default(),
        ..one.clone()
    };
    assert_eq!(idle.completed(&all), Grant::default());
    assert!(Grant::default().fits_in(&one));
}

#[test]
fn a_rollback_opens_no_object_that_was_withdrawn() {
    let asked = on_services(None);
    let check = |earlier: Option<&[&str]>, now: Option<&[&str]>, expect: Option<&[&str]>| {
        let back = on_services(earlier).narrowed_to(&on_services(now), &asked);
        assert_eq!(back, on_services(expect));
    };
    check(None, Some(&["a"]), Some(&["a"]));
    check(Some(&["a", "b"]), Some(&["b", "c"]), Some(&["b"]));
    check(Some(&["a"]), None, Some(&["a"]));
    check(Some(&["a"]), Some(&["b"]), Some(&[]));
    // The present version has no services, and so no objects were withdrawn.
    let back = on_services(Some(&["a"])).narrowed_to(&Grant::default(), &Grant::default());
    assert_eq!(back, on_services(Some(&["a"])));
}

#[test]
fn a_stored_grant_without_objects_has_no_limit() {
    let stored = serde_json::json!({ "sql": true, "services": { "items@1": ["owns"] } });
    let grant: Grant = serde_json::from_value(stored).expect("a grant");
    assert!(grant.objects.is_empty());
    let written = serde_json::to_value(&grant).expect("JSON");
    assert!(written.get("objects").is_none(), "{written}");
}
