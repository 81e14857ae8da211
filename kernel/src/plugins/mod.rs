//! Plugins: their manifests, the registry of installed plugins, and the calls to them.

mod admission;
mod answer;
mod awaiting;
mod bundle;
mod call_errors;
mod check_bundle;
mod cpu_time;
mod cron;
mod denial;
mod dispatch;
mod event_relay;
mod failures;
mod host;
mod in_flight;
mod install;
mod install_records;
mod kernel_events;
mod lanes;
mod manifest;
mod migrations;
mod package;
mod package_check;
mod platform;
mod quota;
mod quota_measurement;
mod registry;
mod remote_files;
mod resources;
mod routes;
mod settings;
mod shown_texts;
mod text_limits;
mod trial;

pub use awaiting::release_awaiting;
pub use bundle::{Bundle, BundleError, UiText};
pub use check_bundle::{check_bundle, check_services, install_permissions};
pub use cpu_time::thread_cpu;
pub use denial::DenialLayer;
pub use dispatch::{Answer, Incoming, export_data, handle, serve_for_install, serve_service};
pub use event_relay::{relay, sweep, sweeper, timers};
pub use failures::{FailureReports, Failures};
pub use host::{CallContext, Installed, Platform, PluginHost, PluginRuntime, Plugins, Registry};
pub use install::{
    ACTIVATION_LIMIT, ActivationError, ActivationRows, InstallError, LoadedPlugin, NewInstall,
    RowsError, activate, install_all, load_install, read_bundles,
};
pub use install_records::{
    AllRecords, CPU_BUCKETS, InstallRecords, LogLevel, LogLine, MEASURED, Taken, Usage,
    cpu_percentile_ms,
};
pub use kernel_events::{
    ACCOUNT_ERASED, publish_deleted_files, publish_erasure, publish_of_kernel, publish_to_plugin,
};
pub use lanes::HeavyLane;
pub use manifest::parse_rate;
pub use manifest::{
    Capabilities, DASHBOARD_SLOT, Data, EVENT_FORM_SLOT, EVENT_PAGE_SLOT, FileAccess, GAME_SLOT,
    HEADER_SLOT, InstallActions, Kind, Layout, LedgerGrant, LedgerOp, Manifest, OwnFiles,
    PROFILE_SLOT, PluginId, ResourceKind, ResourceParam, Route, RouteResource, Sql, UiRoute,
    UiSlot, UsedService,
};
pub use package::{
    Contents, KeyChain, MAX_ARCHIVE_BYTES, Package, PackageError, PackageFile, PublicKey,
    PublisherKey, is_plain_path, pack, sign,
};
pub use package_check::{
    PACKAGE_RULES, PackageChecker, PackageClaims, PackageVerdict, on_large_stack, run_package_check,
};
pub use quota_measurement::{measure_all, measure_sizes};
pub use registry::{InstallScope, game_name};
pub use remote_files::RemoteFiles;
pub use resources::{find_resource, manages_installs};
pub use routes::{RouteMatch, RouteTable, decode};
pub use settings::{SettingField, SettingKind, SettingOption, effective_settings};
pub use trial::{
    PLAYER_PURSE, PLUGIN_PURSE, TRIAL_PLAYERS, trial_nickname, trial_player, trial_player_id,
    trial_player_number,
};
