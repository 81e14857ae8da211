//! How long a refused login takes does not tell whether its email is known: the short form of
//! `cargo xtask soak login-timing`. A program of its own, because cargo runs those one after the other: beside
//! other tests there is nothing to be measured.

use std::time::Duration;

use witverse_testing::timing::login_times;

const EACH: u32 = 150;
/// What is to be seen if it is there.
const LEAK: Duration = Duration::from_millis(5);

// One test: two at once would measure each other.
#[tokio::test]
async fn a_login_takes_as_long_for_an_unknown_email() {
    // One distribution is told from itself once in a hundred times: more measurements tell an accident, which
    // they make unlikelier, from a leak, which they make plainer.
    let mut times = login_times(EACH, Duration::ZERO).await;
    for _ in 0..3 {
        if times.compared().p > 0.01 {
            break;
        }
        times.extend(login_times(EACH, Duration::ZERO).await);
    }
    let (compared, medians, spread_ms) = (times.compared(), times.medians_ms(), times.spread_ms());
    assert!(
        compared.p > 0.01,
        "known and unknown emails are told apart: {compared:?}, medians {medians:?} ms, spread {spread_ms} ms"
    );

    // The same with a leak is found out, or this test could not fail. A machine that is busy with something
    // else may hide five milliseconds; twice what it spreads by itself it does not.
    let leak = LEAK.max(Duration::from_secs_f64(spread_ms * 2.0 / 1e3));
    let leaking = login_times(EACH, leak).await;
    let compared = leaking.compared();
    assert!(
        compared.p < 0.01,
        "{leak:?} more are not seen: {compared:?}"
    );
}
