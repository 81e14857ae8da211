//! Retired paths and identifiers must not be used again. Each entry names its replacement.

use super::source::{Finding, Source};

/// Retired identifiers and their replacements. Compared with whole words of Rust and TypeScript.
const IDENTIFIERS: &[(&str, &str)] = &[
    ("UnitPool", "TxPool"),
    ("Credence", "LoginContext"),
    ("Watched", "AuditRecord"),
    ("Errand", "ProviderTask or PushTask"),
    ("Treasury", "WalletAdmin"),
    ("looks_again", "next_poll_delay"),
    ("let_go", "release_lot"),
    ("put_in_force", "activate"),
    ("lend_work_to", "run_service"),
    ("INDEXES_FIRST", "PLANNER_SETTINGS"),
    ("said_by_both_sides", "entry_record"),
    ("secretive", "mask_account_existence"),
    ("blame_network", "record_network_failure"),
    ("let_pass", "advance_clock"),
    ("hold_presumed", "the plain statement"),
    ("Missed", "Backlog"),
    ("HEARD_EVERY", "CURSOR_RENEWAL"),
    ("commit_and_tell", "commit_and_notify"),
    ("tell_reporters", "notify_reporters"),
    ("told_to_stop", "shutdown_requested"),
    ("check_standing", "check_creditable"),
    ("give_or_take_role", "set_role_binding"),
    (
        "take_back",
        "refund_attempt, apply_external_refund or transfer_to_platform",
    ),
    ("Misses", "FailedAttempts"),
    ("GuardKey", "ThrottleKey"),
    ("Ground", "Resources"),
    ("keep_an_admin", "require_other_admin"),
    ("deliver_together", "deliver_batch"),
    ("forget_tally", "delete_counters"),
    ("hold_of", "lock_own_gift"),
    ("hold_thread", "lock_thread"),
    ("look_again", "recheck_new_gifts or schedule_transfer"),
    ("forget_erased", "on_account_erased"),
    ("go_on_forgetting", "continue_erasure"),
    ("go_on_cancelling", "continue_cancellation"),
    ("go_on_spreading", "notify_next_batch"),
    ("stir_own", "bump_own"),
    ("stir_other", "bump_other"),
    ("readers_elsewhere", "notice_subscribers"),
    ("pass_on", "change_owner"),
    ("Passage", "LinkData"),
    ("assert_sound", "assert_consistent"),
    ("become_it", "replace_process"),
    ("keep_starting", "run_rounds"),
    ("keep_up", "reload_identity"),
    ("thaw", "unfreeze_if_undisputed"),
    ("catch_up", "complete_due"),
    ("carry_out", "run_task"),
    ("errands", "run_provider_tasks"),
    ("give_all_back", "refund_in_full"),
    ("keeping_away", "blocks_and_mutes"),
];

/// Retired paths and their replacements.
const PATHS: &[(&str, &str)] = &[
    ("kernel/src/work/", "kernel/src/unit_of_work/"),
    ("kernel/src/treasury/", "kernel/src/wallet_admin/"),
    ("kernel/src/letters.rs", "kernel/src/email_templates.rs"),
    ("kernel/src/outgoing.rs", "kernel/src/http_client.rs"),
    ("kernel/src/statements.rs", "kernel/src/signing.rs"),
    (
        "kernel/src/postgres/units.rs",
        "kernel/src/postgres/tx_pool.rs",
    ),
    (
        "kernel/src/plugins/background.rs",
        "kernel/src/plugins/event_relay.rs",
    ),
    (
        "kernel/src/http/keepers.rs",
        "kernel/src/http/sudo_administrator.rs",
    ),
    (
        "plugins/gifts/src/giving.rs",
        "plugins/gifts/src/handlers.rs",
    ),
    (
        "docs/decisions/0003-cedar-is-asked-off-the-guests-stack.md",
        "docs/decisions/0003-cedar-runs-off-the-guest-stack.md",
    ),
    (
        "docs/decisions/0018-values-are-bound-and-nothing-is-presumed.md",
        "docs/decisions/0018-all-values-are-bound-no-speculative-execution.md",
    ),
];

pub(super) fn check(source: &Source) -> Vec<Finding> {
    // This file contains the lists.
    if source.path.ends_with("tidy/retired.rs") {
        return Vec::new();
    }
    let path = PATHS
        .iter()
        .filter(|(old, _)| source.path.starts_with(old))
        .map(|(_, new)| format!("{}: retired path; use {new}", source.path));
    let is_code = [".rs", ".ts", ".tsx"]
        .iter()
        .any(|end| source.path.ends_with(end));
    let lines = source.text.lines().enumerate().filter(|_| is_code);
    let words = lines.flat_map(|(at, line)| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let of_line: Vec<&str> = line.split(move |letter| !is_part(letter)).collect();
        IDENTIFIERS
            .iter()
            .filter(move |(old, _)| of_line.contains(old))
            .map(move |(old, new)| {
                format!("{}:{}: `{old}` is retired; use {new}", source.path, at + 1)
            })
    });
    path.chain(words).collect()
}

#[cfg(test)]
mod tests {
    use super::super::source::Source;
    use super::check;

    fn count(path: &str, text: &str) -> usize {
        check(&Source::new(path, text)).len()
    }

    #[test]
    fn old_names_are_found_as_whole_words() {
        assert_eq!(count("kernel/src/app.rs", "let pool = UnitPool::new();"), 1);
        assert_eq!(
            count("kernel/src/app.rs", "let pool = MyUnitPools::new();"),
            0
        );
        assert_eq!(count("docs/x.md", "UnitPool"), 0);
        assert_eq!(count("kernel/src/work/mod.rs", ""), 1);
    }
}
