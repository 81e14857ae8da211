//! Items that a plugin gives to another person after their owner has agreed.

use std::time::Duration;

use serde_json::{Value, json};
use witverse_testing::{Client, Reply, TestPackage};

use super::service_worlds::{LOCK, item_of_agora};
use super::services::{ALL, called, outcome};
use super::{Owner, run, text};
use crate::community::{Town, block};
use crate::mails::alarms;

const ESCROW: (&str, &str) = ("items@1", "escrow");
const TRANSFER: (&str, &str) = ("items@1", "transfer");
const RETURN: (&str, &str) = ("items@1", "return");
/// Counters that disagree with the items, also one that is missing.
const MISCOUNTED: &str = "select count(*) from plugin_items.tally t full join (
        select owner_id, type, state, count(*) items from plugin_items.item
        where owner_id is not null group by 1, 2, 3
    ) i using (owner_id, type, state)
    where coalesce(t.items, 0) <> coalesce(i.items, 0)";

/// A world with a plugin.
struct Game {
    town: Town,
    owner: Owner,
    install: Value,
}

impl Game {
    async fn start() -> Self {
        let town = Town::start().await;
        let owner = Owner::in_world(town.owner.clone(), &town.id);
        let package = TestPackage::new("1.0.0").asking_for(ALL);
        let install = owner.install(&package, None).await;
        Self {
            town,
            owner,
            install,
        }
    }

    async fn asks(&self, by: &Client, item: &str, key: &str) -> Value {
        called(by, &self.install, ESCROW, of(item, key)).await
    }

    /// What the dialog of the platform sends.
    async fn answers(&self, by: &Client, item: &str, answer: Value) -> Reply {
        let until = self.lock_of(by, item).await["until"].clone();
        let seen = match until {
            // There is no ask: the end of an earlier one.
            Value::Null => json!("2026-11-28T00:00:00.000Z"),
            until => until,
        };
        let mut body = json!({ "install": self.install["id"], "askedUntil": seen });
        let fields = answer.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        by.put(&format!("/api/v2/items/{item}/escrow"), body).await
    }

    /// Asks for an item, and its owner agrees.
    async fn hand_over(&self, by: &Client, item: &str, key: &str) {
        self.asks(by, item, key).await;
        let agreed = self.answers(by, item, json!({ "agrees": true })).await;
        assert_eq!(agreed.line(), "200", "{}", agreed.body);
    }

    async fn refused(&self, by: &Client, function: (&str, &str), payload: &Value) -> String {
        outcome(by, &self.install, function, payload).await
    }

    /// The lock of an item as its owner sees it.
    async fn lock_of(&self, by: &Client, item: &str) -> Value {
        let shown = by.get(&format!("/api/v2/items/{item}")).await;
        shown.payload()["lock"].clone()
    }
}

fn of(item: &str, key: &str) -> Value {
    json!({ "itemId": item, "key": key })
}

fn to(item: &str, key: &str, person: &Client) -> Value {
    json!({ "itemId": item, "key": key, "toUserId": person.id })
}

#[tokio::test]
async fn an_item_moves_only_after_its_owner_has_agreed() {
    let game = Game::start().await;
    let (owner, member) = (&game.town.owner, &game.town.member);
    let (_, item) = item_of_agora(&game.town).await;
    let yes = json!({ "agrees": true, "durationMinutes": 60 });

    // Without the question there is nothing to agree to; a plugin asks the owner only.
    let early = game.answers(owner, &item, yes.clone()).await;
    assert_eq!(early.line(), "409 escrow_not_asked");
    let said = game.refused(member, ESCROW, &of(&item, "race")).await;
    assert_eq!(said, "not_item_owner");
    let asked = game.asks(owner, &item, "race").await;
    assert_eq!(asked["hasAgreed"], false);
    let lock = game.lock_of(owner, &item).await;
    assert_eq!(
        lock,
        json!({ "by": "escrow_asked", "until": asked["until"] })
    );
    let said = game.refused(member, TRANSFER, &of(&item, "race")).await;
    assert_eq!(said, "escrow_not_agreed", "an ask is no yes");

    // Only the owner answers, and only the plugin that asks.
    let foreign = game.answers(member, &item, yes.clone()).await;
    assert_eq!(foreign.line(), "403 not_item_owner");
    let mut other = yes.clone();
    other["install"] = json!("x-aaaaaaaaaaaa");
    let foreign = game.answers(owner, &item, other).await;
    assert_eq!(foreign.line(), "409 escrow_not_asked");
    for minutes in [0, 43_201] {
        let long = json!({ "agrees": true, "durationMinutes": minutes });
        let refused = game.answers(owner, &item, long).await;
        assert_eq!(refused.line(), "422 validation_failed");
    }

    // A yes is for the ask that was shown.
    let seen = game.lock_of(owner, &item).await["until"].clone();
    let no = game.answers(owner, &item, json!({ "agrees": false })).await;
    assert_eq!(no.payload()["lock"], Value::Null);
    game.town.app.advance(Duration::from_secs(1));
    game.asks(owner, &item, "race").await;
    let mut stale = yes.clone();
    stale["askedUntil"] = seen;
    let refused = game.answers(owner, &item, stale).await;
    assert_eq!(refused.line(), "409 escrow_not_asked");
    let unseen = json!({ "agrees": true, "askedUntil": null });
    let refused = game.answers(owner, &item, unseen).await;
    assert_eq!(refused.line(), "422 validation_failed");

    // A no frees the item, and a yes after it comes too late.
    for _ in 0..2 {
        let no = game.answers(owner, &item, json!({ "agrees": false })).await;
        assert_eq!(no.payload()["lock"], Value::Null);
    }
    let late = game.answers(owner, &item, yes.clone()).await;
    assert_eq!(late.line(), "409 escrow_not_asked");

    // A yes stays: repeated, after a no, and after another ask.
    game.asks(owner, &item, "race").await;
    let agreed = game.answers(owner, &item, yes.clone()).await;
    let until = agreed.payload()["lock"]["until"].clone();
    game.town.app.advance(Duration::from_secs(60));
    for answer in [yes, json!({ "agrees": false })] {
        let again = game.answers(owner, &item, answer).await;
        let lock = again.payload()["lock"].clone();
        assert_eq!(lock, json!({ "by": "escrow", "until": until }));
    }
    let asked = game.asks(owner, &item, "race").await;
    assert_eq!(asked, json!({ "hasAgreed": true, "until": until }));

    // Nobody else gets it, under no other key, and no other install moves it.
    let said = game
        .refused(member, TRANSFER, &to(&item, "race", &game.town.patron))
        .await;
    assert_eq!(said, "not_taking_part");
    let said = game.refused(owner, TRANSFER, &of(&item, "race")).await;
    assert_eq!(said, "not_taking_part", "the owner has it");
    let said = game.refused(member, TRANSFER, &of(&item, "rac")).await;
    assert_eq!(said, "escrow_not_agreed");
    let package = TestPackage {
        id: "acme.other".into(),
        ..TestPackage::new("1.0.0").asking_for(ALL)
    };
    let elsewhere = game.owner.install(&package, None).await;
    let said = outcome(member, &elsewhere, TRANSFER, &of(&item, "race")).await;
    assert_eq!(said, "escrow_not_agreed");

    let moved = called(member, &game.install, TRANSFER, of(&item, "race")).await;
    assert_eq!(moved, json!({ "ownerId": member.id }));
    let shown = member.get(&format!("/api/v2/items/{item}")).await;
    assert_eq!(shown.payload()["owner"]["userId"], json!(member.id));
    assert_eq!(shown.payload()["lock"], Value::Null);
    let chain = member
        .get(&format!("/api/v2/items/{item}/provenance"))
        .await;
    let last = chain.payload()["links"].as_array().unwrap().last().cloned();
    let last = last.unwrap();
    assert_eq!(last["kind"], "given");
    let plugin = text(&game.install, "plugin");
    assert_eq!(last["reference"], json!(format!("plugin:{plugin}")));
    let said = game.refused(owner, TRANSFER, &of(&item, "race")).await;
    assert_eq!(said, "escrow_not_agreed", "it moves once");
    let told = async || {
        let all = alarms(owner).await;
        all.iter().any(|one| one["link"] == format!("/item/{item}"))
    };
    game.town
        .app
        .eventually("the former owner is told", told)
        .await;
    assert_eq!(game.town.app.count(MISCOUNTED).await, 0);
    game.town.app.stop().await;
}

#[tokio::test]
async fn an_earlier_yes_never_counts_for_a_later_lock() {
    let game = Game::start().await;
    let (owner, member) = (&game.town.owner, &game.town.member);
    let (collection, item) = item_of_agora(&game.town).await;

    // The plugin gives it back and locks it without a question.
    game.hand_over(owner, &item, "a").await;
    let returned = called(owner, &game.install, RETURN, of(&item, "a")).await;
    assert_eq!(returned, json!({ "released": true }));
    called(owner, &game.install, LOCK, of(&item, "a")).await;
    let said = game.refused(member, TRANSFER, &of(&item, "a")).await;
    assert_eq!(said, "escrow_not_agreed");
    called(owner, &game.install, RETURN, of(&item, "a")).await;

    // The time of an ask, and of a yes.
    game.asks(owner, &item, "b").await;
    game.town.app.advance(Duration::from_secs(10 * 60 + 1));
    let owner = &game.town.app.log_in("owner_1", owner.id).await;
    let member = &game.town.app.log_in("member", member.id).await;
    let operator = Owner::in_world(owner.clone(), &game.town.id);
    let late = game.answers(owner, &item, json!({ "agrees": true })).await;
    assert_eq!(late.line(), "409 escrow_not_asked");
    game.asks(owner, &item, "c").await;
    let short = json!({ "agrees": true, "durationMinutes": 1 });
    game.answers(owner, &item, short).await;
    game.town.app.advance(Duration::from_secs(61));
    let said = game.refused(member, TRANSFER, &of(&item, "c")).await;
    assert_eq!(said, "escrow_not_agreed");
    assert_eq!(game.lock_of(owner, &item).await, Value::Null);
    let ends = "select count(*) from plugin_items.item where state = 'locked'";
    game.town
        .app
        .eventually("the timer ends the lock", async || {
            game.town.app.count(ends).await == 0
        })
        .await;

    // What the operator withdraws stops at once; the item can be given back, and returns with the end of the install.
    game.hand_over(owner, &item, "d").await;
    let mut grant = game.install["granted"].clone();
    grant["objects"] = json!({ "collections": [] });
    let narrowed = operator.patch(&game.install, json!({ "grant": grant }));
    assert_eq!(narrowed.await.line(), "200");
    for function in [TRANSFER, ESCROW] {
        let said = game.refused(member, function, &of(&item, "d")).await;
        assert_eq!(said, "collection_not_opened");
    }
    // Without the scope the plugin cannot give it away, and can give it back.
    grant["objects"] = json!({ "collections": [collection] });
    let scopes = std::mem::replace(&mut grant["services"]["items@1"], json!(["owns"]));
    let withdrawn = operator.patch(&game.install, json!({ "grant": grant }));
    assert_eq!(withdrawn.await.line(), "200");
    let said = game.refused(member, TRANSFER, &of(&item, "d")).await;
    assert_eq!(said, "plugin_not_permitted");
    let returned = called(member, &game.install, RETURN, of(&item, "d")).await;
    assert_eq!(returned["released"], true);
    grant["services"]["items@1"] = scopes;
    let opened = operator.patch(&game.install, json!({ "grant": grant }));
    assert_eq!(opened.await.line(), "200");
    game.hand_over(owner, &item, "e").await;
    assert_eq!(operator.uninstall(&game.install).await.line(), "200");
    game.town
        .app
        .eventually("the item returns to its owner", async || {
            game.lock_of(owner, &item).await == Value::Null
        })
        .await;
    assert_eq!(game.town.app.count(MISCOUNTED).await, 0);
    game.town.app.stop().await;
}

#[tokio::test]
async fn two_people_swap_and_one_of_many_wins() {
    let game = Game::start().await;
    let town = &game.town;
    let (owner, member, patron) = (&town.owner, &town.member, &town.patron);
    let (_, first) = item_of_agora(town).await;
    let (_, second) = item_of_agora(town).await;
    game.hand_over(owner, &second, "gift").await;
    called(member, &game.install, TRANSFER, of(&second, "gift")).await;

    // A swap in one call: the item of the person who calls first.
    game.hand_over(owner, &first, "swap").await;
    game.hand_over(member, &second, "swap").await;
    let step = |payload: Value| json!({ "op": "service_call", "service": TRANSFER.0, "method": TRANSFER.1, "payload": payload });
    let swap = json!([step(to(&second, "swap", owner)), step(of(&first, "swap"))]);
    let reply = run(member, &game.install, swap).await;
    assert_eq!(reply.line(), "200", "{}", reply.body);
    let owner_of = async |item: &str| {
        let shown = owner.get(&format!("/api/v2/items/{item}")).await;
        shown.payload()["owner"]["userId"].clone()
    };
    assert_eq!(owner_of(&first).await, json!(member.id));
    assert_eq!(owner_of(&second).await, json!(owner.id));

    // Two people claim at the same time: one gets it.
    game.hand_over(owner, &second, "prize").await;
    let claim = |by: &Client| {
        let (by, install) = (by.clone(), game.install.clone());
        let ops = json!([step(of(&second, "prize"))]);
        async move { run(&by, &install, ops).await }
    };
    let (one, two) = tokio::join!(claim(member), claim(patron));
    let given = [&one, &two].map(|reply| {
        let result = &reply.payload()["results"][0];
        reply.status == 200 && result["error"].is_null()
    });
    assert_ne!(given[0], given[1], "{} {}", one.body, two.body);
    let winner = if given[0] { member } else { patron };
    assert_eq!(owner_of(&second).await, json!(winner.id));

    // Between people one of whom has blocked the other, nothing moves.
    game.hand_over(member, &first, "last").await;
    block(member, patron).await;
    let said = game.refused(patron, TRANSFER, &of(&first, "last")).await;
    assert_eq!(said, "not_taking_part");
    assert_eq!(town.app.count(MISCOUNTED).await, 0);
    game.town.app.stop().await;
}
