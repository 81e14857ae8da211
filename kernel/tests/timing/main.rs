//! The duration of a refused login does not reveal whether its email is known: the short form of `cargo xtask soak
//! login-timing`. A separate test program, because cargo runs those one after the other: concurrent tests would disturb
//! the measurement.

use std::time::Duration;

use witverse_testing::timing::login_times;

const EACH: u32 = 150;
/// The smallest leak that the test must detect.
const LEAK: Duration = Duration::from_millis(5);

// One test: two at once would disturb each other's measurement.
#[tokio::test]
async fn a_login_takes_the_same_time_for_an_unknown_email() {
    // A distribution differs from itself in one of a hundred runs. A repetition distinguishes chance, which becomes
    // less likely, from a leak, which becomes clearer.
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
        "known and unknown emails are distinguishable: {compared:?}, medians {medians:?} ms, spread {spread_ms} ms"
    );

    // The test must detect an artificial leak, or it could not fail. On a busy machine five milliseconds may be hidden;
    // twice the machine's own spread is not.
    let leak = LEAK.max(Duration::from_secs_f64(spread_ms * 2.0 / 1e3));
    let leaking = login_times(EACH, leak).await;
    let compared = leaking.compared();
    assert!(
        compared.p < 0.01,
        "{leak:?} more are not seen: {compared:?}"
    );
}
