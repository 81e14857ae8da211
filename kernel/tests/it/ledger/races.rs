//! Concurrent movements: the second one sees the result of the first.

use futures::future::join_all;
use uuid::Uuid;
use witverse_ledger::{self as ledger, Refusal};

use super::{Bank, NOW};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_concurrent_transfers_of_the_whole_balance_one_succeeds() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    for round in 0..1000 {
        bank.give(ann, 100).await;
        let (one, two) = (bank.key(), bank.key());
        // Half of them to an account whose lock comes first, half to one whose lock comes second.
        let other = if round % 2 == 0 { ben } else { ledger::MINT };
        let (a, b) = tokio::join!(
            bank.transfer(one, ann, other, 100),
            bank.transfer(two, ann, ben, 100)
        );
        let moved = [a, b].iter().filter(|outcome| outcome.is_ok()).count();
        assert_eq!(moved, 1, "round {round}: {a:?} {b:?}");
        assert!([a, b].contains(&Err(Refusal::Insufficient)));
        assert_eq!(bank.has(ann).await, (0, 0));
    }
    bank.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_that_is_used_concurrently_moves_once() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 10_000).await;
    for _ in 0..50 {
        let key = bank.key();
        let all = join_all((0..6).map(|_| bank.transfer(key, ann, ben, 10))).await;
        let fresh = all
            .iter()
            .filter(|one| one.is_ok_and(|posted| !posted.replayed))
            .count();
        assert_eq!(fresh, 1, "{all:?}");
        assert!(all.iter().all(Result::is_ok));
    }
    assert_eq!(bank.has(ben).await, (500, 0));
    bank.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_opposite_transfers_never_deadlock() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 10_000).await;
    bank.give(ben, 10_000).await;
    let keys: Vec<Uuid> = (0..200).map(|_| bank.key()).collect();
    let all = join_all(keys.iter().enumerate().map(|(n, key)| {
        let (from, to) = if n % 2 == 0 { (ann, ben) } else { (ben, ann) };
        bank.transfer(*key, from, to, 7)
    }))
    .await;
    assert!(all.iter().all(Result::is_ok), "{all:?}");
    assert_eq!(
        (bank.has(ann).await.0, bank.has(ben).await.0),
        (10_000, 10_000)
    );
    bank.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plugin_spends_deferred_income_during_a_roll_up() {
    let mut bank = Bank::open().await;
    let (ann, ben) = (bank.ann, bank.ben);
    bank.give(ann, 100_000).await;
    let plugin = ledger::plugin("shop");
    for _ in 0..40 {
        let (in_, out) = (bank.key(), bank.key());
        bank.transfer(in_, ann, plugin, 100).await.expect("paid");
        let rolling = async {
            ledger::roll_up(&mut *bank.connection().await, NOW, 1000)
                .await
                .expect("rolled up")
        };
        let (paid, _) = tokio::join!(bank.transfer(out, plugin, ben, 100), rolling);
        // A concurrent read sees the movement shortly after.
        if paid == Err(Refusal::Insufficient) {
            bank.transfer(out, plugin, ben, 100).await.expect("paid");
        }
    }
    assert_eq!(
        (bank.has(ben).await, bank.has(plugin).await),
        ((4000, 0), (0, 0))
    );
    let key = bank.key();
    assert_eq!(
        bank.transfer(key, plugin, ben, 1).await,
        Err(Refusal::Insufficient)
    );
    bank.close().await;
}
