//! The ledger against a model of it, and against kill -9: the short forms of `cargo xtask soak`.

use std::path::Path;

use witverse_testing::ledger::{against_model, crash};

#[tokio::test]
async fn the_ledger_matches_its_model() {
    for seed in 1..=3 {
        let run = against_model(seed, 6_000).await.unwrap();
        assert!(
            run.moved > run.operations / 5,
            "{run:?}: too little happens"
        );
    }
}

#[test]
fn acknowledged_writes_survive_kill_9_once() {
    let plan = crash::Plan {
        seed: 1,
        clients: 16,
        operations: 1_500,
        kills: 3,
    };
    let report = crash::run(Path::new(env!("CARGO_BIN_EXE_witverse")), &plan);
    assert!(report.wrong.is_empty(), "{plan:?}: {report:?}");
    assert_eq!(report.kills, 3);
    assert!(report.moved > 500, "{report:?}");
}
