//! The routes of the plugin: handlers, and what the manifest says about them. `cargo xtask gen` writes `routes.json`.

use crate::problems::{
    ALARM_NOT_FOUND, NEEDS_BOTH_LANGUAGES, NOTICE_NOT_FOUND, NOTICE_PUBLISHED,
    PLUGIN_SENDER_NOT_FOUND, REPLY_LENGTH, REPLY_NOT_POSSIBLE,
};
use crate::{alarms, badge, notice_handlers, notices, plugin_mutes, preferences, threads};
use witverse_sdk::error::{FORBIDDEN, NICKNAME_REQUIRED, PAGE_TOO_DEEP, VALIDATION_FAILED};
use witverse_sdk::http::Route;
use witverse_sdk::route;

pub(crate) const ROUTES: &[Route] = &[
    route!(
        /// The caller's counters of unread alarms and notices
        Get "/api/v2/mails/new/check" => badge::check_new,
        action: "viewMail", rate: "100/s",
    ),
    route!(
        /// Notices of the platform, newest first
        Get "/api/v2/mails/notices" => notices::list_notices,
        action: "viewMail", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Mark a notice as read, or all of them
        Post "/api/v2/mails/notice/log" => notices::log_notice,
        action: "viewMail", rate: "20/s",
        problems: &[NOTICE_NOT_FOUND.code],
    ),
    route!(
        /// The caller's alarms, the last active first
        Get "/api/v2/mails/alarms" => alarms::list_alarms,
        action: "viewMail", rate: "100/s",
        problems: &[PAGE_TOO_DEEP.code],
    ),
    route!(
        /// One of the caller's alarms with its thread
        Get "/api/v2/mails/alarm/{id}" => alarms::view_alarm,
        action: "viewMail", rate: "100/s",
        problems: &[ALARM_NOT_FOUND.code],
    ),
    route!(
        /// The latest unread alarm of a kind: gift, friend, reward, reply, trade, system
        Get "/api/v2/mails/alarm/check/{type}" => alarms::check_alarm,
        action: "viewMail", rate: "100/s",
        problems: &[VALIDATION_FAILED.code],
    ),
    route!(
        /// Mark an alarm as read, or all of them
        Post "/api/v2/mails/alarm/log" => alarms::log_alarm,
        action: "viewMail", rate: "20/s",
        problems: &[ALARM_NOT_FOUND.code],
    ),
    route!(
        /// Reply to the other person of an alarm's thread
        Post "/api/v2/mails/alarm/reply" => threads::reply_to_alarm,
        action: "replyToAlarm", rate: "5/s",
        problems: &[
            "muted", NICKNAME_REQUIRED.code, ALARM_NOT_FOUND.code, REPLY_NOT_POSSIBLE.code, REPLY_LENGTH.code,
        ],
    ),
    route!(
        /// The caller's notification preferences
        Get "/api/v2/mails/preferences" => preferences::view_preferences,
        action: "viewMail", rate: "50/s",
    ),
    route!(
        /// Replace the caller's notification preferences
        Put "/api/v2/mails/preferences" => preferences::set_preferences,
        action: "viewMail", rate: "10/s",
    ),
    route!(
        /// The plugins of worlds that may write to the caller, and those that the caller has turned off
        Get "/api/v2/mails/plugins" => plugin_mutes::list_senders,
        action: "viewMail", rate: "50/s",
    ),
    route!(
        /// Turn the messages of a plugin of a world off or on. Idempotent
        Put "/api/v2/mails/plugins/mute" => plugin_mutes::set_mute,
        action: "viewMail", rate: "10/s",
        problems: &[PLUGIN_SENDER_NOT_FOUND.code],
    ),
    route!(
        /// All notices, the latest publication time first; for administrators
        Get "/api/v2/mails/admin/notices" => notice_handlers::list_written,
        action: "publishNotice", rate: "50/s", role: "admin",
        problems: &[FORBIDDEN.code, PAGE_TOO_DEEP.code],
    ),
    route!(
        /// Create a notice, published now or later; for administrators
        Post "/api/v2/mails/admin/notices" => notice_handlers::write_notice,
        action: "publishNotice", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, NEEDS_BOTH_LANGUAGES.code],
    ),
    route!(
        /// Change an unpublished notice; for administrators
        Put "/api/v2/mails/admin/notices/{id}" => notice_handlers::change_notice,
        action: "publishNotice", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, NOTICE_NOT_FOUND.code, NOTICE_PUBLISHED.code, NEEDS_BOTH_LANGUAGES.code],
    ),
    route!(
        /// Withdraw a notice; for administrators. Idempotent
        Delete "/api/v2/mails/admin/notices/{id}" => notice_handlers::withdraw_notice,
        action: "publishNotice", rate: "10/s", role: "admin",
        problems: &[FORBIDDEN.code, NOTICE_NOT_FOUND.code],
    ),
];
