//! A model test of gifts: several people concurrently send, answer, block, leave and advance the clock, in an order
//! that a seed determines. Afterwards all WIT and items are accounted for exactly once, every gift has one end, and
//! each end was reported once.
//!
//! A seed reproduces the actions, but not their timing.

use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::friends::assert_friends_consistent;
use crate::support::concurrently;

const NAMES: [&str; 5] = ["sender", "friend", "third", "blocker", "leaver"];
const HOUR: Duration = Duration::from_secs(3_600);
const GIVEN: i64 = 100_000;

/// Random numbers from the seed (splitmix64).
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }
}

/// An action.
#[derive(Clone, Debug)]
enum Action {
    GiveWit { to: usize, amount: u64 },
    GiveItem { to: usize, item: usize },
    Answer { gift: usize, approve: bool },
    Block { whom: usize },
    Leave,
}

struct Run {
    app: TestApp,
    people: Vec<Client>,
    items: Vec<String>,
    gifts: Vec<String>,
    /// Ends that were reported to a caller as a success.
    reported: BTreeMap<String, Vec<String>>,
}

impl Run {
    async fn open() -> Self {
        let app = TestApp::start().await;
        let keeper = app.administrator().await;
        let (mut people, mut items) = (Vec::new(), Vec::new());
        for name in NAMES {
            let person = app.person(name).await;
            wallet_admin::give(&app, person.id, GIVEN).await;
            items.push(granted(&keeper, &format!("of-{name}"), name).await);
            people.push(person);
        }
        for (n, one) in people.iter().enumerate() {
            for (other, name) in people.iter().zip(NAMES).skip(n + 1) {
                befriend(one, (other, name)).await;
            }
        }
        Self {
            app,
            people,
            items,
            gifts: Vec::new(),
            reported: BTreeMap::new(),
        }
    }

    fn choose(&self, chance: &mut Chance) -> (usize, Action) {
        let who = chance.below(NAMES.len());
        let other = (who + 1 + chance.below(NAMES.len() - 1)) % NAMES.len();
        let action = match chance.below(10) {
            0..=2 => Action::GiveWit {
                to: other,
                // Sometimes more than the balance.
                amount: 1 + chance.next() % 1_500,
            },
            3 | 4 => Action::GiveItem {
                to: other,
                item: chance.below(self.items.len()),
            },
            _ if self.gifts.is_empty() => Action::GiveWit {
                to: other,
                amount: 1,
            },
            _ => {
                // Usually one of the latest, which are still pending.
                let back = chance.below(self.gifts.len().min(12));
                Action::Answer {
                    gift: self.gifts.len() - 1 - back,
                    approve: chance.below(2) == 0,
                }
            }
        };
        (who, action)
    }

    /// Runs all actions concurrently.
    async fn perform(&mut self, actions: Vec<(usize, Action)>) {
        let doings = actions.into_iter().map(|(who, action)| {
            let client = self.people[who].clone();
            let ids: Vec<Uuid> = self.people.iter().map(|person| person.id).collect();
            let gift = match &action {
                Action::Answer { gift, .. } => self.gifts[*gift].clone(),
                Action::GiveItem { item, .. } => self.items[*item].clone(),
                _ => String::new(),
            };
            async move {
                let reply = match &action {
                    Action::GiveWit { to, amount } => {
                        give(&client, "wit", json!(amount), ids[*to]).await
                    }
                    Action::GiveItem { to, .. } => {
                        give(&client, "item", json!(gift), ids[*to]).await
                    }
                    Action::Answer { approve, .. } => handle(&client, &gift, *approve).await,
                    Action::Block { whom } => {
                        let path = format!("/api/safety/blocks/{}", ids[*whom]);
                        client.send("PUT", &path, None).await
                    }
                    Action::Leave => client.post("/api/account/deletion", json!({})).await,
                };
                (action, reply)
            }
        });
        for (action, reply) in concurrently(doings.collect::<Vec<_>>()).await {
            assert!(
                !reply.status.is_server_error(),
                "{action:?}: {}",
                reply.line()
            );
            if !reply.status.is_success() {
                continue;
            }
            let gift = || text(&reply.payload()["airdropId"]);
            match action {
                Action::GiveWit { .. } | Action::GiveItem { .. } => self.gifts.push(gift()),
                Action::Answer { .. } => {
                    let end = text(&reply.payload()["status"]);
                    self.reported.entry(gift()).or_default().push(end);
                }
                Action::Block { .. } | Action::Leave => {}
            }
        }
    }

    /// Advances the clock; the remaining people sign in again, because tokens expire.
    async fn pass(&mut self, span: Duration) {
        self.app.advance(span);
        for (person, name) in self.people.iter_mut().zip(NAMES) {
            let reply = crate::account::log_in(&self.app, name, witverse_testing::PASSWORD).await;
            if reply.status.is_success() {
                let id = person.id;
                *person = crate::account::client_of(&self.app, &reply);
                person.id = id;
            }
        }
    }

    async fn rest(&self, what: &str) {
        let left = "select (select count(*) from kernel.delivery)
            + (select count(*) from plugin_gifts.gift where status = 'pending')";
        self.app
            .eventually(what, async || self.app.count(left).await == 0)
            .await;
    }

    async fn assert_consistent(&self) {
        assert_gifts_consistent(&self.app).await;
        assert_friends_consistent(&self.app).await;
        let ends: Vec<(String, String)> =
            sqlx::query_as("select id::text, status from plugin_gifts.gift")
                .fetch_all(self.app.owner())
                .await
                .unwrap();
        let ends: BTreeMap<String, String> = ends.into_iter().collect();
        assert_eq!(
            ends.len(),
            self.gifts.len(),
            "a gift nobody was reported of"
        );
        for (gift, reported) in &self.reported {
            assert_eq!(*reported, [ends[gift].clone()], "{gift} ended otherwise");
        }
        let twice = "select count(*) from (
            select account_id, payload from kernel.live_event where kind = 'gifts.changed'
            group by account_id, payload having count(*) > 1) x";
        assert_eq!(self.app.count(twice).await, 0, "reported twice");
        let two_ends = "select count(*) from (
            select account_id, payload ->> 'airdropId' from kernel.live_event
            where kind = 'gifts.changed' and payload ->> 'status' <> 'pending'
            group by 1, 2 having count(*) > 1) x";
        assert_eq!(self.app.count(two_ends).await, 0, "two ends reported");
        let alarms = "select count(*) from (
            select key from plugin_mail.alarm where source = 'gifts' group by key having count(*) > 1) x";
        assert_eq!(self.app.count(alarms).await, 0, "two alarms of one thing");
        let points = format!(
            "select (select sum(balance)::bigint from ledger.account where kind = 0)
                + (select coalesce(sum(amount), 0)::bigint from ledger.transfer where kind = 11) - {}",
            GIVEN * i64::try_from(NAMES.len()).unwrap()
        );
        let missing: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(points))
            .fetch_one(self.app.owner())
            .await
            .unwrap();
        assert_eq!(missing, 0, "points were made or lost");
        let items = i64::try_from(self.items.len()).unwrap();
        assert_eq!(
            self.app
                .count("select count(*) from plugin_items.item")
                .await,
            items
        );
    }
}

async fn live(seed: u64) {
    let mut chance = Chance(seed);
    let mut run = Run::open().await;
    for round in 0..12 {
        let mut actions: Vec<(usize, Action)> = (0..7).map(|_| run.choose(&mut chance)).collect();
        match round {
            2 => actions.push((4, Action::Leave)),
            5 => actions.push((
                3,
                Action::Block {
                    whom: chance.below(3),
                },
            )),
            _ => {}
        }
        run.perform(actions).await;
        match round {
            // To the end of the 168 hours, and past it during actions.
            3 => run.pass(161 * HOUR).await,
            4 => {
                run.pass(7 * HOUR - Duration::from_millis(chance.next() % 4_000))
                    .await
            }
            8 => run.pass(167 * HOUR).await,
            _ => {
                run.pass(Duration::from_millis(500 + chance.next() % 4_000))
                    .await
            }
        }
    }
    run.pass(169 * HOUR).await;
    run.rest("every gift has ended").await;
    // An erased account owns nothing; its locked items were released by now.
    run.app
        .eventually("what was theirs is taken back", async || {
            // The last run, for items that were still locked when the first one looked, comes a minute later.
            run.app.advance(Duration::from_secs(60));
            let left = "select count(*) from plugin_items.item i join plugin_items.departed d on d.account_id = i.owner_id";
            run.app.count(left).await == 0
        })
        .await;
    run.assert_consistent().await;
    run.app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_gift_ends_once_and_nothing_is_lost() {
    live(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn and_so_it_is_in_another_order() {
    live(20_261_121).await;
}
